"""Statements about searches that share a transposition table with earlier searches of the same tree."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from prunecheck.contracts.case import Case
from prunecheck.theorems.leaves import OfOne
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.walk import heights
from prunecheck.trees.window import Window
from prunecheck.variants.memory.call_with_table import MemorySearch, for_mover_with_memory
from prunecheck.variants.memory.remembered import remembered
from prunecheck.variants.memory.table import Table
from prunecheck.variants.memory.table_move import table_move
from prunecheck.variants.memory.with_memory import with_memory

SEARCHES: Final[dict[str, MemorySearch]] = {
    "with_memory": with_memory,
    "table_move": for_mover_with_memory(table_move),
}


def leaves_with_table(name: str, searches: Iterable[tuple[Tree[Any, Number], Window[Number]]]) -> list[int]:
    """The number of leaves that each of several successive searches evaluates.

    The searches share a table, which is empty at first.
    """
    table, found = Table(), []
    for tree, window in searches:
        log = recorded(tree)
        SEARCHES[name](remembered(log, table), log.root, window.alpha, window.beta)
        found.append(len(log.leaves))
    return found


@dataclass(frozen=True, slots=True)
class _TableCostsNothing(OfOne):
    """The last search evaluates no more leaves with the table of earlier searches than with an empty table."""

    def compared(
        self, earlier: list[tuple[Tree[Any, Number], Window[Number]]], last: Any, window: Window[Number]
    ) -> str:
        """A message with two leaf counts of the last search: with the earlier searches' table and with an empty table.

        Returns an empty text if the table does not increase the number of leaves.
        """
        without = leaves_with_table(self.search, [(last, window)])[-1]
        with_table = leaves_with_table(self.search, [*earlier, (last, window)])[-1]
        if with_table <= without:
            return ""
        return f"{self.search} evaluates {with_table} leaves, but {without} with an empty table"


class TableFromOtherWindow(_TableCostsNothing):
    """A table filled by a search in another window never increases the number of leaves evaluated."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message if a table that was filled in another window increases the number of leaves evaluated.

        The message has both leaf counts, and the window in which the table was filled. Returns None if no such table
        increases the number of leaves.
        """
        for other in Case(tree).windows:
            if why := self.compared([(tree, other)], tree, window):
                return f"{why}, after a search in {other}"
        return None


class TableFromSmallerDepths(_TableCostsNothing):
    """A table filled by searches to all smaller depths never increases the number of leaves evaluated."""

    def objection(self, tree: ExplicitTree[Number], window: Window[Number], /) -> str | None:
        """A message with both leaf counts if the table from smaller depths increases the number of leaves evaluated.

        Returns None if the table does not increase the number of leaves.
        """
        height = heights(tree, tree.root)[tree.root]
        depths: list[tuple[Tree[Any, Number], Window[Number]]] = [
            (cut(tree, depth), window) for depth in range(1, height)
        ]
        return self.compared(depths, cut(tree, height), window) or None
