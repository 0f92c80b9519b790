"""Find out whether a search stores anything outside its instance, such as a table in a global variable."""

import inspect
from collections import deque
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.recorder import cells_of
from prunecheck.subjects.own_game.hooks.state import MOST_ITEMS, cached_functions, data_of, parts_of

CONTAINERS: Final = (dict, list, set, deque)


def kept_outside(function: Callable[..., Any]) -> dict[str, int]:
    """The sizes of the containers and caches that outlive a call of `function`. Empty if it has no Python code.

    Such containers are in the function's module, closure, default arguments and attributes, and in the attributes of
    objects stored there. Items that are None are not counted, since a table of a fixed size may start with them.
    """
    plain = inspect.unwrap(getattr(function, "__func__", function))
    if not isinstance(plain, FunctionType):
        return {}
    outside = ModuleType(plain.__module__ or "")
    closure = ((name, cell) for name, cell in cells_of(plain).items() if cell != type(cell)())  # it may be empty
    vars(outside).update(plain.__globals__)
    vars(outside).update((f"{name} in the closure", cell.cell_contents) for name, cell in closure)
    vars(outside).update((f"default {nth}", held) for nth, held in enumerate(plain.__defaults__ or ()))
    vars(outside).update((f"default {name}", held) for name, held in (plain.__kwdefaults__ or {}).items())
    vars(outside).update((f"attribute {name}", held) for name, held in vars(plain).items())
    parts = [
        (part, held)
        for name, whole in data_of(outside).items()
        if isinstance(whole, CONTAINERS) or type(whole).__module__ == plain.__module__
        for part, held in parts_of(name, whole)
    ]
    sizes = {part: _size(held) for part, held in parts if isinstance(held, CONTAINERS)}
    caches = (cached for cached in cached_functions(outside) if hasattr(cached, "cache_info"))
    return sizes | {cached.__qualname__: cached.cache_info().currsize for cached in caches}


def _size(container: Any) -> int:
    if len(container) > MOST_ITEMS:
        return len(container)
    items = container.values() if isinstance(container, dict) else container
    return sum(item is not None for item in items)
