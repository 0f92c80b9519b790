"""Find and empty the tables in which a search stores results, even if a table is inside an object or a list."""

import inspect
from collections import deque
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.fingerprints import (
    MOST_ITEMS,
    attributes,
    cached_functions,
    data_of,
    is_code,
    parts_of,
)
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.large_lists import LargeList
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.parts import Parts
from prunecheck.subjects.own_game.hooks.recorder import cells_of
from prunecheck.subjects.source.parameters import words_of

# words in the name of a table or of its type; an object without such a word may be a position
TABLE_WORDS: Final = frozenset(
    {"tt", "ttable", "table", "tables", "trans", "transposition", "transpositions", "cache", "caches"}
    | {"memo", "memory", "hash", "hashtable", "tp", "slots", "entries", "buckets"}
)
CONTAINERS: Final = (dict, list, set, deque)
FEWEST_SLOTS, MOST_SLOTS = 8, 20_000  # a longer list would take too long to examine at each call


def tables_in(name: str, held: Any) -> list[Any]:
    """List the tables in `held`: the object itself if it is a table, otherwise the tables directly inside the object.

    A dictionary or set is a table, and so is a large list that changes. A list that is not large is a table if it
    contains None, and no numbers or strings. A list that is not large, or a dictionary or set inside another object,
    only counts as a table if `name` contains a word like `table`, or if the name of the type of `held` does.

    >>> tables_in("board", [{}, {}]), tables_in("global transposition_table", [{}, {}])
    ([], [{}, {}])
    >>> len(tables_in("self.slots", [None] * 8)), tables_in("self.cells", [None] * 8)
    (1, [])
    """
    if isinstance(held, dict | set | LargeList):
        return [held]
    words = {*words_of(name.rpartition(".")[2]), *words_of(type(held).__name__)}
    if is_code(held):
        return []
    inside = list(held) if isinstance(held, list | tuple) else [value for _, value in attributes(held)]
    if TABLE_WORDS.isdisjoint(words):
        return [value for value in inside if isinstance(value, LargeList)]
    if _has_slots(held):
        return [held]
    return [table for table in inside if isinstance(table, dict | set | LargeList) or _has_slots(table)]


def _has_slots(held: Any) -> bool:
    if not isinstance(held, list) or not FEWEST_SLOTS <= len(held) <= MOST_SLOTS:
        return False
    return None in held and not any(isinstance(item, int | float | str) for item in held)


def entries_in(table: Any) -> int:
    """The number of entries in a table."""
    if isinstance(table, LargeList):
        return len(table.changed())
    return len(table) - table.count(None) if isinstance(table, list) else len(table)


class SearchTables:
    """The tables of a search, which can be emptied before any call.

    `tables` contains the names of arguments, attributes and variables that contain the tables of the search.
    """

    def __init__(self, program: OwnProgram, tables: frozenset[str]) -> None:
        self._program, self._tables = program, Parts(program, tables)

    def forget(self, call: HookedCall) -> None:
        """Empty all caches, and all tables in the arguments of a call and in module variables."""
        for name, held in self._tables.held(call.position_arguments):
            for table in tables_in(name, held):
                if isinstance(table, LargeList):
                    table.restore()
                elif isinstance(table, list):
                    table[:] = [None] * len(table)
                else:
                    table.clear()
        self._program.clear_caches()


def kept_outside(function: Callable[..., Any]) -> dict[str, int]:
    """Return the sizes of containers and caches that still exist after a call of `function`, by name.

    The result is empty for a built-in function.

    The function looks for containers in the module, closure, default arguments and attributes of `function`, and in
    attributes of objects stored there. A container's size does not include items that are None, because a table of a
    fixed size may be filled with None at first.
    """
    plain = inspect.unwrap(getattr(function, "__func__", function))
    if not isinstance(plain, FunctionType):
        return {}
    outside = ModuleType(plain.__module__ or "")
    closure = (
        (name, cell) for name, cell in cells_of(plain).items() if cell != type(cell)()
    )  # the variable may be empty
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
