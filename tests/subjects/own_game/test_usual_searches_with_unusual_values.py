"""Right searches pass whatever numbers their game has and whatever their bounds are called; wrong ones fail."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck import verify_search
from prunecheck.api import Verdict

SEARCH = """
    from decimal import Decimal
    from fractions import Fraction

    def search(place, depth, {low}, {high}, mine):
        if depth == 0:
            return {leaf}
        best = None
        for move in range(3):
            found = search(place * 3 + move, depth - 1, {low}, {high}, not mine)
            if best is None or (found > best if mine else found < best):
                best = found
            if mine:
                {low} = max({low}, {keeps})
            else:
                {high} = min({high}, best)
            if {low} >= {high}:
                break
        return best
"""


def judged(tmp_path: Path, **parts: str) -> Verdict:
    """The verdict on a search with these parts, from a starting call three plies deep."""
    usual = {"low": "alpha", "high": "beta", "leaf": "place * 7919 % 101 - 50", "keeps": "best"}
    (tmp_path / "engine.py").write_text(dedent(SEARCH).format(**usual | parts), encoding="utf-8")
    name = f"{tmp_path / 'engine.py'}:search"
    return verify_search(name, start="search(1, 3, -1000, 1000, True)", examples=30)


@pytest.mark.slow_cases("Fraction(place [*] 7919 % 101 - 50, 7)")
@pytest.mark.parametrize("leaf", ["Fraction(place * 7919 % 101 - 50, 7)", "Decimal(place * 7919 % 101 - 50) / 10"])
def test_values_that_no_float_holds_exactly_are_compared_as_they_are_passed(leaf: str, tmp_path: Path) -> None:
    """The right search passes, and one that keeps too high an alpha fails."""
    assert judged(tmp_path, leaf=leaf).sound
    assert "wrong bound" in str(judged(tmp_path, leaf=leaf, keeps="best + 1"))


@pytest.mark.slow_cases("p-q")
@pytest.mark.parametrize(("low", "high"), [("p", "q"), ("x", "y")])
def test_bounds_of_any_name_are_found_beside_a_depth(low: str, high: str, tmp_path: Path) -> None:
    """A depth also shrinks from call to call, but always by 1."""
    right = judged(tmp_path, low=low, high=high)
    assert right.sound
    assert "evaluates exactly the leaves of alpha-beta" in str(right)
    assert "wrong bound" in str(judged(tmp_path, low=low, high=high, keeps="best + 1"))


UNBOUND: Final = """
    def search(marks, depth):
        if depth == 0:
            return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20, None
        best = -5000
        for mark in (1, 2, 3):
            value = -search((*marks, mark), depth - 1)[0]
            if value > best:
                best, move = value, mark
        return best, move
"""


def test_a_search_may_fail_for_values_beyond_its_first_best(tmp_path: Path) -> None:
    """No value of its own game is as large, so this is only noted."""
    subject = own_subject(tmp_path, UNBOUND, "search", "search((), 3)")
    assert_right(subject)
    assert any("because a constant in the search is too small" in note for note in subject.games[0].notes)


@pytest.mark.parametrize(("first", "close"), [("-24", True), ("-5000", False)])
def test_a_first_best_just_beyond_the_values_seen_is_noted_without_v(first: str, close: bool, tmp_path: Path) -> None:
    """Deeper positions may have larger values."""
    subject = own_subject(tmp_path, UNBOUND.replace("-5000", first), "search", "search((), 3)")
    assert any("because a constant in the search is too small" in note for note in subject.doubts) == close
