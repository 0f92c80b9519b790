"""The contract on a table: what a search keeps of earlier answers is true, whether it is ever asked for it or not."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.search import Entry
from prunecheck.trees.values import show
from prunecheck.trees.walk import place

Span: TypeAlias = tuple[Number, Number]
Spans: TypeAlias = Callable[[Any, int | None], Span | None]  # of a node to a depth; None where it has no value


@dataclass(frozen=True, slots=True)
class TableContract:
    """A promise about the entries of a table, judged after each search, in whatever window."""

    name: str
    says: str
    source: str
    aliases: tuple[str, ...] = ()

    def objection(self, tree: Tree[Any, Number], entries: Iterable[Entry] | None, spans: Spans) -> str:
        """What speaks against the first false one of `entries` about nodes of `tree`; empty if nothing does.

        `spans` gives the least and the greatest value that a node may rightly be thought to have to a depth: one value,
        unless searches of different depths have met there. An entry about a value that there is not says nothing.
        """
        if entries is None:
            return "shows no table"
        for entry in entries:
            if why := _wrong(tree, entry, spans):
                return f"its table says of {place(_path(tree, entry.node))}: {_told(entry)}; {why}"
        return ""


def _wrong(tree: Tree[Any, Number], entry: Entry, spans: Spans) -> str:
    known = spans(entry.node, entry.depth)
    if entry.lower > entry.upper and (known is None or known[0] == known[1]):  # else each is a bound of another search
        return "the lower bound is above the upper one"
    if known is None:
        return ""
    least, greatest = known
    if entry.lower > greatest or entry.upper < least:
        return f"true {show(least)}" + ("" if least == greatest else f" to {show(greatest)}")
    below = [] if entry.depth == 0 or tree.is_terminal(entry.node) else list(tree.children(entry.node))
    if entry.move is None or not below:
        return ""
    if not 0 <= entry.move < len(below):
        return f"there are {len(below)} moves, counted from 0"
    if not -INF < entry.lower == entry.upper:
        return ""
    after = spans(below[entry.move], None if entry.depth is None else entry.depth - 1)
    if after is None or after[0] <= entry.lower <= after[1]:
        return ""
    return f"after that move it is {show(after[0])}"


def _told(entry: Entry) -> str:
    if entry.lower == entry.upper:
        words = f"value {show(entry.lower)}"
    elif entry.upper == INF:
        words = f"value >= {show(entry.lower)}"
    elif entry.lower == -INF:
        words = f"value <= {show(entry.upper)}"
    else:
        words = f"{show(entry.lower)} <= value <= {show(entry.upper)}"
    depth = "" if entry.depth is None else f" to depth {entry.depth}"
    return words + depth + ("" if entry.move is None else f", by move {entry.move}")


def _path(tree: Tree[Any, Number], wanted: Hashable) -> list[int]:
    """The way from the root to a node, the first from the left; none where it does not lie below the root."""
    stack: list[tuple[Any, list[int]]] = [(tree.root, [])]
    seen: set[Any] = set()
    while stack:
        node, path = stack.pop()
        if node == wanted:
            return path
        if node not in seen and not tree.is_terminal(node):
            seen.add(node)
            stack += [(child, [*path, nth]) for nth, child in reversed(list(enumerate(tree.children(node))))]
    return []


TABLE = TableContract(
    name="table",
    says="each entry has lower <= upper, and they bound the value of its node to its depth; an exact one's move has it",
    source="the chess-programming literature, on transposition tables",
    aliases=("transposition-table", "entries"),
)
