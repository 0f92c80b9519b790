"""Learn the game tree, the players and the values of a search from recordings of a single starting call."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from prunecheck.errors import PreconditionError, brief, sentences
from prunecheck.subjects.own_game.faults.empty_windows import passes_empty_window
from prunecheck.subjects.own_game.faults.later_positions import Later, play_lines
from prunecheck.subjects.own_game.faults.second_searches import pollution
from prunecheck.subjects.own_game.faults.skipped_moves import EarlyCutoff, always_cut_off
from prunecheck.subjects.own_game.faults.unrestored import (
    Unrestored,
    left_before_refusal,
    not_after_cutoffs,
    unrestored,
    unrestored_boards,
)
from prunecheck.subjects.own_game.faults.wrong_entries import address_notes, wrong_entries
from prunecheck.subjects.own_game.hooks.fingerprints import GLOBAL
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.parts import Identity, Parts
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.learning.call_rule_finder import RuleFinder, TableAnswersError
from prunecheck.subjects.own_game.learning.drawn_runs import DrawnRuns
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.single_bounds import (
    SingleBound,
    named_bounds,
    open_bounds,
    refusal,
    single_bounds,
)
from prunecheck.subjects.own_game.learning.unlike_minimax import check_values
from prunecheck.subjects.own_game.learning.wrong_turns import idle_player, missing_opponent, wrong_turns
from prunecheck.subjects.own_game.recording.call_tree import MOST_PLIES, TOO_MANY, Node, RecordedTrees, record_plies
from prunecheck.subjects.own_game.recording.identity import identity_of, position_parts, steadier
from prunecheck.subjects.own_game.recording.repeating import changes_defaults, check_repeatable
from prunecheck.subjects.own_game.recording.watching import Watched, leave_out_constants, watch, watch_alone
from prunecheck.subjects.own_game.recording.window_parameters import (
    declare_roles,
    searches_in_null_windows,
    turns_windows,
)
from prunecheck.trees.protocol import INF

MOST_AGAIN: Final = 3  # if a call searches one position more often than this, the positions are in fact different
EMPTY: Final = (INF, -INF)  # this window cuts off everything, unless a cutoff test has the wrong direction
NO_BOUNDS: Final[Mapping[str, SingleBound]] = MappingProxyType({})


class _Understood(NamedTuple):
    """The game that was learned from a recording, or the error that says why none was learned.

    `mixed` contains the calls that search their moves to different depths. `repeated` is True if a call searched the
    same position twice in the run in which prunecheck did not change windows.
    """

    finder: RuleFinder
    game: OwnGame | PreconditionError
    mixed: list[Node]
    repeated: bool

    @property
    def complete(self) -> bool:
        """True if a game was learned, every run made all recorded calls, and no call repeated a position too often."""
        few = all(node.in_one_call <= MOST_AGAIN for node in self.runs.root.all())
        return isinstance(self.game, OwnGame) and not self.runs.short and few

    @property
    def runs(self) -> DrawnRuns:
        """The runs from which the game was learned."""
        return self.finder.runs


def learned(program: OwnProgram) -> OwnGame:
    """Learn the game that a program searches.

    If the search takes a single bound instead of alpha and beta, the bound gets a value that causes no cutoffs.

    Raises: PreconditionError, with the reason and the remedy, if the search is not plain minimax.
    """
    watched = _watched(program, NO_BOUNDS)
    bounds = single_bounds(program, watched.leaf_answers)
    if bounds:
        with suppress(Exception):
            return _learned_with(_watched(program, bounds), bounds)
        watched = _watched(program, NO_BOUNDS)
    game = _learned_with(watched, NO_BOUNDS)
    bounds = bounds or named_bounds(program)
    if bounds and any(isinstance(fault, EarlyCutoff) for fault in game.faults):
        raise refusal(bounds)
    return game


def _learned_with(watched: Watched, bounds: Mapping[str, SingleBound], most_plies: int = MOST_PLIES) -> OwnGame:
    """Learn the game down to `most_plies` plies.

    Parameters that are a single bound get values that cause no cutoffs.
    """
    recorded = _recorded(watched, most_plies)
    idle = tuple(idle_player(recorded.root))
    watched, recorded, again = _distinguished(watched, recorded, most_plies)
    identity = watched.identity
    used = identity if identity.names and (identity.across or again or watched.left) else None
    faults, later = _find_faults(watched, recorded.plies, len(recorded.root.children))
    left = watched.opened.left - watched.opened.grew
    notes = () if faults else (*map(str, unrestored(left)), *address_notes(watched))

    def understood(recorded: RecordedTrees, used: Identity | None) -> _Understood:
        return _understand(DrawnRuns(watched, recorded, used, later.values), notes, at_fault=bool(faults))

    try:
        found = understood(recorded, used)
    except TooManyCallsError:  # with the real values, the search stops early, for example at a sure win
        deepest = max(node.ply for node in recorded.root.all())
        if deepest <= 1:
            raise PreconditionError(f"{TOO_MANY}; give a position with fewer moves") from None
        return _learned_with(watched, bounds, most_plies=deepest - 1)
    if (found.runs.appeared or found.repeated) and used is None and identity.names:
        # a null window is followed by a re-search if a move is better than expected, which may never happen with the
        # real values
        with suppress(TooManyCallsError):
            other = understood(_recorded(watched, most_plies), identity)
            if other.complete:
                found, again = other, True
    if same := steadier(watched.opened, identity, found.runs.instead):
        return _learned_with(watched._replace(identity=same), bounds, most_plies)
    game = _game_of(found, watched, again=again)
    windows = passes_empty_window(watched.program, game.root.function)
    game.faults = (*_all_faults(game, found, recorded, faults, one_bound=bool(bounds)), *idle, *windows)
    game.steady = not found.runs.appeared
    if game.takes_window(game.root):
        game.turns_windows = turns_windows(watched.program, game.limits.values)
    if bounds:
        open_bounds(game, bounds)
    return game


def _distinguished(watched: Watched, recorded: RecordedTrees, most_plies: int) -> tuple[Watched, RecordedTrees, bool]:
    """If no variable distinguishes the positions, record the search again, and treat the position of each call as new.

    The last item of the returned tuple is True if a call searched the same position twice. Raises: PreconditionError if
    the first call made no calls.
    """
    root, nodes = recorded.root, recorded.root.all()
    if not root.children:
        raise PreconditionError(
            f"`{root.function}` made no further calls from this starting call and returned {brief(repr(root.answer))}; "
            "give a position with moves to search"
        )
    again = any(node.again for node in nodes)
    many = any(node.in_one_call > MOST_AGAIN for node in nodes)
    alike = again and all(len(node.children) <= 1 for node in nodes)
    if not (many or alike) or watched.identity.across:
        return watched, recorded, again
    watched = watched._replace(identity=Identity(watched.program), parts=Parts(watched.program))
    return watched, _recorded(watched, most_plies), False


def _all_faults(
    game: OwnGame, found: _Understood, recorded: RecordedTrees, faults: list[str], *, one_bound: bool
) -> Iterator[str]:
    """Yield the bugs in `faults`, and new bugs: cutoffs in the full window, wrong table entries, and wrong players.

    If the same player seems to move in all positions, the attribute `one_player` of the game becomes True.
    """
    watched = found.runs.watched
    across = watched.identity.across
    skipped = found.finder.skipped[:1] if one_bound or not across else []
    early = [EarlyCutoff(node, found.runs.made[node], len(node.children)) for node in skipped]
    faults = [*faults, *(early or always_cut_off(watched, recorded))]
    if not faults and across and any(place is not None for place in game.places.values()):
        faults = [*wrong_entries(watched, game.places)]  # return values contain more than a plain number
    yield from faults
    missing = tuple(missing_opponent(game))
    game.one_player = bool(missing)
    if not any(isinstance(fault, EarlyCutoff) for fault in faults):  # otherwise, it is not clear who moves
        yield from missing
    if not any(isinstance(fault, Unrestored) for fault in faults):
        yield from wrong_turns(game)


def _game_of(found: _Understood, watched: Watched, *, again: bool) -> OwnGame:
    """Return the game that was learned. `again` is True if a call searched the same position twice.

    Raises: PreconditionError if the search is not plain minimax.
    """
    game = found.game
    # unlike extensions, reductions search a move twice, and null moves come first
    unlike = isinstance(game, PreconditionError) or again or game.opaque
    _check_depths([node for node in found.mixed if unlike or node.starts_deeper])
    if isinstance(game, PreconditionError):
        for note in address_notes(watched):
            raise PreconditionError(note)
        raise PreconditionError(sentences(str(game), left_before_refusal(watched.opened)), game.failure)
    return game


def _recorded(watched: Watched, most_plies: int) -> RecordedTrees:
    """Record the calls of a search down to `most_plies` plies, and return the largest recorded tree."""
    recorded = record_plies(watched, most_plies=most_plies)
    largest = recorded.largest()
    if not largest.root.children and len(watched.opened.calls) > 1:  # its table was too large to be watched
        watched.program.stateful = watched.program.has_hidden_table = True
        recorded = record_plies(watched, most_plies=most_plies)
        largest = recorded.largest()
    # a table may contain entries from earlier calls, and a single call can be recorded to more plies
    if len(recorded.roots) > 1 and (watched.identity.across or recorded.plies is not None):
        alone = record_plies(watched, only=largest.top, most_plies=most_plies)
        largest = alone if alone.roots else largest
    return largest


def _watched(program: OwnProgram, bounds: Mapping[str, SingleBound]) -> Watched:
    """Run a program's first calls with its own windows, then with full windows, and find alpha, beta and the depth."""
    program.recorder.clear_bounds()
    as_called = watch(program)
    program.stateful = changes_defaults(as_called)
    declare_roles(program, as_called)
    for function, bound in bounds.items():
        program.recorder.declare_bound(function, bound.parameter, bound.opening, beside_move=bound.beside_move)
    opened = watch(program, open_windows=True)
    leave_out_constants(as_called, opened)
    left = as_called.left | opened.left
    program.changed = frozenset(
        name.removeprefix(GLOBAL)
        for name in program.data()
        if any(part == name or part.startswith(f"{name}.") for part in left)
    )
    program.forget()
    check_repeatable(program, as_called, opened)
    check_values(program, opened)
    identity = identity_of(program, opened, as_called, partial(watch_alone, program))
    parts = position_parts(program, opened, as_called)
    null_windows = identity.across and searches_in_null_windows(program)
    return Watched(program, as_called, opened, identity, parts, null_windows)


