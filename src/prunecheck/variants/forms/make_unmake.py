"""Negamax alpha-beta on one position: each move is made before it is searched, and taken back afterwards.

Source: 000, ICS 180A, "Strategy and board game programming" (UC Irvine, spring 1997): the code with make and unmake.
Not in the source: a move is taken back even if the search ends with an error.
"""

from typing import TypeVar

from prunecheck.trees.moves import Moves
from prunecheck.trees.protocol import Number

M = TypeVar("M")


def make_unmake(position: Moves[M, Number], alpha: Number, beta: Number) -> Number:
    """The value of the position if it is inside the window; else at least beta (fail high) or at most alpha (fail low).

    Viewpoint: bounds and result are from the point of view of the player to move; both bounds are exclusive. In
    contrast, `position.evaluate()` returns the value from MAX's point of view.
    Requires: alpha < beta; players alternate. Cost: each node is visited at most once. The position is unchanged when
    the search ends, even after an error.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value. So the result r equals the minimax
    value v if v lies in the window; otherwise, r lies between v and the nearer end of the window. Values of leaves are
    not clamped to the window.
    Raises: only errors that `position` raises.
    """
    if position.is_terminal():
        value = position.evaluate()
        return value if position.is_max() else -value
    for move in position.moves():
        position.make(move)
        try:
            val = -make_unmake(position, -beta, -alpha)
        finally:
            position.unmake(move)
        if val >= beta:
            return val
        if val > alpha:
            alpha = val
    return alpha
