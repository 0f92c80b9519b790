"""Learn a search's own game from runs with full windows: the game tree, the players and the values."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from prunecheck.error_frames import frames_of, place_of
from prunecheck.errors import CrashError, PreconditionError, PrunecheckError, brief, told
from prunecheck.failures import Hang, SubjectError, failure_of
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.parts import Parts
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.hooks.state import GLOBAL
from prunecheck.subjects.own_game.learning.accumulators import check_no_accumulators
from prunecheck.subjects.own_game.learning.crashes import search_crash
from prunecheck.subjects.own_game.learning.drawn_runs import DrawnRuns
from prunecheck.subjects.own_game.learning.early_cutoffs import always_cut_off
from prunecheck.subjects.own_game.learning.faults import (
    CHANGES,
    left_before_failure,
    left_before_refusal,
    left_changed,
    left_later,
    missing_opponent,
    pollution,
    skipped_moves,
    unrestored,
    unrestored_positions,
    wrong_turns,
)
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.hidden_moves import hidden_bounds
from prunecheck.subjects.own_game.learning.identity import identity_of, position_parts
from prunecheck.subjects.own_game.learning.last_search import comes_again, keep_only_last, runs
from prunecheck.subjects.own_game.learning.later_positions import Later, play_lines
from prunecheck.subjects.own_game.learning.one_bound import (
    UnopenedBoundError,
    check_skipping,
    declare_bounds,
    open_bounds,
)
from prunecheck.subjects.own_game.learning.recording import (
    MOST_CALLS,
    RUN_SECONDS,
    Identity,
    Node,
    RecordedTrees,
    RecordingGuide,
)
from prunecheck.subjects.own_game.learning.repeating import changes_defaults, check_repeatable
from prunecheck.subjects.own_game.learning.rule_finder import RuleFinder
from prunecheck.subjects.own_game.learning.watching import Watched, shorter, watch
from prunecheck.subjects.own_game.learning.windows import declare_roles, largest_whole_bound, turns_windows
from prunecheck.subjects.own_game.learning.wrong_entries import address_notes, address_refusal, wrong_entries
from prunecheck.trees.protocol import INF

MOST_PLIES: Final = 1_000
MOST_AGAIN: Final = 3  # a call may search one position this often; beyond that, the positions are really different
RECORD_SECONDS: Final = 0.3  # seconds of computing for one recording; learning makes about 20
TABLE_FACTOR: Final = 5  # factor of that time if the search recognises positions
EMPTY: Final = (INF, -INF)  # nothing is cut off in this window, unless the direction of a cutoff test is wrong
NO_BOUNDS: Final[Mapping[str, str]] = MappingProxyType({})
_TOO_MANY: Final = f"the starting call makes more than {MOST_CALLS:,} calls within one ply"
WHOLE_INFINITY: Final = 10**12  # larger than all values of a search
MOST_FURTHER: Final = 3  # plies that are recorded below the first moves


def learn(program: OwnProgram) -> OwnGame:
    """Learn the game that a program's starting call searches.

    Raises: PreconditionError, with the reason and the remedy, if the starting call cannot be used, or if the search is
    not a plain minimax search of its calls.
    """
    try:
        if program.compile(driver=True):
            # a driver's call may not be a node of a tree, for example with iterative deepening
            with suppress(Exception, TooManyCallsError):
                return _learned(program)
            program.compile()
        return _learned_again(program, _learned(program))
    except PrunecheckError:
        raise
    except TooManyCallsError:
        raise PreconditionError(
            f"the starting call {program.start!r} makes too many calls with some values of its positions; "
            "give one with a smaller depth"
        ) from None
    except SubjectError as error:
        late = isinstance(error.failure, Hang)
        remedy = f"{shorter(program)}, or allow more with --seconds" if late else "a call that only searches"
        raise PreconditionError(
            f"the starting call {program.start!r} cannot be recorded: {error.failure}; give {remedy}"
        ) from None
    except Exception as error:
        if not frames_of(error):  # an error of ours
            raise
        reason, failure = f"{told(error)}{_raised_at(error)}", failure_of(error)
    with suppress(Exception, TooManyCallsError):
        if keep_only_last(program):
            return _learned(program)
    program.only_first = None
    own = largest_whole_bound(program)
    for infinity in (WHOLE_INFINITY, own) if own else ():
        with suppress(Exception, TooManyCallsError):
            return _learned_in_whole_numbers(program, infinity)
    if runs(program):  # for example, a driver may read what a search stores in an attribute
        direct = program.name.rpartition(".")[2] in program.names_in_start
        remedy = "let the search take any numbers" if direct else "give a call of the search itself"
        raise PreconditionError(
            f"the starting call {program.start!r} calls the search, but fails if the search gets or returns other "
            f"values: {reason}; {remedy}",
            failure,
        )
    left = left_before_failure(program)
    remedy = f"before it fails, it {left[0]}" if left else "give a call that works in a program"
    message = f"the starting call {program.start!r} fails: {reason}; {remedy}"
    if (crash := search_crash(program)) is not None:
        lines = (*crash.lines, f"cause   before it fails, it {left[0]}") if left else crash.lines
        raise CrashError(message, crash.failure, lines)
    raise PreconditionError(message, failure)


def _learned_in_whole_numbers(program: OwnProgram, infinity: int) -> OwnGame:
    """Learn the game of a program that fails if a bound is larger than `infinity`, or a bound or value a fraction."""
    try:
        program.recorder.set_infinity(infinity)
        program.forget()
        game = _learned(program)
    except BaseException:
        program.recorder.set_infinity(INF)
        program.forget()
        raise
    game.notes = (
        *game.notes,
        f"checked with whole numbers, and with {infinity:,} for infinity; it takes no others",
    )
    return game


def _learned_again(program: OwnProgram, game: OwnGame) -> OwnGame:
    """The game; if the recorded call needs the values of earlier calls, the game of the starting call's last search."""
    if not comes_again(game) and keep_only_last(program):
        with suppress(Exception, TooManyCallsError):
            return _learned(program)
        program.only_first = None
        return _learned(program)
    return game


