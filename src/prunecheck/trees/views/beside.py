"""Pair children with a mark, so that a view can extend its nodes without a generator."""

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def beside(children: Iterable[A], mark: B) -> Iterator[tuple[A, B]]:
    """Pair each child with the same `mark`. A separate function, so that the compiler can replace it.

    >>> list(beside("ab", 3))
    [('a', 3), ('b', 3)]
    """
    return zip(children, repeat(mark))  # with `strict`, the call would be three times as slow
