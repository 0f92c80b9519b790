"""Check, read, write and add leaf values and window ends, and find a value between two values."""

from contextlib import suppress
from fractions import Fraction
from math import isfinite, isinf
from typing import TypeGuard

from prunecheck.errors import TreeError
from prunecheck.trees.protocol import INF, Number

INT64 = range(-(2**63), 2**63)  # the integers that every JSON reader accepts; larger ones are written as strings


def is_number(value: object) -> TypeGuard[Number]:
    """True for int, float and Fraction. False for bool, although bool is a subclass of int."""
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def is_nan(value: object) -> bool:
    """True for NaN of any numeric type, and for a tuple that contains NaN.

    Trees with NaN are refused, because NaN has no order.
    """
    if isinstance(value, tuple):
        return any(map(is_nan, value))
    try:
        return bool(value != value)  # noqa: PLR0124  # only NaN differs from itself
    except ArithmeticError:  # raised for a signalling NaN of `decimal`
        return True
    except ValueError:  # raised for an array; other code refuses arrays
        return False


def check_value(value: object, place: str) -> None:
    """Refuse a value that cannot be compared with other values.

    Raises: TreeError, which says at which `place` the value is, for NaN, bool, None and types without an order.
    """
    if is_nan(value):
        raise TreeError(f"{place} is NaN, which cannot be compared; use a number or an infinity")
    if isinstance(value, bool) or value is None:
        raise TreeError(f"{place} is {value!r}, not a value; use a number such as 1, 0 or -1")
    if isinstance(value, set | frozenset | dict):
        raise TreeError(f"{place} is a {type(value).__name__}, which has no total order; use a number or a tuple")


def check_comparable(value: object, place: str, first: object, first_place: str) -> None:
    """Refuse two values of one tree that cannot be compared with each other.

    Raises: TreeError, which says where the two values are.
    """
    try:
        ordered = value < first or value >= first  # type: ignore[operator]  # this is the test
    except TypeError:
        ordered = False
    if not ordered:
        raise TreeError(
            f"{place} is {value!r} ({type(value).__name__}), which cannot be compared with {first!r} "
            f"({type(first).__name__}) at {first_place}; use values of one type"
        )


def read_number(text: str) -> Number:
    """Read a number from text such as '3', '-2.5', '1e3', 'inf', '-inf' or '1/3'.

    Raises: ValueError for a text of another form, NaN included.
    """
    text = text.strip()
    try:
        return int(text, 16 if text.lstrip("+-")[:2].lower() == "0x" else 10)
    except ValueError:
        pass
    if "/" in text:
        try:
            return simplest(Fraction(text))
        except ZeroDivisionError:
            raise ValueError(f"{text!r} divides by zero") from None
    number = float(text)
    if is_nan(number):
        raise ValueError("NaN cannot be compared")
    if isinf(number) and "inf" not in text.lower():
        raise ValueError(f"{text!r} is out of range")
    return number


def show(value: object) -> str:
    """Write a value as on the command line: 3, -2.5, inf, 1/3, (1, -4). Huge integers are written in hexadecimal."""
    try:
        return str(value) if is_number(value) else repr(value)
    except ValueError:  # raised for integers of more than 4,300 decimal digits
        return hex(value) if isinstance(value, int) else f"<{type(value).__name__}>"


def simplest(value: Number) -> Number:
    """The same number as an int if it is whole, else as a float if a float is exact, else as a Fraction."""
    if not isinstance(value, Fraction):
        return value
    if value.denominator == 1:
        return value.numerator
    try:
        as_float = float(value)
    except OverflowError:
        return value
    return as_float if Fraction(as_float) == value else value


def total(first: Number, second: Number) -> Number:
    """The sum of two numbers.

    If a float and an integer that is too large for a float are added, the sum is an exact fraction.

    >>> total(1, 0.5), total(2**1030, 0.5) - 2**1030, total(INF, -(10**400))
    (1.5, Fraction(1, 2), inf)
    """
    try:
        return first + second
    except OverflowError:
        if any(isinstance(value, float) and not isfinite(value) for value in (first, second)):
            return first if isinstance(first, float) else second
        return Fraction(first) + Fraction(second)


def point_between(low: Number, high: Number, share: Fraction) -> Number:
    """A number strictly between `low` and `high`, at about `share` (in (0, 1)) of the distance.

    Since few searches accept a Fraction, the result is only a Fraction if `low` or `high` is a Fraction, or if no float
    is close enough.
    Requires: low < high. If one end is infinite, the point lies a whole number of steps from the other end.
    """
    if low == -INF and high == INF:
        return simplest(share)
    if low == -INF:
        exact, room = Fraction(high) - 4 * (1 - share), Fraction(1)
    elif high == INF:
        exact, room = Fraction(low) + 4 * share, Fraction(1)
    else:
        room = Fraction(high) - Fraction(low)
        exact = Fraction(low) + room * share
    found = simplest(exact)
    if isinstance(found, Fraction) and Fraction not in (type(low), type(high)):
        with suppress(OverflowError):
            near = float(found)
            return near if low < near < high and abs(Fraction(near) - exact) < room / 8 else found
    return found


__all__ = [
    "INF",
    "INT64",
    "check_comparable",
    "check_value",
    "is_nan",
    "is_number",
    "point_between",
    "read_number",
    "show",
    "simplest",
    "total",
]
