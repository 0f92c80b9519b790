"""Judge the move that a starting call returns after one search, even if the search stores it in an attribute."""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from random import Random
from time import process_time
from typing import Any, Final

from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.hooks.answers import beside
from prunecheck.subjects.own_game.hooks.recorder import ControlError
from prunecheck.subjects.own_game.hooks.state import fingerprint
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
    alone = [_answer(game, root, _flat(game, root, best)) for best in range(len(children))]
    names = _names([each for each in alone if each is not None], len(children))
    if names is None or process_time() > until:
        return 0, ""
    part, numbers = names
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


def _flat(game: OwnGame, root: Node, best: int) -> ExplicitTree[Number]:
    """A tree of one ply in which this child is better than all others."""
    sign = 1 if game.is_max(root) else -1
    turned = game.rules[root].negated
    worth: dict[Any, Number] = {
        child: sign * (1 if nth == best else -1) * (-1 if turned[nth] else 1) for nth, child in enumerate(root.children)
    }
    return game.tree(root, worth, frozenset(worth))


def _answer(game: OwnGame, root: Node, tree: ExplicitTree[Number]) -> Parts | None:
    """Show this tree to the search, and return fingerprints of the starting call's answer and of its parts."""
    guide = JudgingGuide(game, root, tree, tree.root, (-INF, INF))
    with suppress(Exception, ControlError):
        game.program.run(guide)
        if guide.answer is not UNKNOWN and game.program.answer is not None:
            return {place: fingerprint(held) for place, held in _parts(game.program.answer)}
    return None


def _parts(answer: Any) -> Iterator[tuple[Hashable, Any]]:
    yield from beside(answer, "")
    yield WHOLE, answer


def _names(alone: Sequence[Parts], count: int) -> tuple[Hashable, dict[Hashable, int]] | None:
    """The part of the answer that differs for each best child, and which child each fingerprint stands for."""
    if len(alone) < count:
        return None
    for part in alone[0]:
        held = [each.get(part) for each in alone]
        if None not in held and len(set(held)) == count:
            return part, {name: nth for nth, name in enumerate(held)}
    return None
