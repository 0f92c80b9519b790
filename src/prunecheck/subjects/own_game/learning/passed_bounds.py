"""Find the bound of a search that takes a single bound in place of alpha and beta.

It is the parameter in which the search passes on values that earlier calls returned.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall

FEWEST_BOUNDS: Final = 3  # a bound takes at least this many values that earlier calls returned; a player takes fewer
FEWEST_OFTEN: Final = 0.5  # this share of the calls, if values are negated or paired with a move; fewer may be chance


class PassedBounds:
    """Compare the arguments of each call with the answers that its caller received before."""

    def __init__(self) -> None:
        """Start with no calls."""
        self._calls: Counter[tuple[str, str]] = Counter()
        self._direct: defaultdict[tuple[str, str], list[Any]] = defaultdict(list)
        self._indirect: defaultdict[tuple[str, str], list[Any]] = defaultdict(list)  # negated, or in a pair with a move

    def note(self, call: HookedCall, answers: Sequence[Any]) -> None:
        """Compare the arguments of a call with the numbers in `answers`, which its caller received before."""
        for name, argument in call.arguments.items() if answers else ():
            held = _number(argument)
            if held is None or name == call.takes.depth:
                continue
            place = call.name, name
            self._calls[place] += 1
            if held in answers and held is argument:
                self._direct[place].append(held)
            elif held in answers or -held in answers:
                self._indirect[place].append(held)

    def found(self) -> dict[str, str]:
        """For each function, the parameter that most often equals the answer of an earlier call, perhaps negated."""
        found: dict[str, str] = {}
        shares = {
            place: (len(self._direct[place]) + len(self._indirect[place])) / calls
            for place, calls in self._calls.items()
        }
        for place in sorted(shares, key=shares.__getitem__):
            direct, indirect = self._direct[place], self._indirect[place]
            often = len(indirect) >= FEWEST_OFTEN * self._calls[place] and len(set(indirect)) >= FEWEST_BOUNDS
            if often or len(set(direct)) >= FEWEST_BOUNDS:
                found[place[0]] = place[1]
        return found


def _number(argument: Any) -> Any:
    """The number in an argument that is a number, or a pair of a move and a number. Otherwise None."""
    if isinstance(argument, tuple | list) and len(argument) == 2:
        argument = argument[1]
    return argument if is_number(argument) else None
