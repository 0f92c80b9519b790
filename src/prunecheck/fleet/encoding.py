"""Encode records with msgspec, including trees, fractions, tuples and types. Decoding returns equal records.

Without help, msgspec cannot decode a field whose type is "float or Fraction". A record is therefore encoded as a list:
first the class, then the fields. A record is only decoded if the module of its class is loaded. Unlike pickle, this
code never executes other code while it decodes data.
"""

import sys
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Final

import msgspec

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.values import INT64

SEQUENCES: Final[dict[str, type]] = {"tuple": tuple, "list": list, "frozenset": frozenset, "set": set}


def encode(value: object) -> bytes:
    """Encode `value` in the format msgpack. Raises: TypeError for an object that is neither plain data nor a record."""
    return msgspec.msgpack.encode(_plain(value))


def decode(data: bytes) -> Any:
    """Decode what `encode` has encoded. Raises: ValueError if the data is damaged, or comes from another version."""
    try:
        return _value(msgspec.msgpack.decode(data))
    except Exception as error:  # a constructor may raise any error if it is called with wrong fields
        raise ValueError(f"not an encoded record: {error}") from None


def _plain(value: object) -> object:
    """Convert a value to plain lists: a value that is not a scalar becomes a list that begins with its kind."""
    kind = type(value)
    if isinstance(value, Enum):
        return [_name(kind), value.name]
    if value is None or isinstance(value, bool | float | str | bytes):
        return value
    if isinstance(value, int):
        return value if value in INT64 else ["int", str(value)]
    if isinstance(value, Fraction):
        return ["fraction", str(value)]
    if isinstance(value, ExplicitTree):
        children = tuple(value.children(node) for node in range(len(value)))
        return ["tree", *map(_plain, (children, value.values, value.players, value.keys))]
    if isinstance(value, dict):
        return ["dict", *([_plain(key), _plain(entry)] for key, entry in value.items())]
    if kind.__name__ in SEQUENCES and isinstance(value, tuple | list):
        return [kind.__name__, *map(_plain, value)]
    if isinstance(value, frozenset | set):
        # sorted, so that the order is the same in each process
        return [kind.__name__, *sorted(map(_plain, value), key=repr)]
    if (names := _fields(kind)) is not None:
        return [_name(kind), *(_plain(getattr(value, name)) for name in names)]
    raise TypeError(f"{kind.__module__}.{kind.__qualname__} cannot be encoded")


def _value(plain: Any) -> Any:
    if not isinstance(plain, list):
        return plain
    kind, *parts = plain
    if kind == "dict":
        return {_value(key): _value(entry) for key, entry in parts}
    values = [_value(part) for part in parts]
    if kind in SEQUENCES:
        return SEQUENCES[kind](values)
    if kind == "int":
        return int(values[0])
    if kind == "fraction":
        return Fraction(values[0])
    if kind == "tree":
        return ExplicitTree(*values)
    found = _class(kind)
    if issubclass(found, Enum):
        return found[values[0]]
    names = _fields(found)
    if names is None:
        raise TypeError(f"{kind} is not a record")
    return found(**dict(zip(names, values, strict=True)))


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _class(name: str) -> type:
    module, _, path = name.partition(":")
    found: Any = sys.modules[module]
    for part in path.split("."):
        found = getattr(found, part)
    if not isinstance(found, type):
        raise TypeError(f"{name} is not a class")
    return found


def _fields(kind: type) -> tuple[str, ...] | None:
    """The names of a record's fields. Returns None for a class that is not a record."""
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind) if field.init)
    return None
