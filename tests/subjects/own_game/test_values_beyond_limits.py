"""Values beyond what a search can handle: its first best values, infinite values, and distances to a mate."""

from pathlib import Path
from random import Random

import pytest

from own_programs import assert_right, own_subject

FORGETS_ITS_VALUE = """
    def search(stones, depth, mine):
        if depth == 0:
            return stones % 3
        best = float("-inf") if mine else float("inf")
        for take in (1, 2, 3, 4):
            value = search(stones - take, depth - 1, not mine)
            if mine:
                best = max(best, value)
            else:
                forgotten = min(best, value)
        return best
"""


def test_an_infinite_value_that_no_leaf_has_comes_from_the_search(tmp_path: Path) -> None:
    """For MIN, the search never updates `best`, so it returns inf; no leaf has that value, so these are not leaves."""
    subject = own_subject(tmp_path, FORGETS_ITS_VALUE, "search", "search(9, 2, True)")
    (game,) = subject.games
    assert not game.opaque


@pytest.mark.parametrize(("leaf", "leaves"), [("stones % 3", 0), ("inf if stones == 70 else stones % 3", 3)])
def test_a_few_infinite_values_come_from_the_search_if_the_source_gives_none(
    leaf: str, leaves: int, tmp_path: Path
) -> None:
    """If the source also returns an infinite value, three positions may have it because of moves without a call."""
    text = FORGETS_ITS_VALUE.replace("(1, 2, 3, 4)", "(1, 2, 3)").replace("stones % 3", leaf)
    (game,) = own_subject(tmp_path, f"    from math import inf\n{text}", "search", "search(9, 2, True)").games
    assert len(game.opaque) == leaves


SMALL_BEST_VALUES = """
    def search(stones, depth, mine):
        if depth == 0:
            return 5000 if stones == 3 else stones % 3
        best = -100 if mine else 100
        for take in (1, 2, 3):
            value = search(stones - take, depth - 1, not mine)
            best = max(best, value) if mine else min(best, value)
        return best
"""


def test_a_search_whose_best_value_starts_too_small_still_shows_who_moves(tmp_path: Path) -> None:
    """No rule explains every call, so the one that explains the most values decides."""
    subject = own_subject(tmp_path, SMALL_BEST_VALUES, "search", "search(8, 2, False)")
    (game,) = subject.games
    assert not game.is_max(game.root)
    assert all(game.is_max(node) for node in game.root.children)


def test_some_trees_only_have_large_values_of_one_sign(tmp_path: Path) -> None:
    """On trees whose large values have one sign, the minimum of many leaves may exceed a constant of the search."""
    subject = own_subject(tmp_path, SMALL_BEST_VALUES, "search", "search(8, 2, False)")
    random = Random(1)  # noqa: S311
    drawn = [subject.drawn_tree(random).leaf_values for _ in range(40)]
    assert any(min(values) > 100 for values in drawn)
    assert any(max(values) < -100 for values in drawn)
    assert any(min(values) < 0 < max(values) for values in drawn)


def test_values_that_are_changed_for_the_distance_to_a_mate_are_not_drawn(tmp_path: Path) -> None:
    """Random values hardly ever come as close to the value of a mate as those that the search changes."""
    text = """
        def search(pile, mine):
            if pile <= 0:
                return -1_000_000 if mine else 1_000_000
            best = -10**9 if mine else 10**9
            for taken in (1, 2, 3):
                value = search(pile - taken, not mine)
                value += -1 if value > 999_000 else 1 if value < -999_000 else 0
                best = max(best, value) if mine else min(best, value)
            return best
    """
    subject = own_subject(tmp_path, text, "search", "search(6, True)")
    assert subject.games[0].limits.values == 30_000
    assert (
        "was only checked with values from -30,000 to 30,000, since it changes values outside this range that its "
        "recursive calls return" in subject.facts
    )
    assert_right(subject)
