"""Alpha-beta in two functions, one a player, each moving its own bound and returning the other when they meet.

Source: 001, the encyclopaedia write-up with `max-value` and `min-value`, as in Russell and Norvig 1995.
"""

from prunecheck.trees.protocol import N, Tree, V


def max_value(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """Value of `node`, where MAX is to move, clamped to the window.

    Viewpoint: MAX, for the result and both bounds (exclusive).
    Requires: alpha < beta; players alternate. Values need an order only. Cost: at most one visit of each node.
    Returns: max(alpha, min(v, beta)), where v is the minimax value of `node`; v itself where `node` is a leaf.
    Raises: nothing of its own; an error from `tree` passes through.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        alpha = max(alpha, min_value(tree, child, alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(tree: Tree[N, V], node: N, alpha: V, beta: V) -> V:
    """As `max_value`, where MIN is to move."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        beta = min(beta, max_value(tree, child, alpha, beta))
        if alpha >= beta:
            return alpha
    return beta
