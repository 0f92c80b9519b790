"""Find out which child each returned move leads to: make each child in turn the best child."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from time import process_time
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from prunecheck.errors import brief
from prunecheck.subjects.own_game.hooks.answers import Place, beside, held_at, is_number, with_value
from prunecheck.subjects.own_game.hooks.fingerprints import fingerprint, is_code
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.recorder import ControlError
from prunecheck.subjects.own_game.judging.shown_tree import JudgingGuide
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.moves.moves_in_source import is_move_name, literals_in, moves_in_source
from prunecheck.subjects.own_game.recording.call_tree import UNKNOWN, Node
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.views.recorded import recorded

MOST_CHILDREN: Final = 60  # at most this many children of a call are examined
MOST_CALLS: Final = 60  # the moves of at most this many calls are examined
MOST_SECONDS: Final = 1.0  # seconds of computing, after which no further call is examined
FIRST_CALLS: Final = 8  # this many first calls to each function show whether it returns a move
LATER_CALLS: Final = 12  # if a player's first calls return no move, about this many later calls are examined
MARK: Final = "a move in a child's answer"
PLAYERS: Final = 2  # an argument with at most this many values may be the side to move
FEWEST_CONSTANT: Final = 5  # at least this many return values must have the same part, to rule out chance
FEWEST_NAMED: Final = 2  # the same for a part that the source code shows to be the move
FEWEST_FOR_WORST: Final = 3  # with fewer moves, choosing the best and avoiding the worst are the same

Window: TypeAlias = tuple[Number, Number]
Side: TypeAlias = tuple[str, bool]  # a function, and whether MAX moves in its calls
P = TypeVar("P", bound=Hashable)


class Names(NamedTuple):
    """The place of the move in return values, and the children that each move leads to, by the move's fingerprint."""

    place: Place
    children: dict[Hashable, tuple[int, ...]]


class _Seen(NamedTuple):
    """Fingerprints of what a call returns besides the value, of its arguments, and of its children's arguments."""

    parts: dict[Place, Hashable]
    own: frozenset[Hashable]
    below: tuple[dict[str, Hashable], ...]


class _NamedMove(NamedTuple):
    """Facts about a part of a return value that the source code names like a move.

    `varies` is True if the part depends on which child is best, or on what that child returns. `given` is True if the
    part equals an argument of the call, which may be the last move. `passed_on` is True if the part comes from what a
    child returned.
    """

    varies: bool
    given: bool
    passed_on: bool


