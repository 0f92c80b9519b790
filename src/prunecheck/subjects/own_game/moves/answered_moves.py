"""Judge the best moves that the recursive calls of a search return together with the value."""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from time import process_time
from typing import Any, Final, TypeAlias

from prunecheck.errors import brief
from prunecheck.subjects.own_game.hooks.answers import Place, beside, held_at, is_number
from prunecheck.subjects.own_game.hooks.fingerprints import fingerprint
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.moves.best_child_runs import BestChildRuns, NamedMove, Names
from prunecheck.subjects.own_game.moves.moves_in_source import is_move_name, literals_in, moves_in_source
from prunecheck.subjects.own_game.recording.call_tree import Node

MOST_CHILDREN: Final = 60  # at most this many children of a call are examined
MOST_CALLS: Final = 60  # the moves of at most this many calls are examined
MOST_SECONDS: Final = 1.0  # seconds of computing, after which no further call is examined
FIRST_CALLS: Final = 8  # this many first calls to each function show whether it returns a move
LATER_CALLS: Final = 12  # if a player's first calls return no move, about this many later calls are examined
PLAYERS: Final = 2  # an argument with at most this many values may be the side to move
FEWEST_CONSTANT: Final = 5  # at least this many return values must have the same part, to rule out chance
FEWEST_NAMED: Final = 2  # the same for a part that the source code shows to be the move

Side: TypeAlias = tuple[str, bool]  # a function, and whether MAX moves in its calls


@dataclass(eq=False, slots=True)
class AnsweredMoves:
    """The best moves in the return values of the recursive calls of a search.

    `untold` is True if some return values may contain a move, but it is unclear which item is the move.
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
    _moves: dict[tuple[Side, Place], list[NamedMove]] = field(default_factory=dict)

    def faults(self) -> Iterator[str]:
        """Yield a bug if the best move in the return values never changes, or is a move of the opponent.

        It is also a bug if calls return the best move for one player, but always the same move for the opponent.
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
                    f"wrong move: {self._item(side[0], place)} in the answers of `{function}` is the same, "
                    f"whichever move has the best value{player}: in the first position, always "
                    f"{brief(repr(held[0]))}"
                )

    def named_sides(self) -> set[Side]:
        """Find the functions, together with the player to move, whose calls return the best move.

        Only the first calls of each function and player are examined.
        """
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
        """Return the first calls below the root that have several children, and a function and player in `sides`."""
        later = [start for start in self.game.starts() if start is not self.game.root and len(start.children) > 1]
        return [start for start in later if self.side(start) in sides][:FIRST_CALLS]

    def _is_literal(self, held: Hashable) -> bool:
        """True if an item is None or a literal in the source code, which may stand for "no move"."""
        return held is None or held in {fingerprint(value) for value in literals_in(self.game.program.source)}

    def notes(self) -> Iterator[str]:
        """Yield a note if an item of the return values is always None, always the same number, or equal to an argument.

        If this item of the return values is meant to be the best move, the search has a bug. If it is known which item
        is the best move for one player, only this item is checked for the opponent.
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
                    "whichever move is best; if this is meant to be the best move, the search never sets it"
                )

    def side(self, start: Node) -> Side:
        """Return the function of a call, and True if MAX moves in its position."""
        return start.function, self.game.is_max(start)

    def move_name(self, function: str, place: Place) -> str:
        """Return the source text of an item of the return values that is a fixed move or named like a move.

        Returns "" if the item is neither a fixed move nor named like a move.
        """
        if function not in self._named:
            program = self.game.program
            self._named[function] = moves_in_source(program.source, function, program.functions)
        if isinstance(place, str) and is_move_name(place):
            return place
        return self._named[function].get(place, "")

    def _item(self, function: str, place: Place) -> str:
        """Describe an item of the return values, by its source text if it is a move, otherwise by its index or key."""
        unnamed = f"item {place + 1}" if isinstance(place, int) else repr(place)
        return f"`{self.move_name(function, place)}`" if self.move_name(function, place) else unnamed

    def is_move(self, function: str, place: Place) -> bool:
        """True if an item of the return values is named like a move, or is known to be the best move for one player.

        Two functions that call each other, such as max_value and min_value, are assumed to return moves at the same
        index.
        """
        calls = {(start.function, child.function) for start in self.game.starts() for child in start.children}
        alike = {other for caller, other in calls if caller == function and (other, function) in calls} | {function}
        known = {names.place for start, names in self._known.items() if names and start.function in alike}
        return place in known or bool(self.move_name(function, place))

    def _examine(self, start: Node) -> Names | None:
        """Run the search once for each child of a call, with this child as the best, and find the returned move."""
        runs, side = BestChildRuns(self.game, start), self.side(start)
        for sighting in runs.seen if len(runs.seen) > 1 else ():
            for place, held in sighting.parts.items():
                self._held.setdefault((side, place), []).append(held)
                if held is None or isinstance(held, int | float) or held not in sighting.own:
                    self._varying.add((side, place))
        for place in runs.seen[0].parts if runs.complete else ():
            if self.is_move(start.function, place):
                self._moves.setdefault((side, place), []).append(runs.named_move(place))
        found = runs.names()
        self.untold |= found is None and any(sighting.is_more for sighting in runs.seen)
        return found

    def names(self, start: Node) -> Names | None:
        """Find out which item of a call's return values is the move, and to which child each move leads.

        Returns None if it is unclear which item is the move.
        """
        if start not in self._known:
            looked = len(self._known) < MOST_CALLS and len(start.children) <= MOST_CHILDREN
            before = process_time()
            self._known[start] = self._examine(start) if looked and self._spent < MOST_SECONDS else None
            self._spent += process_time() - before
            self.untold |= not looked and bool(beside(start.sample, self.game.places[start.function]))
        return self._known[start]

    def chosen(self, start: Node, answer: Any) -> tuple[bool, int | None]:
        """Return whether the move in a return value is known, and the index of the child to which the move leads.

        Without a move, the index is None.
        """
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
