"""MT, the memory-enhanced test: a null-window search that stores a lower and an upper bound on each node.

A null-window search only tests whether a value is above a bound (or at least the bound). If the stored bounds already
decide the test at a node, nothing below the node is searched. Once a leaf is evaluated, its two bounds are equal, so no
leaf is evaluated twice unless its stored bounds are lost. The bound is from MAX's point of view at every node, so
players need not alternate.

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial
Intelligence 87 (1996), in which the test is always `v >= bound`.
"""

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.table import NO_MOVE


def mt(tree: Memory[N], node: N, bound: Number, strict: bool) -> Number:
    """Test if v > bound (if `strict`) or v >= bound (otherwise), for the value v of `node`, and store bounds on v.

    Viewpoint: bound and result are from MAX's point of view. Players need not alternate.
    Requires: the bounds stored with the tree are correct. Cost: nodes are visited at most once. Nodes below a node
    whose stored bounds decide the test are not visited.
    Returns: if v passes the test, an r <= v that also passes it; otherwise, an r >= v that does not pass it either.
    Raises: only errors that `tree` raises.
    """
    lower, upper = tree.bounds(node)
    if passes(lower, bound, strict):
        return lower
    if not passes(upper, bound, strict):
        return upper
    if tree.is_terminal(node):
        value = tree.evaluate(node)
        tree.remember(node, value, value, NO_MOVE)
        return value
    is_max = tree.is_max(node)
    best: Number = -INF if is_max else INF
    move = 0
    for nth, child in enumerate(tree.children(node)):
        value = mt(tree, child, bound, strict)
        if value > best if is_max else value < best:
            best = value
            move = nth
        if passes(best, bound, strict) == is_max:  # the other children cannot change the result
            break
    yes = passes(best, bound, strict)
    tree.remember(node, best if yes else -INF, INF if yes else best, move)
    return best


def passes(value: Number, bound: Number, strict: bool) -> bool:
    """True if `value > bound` (if `strict` is True) or `value >= bound` (if `strict` is False)."""
    return value > bound or (value == bound and not strict)
