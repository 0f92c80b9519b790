"""Put hooks on recursive functions. A hook passes each call to a guide, which can record, change or replace it."""

import functools
import inspect
import sys
import types
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.fingerprints import CLEAR
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall, Parameters, parameters_of
from prunecheck.subjects.own_game.hooks.random_numbers import kept_random
from prunecheck.trees.protocol import INF

# receives each call to the search, and runs it, changes its arguments, or returns a value without running it
Guide: TypeAlias = Callable[[HookedCall], Any]
Hooked: TypeAlias = Callable[[Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]


class ControlError(BaseException):
    """Raised inside a search to end the run. An `except Exception` in the search does not catch this error."""


class TooManyCallsError(ControlError):
    """Raised if the search makes more calls than allowed."""


class EnoughError(ControlError):
    """Raised to end a run as soon as enough is known."""


class FirstCall(ControlError):  # noqa: N818  # it ends a run, and is not an error
    """Raised to end a run after the first call to the search; `answer` is the return value of that call."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer


class OnlyFirst:
    """A guide that changes the depth of a run's first call, and ends the run after this call."""

    def __init__(self, guide: Guide, depth: Any) -> None:
        self._guide, self._depth, self._inside = guide, depth, False

    def call(self, call: HookedCall, /) -> Any:
        """Change the depth of the first call, and let the inner guide decide what each call returns."""
        if self._inside:
            return self._guide(call)
        self._inside = True
        if call.takes.depth:
            call = call.with_argument(call.takes.depth, self._depth)
        raise FirstCall(self._guide(call))


def cells_of(function: Callable[..., Any]) -> dict[str, types.CellType]:
    """Return the variables of enclosing functions that a function uses, by name."""
    inner: Any = inspect.unwrap(function)
    code = getattr(inner, "__code__", None)
    return {} if code is None else dict(zip(code.co_freevars, inner.__closure__ or (), strict=True))


@dataclass(eq=False, slots=True)
class Recorder:
    """Pass each hooked call to the guide. If there is no guide, run the call unchanged.

    If `restores_random` is set, the state of the random numbers is restored at the end of each call. If the state were
    not restored, a cutoff could change how moves are shuffled later. The search receives `infinity` instead of an
    infinite bound. If a function returns True for a win and False for a loss, a guide sees and returns 1 and -1.
    """

    declared: dict[str, dict[str, Role]] = field(default_factory=dict)  # function -> the roles of its parameters
    guide: Guide | None = None
    restores_random: bool = False
    bounds: dict[str, dict[str, Any]] = field(
        default_factory=dict
    )  # function -> the fields that describe its single bound
    called_from: set[int] = field(default_factory=set)  # the lines of the calls
    infinity: Any = INF
    booleans: dict[str, bool] = field(default_factory=dict)  # function -> True if it only returned True or False
    _known: dict[str, Parameters] = field(default_factory=dict)
    _returning: set[str] = field(default_factory=set)  # generators that return a value

    def hook(self, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Make the decorator for the function with this qualified name."""

        def decorator(function: Callable[..., Any]) -> Callable[..., Any]:
            known = self._known.get(name)
            if known is None or known.belongs_to_module:
                known = self._known[name] = parameters_of(
                    function, self.declared.get(name), self.bounds.get(name, {}), self.infinity
                )

            cells = cells_of(function)

            def answered(run: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
                if self.guide is None:
                    return run(*args, **kwargs)
                line = sys._getframe(2).f_lineno  # noqa: SLF001  # inspect reads source files for each frame
                self.called_from.add(line)
                function = kept_random()(run) if self.restores_random else run

                def with_number(*args: Any, **kwargs: Any) -> Any:
                    return self._number(name, function(*args, **kwargs))

                answer = self.guide(HookedCall(name, with_number, args, kwargs, known, line, cells))
                return answer > 0 if self.booleans.get(name) and is_number(answer) else answer

            recorded = functools.wraps(function)(in_place_of(function, answered, name, self._returning))
            clear = getattr(function, CLEAR, None)
            if clear is not None:  # the function has a cache, whose methods `wraps` does not copy
                setattr(recorded, CLEAR, clear)
            return recorded

        return decorator

    def _number(self, name: str, answer: Any) -> Any:
        """Convert what a function returned to 1 or -1 if it is True or False, like all its answers so far."""
        is_boolean = isinstance(answer, bool)
        self.booleans[name] = is_boolean and self.booleans.get(name, True)
        return (1 if answer else -1) if self.booleans[name] else answer

    def parameters(self, name: str) -> Parameters:
        """Describe the parameters of a hooked function. Raises: KeyError if the function is not defined yet."""
        return self._known[name]

    @property
    def has_depth(self) -> bool:
        """True if one of the functions defined so far has a depth parameter."""
        return any(known.depth for known in self._known.values())

    def declare(self, name: str, roles: dict[str, Role]) -> None:
        """Store the roles of a function's parameters, such as alpha or depth, even if the module is executed again."""
        self.declared[name] = roles
        self._known.pop(name, None)

    @property
    def takes_whole_numbers(self) -> bool:
        """True if the search receives a whole number instead of infinity, and therefore only whole numbers."""
        return bool(self.infinity != INF)

    def set_infinity(self, infinity: Any) -> None:
        """Pass this number to the search instead of infinity, beginning with the next execution of the module."""
        self.infinity = infinity
        self._known = {name: replace(known, infinity=infinity) for name, known in self._known.items()}

    def clear_bounds(self) -> None:
        """Delete what was stored by `declare_bound` for all functions."""
        for name in self.bounds:
            self._known.pop(name, None)
        self.bounds.clear()

    def declare_bound(self, name: str, parameter: str, opening: Any, *, beside_move: bool) -> None:
        """Store which parameter of a function is its single bound, and the value of the bound that causes no cutoff."""
        self.bounds[name] = {"bound": parameter, "opening": opening, "beside_move": beside_move}
        self._known.pop(name, None)


def in_place_of(function: Callable[..., Any], hooked: Hooked, name: str, returning: set[str]) -> Callable[..., Any]:
    """Make a function that passes `function` and its arguments to `hooked`, and returns the result.

    If `function` is a generator function, the new function is one, too: it runs the original generator to its end, and
    then yields the same items. If `hooked` returns a result without running the generator, this result is yielded as
    the only item. But if an earlier run of the generator returned a value (`name` is in `returning`), the result is
    returned instead.
    """
    if not inspect.isgeneratorfunction(function):
        return lambda *args, **kwargs: hooked(function, args, kwargs)

    def items(*args: Any, **kwargs: Any) -> Generator[Any, None, Any]:
        made: list[tuple[list[Any], Any]] = []

        def run(*args: Any, **kwargs: Any) -> Any:
            made.append(run_to_end(function(*args, **kwargs)))
            return answer_in(*made[-1])

        answer = hooked(run, args, kwargs)
        yielded, returned = made[-1] if made else ([], answer) if name in returning else ([answer], None)
        if returned is not None:
            returning.add(name)
        yield from yielded
        return returned

    return items


def run_to_end(generator: Generator[Any, None, Any]) -> tuple[list[Any], Any]:
    """Run a generator to its end; return its items, and its return value."""
    items: list[Any] = []
    while True:
        try:
            items.append(next(generator))
        except StopIteration as end:
            return items, end.value


def answer_in(items: list[Any], returned: Any) -> Any:
    """Return the result of a generator: the value that it returned or, if this is None, the last item."""
    return returned if returned is not None or not items else items[-1]


def answer_of_start(made: Any) -> Any:
    """Return the result of a starting call. A generator is run to its end first."""
    return answer_in(*run_to_end(made)) if isinstance(made, types.GeneratorType) else made
