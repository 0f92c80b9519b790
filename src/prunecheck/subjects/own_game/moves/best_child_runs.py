"""Make each child of a call the best child in turn, to find out which item of the return values is the move."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from prunecheck.subjects.own_game.hooks.answers import Place, beside, is_number, with_value
from prunecheck.subjects.own_game.hooks.fingerprints import fingerprint, is_code
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.recorder import ControlError
from prunecheck.subjects.own_game.judging.shown_tree import JudgingGuide
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.recording.call_tree import UNKNOWN, Node
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.views.recorded import recorded

MARK: Final = "a move in a child's answer"
FEWEST_FOR_WORST: Final = 3  # with fewer moves, choosing the best and avoiding the worst are the same

Window: TypeAlias = tuple[Number, Number]
P = TypeVar("P", bound=Hashable)


class Names(NamedTuple):
    """The index or key of the move in return values (`place`), and the children to which each move leads.

    In `children`, the fingerprint of a move stands for the move.
    """

    place: Place
    children: dict[Hashable, tuple[int, ...]]


class Seen(NamedTuple):
    """Fingerprints of what a call returned besides the value, and of the arguments of the call and its children."""

    parts: dict[Place, Hashable]
    own: frozenset[Hashable]
    below: tuple[dict[str, Hashable], ...]

    @property
    def is_more(self) -> bool:
        """True if the call returned something besides the game value."""
        return any(part is not None for part in self.parts.values())


class NamedMove(NamedTuple):
    """What is known about an item of return values whose name in the source code means a move.

    `varies` is True if the item depends on which child is best, or on what the best child returns. `given` is True if
    the item equals an argument of the call, which may be the last move. `passed_on` is True if the item comes from what
    a child returned.
    """

    varies: bool
    given: bool
    passed_on: bool


class BestChildRuns:
    """Runs a search in which chosen children of a call have better values than all other children."""

    def __init__(self, game: OwnGame, start: Node) -> None:
        """For each child of the call `start`, run the search once with this child as the best child.

        If `start` only returns the game value, nothing is run. `seen` contains what the call `start` returned in each
        run that did not fail.
        """
        self._game, self._start = game, start
        by_position: dict[Hashable, list[int]] = {}
        for nth, child in enumerate(start.children):
            by_position.setdefault(game.position(child), []).append(nth)
        self._same = [tuple(group) for group in by_position.values()]
        only_value = self._place is None or is_number(start.sample)
        runs = [] if only_value else [self._run(best, (-INF, INF)) for best in self._same]
        self.seen = [sighting for sighting in runs if sighting is not None]

    @property
    def complete(self) -> bool:
        """True if the call has several children, and no run failed."""
        return len(self.seen) == len(self._same) > 1

    def names(self) -> Names | None:
        """Find out which item of the return values is the move, and to which child each move leads.

        Returns None if it is unclear which item is the move, or if the move is copied from a child's return value.
        """
        seen = [sighting for sighting in self.seen if sighting.is_more]
        for source in (self._by_arguments, self._by_values, self._by_cutoffs, self._by_worst):
            found = source(seen) if len(seen) == len(self._same) else None
            if found is not None and self._are_own(found.place, seen[0]):
                return found
        return None

    def named_move(self, place: Place) -> NamedMove:
        """Find out whether the item at the index or key `place` of the return values depends on which child is best."""
        held = {sighting.parts.get(place) for sighting in self.seen}
        only = held.pop()
        own = self._are_own(place, self.seen[0])
        return NamedMove(bool(held) or not own, only in self.seen[0].own, not own and self._is_without_move(place))

    def _is_without_move(self, place: Place) -> bool:
        """True if no leaf call returns a move.

        Leaf calls can only return moves if the search passes moves down to them.
        """
        leaves = [node for node in self._game.root.all() if not node.children and node.function == self._start.function]
        return bool(leaves) and all(dict(beside(leaf.sample, self._place)).get(place) is None for leaf in leaves)

    def _run(self, best: Sequence[int], window: Window, sample: Any = UNKNOWN) -> Seen | None:
        """Run the search with values that make the children in `best` better than the other children of the call.

        Returns None if the search fails in this run.

        Each child returns `sample` or, if `sample` is missing, the result that was recorded for the child. In what a
        child returns, the game value is replaced by a chosen value. A returned move stays unchanged.
        """
        game, start = self._game, self._start
        ends = window if game.is_max(start) else (-window[1], -window[0])
        own: list[Hashable] = []
        below: list[dict[str, Hashable]] = []
        log = recorded(game.with_best(start, best))
        guide = JudgingGuide(
            game, start, log, window=ends, on_arrival=lambda call: own.extend(_arguments(call).values())
        )

        def seen(call: HookedCall) -> Any:
            if guide.inside:
                below.append(_arguments(call))
            return guide.call(call)

        before = {child: child.sample for child in start.children}
        try:
            for child in start.children if sample is not UNKNOWN else ():
                child.sample = sample
            game.program.run(seen)
            held_beside = beside(guide.answer, self._place)  # functions have no fingerprint
            parts = {place: fingerprint(held) for place, held in held_beside if not is_code(held)}
        except (ControlError, Exception):  # the search may fail in a position that it rarely reaches
            return None
        finally:
            for child, known in before.items():
                child.sample = known
        return Seen(parts, frozenset(own), tuple(below))

    @property
    def _place(self) -> Place:
        return self._game.places[self._start.function]

    def _by_arguments(self, seen: list[Seen]) -> Names | None:
        """Find the move as an item of return values that equals an argument of a child, such as the next board."""
        below, own = seen[0].below, seen[0].own
        if len(below) != len(self._start.children):
            return None
        for argument, place in product(below[0], seen[0].parts):
            held = [arguments.get(argument) for arguments in below]
            if any(value is None or value in own or is_number(value) for value in held):
                continue
            children = {held[same[0]]: same for same in self._same if len({held[nth] for nth in same}) == 1}
            if len(children) == len(self._same) and _all_known(children, place, seen):
                return Names(place, children)
        return None

    def _by_values(self, seen: list[Seen]) -> Names | None:
        """Find the move: the item of the return values that is different whenever a different child is best."""
        return next(self._one_to_one(seen), None)

    def _by_cutoffs(self, seen: list[Seen]) -> Names | None:
        """Find the move: an item that is not a number, and differs whenever a different child causes the cutoff."""
        if not self._game.takes_window(self._start):
            return None
        cut = [self._run(best, (-INF, 0)) for best in self._same]
        for found in self._one_to_one([sighting for sighting in cut if sighting is not None]):
            numbers = any(is_number(name) for name in found.children)
            if not numbers and _all_known(found.children, found.place, seen):
                return found
        return None

    def _by_worst(self, seen: list[Seen]) -> Names | None:
        """If the search chooses the worst move, find the move: an item that differs for each worst child."""
        if len(self._same) < FEWEST_FOR_WORST:
            return None
        every = range(len(self._start.children))
        found = [self._run([nth for nth in every if nth not in worst], (-INF, INF)) for worst in self._same]
        return next(self._one_to_one([sighting for sighting in found if sighting is not None]), None)

    def _one_to_one(self, seen: list[Seen]) -> Iterator[Names]:
        for place, found in told_apart([sighting.parts for sighting in seen]) if len(seen) == len(self._same) else ():
            yield Names(place, dict(zip(found, self._same, strict=True)))

    def _are_own(self, place: Place, first: Seen) -> bool:
        """True if this item was chosen by the call itself, and not copied from what a child returned."""
        samples = [child.sample for child in self._start.children if not is_number(child.sample)]
        with_place = [sample for sample in samples if place in dict(beside(sample, self._place))]
        if with_place and isinstance(with_place[0], tuple | list | dict):  # a leaf may return no move at all
            marked = self._run(self._same[-1], (-INF, INF), with_value(with_place[0], place, MARK))
            if marked is not None and marked.parts.get(place) == MARK:
                return False
        others = [sample for sample in samples if dict(beside(sample, self._place)).get(place) is not None]
        for sample in (*others[:1], *others[-1:]):
            again = self._run(self._same[0], (-INF, INF), sample)
            if again is not None and again.parts.get(place) != first.parts.get(place):
                return False
        return True


def told_apart(answers: Sequence[Mapping[P, Hashable]]) -> Iterator[tuple[P, list[Hashable]]]:
    """Yield each item that has a different fingerprint in each of the return values, and its fingerprints."""
    for part in answers[0] if answers else ():
        found = [answer.get(part) for answer in answers]
        if None not in found and len(set(found)) == len(found):
            yield part, found


def _all_known(children: dict[Hashable, tuple[int, ...]], place: Place, seen: list[Seen]) -> bool:
    """True if at least one return value contains a move, and each move in return values leads to a known child."""
    names = {sighting.parts.get(place) for sighting in seen}
    return not names <= {None} and all(name is None or name in children for name in names)


def _arguments(call: HookedCall) -> dict[str, Hashable]:
    return {name: fingerprint(held) for name, held in call.position_arguments.items()}
