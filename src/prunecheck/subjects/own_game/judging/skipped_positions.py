"""Find searches that skip positions which they have already visited, so their moves depend on earlier searches."""

from collections.abc import Hashable
from random import Random
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.judging.shapes import drawn_starts
from prunecheck.subjects.own_game.judging.shown_tree import JudgingGuide, ShownFrame, StrayCallError
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.sandbox.limits import ComputingTime

MOST_TREES: Final = 20
MOST_SECONDS: Final = 0.5  # seconds of computing
FEWEST_WITH_NEW_CALLS: Final = 3  # unrecorded calls must occur on this many trees, to rule out chance


def check_same_calls(game: OwnGame) -> None:
    """Refuse a search that makes unrecorded calls in the full window, although the recording had no cutoffs.

    A second call on the same position, such as a re-search, does not count, and neither does a missing call.
    Raises: PreconditionError.
    """
    if game.identity is not None or not game.steady or game.openings or not game.parts.names:
        return
    random, time = Random(0), ComputingTime(MOST_SECONDS)  # noqa: S311  # not for security
    found: list[str] = []
    for start, tree in drawn_starts(game, random, MOST_TREES, time, large_every=1):
        guide = _NewCallsGuide(game, start, tree)
        try:
            game.program.run(guide.call)
        except StrayCallError:
            found += [guide.new] * bool(guide.new)
        except Exception:  # judged later
            return
    if len(found) >= FEWEST_WITH_NEW_CALLS:
        raise PreconditionError(
            f"{found[0]} makes other calls in a position after it has searched other positions. If it skips visited "
            "positions, it misses their values: search them again, or use their stored values"
        )


class _NewCallsGuide(JudgingGuide):
    """Searches a tree. `new` is the function that made an unrecorded call on a position not searched before, if any."""

    def __init__(self, game: OwnGame, *where: Any) -> None:
        super().__init__(game, *where)
        self.new = ""
        self._searched: dict[ShownFrame, set[Hashable]] = {}

    def _nth(self, frame: ShownFrame, call: HookedCall) -> int:
        key = self.game.parts.key(call)
        searched = self._searched.setdefault(frame, set())
        try:
            nth = super()._nth(frame, call)
        except StrayCallError:
            if len(searched | {key}) > len(frame.node.children):  # otherwise, the call searched a position again
                self.new = frame.node.function.rpartition(".")[2]
            raise
        searched.add(key)
        return nth
