"""Contracts on the move that a search chooses.

The move must lead to a child with the best value. A stricter contract requires the first child that has the best value.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeAlias

from prunecheck.contracts.contract import Contract, Objection, SearchTraits
from prunecheck.contracts.evidence import Evidence
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show

MOST_MOVES: Final = 4  # a message lists at most this many right moves

Chosen: TypeAlias = Callable[
    [int | None, Sequence[Number], Number], bool
]  # (move, child values, true value of the root)


@dataclass(frozen=True, slots=True)
class WrongMove(Objection):
    """The violation that a search chose a wrong move or None.

    `right` lists the right moves, and `child_values` the values of all children of the root.
    """

    move: int | None
    right: tuple[int, ...]
    child_values: tuple[Number, ...]

    @property
    def kind(self) -> str:
        """A few words that name the kind of violation."""
        return "wrong move"

    @property
    def details(self) -> str:
        """The chosen move and the right moves, each with its value, as text."""
        right = [self._worth(move) for move in self.right[:MOST_MOVES]]
        more = ["..."] if len(self.right) > MOST_MOVES else []
        expected = " or ".join([*right, *more]) or "no move"
        return f"got {self._worth(self.move)}; expected {expected} (moves are numbered from 0)"

    def _worth(self, move: int | None) -> str:
        if move is None:
            return "no move"
        known = 0 <= move < len(self.child_values)
        return f"[{move}], worth {show(self.child_values[move])}" if known else f"[{move}], which does not exist"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveContract(Contract):
    """A contract on the move that a search chooses in the window (-inf, inf).

    The search satisfies the contract if `holds(move, child values, value of the root)` is True.
    """

    holds: Chosen
    full_window: bool = True

    by_depth_rule: ClassVar[bool] = True
    needs_the_move: ClassVar[bool] = True

    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """Report a violation if the chosen move is wrong for each choice of allowed values of the root's children."""
        case, move = evidence.case, evidence.run.move
        if not evidence.run.move_known or self.holds(move, case.child_values, case.truth):
            return None
        if move is not None and evidence.allows_deeper and 0 <= move < len(case.child_values):
            known = _best_for(move, evidence)
            if self.holds(move, known, max(known) if case.max_at_root else min(known)):
                return None
        values = tuple(case.child_values)
        right = (nth for nth in range(len(values)) if self.holds(nth, values, case.truth))
        return WrongMove(move, tuple(right), values)

    def applies_to(self, traits: SearchTraits) -> bool:
        """True if the search returns a move."""
        return traits.gives_move


def _best_for(move: int, evidence: Evidence[Any]) -> list[Number]:
    """Choose, among the allowed values of the root's children, those that make `move` look best.

    The child to which `move` leads gets the best of its allowed values, and every other child gets the worst of its
    allowed values.
    """
    case = evidence.case
    spans = [evidence.span_at(child, 1) for child in case.tree.children(case.tree.root)]
    return [max(span) if (nth == move) is case.max_at_root else min(span) for nth, span in enumerate(spans)]


def _best(move: int | None, children: Sequence[Number], truth: Number) -> bool:
    return move is None if not children else move is not None and children[move] == truth


def _first_best(move: int | None, children: Sequence[Number], truth: Number) -> bool:
    return move is None if not children else move == list(children).index(truth)


BEST_MOVE = MoveContract(
    name="best-move",
    says="in the window (-inf, inf), the chosen child has the root's value; at a leaf, no move is returned",
    source="the definition of minimax",
    holds=_best,
    aliases=("move",),
    owed=True,
    in_sequences=True,
    unless_it_applies="it returns no move",
)
FIRST_BEST = MoveContract(
    name="first-best",
    says="in the window (-inf, inf), the move is the first child that has the root's value",
    source="Snyder's lecture: its function chooseMove only changes the move `if (val > max)`",
    holds=_first_best,
)

MOVE_CONTRACTS = (BEST_MOVE, FIRST_BEST)
