"""Record which items of a large list change, because a large list may be a table with a million slots."""

import copy
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import ModuleType
from typing import Any, Final

FEWEST_ITEMS: Final = 1_000  # no board has so many cells
PLAIN: Final = (int, float, str, bytes, bool, type(None))
FIXED: Final = (*PLAIN, tuple, frozenset)
FEWEST_PLAIN_ITEMS: Final = 5_000  # fewer numbers or strings may be constants that evaluations often read
MOST_INSIDE: Final = 8  # a list or dictionary with at most this many items may contain tables
STEPS: Final = 4  # large lists are searched for at most this many steps from an argument or a module


class LargeList(list[Any]):
    """A list that records which of its items have changed.

    The record begins when the list is created, and begins again when all items are replaced.

    An item changes if a different item replaces it, or if it is modified in place after it was read.
    """

    __slots__ = ("_read", "_replaced")

    def __init__(self, items: Iterable[Any]) -> None:
        super().__init__(items)
        self._replaced: dict[int, Any] = {}  # index -> the original item
        # address of an item -> the index at which it was first read, the item, and a copy of its original contents
        self._read: dict[int, tuple[int, Any, Any]] = {}

    def __getitem__(self, place: Any) -> Any:
        """Return the item at an index, or a plain list for a slice."""
        item = super().__getitem__(place)
        if isinstance(item, FIXED) or isinstance(place, slice) or id(item) in self._read:
            return item
        nth = range(len(self))[place]
        if nth not in self._replaced and (isinstance(item, list | dict | set) or _attributes(item)):
            with suppress(Exception):  # some objects cannot be copied
                self._read[id(item)] = nth, item, copy.copy(item)
        return item

    def __setitem__(self, place: Any, item: Any) -> None:
        """Replace the item at an index, or all items of a slice."""
        places = range(len(self))[place]
        if isinstance(places, int):
            self._replaced.setdefault(places, super().__getitem__(places))
        elif len(places) == len(self):
            self._replaced.clear()
            self._read.clear()
        super().__setitem__(place, item)

    def __deepcopy__(self, memo: dict[int, Any]) -> list[Any]:
        """Return a plain list of the same items."""
        return list(self)

    def changed(self) -> dict[int, Any]:
        """Return the changed items, by index."""
        held = {nth: (super(LargeList, self).__getitem__(nth), item) for nth, item in self._replaced.items()}
        held = {nth: (item, copied) for nth, item, copied in self._read.values()} | held
        return {nth: now for nth, (now, before) in held.items() if _differs(now, before)}

    def restore(self) -> None:
        """Undo all changes to the items of the list."""
        for nth, item in self._replaced.items():
            super().__setitem__(nth, item)
        for _, item, copied in self._read.values():
            with suppress(Exception):  # an attribute may be read-only
                _give_contents(item, copied)
        self._replaced.clear()
        self._read.clear()


def _attributes(item: Any) -> dict[str, Any]:
    """Return the attributes of an object, including those in its slots."""
    slots = [name for kind in type(item).__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(item, name)]
    return {**getattr(item, "__dict__", {}), **{name: getattr(item, name) for name in slots}}


def _differs(one: Any, other: Any) -> bool:
    """True if two items are different, or cannot be compared. Objects are compared by their attributes."""
    if one is other:
        return False
    if type(one) is type(other) and (attributes := _attributes(one)):
        one, other = attributes, _attributes(other)
    try:
        return bool(one != other)
    except Exception:  # such as for arrays
        return True


def _give_contents(item: Any, copied: Any) -> None:
    """Reset an item to the contents of `copied`, an earlier copy of the item."""
    if isinstance(item, list):
        item[:] = copied
    elif isinstance(item, dict | set):
        item.clear()
        item.update(copied)
    else:
        before = _attributes(copied)
        for name in _attributes(item).keys() - before.keys():
            delattr(item, name)
        for name, value in before.items():
            setattr(item, name, value)


def watch_large_lists(owners: Iterable[Any]) -> list[LargeList]:
    """Replace the large lists in these modules and objects, and in the objects inside them, by `LargeList` objects.

    Returns all `LargeList` objects, including those from earlier calls of this function. A list is not replaced if
    anything else refers to it, such as a variable of a running function.
    """
    watched: list[LargeList] = []
    found: dict[int, tuple[list[Any], list[tuple[Any, Any]]]] = {}
    for owner, name, held in _large_lists(owners):
        if isinstance(held, LargeList):
            watched.append(held)
        else:
            found.setdefault(id(held), (held, []))[1].append((owner, name))
    held = []
    for held, places in found.values():
        # the other references are the tuple in `found`, the variable `held`, and the argument of `getrefcount`
        if sys.getrefcount(held) <= len(places) + 3:
            watched.append(LargeList(held))
            for owner, name in places:
                with suppress(Exception):
                    if isinstance(owner, list | dict):
                        owner[name] = watched[-1]
                    else:
                        setattr(owner, name, watched[-1])
    return watched


def _large_lists(owners: Iterable[Any]) -> Iterator[tuple[Any, Any, list[Any]]]:
    """Yield each large list, with the object that contains the list, and its name, key or index in this object."""
    level, seen = list(owners), set[int]()
    for nth in range(STEPS):
        below = []
        for owner in level:
            if id(owner) in seen or (nth and isinstance(owner, ModuleType)):
                continue
            seen.add(id(owner))
            for name, held in _inside(owner):
                if isinstance(held, LargeList) or (type(held) is list and _is_large(held)):
                    yield owner, name, held
                elif not isinstance(held, FIXED):
                    below.append(held)
        level = below


def _inside(owner: Any) -> Iterable[tuple[Any, Any]]:
    """Return the items of a small list or dictionary, or the attributes of a module, class or object."""
    if isinstance(owner, list | dict):
        items = owner.items() if isinstance(owner, dict) else enumerate(owner)
        return list(items) if len(owner) <= MOST_INSIDE else ()
    return list(getattr(owner, "__dict__", {}).items())


def _is_large(held: list[Any]) -> bool:
    if len(held) < FEWEST_ITEMS:
        return False
    return len(held) >= FEWEST_PLAIN_ITEMS or held[0] is None or not isinstance(held[0], PLAIN)
