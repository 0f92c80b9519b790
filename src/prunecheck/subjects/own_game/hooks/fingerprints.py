"""Make fingerprints of arguments and variables, which are compared to recognise positions and to detect changes."""

import enum
import sys
import time
import types
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from prunecheck.error_frames import OURS, is_library, is_users
from prunecheck.subjects.importing.stand_ins import StandIn
from prunecheck.subjects.own_game.hooks.large_lists import LargeList
from prunecheck.subjects.source.program_modules import imported

SIMPLE: Final = (int, float, complex, str, bytes, type(None), enum.Enum)
FIXED: Final = (*SIMPLE, tuple, frozenset)  # types that cannot be changed in place
CODE: Final = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)
MOST_VISITS: Final = 1_000  # if one value has more visits to objects than this, each object is only copied once
NEAR: Final = 4  # if each object is only copied once, only objects at most this many steps away are copied
MOST_ITEMS: Final = 5_000  # a container with at most this many items is copied; of a larger one, only the size is used
MOST_KINDS: Final = 3  # kinds of cells on a board: empty, and the stones of two players
GLOBAL: Final = "global "  # prefix for the name of a module variable, since a parameter may have the same name
MINUTE: Final = 60  # seconds
DAY: Final = 24 * 60 * MINUTE
MICROSECONDS: Final = 6  # numbers with more decimals than this are times from a clock
SEARCHER: Final = "<self>"  # stands for the object whose method is called
CLEAR: Final = "cache_clear"  # the method that functions with a cache have


def is_code(held: Any) -> bool:
    """True for functions, classes and modules, for callables from libraries, and for stand-ins of missing libraries.

    Returns False for an instance of a user's class, even if its base class comes from a missing library.
    """
    if isinstance(held, StandIn):
        return type(held).__module__ == StandIn.__module__
    kind: Any = type(held)
    return isinstance(held, CODE) or _is_library_function(kind)


@lru_cache
def _is_library_function(kind: Any) -> bool:
    """True for a class of a library, if its instances can be called like functions."""
    if not any("__call__" in vars(base) for base in kind.__mro__):
        return False
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return isinstance(file, str) and is_library(file)


class _TooManyPathsError(Exception):
    """Raised if the objects inside a value can be reached by too many different chains of references.

    A copy of the value would be too large, because it would contain each object once for each path to this object.
    """


class _Copier:
    """Makes a hashable copy of a value.

    If `once` is True, an object that occurs several times in the value is copied once.

    In the copy, a placeholder replaces the object `owner`, because the attributes of `owner` are copied separately.
    """

    def __init__(self, owner: Any = None, *, once: bool) -> None:
        self.once, self.owner = once, owner
        self.visits = 0
        # address -> steps to the object, and the object itself, so that it stays alive and no address is used twice
        self.met: dict[int, tuple[int, Any]] = {}

    def copy(self, held: Any, within: frozenset[int]) -> Hashable:
        """Copy `held`, which is inside the objects with the addresses in `within`. Raises: _TooManyPathsError."""
        if isinstance(held, SIMPLE):
            return held if held == held else "nan"  # noqa: PLR0124  # as in `from math import *`, and unequal to itself
        if is_code(held) or (id(held) in within and not self.once):
            return None
        if held is self.owner:
            return SEARCHER
        copy = self._none if self._again(held, len(within)) else self.copy
        within |= {id(held)}
        if isinstance(held, LargeList):
            return len(held), self.copy(held.changed(), within)
        if isinstance(held, list | tuple):
            if len(held) > MOST_ITEMS:
                return len(held)
            return tuple([item if type(item) in _FLAT else copy(item, within) for item in held])
        if type(held) is dict or isinstance(held, Mapping):
            if len(held) > MOST_ITEMS:
                return len(held)
            return frozenset(
                [
                    (
                        key if type(key) in _FLAT else copy(key, within),
                        value if type(value) in _FLAT else copy(value, within),
                    )
                    for key, value in held.items()
                ]
            )
        if isinstance(held, set | frozenset):
            return frozenset(copy(item, within) for item in held)
        kind: Any = type(held)
        if _is_array(kind):
            return _array_mark(held)
        if parts := dict(attributes(held)):
            own = [(name, value if type(value) in _FLAT else copy(value, within)) for name, value in parts.items()]
            return type(held).__qualname__, frozenset(own)
        said = _repr(held)
        return type(held).__qualname__, said if " at 0x" not in said else None

    def _again(self, held: Any, steps: int) -> bool:
        """Count a visit to an object that is `steps` references away from the copied value.

        Returns True if the object's attributes or items need not be copied.
        """
        if self.once:
            if steps > NEAR or self.met.get(id(held), (steps + 1,))[0] <= steps:
                return True
            self.met[id(held)] = steps, held
            return False
        self.visits += 1
        if self.visits > MOST_VISITS:
            raise _TooManyPathsError
        return False

    @staticmethod
    def _none(_held: Any, _within: frozenset[int]) -> None:
        """Return None in place of a copy, for an attribute or item whose copy exists already."""