def _raised_at(error: Exception) -> str:
    """The file and line in the user's code where an error was raised."""
    file, line = place_of(frames_of(error))
    return f" ({Path(file).name}:{line})" if file else ""


class _Understood(NamedTuple):
    """The game that was found in a recording, or the reason why there is none.

    `mixed` are the calls that search their moves to different depths. `finder` looked for the game. `repeated`: a call
    searched a position again in its own window.
    """

    finder: RuleFinder
    game: OwnGame | PreconditionError
    mixed: list[Node]
    repeated: bool

    @property
    def complete(self) -> bool:
        """True if a game was found, all runs made the same calls, and no call searched a position too often."""
        few = all(node.in_one_call <= MOST_AGAIN for node in self.runs.root.all())
        return isinstance(self.game, OwnGame) and not self.runs.short and few

    @property
    def runs(self) -> DrawnRuns:
        """The runs from which the game was learned."""
        return self.finder.runs


def _learned(program: OwnProgram, bounds: Mapping[str, str] = NO_BOUNDS, *, looks: bool = True) -> OwnGame:
    """Learn the game with these single bounds (by function) set to cut nothing off, and others if they hide moves.

    With `looks`, also look for single bounds that hide the same moves in every run.
    """
    try:
        return _learned_with(program, bounds, looks=looks)
    except UnopenedBoundError as found:
        if not found.bounds.keys() <= bounds.keys():
            with suppress(Exception):
                return _learned(program, {**bounds, **found.bounds}, looks=False)
        if found.refusal is None:
            return _learned(program, bounds, looks=False)
        raise found.refusal from None


