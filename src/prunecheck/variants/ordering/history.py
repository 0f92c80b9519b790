"""The history heuristic: at every node, moves that were good elsewhere in the tree are searched first.

A move is sufficient at a node if it causes a cutoff there or, without a cutoff, has the best value. The score of a
sufficient move grows by 2^depth. Here, depth is the depth of the search below the node. Moves from deeper
searches score more, since their results are more reliable, and since few nodes are near the root. Each node's moves
are sorted by score.

Source: J. Schaeffer, "The history heuristic", ICCA Journal 6 (1983), and "The history heuristic and alpha-beta search
enhancements in practice", IEEE PAMI 11 (1989).
"""

from collections.abc import Hashable, Iterable

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.trees.values import total
from prunecheck.trees.views.named import Named


class History:
    """Move scores, by player (True for MAX) and move.

    `earned` may be changed, or reused in other searches: a misleading history costs time, but does not change values.
    """

    def __init__(self) -> None:
        """Start with a score of 0 for all moves."""
        self.earned: dict[tuple[bool, Hashable], Number] = {}

    def first(self, is_max: bool, moves: Iterable[tuple[Hashable, N]]) -> list[tuple[Hashable, N]]:
        """Sort `moves` by score, highest score first. Moves with equal scores are not reordered."""
        return sorted(moves, key=lambda move: self.earned.get((is_max, move[0]), 0), reverse=True)

    def add(self, is_max: bool, move: Hashable, depth: int) -> None:
        """Add 2^depth to the score of `move`."""
        self.earned[is_max, move] = total(self.earned.get((is_max, move), 0), 2**depth)


def history(tree: Named[N, Number], node: N, alpha: Number, beta: Number, depth: int, known: History) -> Number:
    """The value of `node`: exact inside the window, a bound outside it.

    Moves with the highest score are searched first.

    `depth`, the depth of the search below `node`, is only used to weight moves. The depth decreases by 1 with each ply,
    even below 0. If the tree's depth is not known, pass 0 at the root, since only the ratios between the weights
    matter.

    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `named(mover(tree))`, a view with move names, and values from the point of view of the side to
    move.
    Requires: alpha < beta; players alternate. Cost: each node is visited at most once; all moves of a node are made
    before the first is searched.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`, whatever `known`
    contains. So the result r equals the minimax value v if v lies in the window; otherwise, r lies between v and the
    nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    is_max = tree.is_max(node)
    best: Number = -INF
    sufficient: Hashable = None
    for nth, (move, child) in enumerate(known.first(is_max, tree.moves(node))):
        value = -history(tree, child, -beta, -max(alpha, best), depth - 1, known)
        if nth == 0 or value > best:
            best, sufficient = value, move
        if best >= beta:
            break
    known.add(is_max, sufficient, depth)
    return best