def fingerprint(held: Any, owner: Any = None) -> Hashable:
    """Make a hashable copy (a fingerprint) of a value. Objects with equal contents have equal fingerprints.

    If the value contains too many references, the copy is incomplete: it contains each object only once, and only
    objects that are a few references away from the value. Inside other values, a placeholder replaces the object
    `owner`, because the attributes of `owner` have separate fingerprints.
    """
    try:
        return _Copier(owner, once=False).copy(held, frozenset())
    except _TooManyPathsError:
        return _Copier(owner, once=True).copy(held, frozenset())


def named_parts(printed: Hashable) -> dict[Any, Hashable]:
    """Get the items of a dictionary or the attributes of an object from its fingerprint.

    The result is empty if the fingerprint is not of a dictionary or an object.

    >>> named_parts(fingerprint({"turn": "X"})), named_parts(fingerprint(["X"]))
    ({'turn': 'X'}, {})
    """
    if isinstance(printed, tuple) and len(printed) == 2 and isinstance(printed[0], str):  # an object: type, attributes
        printed = printed[1]
    pairs = isinstance(printed, frozenset) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in printed)
    return dict(printed) if pairs else {}  # type: ignore[call-overload]


def is_reordered(before: Hashable, after: Hashable) -> bool:
    """True if two fingerprints of a list of moves or cells contain the same items, in any order.

    The order of a list can change without a bug. For example, a search appends an empty cell to a list when it takes a
    move back. Then the order of the list depends on which moves were cut off. A list of at most three numbers or
    strings may be a board, in which the order matters, so the result is False for this list.

    >>> is_reordered(fingerprint([3, 5, 2, 8]), fingerprint([5, 2, 8, 3])), is_reordered((1, 0, -1), (0, 1, -1))
    (True, False)
    """
    if not (isinstance(before, tuple) and isinstance(after, tuple)):
        return False
    may_be_board = len(before) <= MOST_KINDS and not all(isinstance(item, tuple) for item in before)
    return not may_be_board and len(before) == len(after) == len({*before}) and {*before} == {*after}


@lru_cache
def _is_array(kind: Any) -> bool:
    """True for arrays and numbers of NumPy, and for similar types."""
    return _has(kind.__mro__, "tobytes", "shape")


def _array_mark(held: Any) -> Hashable:
    """Return the fingerprint of an array: its shape (the sizes of the dimensions) and its contents."""
    if held.shape == () and _has(type(held).__mro__, "item"):  # a number of NumPy is equal to the same int
        return fingerprint(held.item())
    objects = getattr(getattr(held, "dtype", None), "hasobject", False)  # their bytes are addresses
    return held.shape, fingerprint(held.tolist()) if objects else held.tobytes()


@lru_cache
def _has(kinds: tuple[type, ...], *names: str) -> bool:
    """True if, for each name in `names`, at least one of the types in `kinds` defines an attribute with this name."""
    return all(any(name in vars(kind) for kind in kinds) for name in names)


