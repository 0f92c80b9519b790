"""Check lines of play in return values: each must be the best move, followed by the line of the best child."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from prunecheck.errors import brief
from prunecheck.subjects.own_game.hooks.answers import Place, beside
from prunecheck.subjects.own_game.hooks.fingerprints import fingerprint
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.judging.describing import call_at_position
from prunecheck.subjects.own_game.judging.shown_tree import JudgingGuide
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.trees.views.recorded import recorded

MOST_CALLS: Final = 40  # the lines of at most this many calls are examined
MOST_CHILDREN: Final = 6  # at most this many children of a call are made the best, one after the other
MOST_SECONDS: Final = 1.0  # seconds of computing, after which no further call is examined
FEWEST_LINES: Final = 6  # at least this many return values must contain their best child's line, to rule out chance
FEWEST_CALLS: Final = 3  # at least this many calls must have lines for several best children
FEWEST_RIGHT: Final = 0.2  # if a smaller share of the return values follows the rule, the list may not be a line


class _Line(NamedTuple):
    """The line of play that a call returns (`own`), and the line that its best child returns (`below`).

    `position` is the position of the best child.

    `given` contains fingerprints of the arguments of the call.
    """

    call: str
    own: tuple[Any, ...]
    below: tuple[Any, ...]
    position: Hashable
    given: Collection[Hashable]

    @property
    def is_right(self) -> bool:
        """True if the line of play consists of one move, followed by the line that the best child returns."""
        return _marks(self.own[1:]) == _marks(self.below)


def wrong_lines(game: OwnGame) -> Iterator[str]:
    """Yield a bug if some calls of a function return the best line of play, but others do not.

    Each child in turn is made the best child, and returns the line of play that it returned in the user's game.
    Searches with tables are not checked, because a table entry may contain no line. It is not a bug if lines only lack
    their last moves, as with a limit on their length.
    """
    if game.remembers or game.faults:
        return
    found: dict[tuple[str, Place], list[_Line]] = {}
    by_call: list[list[_Line]] = []
    time = ComputingTime(MOST_SECONDS)
    for start in islice(_with_lines(game), MOST_CALLS):
        of_call: dict[Place, list[_Line]] = {}
        for best in range(min(len(start.children), MOST_CHILDREN)):
            for place, line in _lines(game, start, best):
                found.setdefault((start.function, place), []).append(line)
                of_call.setdefault(place, []).append(line)
        by_call += of_call.values()
        if time.is_over:
            break
    for (function, _), lines in found.items():
        wrong = [line for line in lines if not line.is_right]
        right = len(lines) - len(wrong)
        if all(_marks(line.own[:-1]) == _marks(line.below) for line in lines):
            continue  # the line begins with the last move
        if not wrong or right < max(FEWEST_LINES, FEWEST_RIGHT * len(lines)) or _are_cut(wrong):
            continue
        seen = wrong[0]
        yield (
            f"wrong line of play: `{seen.call}` returns {_text(seen.own)}, although the position after its best move "
            "has "
            f"the line {_text(seen.below)}; `{function.rpartition('.')[2]}` should return the best move, then that line"
        )
        return

    yield from _same_first_moves(by_call)


def _same_first_moves(by_call: Iterable[list[_Line]]) -> Iterator[str]:
    """Yield a bug if the lines of play that a call returns begin with the same move, whichever child is the best.

    It is not a bug if lines of play begin with the searched position, which is an argument of the call.
    """
    shown = [lines for lines in by_call if len({line.position for line in lines}) > 1]
    if len(shown) < FEWEST_CALLS or not all(line.own and line.is_right for lines in shown for line in lines):
        return
    firsts = [{fingerprint(line.own[0]) for line in lines} for lines in shown]
    given = [firsts_of_call & set(lines[0].given) for firsts_of_call, lines in zip(firsts, shown, strict=True)]
    if all(len(first) == 1 for first in firsts) and not all(given):
        seen = shown[0][-1]
        yield (
            f"wrong line of play: `{seen.call}` returns {_text(seen.own)}, but its lines begin with the same move "
            "whichever move is best"
        )


def _with_lines(game: OwnGame) -> Iterator[Node]:
    """Yield the calls with a child that returns a line of play."""
    for start in game.starts():
        if len(start.children) > 1 and any(_parts(game, child, child.sample) for child in start.children):
            yield start


def _parts(game: OwnGame, node: Node, answer: Any) -> dict[Place, tuple[Any, ...]]:
    """Return the non-empty lists and tuples in a return value, by index or key."""
    held = beside(answer, game.places[node.function])
    return {place: tuple(item) for place, item in held if isinstance(item, list | tuple) and item}


def _lines(game: OwnGame, start: Node, best: int) -> Iterator[tuple[Place, _Line]]:
    """Yield each line of play that the call at `start` returns if child number `best` is the best child.

    Yields nothing if the call fails.
    """
    child = start.children[best]
    below = _parts(game, child, child.sample)
    if not below:
        return
    said: list[str] = []
    given: set[Hashable] = set()

    def arrived(call: HookedCall) -> None:
        said.append(call_at_position(game, call))
        given.update(map(fingerprint, call.arguments.values()))

    guide = JudgingGuide(game, start, recorded(game.with_best(start, [best])), on_arrival=arrived)
    if not game.program.attempt(guide.call):  # other phases report failures
        game.program.forget()
        return
    own = dict(beside(guide.answer, game.places[start.function]))
    for place, line in below.items():
        if isinstance(held := own.get(place), list | tuple):
            yield place, _Line(said[0], tuple(held), line, game.position(child), given)


def _marks(line: Sequence[Any]) -> list[Hashable]:
    return [fingerprint(move) for move in line]


def _are_cut(wrong: Sequence[_Line]) -> bool:
    """True if all wrong lines of play have several moves, and only lack their last moves, as with a limit on length."""
    return all(len(line.own) > 1 and _marks(line.own[1:]) == _marks(line.below)[: len(line.own) - 1] for line in wrong)


def _text(line: Sequence[Any]) -> str:
    return brief(repr(list(line)))
