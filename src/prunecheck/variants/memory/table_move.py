"""Table move first: the best move in the table is searched before other moves, since it often causes a cutoff.

Source: D. J. Slate and L. R. Atkin, "Chess 4.5: the Northwestern University chess program" (1977). Look-ups and stores
are the same as in `with_memory`.
"""

from collections.abc import Iterable

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.table import NO_MOVE


def table_move(tree: Memory[N], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it. The result is stored, with the best move.

    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `remembered_mover(tree)`, a view with values and bounds from the point of view of the side to
    move.
    Requires: alpha < beta; players alternate; the bounds in every table entry enclose the value of its node.
    Cost: as for `with_memory`, but in another move order. If the table has moves, usually fewer leaves are evaluated,
    sometimes more.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    lower, upper = tree.bounds(node)
    if lower >= beta:
        return lower
    if upper <= alpha:
        return upper
    if tree.is_terminal(node):
        value = tree.evaluate(node)
        tree.remember(node, value, value, NO_MOVE)
        return value
    if lower == upper:
        return lower
    alpha = a = max(alpha, lower)
    beta = min(beta, upper)
    best: Number = -INF
    move = NO_MOVE
    for nth, child in numbered(tree.children(node), tree.move(node)):
        value = -table_move(tree, child, -beta, -a)
        if move == NO_MOVE or value > best:
            best = value
            move = nth
        if best >= beta:
            break
        a = max(a, best)
    tree.remember(node, best if best > alpha else -INF, best if best < beta else INF, move)
    return best


def numbered(children: Iterable[N], first: int) -> list[tuple[int, N]]:
    """Number the children from 0, and move the child with the index `first`, if it exists, to the front.

    >>> numbered("abc", 2)
    [(2, 'c'), (0, 'a'), (1, 'b')]
    """
    pairs = list(enumerate(children))
    if 0 < first < len(pairs):
        pairs.insert(0, pairs.pop(first))
    return pairs
