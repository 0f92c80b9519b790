"""The tree of a search's own calls is learned, however its recursion is written."""

from pathlib import Path

import pytest

from piles import WAYS, Written, game, nested
from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.judging.shapes import real_trees


@pytest.mark.parametrize("way", WAYS)
def test_each_way_to_write_a_search_shows_the_same_tree(way: str, tmp_path: Path) -> None:
    """Functions, methods, lambdas and generators; with and without a window, a memo or a cache."""
    largest = list(real_trees(game(tmp_path, WAYS[way])))[-1]
    assert nested(largest) == WAYS[way].tree


@pytest.mark.parametrize(("shortcut", "right"), [("value > 0", True), ("value == 1", True), ("value < 1", False)])
def test_a_search_may_stop_at_a_sure_win(shortcut: str, right: bool, tmp_path: Path) -> None:
    """Within the values of its own leaves, nothing is cut off wrongly; else it is."""
    text = """
def negamax(pile, alpha, beta):
    if not moves(pile):
        return -1
    best = -inf
    for take in moves(pile):
        value = -negamax(pile - take, -beta, -max(alpha, best))
        best = max(best, value)
        if SHORTCUT or best >= beta:
            break
    return best
"""
    found = game(tmp_path, Written(text.replace("SHORTCUT", shortcut), "negamax", "negamax(6, -inf, inf)"))
    assert (not found.faults) == right
    assert bool(found.limits.among) == (shortcut == "value > 0")


def test_standing_values_are_recognized(tmp_path: Path) -> None:
    """Also where a drawn value of a child hides that of its parent: 2 of one left, and -2 of two."""
    text = """
def quiet(pile, alpha, beta):
    best = pile * 7 % 11 - 5
    for take in moves(pile):
        if best >= beta:
            break
        best = max(best, -quiet(pile - take, -beta, -max(alpha, best)))
    return best
"""
    for pile in (1, 3, 5):  # few positions, too: they may all have the same value
        with pytest.raises(PreconditionError, match="standing value in quiescence"):
            game(tmp_path, Written(text, "quiet", f"quiet({pile}, -inf, inf)"))


def test_a_game_may_only_have_values_that_count_as_infinite(tmp_path: Path) -> None:
    """Then it is checked with small ones."""
    text = "def negamax(pile):\n    return max((-negamax(pile - take) for take in moves(pile)), default=-(10**12))\n"
    assert game(tmp_path, Written(text, "negamax", "negamax(4)")).limits.values == 1
