"""Gradual aspiration finds the value for any guess and any margins, in a bounded number of searches."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prunecheck import FULL, INF, ExplicitTree, Number, Search, Window, from_nested
from prunecheck.catalog.forms import FORMS
from prunecheck.catalog.records import Form
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.variants.call_forms import for_mover
from prunecheck.variants.drivers.aspiration import aspiration
from prunecheck.variants.drivers.gradual_aspiration import gradual_aspiration
from prunecheck.variants.forms.fail_soft import fail_soft

SOFT = for_mover(fail_soft)
TREE = from_nested([[3, 5], [2, 9]])  # its value is 3

numbers = st.sampled_from([0, 1, -3, 1 / 2, Fraction(1, 3), 2.0**53, 1e308, 10**30, 10**400, INF, -INF])
margins = st.lists(st.sampled_from([0, -1, 1, 2.0**-60, 3, 4.5, 1e308, 10**31, 10**401, INF]), max_size=5)


@settings(max_examples=60)
@given(form=st.sampled_from([row.form for row in FORMS]), tree=trees(), guess=numbers, margins=margins)
def test_the_value_is_found_whatever_the_guess_and_the_margins(
    form: Search, tree: ExplicitTree[Number], guess: Number, margins: list[Number]
) -> None:
    """Each window contains the previous one, and there are at most as many searches as margins, plus one."""
    found = gradual_aspiration(tree, tree.root, form, guess, margins)
    assert found.value == value(tree, tree.root)
    assert len(found.windows) <= len(margins) + 1
    for narrow, wide in pairwise(found.windows):
        assert wide.alpha <= narrow.alpha < narrow.beta <= wide.beta
        assert wide != narrow


def test_only_the_failing_end_is_widened_step_by_step_and_finally_open() -> None:
    """The other end of the window stays where it was."""
    expected: dict[int, list[tuple[Number, Number]]] = {
        3: [(2, 4)],
        0: [(-1, 1), (-1, 4)],
        -9: [(-10, -8), (-10, -5), (-10, 1), (-10, INF)],
        9: [(8, 10), (5, 10), (-1, 10)],
        99: [(98, 100), (95, 100), (89, 100), (-INF, 100)],
    }
    for guess, windows in expected.items():
        assert gradual_aspiration(TREE, 0, SOFT, guess, [1, 4, 10]) == (3, tuple(Window(*ends) for ends in windows))


@pytest.mark.parametrize(
    ("guess", "margins", "windows"),
    [
        (2.0**53, [1.0, 4.0], [Window(2.0**53 - 1, 2.0**53 + 4), Window(2.0**53 - 4, 2.0**53 + 4)]),
        (1e300, [1, 2, 3], [FULL]),
        (INF, [1, 2, 3], [FULL]),
        (-INF, [1, 2, 3], [FULL]),
        (0, [], [FULL]),
        (0, [0, -2], [FULL]),
        (0, [2, 1, 2], [Window(-2, 2), Window(-2, INF)]),
        (9.0, [1e-300, 1], [Window(8.0, 10.0)]),
    ],
)
def test_a_margin_that_does_not_move_an_end_is_skipped(
    guess: Number, margins: list[Number], windows: list[Window[Number]]
) -> None:
    """Rounding or infinite values make it ineffective, or it does not grow; no search is repeated for it."""
    searched = gradual_aspiration(TREE, 0, SOFT, guess, margins).windows
    assert list(searched[: len(windows)]) == windows


def test_a_guess_too_large_for_a_float_is_searched_exactly() -> None:
    """Python does not add 10^400 and 0.5."""
    low, high = 10**400 - Fraction(1, 2), 10**400 + Fraction(1, 2)
    for search in (gradual_aspiration(TREE, 0, SOFT, 10**400, [0.5]), aspiration(TREE, 0, SOFT, 10**400, 0.5)):
        assert search == (3, (Window(low, high), Window(-INF, high)))


def test_with_one_margin_it_is_plain_aspiration() -> None:
    """The second window is open on the failing side."""
    for guess in (-9, 0, 3, 9):
        assert gradual_aspiration(TREE, 0, SOFT, guess, [1]) == aspiration(TREE, 0, SOFT, guess, 1)


@pytest.mark.parametrize("row", FORMS, ids=[row.name for row in FORMS])
def test_an_answer_at_an_end_is_only_a_bound(row: Form) -> None:
    """A fail-hard form returns the end itself, however far the value lies beyond it."""
    assert gradual_aspiration(TREE, 0, row.form, 1, [1, 1.5]).value == 3
    assert gradual_aspiration(TREE, 0, row.form, 5, [1, 1.5]).value == 3


def test_infinite_values_are_found() -> None:
    """The last window is open on that side, so a value of infinity ends the search."""
    for infinite in (INF, -INF):
        found = gradual_aspiration(from_nested([infinite]), 0, SOFT, 0, [1, 10, 1e308])
        assert (found.value, len(found.windows)) == (infinite, 4)
