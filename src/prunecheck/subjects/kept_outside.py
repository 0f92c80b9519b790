"""Find out whether a search keeps anything outside its instance, such as a table in a global variable."""

import inspect
from collections import deque
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, Final

CONTAINERS: Final = (dict, list, set, deque)
MOST_ITEMS: Final = 1 << 16  # of a larger container, only the length is taken


def kept_outside(function: Callable[..., Any]) -> dict[str, int]:
    """The sizes of the containers and caches that outlive a call of `function`; empty if it has no Python code.

    These are its global variables, those of its closure, its default arguments, its own attributes, and the attributes
    of objects in them. Items that are None do not count, since a table of a fixed size may start with them.
    """
    plain = inspect.unwrap(getattr(function, "__func__", function))
    if not isinstance(plain, FunctionType):
        return {}
    sizes: dict[str, int] = {}
    for name, held in _outliving(plain):
        if isinstance(held, CONTAINERS):
            sizes[name] = _size(held)
        elif callable(count := getattr(held, "cache_info", None)):
            sizes[name] = count().currsize
        elif getattr(type(held), "__module__", "") == plain.__module__:
            attributes = getattr(held, "__dict__", {}).items()
            sizes |= {f"{name}.{own}": _size(inner) for own, inner in attributes if isinstance(inner, CONTAINERS)}
    return sizes


def _outliving(plain: FunctionType) -> Iterator[tuple[str, Any]]:
    yield from plain.__globals__.items()
    for name, cell in zip(plain.__code__.co_freevars, plain.__closure__ or (), strict=True):
        if cell != type(cell)():  # an empty cell has no contents
            yield f"{name} in the closure", cell.cell_contents
    yield from ((f"default {nth}", held) for nth, held in enumerate(plain.__defaults__ or ()))
    yield from ((f"default {name}", held) for name, held in (plain.__kwdefaults__ or {}).items())
    yield from ((f"attribute {name}", held) for name, held in vars(plain).items())


def _size(container: Any) -> int:
    if len(container) > MOST_ITEMS:
        return len(container)
    items = container.values() if isinstance(container, dict) else container
    return sum(item is not None for item in items)
