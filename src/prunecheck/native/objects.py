"""Represent an object of a plain class as a block of machine words that compiled code reads and writes."""

import dis
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any, Final

import numpy as np

from prunecheck.errors import TreeError
from prunecheck.native.compiling import Kind, namespace
from prunecheck.native.internals import ELEMENTS, SCALARS, Column, Constant, Handle, Plain, function_type
from prunecheck.native.intrinsics import register_view
from prunecheck.native.nodes import compacted, node_for_python
from prunecheck.native.recording import Recording
from prunecheck.native.sorting import Sorted, SortedBy, SortedHalf
from prunecheck.native.tables import WordTable, copy_back, in_words
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.values import INT64
from prunecheck.trees.views.mirrored import Mover, Negated, mover, negated
from prunecheck.trees.views.ordered import Ordered
from prunecheck.trees.views.pruned import BestHalf
from prunecheck.trees.views.recorded import Recorded
from prunecheck.variants.memory.remembered import Remembered, RememberedMover, remembered_mover

ROOM: Final = 1 << 12  # the first array for a log has room for this many calls


class Block(Handle):
    """An object converted for compiled functions, which take the block instead of the object.

    The block has one machine word for each attribute that is named in the methods of the object's class. The block is a
    snapshot: compiled code does not see later changes to attributes, but it shares the elements of arrays with Python.
    If methods assign to attributes, `write_back` copies the new values from the block to the object. Keep the block
    alive as long as compiled code may use it.

    Booleans and tuples of numbers are not in the block. Attributes that are booleans or tuples of numbers are constants
    in compiled code, which is compiled again if one of its constants changes. If `constants` is True, all numbers are
    constants in compiled code. Constant board sizes make a game up to twice as fast. But if seeds are constants, too,
    code must be compiled again for each tree with another seed.
    Raises: TreeError for an integer beyond 64 bits, or an array of a format that is not in ELEMENTS.
    """

    def __init__(self, owner: Any, kind: Kind, *, constants: bool = False, room: int = ROOM) -> None:
        """Convert `owner` and the objects to which it refers. A log of calls has room for `room` calls."""
        self.owner = _stand_in(owner, room, kind)
        self.inner: dict[str, Block] = {}
        self._given = owner
        self._kind = kind
        self._buffers: list[Any] = []  # references, so that arrays stay at their addresses
        cls: Any = type(self.owner)
        fields: list[tuple[str, Any]] = []
        words: list[int | float] = []
        for name, value in _attributes(self.owner):
            self._check_size(name, value)
            if _is_plain(value):
                self.inner[name] = Block(value, kind, constants=constants, room=room)
                fields.append((name, self.inner[name].plain))
                words.append(self.inner[name].address)
            elif isinstance(value, array | memoryview):
                fields.append((name, self._column(name, value)))
                words.append(self._address(value))
            elif isinstance(value, FunctionType):
                fields.append((name, function_type(namespace(kind).compiled(value))))
            elif _is_constant(value, constants=constants and name not in _changed(cls)):
                fields.append((name, Constant(value)))
            elif type(value) in SCALARS:
                fields.append((name, SCALARS[type(value)]))
                words.append(value)
        plain = Plain(cls, tuple(fields), _changed(cls), namespace(kind).compiled, kind)
        self.words = np.zeros(max(1, len(words)), np.int64)
        for nth, word in enumerate(words):
            self._as(type(word))[nth] = word
        only = next(iter(self.inner.values()), None) if plain.transparent else None
        super().__init__(plain, self._address(self.words) if only is None else only.address)

    @property
    def missing(self) -> int:
        """The number of calls that did not fit into the logs of the object."""
        own = 0
        if isinstance(self.owner, Recording):
            self._write_attributes()
            own = self.owner.missing
        return max([own, *(block.missing for block in self.inner.values())])

    def write_back(self) -> None:
        """Copy attributes that have changed, and logs, from the block back to the object and the objects inside it."""
        self._write_attributes()
        if isinstance(self.owner, Recording):
            tree = self._given.quiet
            self._given.log += [(asked, node_for_python(tree, node)) for asked, node in self.owner.entries()]
        for block in self.inner.values():
            block.write_back()
        if isinstance(self._given, Remembered):
            copy_back(self._given, self.owner, self._kind)

    def _write_attributes(self) -> None:
        for nth, name in enumerate(self.plain.words):
            if name in self.plain.changed:
                held = type(getattr(self.owner, name))
                setattr(self.owner, name, held(self._as(held)[nth]))

    def _column(self, name: str, value: Any) -> Column:
        view = memoryview(value)
        if view.format not in ELEMENTS or view.ndim != 1 or not view.c_contiguous:
            raise TreeError(
                f"{type(self.owner).__name__}.{name} is an array of format {view.format!r}; use a contiguous array "
                f"with one dimension and one of the formats {', '.join(sorted(ELEMENTS))}"
            )
        return Column(view.format, writable=not view.readonly)

    def _check_size(self, name: str, value: object) -> None:
        for part in value if isinstance(value, tuple) else ():
            self._check_size(name, part)
        if isinstance(value, int) and value not in INT64:
            raise TreeError(
                f"{type(self.owner).__name__}.{name} has {value}, which does not fit 64 bits; "
                "use a smaller tree, or search it in plain Python"
            )

    def _as(self, scalar: type) -> Any:
        """The machine words of the block, interpreted as numbers of this type."""
        return self.words.view(np.float64) if scalar is float else self.words

    def _address(self, buffer: Any) -> int:
        held = np.frombuffer(buffer, dtype="u1") if len(buffer) else None
        self._buffers.append((buffer, held))
        return 0 if held is None else int(held.ctypes.data)


