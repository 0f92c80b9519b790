"""The expected number of leaves that alpha-beta reads on a random uniform tree, as an exact fraction.

Model: S. H. Fuller, J. G. Gaschnig and J. J. Gillogly, "Analysis of the alpha-beta pruning algorithm" (1973): the
leaves are distinct and in random order, which is as if drawn independently from one continuous law.

A leaf is read where A < B of the path-bound law, and A and B are independent. With F the distribution of the values of
the nodes at one height, the greatest of i independent left siblings lies below x with chance F(x) ** i; averaged over
the places a path can take below each MAX ancestor, and multiplied over them, this is A(x) / A(1). B is the dual. Hence
N(b, d) = A(0) B(0) + the integral of A'(x) B(x) from 0 to 1. The fractions are independent evaluations of the same
formula; the first three are also the averages of complete families.
"""

from fractions import Fraction
from itertools import zip_longest

import pytest

from families import totals
from searches import CUTS_AT_EQUALITY

Polynomial = list[int]  # the coefficients, the constant first

EXPECTED = {
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


def plus(p: Polynomial, q: Polynomial) -> Polynomial:
    return [a + b for a, b in zip_longest(p, q, fillvalue=0)]


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    product = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            product[i + j] += a * b
    return product


def one_minus(p: Polynomial) -> Polynomial:
    return plus([1], [-a for a in p])


def powers(p: Polynomial, count: int) -> list[Polynomial]:
    found = [[1]]
    for _ in range(count):
        found.append(times(found[-1], p))
    return found


def total(terms: list[Polynomial]) -> Polynomial:
    found: Polynomial = [0]
    for term in terms:
        found = plus(found, term)
    return found


def expected_leaves(branching: int, depth: int, *, max_at_root: bool = True) -> Fraction:
    """N(branching, depth) by the integral formula, in exact arithmetic."""
    law: Polynomial = [0, 1]  # of a leaf: F(x) = x on [0, 1]
    from_max: Polynomial = [1]
    from_min: Polynomial = [1]
    for height in range(1, depth + 1):
        if ((depth - height) % 2 == 0) == max_at_root:
            *left_siblings, law_of_node = powers(law, branching)
            from_max = times(from_max, total(left_siblings))
            law = law_of_node
        else:
            *left_siblings, above = powers(one_minus(law), branching)
            from_min = times(from_min, total(left_siblings))
            law = one_minus(above)
    slope = [n * a for n, a in enumerate(from_max)][1:] or [0]
    area = sum((Fraction(a, n + 1) for n, a in enumerate(times(slope, from_min))), Fraction(0))
    return from_max[0] * from_min[0] + area


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 3), (3, 2)])
def test_the_average_over_all_orders_of_leaves_is_exact(branching: int, depth: int) -> None:
    """F2 run on every order of the leaves reads N(b, d) leaves on average, to the last digit."""
    assert totals(CUTS_AT_EQUALITY["f2"], branching, depth, "orders").mean == EXPECTED[branching, depth]


@pytest.mark.parametrize(("branching", "depth"), EXPECTED)
def test_the_integral_formula_gives_the_same_fractions(branching: int, depth: int) -> None:
    """N(b, d) follows from the path-bound law alone, without any search."""
    assert expected_leaves(branching, depth) == EXPECTED[branching, depth]


@pytest.mark.parametrize(("branching", "depth"), EXPECTED)
def test_the_player_at_the_root_does_not_change_the_expectation(branching: int, depth: int) -> None:
    """With MIN at the root the polynomials differ and N(b, d) is the same."""
    assert expected_leaves(branching, depth, max_at_root=False) == EXPECTED[branching, depth]


@pytest.mark.parametrize("branching", range(2, 7))
def test_one_ply_is_read_whole(branching: int) -> None:
    """N(b, 1) = b: with the root's window open there is nothing to cut."""
    assert expected_leaves(branching, 1) == branching
