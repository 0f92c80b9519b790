"""Make sure that a search with a single bound, like Knuth and Moore's F1, cuts nothing off while its game is learned.

During that time, the bound is NaN. A comparison of NaN with a number is always false, so tests such as `best >= bound`
and `best <= bound` never lead to a cutoff, whoever moves. A search that continues only `while best < bound` gets inf or
-inf instead. Which sign cuts nothing off is found for each function and player, once the players are known.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import product
from math import nan
from typing import Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.own_program import RUN_SECONDS, OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.learning.drawn_runs import DrawnRuns
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.recording import MOST_CALLS, Node, RecordingGuide
from prunecheck.subjects.own_game.learning.rule_finder import RuleFinder
from prunecheck.subjects.own_game.learning.watching import WatchingGuide
from prunecheck.subjects.own_game.learning.windows import is_beside_move, named
from prunecheck.trees.protocol import INF, Number

OPENINGS: Final = (nan, INF, -INF)
PLIES: Final = 3  # number of plies in the runs that show which value cuts nothing off
RECORD_SECONDS: Final = 0.3  # seconds of computing for such a run
MOST_FUNCTIONS: Final = 2  # with more functions than this, not all combinations of values are tried


class UnopenedBoundError(Exception):
    """Raised if functions seem to take a single bound. A value for it must be chosen before the game can be learned.

    `bounds` has the bound of each function. `refusal` is the error to raise if no value of the bounds helps. It is None
    if the game can also be learned without choosing one.
    """

    def __init__(self, bounds: dict[str, str], refusal: PreconditionError | None = None) -> None:
        """Store the bounds and the refusal."""
        super().__init__(bounds)
        self.bounds, self.refusal = bounds, refusal


def check_skipping(finder: RuleFinder) -> None:
    """Raise UnopenedBoundError if some functions skip moves and take a single bound."""
    runs = finder.runs
    short = [node for node in runs.short if node.function in runs.bounds]
    found: dict[str, str] = {}
    for function in dict.fromkeys(node.function for node in (*finder.skipped, *short)):
        known = finder.program.recorder.parameters(function)
        bounds = [known.bound] if known.bound else [*named(known.names, Role.ALPHA), *named(known.names, Role.BETA)]
        if not bounds and function in runs.bounds:
            bounds = [runs.bounds[function]]
        if not known.has_window and len(bounds) == 1:
            found[function] = bounds[0]
    if found:
        raise UnopenedBoundError(found, _refusal(found))


def _refusal(bounds: Mapping[str, str]) -> PreconditionError:
    """The error to raise if every value of a single bound cuts something off."""
    function, bound = next(iter(bounds.items()))
    return PreconditionError(
        f"{function} takes only one bound, {bound}, so prunecheck cannot widen the window to see "
        "all moves; pass on both alpha and beta to have the search checked"
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
            raise _refusal({key[0]: bounds[key[0]]})
        game.openings[key] = whole[0]
        matters |= len(whole) == 1
    if not matters:
        raise _refusal(bounds)
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
