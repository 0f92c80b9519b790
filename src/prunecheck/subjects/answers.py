"""What a search gave back, in whatever shape: a number, a pair, a record, a move, a line."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isnan
from numbers import Integral, Rational, Real
from typing import Any, Final

from prunecheck.errors import Failure, SubjectError
from prunecheck.subjects.asked import Asked
from prunecheck.subjects.position import Position
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import Choice

VALUES: Final = ("value", "score", "best_value", "best_score", "eval", "evaluation", "utility", "val", "minimax")
MOVES: Final = ("move", "best_move", "bestmove", "action", "best_action", "index", "position", "child", "pv", "line")


def number(found: Any) -> Number:
    """What a search found, if it is a number: plain, whatever a kind of its own makes of it.

    Raises: SubjectError if it is none.
    """
    if isinstance(found, bool) or not isinstance(found, int | Real):
        raise SubjectError(Failure.NONSENSE, f"gave back {found!r}, where a number is due")
    if isinstance(found, int):
        return int.__pos__(found)
    if isinstance(found, Integral):
        return int(found)
    if isnan(found):
        raise SubjectError(Failure.NONSENSE, "gave back NaN, where a number is due")
    if isinstance(found, Rational):
        return Fraction(int(found.numerator), int(found.denominator))
    return float.__pos__(float(found))


def pair(result: Any, *, move_first: bool) -> tuple[Any, Any]:
    """The value and the move that a search gave back, as two things or as a record with names for them.

    Raises: SubjectError if it is neither.
    """
    value, move = (_named(result, names) for names in (VALUES, MOVES))
    if value is not None:
        return value, move
    if isinstance(result, Sequence) and not isinstance(result, str) and len(result) >= 2:
        return (result[1], result[0]) if move_first else (result[0], result[1])
    raise SubjectError(Failure.NONSENSE, f"gave back {result!r}, where a value and a move are due")


def _named(result: Any, names: tuple[str, ...]) -> Any:
    for name in names:
        found = result.get(name) if isinstance(result, Mapping) else getattr(result, name, None)
        if found is not None and not callable(found):
            return found
    return None


def choice(value: Any, move: Any, question: Asked) -> Choice:
    """A value with a move, or with the line that begins with it.

    Raises: SubjectError for what is none.
    """
    if isinstance(move, list | tuple) and all(isinstance(each, int) and not isinstance(each, bool) for each in move):
        line = tuple(move)
        return Choice(number(value), place(line[0] if line else None, question), line)
    return Choice(number(value), place(move, question))


def place(move: Any, question: Asked) -> int | None:
    """The place of the child that a move leads to; moves are places, or the positions they lead to.

    Raises: SubjectError for what is neither.
    """
    if move is None or question.tree.is_terminal(question.node):
        return None
    below = list(question.tree.children(question.node))
    if isinstance(move, list) and move and isinstance(move[0], Position):
        move = move[0]
    if isinstance(move, Position):
        move = move._node  # noqa: SLF001  # a position is known to the search by its names alone
    elif isinstance(move, int) and not isinstance(move, bool):
        if 0 <= move < len(below):
            return move
        raise SubjectError(Failure.NONSENSE, f"gave back the move {move}, and there are {len(below)}")
    if isinstance(move, tuple) and question.depth is not None and move[:1] and move[0] in below:
        move = move[0]  # a node with the plies left
    if move in below:
        return below.index(move)
    raise SubjectError(Failure.NONSENSE, f"gave back the move {move!r}, which is no move of the position")
