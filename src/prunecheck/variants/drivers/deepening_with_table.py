"""Iterative deepening with a transposition table: each search tries the best moves of the previous depth first.

A search to one depth costs little compared with the search to the next depth. The best moves that the shallower search
stores often save more than the shallower search costs. A bound in the table is only used by a search to the depth at
which the bound was found, so each search returns exactly the minimax value at its depth limit.

Source: D. J. Slate and L. R. Atkin, "CHESS 4.5, the Northwestern University chess program" (1977); T. A. Marsland, "A
review of game-tree pruning", ICCA Journal 9 (1986).
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
    """Search `node` to each depth from 1 to `depth` with one table, and return the result of the last depth.

    Viewpoint: the result is from MAX's point of view. Window: this function takes none.
    Requires: static values at interior nodes; `search` satisfies the contract `exact` (in the full window, it returns
    the minimax value), stores best moves and searches them first; `table` was made with `deeper` False, so that
    searches do not use entries from deeper searches.
    Cost: the sum of the costs of all depths. If `depth` is None, the depth grows until the depth limit no longer stops
    the search at a node with children. If the last search used table entries, it is repeated with an empty table,
    because a table entry may hide a node at which the depth limit stops the search.
    Returns: the minimax value of the tree cut at the last depth, and the best move. The move is None if the table
    contains no move for `node`, for example because `node` is a leaf.
    Raises: PreconditionError for a depth below 1, TreeError if a node has no static value; also raises any error from
    `tree` and `search`.
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
    """The value of `node` at depth `plies`, and whether the depth limit stopped the search at a node with children."""
    shallow = Limited(tree, plies)
    value = search(remembered(shallow, table), (node, plies), -INF, INF)
    return value, shallow.stopped
