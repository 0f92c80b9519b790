"""A driver that searches the root child by child, with the best value so far as a bound for the next child.

Source: 001, the encyclopaedia write-up: "a separate function that goes through each successor"; mirrored for MIN.
"""

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import Choice, Search
from prunecheck.trees.walk import no_children


def carried_window(tree: Tree[N, Number], node: N, search: Search, alpha: Number, beta: Number) -> Choice:
    """The value of `node`, and the first of its children with that value.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive.
    Requires: alpha < beta; `search` satisfies the contract `knuth`: inside the window, its results are exact; outside
    it, they are on the correct side. Cost: for each child, the cost of `search` in the window, which is narrowed by the
    values of earlier children.
    Returns: a value, and the index of the first child with the best returned value. The value is the minimax value v if
    v lies inside the window, otherwise a value on the same side of the window as v. If the root fails low, all returned
    values are only bounds, so the child with the best bound need not be a best child.
    Raises: TreeError if a node has neither a value nor children; also raises any error from `tree` and `search`.
    """
    if tree.is_terminal(node):
        return Choice(tree.evaluate(node), None)
    is_max = tree.is_max(node)
    best: Choice | None = None
    for nth, child in enumerate(tree.children(node)):
        value = search(tree, child, alpha, beta)
        if best is None or (value > best.value if is_max else value < best.value):
            best = Choice(value, nth)
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    if best is None:
        raise no_children(())
    return best