def _learned_with(
    program: OwnProgram, bounds: Mapping[str, str], *, looks: bool, most_plies: int = MOST_PLIES
) -> OwnGame:
    """Learn the game down to `most_plies`, with the single bounds `bounds` (by function) set to cut nothing off.

    Raises: UnopenedBoundError if other functions may take a single bound.
    """
    watched = _watched(program, bounds)
    identity = watched.identity
    if looks and (hidden := hidden_bounds(program, watched.leaf_answers)):
        raise UnopenedBoundError(hidden)
    recorded = _record(watched, most_plies=most_plies)
    top = max(range(len(recorded.roots)), key=lambda nth: len(recorded.roots[nth].all()))
    if len(recorded.roots) > 1 and identity.across:  # a table may hold entries of earlier calls
        recorded = _record(watched, only=top, most_plies=most_plies)
    root = recorded.roots[top]
    if not root.children:
        raise PreconditionError(
            f"{root.function} returned {brief(repr(root.answer))} without further calls from this starting call; give "
            "a position with moves to search"
        )
    again = sum(node.again for node in root.all())
    many = any(node.in_one_call > MOST_AGAIN for node in root.all())
    alike = again and all(len(node.children) <= 1 for node in root.all())
    if (many or alike) and not identity.across:  # nothing distinguishes the positions
        identity, again = Identity(program), 0
        watched = watched._replace(identity=identity, parts=Parts(program))
        recorded = _record(watched, most_plies=most_plies)
        root = recorded.roots[top]
    used = identity if identity.names and (identity.across or again or watched.opened.changes.left) else None
    faults, later = _find_faults(watched, recorded.plies, len(root.children))
    notes = () if faults else (*left_changed(watched.opened.changes), *address_notes(watched))

    def understood(recorded: RecordedTrees, used: Identity | None) -> _Understood:
        return _understand(DrawnRuns(watched, recorded, top, used, later.values), notes, at_fault=bool(faults))

    try:
        found = understood(recorded, used)
    except TooManyCallsError:  # it only stops early for the real values, for example at a sure win
        return _learned_with(program, bounds, looks=looks, most_plies=_fewer_plies(root))
    if (found.runs.appeared or found.repeated) and used is None and identity.names:
        # null windows search a move again if it is better than expected, which the real values may never cause
        with suppress(TooManyCallsError):
            other = understood(_record(watched, most_plies=most_plies), identity)
            if other.complete:
                found, again = other, 1
    finder = found.finder
    game = _game_of(found, watched, again=bool(again), at_fault=bool(faults or finder.skipped) and looks)
    if not identity.across or bounds:
        check_skipping(finder)
        skipped = [*skipped_moves(finder.skipped, found.runs.made)]
        faults += skipped or always_cut_off(watched, recorded, top)
    faults = faults or _wrong_entries_of_answers(watched, game)
    missing = tuple(missing_opponent(game, watched.opened))
    unrestored_turn = any(fault.startswith(CHANGES) for fault in faults)
    turns = () if unrestored_turn else tuple(wrong_turns(game))
    game.one_player, game.faults = bool(missing), (*faults, *missing, *turns)
    game.tables = frozenset(watched.as_called.changes.tables | watched.opened.changes.tables)
    game.leaf_answers, game.steady = watched.leaf_answers, not found.runs.appeared
    if game.takes_window(game.root):
        game.turns_windows = turns_windows(program, game.limits.values)
    if bounds:
        open_bounds(game, found.runs, bounds)
    return game


def _game_of(found: _Understood, watched: Watched, *, again: bool, at_fault: bool) -> OwnGame:
    """Return the game that was found; `again` says that a call searched a position twice.

    Raises: PreconditionError for a search that is not plain minimax; UnopenedBoundError if there is no game, or if the
    search is `at_fault` (it has bugs, or skips calls) and its table may have bounds as entries.
    """
    game = found.game
    if isinstance(game, PreconditionError) or again or game.opaque:  # reductions search a move again, unlike extensions
        _check_depths(found.mixed)
    if isinstance(game, PreconditionError):
        refusal = PreconditionError(f"{game}{left_before_refusal(watched.opened)}", game.failure)
        raise UnopenedBoundError(found.runs.bounds, address_refusal(watched) or refusal)
    if at_fault and watched.identity.across and found.runs.bounds:
        raise UnopenedBoundError(found.runs.bounds)
    return game


def _wrong_entries_of_answers(watched: Watched, game: OwnGame) -> list[str]:
    """The wrong entries of a table, for a search whose answers are not numbers but hold the value."""
    hidden = any(place is not None for place in game.places.values())
    return [*wrong_entries(watched, game.places)] if watched.identity.across and hidden else []


def _fewer_plies(root: Node) -> int:
    """One less than the number of plies recorded. Raises: PreconditionError if only one ply was recorded."""
    deepest = max(node.ply for node in root.all())
    if deepest <= 1:
        raise PreconditionError(f"{_TOO_MANY}; give a position with fewer moves")
    return deepest - 1


