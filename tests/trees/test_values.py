"""Values: which ones are accepted, how they are read and written, and values between two of them."""

from decimal import Decimal
from fractions import Fraction
from math import nextafter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from prunecheck import INF, Number, TreeError
from prunecheck.trees.values import (
    check_comparable,
    check_value,
    is_nan,
    is_number,
    point_between,
    read_number,
    show,
    simplest,
)

NUMBERS = st.integers() | st.floats(allow_nan=False) | st.fractions()
SHARES = st.fractions(0, 1).filter(lambda share: 0 < share < 1)
NAN = float("nan")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3),
        (" -7\n", -7),
        ("-2.5", -2.5),
        ("1e3", 1000.0),
        ("inf", INF),
        ("-inf", -INF),
        ("1/3", Fraction(1, 3)),
        ("2/4", 0.5),
        ("-6/3", -2),
        (str(10**40), 10**40),
    ],
)
def test_a_number_is_read_in_its_simplest_type(text: str, number: Number) -> None:
    """Whole numbers become int, numbers that a float holds exactly become float, others stay fractions."""
    found = read_number(text)
    assert found == number
    assert type(found) is type(number)


@pytest.mark.parametrize("text", ["", "nan", "-NaN", "1/0", "0/0", "one", "1 2", "1/inf", "0xg", "[3]", "1//2"])
def test_other_text_is_not_a_number(text: str) -> None:
    """Other text raises ValueError, as do NaN and division by zero."""
    with pytest.raises(ValueError, match=r"."):
        read_number(text)


@pytest.mark.parametrize("text", ["1e999", "-1e999", "9" * 5000, "-" + "9" * 5000])
def test_a_number_too_large_to_read_is_not_infinity(text: str) -> None:
    """Only the word `inf` means infinity. If a large number became infinite, the order of leaves would change."""
    with pytest.raises(ValueError, match=r"."):
        read_number(text)


@given(st.text())
def test_any_text_is_a_number_or_a_value_error(text: str) -> None:
    """NaN is never returned, and no other error is raised."""
    try:
        number = read_number(text)
    except ValueError:
        return
    assert is_number(number)
    assert not is_nan(number)


@given(NUMBERS)
def test_shown_numbers_can_be_read_back(number: Number) -> None:
    """`read_number` undoes `show` for every number."""
    assert read_number(show(number)) == number


def test_an_integer_of_any_length_is_shown() -> None:
    """Python's limit on the digits of an int does not break a message."""
    assert show(10**5000)


@pytest.mark.parametrize("value", [(1, -4), "fig", None, True])
def test_other_values_are_shown_as_python_writes_them(value: object) -> None:
    """These values are shown on one line, whatever they contain."""
    assert eval(show(value)) == value  # noqa: S307  # its own repr


@given(NUMBERS)
def test_the_simplest_form_is_the_same_number(number: Number) -> None:
    """A Fraction stays one only if neither an int nor a float equals it."""
    found = simplest(number)
    assert found == number
    if isinstance(number, Fraction):
        whole = number.denominator == 1
        exact = Fraction(float(number)) == number
        assert type(found) is (int if whole else float if exact else Fraction)
    else:
        assert found is number


def test_a_fraction_beyond_all_floats_stays_a_fraction() -> None:
    """A huge fraction does not overflow."""
    huge = Fraction(10**400) + Fraction(1, 2)
    assert simplest(huge) is huge


@pytest.mark.slow
@given(NUMBERS, NUMBERS, SHARES, SHARES)
@example(0, -9, Fraction(1, 2), Fraction(1, 10**16))  # the nearest float is -9 itself
@example(0, -9, Fraction(1, 2), Fraction(10**20 + 1, 2 * 10**20))  # the same float is nearest to both points
def test_a_point_lies_strictly_between(one: Number, other: Number, share: Fraction, larger: Fraction) -> None:
    """The point lies between the two numbers, however close they are; a larger share never gives a lower point."""
    if one == other:
        return
    low, high = min(one, other), max(one, other)
    near, far = (point_between(low, high, part) for part in sorted([share, larger]))
    assert low < near <= far < high
    assert (near < far) is (share != larger) or isinstance(near, float)


@pytest.mark.parametrize(
    ("low", "high"),
    [
        (1.0, nextafter(1.0, 2.0)),
        (0, nextafter(0.0, 1.0)),
        (10**30, 10**30 + 1),
        (10**400, 10**400 + 1),
        (-INF, -(10**400)),
        (10**400, INF),
        (-INF, INF),
        (nextafter(INF, 0.0), INF),
        (Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**50)),
    ],
    ids=lambda end: f"{float(end):.17g}" if abs(end) < 10**300 else "large",
)
def test_a_point_lies_between_neighbours(low: Number, high: Number) -> None:
    """Adjacent floats, huge integers and infinite ends: two points fit between them, in order."""
    near, far = (point_between(low, high, Fraction(quarters, 4)) for quarters in (1, 3))
    assert low < near < far < high


@pytest.mark.parametrize(
    ("value", "truth"),
    [
        (NAN, True),
        (complex(0, NAN), True),
        (Decimal("NaN"), True),
        (Decimal("sNaN"), True),
        ((1, (2, (NAN,))), True),
        ((1, Decimal("sNaN")), True),
        (INF, False),
        (Decimal(3), False),
        ((1, (2, -INF)), False),
        ((), False),
        ("nan", False),
        (None, False),
    ],
)
def test_nan_is_recognised_everywhere(value: object, truth: bool) -> None:
    """Any numeric type may be NaN, signalling or not, at any depth in a tuple; the text 'nan' is not NaN."""
    assert is_nan(value) is truth


def test_a_bool_is_not_a_number() -> None:
    """Python treats True and False as integers."""
    assert not is_number(True)
    assert all(map(is_number, (1, 1.5, INF, Fraction(1, 3))))
    assert not any(map(is_number, ("1", None, 1j, Decimal(1), (1,))))


@pytest.mark.parametrize(
    ("value", "what", "remedy"),
    [
        (NAN, "NaN", "use a number or an infinity"),
        ((0, NAN), "NaN", "use a number or an infinity"),
        (False, "False", "use a number such as"),
        (None, "None", "use a number such as"),
        ({1}, "a set", "use a number or a tuple"),
        (frozenset(), "a frozenset", "use a number or a tuple"),
        ({}, "a dict", "use a number or a tuple"),
    ],
)
def test_values_that_cannot_be_compared_are_refused(value: object, what: str, remedy: str) -> None:
    """The error starts with the place, and has the value and the remedy."""
    with pytest.raises(TreeError, match=rf"^the leaf at \[3\] is {what}.*; {remedy}"):
        check_value(value, "the leaf at [3]")


@pytest.mark.parametrize("value", [1, 0.5, -INF, Fraction(1, 3), "fig", (1, -4), Decimal(2)])
def test_ordered_values_are_accepted(value: object) -> None:
    """Each value can be compared with itself.

    A value is refused together with a value of a different type, and the message names both places.
    """
    check_value(value, "here")
    check_comparable(value, "here", value, "there")
    with pytest.raises(TreeError, match=r"^here is .* cannot be compared with .* at there; use values of one type"):
        check_comparable(value, "here", [value], "there")
