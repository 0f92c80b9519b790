"""The principal variation that any form can tell: the first best move, again and again, down to a leaf.

Source: the root driver of 001 at each node of its own answer; 000 calls the path the principal variation.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Choice, Search
from prunecheck.variants.drivers.carried_window import carried_window


def principal_line(tree: Tree[N, Number], node: N, search: Search) -> Choice:
    """The value of `node`, and the moves that both players make from it if each takes the first best.

    Viewpoint: MAX. Window: none. Requires: `search` keeps `knuth`. Cost: a search for each node on the line.
    Returns: the minimax value of `node`, its first best move, and a path to a leaf that has the value; the path is
    empty where `node` is a leaf.
    Raises: TreeError for a node with neither value nor children; an error from `tree` or `search` passes through.
    """
    line: list[int] = []
    found = carried_window(tree, node, search, -INF, INF)
    value, move = found.value, found.move
    while found.move is not None:
        line.append(found.move)
        node = list(tree.children(node))[found.move]
        found = carried_window(tree, node, search, -INF, INF)
    return Choice(value, move, tuple(line))
