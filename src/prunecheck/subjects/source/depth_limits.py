"""Find and set the attributes and constants that limit the depth of a search."""

import ast
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from inspect import isclass, ismethod, unwrap
from operator import setitem
from types import MemberDescriptorType
from typing import Any, Final, NamedTuple

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.parameters import CountingParameters, role_of_name, squeezed, words_of
from prunecheck.subjects.source.syntax import every, functions_in, last_name, names_in, passed_arguments

LIMIT_WORDS: Final = frozenset(  # words in the name of a depth limit; other words describe what happens at a depth
    {"ai", "alpha", "alphabeta", "beta", "cutoff", "default", "depth", "engine", "limit", "max", "maximum", "minimax"}
    | {"negamax", "search", "target", "tree"}
)


class DepthLimit(NamedTuple):
    """A depth limit: its name, its value, and a function that sets it."""

    name: str
    value: int
    put: Callable[[int], object]


def limits_of(function: Callable[..., Any], mentioned: Container[str], compared: Container[str]) -> list[DepthLimit]:
    """List the depth limits of a function.

    A constant of the module is only included if its name is in `mentioned`, the names that the function mentions.

    A limit has a name that is usual for limits, or a name in `compared`, which is a result of `limit_names`.
    """
    while isinstance(function, partial):
        function = function.func
    owner = function.__self__ if ismethod(function) else function  # the owner may be a callable instance
    code: Any = unwrap(function)
    code = code if hasattr(code, "__code__") else type(function).__call__
    constants = getattr(code, "__globals__", {})
    found = _of_instance(owner, compared)
    for kind in dict.fromkeys([*_parents(owner if isclass(owner) else type(owner)), *_parents(class_of(code))]):
        found += [DepthLimit(name, value, partial(type.__setattr__, kind, name)) for name, value in vars(kind).items()]
    found += [
        DepthLimit(name, value, partial(setitem, constants, name))
        for name, value in constants.items()
        if name in mentioned
    ]
    return [
        limit for limit in found if type(limit.value) is int and limit.value >= 1 and is_limit(limit.name, compared)
    ]


def _of_instance(owner: Any, compared: Container[str]) -> list[DepthLimit]:
    """List an instance's attributes that may be depth limits, including attributes in slots."""
    own = getattr(owner, "__dict__", None)
    found = [DepthLimit(name, own[name], partial(setitem, own, name)) for name in own] if isinstance(own, dict) else []
    for kind in _parents(type(owner)):
        for name, slot in vars(kind).items():
            if isinstance(slot, MemberDescriptorType) and is_limit(name, compared):
                with suppress(AttributeError):  # the slot may be empty
                    found.append(DepthLimit(name, slot.__get__(owner), partial(slot.__set__, owner)))
    return found


def class_of(code: Any) -> Any:
    """Return the class in which a function was defined, for example as a static method.

    Returns None if no class is found.
    """
    names = getattr(code, "__qualname__", "").split(".")[:-1]
    found = getattr(code, "__globals__", {}).get(names[0]) if names else None
    for name in names[1:]:
        found = getattr(found, name, None)
    return found


def _parents(kind: Any) -> tuple[type, ...]:
    return kind.__mro__ if isclass(kind) else ()


def is_limit(name: str, compared: Container[str]) -> bool:
    """True for a name that can only mean a depth limit, or that is in `compared` (see `limits_of`)."""
    parts = set(words_of(name))
    return name in compared or ("depth" in parts and parts <= LIMIT_WORDS)


@contextmanager
def set_to(height: int, limits: list[DepthLimit]) -> Iterator[None]:
    """Within a `with` block, set all depth limits to the height of the tree (or to 1 if the height is 0)."""
    for limit in limits:
        limit.put(max(1, height))
    try:
        yield
    finally:
        for limit in limits:
            limit.put(limit.value)


def limit_names(parsed: ast.Module, counted: Mapping[str, CountingParameters]) -> Iterator[str]:
    """Yield the names of constants and attributes that the program uses as depth limits.

    The search may count plies up to the limit, as in `if ply >= self.limit: return`, or from the limit down to 0, as in
    `search(child, self.limit - 1)`.
    """
    ends: set[str] = set()  # parameters that count down and end the search
    for function in functions_in(parsed):
        counts = counted[function.name]
        for test in (node.test for node in every(ast.If, function) if isinstance(node.body[-1], ast.Return)):
            ends |= {name for name in counts.down & names_in([test]) if _may_be_depth(name)}
            for compared in every(ast.Compare, test):
                names = {last_name(side) for side in (compared.left, *compared.comparators)}
                if counts.up & names:
                    yield from filter(None, names - counts.up)
    for _, parameter, value in passed_arguments(parsed):
        match value:
            case ast.BinOp(left=ast.Attribute(attr=name), right=ast.Constant()) | ast.Attribute(attr=name):
                if parameter in ends:
                    yield name
            case ast.BinOp(left=ast.Name(id=name), right=ast.Constant()) | ast.Name(id=name):
                if parameter in ends and name.isupper():
                    yield name


def _may_be_depth(name: str) -> bool:
    return role_of_name(squeezed(name)) in (Role.DEPTH, Role.PLY, None)
