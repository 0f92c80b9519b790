"""Windows: which ones are valid, and all distinct ones for a set of leaf values."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import comb, nextafter
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from prunecheck import FULL, INF, ExplicitTree, Number, Window, WindowError
from prunecheck.strategies import trees, windows
from prunecheck.trees.small import weak_orders
from prunecheck.trees.window import order_distinct_windows, windows_of_same_kind

NEIGHBOURS = [1.0, nextafter(1.0, 2.0), nextafter(0.0, 1.0), 0, nextafter(2.0**60, INF), 2**60]
NUMBERS = (
    st.integers(-3, 3)
    | st.sampled_from([-INF, INF, 10**30, 10**30 + 1, 10**400, -(10**400), Fraction(1, 3), *NEIGHBOURS])
    | st.floats(allow_nan=False)
    | st.fractions()
)
NAN = float("nan")


def order(values: Sequence[Number], window: Window[Number]) -> tuple[int, ...]:
    """The ranks, from 0 and with ties, of the values and the two ends."""
    items = [*values, window.alpha, window.beta]
    places = sorted(set(items))
    return tuple(places.index(item) for item in items)


def possible_orders(values: Sequence[Number]) -> set[tuple[int, ...]]:
    """All orders of ascending values and two ends with alpha < beta; nothing lies below -inf or above inf."""
    k = len(values)
    return {
        ranks
        for ranks in weak_orders(k + 2)
        if ranks[-2] < ranks[-1]
        and all(ranks[nth] < ranks[nth + 1] for nth in range(k - 1))
        and (values[0] > -INF or ranks[0] == 0)
        and (values[-1] < INF or ranks[k - 1] == max(ranks))
    }


@pytest.mark.parametrize(
    ("alpha", "beta", "why"),
    [
        (5, 5, "window (5, 5) is empty: alpha must be below beta"),
        (INF, -INF, "window (inf, -inf) is empty: alpha must be below beta"),
        (Fraction(1, 3), 0.25, "window (1/3, 0.25) is empty: alpha must be below beta"),
        (NAN, 1, "window (nan, 1) has a NaN end; use a number or an infinity"),
        (1, NAN, "window (1, nan) has a NaN end; use a number or an infinity"),
        ((0, NAN), (1, 2), "window ((0, nan), (1, 2)) has a NaN end; use a number or an infinity"),
        (Decimal(0), Decimal("sNaN"), "has a NaN end; use a number or an infinity"),
        (1, "a\nb", r"window (1, 'a\nb'): the two ends cannot be compared; use two values of one type"),
        ((1, "a"), (1, 2), "window ((1, 'a'), (1, 2)): the two ends cannot be compared; use two values of one type"),
        (None, 1, "window (None, 1): the two ends cannot be compared; use two values of one type"),
        (10**5000, 1, "is empty: alpha must be below beta"),
    ],
    ids=[
        "equal",
        "crossed",
        "fractions",
        "nan alpha",
        "nan beta",
        "nan inside",
        "signalling",
        "kinds",
        "pairs",
        "none",
        "huge",
    ],
)
def test_an_empty_interval_is_not_a_window(alpha: Any, beta: Any, why: str) -> None:
    """The error is one line that shows the window and the remedy."""
    with pytest.raises(WindowError) as caught:
        Window(alpha, beta)
    message = str(caught.value)
    assert message.splitlines() == [message]
    assert why in message


@given(NUMBERS, NUMBERS)
def test_a_window_needs_ascending_ends(alpha: Number, beta: Number) -> None:
    """Any two ascending numbers make one, unchanged; windows with equal ends are equal."""
    if alpha < beta:
        window = Window(alpha, beta)
        assert (window.alpha, window.beta) == (alpha, beta)
        assert window == Window(alpha, beta)
    else:
        with pytest.raises(WindowError):
            Window(alpha, beta)


def test_a_window_may_have_ends_of_any_ordered_kind() -> None:
    """Pairs compare as in Python; `str` of a window is readable, and its `repr` rebuilds it."""
    window = Window((0, -9), (1, -4))
    assert repr(window) == "Window((0, -9), (1, -4))"
    assert str(Window(-INF, Fraction(1, 3))) == "(-inf, 1/3)"


@pytest.mark.parametrize("k", [1, 2, 3, 4, 7])
def test_k_finite_values_have_so_many_windows(k: int) -> None:
    """2k + 1 places give k (2k + 1) windows between two of them, and one window in each of k + 1 gaps."""
    assert len(order_distinct_windows(range(k))) == k * (2 * k + 1) + (k + 1)


@pytest.mark.parametrize(
    "values",
    [
        [0],
        [-1, 0, 5],
        [0, 1, 2, 3],
        [-INF],
        [INF],
        [-INF, INF],
        [-INF, 0, Fraction(1, 3), INF],
        [0, INF],
        [1.0, nextafter(1.0, 2.0)],
        [nextafter(0.0, -1.0), 0, nextafter(0.0, 1.0)],
        [nextafter(INF, 0.0), INF],
        [-(10**30), 10**30, 10**30 + 1],
        [-(10**400), 0.5, 10**400],
    ],
    ids=lambda values: f"{len(values)} values",
)
def test_every_distinct_window_is_listed_once(values: list[Number]) -> None:
    """The windows are all weak orders of the values and two ends; the full window comes first."""
    found = order_distinct_windows(values)
    orders = [order(values, window) for window in found]
    assert found[0] == FULL
    assert len(set(orders)) == len(orders)
    assert set(orders) == possible_orders(values)


@pytest.mark.slow
@given(st.lists(NUMBERS, min_size=1, max_size=6))
def test_the_number_of_windows_is_right_for_any_values(values: list[Number]) -> None:
    """For numbers of any type, in any order and with repetitions, no window repeats."""
    found = order_distinct_windows(values)
    distinct = sorted(set(values))
    infinite = sum(value in (-INF, INF) for value in distinct)
    places = 2 * len(distinct) + 1 - infinite
    gaps = len(distinct) + 1 - infinite
    assert len(found) == len({order(distinct, window) for window in found}) == comb(places, 2) + gaps
    assert found[0] == FULL
    assert all(window.alpha < window.beta for window in found)


@pytest.mark.parametrize("values", [[0], [0, 1], [0, 2], [0, 3], [0, 1, 3, 4], [-2, 0, 4]], ids=str)
def test_integer_values_have_all_windows_with_integer_ends(values: list[Number]) -> None:
    """Each way in which two integer ends can lie among the values is listed once; none lies between two neighbours."""
    found = windows_of_same_kind(values)
    ends = [-INF, *range(-4, 7), INF]
    wanted = {order(values, Window(alpha, beta)) for alpha in ends for beta in ends if alpha < beta}
    orders = [order(values, window) for window in found]
    assert found[0] == FULL
    assert len(orders) == len(set(orders))
    assert set(orders) == wanted


@given(st.lists(st.integers() | st.sampled_from([-INF, INF]), min_size=1, max_size=6))
def test_ends_are_integers_if_all_values_are(values: list[Number]) -> None:
    """The values may be arbitrarily large."""
    found = windows_of_same_kind(values)
    assert found[0] == FULL
    assert all(end in (-INF, INF) or isinstance(end, int) for window in found for end in (window.alpha, window.beta))


@pytest.mark.slow
@given(st.lists(NUMBERS, max_size=5), st.floats(allow_infinity=False, allow_nan=False) | st.just(Fraction(1, 3)))
@example([0, 1], 0.0)
def test_other_values_have_all_distinct_windows(values: list[Number], other: Number) -> None:
    """One float or fraction is enough."""
    assert windows_of_same_kind([*values, other]) == order_distinct_windows([*values, other])


def test_ends_between_floats_are_floats() -> None:
    """A search with floats would round a Fraction, and be judged in a window that it did not get."""
    ends = {
        end for window in order_distinct_windows([0.044642857142857144, 0.1]) for end in (window.alpha, window.beta)
    }
    assert not any(isinstance(end, Fraction) for end in ends)


@pytest.mark.parametrize("half", [0.5, Fraction(1, 2)])
def test_ends_have_the_type_of_the_values(half: Number) -> None:
    """Equal values of another type that were converted before make no difference."""
    for find in (windows_of_same_kind, order_distinct_windows):
        assert {type(end) for window in find([half]) for end in (window.alpha, window.beta) if end == half} == {
            type(half)
        }


@given(trees(), st.data())
def test_the_strategy_draws_only_distinct_windows(tree: ExplicitTree[Number], data: st.DataObject) -> None:
    """`windows(tree)` draws windows that differ for the leaves of the tree."""
    assert data.draw(windows(tree)) in windows_of_same_kind(tree.leaf_values)
