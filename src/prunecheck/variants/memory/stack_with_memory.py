"""Alpha-beta with a transposition table and an explicit stack instead of recursion, for very deep trees.

Source: `with_memory` (Plaat 1997), turned into a loop in the same way as `explicit_stack`.
"""

from collections.abc import Iterator

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.table import NO_MOVE


def stack_with_memory(tree: Memory[N], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it. The result is stored, with the best move.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    Requires: alpha < beta; the bounds in every table entry enclose the value of its node.
    Cost: the same visits as `with_memory`, in the same order; the stack grows with the depth.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    # for each ancestor: side to move, window, children not yet searched, best value so far, its move, and the child
    # being searched
    stack: list[tuple[N, bool, Number, Number, Iterator[tuple[int, N]], Number, int, int]] = []
    while True:
        lower, upper = tree.bounds(node)
        if lower >= beta:
            value = lower
        elif upper <= alpha:
            value = upper
        elif tree.is_terminal(node):
            value = tree.evaluate(node)
            tree.remember(node, value, value, NO_MOVE)
        elif lower == upper:
            value = lower
        else:
            is_max = tree.is_max(node)
            value = -INF if is_max else INF
            alpha = max(alpha, lower)
            beta = min(beta, upper)
            stack.append((node, is_max, alpha, beta, iter(enumerate(tree.children(node))), value, 0, 0))
        # pass the value to the parent, and go on with the next child of the nearest ancestor that is not finished
        while stack:
            parent, is_max, alpha, beta, rest, best, move, nth = stack.pop()
            if value > best if is_max else value < best:
                best = value
                move = nth
            pruned = best >= beta if is_max else best <= alpha
            unread = None if pruned else next(rest, None)
            if unread is not None:
                nth, node = unread
                stack.append((parent, is_max, alpha, beta, rest, best, move, nth))
                if is_max:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                break
            tree.remember(parent, best if best > alpha else -INF, best if best < beta else INF, move)
            value = best
        else:
            return value
