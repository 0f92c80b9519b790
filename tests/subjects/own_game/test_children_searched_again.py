"""A child that a call searches twice is one child, and children that look alike are several."""

from pathlib import Path
from random import Random
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck.trees.protocol import INF
from prunecheck.trees.search import value_of
from prunecheck.variants.forms.minimax import minimax

PVS: Final = """
    def search(pile, depth, alpha, beta):
        if depth == 0:
            return 0
        first = True
        for taken in (1, 2, 3, 4):
            if first:
                value = -search(pile - taken, depth - 1, -beta, -alpha)
            else:
                value = -search(pile - taken, depth - 1, -alpha - 1, -alpha)
                if value > alpha:
                    value = -search(pile - taken, depth - 1, -beta, -alpha)
            if value >= beta:
                return beta
            if value > alpha:
                alpha, first = value, False
        return alpha
"""


@pytest.mark.parametrize("depth", [1, 2])
def test_a_move_that_is_searched_again_only_with_other_values_is_one_move(depth: int, tmp_path: Path) -> None:
    """All leaves of this game are equal, so that no move of the game itself is searched again."""
    subject = own_subject(tmp_path, PVS, "search", f"search(20, {depth}, -9999, 9999)")
    assert len(subject.games[0].root.children) == 4
    assert_right(subject)


SEARCHES_AGAIN_OUTSIDE = """
    def search(stones, depth, alpha, beta):
        if depth == 0:
            return stones * 7 % 11 - 5
        best, bound = -99, beta
        for take in (1, 2, 3, 4):
            score = -search(stones - take, depth - 1, -bound, -alpha)
            if score > best:
                best = score if alpha < score < beta else -search(stones - take, depth - 1, -beta, -score)
            if alpha > beta:
                return alpha
            bound = alpha + 1
        return best
"""


def test_a_move_may_be_searched_again_only_in_the_program_s_own_windows(tmp_path: Path) -> None:
    """With open windows, each value is inside. The second call is not taken for that of the next move."""
    subject = own_subject(tmp_path, SEARCHES_AGAIN_OUTSIDE, "search", "search(40, 2, -99, 99)")
    random, search = Random(1), subject.open()  # noqa: S311
    for tree in [subject.drawn_tree(random) for _ in range(20)]:
        true = minimax(tree, tree.root)
        assert value_of(search.search(tree, tree.root, true + 1, INF)) <= true + 1
        assert value_of(search.search(tree, tree.root, true - 1, true + 1)) == true


ALIKE = """
    class Hidden:
        pass

    def search(position, depth, mine):
        if depth == 0:
            return 0
        values = [search(Hidden(), depth - 1, not mine) for _ in range(2)]
        return max(values) if mine else min(values)
"""


def test_children_that_look_alike_are_not_one_child_searched_twice(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, ALIKE, "search", "search(Hidden(), 2, True)")
    assert [len(node.children) for node in subject.games[0].starts()] == [2, 2, 2]
    assert_right(subject)
