"""Find what is wrong with a hard-wired search as a whole: unrestored state, skipped moves, a missing opponent."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.answers import LeafAnswers
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.program import OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import EnoughError, TooManyCallsError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.recording import (
    RUN_SECONDS,
    Identity,
    Node,
    RecordingGuide,
    variables_of,
)
from prunecheck.subjects.own_game.learning.watching import Changes

FEWEST_PLIES, FEWEST_POSITIONS = 3, 10  # in which the same player moves, for that to be a mistake
PLIES_TWICE: Final = 6  # at most, to compare two searches of one position
SECONDS_TWICE: Final = 1.0  # of computing, for each of them


def unrestored(as_called: Changes, opened: Changes) -> Iterator[str]:
    """Names of what the search restores if nothing is cut off, but not after a cutoff."""
    left = sorted(as_called.left & (opened.varying - opened.left))
    if left:
        yield f"{_names(left)} after a cutoff"


def _names(parts: list[str]) -> str:
    return f"changes {', '.join(parts)} and does not restore {'it' if len(parts) == 1 else 'them'}"


def left_changed(changes: Changes) -> Iterator[str]:
    """Names of what the search leaves changed, except tables."""
    left = sorted(changes.left - changes.grew)
    if left:
        yield _names(left)


def pollution(
    program: OwnProgram, changes: Changes, leaf_answers: LeafAnswers, identity: Identity, most_plies: int | None
) -> Iterator[str]:
    """What the search leaves changed, if a second search from the same position then sees another game.

    The searches go down `most_plies`, which do not take long.
    """
    left = sorted(changes.left)
    if not left or changes.grew or program.has_cache:
        return
    plies = PLIES_TWICE if most_plies is None else min(most_plies, PLIES_TWICE)
    guide = _TwiceGuide(leaf_answers, identity, variables_of(program, identity.parts), plies)
    with suppress(EnoughError, TooManyCallsError):
        program.run(guide, seconds=RUN_SECONDS)
    if len(guide.seen) == 2 and guide.seen[0] != guide.seen[1]:
        first, second = (each.total() for each in guide.seen)
        what = f"makes {second:,} calls, the first made {first:,}" if first != second else "reaches different positions"
        yield f"{_names(left)}: a second search of the same position {what}"


class _TwiceGuide:
    """Makes the first call of the search twice with the same arguments, and counts the calls below; then ends."""

    def __init__(
        self, leaf_answers: LeafAnswers, identity: Identity, variables: Callable[[], dict[str, Any]], plies: int
    ) -> None:
        self.seen: list[Counter[Hashable]] = []
        self._plies = plies
        self._leaf_answers, self._identity, self._variables = leaf_answers, identity, variables
        self._inner: RecordingGuide | None = None
        self._positions: Counter[Hashable] = Counter()

    def call(self, call: HookedCall, /) -> Any:
        """Pass a call on to the recording of the first or of the second search."""
        if self._inner is not None:
            key = self._identity.key(call, self._variables())
            self._positions[key] += 1
            return self._inner.call(call)
        for _ in range(2):
            self._positions = Counter[Hashable]()
            self._inner = RecordingGuide(
                [], most_plies=self._plies, seconds=SECONDS_TWICE, leaf_answers=self._leaf_answers
            )
            self._inner.call(call)
            self.seen.append(self._positions)
        raise EnoughError


def skipped_moves(short: list[Node], made: dict[Node, int]) -> Iterator[str]:
    """A position in which the search skips moves although its window is open, so that no cutoff is justified."""
    for node in short[:1]:
        yield (
            f"cuts off moves in the window (-inf, inf), where nothing can be cut off: {node.function} made "
            f"{made[node]} of {len(node.children)} calls"
        )


def missing_opponent(game: OwnGame) -> Iterator[str]:
    """A game in which the same player moves everywhere: the search does not change the point of view.

    One player's positions may all be opaque, because they do not even take the best value; that is another mistake.
    """
    shown = [node for node in game.starts() if len(node.children) > 1]
    known = set(shown)
    if not any(child in known for node in shown for child in node.children):
        return
    start = game.starts()[0]
    tree = game.tree(start, dict.fromkeys(start.all(), 0))
    turns = {tree.is_max(node) for node in range(len(tree)) if len(tree.children(node)) > 1}
    plies = {node.ply for node in shown}
    if len(plies) >= FEWEST_PLIES and len(shown) >= FEWEST_POSITIONS and len(turns) == 1:
        which = "largest" if turns == {True} else "smallest"
        yield (
            f"the opponent never moves: all {len(shown):,} positions take the {which} value for the same player; "
            "is a minus sign missing, or the change of the side to move?"
        )
