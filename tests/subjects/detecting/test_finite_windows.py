"""A search whose alpha and beta have finite defaults gets these for an infinite window if it needs finite bounds."""

from collections.abc import Callable
from math import ceil, floor, inf
from typing import Any

import pytest

from prunecheck import verify_search
from prunecheck.subjects.find import subject_of
from prunecheck.subjects.load_search import load_object

NOTE = "fails in the window (-inf, inf), so it was called with its default window (-40000, 40000) instead"


def plain(node: Any, alpha: float = -40_000, beta: float = 40_000) -> Any:
    """Alpha-beta, which needs no finite bounds."""
    if not node.children:
        return node.value
    best = -inf
    for child in node.children:
        best = max(best, -plain(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def halving(node: Any, lo: float = -40_000, hi: float = 40_000) -> Any:
    """Halve the window with null windows; the middle of an infinite window is not a number, so this would never end."""
    while lo < hi:
        middle = (lo + hi + 1) // 2
        value = plain(node, middle - 1, middle)
        if value >= middle:
            lo = value
        else:
            hi = value
    return hi


def counting(node: Any, lo: float = -40_000, hi: float = 40_000) -> Any:
    """Round both bounds outwards to whole numbers, which raises an error for infinity."""
    return plain(node, floor(lo), ceil(hi))


def wrong_halving(node: Any, lo: float = -40_000, hi: float = 40_000) -> Any:
    """Return the middle of the window if it is a lower bound."""
    while lo < hi:
        middle = (lo + hi + 1) // 2
        value = plain(node, middle - 1, middle)
        if value >= middle + 5:
            return middle
        lo, hi = (value, hi) if value >= middle else (lo, value)
    return hi


@pytest.mark.slow_cases("halving-*")
@pytest.mark.parametrize(
    ("search", "ends"),
    [(plain, None), (halving, (-40_000, 40_000)), (counting, (-40_000, 40_000))],
)
def test_finite_defaults_stand_for_infinity_if_needed(
    search: Callable[..., Any], ends: tuple[float, float] | None
) -> None:
    """A search that accepts infinite bounds gets them."""
    subject = subject_of(load_object(search))
    assert subject.python.adapter.ends == ends
    assert bool(subject.assumptions) == (ends is not None)


@pytest.mark.fast_cases("counting")
@pytest.mark.parametrize("search", [halving, counting])
def test_a_search_that_needs_finite_bounds_passes_with_a_note(search: Callable[..., Any]) -> None:
    """All windows are searched, and only infinite bounds are replaced."""
    verdict = verify_search(search, examples=10)
    assert verdict.sound
    assert NOTE in " ".join(str(verdict).split())


@pytest.mark.slow
def test_a_wrong_search_that_halves_its_window_fails() -> None:
    """Finite bounds only replace infinite ones."""
    assert not verify_search(wrong_halving, examples=10).sound
