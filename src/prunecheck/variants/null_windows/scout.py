"""SCOUT: before a child is searched for its value, TEST finds out if the child improves on the best value so far.

SCOUT takes no window: neither EVAL nor TEST knows the bounds of a node's ancestors. From depth 4 on, SCOUT may
therefore evaluate leaves that alpha-beta prunes by a deep cutoff.

Source: J. Pearl, "SCOUT: a simple game-searching algorithm with proven optimal properties" (1980), procedures EVAL and
TEST.
"""

from prunecheck.trees.protocol import N, Tree, V


def scout(tree: Tree[N, V], node: N) -> V:
    """The minimax value of `node`.

    Viewpoint: the result is from MAX's point of view.
    Requires: nothing; values need not be numbers, but must have an order. Cost: a child that passes the test is
    searched again, and so are nodes below it that pass a test. A leaf is therefore evaluated at most once by `scout`
    itself, and at most once more by a test at each of the leaf's ancestors.
    Returns: v, the minimax value of `node`.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    is_max = tree.is_max(node)
    for nth, child in enumerate(tree.children(node)):
        if nth == 0:  # noqa: SIM114  # Numba refuses a condition that reads `best` before it is assigned
            best = scout(tree, child)
        elif passes_test(tree, child, best, is_max) == is_max:  # MAX: is it > best? MIN: is it not >= best?
            best = scout(tree, child)
    return best


def passes_test(tree: Tree[N, V], node: N, bound: V, strict: bool) -> bool:
    """Pearl's TEST: True if v > `bound` (if `strict`) or v >= `bound` (otherwise), for the value v of `node`."""
    if tree.is_terminal(node):
        value = tree.evaluate(node)
        return value > bound if strict else value >= bound
    is_max = tree.is_max(node)
    for child in tree.children(node):
        passes = passes_test(tree, child, bound, strict)
        if passes == is_max:  # MAX needs one child that passes the test; MIN needs one that does not
            return is_max
    return not is_max
