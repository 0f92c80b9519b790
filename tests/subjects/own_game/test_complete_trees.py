"""A bound that is taken for a value only shows if few replies are leaves, or if those that are leaves are bad moves."""

from pathlib import Path
from random import Random
from typing import Final

import pytest

from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.trees.protocol import INF

PROGRAM: Final = """
from math import inf


def worth(marks):
    return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20


def search(marks, depth, alpha, beta):
    if depth == 0:
        return worth(marks)
    best, narrow = -inf, beta
    for mark in range(1, 8):
        score = -search(marks + (mark,), depth - 1, -narrow, -alpha)
        if best > -inf and alpha < score < beta:
            score = -search(marks + (mark,), depth - 1, -beta, -score)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
        narrow = alpha + 1
    return best
"""
AGAIN: Final = "            score = -search(marks + (mark,), depth - 1, -beta, -score)\n"
WIDE: Final = ("range(1, 8)", "range(1, 31)")  # with 30 moves, three plies are too many to record all of them


@pytest.mark.slow_cases("*wide")
@pytest.mark.parametrize(("wide", "drawn"), [(False, 150), (True, 40)], ids=["narrow", "wide"])
@pytest.mark.parametrize("searched_again", [True, False], ids=["again", "once"])
def test_null_windows_without_a_second_search_are_found(
    searched_again: bool, wide: bool, drawn: int, tmp_path: Path
) -> None:
    """The search takes a bound from a null window for the value of a move, three plies above the leaves."""
    assert AGAIN in PROGRAM
    program = PROGRAM.replace(*WIDE) if wide else PROGRAM
    (tmp_path / "marks.py").write_text(program if searched_again else program.replace(AGAIN, "            pass\n"))
    subject = own_game_subject(f"{tmp_path / 'marks.py'}:search", ["search((), 3, -inf, inf)"])
    trees = [subject.drawn_tree(Random(seed)) for seed in range(drawn)]  # noqa: S311  # not for security
    instance = subject.open()
    wrong = [tree for tree in trees if instance.search(tree, tree.root, -INF, INF) != value(tree, tree.root)]
    assert bool(wrong) != searched_again
