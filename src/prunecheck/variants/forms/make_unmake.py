"""Negamax alpha-beta on one position: each move is made before its search and taken back after it.

Source: 000, ICS 180A, "Strategy and board game programming" (UC Irvine, spring 1997): its code with make and unmake.
Taking a move back even if the search ends in an error is our addition.
"""

from typing import TypeVar

from prunecheck.trees.moves import Moves
from prunecheck.trees.protocol import Number

M = TypeVar("M")


def make_unmake(position: Moves[M, Number], alpha: Number, beta: Number) -> Number:
    """Value of the position inside the window; the crossing value when it fails high, alpha when it fails low.

    Viewpoint: the player to move, for the result and both bounds (exclusive); `position.evaluate()` is MAX's.
    Requires: alpha < beta; players alternate. Cost: at most one visit of each node. The position is unchanged when the
    search ends, even after an error.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value. Leaves are not clamped.
    Raises: nothing itself; errors from `position` pass through.
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
