"""Iterative deepening with a transposition table: each depth first searches the best moves of the depth before.

A search to one depth costs little compared with the next depth, and the order of moves that it leaves in the table
often saves more than it cost. Bounds in the table are used only for the depth they were searched to, so each depth
returns exactly its own value.

Source: D. J. Slate and L. R. Atkin, "CHESS 4.5, the Northwestern University chess program" (1977); T. A. Marsland,
"A review of game-tree pruning", ICCA Journal 9 (1986).
"""

from itertools import count

from prunecheck.errors import PreconditionError
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Choice
from prunecheck.variants.drivers.deepening import Limited
from prunecheck.variants.memory.call_with_table import MemorySearch
from prunecheck.variants.memory.remembered import remembered
from prunecheck.variants.memory.table import Table


def deepening_with_table(
    tree: Tree[N, Number], node: N, search: MemorySearch, depth: int | None, table: Table
) -> Choice:
    """Search `node` to each depth from 1 to `depth` with one table, and answer with the last depth.

    Viewpoint: MAX. Window: none.
    Requires: static values at interior nodes; `search` satisfies `exact`, stores best moves and searches them first;
    `table` answers for the same depth only, so it was not made with `deeper`.
    Cost: that of all depths together. With None for `depth`, it ends at the first depth where no node with children was
    evaluated at the limit. If the table answered such a search, one more search with an empty table confirms it.
    Returns: the minimax value of the tree cut at the last depth; the best move, None if the table does not have it, as
    for a leaf.
    Raises: PreconditionError for a depth below 1, TreeError for a node without a static value; errors from `tree` or
    `search` pass through.
    """
    if depth is not None and depth < 1:
        raise PreconditionError(f"the depth is {depth}; use 1 or more")
    for plies in count(1) if depth is None else range(1, depth + 1):
        hits = table.hits
        value, stopped = _searched(tree, node, search, plies, table)
        # an entry from a smaller depth may have hidden the depth limit
        if depth is None and not stopped and table.hits > hits:
            stopped = _searched(tree, node, search, plies, Table())[1]
        if depth is None and not stopped:
            break
    move = remembered(Limited(tree, plies), table).move((node, plies))
    return Choice(value, None if move < 0 else move)


def _searched(tree: Tree[N, Number], node: N, search: MemorySearch, plies: int, table: Table) -> tuple[Number, bool]:
    """The value of `node` to a depth, and whether the search stopped at a node that has children."""
    shallow = Limited(tree, plies)
    value = search(remembered(shallow, table), (node, plies), -INF, INF)
    return value, shallow.stopped
