"""The killer heuristic: a move that caused a cutoff is searched first at other nodes of the same ply.

A reply that refutes one move often refutes other moves, too, for example because none of the moves stops the threat
that the reply carries out. Two killers are stored for each ply: a single killer would soon be replaced by another, and
then be needed again.

Source: S. G. Akl and M. M. Newborn, "The principal continuation and the killer heuristic" (1977); two killers for each
ply as in CHESS 4.5, D. J. Slate and L. R. Atkin (1977).
"""

from collections.abc import Hashable, Iterable

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.trees.views.named import Named

SLOTS = 2


class Killers:
    """For each ply below the root, the latest two different moves that caused a cutoff there, latest first.

    `slots` may be changed, or reused in other searches: wrong or illegal killers cost time, but do not change values.
    """

    def __init__(self) -> None:
        """Start without any killer moves."""
        self.slots: dict[int, tuple[Hashable, ...]] = {}

    def first(self, ply: int, moves: Iterable[tuple[Hashable, N]]) -> list[tuple[Hashable, N]]:
        """Sort `moves` such that the killers of this ply come first.

        A killer that is not among the moves is ignored.
        """
        killers = self.slots.get(ply, ())
        return sorted(moves, key=lambda move: killers.index(move[0]) if move[0] in killers else len(killers))

    def add(self, ply: int, move: Hashable) -> None:
        """Make `move` the first killer of the ply `ply`.

        The earlier killers of the ply move one slot down, and the last killer is dropped.
        """
        others = [killer for killer in self.slots.get(ply, ()) if killer != move]
        self.slots[ply] = (move, *others[: SLOTS - 1])


def killers(tree: Named[N, Number], node: N, alpha: Number, beta: Number, ply: int, known: Killers) -> Number:
    """The value of `node`: exact inside the window, a bound outside it; the killers of its ply are searched first.

    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Call this function on `named(mover(tree))`, a view with move names, and values from the point of view of the side to
    move.
    Requires: alpha < beta; players alternate; `ply` is 0 at the root. Cost: each node is visited at most once; all
    moves of a node are made before the first is searched.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`, whatever `known`
    contains. So the result r equals the minimax value v if v lies in the window; otherwise, r lies between v and the
    nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for move, child in known.first(ply, tree.moves(node)):
        best = max(best, -killers(tree, child, -beta, -max(alpha, best), ply + 1, known))
        if best >= beta:
            known.add(ply, move)
            break
    return best
