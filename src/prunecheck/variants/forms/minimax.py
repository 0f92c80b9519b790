"""Minimax: the value of a node by its definition, from all leaves. All exact searches must return the minimax value.

Source: C. E. Shannon, "Programming a computer for playing chess" (1950); source 003's pseudocode, with a MAX and a MIN
branch.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def minimax(tree: Tree[N, Number], node: N) -> Number:
    """The value of `node`.

    Viewpoint: the result is from MAX's point of view. Window: this function takes none. Cost: each node is visited
    once.
    Returns: the minimax value v.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    if tree.is_max(node):
        best: Number = -INF
        for child in tree.children(node):
            best = max(best, minimax(tree, child))
        return best
    best = INF
    for child in tree.children(node):
        best = min(best, minimax(tree, child))
    return best
