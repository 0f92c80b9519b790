"""Iterative deepening: depth 1, then 2, and so on; the value of each depth is the guess for the window of the next.

Source: 000, ICS 180A, "Strategy and board game programming" (UC Irvine, spring 1997), on iterated deepening.
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.cut import cut
from prunecheck.trees.window import FULL
from prunecheck.variants.drivers.aspiration import Aspired, aspiration


def deepening(tree: Tree[N, Number], node: N, search: Search, depth: int, margin: Number) -> list[Aspired]:
    """What each depth from 1 to `depth` finds for `node`; a depth limit is a cut of the tree, not a parameter.

    Viewpoint: MAX. Window: none.
    Requires: static values at interior nodes; `search` keeps `knuth`. Cost: that of all depths together.
    Returns: for each depth d the minimax value of the tree cut at d plies below `node`, and the windows searched.
    Raises: TreeError for a node without a static value; an error from `tree` or `search` passes through.
    """
    found: list[Aspired] = []
    for plies in range(1, depth + 1):
        shallow = cut(tree, plies)
        if found:
            found.append(aspiration(shallow, (node, plies), search, found[-1].value, margin))
        else:
            found.append(Aspired(search(shallow, (node, plies), FULL.alpha, FULL.beta), (FULL,)))
    return found
