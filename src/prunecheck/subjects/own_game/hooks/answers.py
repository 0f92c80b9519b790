"""Find or replace the game value in what a search returns, which can be a number, a tuple or an object."""

import copy
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, TypeAlias

from prunecheck.subjects.own_game.hooks.fingerprints import attributes

# an index, key or field name; None for the whole return value; a pair of these for an item inside an item
Place: TypeAlias = int | str | tuple[int | str, int | str] | None
MOST_FIELDS: Final = 12  # only this many items of a return value are searched for the value


def is_number(found: object) -> bool:
    """True for a Python or numpy number, but not for a bool."""
    if type(found) is int or type(found) is float:  # the usual types, checked first because the tests below are slow
        return True
    if isinstance(found, bool):
        return False
    if isinstance(found, int | float | Fraction | Decimal):
        return True
    kind = getattr(getattr(found, "dtype", None), "kind", "")
    return isinstance(kind, str) and kind in ("i", "u", "f") and getattr(found, "shape", None) == ()


def plain_number(found: Any) -> Any:
    """Convert a number to an int or a float. A Decimal or a Fraction is rounded to a float."""
    if isinstance(found, Decimal | Fraction):
        return float(found)
    return found.item() if hasattr(found, "dtype") else found


def places(answer: Any) -> list[Place]:
    """Say where a return value contains numbers: list their indices, keys or field names."""
    if is_number(answer):
        return [None]
    found: list[Place] = [place for place, held in _parts(answer) if is_number(held)]
    return found[:MOST_FIELDS]


def inner_places(answer: Any) -> list[Place]:
    """Find the indices of numbers in tuples and lists inside a return value, as in `((value, move), nodes)`."""
    found: list[Place] = [
        (outer, inner)
        for outer, held in _parts(answer)
        if isinstance(held, tuple | list)
        for inner, number in enumerate(held)
        if is_number(number)
    ]
    return found[:MOST_FIELDS]


def _parts(answer: Any) -> Iterable[tuple[int | str, Any]]:
    if isinstance(answer, Mapping):
        return [(key, held) for key, held in answer.items() if isinstance(key, int | str)]
    if isinstance(answer, tuple | list):
        return list(enumerate(answer))
    if is_dataclass(answer) and not isinstance(answer, type):
        return [(entry.name, getattr(answer, entry.name, None)) for entry in fields(answer)]
    if hasattr(answer, "shape") and getattr(answer, "ndim", 0) == 1:  # a numpy array
        return list(enumerate(answer))
    return [(name, held) for name, held in attributes(answer) if not name.startswith("_")]


def numbers_in(answer: Any) -> list[Any]:
    """List the numbers in a return value."""
    return [answer] if is_number(answer) else [held for _, held in _parts(answer) if is_number(held)][:MOST_FIELDS]


def beside(answer: Any, place: Place) -> list[tuple[Place, Any]]:
    """List the items of a return value, each with its index, key or field name, but without the item at `place`."""
    if place is None or is_number(answer):
        return []
    if isinstance(place, tuple):
        inside = [((place[0], inner), held) for inner, held in _parts(held_at(answer, place[0])) if inner != place[1]]
        return [*beside(answer, place[0]), *inside]
    return [part for part in _parts(answer) if part[0] != place]


def held_at(answer: Any, place: Place) -> Any:
    """Return the item of a return value at an index, key or field name. Raises: LookupError if the item is missing."""
    if place is None:
        return answer
    if isinstance(place, tuple):
        return held_at(held_at(answer, place[0]), place[1])
    if isinstance(answer, tuple | list) and isinstance(place, int) and 0 <= place < len(answer):
        return answer[place]
    for part, held in _parts(answer):
        if part == place:
            return held
    raise LookupError(place)


def value_at(answer: Any, place: Place) -> Any:
    """Return the number at an index, key or field of a return value, or the return value itself if it is a number.

    Raises: LookupError if the number is missing.
    """
    if type(answer) is int or type(answer) is float:
        return answer
    held = answer if is_number(answer) else held_at(answer, place)
    if not is_number(held):
        raise LookupError(place)
    return plain_number(held)


def value_or_none(answer: Any, place: Place) -> Any:
    """Return the number at this index, key or field of a return value, or None if the number is missing."""
    with suppress(LookupError):
        return value_at(answer, place)
    return None


def with_value(answer: Any, place: Place, value: Any) -> Any:
    """Copy a return value, with `value` as the item at the index, key or field `place`.

    If the return value is just a number, the result is `value`.
    """
    if place is None or is_number(answer):
        return value
    if isinstance(place, tuple):
        return with_value(answer, place[0], with_value(held_at(answer, place[0]), place[1], value))
    if isinstance(answer, tuple):
        items = [value if nth == place else snapshot(held) for nth, held in enumerate(answer)]
        return type(answer)(*items) if hasattr(answer, "_fields") else tuple(items)
    if is_dataclass(answer) and not isinstance(answer, type):
        held_fields = [(part.name, getattr(answer, part.name)) for part in fields(answer) if part.init]
        copied = {name: snapshot(held) for name, held in held_fields if isinstance(held, list | dict)}
        return replace(answer, **copied | {str(place): value})
    changed = copy.copy(answer)
    if isinstance(answer, Mapping | list) or hasattr(answer, "shape"):
        changed[place] = value
    else:
        setattr(changed, str(place), value)
    return changed


@dataclass(slots=True)
class LeafAnswers:
    """One recorded return value of each function: from a leaf call if possible, otherwise from an interior node."""

    leaves: dict[str, Any] = field(default_factory=dict)
    others: dict[str, Any] = field(default_factory=dict)

    def of(self, function: str) -> Any:
        """Return a value that this function returned in a recorded call.

        If no return value of this function is known, return what a leaf call to a different function returned.
        """
        for known in (self.leaves, self.others):
            if function in known:
                return snapshot(known[function])
        return snapshot(next(iter(self.leaves.values())))


def snapshot(answer: Any) -> Any:
    """Copy lists and dictionaries in a return value, so that later changes to the original do not affect the copy."""
    if isinstance(answer, tuple) and any(isinstance(item, list | dict) for item in answer):
        items = map(snapshot, answer)
        return type(answer)(*items) if hasattr(answer, "_fields") else tuple(items)
    return copy.copy(answer) if isinstance(answer, list | dict) else answer
