"""Calls from a line of the source that is rarely reached, such as a pass, are part of enough random trees."""

from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Final

from own_programs import own_subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number

START: Final = "search((0,) * 6, 1, 5, -99, 99)"
PASSES: Final = dedent("""\
    def search(row, side, depth, alpha, beta):
        moves = [nth for nth, held in enumerate(row) if held == 0]
        if depth == 0 or not moves:
            return side * sum(held * (nth * 7 % 5 - 2) for nth, held in enumerate(row))
        if row[-1] == row[-2] == -side:
            return -search(row, -side, depth - 1, -beta, -alpha)
        best = -99
        for nth in moves:
            following = (*row[:nth], side, *row[nth + 1 :])
            best = max(best, -search(following, -side, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
""")


def test_the_calls_of_a_rare_line_that_make_calls_themselves_are_known(tmp_path: Path) -> None:
    """The line for a pass makes few of the calls."""
    (game,) = own_subject(tmp_path, PASSES, "search", START).games
    (passes,) = game.rare_calls
    assert {node.line for node in passes} == {6}
    assert all(game.children(node) for node in passes)


def test_many_random_trees_contain_moves_after_a_rare_call(tmp_path: Path) -> None:
    """A wrong window for such a call only shows in these trees."""
    subject = own_subject(tmp_path, PASSES, "search", START)
    trees = [subject.drawn_tree(Random(seed)) for seed in range(200)]  # noqa: S311  # not for security
    assert sum(map(_has_moves_after_a_pass, trees)) >= 10


def _has_moves_after_a_pass(tree: ExplicitTree[Number]) -> bool:
    below = [tree.children(node) for node in range(1, len(tree))]
    return any(len(children) == 1 and tree.children(children[0]) for children in below)