def _understand(runs: DrawnRuns, notes: tuple[str, ...], *, at_fault: bool) -> _Understood:
    """Learn the game from a recording. If calls return values from a table, try again with empty tables.

    If new calls appear in the second attempt, moves are missing in the recording, and the result is the error of the
    first attempt. Moves are missing if the search looks up each child in its table before it makes a call for the
    child.
    """
    if runs.watched.null_windows:
        return _understand_as_it_is(runs.with_empty_tables(), notes, at_fault=at_fault)
    found = _understand_as_it_is(runs, notes, at_fault=at_fault)
    if isinstance(found.game, TableAnswersError):
        again = _understand_as_it_is(runs.with_empty_tables(), notes, at_fault=at_fault)
        return found if again.runs.grown else again
    return found


def _understand_as_it_is(runs: DrawnRuns, notes: tuple[str, ...], *, at_fault: bool) -> _Understood:
    """Add to a recording the calls that the search only makes in narrower windows, then learn the game."""
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
    """Find variables that the search does not restore, and wrong table entries, in the first plies of the game.

    If no bug is found in the first plies, look in positions later in the game.
    """
    faults = [*not_after_cutoffs(watched), *unrestored_boards(watched.opened), *pollution(watched, plies)]
    if watched.identity.across and not faults:
        faults += wrong_entries(watched, {})
    if faults:
        return faults, Later()
    later = play_lines(watched, moves)
    return [*unrestored(later.left, "in a later position of the game")], later


def _check_depths(mixed: list[Node]) -> None:
    """Raise PreconditionError for a search that searches moves of the same position to different depths."""
    for node in mixed:
        raise PreconditionError(
            f"`{node.function}` does not search all moves in a position to the same depth "
            f"({', '.join(sorted(map(str, node.mixed)))}), for example because of reductions, extensions or null "
            "moves, so its value is not the minimax value; switch these off to check the rest"
        )
