"""Find searches that compare their window with bounds on a position's value, such as its distance to the end.

Such a search is right for the values of its own game, but may be wrong for other values.
"""

import sys
from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import replace
from math import isfinite
from random import Random
from typing import Any, Final

from prunecheck.errors import OutsideError, PreconditionError
from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.hooks.answers import is_number, value_at, with_value
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.judging.shapes import drawn_starts, real_trees
from prunecheck.subjects.own_game.judging.shown_tree import JudgingGuide, StrayCallError, answer_of
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.limits import BOUNDED
from prunecheck.subjects.own_game.learning.recording import Node
from prunecheck.subjects.own_game.learning.skipped_moves import EarlyCutoff
from prunecheck.subjects.sandbox.limits import ComputingTime
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number

TRACED_TREES: Final = 30
MOST_TREES: Final = 300  # wrong values may be rare
LARGE_EVERY: Final = 4  # one tree in this many is large
MOST_SECONDS: Final = 1.0  # seconds of computing
FEWEST_REAL: Final = 5  # trees with real values that are needed; fewer are too little evidence


def use_real_values(game: OwnGame) -> None:
    """Limit a game to its real values if the search knows bounds on them, and is wrong for random values.

    Raises: PreconditionError if there are too few trees with real values.
    """
    cuts = [fault for fault in game.faults if isinstance(fault, EarlyCutoff)]
    if len(cuts) < len(game.faults) or game.limits.only_real or game.limits.whole or game.limits.among:
        return
    if not _compares_bounds(game) or not (cuts or _is_wrong(game)):
        return
    game.limits = replace(game.limits, only_real=True)
    if len(real_trees(game)) < FEWEST_REAL:
        raise PreconditionError(
            f"{game.root.function} compares its window with numbers that it computes for each position, such as bounds "
            "for the value, so random values cannot show whether it is right. With the values of the game, too few "
            "positions could be searched to the end; give a starting call closer to the end of the game"
        )
    game.faults = ()
    game.notes = (*game.notes, BOUNDED)


def _compares_bounds(game: OwnGame) -> bool:
    """True if some line of the search compares alpha or beta with several numbers that it computes itself."""
    compared: dict[Hashable, set[float]] = defaultdict(set)
    for start, tree, window in _searches(game, TRACED_TREES):
        try:
            game.program.run(_TracingGuide(compared, game, start, tree, window=window).call)
        except StrayCallError:
            continue
        except Exception:  # judged later
            return False
        if any(len(numbers) > 1 for numbers in compared.values()):
            return True
    return False


def _is_wrong(game: OwnGame) -> bool:
    """True if the search is wrong for some tree with random values."""
    for start, tree, window in _searches(game, MOST_TREES):
        try:
            found = game.value_in(start, answer_of(game, start, tree, tree.root, *window))
        except OutsideError:
            continue
        except Exception:  # judged later
            return False
        if not _fits(found, value(tree, tree.root), *window):
            return True
    return False


def _searches(game: OwnGame, trees: int) -> Iterator[tuple[Node, ExplicitTree[Number], tuple[Number, Number]]]:
    """Yield up to that many random trees, each with a window, and the call that gets both."""
    random, time = Random(0), ComputingTime(MOST_SECONDS)  # noqa: S311  # not for security
    for start, tree in drawn_starts(game, random, trees, time, large_every=LARGE_EVERY):
        ends = sorted({-INF, INF, *tree.leaf_values}) if game.takes_window(start) else [-INF, INF]
        nths = sorted(random.sample(range(len(ends)), 2))
        yield start, tree, (ends[nths[0]], ends[nths[1]])


def _fits(found: Number, truth: Number, alpha: Number, beta: Number) -> bool:
    """True if `found` is right inside the window, or at least on the right side of the window."""
    return found <= alpha if truth <= alpha else found >= beta if truth >= beta else found == truth


class _Traced(float):
    """A number that came from a leaf, or is alpha or beta.

    For alpha and beta, `compared` has the numbers that they are compared with; it is None for all others.
    """

    compared: dict[Hashable, set[float]] | None = None

    def of(self, number: float) -> "_Traced":
        """Wrap the result of an operation on this number."""
        found = _Traced(number)
        found.compared = self.compared
        return found

    def note(self, other: object) -> None:
        """Record that this number is compared with another one, by line."""
        if self.compared is not None and type(other) in (int, float) and isfinite(other):  # type: ignore[arg-type]
            frame = sys._getframe(2)  # noqa: SLF001  # the line of the search
            self.compared[frame.f_code, frame.f_lineno].add(abs(other))  # type: ignore[arg-type]

    def __lt__(self, other: Any) -> bool:
        self.note(other)
        return super().__lt__(other)

    def __le__(self, other: Any) -> bool:
        self.note(other)
        return super().__le__(other)

    def __gt__(self, other: Any) -> bool:
        self.note(other)
        return super().__gt__(other)

    def __ge__(self, other: Any) -> bool:
        self.note(other)
        return super().__ge__(other)

    def __neg__(self) -> "_Traced":
        return self.of(super().__neg__())

    def __add__(self, other: Any) -> "_Traced":
        return self.of(super().__add__(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> "_Traced":
        return self.of(super().__sub__(other))

    def __rsub__(self, other: Any) -> "_Traced":
        return self.of(super().__rsub__(other))

    def __mul__(self, other: Any) -> "_Traced":
        return self.of(super().__mul__(other))

    __rmul__ = __mul__


class _TracingGuide(JudgingGuide):
    """Search a tree with traced numbers in answers and windows."""

    def __init__(self, compared: dict[Hashable, set[float]], game: OwnGame, *where: Any, **how: Any) -> None:
        super().__init__(game, *where, **how)
        self._compared = compared

    def call(self, call: HookedCall, /) -> Any:
        if self.inside and call.takes.has_window:
            low, high = call.window
            if is_number(low) and is_number(high):
                call = call.with_window((self._end(low), self._end(high)))
        answer = super().call(call)
        place = self.game.places.get(call.name)
        try:
            found = value_at(answer, place)
        except LookupError:
            return answer
        return with_value(answer, place, _Traced(found)) if self.inside and is_number(found) else answer

    def _end(self, number: Any) -> _Traced:
        found = _Traced(number)
        found.compared = self._compared
        return found