def _stand_in(owner: Any, room: int, kind: Kind) -> Any:
    """The object that replaces, in compiled code, an object that does not consist of numbers and arrays."""
    if isinstance(owner, ExplicitTree):
        return compacted(owner)[0]
    if isinstance(owner, Recorded):
        return Recording(owner, room)
    if isinstance(owner, Remembered):
        return in_words(owner, kind)
    if isinstance(owner, Ordered):
        if owner.by == owner.inner.evaluate:
            return Sorted(owner.inner)
        if isinstance(owner.by, FunctionType):
            return SortedBy(owner.inner, owner.by)
        raise TreeError(f"the tree is ordered by {owner.by!r}; compiled code needs a function written with `def`")
    return SortedHalf(owner.inner) if isinstance(owner, BestHalf) else owner


def _view_type(cls: type) -> Callable[[Plain], Plain]:
    """A function that maps the type of a tree to the type of a view (without state) around the tree."""

    def around(tree: Plain) -> Plain:
        return Plain(cls, (("_tree", tree),), _changed(cls), tree.method, tree.kind)

    return around


def _attributes(owner: Any) -> Iterator[tuple[str, Any]]:
    """The attributes of an object that its class's methods use, with their values."""
    cls: Any = type(owner)
    for name in _named(cls):
        of_class = type(getattr(cls, name, None)) in (*SCALARS, tuple, array)
        if name in getattr(owner, "__dict__", ()) or name in _slots(cls) or of_class:
            yield name, getattr(owner, name)


@cache
def _methods(cls: type) -> tuple[FunctionType, ...]:
    """The methods of a class that compiled code may call, without special methods such as `__init__`."""
    names = dict.fromkeys(name for base in cls.__mro__ for name in vars(base))
    found = (getattr(cls, name) for name in names if not (name.startswith("__") and name.endswith("__")))
    return tuple(function for function in found if isinstance(function, FunctionType))


@cache
def _named(cls: type) -> tuple[str, ...]:
    return tuple(sorted({name for method in _methods(cls) for name in method.__code__.co_names}))


@cache
def _changed(cls: type) -> frozenset[str]:
    """The attributes that methods assign to."""
    code = (instruction for method in _methods(cls) for instruction in dis.get_instructions(method))
    return frozenset(instruction.argval for instruction in code if instruction.opname == "STORE_ATTR")


@cache
def _slots(cls: type) -> frozenset[str]:
    return frozenset(name for base in cls.__mro__ for name in getattr(base, "__slots__", ()))


def _is_constant(value: object, *, constants: bool) -> bool:
    """True for a value that is compiled as a constant: a tuple, a boolean or, if `constants` is True, a number."""
    if isinstance(value, tuple):
        return all(_is_constant(part, constants=True) for part in value)
    return type(value) is bool or (constants and (type(value) is float or (type(value) is int and value in INT64)))


def _is_plain(value: object) -> bool:
    """True for a transposition table, and for an object whose class is written in Python and defines a tree."""
    return isinstance(getattr(type(value), "is_terminal", None), FunctionType) or isinstance(value, WordTable)


register_view(mover, _view_type(Mover))
register_view(negated, _view_type(Negated))
register_view(remembered_mover, _view_type(RememberedMover))
