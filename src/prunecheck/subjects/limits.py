"""The depth limit that a search keeps itself: an attribute of its instance, or a constant of its module.

It would end before the tree does, and not be wrong for it. So it is set to the height of the tree.
"""

from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from functools import partial
from inspect import ismethod
from typing import Any, Final, TypeAlias

from prunecheck.subjects.guessing import parts_of

SAID: Final = frozenset(  # in the name of a depth limit; others speak of what is done at a depth
    {"ai", "alpha", "alphabeta", "beta", "cutoff", "default", "depth", "engine", "limit", "max", "maximum", "minimax"}
    | {"negamax", "search", "target", "tree"}
)
Limit: TypeAlias = tuple[dict[str, Any], str]  # where it is kept, under which name


def limits_of(function: Callable[..., Any], mentioned: Container[str]) -> list[Limit]:
    """The limits that a function keeps; constants of its module only if they are `mentioned` in it."""
    while isinstance(function, partial):
        function = function.func
    owner = function.__self__ if ismethod(function) else function  # an instance may be called itself
    code = function if hasattr(function, "__code__") else type(function).__call__
    holders = (getattr(owner, "__dict__", None), getattr(code, "__globals__", None))
    return [
        (holder, name)
        for nth, holder in enumerate(holders)
        if isinstance(holder, dict)
        for name, value in holder.items()
        if type(value) is int and value >= 1 and _is_limit(name) and (nth == 0 or name in mentioned)
    ]


def _is_limit(name: str) -> bool:
    parts = set(parts_of(name))
    return "depth" in parts and parts <= SAID


@contextmanager
def set_to(height: int, limits: list[Limit]) -> Iterator[None]:
    """While this lasts, the limits are the height of the tree, and at least 1."""
    before = [holder[name] for holder, name in limits]
    for holder, name in limits:
        holder[name] = max(1, height)
    try:
        yield
    finally:
        for (holder, name), value in zip(limits, before, strict=True):
            holder[name] = value
