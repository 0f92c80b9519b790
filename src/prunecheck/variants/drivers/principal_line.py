"""The principal variation that any form can tell: the first best move, again and again, down to a leaf.

Source: the root driver of 001 at each node of its own answer; 000 calls the path the principal variation.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.variants.drivers.carried_window import carried_window


def principal_line(tree: Tree[N, Number], node: N, search: Search) -> tuple[int, ...]:
    """The places, from 0, of the moves that both players make from `node` if each takes the first best.

    Viewpoint: MAX. Window: none. Requires: `search` keeps `knuth`. Cost: a search for each node on the line.
    Returns: a path to a leaf whose value is the minimax value of `node`; empty where `node` is a leaf.
    Raises: TreeError for a node with neither value nor children; an error from `tree` or `search` passes through.
    """
    line: list[int] = []
    while True:
        move = carried_window(tree, node, search, -INF, INF).move
        if move is None:
            return tuple(line)
        line.append(move)
        node = list(tree.children(node))[move]
