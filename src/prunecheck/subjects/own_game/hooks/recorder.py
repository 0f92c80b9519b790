"""Hook the functions of a recursion: each call goes through a guide, which may answer it or open its window."""

import contextlib
import functools
import inspect
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.generators import in_place_of
from prunecheck.subjects.own_game.hooks.state import CLEAR, GLOBAL
from prunecheck.subjects.source.parameters import VARIADIC, is_named

KIND: Final = inspect.Parameter.POSITIONAL_OR_KEYWORD


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of a function: their names in order, and which are alpha, beta, both as a pair, and a depth.

    Alpha and beta may be attributes of an argument, such as `self.alpha`. The pair may be the last item of a list that
    is a variable in the module's `namespace`.
    """

    names: tuple[str, ...]
    defaults: dict[str, Any]
    alpha: str = ""
    beta: str = ""
    window: str = ""
    depth: str = ""
    namespace: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def has_window(self) -> bool:
        """True if alpha and beta are parameters, or a pair of them is one."""
        return bool((self.alpha and self.beta) or self.window)

    @property
    def belongs_to_module(self) -> bool:
        """True if it refers to objects of the module, which are others when it is executed again."""
        return self.window.startswith(GLOBAL) or any(
            isinstance(each, list | dict | set) for each in self.defaults.values()
        )

    @property
    def no_position(self) -> tuple[str, ...]:
        """The parameters that do not identify a position: window and depth."""
        return self.alpha, self.beta, self.window, self.depth

    def get(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The argument for a parameter in a call, or its default."""
        if name in kwargs:
            return kwargs[name]
        place = self.names.index(name)
        return args[place] if place < len(args) else self.defaults.get(name)

    def arguments(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """The arguments of a call by name; those beyond the parameters are left out."""
        return {**self.defaults, **dict(zip(self.names, args, strict=False)), **kwargs}

    def with_window(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], ends: tuple[Any, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments of a call with another window."""
        said = [(self.alpha, ends[0]), (self.beta, ends[1])]
        if self.window.startswith(GLOBAL):
            stack = self.namespace[self.window.removeprefix(GLOBAL)]
            stack[-1] = list(ends) if isinstance(stack[-1], list) else tuple(ends)
            said = []
        elif self.window:
            pair = self.get(self.window, args, kwargs)
            said = [(self.window, list(ends) if isinstance(pair, list) else tuple(ends))]
        for name, end in said:
            if "." in name:
                owner, _, attribute = name.partition(".")
                setattr(self.get(owner, args, kwargs), attribute, end)
            else:
                wanted = end if name == self.window else _beside_move(self.get(name, args, kwargs), end)
                args, kwargs = self.with_argument(args, kwargs, name, wanted)
        return args, kwargs

    def with_argument(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], name: str, value: Any
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments of a call with another one for a parameter."""
        place = self.names.index(name)
        if name not in kwargs and place < len(args):
            return (*args[:place], value, *args[place + 1 :]), kwargs
        return args, {**kwargs, name: value}

    def window_of(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
        """Alpha and beta of a call that takes a window."""
        if self.window:
            low, high = self.get(self.window, args, kwargs)
            return low, high
        return self._end(self.alpha, args, kwargs), self._end(self.beta, args, kwargs)

    def _end(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        owner, _, attribute = name.partition(".")
        held = self.get(owner, args, kwargs)
        return getattr(held, attribute) if attribute else _end_of(held)


def _beside_move(held: Any, end: Any) -> Any:
    """The end of a window; in a pair with a move, if it is passed on in one."""
    if isinstance(held, tuple | list) and len(held) == 2:
        return [held[0], end] if isinstance(held, list) else (held[0], end)
    return end


def _end_of(held: Any) -> Any:
    """The number of such a pair; else what is passed on itself."""
    return held[1] if isinstance(held, tuple | list) and len(held) == 2 else held


def parameters_of(function: Callable[..., Any], roles: dict[str, Role] | None = None) -> Parameters:
    """The parameters of a function, with these roles."""
    given = [each for each in inspect.signature(function).parameters.values() if each.kind not in VARIADIC]
    by_role = {role: name for name, role in (roles or {}).items()}
    return Parameters(
        names=tuple(each.name for each in given),
        defaults={each.name: each.default for each in given if each.default is not inspect.Parameter.empty},
        alpha=by_role.get(Role.ALPHA, ""),
        beta=by_role.get(Role.BETA, ""),
        window=by_role.get(Role.WINDOW, ""),
        depth=by_role.get(Role.DEPTH, ""),
        namespace=getattr(inspect.unwrap(function), "__globals__", {}),
    )


def named(parameters: Parameters, role: Role) -> list[str]:
    """The parameters whose names are usual for a role."""
    return [name for name in parameters.names if is_name_of(name, role)]


def is_name_of(name: str, role: Role) -> bool:
    """True for a name that is usual for a role."""
    return name.isidentifier() and is_named(inspect.Parameter(name, KIND), role)


def random_state() -> tuple[Any, Any]:
    """The state of Python's and, if it is loaded, of numpy's random numbers."""
    numpy = sys.modules.get("numpy")
    return random.getstate(), None if numpy is None else numpy.random.get_state(legacy=False)


def same_random(first: tuple[Any, Any], second: tuple[Any, Any]) -> bool:
    """True if two states of the random numbers are the same."""
    return repr(first) == repr(second)


def restore_random(state: tuple[Any, Any]) -> None:
    """Go back to a state of the random numbers."""
    python, numpy = state
    random.setstate(python)
    if numpy is not None:
        sys.modules["numpy"].random.set_state(numpy)


@contextlib.contextmanager
def kept_random() -> Iterator[None]:
    """Leave the random numbers as they were, for a program whose own runs here are seeded."""
    before = random_state()
    try:
        yield
    finally:
        restore_random(before)


class Guide(Protocol):
    """A guide: it sees each call in a run of a search, and may answer it."""

    def call(
        self,
        name: str,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        known: Parameters,
        /,
    ) -> Any:
        """The answer of a call: that of the function, or a different one."""


class ControlError(BaseException):
    """Ends a run of a search from within; `except Exception` in the search does not catch it."""


class TooManyCallsError(ControlError):
    """The search made more calls than allowed."""


class EnoughError(ControlError):
    """The run has shown what was wanted, and ends."""


@dataclass(eq=False, slots=True)
class Recorder:
    """Passes each call of the functions with a hook to the guide, if there is one.

    With `restores_random`, each call restores the state of the random numbers, so that shuffled moves are in the same
    order whichever calls were cut off before.
    """

    declared: dict[str, dict[str, Role]] = field(default_factory=dict)  # by function: the roles of its parameters
    guide: Guide | None = None
    restores_random: bool = False
    _known: dict[str, Parameters] = field(default_factory=dict)
    _returning: set[str] = field(default_factory=set)  # generators that return something

    def hook(self, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """The decorator for the function with this qualified name."""

        def decorator(function: Callable[..., Any]) -> Callable[..., Any]:
            known = self._known.get(name)
            if known is None or known.belongs_to_module:
                known = self._known[name] = parameters_of(function, self.declared.get(name))

            def answered(run: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
                if self.guide is None:
                    return run(*args, **kwargs)
                if not self.restores_random:
                    return self.guide.call(name, run, args, kwargs, known)
                before = random_state()
                try:
                    return self.guide.call(name, run, args, kwargs, known)
                finally:
                    restore_random(before)

            recorded = functools.wraps(function)(in_place_of(function, answered, name, self._returning))
            clear = getattr(function, CLEAR, None)
            if clear is not None:  # from a cache; `wraps` does not copy it
                setattr(recorded, CLEAR, clear)
            return recorded

        return decorator

    def parameters(self, name: str) -> Parameters:
        """The parameters of a function with a hook. Raises: KeyError before it is defined."""
        return self._known[name]

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions with a hook that were defined so far."""
        return tuple(self._known)

    def declare(self, name: str, roles: dict[str, Role]) -> None:
        """Set the roles of a function's parameters; they apply when the module is executed again."""
        self.declared[name] = roles
        self._known.pop(name, None)
