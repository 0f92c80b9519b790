"""Fail-soft alpha-beta with an explicit stack instead of recursion, for trees as deep as memory allows.

Source: the recursion of `inherited_bounds`, turned into a loop as in D. E. Knuth, in "Structured programming with go to
statements" (1974), section 2. Trees of 100,000 plies work.
"""

from collections.abc import Iterator

from prunecheck.trees.protocol import INF, N, Number, Tree


def explicit_stack(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    Requires: alpha < beta. Cost: each node is visited at most once; the stack grows with the depth.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    # for each ancestor: side to move, children not yet searched, window, best value so far
    stack: list[tuple[bool, Iterator[N], Number, Number, Number]] = []
    while True:
        if tree.is_terminal(node):
            value: Number = tree.evaluate(node)
        else:
            is_max = tree.is_max(node)
            stack.append((is_max, iter(tree.children(node)), alpha, beta, -INF if is_max else INF))
            value = -INF if is_max else INF
        # pass the value to the parent, and go on with the next child of the nearest ancestor that is not finished
        while stack:
            is_max, rest, alpha, beta, best = stack.pop()
            best = max(best, value) if is_max else min(best, value)
            pruned = best >= beta if is_max else best <= alpha
            unread = None if pruned else next(rest, None)
            if unread is not None:
                stack.append((is_max, rest, alpha, beta, best))
                node = unread
                if is_max:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                break
            value = best
        else:
            return value
