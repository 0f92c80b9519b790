"""Record calls to recursive generators. A call runs to its end as soon as its first item is requested.

The answer of such a call is its return value. If it has none, it is the last item that the call yields.
"""

import inspect
import types
from collections.abc import Callable, Generator
from typing import Any, TypeAlias

Hooked: TypeAlias = Callable[[Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]


def in_place_of(function: Callable[..., Any], hooked: Hooked, name: str, returning: set[str]) -> Callable[..., Any]:
    """Make a replacement for `function`: it passes the original and the arguments to `hooked`, and returns the result.

    If `function` is a generator function, so is its replacement, and it yields the same items. `hooked` may also answer
    without running the generator. Then the replacement yields this answer as its only item. If an earlier run of the
    generator returned a value (`name` is in `returning`), it returns the answer instead.
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
    """The answer of a generator: its return value, otherwise its last item, otherwise None."""
    return returned if returned is not None or not items else items[-1]


def answer_of_start(made: Any) -> Any:
    """The result of a starting call. A generator is run to its end first."""
    return answer_in(*run_to_end(made)) if isinstance(made, types.GeneratorType) else made
