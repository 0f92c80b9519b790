"""Read and replace a part of an argument: an attribute, a key of a dictionary, or an item of a tuple or list."""

import copy
from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.state import attributes

MOST_PARTS: Final = 12  # a larger container is a board, not a window


def parts_by_name(held: Any) -> dict[str, Any]:
    """The parts of an argument, by name. An item of a tuple or list is named by its index or field name.

    >>> parts_by_name({"alpha": 1}), parts_by_name((3, 4))
    ({'alpha': 1}, {'0': 3, '1': 4})
    """
    if isinstance(held, Mapping):
        found = {name: value for name, value in held.items() if isinstance(name, str)} if _is_small(held) else {}
    elif isinstance(held, tuple | list):
        fields = getattr(held, "_fields", None) or map(str, range(len(held)))
        found = dict(zip(fields, held, strict=True)) if _is_small(held) else {}
    else:
        found = dict(attributes(held))
    return found


def _is_small(held: Any) -> bool:
    return len(held) <= MOST_PARTS


def part_of(held: Any, part: str) -> Any:
    """Return the part with this name."""
    if isinstance(held, Mapping):
        return held[part]
    return held[int(part)] if part.isdecimal() else getattr(held, part)


def with_part(held: Any, part: str, value: Any) -> Any:
    """Set a part of an argument and return the argument. It is copied if its attributes cannot be set."""
    if isinstance(held, tuple):
        if not part.isdecimal():
            return held._replace(**{part: value})  # type: ignore[attr-defined]
        return (*held[: int(part)], value, *held[int(part) + 1 :])
    if isinstance(held, Mapping | list):
        changed: Any = copy.copy(held)
        changed[int(part) if isinstance(held, list) else part] = value
        return changed
    try:
        setattr(held, part, value)
    except AttributeError:
        if not is_dataclass(held) or isinstance(held, type):
            raise
        return replace(held, **{part: value})
    return held
