"""The expected number of leaves that alpha-beta evaluates in a random uniform tree, exactly and as a float.

The fractions are independent evaluations of the integral formula; the first three are also averages over complete
families. The decimals are the integral over x with 60 digits, in panels that narrow where the distributions change
fast. The figures share no code with `expected_leaves`, which integrates over the root's distribution.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import cosh, isclose, pi, sinh, tanh
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from families import totals
from prunecheck.errors import TreeError
from prunecheck.theory.uniform import (
    expected_leaves,
    expected_leaves_exactly,
    fewest_leaves,
    most_leaves,
    pearl_branching,
)
from searches import CUTS_AT_EQUALITY

EXPECTED: Final = {
    (2, 2): Fraction(11, 3),
    (2, 3): Fraction(719, 105),
    (3, 2): Fraction(521, 70),
    (2, 4): Fraction(77503, 6435),
    (2, 5): Fraction(10855280616157, 501401225325),
    (3, 3): Fraction(57879389791, 2974571600),
    (4, 2): Fraction(547033, 45045),
    (5, 2): Fraction(1720291169, 97349616),
    (6, 2): Fraction(14786001017771, 617109200400),
}

PRINTED: Final = {  # N(b, 1), N(b, 2), ..., N(b, 10), from an earlier independent table
    2: (2, 3.666667, 6.847619, 12.04398, 21.64989, 37.15956, 65.12144, 109.9992, 189.2517, 316.1465),
    3: (3, 7.442857, 19.45806, 45.20245, 110.4866, 248.5619, 582.3659, 1287.079, 2931.215, 6410.522),
    5: (5, 17.67127, 69.8637, 227.3531, 807.6293, 2549.912, 8514.978, 26540.93, 85519.63, 264971.2),
    8: (8, 38.65066, 222.3719, 987.6677, 4910.597, 21358.84, 98531.23, 425956.9, 1894475, 8173492),
    16: (16, 122.1116, 1214.453, 8666.857, 70393.42, 500942.7, 3746640, 2.670993e7, 1.937923e8, 1.382992e9),
    40: (40, 568.3339, 11565.26, 160382, 2510140, 3.538712e7, 5.143798e8, 7.292482e9, 1.041117e11, 1.478126e12),
}

LIMITS: Final = {2: 1.618034, 3: 2.147899, 4: 2.629658, 8: 4.309330, 16: 7.141126, 24: 9.652711, 40: 14.203358}

DIGITS: Final = 60
PANELS: Final = 45  # on either side, each panel half as wide as the one before
STEPS: Final = [nth / 8 for nth in range(-26, 27)]  # steps of the tanh-sinh rule within a panel
RULE: Final = [(tanh(pi / 2 * sinh(t)), pi / 16 * cosh(t) / cosh(pi / 2 * sinh(t)) ** 2) for t in STEPS]
ONLY: Final = Decimal(10) ** -25  # below this number, the first term of a power series is enough

branchings = st.integers(1, 60)
depths = st.integers(0, 30)


@pytest.mark.slow_cases("3-2")
@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 3), (3, 2)])
def test_the_average_over_all_orders_of_leaves_is_exact(branching: int, depth: int) -> None:
    """F2 on every order of the leaves evaluates exactly N(b, d) leaves on average."""
    assert totals(CUTS_AT_EQUALITY["f2"], branching, depth, "orders").mean == EXPECTED[branching, depth]


@pytest.mark.parametrize(("branching", "depth"), EXPECTED)
def test_the_integral_formula_gives_the_same_fractions(branching: int, depth: int) -> None:
    """N(b, d) follows from the path-bound law alone, without any search."""
    assert expected_leaves_exactly(branching, depth) == EXPECTED[branching, depth]


@pytest.mark.parametrize(("branching", "depth"), EXPECTED)
def test_the_player_at_the_root_does_not_change_the_expectation(branching: int, depth: int) -> None:
    """With MIN at the root the polynomials differ, but N(b, d) is the same."""
    assert expected_leaves_exactly(branching, depth, max_at_root=False) == EXPECTED[branching, depth]


@pytest.mark.parametrize(
    ("branching", "depth"),
    [*product(range(2, 6), range(5)), (2, 7), (2, 9), (3, 6), (6, 3), (10, 3), (40, 2)],
)
def test_the_float_is_the_fraction(branching: int, depth: int) -> None:
    """The float and the fraction agree to at least 13 digits, if the fraction can be computed."""
    exact = float(expected_leaves_exactly(branching, depth))
    assert isclose(expected_leaves(branching, depth), exact, rel_tol=1e-13)


@pytest.mark.parametrize("branching", PRINTED)
def test_the_float_is_as_printed(branching: int) -> None:
    """The table has seven digits for each depth from 1 to 10."""
    found = [float(f"{expected_leaves(branching, depth):.7g}") for depth in range(1, 11)]
    assert all(isclose(ours, theirs, rel_tol=1e-6) for ours, theirs in zip(found, PRINTED[branching], strict=True))


def series(base: Decimal, count: int) -> tuple[Decimal, Decimal]:
    """1 + f + ... + f^(count - 1), and its derivative by f; `base` is f."""
    rest = 1 - base
    if rest < ONLY:
        return Decimal(count), Decimal(count * (count - 1) // 2)
    power = base ** (count - 1)
    return (1 - power * base) / rest, ((1 - power * base) / rest - count * power) / rest


def integrand(branching: int, depth: int, x: Decimal) -> Decimal:
    """A'(x) B(x), computed from the leaves up."""
    law, slope = x, Decimal(1)
    size, rate = Decimal(1), Decimal(0)
    for height in range(1, depth + 1):
        of_max = (depth - height) % 2 == 0
        base = law if of_max else 1 - law
        siblings, more = series(base, branching)
        size *= siblings
        if of_max:
            rate += more / siblings * slope
        slope *= branching * base ** (branching - 1)
        law = base**branching if of_max else 1 - base**branching
    return size * rate


