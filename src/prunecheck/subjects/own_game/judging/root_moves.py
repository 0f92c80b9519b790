"""Judge the move that a starting call returns after one search, even if the search stores it in an attribute."""

from collections.abc import Hashable
from contextlib import suppress
from random import Random
from time import process_time
from typing import Final

from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.hooks.answers import beside
from prunecheck.subjects.own_game.hooks.recorder import ControlError
from prunecheck.subjects.own_game.hooks.state import fingerprint
from prunecheck.subjects.own_game.judging.moves import told_apart
from prunecheck.subjects.own_game.judging.shapes import drawn_tree
from prunecheck.subjects.own_game.judging.shown_tree import JudgingGuide
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.recording import UNKNOWN, Node
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import show

FEWEST_MOVES: Final = 2
MOST_MOVES: Final = 60
MOST_SECONDS: Final = 1.0  # seconds of computing
TREES: Final = 200  # the most random trees; only those that begin at the starting call are used
DRAWS: Final = 20
WHOLE: Final = "whole answer"

Parts = dict[Hashable, Hashable]


def root_moves(game: OwnGame) -> tuple[int, str]:
    """Count the random trees in which the starting call returned the best move, and describe any mistake.

    First, one child of the root after the other is made the best: a part of the answer that is different each time
    names the move. Without such a part, the moves cannot be judged.
    """
    root = _searched(game)
    children = game.children(root)
    distinct = len({game.position(each) for each in children})
    if game.program.only_first is not None or not FEWEST_MOVES <= distinct == len(children) <= MOST_MOVES:
        return 0, ""
    until = process_time() + MOST_SECONDS
    alone = [_answer(game, root, game.with_best(root, [best])) for best in range(len(children))]
    part, names = next(told_apart([each for each in alone if each]), (None, []))
    if len(names) < len(children) or process_time() > until:
        return 0, ""
    numbers = {name: nth for nth, name in enumerate(names)}
    random, trials = Random(0), 0  # noqa: S311  # not for security
    for _ in range(TREES):
        if trials >= DRAWS or process_time() > until:
            break
        tree = drawn_tree(game, random)
        if game.start_of(tree) is not root:
            continue
        answer = _answer(game, root, tree)
        got = None if answer is None else numbers.get(answer.get(part))
        if answer is None or got is None:
            continue
        trials += 1
        below = [value(tree, each) for each in tree.children(tree.root)]
        best = value(tree, tree.root)
        if below[got] != best:
            return trials, (
                f"wrong move: {game.program.start} names move {got + 1}, worth {show(below[got])}; expected move "
                f"{below.index(best) + 1}, worth {show(best)}, on {tree}"
            )
    return trials, ""


def _searched(game: OwnGame) -> Node:
    """The first call of the search; a driver that makes a single call is skipped."""
    root = game.root
    while root.function == game.program.driver and len(game.children(root)) == 1:
        root = game.children(root)[0]
    return root


def _answer(game: OwnGame, root: Node, tree: ExplicitTree[Number]) -> Parts | None:
    """Show this tree to the search, and return fingerprints of the starting call's answer and of its parts."""
    guide = JudgingGuide(game, root, tree, tree.root, (-INF, INF))
    with suppress(Exception, ControlError):
        game.program.run(guide)
        if guide.answer is not UNKNOWN and game.program.answer is not None:
            held = (*beside(game.program.answer, ""), (WHOLE, game.program.answer))
            return {place: fingerprint(each) for place, each in held}
    return None
