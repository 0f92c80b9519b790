"""Find the principal variation by any search: follow the first best move, node by node, down to a leaf.

Source: the search of the root in source 001, repeated at each chosen node; source 000 calls the path the principal
variation.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Choice, Search
from prunecheck.variants.drivers.carried_window import carried_window


def principal_line(tree: Tree[N, Number], node: N, search: Search) -> Choice:
    """The value of `node`, and the principal variation, in which both players choose their first best move.

    Viewpoint: the result is from MAX's point of view. Window: this function takes none. Requires: `search` satisfies
    the contract `knuth`: inside the window, its results are exact; outside it, they are on the correct side.
    Cost: for each node on the principal variation, one search of each of its children.
    Returns: the minimax value of `node`, the first best move, and a path to a leaf with that value. If `node` is a
    leaf, the path is empty.
    Raises: TreeError if a node has neither a value nor children; also raises any error from `tree` and `search`.
    """
    line: list[int] = []
    found = carried_window(tree, node, search, -INF, INF)
    value, move = found.value, found.move
    while found.move is not None:
        line.append(found.move)
        node = list(tree.children(node))[found.move]
        found = carried_window(tree, node, search, -INF, INF)
    return Choice(value, move, tuple(line))
