"""Find the bound of a search that takes a single one in place of alpha and beta, like Knuth and Moore's F1.

The first call at each ply is repeated with other arguments (one changed at a time), and the calls that it makes are
answered without being run. A parameter is a bound in two cases:

- With one value of the parameter, a call makes the same calls as with another value, and then more. Also, some calls
  receive the values of earlier calls, or their negatives, in this parameter.
- The parameter's value is infinite, and with another value, the call makes the same calls and then more.

So a bound is found even if it cuts off the same moves in every run, for example because a cutoff test has the wrong
direction.

While the game is learned, the bound is NaN. A comparison of NaN with a number is always false, so tests such as
`best >= bound` and `best <= bound` never lead to a cutoff, whoever moves. A search that continues only `while best <
bound` gets inf or -inf instead. Which sign cuts nothing off is found for each function and player, once the players are
known.
"""

from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from itertools import permutations, product
from math import nan
from typing import Any, Final, TypeAlias

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.hooks.answers import LeafAnswers, is_number, places, with_value
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall, number_in
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS, OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import EnoughError, TooManyCallsError
from prunecheck.subjects.own_game.hooks.state import fingerprint
from prunecheck.subjects.own_game.learning.drawn_runs import DrawnRuns
from prunecheck.subjects.own_game.learning.first_line import FirstLineGuide
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.recording import MOST_CALLS, Node, RecordingGuide
from prunecheck.subjects.own_game.learning.watching import WatchingGuide
from prunecheck.subjects.own_game.learning.windows import is_beside_move
from prunecheck.subjects.sandbox.limits import ComputingTime
from prunecheck.trees.protocol import INF, Number

_Parameter: TypeAlias = tuple[str, str]  # function, parameter

PLIES: Final = 3  # number of plies in the runs that show what a parameter does
STEP: Final = 0.37  # difference between the returned values, chosen so that no argument in a game is a multiple of it
VALUES: Final = (nan, INF, -INF, -STEP)  # the last one is the first returned value, for a test on equal values
MOST_CALLS_OF_ONE: Final = 400  # a call may make at most this many calls
MOST_SECONDS: Final = 1.0  # seconds of computing, for all arguments
SECONDS: Final = 0.3  # seconds for one argument: with an infinite one, a loop may not end
OPENINGS: Final = (nan, INF, -INF)
RECORD_SECONDS: Final = 0.3  # seconds of computing for a run with other openings
MOST_FUNCTIONS: Final = 2  # with more functions than this, not all combinations of values are tried


def single_bounds(program: OwnProgram, leaf_answers: LeafAnswers) -> dict[str, str]:
    """For each function, the parameter that these tests show to be a bound.

    Functions with several such parameters have none.
    """
    following: set[_Parameter] = set()  # parameters that received answers of earlier calls
    deciding: set[_Parameter] = set()  # parameters on which the number of calls depends
    sure: set[_Parameter] = set()
    time = ComputingTime(MOST_SECONDS)
    for ply in range(PLIES):
        usual = _made(program, leaf_answers, ply)
        following |= usual.following
        if usual.reached is None:
            break
        takes = usual.reached.takes
        for name, held in usual.reached.arguments.items():
            may_be_bound = is_number(held) or held is None or is_beside_move(held)
            if not may_be_bound or name == takes.depth or takes.has_window or time.is_over:
                continue
            runs = [usual, *(_made(program, leaf_answers, ply, (name, value)) for value in VALUES)]
            following.update(*(run.following for run in runs))
            if any(one.continues(other, name) for one, other in permutations(runs, 2)):
                deciding.add((usual.reached.name, name))
            if held in (INF, -INF) and any(run.continues(usual, name) for run in runs):
                sure.add((usual.reached.name, name))
    program.forget()
    found: dict[str, set[str]] = {}
    for function, name in following & deciding | sure:
        found.setdefault(function, set()).add(name)
    return {function: names.pop() for function, names in found.items() if len(names) == 1}


def _made(
    program: OwnProgram, leaf_answers: LeafAnswers, ply: int, changed: tuple[str, Any] | None = None
) -> "_ChangedArgumentGuide":
    guide = _ChangedArgumentGuide(leaf_answers, ply, changed)
    program.attempt(guide.call, seconds=SECONDS)
    return guide


