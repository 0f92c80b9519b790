"""A null-window search finds out whether a value is above a bound.

The search is fail-soft, for all values that can be compared and negated.

If values are integers, a search in the window (bound, bound + 1) tests whether v > bound. If values are floats or
fractions, the window (bound, bound + 1) would be wrong, since a value can lie between bound and bound + 1. So the
parameter `strict` selects a test instead of a window: `v > bound` if `strict`, else `v >= bound`. For the other player,
`v > bound` is `-v < -bound`, which is the negation of `-v >= -bound`. Therefore, `strict` alternates between True and
False from ply to ply.

Source: J. Pearl, "SCOUT: a simple game-searching algorithm with proven optimal properties" (1980), in which TEST has
both comparisons; A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms" (1996),
in which MT returns a bound.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def ask(tree: Tree[N, Number], node: N, bound: Number, strict: bool) -> Number:
    """Test if v > bound (if `strict`) or v >= bound (otherwise), for the value v of `node`, and return a bound on v.

    Viewpoint: bound and result are from the point of view of the player to move at `node`. Call this function on
    `mover(tree)`, a view of the tree with values from the point of view of the side to move.
    Requires: players alternate. Cost: each node is visited at most once. If all values are integers, a strict test
    evaluates the same leaves as alpha-beta in the window (bound, bound + 1). A test that is not strict evaluates the
    same leaves as alpha-beta in (bound - 1, bound).
    Returns: r, a bound on v. If the test succeeds, bound < r <= v (if `strict`) or bound <= r <= v (otherwise). If the
    test fails, v <= r <= bound (if `strict`) or v <= r < bound (otherwise). So the result r is on the same side of
    `bound` as the value v.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        value = -ask(tree, child, -bound, not strict)
        if value > best:
            best = value
        if best > bound or (best == bound and not strict):  # the test succeeds, so the other children cannot matter
            break
    return best