@cache
def turning_point(branching: int, depth: int) -> Decimal:
    """The fixed point x of two plies. Iterates from above x tend to 1, and iterates from below x tend to 0."""
    low, high = Decimal(10) ** -9, 1 - Decimal(10) ** -9
    for _ in range(3 * DIGITS):
        x = (low + high) / 2
        above = 1 - (1 - x**branching) ** branching if depth % 2 else (1 - (1 - x) ** branching) ** branching
        low, high = (x, high) if above < x else (low, x)
    return low


@pytest.mark.fast_cases("2-12", "2-3", "5-12")
@pytest.mark.parametrize(("branching", "depth"), [(2, 3), (2, 12), (5, 12), (12, 12), (16, 11), (30, 12), (40, 12)])
def test_computing_with_many_digits_changes_nothing(branching: int, depth: int) -> None:
    """The integral over x with 60 digits agrees with the float to 13, even for steep distributions."""
    with localcontext() as context:
        context.prec = DIGITS
        turn = turning_point(branching, depth)
        halves = [Decimal(2) ** -nth for nth in range(1, PANELS)]
        ends = [Decimal(0), *(turn - turn * part for part in halves)]
        ends += [*(turn + (1 - turn) * part for part in reversed(halves)), Decimal(1)]
        found = Decimal(branching ** (depth // 2))
        for start, end in pairwise(ends):
            middle, half = (start + end) / 2, (end - start) / 2
            points = ((middle + half * Decimal(place), Decimal(weight)) for place, weight in RULE)
            found += half * sum(weight * integrand(branching, depth, x) for x, weight in points)
    assert isclose(expected_leaves(branching, depth), float(found), rel_tol=1e-13)


@pytest.mark.parametrize("branching", [1, 2, 7, 40, 1_000])
def test_trees_of_up_to_one_ply_are_never_pruned(branching: int) -> None:
    """N(b, 0) = 1 and N(b, 1) = b: with the root's window open there are no cutoffs."""
    assert expected_leaves(branching, 0) == 1
    assert isclose(expected_leaves(branching, 1), branching, rel_tol=1e-13)
    assert expected_leaves_exactly(branching, 1) == branching


@given(depth=depths)
def test_a_single_line_of_play_has_one_leaf(depth: int) -> None:
    """N(1, d) = 1."""
    assert expected_leaves(1, depth) == expected_leaves_exactly(1, depth) == 1


@pytest.mark.slow
@given(branching=branchings, depth=depths)
def test_the_mean_lies_between_the_fewest_and_the_most(branching: int, depth: int) -> None:
    """The mean lies strictly between if some cutoff depends on the values (two children and two plies are enough)."""
    least, mean, most = (count(branching, depth) for count in (fewest_leaves, expected_leaves, most_leaves))
    if branching == 1 or depth < 2:
        assert least == most
        assert isclose(mean, most, rel_tol=1e-13)
    else:
        assert least < mean < most


@pytest.mark.slow
@given(branching=st.integers(1, 60), depth=st.integers(1, 30))
def test_more_children_and_more_plies_cost_more(branching: int, depth: int) -> None:
    """N(b, d) increases with b and, for b > 1, with d, by a factor of less than b for each ply."""
    here = expected_leaves(branching, depth)
    assert expected_leaves(branching + 1, depth) > here
    if branching > 1:
        assert here < expected_leaves(branching, depth + 1) < branching * here


@pytest.mark.parametrize("branching", LIMITS)
def test_the_branching_factor_is_pearl_s(branching: int) -> None:
    """The branching factor is xi / (1 - xi), here to six places, with xi^b + xi = 1."""
    factor = pearl_branching(branching)
    assert round(factor, 6) == LIMITS[branching]
    xi = factor / (1 + factor)
    assert isclose(xi**branching + xi, 1, rel_tol=1e-14)


@pytest.mark.slow_cases("10")
@pytest.mark.parametrize("branching", [2, 3, 10])
def test_two_more_plies_multiply_by_the_square_of_the_limit(branching: int) -> None:
    """At 120 plies this holds to seven digits."""
    quotient = expected_leaves(branching, 120) / expected_leaves(branching, 118)
    assert isclose(quotient, pearl_branching(branching) ** 2, rel_tol=1e-7)


@pytest.mark.parametrize("count", [most_leaves, fewest_leaves, expected_leaves, expected_leaves_exactly])
@pytest.mark.parametrize(("branching", "depth", "names"), [(0, 3, "branching is 0"), (2, -1, "depth is -1")])
def test_an_impossible_tree_is_refused(count: object, branching: int, depth: int, names: str) -> None:
    """The message names the parameter."""
    assert callable(count)
    with pytest.raises(TreeError, match=names):
        count(branching, depth)


def test_a_tree_with_too_many_leaves_for_a_float_is_refused() -> None:
    """If N(b, d) exceeds 1.8e308, there is a clear error.

    Otherwise, the result is a float, for any number of children.
    """
    assert isclose(expected_leaves(10**100, 2) / expected_leaves(10**98, 2), 1e4, rel_tol=0.05)
    assert 1e270 < expected_leaves(10**70, 4) < 1e275
    for branching, depth in ((10**120, 4), (10**320, 1), (2, 2_200), (2, 10_000)):
        with pytest.raises(TreeError, match="too many leaves for a float"):
            expected_leaves(branching, depth)


def test_fractions_of_large_trees_are_refused() -> None:
    """The maximum is 4,096 leaves, whose fraction has thousands of digits."""
    with pytest.raises(TreeError, match="use expected_leaves"):
        expected_leaves_exactly(2, 13)
