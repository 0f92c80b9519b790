"""The contract on the principal variation: the line of play that a search says both sides will follow."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from prunecheck.trees.protocol import Number, Tree


@dataclass(frozen=True, slots=True)
class LineContract:
    """A promise about the line told with the answer in the full window: places of moves, from 0, from the root down."""

    name: str
    says: str
    source: str
    aliases: tuple[str, ...] = ()

    def objection(self, tree: Tree[Any, Number], line: tuple[int, ...] | None, truth: Number) -> str:
        """What speaks against `line` as a principal variation of `tree`, whose value is `truth`; empty if nothing.

        Raises: an error of `tree` passes through.
        """
        if line is None:
            return "tells no line"
        node: Hashable = tree.root
        for ply, move in enumerate(line):
            below = [] if tree.is_terminal(node) else list(tree.children(node))
            if not below:
                return f"its line {_told(line)} goes on after {_told(line[:ply])}, which is a leaf"
            if not 0 <= move < len(below):
                return f"its line {_told(line)} has no such move after {_told(line[:ply])}: there are {len(below)}"
            node = below[move]
        if not tree.is_terminal(node):
            return f"its line {_told(line)} ends before a leaf"
        if tree.evaluate(node) != truth:
            return f"its line {_told(line)} ends at a leaf of another value than the root's"
        return ""


def _told(line: tuple[int, ...]) -> str:
    return "".join(f"[{move}]" for move in line) or "no move"


PRINCIPAL_VARIATION = LineContract(
    name="principal-variation",
    says="with the window (-inf, inf): the line told is legal, and ends at a leaf that has the value of the root",
    source="the chess-programming literature; source 000",
    aliases=("pv", "line"),
)