_FLAT: Final = frozenset((int, str, bool, type(None), float))
_BUILTIN: Final = _FLAT | {list, tuple, dict, set, frozenset}  # types of data, without attributes
_CONTAINERS: Final = (list, tuple, dict, set, frozenset)
_OWNERS: Final = (type, types.FunctionType)  # types whose attributes last as long as their module
_FUNCTIONS: Final = frozenset((types.FunctionType, types.BuiltinFunctionType, types.ModuleType))


def _repr(held: Any) -> str:
    try:
        return repr(held)
    except Exception:  # the user's `__repr__` may be broken
        return ""


def _variables(held: Any) -> Mapping[str, Any] | None:
    """Return the attributes of an instance as a dictionary. Returns None for an object that has no `__dict__`."""
    try:
        own = object.__getattribute__(held, "__dict__")
    except (AttributeError, TypeError):
        return None
    return own if isinstance(own, Mapping) else None


def attributes(held: Any) -> Iterator[tuple[str, Any]]:
    """Yield the attributes and slots of an instance, and the dictionaries and sets that its class stores as tables."""
    own = {} if is_code(held) else (_variables(held) or {})
    yield from own.items()
    kind: Any = type(held)
    for name in _tables_of_class(kind):
        if name not in own:
            yield name, getattr(held, name)
    for kind in type(held).__mro__:
        slots = getattr(kind, "__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(held, name):
                yield name, getattr(held, name)


@lru_cache
def _tables_of_class(kind: Any) -> tuple[str, ...]:
    """List the attributes of a user's class that were empty dictionaries or sets when the class was first examined."""
    own = [base for base in kind.__mro__ if _is_users(base.__module__)] if kind.__module__ != "builtins" else []
    held = {name: value for base in reversed(own) for name, value in vars(base).items() if not name.startswith("__")}
    return tuple(name for name, value in held.items() if type(value) in (dict, set) and not value)


def is_data(name: str, held: Any) -> bool:
    """True for a variable that contains data, which is anything except a function, class or module."""
    if type(held) in _BUILTIN:
        return not name.startswith("__")
    return not name.startswith("__") and not is_code(held) and not hasattr(held, CLEAR)


def parts_of(name: str, held: Any) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of a user's object, with their names. A value that is not a user's object is yielded whole.

    An attribute that contains a recent time, such as the start time of the search, is omitted. A user's container, such
    as an object of `class Table(dict)`, is yielded whole, in addition to its attributes.
    """
    own = None if is_code(held) else _variables(held)
    split = own is not None and not _has(type(held).__mro__, "shape")
    if not split or isinstance(held, _CONTAINERS):
        yield name, held
    for attribute, value in own.items() if split and own else ():
        if not _is_time(value):
            yield f"{name}.{attribute}", value


def fingerprints(values: Iterable[tuple[str, Any]], parts: Collection[str]) -> dict[str, Hashable]:
    """Make fingerprints of those values, and of those attributes of values, whose names are in `parts`."""
    found: dict[str, Hashable] = {}
    values = list(values)
    owner = dict(values).get("self")
    for name, held in values:
        kind: Any = type(held)
        if kind in _BUILTIN:  # a shortcut for the most frequent types
            if name in parts:
                found[name] = held if kind in _FLAT else fingerprint(held, owner)
        elif _is_array(kind):
            if name in parts:
                found[name] = _array_mark(held)
        else:
            found |= {
                part: fingerprint(value, None if value is held else owner)
                for part, value in parts_of(name, held)
                if part in parts
            }
    return found


def _is_time(value: Any) -> bool:
    """True for a recent time, such as the return value of `time.time()` that an object stored when it was created."""
    if type(value) is not float:
        return False
    recent = 0 <= time.perf_counter() - value < MINUTE and round(value, MICROSECONDS) != value
    return recent or abs(value - time.time()) < DAY


def data_of(module: types.ModuleType) -> dict[str, Any]:
    """Return the data in a module's variables, and in the attributes of the user's classes and functions, by name."""
    found: dict[str, Any] = {}
    for name, held in list(vars(module).items()):
        if type(held) in _FUNCTIONS and not (isinstance(held, types.FunctionType) and held.__dict__):
            continue  # a shortcut for the most frequent types
        if is_data(name, held):
            found[name] = held
        elif isinstance(held, _OWNERS) and _has_data(module, held):
            found |= {
                f"{name}.{attribute}": value
                for attribute, value in vars(held).items()
                if _is_data_of(held, attribute, value)
            }
    return found


def data_with_names(module: types.ModuleType, names: Collection[str]) -> dict[str, Any]:
    """Return the variables of a module, and attributes of its classes, that contain data and have these names."""
    found: dict[str, Any] = {}
    variables = vars(module)
    for name in names:
        owner, _, attribute = name.partition(".")
        held = variables.get(owner)
        if not attribute:
            if owner in variables and is_data(owner, held):
                found[name] = held
        elif isinstance(held, _OWNERS) and not is_data(owner, held) and _has_data(module, held):
            own = vars(held)
            if attribute in own and _is_data_of(held, attribute, own[attribute]):
                found[name] = own[attribute]
    return found


def _has_data(module: types.ModuleType, held: type | types.FunctionType) -> bool:
    """True for a class or function of a user's module, since its attributes may change. False for an Enum."""
    return not isinstance(held, enum.EnumType) and (held.__module__ == module.__name__ or _is_users(held.__module__))


def _is_data_of(owner: type | types.FunctionType, name: str, value: Any) -> bool:
    """True if an attribute of a class or function contains data.

    A function's numbers and strings do not count as data.
    """
    fixed = isinstance(owner, types.FunctionType) and isinstance(value, FIXED)
    return is_data(name, value) and not callable(value) and not hasattr(type(value), "__get__") and not fixed


def data_elsewhere(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the data in attributes of the classes and functions that a module imports from the user's other modules."""
    for name, held in data_of(module).items():
        owner = vars(module).get(name.partition(".")[0])
        if isinstance(owner, _OWNERS) and owner.__module__ != module.__name__:
            yield name, held


def modules_used_by(module: types.ModuleType) -> list[types.ModuleType]:
    """List the user's other modules that a module imports, directly or indirectly."""
    return imported([module], lambda other: other is not module and _is_users(other.__name__))[1:]


def uses(module: types.ModuleType, other: types.ModuleType) -> bool:
    """True if a module that the user wrote imports the module `other`, directly or indirectly."""
    return _is_users(module.__name__) and other in modules_used_by(module)


def plain_data_of(module: types.ModuleType) -> dict[str, Any]:
    """Return the data of a module, by name, that are quick to compare: numbers, lists and other built-in types."""
    return {name: held for name, held in data_of(module).items() if type(held) in _BUILTIN}


def users_modules(held: Iterable[Any]) -> list[types.ModuleType]:
    """List the user's modules to which the objects in `held` belong, and the submodules of these modules."""
    whole = {each.__name__ if isinstance(each, types.ModuleType) else each.__module__ for each in held}
    names = {name for name in whole if _is_users(name)}
    return [
        module
        for name, module in list(sys.modules.items())
        if any(name == own or name.startswith(f"{own}.") for own in names)
    ]


@lru_cache
def _is_users(name: str) -> bool:
    """True if an imported module with this name was written by the user, and does not belong to a library."""
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), OURS)
    return is_users(file)


def cached_functions(module: types.ModuleType) -> Iterator[Any]:
    """Yield the functions and methods in a module that have a cache, even if another decorator wraps the cache."""
    for held in list(vars(module).values()):
        kind = type(held)
        if kind in _BUILTIN or (kind is types.FunctionType and not held.__dict__):
            continue  # a shortcut for the most frequent types
        own = isinstance(held, type) and held.__module__ == module.__name__
        for value in (held, *(vars(held).values() if own else ())):
            function = value.__func__ if isinstance(value, staticmethod | classmethod) else value
            while function is not None and not _clears(function):
                function = getattr(function, "__wrapped__", None) if isinstance(function, types.FunctionType) else None
            if function is not None:
                yield function


def _clears(function: Any) -> bool:
    """True if a function has a cache that the method `cache_clear` empties."""
    return CLEAR in vars(type(function)) or CLEAR in getattr(function, "__dict__", ())
