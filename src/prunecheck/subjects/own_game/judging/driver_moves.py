"""The move that a driver returns: a function that calls the search once for each move, and picks one of them."""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from prunecheck.errors import brief
from prunecheck.subjects.own_game.hooks.answers import beside, is_number, with_value
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.recorder import ControlError
from prunecheck.subjects.own_game.hooks.state import fingerprint
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.recording import UNKNOWN
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show

FEWEST_MOVES: Final = 3  # so that the best move and the worst one can be told apart
MOST_MOVES: Final = 60
MOST_SECONDS: Final = 1.0  # of computing
DRAWS: Final = 20
SHARES: Final = (1 / 3, 2 / 3, 1)  # of the largest value drawn: few, so that there are ties
SIGNS: Final = ((1, -1), (-1,), (1,))  # also values that are all below 0, or all above
MOST_COORDINATES: Final = 4  # of a move that is a tuple of numbers


@dataclass(frozen=True, slots=True)
class DriverMoves:
    """What is known of the moves from the start of a game: in how many `trials` they were best, and what is wrong.

    `untold`: it returns something, but which of its calls that names cannot be told. `doubt` is what looks wrong, but
    would be right in a game with other turns.
    """

    trials: int = 0
    fault: str = ""
    untold: bool = False
    doubt: str = ""


class _Answered(NamedTuple):
    """What the start returned, as fingerprints of it and its parts, and the values that its calls of the search got."""

    parts: dict[Hashable, Hashable]
    whole: Any
    values: tuple[Number, ...]
    positions: tuple[Hashable, ...]
    depths: frozenset[Any]


def driver_moves(game: OwnGame) -> DriverMoves:
    """Give the calls that the start makes drawn values, and see whether it picks one with the best value.

    Nothing is known if the start calls the search itself, or if its answers do not name its calls one to one.
    """
    return DriverMoves() if game.program.driver or game.root not in game.rules else _Trials(game).judged()


class _Trials:
    def __init__(self, game: OwnGame) -> None:
        self._game, self._most = game, game.limits.values * 3 / 4
        self._until = process_time() + MOST_SECONDS
        self._sign = -1 if game.rules[game.root].largest else 1  # the opponent moves there: its largest is the worst

    def judged(self) -> DriverMoves:
        first = self._run([])
        count = len(first.values) if first is not None else 0
        if first is None or not FEWEST_MOVES <= count <= MOST_MOVES:
            return DriverMoves()
        unknown = DriverMoves(untold=any(part is not None for part in first.parts.values()))
        if len(set(first.positions)) < count or len(first.depths) > 1:
            return unknown  # it searches a position again, as deeper and deeper
        seen: dict[int, list[_Answered]] = {}
        for sign in (self._sign, -self._sign):
            alone = [self._run([sign if nth == best else -sign for nth in range(count)]) for best in range(count)]
            answered = [each for each in alone if each is not None]
            if len(answered) < count:
                return unknown
            seen[sign] = answered
            for part in _one_to_one(answered):
                return (
                    self._drawn(part, sign, answered) if sign == self._sign else replace(unknown, doubt=self._doubt())
                )
        whole = first.whole
        if any(each.parts != first.parts for each in (*seen[1], *seen[-1])) or not _is_coordinates(whole):
            return unknown
        return DriverMoves(
            fault=f"wrong move: {self._game.program.start} returns {_said(whole)} whichever move has the best value"
        )

    def _doubt(self) -> str:
        """The words for a start that picks what is best for the player who moves next, too."""
        which = "largest" if self._sign == -1 else "smallest"
        return (
            f"{self._game.program.start} picks the move with the {which} value, and so does the player who moves next: "
            "the turn or a sign is wrong, unless a player moves twice"
        )

    def _drawn(self, part: Hashable, sign: int, alone: Sequence[_Answered]) -> DriverMoves:
        """The verdict from drawn values, the largest best if `sign` is 1. In `alone`, each call is the best once."""
        names = {each.parts[part]: nth for nth, each in enumerate(alone)}
        random, trials = Random(0), 0  # noqa: S311  # not for security
        for nth in range(DRAWS):
            shares = [random.choice(SHARES) * random.choice(SIGNS[nth % len(SIGNS)]) for _ in alone]
            answer = self._run(shares)
            if answer is None or part not in answer.parts:  # the move is a number that is also a value
                continue
            best = max(shares, key=lambda share: sign * share)
            name = answer.parts.get(part)
            if name is not None and name not in names:
                continue
            trials += 1
            got = None if name is None else names[name]
            if got is None or shares[got] != best:
                return DriverMoves(trials, self._objection(answer, got, shares, alone[shares.index(best)].whole))
        return DriverMoves(trials)

    def _objection(self, answer: _Answered, got: int | None, shares: list[float], right: Any) -> str:
        values = [show(_plain_value(share * self._most)) for share in shares]
        worth = "" if got is None else f", worth {values[got]}"
        return (
            f"wrong move: {self._game.program.start} returned {_said(answer.whole)}{worth}; expected {_said(right)}, "
            f"if the search returns {brief(', '.join(values))} for its moves"
        )

    def _run(self, shares: Sequence[float]) -> _Answered | None:
        """The answer if the calls get these shares of the largest value, and 0 beyond them; None if it fails.

        Also None once the runs have taken too long.
        """
        if process_time() > self._until:
            return None
        guide = _AnsweringGuide(self._game, [share * self._most for share in shares])
        program = self._game.program
        try:
            program.run(guide)
        except (ControlError, Exception):  # it may fail with other values than those of the game
            return None
        held = [(UNKNOWN, program.answer), *beside(program.answer, "")]
        given = {abs(each) for each in guide.given}
        parts = {
            place: fingerprint(each) for place, each in held if not (is_number(each) and each and abs(each) in given)
        }
        return _Answered(parts, program.answer, tuple(guide.given), tuple(guide.positions), frozenset(guide.depths))


def _plain_value(value: Number) -> Number:
    """A whole number as such."""
    return int(value) if value == int(value) else value


def _one_to_one(answered: Sequence[_Answered]) -> Iterator[Hashable]:
    """The parts of the answers that differ whenever another call is the best."""
    for part in answered[0].parts:
        names = [each.parts.get(part) for each in answered]
        if None not in names and len(set(names)) == len(names):
            yield part


def _is_coordinates(answer: Any) -> bool:
    is_pair = isinstance(answer, tuple | list) and 2 <= len(answer) <= MOST_COORDINATES
    return is_pair and all(isinstance(each, int) and not isinstance(each, bool) for each in answer)


def _said(answer: Any) -> str:
    said = "an answer"
    with suppress(Exception):  # a broken `__repr__` of the user's
        said = brief(" ".join(repr(answer).split()))
    return said


class _AnsweringGuide:
    """Answers the calls that the start makes with values, one after the other."""

    def __init__(self, game: OwnGame, values: Sequence[Number]) -> None:
        self.given: list[Number] = []
        self.positions: list[Hashable] = []
        self.depths: set[Any] = set()
        self._game, self._values = game, values
        self._samples = {node.function: node.sample for node in reversed(game.root.all())}

    def call(self, call: HookedCall, /) -> Any:
        """Answer a call."""
        nth = len(self.given)
        value = self._values[nth] if nth < len(self._values) else 0
        self.given.append(value)
        if call.takes.depth:
            self.depths.add(call.depth)
        held = {**call.position_arguments, **self._game.program.data()}
        self.positions.append(frozenset((name, fingerprint(each)) for name, each in held.items()))
        sample = self._samples.get(call.name, self._game.root.sample)
        return with_value(sample, self._game.places.get(call.name), value)
