"""List all trees with few leaves: every shape, and every order of the leaf values."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import TypeAlias

Shape: TypeAlias = tuple["Shape", ...]  # a node is the tuple of its children; a leaf is the empty tuple


def nodes(shape: Shape) -> int:
    """The number of nodes in a tree with this shape, given as nested tuples."""
    return 1 + sum(map(nodes, shape))


@cache
def shapes(leaves: int, *, single_children: int = 0) -> tuple[Shape, ...]:
    """The shapes of all ordered trees with `leaves` leaves and `single_children` nodes with exactly one child.

    >>> shapes(2)
    (((), ()),)
    >>> [len(shapes(n)) for n in range(1, 6)]
    [1, 1, 3, 11, 45]
    """
    found: list[Shape] = [()] if (leaves, single_children) == (1, 0) else []
    if single_children:
        found += [(below,) for below in shapes(leaves, single_children=single_children - 1)]
    for parts in _splits(leaves):
        for singles in _shares(single_children, len(parts)):
            below = [shapes(part, single_children=single) for part, single in zip(parts, singles, strict=True)]
            found += product(*below)
    return tuple(sorted(found, key=lambda shape: (nodes(shape), shape)))


def _splits(total: int) -> Iterator[tuple[int, ...]]:
    """Yield every sequence of two or more positive integers whose sum is `total`."""
    for cuts in product((False, True), repeat=total - 1):
        if any(cuts):
            parts = [1]
            for cut in cuts:
                if cut:
                    parts.append(1)
                else:
                    parts[-1] += 1
            yield tuple(parts)


def _shares(total: int, places: int) -> Iterator[tuple[int, ...]]:
    """Yield every sequence of `places` integers, each at least 0, whose sum is `total`."""
    if places == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _shares(total - first, places - 1):
            yield (first, *rest)


@cache
def low_shapes(leaves: int, height: int) -> tuple[Shape, ...]:
    """The shapes of all ordered trees with `leaves` leaves and a height of at most `height`, smallest first.

    >>> low_shapes(1, 2)
    ((), ((),), (((),),))
    """
    found: list[Shape] = [()] if leaves == 1 else []
    if height:
        for parts in (*_splits(leaves), (leaves,)):
            found += product(*(low_shapes(part, height - 1) for part in parts))
    return tuple(sorted(found, key=lambda shape: (nodes(shape), shape)))


@cache
def shapes_with_chains(leaves: int, chains: int = 0) -> tuple[Shape, ...]:
    """The shapes of all ordered trees with `leaves` leaves.

    A tree in which some node has exactly one child is only included if its height is at most `chains`.

    >>> shapes_with_chains(1, 1)
    ((), ((),))
    """
    found = {*shapes(leaves), *low_shapes(leaves, chains)}
    return tuple(sorted(found, key=lambda shape: (nodes(shape), shape)))


@cache
def weak_orders(items: int) -> tuple[tuple[int, ...], ...]:
    """Every way to rank `items` items from 0 upwards. Several items can have the same rank; no rank is left out.

    >>> weak_orders(2)
    ((0, 0), (0, 1), (1, 0))
    """
    return tuple(_ranked((), 0, items))


def _ranked(before: tuple[int, ...], used: int, left: int) -> Iterator[tuple[int, ...]]:
    """Append ranks of `left` more items to the ranks in `before`, in every way that leaves no gap between ranks.

    Bit r of `used` is 1 if the rank r occurs in `before`.
    """
    if not left:
        yield before
        return
    for rank in range(len(before) + left):
        now = used | 1 << rank
        if now.bit_length() - now.bit_count() < left:  # the other items must have all the missing ranks
            yield from _ranked((*before, rank), now, left - 1)


def filled(shape: Shape, values: Iterator[object]) -> object:
    """Nested lists with this shape, and with `values` at the leaves from left to right. For small shapes only."""
    return [filled(below, values) for below in shape] if shape else next(values)
