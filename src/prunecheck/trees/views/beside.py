"""Pair each child of a node with an additional value, such as the plies left. Views use the pairs as their nodes."""

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def beside(children: Iterable[A], mark: B) -> Iterator[tuple[A, B]]:
    """Yield a pair (child, mark) for each child; the value `mark` is the same for all children.

    This code is in a function of its own because the compiler of native code replaces the function.

    >>> list(beside("ab", 3))
    [('a', 3), ('b', 3)]
    """
    return zip(children, repeat(mark))  # with `strict`, the call would be three times as slow
