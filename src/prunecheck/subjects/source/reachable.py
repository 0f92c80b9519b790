"""Find what is reachable in a graph, such as the functions that a function calls, directly or indirectly."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def reachable(starts: Iterable[T], below: Callable[[T], Iterable[T]]) -> list[T]:
    """List the items in `starts`, and all items to which `below` leads from them, nearest first and each once.

    >>> reachable([1], lambda number: [2 * number, 2 * number + 1] if number < 3 else [])
    [1, 2, 3, 4, 5]
    """
    found = list(dict.fromkeys(starts))
    seen = set(found)
    for item in found:
        for other in below(item):
            if other not in seen:
                seen.add(other)
                found.append(other)
    return found
