"""Iterative deepening: search to depth 1, then 2, and so on. Each value is the guess for the next search's window.

Source: 000, ICS 180A, "Strategy and board game programming" (UC Irvine, spring 1997), on iterated deepening.
"""

from itertools import count

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Search
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.window import FULL
from prunecheck.variants.drivers.aspiration import Aspired, aspiration


class Limited(Cut[N, Number]):
    """A tree with a depth limit, which records whether a search evaluated a node with children at that limit."""

    def __init__(self, tree: Tree[N, Number], depth: int) -> None:
        super().__init__(tree, depth)
        self.stopped = False

    def evaluate(self, node: tuple[N, int], /) -> Number:
        """The value in the wrapped tree. Sets `stopped` if the node is at the depth limit and has children."""
        inner, left = node
        self.stopped = self.stopped or (left == 0 and not self._tree.is_terminal(inner))
        return super().evaluate(node)


def deepening(tree: Tree[N, Number], node: N, search: Search, depth: int | None, margin: Number) -> list[Aspired]:
    """Search `node` to each depth from 1 to `depth`, each time in a tree that is cut at that depth.

    Viewpoint: the result is from MAX's point of view. Window: this function takes none.
    Requires: static values at interior nodes; `search` satisfies the contract `knuth`: inside the window, its results
    are exact; outside it, they are on the correct side. Cost: the sum of the costs of all depths. If `depth` is None,
    the depth grows until the depth limit no longer stops the search at a node with children.
    Returns: for each depth d, the minimax value of the tree cut d plies below `node`, and the searched windows.
    Raises: TreeError if a node has no static value; also raises any error from `tree` and `search`.
    """
    found: list[Aspired] = []
    for plies in count(1) if depth is None else range(1, depth + 1):
        shallow = Limited(tree, plies)
        if found:
            found.append(aspiration(shallow, (node, plies), search, found[-1].value, margin))
        else:
            found.append(Aspired(search(shallow, (node, plies), FULL.alpha, FULL.beta), (FULL,)))
        if depth is None and not shallow.stopped:
            break
    return found