@dataclass(eq=False, slots=True)
class AnsweredMoves:
    """The moves in the return values of a game's calls.

    `untold` is True if some return values may contain a move, but it is unclear which part is the move.
    """

    game: OwnGame
    untold: bool = False
    _known: dict[Node, Names | None] = field(default_factory=dict)
    _spent: float = 0.0  # seconds of computing
    # side and place -> the contents of return values at this place, for each position and best child
    _held: dict[tuple[Side, Place], list[Hashable]] = field(default_factory=dict)
    # side and place of parts that were None, a number, or not an argument of the call, in at least one return value
    _varying: set[tuple[Side, Place]] = field(default_factory=set)
    _named: dict[str, dict[Place, str]] = field(default_factory=dict)  # function -> its variables named like a move
    # side and place named like a move -> what is known about it, for each position
    _moves: dict[tuple[Side, Place], list[_NamedMove]] = field(default_factory=dict)

    def faults(self) -> Iterator[str]:
        """Yield a bug if the part of the return values that should be the best move is a wrong move or never changes.

        It is also a bug if calls return the best move for one player, but always the same thing for the other player.
        """
        named = self.named_sides()
        others = [start for start in self.game.starts() if self.side(start) not in named and len(start.children) > 1]
        for start in others[:: len(others) // LATER_CALLS + 1] if named else ():
            self._known.pop(start, None)  # examine it again, now that it is known where the other player's move is
            self.names(start)  # in the first positions, the same move may always come last
        later = [self.names(start) is not None for start in self._later(named)]
        # as with `if depth == 0: best_move = move`
        only_at_start = bool(later) and not any(later)
        for ((function, _), place), seen in self._moves.items():
            if any(sighting.passed_on for sighting in seen):
                yield (
                    f"wrong move: `{self.move_name(function, place)}` in the answers of "
                    f"`{function.rpartition('.')[2]}` is "
                    "the opponent's reply: it comes from the answer of a recursive call"
                )
                return
        for (side, place), seen in self._moves.items():
            same = not any(move.varies for move in seen) and not all(move.given for move in seen)
            held = self._held[side, place]
            few = len(held) < FEWEST_NAMED or (named and len(set(held)) == 1 and self._is_literal(held[0]))
            certain = any(later) or self.move_name(side[0], place)
            if same and certain and not few and side not in named and not only_at_start:
                function = side[0].rpartition(".")[2]
                player = f" when {'MAX' if side[1] else 'MIN'} moves" if named else ""
                yield (
                    f"wrong move: {self._item(side[0], place)} in the answers of `{function}` does not depend on "
                    f"which move has the best value{player}; for the first position, it is always "
                    f"{brief(repr(held[0]))}"
                )

    def named_sides(self) -> set[Side]:
        """Find the sides whose calls return the best move. Only the first calls of each side are examined."""
        named: set[Side] = set()
        looked = Counter[Side]()
        for start in self.game.starts():
            side = self.side(start)
            if side not in named and looked[side] < FIRST_CALLS and len(start.children) > 1:
                looked[side] += 1
                if self.names(start) is not None:
                    named.add(side)
        return named

    def _later(self, sides: set[Side]) -> list[Node]:
        """Return the first calls below the root that have several children and belong to one of these sides."""
        later = [start for start in self.game.starts() if start is not self.game.root and len(start.children) > 1]
        return [start for start in later if self.side(start) in sides][:FIRST_CALLS]

    def _is_literal(self, held: Hashable) -> bool:
        """True for None and for a literal in the source code, which may stand for "no move"."""
        return held is None or held in {fingerprint(value) for value in literals_in(self.game.program.source)}

    def notes(self) -> Iterator[str]:
        """Yield a note if an item of the return values is always None, always the same number, or always an argument.

        If such an item should be the move, the search has a bug. If the moves of one player are known, only the same
        item of the other player's return values is checked.
        """
        named = self.named_sides()
        if any(self.faults()):
            return
        for (side, place), held in self._held.items():
            if side in named or (named and not self.is_move(side[0], place)):
                continue
            is_constant = len(set(held)) == 1 and (held[0] is None or is_number(held[0]))
            is_argument = len(set(held)) > PLAYERS and (side, place) not in self._varying
            if len(held) >= FEWEST_CONSTANT and (is_constant or is_argument):
                said = held[0] if is_constant else "an argument of the call"
                player = f" when {'MAX' if side[1] else 'MIN'} moves" if named else ""
                yield (
                    f"{self._item(side[0], place)} of each answer of `{side[0].rpartition('.')[2]}`{player} is {said}, "
                    "whichever move is best; if this should be the best move, no line sets it"
                )

    def side(self, start: Node) -> Side:
        """Return the function of a call, and whether MAX moves in it."""
        return start.function, self.game.is_max(start)

    def move_name(self, function: str, place: Place) -> str:
        """Return the source text of a part of the return values that is a fixed move or named like a move.

        Returns "" for any other part.
        """
        if function not in self._named:
            program = self.game.program
            self._named[function] = moves_in_source(program.source, function, program.functions)
        if isinstance(place, str) and is_move_name(place):
            return place
        return self._named[function].get(place, "")

    def _item(self, function: str, place: Place) -> str:
        """Describe a part of the return values: by the name of the move that it contains, or by its place."""
        unnamed = f"item {place + 1}" if isinstance(place, int) else repr(place)
        return f"`{self.move_name(function, place)}`" if self.move_name(function, place) else unnamed

    def is_move(self, function: str, place: Place) -> bool:
        """True if a part of the return values is named like a move, or is known to be the best move for one player.

        Two functions that call each other, such as max_value and min_value, return their moves in the same place.
        """
        calls = {(start.function, child.function) for start in self.game.starts() for child in start.children}
        alike = {other for caller, other in calls if caller == function and (other, function) in calls} | {function}
        known = {names.place for start, names in self._known.items() if names and start.function in alike}
        return place in known or bool(self.move_name(function, place))

    def note_move(self, start: Node, place: Place, seen: _NamedMove) -> None:
        """Record what one call has shown about a part of its return values that is named like a move."""
        self._moves.setdefault((self.side(start), place), []).append(seen)

    def note(self, start: Node, seen: Sequence[_Seen]) -> None:
        """Record what a call returns besides the value, if it was seen to choose at least two different children."""
        for sighting in seen if len(seen) > 1 else ():
            for place, held in sighting.parts.items():
                self._held.setdefault((self.side(start), place), []).append(held)
                if held is None or isinstance(held, int | float) or held not in sighting.own:
                    self._varying.add((self.side(start), place))

    def names(self, start: Node) -> Names | None:
        """Find out which child each move in a call's return values leads to.

        Returns None if there is no clear move.
        """
        if start not in self._known:
            looked = len(self._known) < MOST_CALLS and len(start.children) <= MOST_CHILDREN
            before = process_time()
            self._known[start] = _BestChildRuns(self, start).names() if looked and self._spent < MOST_SECONDS else None
            self._spent += process_time() - before
            self.untold |= not looked and bool(beside(start.sample, self.game.places[start.function]))
        return self._known[start]

    def chosen(self, start: Node, answer: Any) -> tuple[bool, int | None]:
        """Return whether a return value's move is known, and the index of its child (None if there is no move)."""
        names = self.names(start)
        if names is None:
            return False, None
        try:
            held = held_at(answer, names.place)
        except LookupError:
            return False, None
        name = fingerprint(held)
        if name in names.children:
            return True, names.children[name][0]
        return held is None, None


class _BestChildRuns:
    """Runs a search with leaf values that make chosen children of a call better than all other children."""

    def __init__(self, moves: AnsweredMoves, start: Node) -> None:
        self._moves, self._game, self._start = moves, moves.game, start
        by_position: dict[Hashable, list[int]] = {}
        for nth, child in enumerate(start.children):
            by_position.setdefault(self._game.position(child), []).append(nth)
        self._same = [tuple(group) for group in by_position.values()]

    def names(self) -> Names | None:
        """Find out which child each move in the return values leads to.

        Returns None if this is unclear, or if the move is copied from a child's return value.
        """
        game, start = self._game, self._start
        if game.places[start.function] is None or is_number(start.sample):
            return None
        full = [self._run(best, (-INF, INF)) for best in self._same]
        self._moves.note(start, [sighting for sighting in full if sighting is not None])
        self._note_moves([sighting for sighting in full if sighting is not None])
        seen = [
            sighting
            for sighting in full
            if sighting is not None and any(part is not None for part in sighting.parts.values())
        ]
        if not seen:
            return None
        for source in (self._by_arguments, self._by_values, self._by_cutoffs, self._by_worst):
            found = source(seen) if len(seen) == len(self._same) else None
            if found is not None and self._are_own(found.place, seen[0]):
                return found
        self._moves.untold = True
        return None

    def _note_moves(self, seen: list[_Seen]) -> None:
        """For each part of the return values that is a move, record whether it depends on which child is best."""
        if len(seen) < max(2, len(self._same)):
            return
        for place in seen[0].parts:
            if self._moves.is_move(self._start.function, place):
                held = {sighting.parts.get(place) for sighting in seen}
                only = held.pop()
                own = self._are_own(place, seen[0])
                passed_on = not own and self._is_without_move(place)
                self._moves.note_move(
                    self._start, place, _NamedMove(bool(held) or not own, only in seen[0].own, passed_on)
                )

    def _is_without_move(self, place: Place) -> bool:
        """True if no leaf returns a move. Leaves only return moves if moves are passed down to them."""
        leaves = [node for node in self._game.root.all() if not node.children and node.function == self._start.function]
        return bool(leaves) and all(dict(beside(leaf.sample, self._place)).get(place) is None for leaf in leaves)

    def _run(self, best: Sequence[int], window: Window, sample: Any = UNKNOWN) -> _Seen | None:
        """Run the search with values that make the children in `best` better than its other children.

        Returns None if the search fails.

        Each child returns `sample` or, if there is no sample, its recorded return value; in both cases, the chosen
        value is inserted.
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
        return _Seen(parts, frozenset(own), tuple(below))

    @property
    def _place(self) -> Place:
        return self._game.places[self._start.function]

    def _by_arguments(self, seen: list[_Seen]) -> Names | None:
        """Find a part of the return values that equals an argument of a child, such as the board after the move."""
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

    def _by_values(self, seen: list[_Seen]) -> Names | None:
        """Find the part of the return values that differs for each choice of the best child."""
        return next(self._one_to_one(seen), None)

    def _by_cutoffs(self, seen: list[_Seen]) -> Names | None:
        """Find a part, except a counter, that differs for each choice of the child that causes a cutoff."""
        if not self._game.takes_window(self._start):
            return None
        cut = [self._run(best, (-INF, 0)) for best in self._same]
        for found in self._one_to_one([sighting for sighting in cut if sighting is not None]):
            numbers = any(is_number(name) for name in found.children)
            if not numbers and _all_known(found.children, found.place, seen):
                return found
        return None

    def _by_worst(self, seen: list[_Seen]) -> Names | None:
        """If the search chooses the worst move, find a part of the return value that differs for each worst child."""
        if len(self._same) < FEWEST_FOR_WORST:
            return None
        every = range(len(self._start.children))
        found = [self._run([nth for nth in every if nth not in worst], (-INF, INF)) for worst in self._same]
        return next(self._one_to_one([sighting for sighting in found if sighting is not None]), None)

    def _one_to_one(self, seen: list[_Seen]) -> Iterator[Names]:
        for place, found in told_apart([sighting.parts for sighting in seen]) if len(seen) == len(self._same) else ():
            yield Names(place, dict(zip(found, self._same, strict=True)))

    def _are_own(self, place: Place, first: _Seen) -> bool:
        """True if the call chose the move itself, and did not copy it from what a child returned."""
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
    """Yield each part whose fingerprints differ in all of these return values, and its fingerprints."""
    for part in answers[0] if answers else ():
        found = [answer.get(part) for answer in answers]
        if None not in found and len(set(found)) == len(found):
            yield part, found


def _all_known(children: dict[Hashable, tuple[int, ...]], place: Place, seen: list[_Seen]) -> bool:
    """True if the return values contain a move, and each move in them is known to lead to a child."""
    names = {sighting.parts.get(place) for sighting in seen}
    return not names <= {None} and all(name is None or name in children for name in names)


def _arguments(call: HookedCall) -> dict[str, Hashable]:
    return {name: fingerprint(held) for name, held in call.position_arguments.items()}
