"""Find alpha and beta among the parameters of recursive functions whose names do not say it."""

from typing import Any, Final

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.answers import is_number
from prunecheck.subjects.own_game.program import OwnProgram
from prunecheck.subjects.own_game.recorder import Parameters
from prunecheck.subjects.own_game.recording import WatchingGuide

FEWEST_CALLS: Final = 5  # that must agree


def declare_windows(program: OwnProgram, seen: WatchingGuide) -> None:
    """Declare alpha and beta by what the recursive calls pass on, where the names of the parameters do not tell.

    They are two numbers, the first below the second, that only come closer from call to call; or, for a search that
    negates, the negatives of each other.
    """
    declared = False
    for function in program.functions:
        try:
            known = program.recorder.parameters(function)
        except KeyError:  # never defined, such as a function inside one that was not called
            continue
        if known.has_window:
            continue
        pairs = _pairs(function, known, seen)
        if len(pairs) == 1:
            ((alpha, beta),) = pairs
            program.recorder.declare(function, {alpha: Role.ALPHA, beta: Role.BETA})
            declared = True
    if declared:
        program.forget()


def _pairs(function: str, known: Parameters, seen: WatchingGuide) -> list[tuple[str, str]]:
    numbers = [name for name in known.names if _always_number(function, name, seen)]
    return [
        (first, second)
        for first in numbers
        for second in numbers
        if first != second and _is_window(function, first, second, seen)
    ]


def _always_number(function: str, name: str, seen: WatchingGuide) -> bool:
    held = [known.get(name, args, kwargs) for _, called, args, kwargs, known in seen.calls if called == function]
    return all(map(is_number, held))


def _is_window(function: str, first: str, second: str, seen: WatchingGuide) -> bool:
    checked = moved = 0
    for caller, called, args, kwargs, known in seen.calls:
        if called != function:
            continue
        low, high = known.get(first, args, kwargs), known.get(second, args, kwargs)
        if not low < high:
            return False
        if caller < 0 or seen.calls[caller][1] != function:
            continue
        _, _, above_args, above_kwargs, _ = seen.calls[caller]
        outer: tuple[Any, Any] = known.get(first, above_args, above_kwargs), known.get(second, above_args, above_kwargs)
        inside = outer[0] <= low and high <= outer[1]
        turned = -outer[1] <= low and high <= -outer[0]
        if not (inside or turned):
            return False
        checked += 1
        moved += (low, high) not in (outer, (-outer[1], -outer[0]))
    return checked >= FEWEST_CALLS and moved > 0
