"""Find out whether a search can be judged on its own game with random leaf values.

Some searches compare their window with known bounds on a position's value, for example from the distance to the end of
the game. A search that relies on known bounds is right for the leaf values of its own game, but possibly wrong for
other values. A search that skips all positions that it visited before cannot be judged with random values, because the
moves that it tries depend on earlier searches.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from math import isfinite
from random import Random
from typing import Any, Final

from prunecheck.errors import OutsideError, PreconditionError
from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.faults.skipped_moves import EarlyCutoff
from prunecheck.subjects.own_game.hooks.answers import is_number, value_or_none, with_value
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.judging.game_trees import drawn_starts, real_trees
from prunecheck.subjects.own_game.judging.shown_tree import JudgingGuide, ShownFrame, StrayCallError, answer_of
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.leaf_limits import BOUNDED
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.window import is_right

TRACED_TREES: Final = 30
MOST_TREES: Final = 300  # wrong values may be rare
LARGE_EVERY: Final = 4  # one tree in this many is large
MOST_SECONDS: Final = 1.0  # seconds of computing
FEWEST_REAL: Final = 5  # at least this many trees with real values are needed
CALLS_TREES: Final = 20
CALLS_SECONDS: Final = 0.5  # seconds of computing
FEWEST_WITH_NEW_CALLS: Final = 3  # unrecorded calls must occur on at least this many trees, to rule out chance


def use_real_values(game: OwnGame) -> None:
    """If the search relies on known bounds on leaf values, only allow the leaf values of the user's game.

    Raises: PreconditionError if there are too few trees with the leaf values of the user's game.
    """
    cuts = [fault for fault in game.faults if isinstance(fault, EarlyCutoff)]
    if len(cuts) < len(game.faults) or game.limits.only_real or game.limits.whole or game.limits.among:
        return
    if not _compares_bounds(game) or not (cuts or _is_wrong(game)):
        return
    game.limits = replace(game.limits, only_real=True)
    if len(real_trees(game)) < FEWEST_REAL:
        raise PreconditionError(
            f"`{game.root.function}` compares its window with numbers that it computes from the position, such as "
            "bounds on its value. Random values may contradict these numbers. With the values of the game, too few "
            "positions could be searched to the end; give a starting call closer to the end of the game"
        )
    game.faults = ()
    game.notes = (*game.notes, BOUNDED)


def _compares_bounds(game: OwnGame) -> bool:
    """True if a source line compares alpha or beta with several numbers that the search computes itself."""
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
    """True if the search returns a wrong value for some tree with random leaf values."""
    for start, tree, window in _searches(game, MOST_TREES):
        try:
            found = game.value_in(start, answer_of(game, start, tree, tree.root, *window))
        except OutsideError:
            continue
        except Exception:  # judged later
            return False
        if not is_right(found, value(tree, tree.root), *window):
            return True
    return False


def _searches(game: OwnGame, trees: int) -> Iterator[tuple[Node, ExplicitTree[Number], tuple[Number, Number]]]:
    """Yield up to `trees` random trees, each with the call that searches the tree, and with a window for this call."""
    random, time = Random(0), ComputingTime(MOST_SECONDS)  # noqa: S311  # not for security
    for start, tree in drawn_starts(game, random, trees, time, large_every=LARGE_EVERY):
        ends = sorted({-INF, INF, *tree.leaf_values}) if game.takes_window(start) else [-INF, INF]
        nths = sorted(random.sample(range(len(ends)), 2))
        yield start, tree, (ends[nths[0]], ends[nths[1]])


class _Traced(float):
    """A number that records comparisons: a leaf value, alpha or beta, or a result of operations on them.

    For alpha and beta, `compared` lists the numbers with which the search compares them.
    """

    compared: dict[Hashable, set[float]] | None = None

    def of(self, number: float) -> "_Traced":
        """Wrap the result of an operation on this number."""
        found = _Traced(number)
        found.compared = self.compared
        return found

    def note(self, other: object) -> None:
        """Record that this number is compared with the number `other`, and on which source line."""
        if self.compared is not None and type(other) in (int, float) and isfinite(other):  # type: ignore[arg-type]
            frame = sys._getframe(2)  # noqa: SLF001  # the line of the search
            self.compared[frame.f_code, frame.f_lineno].add(abs(other))  # type: ignore[arg-type]


def _compared(name: str) -> Callable[[_Traced, Any], bool]:
    usual = getattr(float, name)

    def compare(number: _Traced, other: Any) -> bool:
        number.note(other)
        found: bool = usual(number, other)
        return found

    return compare


def _computed(name: str) -> Callable[..., _Traced]:
    usual = getattr(float, name)
    return lambda number, *others: number.of(usual(number, *others))


for _name in ("__lt__", "__le__", "__gt__", "__ge__"):
    setattr(_Traced, _name, _compared(_name))
for _name in ("__neg__", "__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__"):
    setattr(_Traced, _name, _computed(_name))


class _TracingGuide(JudgingGuide):
    """Runs a search on a tree whose leaf values, alpha and beta record the numbers with which they are compared."""

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
        found = value_or_none(answer, place)
        return answer if found is None or not self.inside else with_value(answer, place, _Traced(found))

    def _end(self, number: Any) -> _Traced:
        found = _Traced(number)
        found.compared = self._compared
        return found


def check_same_calls(game: OwnGame) -> None:
    """Refuse a search if random leaf values lead to calls that were not recorded, although all windows are full.

    A second call for a recorded position, such as a re-search, is not a reason to refuse a search, and neither is a
    missing call.
    Raises: PreconditionError if the search is refused.
    """
    if game.identity is not None or not game.steady or game.openings or not game.watched.parts.names:
        return
    random, time = Random(0), ComputingTime(CALLS_SECONDS)  # noqa: S311  # not for security
    found: list[str] = []
    for start, tree in drawn_starts(game, random, CALLS_TREES, time, large_every=1):
        guide = _NewCallsGuide(game, start, tree)
        try:
            game.program.run(guide.call)
        except StrayCallError:
            found += [guide.new] * bool(guide.new)
        except Exception:  # judged later
            return
    if len(found) >= FEWEST_WITH_NEW_CALLS:
        raise PreconditionError(
            f"`{found[0]}` searches different moves in the same position, depending on which positions it searched "
            "before. If it skips positions that it has visited, it misses their values: let it search them again, or "
            "use their stored values"
        )


class _NewCallsGuide(JudgingGuide):
    """Runs the search on a tree, and notices calls that were not recorded.

    If a function makes a recursive call for a position that was not recorded, `new` is the name of this function.
    Otherwise, `new` is empty.
    """

    def __init__(self, game: OwnGame, *where: Any) -> None:
        super().__init__(game, *where)
        self.new = ""
        self._searched: dict[ShownFrame, set[Hashable]] = {}

    def _nth(self, frame: ShownFrame, call: HookedCall) -> int:
        key = self.game.watched.parts.key(call)
        searched = self._searched.setdefault(frame, set())
        try:
            nth = super()._nth(frame, call)
        except StrayCallError:
            if len(searched | {key}) > len(frame.node.children):  # otherwise, the call searched a position again
                self.new = frame.node.function.rpartition(".")[2]
            raise
        searched.add(key)
        return nth
