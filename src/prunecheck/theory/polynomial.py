"""Polynomials with integer coefficients, as tuples of coefficients that begin with the constant term."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import zip_longest
from typing import Final, TypeAlias

Polynomial: TypeAlias = tuple[int, ...]

ONE: Final[Polynomial] = (1,)
X: Final[Polynomial] = (0, 1)


def plus(p: Polynomial, q: Polynomial) -> Polynomial:
    """The sum of two polynomials."""
    return tuple(a + b for a, b in zip_longest(p, q, fillvalue=0))


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    """The product of two polynomials."""
    product = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q, i):
            product[j] += a * b
    return tuple(product)


def one_minus(p: Polynomial) -> Polynomial:
    """The polynomial 1 minus `p`."""
    return plus(ONE, tuple(-a for a in p))


def total(terms: Iterable[Polynomial]) -> Polynomial:
    """The sum of all `terms`. The sum of no terms is 0."""
    found: Polynomial = (0,)
    for term in terms:
        found = plus(found, term)
    return found


def powers(p: Polynomial, count: int) -> Iterator[Polynomial]:
    """The powers 1, p, p^2, ..., p^count of a polynomial."""
    power = ONE
    yield power
    for _ in range(count):
        power = times(power, p)
        yield power


def slope(p: Polynomial) -> Polynomial:
    """The derivative of a polynomial."""
    return tuple(n * a for n, a in enumerate(p))[1:] or (0,)


def area(p: Polynomial) -> Fraction:
    """The integral of a polynomial from 0 to 1.

    >>> area(times(X, X))
    Fraction(1, 3)
    """
    return sum((Fraction(a, n + 1) for n, a in enumerate(p)), Fraction(0))
