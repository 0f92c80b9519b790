"""Put hooks on recursive functions.

A hook passes each call to a guide, a function that can record or replace the call.
"""

import functools
import inspect
import sys
import types
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.fingerprints import CLEAR
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall, Parameters, parameters_of
from prunecheck.subjects.own_game.hooks.random_numbers import forked_random
from prunecheck.subjects.source.basic_blocks import Place
from prunecheck.trees.protocol import INF

# receives each call to the search, and runs it, changes its arguments, or returns a value without running it
Guide: TypeAlias = Callable[[HookedCall], Any]
Hooked: TypeAlias = Callable[[Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]


class ControlError(BaseException):
    """Raised inside a search to end the run. An `except Exception` in the user's search does not catch this error."""


class TooManyCallsError(ControlError):
    """Raised if the search makes more calls than allowed."""


class EnoughError(ControlError):
    """Raised to end a run of the search early, because enough is known."""


class FirstCall(ControlError):  # noqa: N818  # it ends a run, and is not an error
    """Raised to end a run after the first call to the search, whose return value is `answer`."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer


class OnlyFirst:
    """Gives the first call to the search a new depth, and ends the run of the program after this call."""

    def __init__(self, guide: Guide, depth: Any) -> None:
        self._guide, self._depth, self._inside = guide, depth, False

    def call(self, call: HookedCall, /) -> Any:
        """Give the first call a new depth, and pass each call to the guide, which decides what calls return."""
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
    """Pass each call of a hooked function to the function `guide` or, if `guide` is None, run the call unchanged.

    If `restores_random` is set, each call draws random numbers of its own, and the numbers after the call do not depend
    on how many it draws. Otherwise, a cutoff could change how the search shuffles moves later. No two calls draw the
    same numbers, because they may become table keys. The search receives `infinity` instead of an infinite bound. If a
    function returns True for a win and False for a loss, `guide` gets and returns 1 for True and -1 for False.
    """

    declared: dict[str, dict[str, Role]] = field(default_factory=dict)  # function -> the roles of its parameters
    guide: Guide | None = None
    restores_random: bool = False
    bounds: dict[str, dict[str, Any]] = field(
        default_factory=dict
    )  # function -> the fields that describe its single bound
    called_from: set[int] = field(default_factory=set)  # the lines of the calls
    ran: set[Place] = field(default_factory=set)  # the places of the basic blocks that ran
    infinity: Any = INF
    booleans: dict[str, bool] = field(default_factory=dict)  # function -> True if it only returned True or False
    _known: dict[str, Parameters] = field(default_factory=dict)
    _returning: set[str] = field(default_factory=set)  # generators that return a value

    def hook(self, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Make the decorator that puts a hook on the function with this qualified name."""

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

                def with_number(*args: Any, **kwargs: Any) -> Any:
                    return self._number(name, run(*args, **kwargs))

                with forked_random() if self.restores_random else nullcontext():
                    answer = self.guide(HookedCall(name, with_number, args, kwargs, known, line, cells))
                return answer > 0 if self.booleans.get(name) and is_number(answer) else answer

            recorded = functools.wraps(function)(in_place_of(function, answered, name, self._returning))
            clear = getattr(function, CLEAR, None)
            if clear is not None:  # the function has a cache, whose methods `wraps` does not copy
                setattr(recorded, CLEAR, clear)
            return recorded

        return decorator

    def _number(self, name: str, answer: Any) -> Any:
        """Convert the return value of a function to 1 or -1 if the function has only returned True and False so far."""
        is_boolean = isinstance(answer, bool)
        self.booleans[name] = is_boolean and self.booleans.get(name, True)
        return (1 if answer else -1) if self.booleans[name] else answer

    def parameters(self, name: str) -> Parameters:
        """Describe the parameters of a hooked function. Raises: KeyError if the function is not defined yet."""
        return self._known[name]

    @contextmanager
    def ignores_code(self) -> Iterator[None]:
        """Within a `with` block, do not store which code runs, because results are not judged in the block."""
        before = set(self.called_from), set(self.ran)
        try:
            yield
        finally:
            self.called_from &= before[0]
            self.ran &= before[1]

    @property
    def has_depth(self) -> bool:
        """True if one of the functions defined so far has a depth parameter."""
        return any(known.depth for known in self._known.values())

    def declare(self, name: str, roles: dict[str, Role]) -> None:
        """Store which parameters of a function are alpha, beta and depth, also for later executions of the module."""
        self.declared[name] = roles
        self._known.pop(name, None)

    @property
    def takes_whole_numbers(self) -> bool:
        """True if bounds must be whole numbers, so that the search receives a whole number instead of infinity."""
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

    If `function` is a generator function, the new function is also a generator function: it runs the original generator
    to its end, and then yields the same items. If `hooked` returns a result without running the original generator, the
    new generator yields this result as its only item. The set `returning` names the generator functions that returned a
    value in an earlier run. If `name` is in `returning`, the new generator returns the result of `hooked` instead of
    yielding it.
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
    """Return the result of a generator: its return value or, if it returned None, the last item that it yielded."""
    return returned if returned is not None or not items else items[-1]


def answer_of_start(made: Any) -> Any:
    """Return the result of a starting call.

    If the starting call made a generator, run the generator to its end first.
    """
    return answer_in(*run_to_end(made)) if isinstance(made, types.GeneratorType) else made
