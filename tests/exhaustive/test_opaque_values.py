"""A search may only compare and negate opaque values. The error names any other operation."""

from collections.abc import Callable
from math import inf, sqrt
from typing import Any

import pytest

from prunecheck.exhaustive.opaque import Opaque, OpaqueValues, RefusedError
from prunecheck.exhaustive.orders import BOTTOM, TOP

ALLOWED: dict[str, Callable[[Any, Any], object]] = {
    "order": lambda low, high: low < high and high > low and low <= high and high >= low,
    "equality": lambda low, high: low == low and low != high,  # noqa: PLR0124
    "extremes": lambda low, high: max(low, high, -inf) is high and min(low, high, inf) is low,
    "infinities": lambda low, high: -inf < low < inf and inf > high > -inf,
    "negatives": lambda low, high: -high < -low and max(-low, -high) == -low,
    "sorting": lambda low, high: sorted([high, low]) == [low, high],
    "type": lambda low, high: isinstance(low, (int, float)),
}
REFUSED: dict[str, Callable[[Any, Any], object]] = {
    "calculates with values (+)": lambda low, high: low + 1,
    "calculates with values (-)": lambda low, high: high - low,
    "calculates with values (*)": lambda low, high: 2 * low,
    "compares a value with the number 0": lambda low, high: low > 0,
    "compares a value with the number -1000000": lambda low, high: max(-1_000_000, low),
    "compares a value with a negated value": lambda low, high: -low < high,
    "tests whether a value is 0": lambda low, high: low or high,
    "converts a value": lambda low, high: sqrt(low),
    "takes an absolute value": lambda low, high: abs(low),
    "writes a value as text": lambda low, high: f"{low}",
}


@pytest.mark.parametrize("use", ALLOWED.values(), ids=ALLOWED)
@pytest.mark.parametrize("signed", [False, True])
def test_values_can_be_compared_and_negated(use: Callable[[Any, Any], object], signed: bool) -> None:
    """Opaque values behave like numbers in the same order."""
    values = OpaqueValues(signed=signed)
    assert use(values.of(0), values.of(3))
    assert not values.refused


@pytest.mark.parametrize("act", REFUSED)
def test_other_operations_are_refused_and_named(act: str) -> None:
    """Any other operation raises an error, and is recorded even if the search catches the error."""
    values = OpaqueValues(signed=False)
    with pytest.raises(RefusedError, match="can only be compared"):
        REFUSED[act](values.of(0), values.of(3))
    assert values.refused == act


def test_with_signs_values_compare_with_negatives() -> None:
    """Signed orders decide: 3 is above -6, and 0 is its own negative."""
    values = OpaqueValues(signed=True)
    assert -values.of(6) < values.of(3) < values.of(6)
    assert -values.of(0) == values.of(0)
    assert values.negated


def test_answers_may_be_values_or_infinities_but_no_other_numbers() -> None:
    """An answer may also be computed from a value by our own code."""
    values = OpaqueValues(signed=False)
    value = values.of(3)
    assert isinstance(value, Opaque)
    assert values.answer(value) == values.answer(int.__pos__(value)) == 3
    assert values.answer(values.of(TOP)) == inf
    assert values.of(BOTTOM) == -inf
    with pytest.raises(RefusedError):
        values.answer(7)
    assert values.refused == "returns 7, which is not one of the values of the tree"
