"""Judge the move and the value that a driver, a function that calls the search, returns.

A driver calls the search for each move, possibly to several depths, and picks the best move.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, Final

from prunecheck.errors import OutsideError, brief
from prunecheck.oracle.minimax import value
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.own_game.hooks.answers import beside, is_number
from prunecheck.subjects.own_game.hooks.call_text import brief_text
from prunecheck.subjects.own_game.judging.game_trees import drawn_starts
from prunecheck.subjects.own_game.judging.shown_tree import answer_of, value_in
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.wrong_turns import wrong_player_at_start
from prunecheck.subjects.own_game.moves.best_child_runs import told_apart
from prunecheck.subjects.own_game.moves.driver_runs import SHARES, DriverMoves, DriverRuns, StartResult
from prunecheck.subjects.own_game.moves.moves_in_source import WHOLE, constant_move, side_is_in_source
from prunecheck.subjects.own_game.moves.root_moves import NUMBERED, move_zero_is_lost, no_answer, root_moves
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import show, simplest

FEWEST_MOVES: Final = 2
FEWEST_RANKED: Final = 3  # with fewer moves, parts that are not a move may also differ for each best move
MOST_MOVES: Final = 60
FEWEST_PLIES: Final = 2  # at least this many plies with a choice of moves show whether the players alternate
DRAWS: Final = 20
# signs of the random values: both signs, only negative, only positive, never positive, never negative
SIGNS: Final = ((1, -1), (-1,), (1,), (0, -1), (0, 1))
TWO_MOVES: Final = (
    "in a position with two moves, prunecheck cannot see whether `{}` returns the better move; give a starting "
    "call with more moves"
)
WIDE: Final = (
    "`{}` searches all its moves in the full window; pass the best value so far to the next search, to save leaves"
)
WIDER: Final = (
    "`{}` passes a worse bound to a later search than to an earlier one; pass the best value so far, to save leaves"
)
MOST_COORDINATES: Final = 4  # at most this many items in a move that is a tuple of numbers
# each run lets all searches return one of these values, to find the value in what the starting call returns
SAME: Final = (5, -7, 11)
VALUE_DRAWS: Final = 40
LARGEST: Final = 20
TREES: Final = 200  # at most this many random trees are used to find out if the search returns bounds
MOST_SECONDS: Final = 1.0  # seconds of computing for these


def driver_moves(game: OwnGame, *, given: bool = True) -> DriverMoves:
    """Check that the starting call chooses the best move if the search of each move just returns a random value.

    With iterative deepening, half of the runs give each position the same value at all depths; the other half give it
    random values at all depths except the last. If the starting call does not search each move separately, or does not
    return the move, the function `root_moves` judges the move. `root_moves` also judges a move that the search only
    stores. If the user did not give the starting call (`given` is False), the program may make this call only for the
    opponent.
    """
    wrong = "" if game.program.driver else wrong_driver_value(game)
    if wrong or game.program.only_first is not None:
        return DriverMoves(fault=wrong)
    known = not game.program.driver and game.first_search in game.rules
    found = _Trials(game, given=given).judged() if known else DriverMoves()
    if found.trials or found.fault or found.note:
        return found
    stored = root_moves(game)
    return found if stored == DriverMoves() else stored


class _Trials:
    def __init__(self, game: OwnGame, *, given: bool) -> None:
        self._game, self._runs, self._given = game, DriverRuns(game), given
        # if the opponent moves in these positions, the largest value is the worst
        self._sign = -1 if game.rules[game.first_search].largest else 1

    def judged(self) -> DriverMoves:
        first = self._runs.run([])
        count = len(first.positions) if first is not None else 0
        if first is None or not FEWEST_MOVES <= count <= MOST_MOVES:
            return DriverMoves()
        unknown, start = DriverMoves(untold=True), self._game.program.start
        seen: dict[int, list[StartResult]] = {}
        for sign in (self._sign, -self._sign):
            alone = [self._runs.run([sign if nth == best else -sign for nth in range(count)]) for best in range(count)]
            answered = [answer for answer in alone if answer is not None and answer.positions == first.positions]
            if len(answered) < count:
                return unknown
            seen[sign] = answered
            for part, _ in told_apart([answer.parts for answer in answered]):
                if count < FEWEST_RANKED and not _may_be_moves([run.whole for run in answered], part):
                    return DriverMoves()
                if sign != self._sign:
                    return self._opposite(unknown)
                chosen = self._chosen(answered) if count < FEWEST_RANKED else list(range(count))
                if chosen is not None and chosen != list(range(count)):
                    return self._opposite(unknown)
                found = self._drawn(part, answered)
                if found.trials and not found.fault:
                    found = replace(found, fault=wrong_player_at_start(self._game, first.positions))
                return found if chosen is not None or found.fault else replace(unknown, note=TWO_MOVES.format(start))
        variables = [[held.get(name) for held in self._runs.variables] for name in self._runs.variables[0]]
        if lost := move_zero_is_lost(start, [run.parts for run in seen[self._sign]], variables):
            return DriverMoves(fault=lost)
        whole = first.whole
        runs = *seen[1], *seen[-1]
        changes = any(run.parts != first.parts for run in runs)
        answers = [run.parts for run in (first, *runs)]
        if whole is not None and (named := constant_move(self._game.program, whole, answers)):
            return DriverMoves(fault=named)
        if changes:
            return unknown
        if whole is None and not self._game.program.shows_elsewhere:
            return DriverMoves(fault=no_answer(start))
        if not _is_coordinates(whole) and not self._has_no_effect(whole, count):
            return unknown
        return DriverMoves(
            fault=f"wrong move: `{self._game.program.start}` returns {brief_text(whole)} "
            "whichever move has the best value"
        )

    def _chosen(self, answered: Sequence[StartResult]) -> list[int] | None:
        """Return the number of the move that each run returned.

        A local variable of the driver may contain the move that the driver tries. So the return values are compared
        with the contents that the driver's local variables have during the search of each move.

        Returns None if no local variable of the driver shows the moves.

        A local variable that counts the moves from 0 is ignored, because it may be an index into a list of moves.
        """
        found: list[list[int]] = []
        variables = self._runs.variables
        for name, part in product(variables[0], answered[0].parts):
            moves = [held.get(name) for held in variables]
            picked = [run.parts.get(part) for run in answered]
            if len(set(moves)) == len(moves) == len(answered) and set(picked) <= set(moves) != {*range(len(moves))}:
                found.append(list(map(moves.index, picked)))
        return found[0] if found and all(other == found[0] for other in found) else None

    def _has_no_effect(self, whole: Any, count: int) -> bool:
        """True if what the starting call returns, prints and changes is the same for all values of the moves.

        Returns False if the starting call returns a bool, which may just say that the search ended.
        """
        if whole is None or isinstance(whole, bool) or self._game.program.shows_elsewhere:
            return False
        runs = [
            self._runs.run([self._sign if nth == best else -self._sign for nth in range(count)], has_state=True)
            for best in range(count)
        ]
        seen = [run.state for run in runs if run is not None]
        return len(seen) == count and all(other == seen[0] for other in seen)

    def _opposite(self, unknown: DriverMoves) -> DriverMoves:
        """Judge a starting call that chooses the move with the best value for the opponent.

        The choice is a bug if the players alternate. If a player may move twice in a row, the result is a note instead
        of a bug.
        """
        which = "largest" if self._sign == -1 else "smallest"
        said = (
            f"`{self._game.program.start}` picks the move with the {which} value, and so does the player who moves "
            "next; check a sign, or whose turn it is"
        )
        if not _players_alternate(self._game):
            return replace(unknown, note=f"{said}, unless a player moves twice in a row")
        if not (self._given or side_is_in_source(self._game)):
            return replace(
                unknown,
                note=f"{said}; if your program makes this call for the other player, give that call with --start",
            )
        return DriverMoves(fault=f"wrong move: {said}")

    def _drawn(self, part: Hashable, alone: Sequence[StartResult]) -> DriverMoves:
        """Judge which move a starting call chooses if the moves have random values.

        `alone` contains the results of earlier runs. In each of these runs, a different move was best.
        """
        names = {answered.parts[part]: nth for nth, answered in enumerate(alone)}
        random, trials = Random(0), 0  # noqa: S311  # not for security
        narrows: list[bool] = []  # for each run: True if a value was outside the window of its search
        widens = False
        for nth in range(2 * DRAWS):
            bounded = nth >= DRAWS
            shares = [random.choice(SHARES) * random.choice(SIGNS[nth % len(SIGNS)]) for _ in alone]
            answer = self._runs.run(shares, random if nth % 2 else None, bounded=bounded)
            narrows += [self._runs.bounded] if bounded and answer is not None else []
            if bounded and not self._runs.bounded:
                continue  # no value is outside the window of its call
            if answer is None or part not in answer.parts or len(answer.positions) < len(alone):
                continue  # this covers moves that are numbers and happen to equal a value
            best = self._best(shares)
            name = answer.parts.get(part)
            if name is not None and name not in names:
                continue
            trials += not bounded
            widens = widens or (not bounded and self._widens(answer))
            got = None if name is None else names[name]
            if got is None or shares[got] != best:
                if bounded and not returns_bounds(self._game):
                    break
                right = alone[shares.index(best)].whole
                return DriverMoves(trials, self._objection(answer, got, shares, right, bounded=bounded))
        wide = (
            trials and len(narrows) == DRAWS and not any(narrows) and self._game.takes_window(self._game.first_search)
        )
        note = WIDE if wide else WIDER if widens and returns_beyond(self._game) else ""
        return DriverMoves(trials, note=note.format(self._game.program.start))

    def _widens(self, answer: StartResult) -> bool:
        """True if the driver passes a worse bound to the search of a move than to the search of an earlier move.

        At each depth, only the first search of each position counts, because a repeated search may need a wider window.
        """
        first: dict[tuple[Any, Hashable], Any] = {}
        for position, depth, window in zip(answer.searched, answer.depths, answer.windows, strict=True):
            first.setdefault((depth, position), window)
        best: dict[Any, Any] = {}
        for (depth, _), window in first.items():
            if window is None or not all(map(is_number, window)):
                return False
            bound = -window[1] if self._sign == -1 else window[0]
            if bound < best.setdefault(depth, bound):
                return True
            best[depth] = bound
        return False

    def _best(self, shares: Sequence[float]) -> float:
        return max(shares, key=lambda share: self._sign * share)

    def _objection(
        self, answer: StartResult, got: int | None, shares: list[float], right: Any, *, bounded: bool
    ) -> str:
        values = [show(simplest(Fraction(share * self._runs.most))) for share in shares]
        worth = "" if got is None else f" (worth {values[got]})"
        depths = f" at depth {show(answer.depths[-1])}" if len(set(answer.depths)) > 1 else ""
        what = f"returned {brief_text(answer.whole)}{worth}; expected {brief_text(right)}"
        if answer.whole is None and right is None:
            picked = "no move" if got is None else f"move [{got}]"
            what = f"picked {picked}{worth}; expected move [{shares.index(self._best(shares))}] ({NUMBERED})"
        worths = brief(", ".join(values))
        if bounded:
            return (
                f"wrong move: `{self._game.program.start}` {what}, if its moves have the values {worths}{depths}; "
                "for a worse move, the search may return alpha or beta, so do not take the result for the move's value"
            )
        return f"wrong move: `{self._game.program.start}` {what}, if the search returns {worths} for its moves{depths}"


def _players_alternate(game: OwnGame) -> bool:
    """True if the players take turns, and there is a choice of moves at several plies."""
    nodes = [node for node in game.starts() if len(node.children) > 1]
    plies = {node.ply for node in nodes}
    start = game.starts()[0]
    return len(plies) >= FEWEST_PLIES and game.tree(start, dict.fromkeys(start.all(), 0)).alternates


def _may_be_moves(answers: Sequence[Any], part: Hashable) -> bool:
    """True if the item `part` of the return values may be a move.

    Returns False if the item `part` is a bool in some return value, or if a call returned None.
    """
    held = [found for answer in answers for place, found in ((WHOLE, answer), *beside(answer, "")) if place == part]
    return not any(answer is None for answer in answers) and not any(isinstance(found, bool) for found in held)


def _is_coordinates(answer: Any) -> bool:
    is_pair = isinstance(answer, tuple | list) and 2 <= len(answer) <= MOST_COORDINATES
    return is_pair and all(isinstance(number, int) and not isinstance(number, bool) for number in answer)


def wrong_driver_value(game: OwnGame) -> str:
    """Describe the bug if a starting call returns a wrong value after several searches.

    Returns "" if no wrong value is found.

    A starting call makes several searches if it deepens iteratively, or searches one position in several windows.

    The searches are not run here. Each search just returns a value that depends on its depth, or a bound of its window.
    The starting call must return the value for the last depth.
    """
    only_first, game.program.only_first = game.program.only_first, None
    try:
        return _wrong_value(game)
    finally:
        game.program.only_first = only_first


def _wrong_value(game: OwnGame) -> str:
    runs, random = DriverRuns(game), Random(0)  # noqa: S311  # not for security
    places: set[Hashable] = set()
    several, fault = False, ""
    for same in SAME:
        run = runs.run_with(lambda _, __, same=same: same, bounded=False)  # type: ignore[misc]
        if run is None or not _searches_one_position(run):
            return ""
        several = several or len(run.depths) > 1
        found = {place for place, number in _numbers(run.whole).items() if number == same}
        places = found if same == SAME[0] else places & found
    for _ in range(VALUE_DRAWS if len(places) == 1 else 0):
        values: dict[Any, int] = {}
        run = runs.run_with(lambda _, depth: values.setdefault(depth, random.randint(-LARGEST, LARGEST)), bounded=True)  # noqa: B023  # called at once
        if run is None or not runs.bounded:
            continue
        several = several or len(run.depths) > 1
        if fault:
            continue
        got, expected = _numbers(run.whole).get(*places), values[run.depths[-1]]
        if got is None or got == expected:
            continue
        if not returns_bounds(game):
            break
        worth = ", ".join(
            show(number) if depth is None else f"{show(number)} at depth {show(depth)}"
            for depth, number in values.items()
        )
        fault = (
            f"wrong value: `{game.program.start}` returns {show(got)}, expected {show(expected)}, if the position is "
            f"worth {worth}; a search that returns a bound of its window must be repeated in a wider one"
        )
    return fault if several else ""  # a single search in a narrow window may be intended


def _searches_one_position(run: StartResult) -> bool:
    """True if all searches started from the same position, and no search was shallower than the search before it."""
    depths = list(run.depths)
    counts = set(depths) == {None} or (all(map(is_number, depths)) and depths == sorted(depths))
    return bool(depths) and counts and len(run.positions) == 1


def _numbers(answer: Any) -> dict[Hashable, Any]:
    return {place: held for place, held in ((WHOLE, answer), *beside(answer, "")) if is_number(held)}


def returns_bounds(game: OwnGame) -> bool:
    """True if, on at least one random tree, the search returns alpha or beta because the value is outside the window.

    A search that cuts off beyond a bound, but not at the bound, only returns the bound if the bound is the exact value.
    If this function returns False, a driver may treat a returned bound as an exact value.
    """
    return any(got == bound for bound, got in _beyond_bounds(game))


def returns_beyond(game: OwnGame) -> bool:
    """True if, on at least one random tree, the search returns a value beyond the bound of its window."""
    return any(got != bound for bound, got in _beyond_bounds(game))


def _beyond_bounds(game: OwnGame) -> Iterator[tuple[Number, Number]]:
    """Search random trees in windows that do not contain the tree's value.

    Each window has one infinite and one finite bound. The finite bound is better than the tree's value for the player
    who moves in the driver. Yields each finite bound, and the value that the search returned. Only trees are searched
    whose root has the same function and side to move as the calls that the driver makes.
    """
    random, time = Random(0), ComputingTime(MOST_SECONDS)  # noqa: S311  # not for security
    largest = game.rules[game.first_search].largest
    for start, tree in drawn_starts(game, random, TREES, time):
        if start.function != game.first_search.function or game.is_max(start) != largest:
            continue
        true = value(tree, tree.root)
        for bound in sorted({leaf for leaf in tree.leaf_values if (leaf < true if largest else leaf > true)}):
            window = (-INF, bound) if largest else (bound, INF)
            try:
                yield bound, value_in(game, start, answer_of(game, start, tree, tree.root, *window))
            except (OutsideError, SubjectError):
                break
