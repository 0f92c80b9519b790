"""Contracts on the move: what the child that a search chose is worth, and which of several equal ones it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from prunecheck.trees.protocol import Number

Chosen: TypeAlias = Callable[[int | None, Sequence[Number], Number], bool]  # (move, values of children, truth)


@dataclass(frozen=True, slots=True)
class MoveContract:
    """A promise about the move chosen in the full window: `holds(move, children's values, value of the root)`."""

    name: str
    says: str
    source: str
    holds: Chosen
    aliases: tuple[str, ...] = ()


def _best(move: int | None, children: Sequence[Number], truth: Number) -> bool:
    return move is None if not children else move is not None and children[move] == truth


def _first_best(move: int | None, children: Sequence[Number], truth: Number) -> bool:
    return move is None if not children else move == list(children).index(truth)


BEST_MOVE = MoveContract(
    name="best-move",
    says="with the window (-inf, inf): the child moved to has the value of the root; a leaf has no move",
    source="the definition of minimax",
    holds=_best,
    aliases=("move",),
)
FIRST_BEST = MoveContract(
    name="first-best",
    says="with the window (-inf, inf): the move is the first child that has the value of the root",
    source="002's chooseMove: `if (val > max)`",
    holds=_first_best,
)

MOVE_CONTRACTS = (BEST_MOVE, FIRST_BEST)
