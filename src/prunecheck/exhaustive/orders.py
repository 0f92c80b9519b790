"""List all relative orders of a few leaf values and the two window ends.

An order is written as small integers (codes), which represent any values in the same order. The lowest finite value is
written as 0, the next values as 3, 6 and so on. If values have signs, 0 is written as 0, positive values as 3, 6 and so
on, and negative values as -3, -6 and so on. Integers that represent finite values are called *steps*. Between the codes
of two neighbouring values lie two more integers, which represent window ends between these values. `TOP` and `BOTTOM`
represent the greatest and the least value of the type, such as the infinities.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from prunecheck.trees.protocol import INF, Number

STEP: Final = 3
TOP: Final = 33 * STEP
BOTTOM: Final = -TOP

Leaves: TypeAlias = tuple[int, ...]
Ends: TypeAlias = tuple[int, int]  # alpha < beta


def leaf_orders(leaves: int, *, signed: bool) -> Iterator[Leaves]:
    """Yield all orders of the values of `leaves` leaves. Values can be equal and, if `signed` is True, negative.

    The value of a leaf can also be TOP or BOTTOM, which represent the infinities.

    >>> list(leaf_orders(1, signed=False)), list(leaf_orders(1, signed=True))
    ([(0,), (99,), (-99,)], [(0,), (3,), (-3,), (99,), (-99,)])
    """
    return _ordered((), 0, leaves, signed)


def _ordered(before: Leaves, used: int, left: int, signed: bool) -> Iterator[Leaves]:
    """Yield all orders of leaf values that begin with `before` and have `left` more leaves.

    `used` is a set of bits, one for each different finite value in `before`.
    """
    if not left:
        yield before
        return
    for step in range(len(before) + left + signed):
        now = used | 1 << (step - 1 if signed else step) if step or not signed else used
        if now.bit_length() - now.bit_count() < left:  # the other leaves must have all the missing steps
            yield from _ordered((*before, STEP * step), now, left - 1, signed)
            if signed and step:
                yield from _ordered((*before, -STEP * step), now, left - 1, signed)
    for end in (TOP, BOTTOM):
        if used.bit_length() - used.bit_count() < left:
            yield from _ordered((*before, end), used, left - 1, signed)


def is_infinite(leaves: Leaves) -> bool:
    """True if some leaf has the value TOP or BOTTOM, which represent the infinities."""
    return TOP in leaves or BOTTOM in leaves


def steps_of(leaves: Leaves, *, signed: bool) -> int:
    """Count the different finite values (steps) of the leaves.

    If values have signs, count the different absolute values other than 0.
    """
    highest = max((abs(leaf) for leaf in leaves if abs(leaf) < TOP), default=-1)
    return (highest if signed else highest + STEP) // STEP if highest >= 0 else 0


@cache
def windows(steps: int, *, signed: bool) -> tuple[Ends, ...]:
    """One window for each way to place alpha < beta among `steps` different finite values, TOP and BOTTOM.

    The full window comes first. Each end of a window equals a leaf value, lies between two neighbouring leaf values, or
    is BOTTOM or TOP. If values have signs, it also matters which end is farther from 0: (-2, 2), (-2, 1) and (-1, 2)
    differ, although all three lie around 0.

    >>> windows(0, signed=False)
    ((-99, 99), (-99, -1), (-2, 99), (-2, -1))
    >>> [len(windows(steps, signed=False)) for steps in range(4)]
    [4, 12, 24, 40]
    >>> [len(windows(steps, signed=True)) for steps in range(4)]
    [14, 44, 90, 152]
    """
    highest = STEP * steps + 2 if signed else STEP * steps - 1
    ends = (BOTTOM, *range(-highest if signed else -2, highest + 1), TOP)
    found = [(alpha, beta) for alpha, beta in combinations(ends, 2) if _is_wanted(alpha, beta, signed=signed)]
    return tuple(sorted(found, key=lambda pair: (abs(pair[0]) < TOP) + (abs(pair[1]) < TOP)))


def _is_wanted(alpha: int, beta: int, *, signed: bool) -> bool:
    """True if a window represents all other windows whose ends lie between the same leaf values.

    Neighbouring leaf values differ by 3, so that two integers lie between them, such as 1 and 2 between 0 and 3. Of the
    two integers between neighbouring leaf values, only the lower one is used for alpha, and only the higher one for
    beta. If values have signs, windows such as (-2, 1) and (-1, 2) are also needed, besides (-2, 2), since it matters
    which end of a window around 0 is farther from 0.
    """
    if signed and alpha < 0 < beta and alpha % STEP and beta % STEP and abs(alpha + beta) == 1:
        return True
    return alpha % STEP != STEP - 1 and beta % STEP != 1


def plain(code: int) -> Number:
    """Convert `code`, the rank of a value, to a number. TOP and BOTTOM become infinities.

    >>> plain(3), plain(TOP), plain(BOTTOM)
    (3, inf, -inf)
    """
    return INF if code == TOP else -INF if code == BOTTOM else code
