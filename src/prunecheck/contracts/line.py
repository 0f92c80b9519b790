"""The contracts on the principal variation: the line of play that a search says both sides will follow."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.values import show
from prunecheck.trees.walk import place

Spans: TypeAlias = Callable[[Any, int], tuple[Number, Number]]  # of a node, so many plies below the root


@dataclass(frozen=True, slots=True)
class LineContract:
    """A promise about the line told with the answer in the full window: places of moves, from 0, from the root down.

    If it is to be `whole`, the line leads to a leaf; else it may end anywhere, and there may be none.
    """

    name: str
    says: str
    source: str
    aliases: tuple[str, ...] = ()
    whole: bool = True

    def objection(
        self, tree: Tree[Any, Number], line: tuple[int, ...] | None, spans: Spans, *, move: int | None = None
    ) -> str:
        """What speaks against `line` as a principal variation of `tree`; empty if nothing does.

        `spans` gives the least and the greatest value that a node may rightly be thought to have: one value, unless
        searches of different depths have met there. `move` is the move told beside the line, if any.

        Raises: an error of `tree` passes through.
        """
        if line is None:
            return "tells no line" if self.whole else ""
        if line and move is not None and move != line[0]:
            return f"its line {_told(line)} does not begin with its move [{move}]"
        node: Any = tree.root
        least, greatest = spans(node, 0)
        for ply, step in enumerate(line):
            below = [] if tree.is_terminal(node) else list(tree.children(node))
            if not below:
                return f"its line {_told(line)} goes on after {place(line[:ply])}, where the search ends"
            if not 0 <= step < len(below):
                return f"its line {_told(line)} has no such move after {place(line[:ply])}: there are {len(below)}"
            node = below[step]
            low, high = spans(node, ply + 1)
            if low > greatest or high < least:
                worth = f"{_span(low, high)}, and the position before {_span(least, greatest)}"
                return f"its line {_told(line)} passes {place(line[: ply + 1])}, which is worth {worth}"
            least, greatest = low, high
        if self.whole and not tree.is_terminal(node):
            return f"its line {_told(line)} ends before a leaf"
        return ""


def _told(line: tuple[int, ...]) -> str:
    return "".join(f"[{move}]" for move in line) or "of no move"


def _span(least: Number, greatest: Number) -> str:
    return show(least) if least == greatest else f"{show(least)} to {show(greatest)}"


PRINCIPAL_VARIATION = LineContract(
    name="principal-variation",
    says="with the window (-inf, inf): the line told is legal, keeps the value of the root, and ends at a leaf",
    source="the chess-programming literature; source 000",
    aliases=("pv", "line"),
)
LINE_SO_FAR = LineContract(
    name="line-so-far",
    says="with the window (-inf, inf): as far as the line told goes, it is legal and keeps the value of the root",
    source="the chess-programming literature; source 000",
    aliases=("partial-line",),
    whole=False,
)
LINE_CONTRACTS = (LINE_SO_FAR, PRINCIPAL_VARIATION)
