"""A null-window search: is the value above a bound? Fail-soft, for any values that can be compared and negated.

Integers can be searched in the window (bound, bound + 1). For floats or fractions, this is wrong, since other values
may lie between the two ends. So a parameter selects the test: `v > bound` if `strict`, else `v >= bound`. For the other
player, `v > bound` is `-v < -bound`, the negation of `-v >= -bound`. So strictness changes with each ply.

Source: J. Pearl, "SCOUT: a simple game-searching algorithm with proven optimal properties" (1980), in which TEST has
both comparisons; A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms" (1996),
in which MT returns a bound.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def ask(tree: Tree[N, Number], node: N, bound: Number, strict: bool) -> Number:
    """Decide whether v > bound if `strict`, else whether v >= bound, for the value v of `node`; return a bound on v.

    Viewpoint: the player to move at `node`, for the result and the bound. Run it on `mover(tree)`.
    Requires: players alternate. Cost: at most one visit of each node; the leaves that alpha-beta evaluates in the
    window (bound, bound + 1) if `strict`, else in (bound - 1, bound), if all values are integers.
    Returns: if the answer is yes, r with bound < r <= v if `strict`, else bound <= r <= v. If it is no, r with v <= r
    <= bound if `strict`, else v <= r < bound. So r is on the same side of `bound` as v.
    Raises: nothing itself; errors from `tree` pass through.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        value = -ask(tree, child, -bound, not strict)
        if value > best:
            best = value
        if best > bound or (best == bound and not strict):  # the answer is yes, so the other children cannot matter
            break
    return best