def _watched(program: OwnProgram, bounds: Mapping[str, str]) -> Watched:
    """Run the program's first calls with its own windows and with full ones; find the roles of the parameters."""
    program.recorder.clear_bounds()
    as_called = watch(program)
    program.stateful = changes_defaults(as_called)
    declare_roles(program, as_called)
    if bounds:
        declare_bounds(program, bounds, as_called)
    opened = watch(program, open_windows=True)
    left = as_called.changes.left | opened.changes.left
    program.changed = frozenset(
        name.removeprefix(GLOBAL)
        for name in program.data()
        if any(part == name or part.startswith(f"{name}.") for part in left)
    )
    program.forget()
    check_repeatable(program, as_called, opened)
    check_no_accumulators(program, opened)
    return Watched(program, as_called, opened, identity_of(program, opened), position_parts(program, opened))


def _understand(runs: DrawnRuns, notes: tuple[str, ...], *, at_fault: bool) -> _Understood:
    """Find the game of a recording, with the calls that the search only makes in other windows."""
    watched, finder = runs.watched, RuleFinder(runs)
    if runs.identity is None:  # a cutoff may skip only some moves, as a `break` in the inner of two loops does
        runs.add_hidden_calls(watched.identity if watched.identity.names else None)
    # in this run, every call on a known position counts, even the first
    repeated = any(node.in_one_call > 1 for node in runs.root.all())
    if watched.parts.names and not watched.identity.across:
        runs.add_hidden_calls(watched.identity, ends=EMPTY)
    mixed = [node for node in runs.root.all() if node.mixed]
    try:
        return _Understood(finder, finder.game(notes, at_fault=at_fault), mixed, repeated)
    except PreconditionError as error:
        return _Understood(finder, error, mixed, repeated)


def _find_faults(watched: Watched, plies: int | None, moves: int) -> tuple[list[str], Later]:
    """Find state that the search does not restore; if the first plies restore everything, look at later positions."""
    faults = [*unrestored(watched), *unrestored_positions(watched.opened), *pollution(watched, plies)]
    if watched.identity.across and not faults:
        faults += wrong_entries(watched, {})
    if faults:
        return faults, Later()
    later = play_lines(watched, moves)
    return list(left_later(later.left)), later


def _record(watched: Watched, *, only: int | None = None, most_plies: int = MOST_PLIES) -> RecordedTrees:
    """Record the whole tree of calls, or as many plies as the time limit allows, and some more below the first moves.

    With `only`, just the tree of that top-level call; at most `most_plies` plies.
    """
    identity = watched.identity

    def recorded(plies: int, further: int = 0) -> RecordedTrees:
        roots: list[Node] = []
        guide = RecordingGuide(
            roots,
            identity=identity if identity.names else None,
            most_plies=plies,
            further=further,
            seconds=INF if plies == 1 and not further else RECORD_SECONDS * (TABLE_FACTOR if identity.across else 1),
            leaf_answers=watched.leaf_answers,
            only=only,
        )
        watched.program.run(guide, seconds=RUN_SECONDS)
        cut = any(node.cut for root in roots for node in root.all())
        return RecordedTrees(roots, plies if cut else None, further)

    last: RecordedTrees | None = None
    for plies in range(1, most_plies + 1):
        try:
            last = recorded(plies)
        except TooManyCallsError:
            break
        except Exception:
            if last is None:
                raise
            break
        if last.plies is None:
            return last
    if last is None:
        raise PreconditionError(f"{_TOO_MANY}; give a position with fewer moves")
    if most_plies < MOST_PLIES:
        return last
    if identity.across:  # for tables, trees have complete plies
        return last
    whole = last.plies or 1
    with suppress(Exception, TooManyCallsError):
        for further in range(1, MOST_FURTHER + 1):
            last = recorded(whole, further)
    return last


def _check_depths(mixed: list[Node]) -> None:
    """Refuse a search that searches moves of one position to different depths. Raises: PreconditionError."""
    for node in mixed:
        raise PreconditionError(
            f"{node.function} does not search all moves of a position to the same depth "
            f"({', '.join(sorted(map(str, node.mixed)))}), "
            "for example because of reductions, extensions or null moves, so its value is not the minimax value; "
            "switch these off to have the rest checked"
        )
