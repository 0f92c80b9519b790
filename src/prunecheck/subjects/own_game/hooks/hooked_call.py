"""Read the arguments, window and depth of a recorded call of a function, and copy the call with changed arguments."""

import copy
import inspect
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, is_dataclass, replace
from math import nan
from types import CellType, MappingProxyType
from typing import Any, Final

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.fingerprints import GLOBAL, attributes
from prunecheck.subjects.source.parameters import VARIADIC
from prunecheck.trees.protocol import INF

NO_BOUND: Final[Mapping[str, Any]] = MappingProxyType({})
MOST_PARTS: Final = 12  # a larger container is a board, not a window


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameter names of a function, and which parameters are alpha, beta or the depth.

    Alpha and beta can be parts of an argument: an attribute such as `self.alpha`, a dictionary's item such as
    `window.alpha`, or a tuple's item such as `ab.0`. If `stack` is not empty, the window is the last pair in the list
    with this name: an attribute of an argument, or a variable of the module. `namespace` holds the module's variables.
    A search without a window can have one parameter `bound` instead, which causes no cutoffs if its value is `opening`.
    If `beside_move` is True, the argument for `bound` is a pair of the bound and a move. `rest` is the name of a
    parameter such as `*args`. The search receives the number `infinity` or its negative instead of an infinite bound.
    """

    names: tuple[str, ...]
    defaults: dict[str, Any]
    alpha: str = ""
    beta: str = ""
    stack: str = ""
    depth: str = ""
    bound: str = ""
    opening: Any = nan
    beside_move: bool = False
    namespace: dict[str, Any] = field(default_factory=dict, repr=False)
    rest: str = ""
    infinity: Any = INF

    @property
    def has_window(self) -> bool:
        """True if the function takes alpha and beta."""
        return bool((self.alpha and self.beta) or self.stack)

    @property
    def belongs_to_module(self) -> bool:
        """True if the window is stored in a module variable, or if a parameter has a mutable default value.

        Executing the module again creates a new object for the variable or the default value.
        """
        return self.stack.startswith(GLOBAL) or any(
            isinstance(default, list | dict | set) for default in self.defaults.values()
        )

    @property
    def no_position(self) -> tuple[str, ...]:
        """The names of the parameters that do not describe the position: the window, a single bound, and the depth."""
        return self.alpha, self.beta, self.bound, self.depth

    @property
    def window_owners(self) -> tuple[str, ...]:
        """The names of the arguments whose attributes or items are alpha and beta."""
        return tuple(dict.fromkeys(name.partition(".")[0] for name in (self.alpha, self.beta) if "." in name))

    @property
    def positional(self) -> int:
        """The number of parameters before `*args`, or of all parameters if there is no `*args`."""
        return self.names.index(self.rest) if self.rest else len(self.names)


@dataclass(eq=False, slots=True)
class HookedCall:
    """A call to `function` with its arguments, made on line `line` of the source code (0 if the line is unknown).

    `name` is the function's qualified name, and `takes` describes the function's parameters. `cells` contains the
    variables of enclosing functions that the function uses.
    """

    name: str
    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    takes: Parameters
    line: int = 0
    cells: Mapping[str, CellType] = field(default_factory=dict, repr=False)

    def make(self) -> Any:
        """Make the call, and return what it returns."""
        return self.function(*self.args, **self.kwargs)

    def argument(self, name: str) -> Any:
        """Return the argument for the parameter `name`, or the parameter's default."""
        if name in self.kwargs:
            return self.kwargs[name]
        if self.takes.rest:
            return self.arguments.get(name)
        place = self.takes.names.index(name) if name in self.takes.names else len(self.args)
        return self.args[place] if place < len(self.args) else self.takes.defaults.get(name)

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the call, by parameter name.

        The arguments for `*args` are one tuple with the name `args`.
        """
        takes = self.takes
        if not takes.rest:
            found = takes.defaults | dict(zip(takes.names, self.args, strict=False))
            return found | self.kwargs if self.kwargs else found
        before = takes.positional
        first = dict(zip(takes.names[:before], self.args, strict=False))
        return {**takes.defaults, **first, takes.rest: tuple(self.args[before:]), **self.kwargs}

    @property
    def position_arguments(self) -> dict[str, Any]:
        """All arguments except bounds and depth, plus the boards and tables in variables of enclosing functions."""
        found = self.without_window
        if self.takes.depth:
            del found[self.takes.depth]
        return self.enclosing | found if self.cells else found

    @property
    def enclosing(self) -> dict[str, Any]:
        """The dictionaries, lists and arrays in variables of enclosing functions.

        Sets are omitted, for example a set of the positions that were visited.
        """
        found: dict[str, Any] = {}
        for name, cell in self.cells.items():
            with suppress(ValueError):  # the variable has no value yet
                held = cell.cell_contents
                if isinstance(held, dict | list | bytearray) or hasattr(type(held), "shape"):
                    found[name] = held
        return found

    @property
    def without_window(self) -> dict[str, Any]:
        """The arguments by name, without bounds (alpha and beta, or a single bound)."""
        takes = self.takes
        window = takes.alpha, takes.beta, takes.bound
        found = self.arguments
        for name in window:
            found.pop(name, None)
        for owner in takes.window_owners if "." in takes.alpha else ():
            if isinstance(found[owner], tuple | list | dict):
                ends = {name.partition(".")[2] for name in window}
                parts = enumerate(parts_by_name(found.pop(owner)).items())
                beside = {name: held for nth, (name, held) in parts if ends.isdisjoint((name, str(nth)))}
                found |= {owner: beside} if beside else {}
        return found

    @property
    def depth(self) -> Any:
        """The depth argument, or None if the function takes no depth."""
        return self.argument(self.takes.depth) if self.takes.depth else None

    @property
    def window(self) -> tuple[Any, Any]:
        """Alpha and beta of a call to a function that takes a window. A bound that is None counts as infinite."""
        if self.takes.stack:
            low, high = self._stack()[-1]
            return low, high
        low, high = self._end(self.takes.alpha), self._end(self.takes.beta)
        return -INF if low is None else low, INF if high is None else high

    def _stack(self) -> list[Any]:
        owner, _, name = self.takes.stack.removeprefix(GLOBAL).rpartition(".")
        in_module = self.takes.stack.startswith(GLOBAL)
        held: Any = self.takes.namespace[owner or name] if in_module else self.argument(owner)
        found: list[Any] = getattr(held, name) if owner else held
        return found

    def _end(self, name: str) -> Any:
        owner, _, part = name.partition(".")
        held = self.argument(owner)
        return part_of(held, part) if part else held[_place_of_bound(held)] if _is_pair(held) else held

    def with_argument(self, name: str, value: Any) -> "HookedCall":
        """Copy the call, with a new value for the parameter `name`."""
        if name in self.kwargs or name not in self.takes.names:
            return self._with(self.args, {**self.kwargs, name: value})
        place, before = self.takes.names.index(name), self.takes.positional
        if name == self.takes.rest:
            return self._with((*self.args[:before], *value), self.kwargs)
        if place < min(before, len(self.args)):
            return self._with((*self.args[:place], value, *self.args[place + 1 :]), self.kwargs)
        return self._with(self.args, {**self.kwargs, name: value})

    def _with(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> "HookedCall":
        return HookedCall(self.name, self.function, args, kwargs, self.takes, self.line, self.cells)

    def opened(self) -> "HookedCall":
        """Copy the call, with bounds that cause no cutoffs."""
        if self.takes.has_window:
            return self.with_window((-INF, INF))
        return self.with_bound(self.takes.opening) if self.takes.bound else self

    def with_bound(self, value: Any) -> "HookedCall":
        """Copy the call, with a new value for its single bound."""
        if self.takes.beside_move and self.argument(self.takes.bound) is None:
            return self.with_argument(self.takes.bound, (None, value))
        return self.with_number(self.takes.bound, value)

    def with_number(self, name: str, value: Any) -> "HookedCall":
        """Copy the call, with a new number in the argument `name`: a number, or a pair of a number and a move."""
        held = self.argument(name)
        if _is_pair(held):
            value = _like(held, (held[0], value) if _place_of_bound(held) else (value, held[1]))
        return self.with_argument(name, value)

    def with_window(self, ends: tuple[Any, Any]) -> "HookedCall":
        """Copy the call, with the new window `ends`. A bound that is None stays None if the new bound is infinite.

        If the window is stored in an attribute or in a module variable, the stored window is changed, too, if possible.
        """
        infinite, ends = [end == none for end, none in zip(ends, (-INF, INF), strict=True)], self._finite(*ends)
        if self.takes.stack:
            stack = self._stack()
            stack[-1] = _like(stack[-1], ends)
            return self
        places = self._places_of_bounds()
        if places is not None:  # a shortcut for the most frequent kind of call
            args = list(self.args)
            for place, end, is_infinite in zip(places, ends, infinite, strict=True):
                args[place] = None if is_infinite and args[place] is None else end
            return self._with(tuple(args), self.kwargs)
        call = self
        for name, end, is_infinite in zip((self.takes.alpha, self.takes.beta), ends, infinite, strict=True):
            owner, _, part = name.partition(".")
            held = call.argument(owner)
            if held is None and is_infinite:
                continue
            if part:
                call = call.with_argument(owner, with_part(held, part, end))
            else:
                call = call.with_number(name, end)
        return call

    def _finite(self, alpha: Any, beta: Any) -> tuple[Any, Any]:
        """Return both bounds. An infinite bound is replaced by the number that the search accepts as infinity."""
        largest = self.takes.infinity
        if largest == INF:
            return alpha, beta
        alpha, beta = ({INF: largest, -INF: -largest}.get(end, end) for end in (alpha, beta))
        return alpha, beta

    def _places_of_bounds(self) -> tuple[int, int] | None:
        """The indices of alpha and beta in the positional arguments. None if a bound is not passed by position."""
        takes, args = self.takes, self.args
        if takes.rest or takes.alpha not in takes.names or takes.beta not in takes.names:
            return None
        low, high = takes.names.index(takes.alpha), takes.names.index(takes.beta)
        plain = max(low, high) < len(args) and not (_is_pair(args[low]) or _is_pair(args[high]))
        return (low, high) if plain else None

    def open_attributes(self) -> None:
        """Reset alpha and beta to the full window if they are attributes, which the call may have changed."""
        if "." in self.takes.alpha:
            self.with_window((-INF, INF))


def _is_pair(held: Any) -> bool:
    """True if the argument for a bound has two items, the bound and a move."""
    return isinstance(held, tuple | list) and len(held) == 2


def _place_of_bound(pair: Any) -> int:
    """The index (0 or 1) of the bound in a pair of a bound and a move.

    If both items of the pair are numbers, or neither is a number, the index is 1.
    """
    return 0 if is_number(pair[0]) and not is_number(pair[1]) else 1


def number_in(argument: Any) -> Any:
    """Return the argument if it is a number, or the number in an argument that is a (number, move) pair.

    Returns None if the argument contains no number.
    """
    held = argument[_place_of_bound(argument)] if _is_pair(argument) else argument
    return held if is_number(held) else None


def _like(pair: Any, ends: tuple[Any, Any]) -> Any:
    if hasattr(pair, "_fields"):
        return type(pair)(*ends)
    return list(ends) if isinstance(pair, list) else tuple(ends)


def parameters_of(
    function: Callable[..., Any],
    roles: dict[str, Role] | None = None,
    bound: Mapping[str, Any] = NO_BOUND,
    infinity: Any = INF,
) -> Parameters:
    """Describe the parameters of a function. `roles` says which parameters are alpha, beta and the depth.

    `bound` contains the fields of `Parameters` that describe a single bound. The function receives `infinity` instead
    of an infinite bound.
    """
    every = inspect.signature(function).parameters.values()
    given = [parameter for parameter in every if parameter.kind not in VARIADIC]
    rest = next((parameter.name for parameter in every if parameter.kind is inspect.Parameter.VAR_POSITIONAL), "")
    by_role = {role: name for name, role in (roles or {}).items()}
    return Parameters(
        names=tuple(parameter.name for parameter in every if parameter in given or parameter.name == rest),
        defaults={
            parameter.name: parameter.default for parameter in given if parameter.default is not inspect.Parameter.empty
        },
        alpha=by_role.get(Role.ALPHA, ""),
        beta=by_role.get(Role.BETA, ""),
        stack=by_role.get(Role.WINDOW, ""),
        depth=by_role.get(Role.DEPTH, ""),
        **bound,
        namespace=getattr(inspect.unwrap(function), "__globals__", {}),
        rest=rest,
        infinity=infinity,
    )


def parts_by_name(held: Any) -> dict[str, Any]:
    """Return the attributes or items of an argument by name. The name of an item is its key, index or field name.

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
    """Return the item or attribute with the name `part` from an argument."""
    if isinstance(held, Mapping):
        return held[part]
    return held[int(part)] if part.isdecimal() else getattr(held, part)


def with_part(held: Any, part: str, value: Any) -> Any:
    """Set the item or attribute with the name `part` of an argument, and return the argument.

    If the item or attribute cannot be set, return a changed copy of the argument.
    """
    if isinstance(held, tuple):
        if not part.isdecimal():
            return held._replace(**{part: value})  # type: ignore[attr-defined]
        items = *held[: int(part)], value, *held[int(part) + 1 :]
        return type(held)(*items) if hasattr(held, "_fields") else items
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