class _ChangedArgumentGuide(FirstLineGuide):
    """Give the call at the last ply a changed argument.

    `calls` has fingerprints of the arguments that it passes to its calls. Those in `following` are answers of earlier
    calls.
    """

    def __init__(self, leaf_answers: LeafAnswers, ply: int, changed: tuple[str, Any] | None) -> None:
        super().__init__(leaf_answers, ply)
        self.calls: list[tuple[str, dict[str, Hashable]]] = []
        self.following: set[_Parameter] = set()
        self._changed = changed
        self._answers: set[float] = set()

    def changed(self, call: HookedCall) -> HookedCall:
        """Change the argument."""
        return call if self._changed is None else call.with_number(*self._changed)

    def answered(self, call: HookedCall) -> Any:
        """Answer a call with the largest value so far, or the smallest."""
        if len(self.calls) == MOST_CALLS_OF_ONE:
            raise EnoughError
        numbers = {name: number_in(held) for name, held in call.arguments.items()}
        self.following |= {
            (call.name, name) for name, number in numbers.items() if number is not None and abs(number) in self._answers
        }
        self.calls.append((call.name, {name: fingerprint(held) for name, held in call.arguments.items()}))
        nth = len(self.calls)
        value = STEP * nth * (-1) ** nth
        self._answers.add(abs(value))
        answer = super().answered(call)
        for place in places(answer):
            answer = with_value(answer, place, value)
        return answer

    def continues(self, other: "_ChangedArgumentGuide", bound: str) -> bool:
        """True if this run made all calls of the other run, perhaps with other bounds, and then more."""
        return len(self.calls) > len(other.calls) and all(
            name == other_name
            and all(other_arguments.get(name) == held for name, held in arguments.items() if name != bound)
            for (name, arguments), (other_name, other_arguments) in zip(self.calls, other.calls, strict=False)
        )


def declare_bounds(program: OwnProgram, bounds: Mapping[str, str], seen: WatchingGuide) -> None:
    """Declare the single bound of each function, and the value with which the search makes the most calls."""

    def declare(openings: Iterable[Number]) -> None:
        for (function, bound), opening in zip(bounds.items(), openings, strict=True):
            held = [call.arguments.get(bound) for _, call in seen.calls if call.name == function]
            program.recorder.declare_bound(function, bound, opening, beside_move=any(map(is_beside_move, held)))
        program.forget()

    def calls(openings: Iterable[Number]) -> int:
        declare(openings)
        guide = RecordingGuide(
            [], most_plies=PLIES, seconds=RECORD_SECONDS, leaf_answers=seen.leaf_answers, most_calls=MOST_CALLS
        )
        try:
            with suppress(TooManyCallsError):
                program.run(guide.call, seconds=RUN_SECONDS)
        except Exception:  # it may not take such a bound
            return 0
        return guide.calls

    openings = [
        choice
        for choice in product(OPENINGS, repeat=len(bounds))
        if len(bounds) <= MOST_FUNCTIONS or len(set(choice)) == 1
    ]
    declare(max(openings, key=calls))


def refusal(bounds: Mapping[str, str]) -> PreconditionError:
    """The error to raise if every value of a single bound cuts something off."""
    function, bound = next(iter(bounds.items()))
    return PreconditionError(
        f"{function} takes only one bound, {bound}, so prunecheck cannot widen the window to see "
        "all moves; pass on both alpha and beta to have the search checked"
    )


def open_bounds(game: OwnGame, runs: DrawnRuns, bounds: Mapping[str, str]) -> None:
    """Find out which infinite value of each bound cuts nothing off, and add a note to the game.

    Raises: PreconditionError if both infinite values cut something off. Also if neither does, since then the parameter
    is not a bound.
    """
    nodes = [node for node in game.starts() if node.function in bounds]
    matters = False
    for key in dict.fromkeys((node.function, game.rules[node].largest) for node in nodes):
        usual = INF if key[1] else -INF
        whole = [value for value in (usual, -usual) if _makes_all_calls(game, runs, key, value)]
        if not whole:
            raise refusal({key[0]: bounds[key[0]]})
        game.openings[key] = whole[0]
        matters |= len(whole) == 1
    if not matters:
        raise refusal(bounds)
    said = " and ".join(f"{bound} in {function}" for function, bound in bounds.items())
    game.notes += (f"takes only one bound, {said}; checked in the full window, where this bound is infinite",)


def _makes_all_calls(game: OwnGame, runs: DrawnRuns, key: tuple[str, bool], value: Number) -> bool:
    """True if, with this value of the bound, a function makes all its calls. `key` is the function and the player."""
    made: list[Node] = []

    def opening(node: Node) -> Number:
        is_meant = node in game.rules and (node.function, game.rules[node].largest) == key
        if is_meant and len(node.children) > 1:
            made.append(node)
        return value if is_meant else game.program.recorder.parameters(node.function).opening

    leaves = [node for node in runs.root.all() if not node.children]
    among = game.limits.among
    half = among[len(among) // 2] if among else game.limits.values / 2
    runs.short, runs.opening = [], opening
    try:
        runs.run(dict.fromkeys(leaves, half))
    except (TooManyCallsError, Exception):  # it may not take such a bound
        return False
    finally:
        runs.opening = None
    answered_at_once = bool(made) and runs.first_made.get(made[0]) == 0  # although no table has an entry for it
    return not answered_at_once and not set(made).intersection(runs.short)
