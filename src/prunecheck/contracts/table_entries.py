"""The contract on the transposition table: every stored entry must be right, even one that the search never uses."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar

from prunecheck.contracts.contract import Contract, Objection, SearchTraits
from prunecheck.contracts.evidence import Evidence
from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.trees.protocol import INF, Tree
from prunecheck.trees.search import Entry
from prunecheck.trees.values import show
from prunecheck.trees.walk import place


@dataclass(frozen=True, slots=True)
class NoTable(Objection):
    """The violation that the search does not show its transposition table to prunecheck."""

    @property
    def kind(self) -> str:
        """A few words that name the kind of violation."""
        return "no table"

    @property
    def details(self) -> str:
        """A fixed text: the search does not show its transposition table."""
        return "the search exposes none"


@dataclass(frozen=True, slots=True)
class FalseEntry(Objection):
    """The violation that an entry of a transposition table is wrong.

    `path` leads to the entry's node, and `why` says what is wrong.
    """

    entry: Entry
    path: tuple[int, ...]
    why: str

    @property
    def kind(self) -> str:
        """A few words that say which node has a wrong table entry."""
        return f"wrong table entry for {place(self.path)}"

    @property
    def details(self) -> str:
        """The wrong table entry, and why it is wrong, as text."""
        return f"{_told(self.entry)}; {self.why}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContract(Contract):
    """A contract on all entries of a transposition table, checked after each search in any window.

    An entry states the depth to which its node was searched. Each entry must be right for the depth that it states,
    even if this depth is greater than the remaining depth of the current search. An entry is ignored if its node has no
    minimax value.
    """

    has_causes: ClassVar[bool] = False

    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """Report the first wrong table entry, or that the table is missing. Returns None if all entries are right."""
        if evidence.run.table is None:
            return NoTable()
        known = evidence.known
        for entry in evidence.run.table:
            if why := _wrong(known, entry):
                return FalseEntry(entry, tuple(_path(known.tree, entry.node)), why)
        return None

    def is_tested_by(self, evidence: Evidence[Any]) -> bool:
        """True if the search shows at least one entry of its table after the call."""
        return bool(evidence.run.table)

    def judges_again(self, evidence: Evidence[Any]) -> bool:
        """True if the search shows its table after the call."""
        return self.in_sequences and evidence.run.table is not None

    def applies_to(self, traits: SearchTraits) -> bool:
        """True if the search can show its transposition table."""
        return traits.gives_table


def _wrong(values: DeeperEntries, entry: Entry) -> str:
    tree, known = values.tree, values.span(entry.node, entry.depth)
    # otherwise, the two bounds may come from different searches
    if entry.lower > entry.upper and (known is None or known[0] == known[1]):
        return "its lower bound is above its upper bound"
    if known is None:
        return ""
    least, greatest = known
    if entry.lower > greatest or entry.upper < least:
        return f"expected {show(least)}" if least == greatest else f"expected {show(least)} to {show(greatest)}"
    below = [] if entry.depth == 0 or tree.is_terminal(entry.node) else list(tree.children(entry.node))
    if entry.move is None or not below:
        return ""
    if not 0 <= entry.move < len(below):
        return f"there are {len(below)} moves, numbered from 0"
    if not -INF < entry.lower == entry.upper:
        return ""
    after = values.span(below[entry.move], None if entry.depth is None else entry.depth - 1)
    if after is None or after[0] <= entry.lower <= after[1]:
        return ""
    return f"but this move leads to the value {show(after[0])}"


def _told(entry: Entry) -> str:
    if entry.lower == entry.upper:
        words = f"value {show(entry.lower)}"
    elif entry.upper == INF:
        words = f"value >= {show(entry.lower)}"
    elif entry.lower == -INF:
        words = f"value <= {show(entry.upper)}"
    else:
        words = f"{show(entry.lower)} <= value <= {show(entry.upper)}"
    words = words if entry.depth is None else f"{words} to depth {entry.depth}"
    return words if entry.move is None else f"{words}, best move {entry.move}"


def _path(tree: Tree[Any, Any], wanted: Hashable) -> list[int]:
    """Find the leftmost path from the root to the node `wanted`, as child indices.

    Returns an empty list if the node is not below the root.
    """
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
    says="the bounds in each table entry contain the node's value at the entry's depth, and the move in an exact "
    "entry leads to that value",
    source="the chess-programming literature: transposition tables",
    aliases=("transposition-table", "entries"),
    owed=True,
    in_sequences=True,
    unless_it_applies="it exposes no table",
)
