"""Find the only bound of a search that takes one bound instead of alpha and beta, like Knuth and Moore's F1.

The first call at each ply is repeated several times. In each repetition, one argument is changed, and chosen return
values replace the recursive calls. A parameter may be a bound if a change of its value only adds recursive calls: the
call first makes the same recursive calls as before, and then makes more. A parameter that may be a bound counts as one
if recursive calls receive, as its value, what an earlier recursive call returned, or the negative of this. A parameter
that may be a bound also counts as one if its value is infinite in the user's game.

A bound that is infinite in the user's game is found even if it cuts off the same moves in every run, for example
because the cutoff test has the wrong direction.

While the game is learned, the search gets NaN as its bound. A comparison of NaN with a number is always false, so tests
such as `best >= bound` and `best <= bound` never lead to a cutoff, whoever moves. A search with a loop such as `while
best < bound` gets inf or -inf as its bound, because NaN would end the loop. As soon as it is known who moves in each
call, the bound becomes inf or -inf: for each function and player, the value that causes no cutoffs.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from math import nan
from typing import Any, Final, NamedTuple, TypeAlias

from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import LeafAnswers, is_number, places, with_value
from prunecheck.subjects.own_game.hooks.fingerprints import fingerprint
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall, number_in
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import EnoughError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.recording.first_line import FirstLineGuide
from prunecheck.subjects.own_game.recording.window_parameters import is_beside_move, named
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.trees.protocol import INF, Number

_Parameter: TypeAlias = tuple[str, str]  # function, parameter

PLIES: Final = 3  # in the runs that show what a parameter does, the first call of each of so many plies is repeated
STEP: Final = 0.37  # difference between the returned values, chosen so that no argument in a game is a multiple of it
VALUES: Final = (nan, INF, -INF, -STEP)  # the last one is the first returned value, in case of a test with `==`
MOST_CALLS_OF_ONE: Final = 400  # a call may make at most this many calls
MOST_SECONDS: Final = 1.0  # seconds of computing, for all arguments
SECONDS: Final = 0.3  # seconds for one argument, since a loop may not end if the argument is infinite
OPENINGS: Final = VALUES[:3]


class SingleBound(NamedTuple):
    """The parameter of a function that is its only bound, and values of this bound that cause no cutoffs.

    `opening` is the value of the bound with which the search makes the most calls. If `beside_move` is set, the
    argument is a pair of the bound and a move. `whole` says for each ply whether inf, -inf or both cause no cutoffs, if
    this is known.
    """

    parameter: str
    opening: Number
    beside_move: bool
    whole: dict[int, set[Number]]


@dataclass(slots=True)
class _Candidate:
    """A parameter that may be a bound.

    `calls` counts the calls that the search made with each value of the parameter.
    """

    calls: Counter[Number] = field(default_factory=Counter)
    whole: dict[int, set[Number]] = field(default_factory=dict)  # as in SingleBound
    decides: bool = False  # True if the number of calls depends on the parameter
    is_sure: bool = False


def single_bounds(program: OwnProgram, leaf_answers: LeafAnswers) -> dict[str, SingleBound]:
    """For each function, find the parameter that is a bound, by changing arguments and counting recursive calls."""
    following: set[_Parameter] = set()  # parameters that received return values of earlier calls
    paired: set[_Parameter] = set()  # parameters that received pairs of a number and a move
    candidates: defaultdict[_Parameter, _Candidate] = defaultdict(_Candidate)
    time = ComputingTime(MOST_SECONDS)
    for ply in range(PLIES):
        usual = _made(program, leaf_answers, ply)
        following |= usual.following
        paired |= usual.paired
        if usual.reached is None:
            break
        takes = usual.reached.takes
        for name, held in usual.reached.arguments.items():
            may_be_bound = is_number(held) or held is None or is_beside_move(held)
            if not may_be_bound or name == takes.depth or takes.has_window or time.is_over:
                continue
            place = usual.reached.name, name
            as_pair = held is None and place in paired
            changed = {
                value: _made(program, leaf_answers, ply, (name, (None, value) if as_pair else value))
                for value in VALUES
            }
            runs = [usual, *changed.values()]
            following.update(*(run.following for run in runs))
            seen, most = candidates[place], max(len(run.calls) for run in runs)
            seen.calls.update({value: len(run.calls) for value, run in changed.items()})
            seen.decides |= any(one.continues(other, name) for one, other in permutations(runs, 2))
            seen.is_sure |= held in (INF, -INF) and any(run.continues(usual, name) for run in runs)
            if most > 1:
                seen.whole[ply] = {value for value in (INF, -INF) if len(changed[value].calls) == most}
    program.forget()
    found: dict[str, list[SingleBound]] = {}
    for (function, name), seen in candidates.items():
        if seen.is_sure or (seen.decides and (function, name) in following):
            opening = max(OPENINGS, key=seen.calls.__getitem__)
            bound = SingleBound(name, opening, (function, name) in paired, seen.whole)
            found.setdefault(function, []).append(bound)
    return {function: bounds[0] for function, bounds in found.items() if len(bounds) == 1}


def named_bounds(program: OwnProgram) -> dict[str, SingleBound]:
    """For each function with exactly one parameter named like alpha or beta, take this parameter for a bound.

    Bounds are recognised by name if trial runs do not show them, for example because the first calls take too long.
    """
    found: dict[str, SingleBound] = {}
    for function in program.functions:
        takes = program.recorder.parameters(function)
        names = [name for role in (Role.ALPHA, Role.BETA) for name in named(takes.names, role)]
        if not takes.has_window and len(names) == 1:
            found[function] = SingleBound(names[0], nan, beside_move=False, whole={})
    return found


def _made(
    program: OwnProgram, leaf_answers: LeafAnswers, ply: int, changed: tuple[str, Any] | None = None
) -> "_ChangedArgumentGuide":
    guide = _ChangedArgumentGuide(leaf_answers, ply, changed)
    program.attempt(guide.call, seconds=SECONDS)
    return guide


class _ChangedArgumentGuide(FirstLineGuide):
    """Passes a changed argument to one call, and records the recursive calls that this call then makes.

    `calls` lists the recursive calls: for each call, the name of the function, and fingerprints of the arguments.
    `following` names parameters that received return values of earlier calls, and `paired` names parameters that
    received pairs of a number and a move.
    """

    def __init__(self, leaf_answers: LeafAnswers, ply: int, changed: tuple[str, Any] | None) -> None:
        super().__init__(leaf_answers, ply)
        self.calls: list[tuple[str, dict[str, Hashable]]] = []
        self.following: set[_Parameter] = set()
        self.paired: set[_Parameter] = set()
        self._changed = changed
        self._answers: set[float] = set()

    def changed(self, call: HookedCall) -> HookedCall:
        """Return a copy of the call with the changed argument."""
        return call if self._changed is None else call.with_number(*self._changed)

    def answered(self, call: HookedCall) -> Any:
        """Return a value for a call that is not run: one that is larger or smaller than all values returned before."""
        if len(self.calls) == MOST_CALLS_OF_ONE:
            raise EnoughError
        numbers = {name: number_in(held) for name, held in call.arguments.items()}
        self.following |= {
            (call.name, name) for name, number in numbers.items() if number is not None and abs(number) in self._answers
        }
        self.paired |= {(call.name, name) for name, held in call.arguments.items() if is_beside_move(held)}
        self.calls.append((call.name, {name: fingerprint(held) for name, held in call.arguments.items()}))
        nth = len(self.calls)
        value = STEP * nth * (-1) ** nth
        self._answers.add(abs(value))
        answer = super().answered(call)
        for place in places(answer):
            answer = with_value(answer, place, value)
        return answer

    def continues(self, other: "_ChangedArgumentGuide", bound: str) -> bool:
        """True if this run made all calls of the `other` run, perhaps with different bounds, and then more calls."""
        return len(self.calls) > len(other.calls) and all(
            name == other_name
            and all(other_arguments.get(name) == held for name, held in arguments.items() if name != bound)
            for (name, arguments), (other_name, other_arguments) in zip(self.calls, other.calls, strict=False)
        )


def refusal(bounds: Mapping[str, SingleBound]) -> PreconditionError:
    """Return the error for a function with a single bound that causes cutoffs whatever value the bound has."""
    function, bound = next(iter(bounds.items()))
    return PreconditionError(
        f"`{function}` takes only one bound, `{bound.parameter}`, so prunecheck cannot widen the window to see "
        "all moves; pass on both alpha and beta to have the search checked"
    )


def open_bounds(game: OwnGame, bounds: Mapping[str, SingleBound]) -> None:
    """For each bound and player, choose the infinite value that causes no cutoffs, and add a note to the game.

    Raises: PreconditionError if both infinite values of a bound cause cutoffs. Also raises PreconditionError if no
    infinite value of the argument causes cutoffs, because the argument is not a bound in this case.
    """
    matters, line = False, [game.root]
    while len(line) < PLIES and line[-1].children:
        line.append(line[-1].children[0])
    for ply, node in enumerate(line):
        bound = bounds.get(node.function)
        if bound is None or ply not in bound.whole or node not in game.rules:
            continue
        whole, usual = bound.whole[ply], INF if game.rules[node].largest else -INF
        if not whole:
            raise refusal({node.function: bound})
        game.openings[node.function, game.rules[node].largest] = usual if usual in whole else -usual
        matters |= len(whole) == 1
    if not matters:
        raise refusal(bounds)
    said = " and ".join(f"`{bound.parameter}` in `{function}`" for function, bound in bounds.items())
    game.notes += (
        f"takes only one bound, {said}, so it was only checked with an infinite bound, as in the full window",
    )
