"""Lay an object of a plain class out as a block of words that compiled code reads and writes."""

import dis
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from prunecheck.errors import TreeError
from prunecheck.native.compiling import Kind, namespace
from prunecheck.native.internals import ELEMENTS, SCALARS, Column, Constant, Handle, Plain, register_view
from prunecheck.trees.values import INT64
from prunecheck.trees.views.mirrored import Mover, Negated, mover, negated


class Block(Handle):
    """An object in the form that compiled code takes: pass it where the Python function takes the object.

    The block has one word for each attribute that the methods of the object's class name. It is a snapshot: attributes
    that change later are not seen, but compiled code and Python share the elements of arrays. `write_back` copies the
    attributes that methods assign to back to the object. Keep the block as long as compiled code may use it.
    """

    def __init__(self, owner: Any, kind: Kind) -> None:
        """Lay out `owner`, and the objects that it refers to."""
        self.owner = owner
        self.inner: dict[str, Block] = {}
        self._buffers: list[Any] = []  # keeps arrays where they are
        cls: Any = type(owner)
        fields: list[tuple[str, Any]] = []
        words: list[int | float] = []
        for name, value in _attributes(owner):
            field = self._field(name, value, kind)
            if field is None:
                continue
            fields.append((name, field))
            if isinstance(field, Column):
                words.append(self._address(value))
            elif isinstance(field, Plain):
                words.append(self.inner[name].address)
            elif not isinstance(field, Constant):
                words.append(value)
        plain = Plain(cls, tuple(fields), _changed(cls), namespace(kind).compiled, kind)
        self.words = np.zeros(max(1, len(words)), np.int64)
        for nth, value in enumerate(words):
            self._as(type(value))[nth] = value
        only = next(iter(self.inner.values()), None) if plain.transparent else None
        super().__init__(plain, self._address(self.words) if only is None else only.address)

    def write_back(self) -> None:
        """Copy what methods have assigned back to the object, and to those inside it."""
        for nth, name in enumerate(self.plain.words):
            if name in self.plain.changed:
                held = type(getattr(self.owner, name))
                setattr(self.owner, name, held(self._as(held)[nth]))
        for block in self.inner.values():
            block.write_back()

    def _field(self, name: str, value: object, kind: Kind) -> Any:
        """The type of a field; None for what compiled code cannot use."""
        if type(value) in SCALARS:
            if type(value) is int and value not in INT64:
                raise TreeError(
                    f"{type(self.owner).__name__}.{name} is {value}, which does not fit 64 bits; "
                    "use a smaller tree, or search it without native speed"
                )
            return SCALARS[type(value)]
        if isinstance(value, array | memoryview):
            view = memoryview(value)
            code = view.format
            if code not in ELEMENTS or view.ndim != 1 or not view.c_contiguous:
                raise TreeError(
                    f"{type(self.owner).__name__}.{name} is an array of format {code!r}; use a contiguous one of "
                    f"one of the formats {', '.join(sorted(ELEMENTS))}"
                )
            return Column(code, writable=not view.readonly)
        if isinstance(value, tuple):
            return Constant(value) if _is_constant(value) else None
        if _is_plain(value):
            self.inner[name] = Block(value, kind)
            return self.inner[name].plain
        return None

    def _as(self, scalar: type) -> Any:
        """The words, read as numbers of this type."""
        return self.words.view(np.float64) if scalar is float else self.words

    def _address(self, buffer: Any) -> int:
        held = np.frombuffer(buffer, dtype="u1") if len(buffer) else None
        self._buffers.append((buffer, held))
        return 0 if held is None else int(held.ctypes.data)


def _view_type(cls: type) -> Callable[[Plain], Plain]:
    """The type of a view without a state of its own, from the type of the tree behind it."""

    def around(tree: Plain) -> Plain:
        return Plain(cls, (("_tree", tree),), _changed(cls), tree.method, tree.kind)

    return around


def _attributes(owner: Any) -> Iterator[tuple[str, Any]]:
    """The attributes of an object that methods of its class name, with their values."""
    cls: Any = type(owner)
    for name in _named(cls):
        if name in getattr(owner, "__dict__", ()) or name in _slots(cls):
            yield name, getattr(owner, name)


@cache
def _methods(cls: type) -> tuple[FunctionType, ...]:
    """The methods of a class that compiled code may call; not those with two underscores around their names."""
    names = dict.fromkeys(name for base in cls.__mro__ for name in vars(base))
    found = (getattr(cls, name) for name in names if not (name.startswith("__") and name.endswith("__")))
    return tuple(each for each in found if isinstance(each, FunctionType))


@cache
def _named(cls: type) -> tuple[str, ...]:
    return tuple(sorted({name for each in _methods(cls) for name in each.__code__.co_names}))


@cache
def _changed(cls: type) -> frozenset[str]:
    """The attributes that methods assign to."""
    code = (instruction for each in _methods(cls) for instruction in dis.get_instructions(each))
    return frozenset(each.argval for each in code if each.opname == "STORE_ATTR")


@cache
def _slots(cls: type) -> frozenset[str]:
    return frozenset(name for base in cls.__mro__ for name in getattr(base, "__slots__", ()))


def _is_constant(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_constant, value))
    return type(value) is float or (isinstance(value, int) and value in INT64)


def _is_plain(value: object) -> bool:
    """True for an object whose class is written in Python and has methods of a tree."""
    return isinstance(getattr(type(value), "is_terminal", None), FunctionType)


register_view(mover, _view_type(Mover))
register_view(negated, _view_type(Negated))
