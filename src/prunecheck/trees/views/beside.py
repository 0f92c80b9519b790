"""Pair all children with one value, the mark. Views use pairs (child, mark) to add data to their nodes."""

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def beside(children: Iterable[A], mark: B) -> Iterator[tuple[A, B]]:
    """Yield pairs of a child and the value `mark`, which is the same for all children.

    This code is in a function of its own because the compiler of native code replaces the function.

    >>> list(beside("ab", 3))
    [('a', 3), ('b', 3)]
    """
    return zip(children, repeat(mark))  # with `strict`, the call would be three times as slow
