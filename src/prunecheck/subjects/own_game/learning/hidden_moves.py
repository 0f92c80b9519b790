"""Find a bound that cuts off some moves in every run, for example because a cutoff test has the wrong direction.

Such moves are never seen, so comparing runs does not show that they are missing. For this reason, the first call at
each ply is repeated with other arguments (one changed at a time), and the calls that it makes are answered without
being run. A parameter is a bound in two cases:

- With one value of the parameter, a call makes the same calls as with another value, and then more. Also, these calls
  receive the values of earlier calls, or their negatives, in this parameter.
- The parameter's value is infinite, and with another value, the call makes the same calls and then more.
"""

from collections.abc import Hashable
from itertools import permutations
from math import nan
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.answers import LeafAnswers, is_number, places, with_value
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import EnoughError
from prunecheck.subjects.own_game.hooks.state import fingerprint
from prunecheck.subjects.own_game.learning.first_line import FirstLineGuide
from prunecheck.subjects.sandbox.limits import ComputingTime
from prunecheck.trees.protocol import INF

PLIES: Final = 3
VALUES: Final = (nan, INF, -INF)
MOST_CALLS: Final = 400  # a call may make at most this many calls
MOST_SECONDS: Final = 1.0  # seconds of computing, for all arguments
SECONDS: Final = 0.3  # seconds for one argument: with an infinite one, a loop may not end
STEP: Final = 0.37  # difference between the returned values, chosen so that no argument in a game is a multiple of it


def hidden_bounds(program: OwnProgram, leaf_answers: LeafAnswers) -> dict[str, str]:
    """For each function, the parameter that these tests show to be a bound.

    Functions with several such parameters have none.
    """
    found: dict[str, set[str]] = {}
    time = ComputingTime(MOST_SECONDS)
    for ply in range(PLIES):
        usual = _made(program, leaf_answers, ply)
        if usual.reached is None:
            break
        takes = usual.reached.takes
        for name, held in usual.reached.arguments.items():
            may_be_bound = is_number(held) or held is None
            if not may_be_bound or name == takes.depth or takes.has_window or time.is_over:
                continue
            runs = [usual, *(_made(program, leaf_answers, ply, (name, value)) for value in VALUES)]
            follows = any(
                one.follows_answers(name) and one.continues(other, name) for one, other in permutations(runs, 2)
            )
            if follows or (held in (INF, -INF) and any(one.continues(usual, name) for one in runs)):
                found.setdefault(usual.reached.name, set()).add(name)
    program.forget()
    return {function: names.pop() for function, names in found.items() if len(names) == 1}


def _made(
    program: OwnProgram, leaf_answers: LeafAnswers, ply: int, changed: tuple[str, Any] | None = None
) -> "_ChangedArgumentGuide":
    guide = _ChangedArgumentGuide(leaf_answers, ply, changed)
    program.attempt(guide.call, seconds=SECONDS)
    return guide


class _ChangedArgumentGuide(FirstLineGuide):
    """Give the call at the last ply a changed argument.

    `calls` has fingerprints of the arguments that it passes to its calls.
    """

    def __init__(self, leaf_answers: LeafAnswers, ply: int, changed: tuple[str, Any] | None) -> None:
        super().__init__(leaf_answers, ply)
        self.calls: list[tuple[str, dict[str, Hashable]]] = []
        self._following: set[tuple[str, str]] = set()  # (function, parameter) pairs that got answers of earlier calls
        self._changed = changed
        self._answers: set[float] = set()

    def changed(self, call: HookedCall) -> HookedCall:
        return call if self._changed is None else call.with_argument(*self._changed)

    def answered(self, call: HookedCall) -> Any:
        if len(self.calls) == MOST_CALLS:
            raise EnoughError
        numbers = {name: abs(held) for name, held in call.arguments.items() if is_number(held)}
        self._following |= {(call.name, name) for name, held in numbers.items() if held in self._answers}
        self.calls.append((call.name, {name: fingerprint(held) for name, held in call.arguments.items()}))
        nth = len(self.calls)
        value = STEP * nth * (-1) ** nth  # the largest so far, or the smallest
        self._answers.add(abs(value))
        answer = self._leaf_answers.of(call.name)
        for place in places(answer):
            answer = with_value(answer, place, value)
        return answer

    def follows_answers(self, bound: str) -> bool:
        """True if calls received the answers of earlier calls (or their negatives) in this parameter."""
        function = self.reached.name if self.reached is not None else ""
        return any(name == bound or other != function for other, name in self._following)

    def continues(self, other: "_ChangedArgumentGuide", bound: str) -> bool:
        """True if this run made all calls of the other run, perhaps with other bounds, and then more."""
        return len(self.calls) > len(other.calls) and all(
            name == other_name
            and all(other_arguments.get(name) == held for name, held in arguments.items() if name != bound)
            for (name, arguments), (other_name, other_arguments) in zip(self.calls, other.calls, strict=False)
        )
