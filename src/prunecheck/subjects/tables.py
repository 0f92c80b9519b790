"""What comes with a Python search: its table as its method `table_entries` shows it, in the judge's nodes and eyes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from numbers import Integral
from typing import Any, Final

from prunecheck.errors import Failure, SubjectError
from prunecheck.subjects.answers import number, place, plain_move
from prunecheck.subjects.asked import Asked
from prunecheck.subjects.convention import Convention, Eyes, NodeKind
from prunecheck.subjects.position import Position
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import Entry
from prunecheck.trees.views.cut import Cut

METHOD: Final = "table_entries"
FEWEST, MOST = 3, 5  # parts of an entry
POSITIONS: Final = (NodeKind.POSITION, NodeKind.GAME)  # nodes that tell which tree they are of, so that entries do


def _owner(function: Callable[..., Any]) -> Any:
    """The instance whose method a search is; of a function, itself."""
    return getattr(function, "__self__", function)


def names_of(function: Callable[..., Any]) -> list[str]:
    """The names of what comes with a search: of its class, or set on the function."""
    owner = _owner(function)
    return [*getattr(function, "__dict__", {}), *dir(type(owner))]


def offered(function: Callable[..., Any], name: str) -> Callable[..., Any] | None:
    """What can be called by that name with a search: a method of its class, or what is set on the function.

    An instance that answers to any name offers nothing by that.
    """
    owner = _owner(function)
    if not hasattr(type(owner), name) and name not in getattr(function, "__dict__", {}):
        return None
    found: Callable[..., Any] | None = getattr(owner, name, None)
    return found if callable(found) else None


def shown_by(function: Callable[..., Any]) -> Callable[[], Iterable[Any]] | None:
    """What gives the entries of a search's table, where it offers that."""
    return offered(function, METHOD)


def entries(
    shown: Iterable[Any], question: Asked, serial: int, convention: Convention, *, swapped: bool
) -> tuple[Entry, ...]:
    """The entries that are about positions of the tree in question, whose number is `serial`; all in MAX's eyes.

    With `swapped`, the search sees the game as the opponent does. Raises: SubjectError for what is no entry.
    """
    found = [_entry(each, question, serial, convention, swapped=swapped) for each in shown]
    return tuple(each for each in found if each is not None)


def _entry(shown: Any, question: Asked, serial: int, convention: Convention, *, swapped: bool) -> Entry | None:
    if not isinstance(shown, Sequence) or not FEWEST <= len(shown) <= MOST:
        raise SubjectError(Failure.NONSENSE, f"{METHOD} gave {shown!r}, not (position, lower, upper, depth, move)")
    position, lower, upper, depth, move = (*shown, None, None)[:MOST]
    if not isinstance(position, Position):
        raise SubjectError(Failure.NONSENSE, f"{METHOD} gave an entry about {position!r}, which is no position")
    if position._board.serial != serial:  # noqa: SLF001  # a position is known to the search by its names alone
        return None  # of another tree
    node = position._node  # noqa: SLF001
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, Integral)):
        raise SubjectError(Failure.NONSENSE, f"{METHOD} gave the depth {depth!r}, where a number of plies is due")
    depth = None if depth is None else int(depth)
    low, high = _bound(lower, -INF), _bound(upper, INF)
    eyes = convention.values if convention.max_at_root else convention.answers  # at a root of MAX's, both are the same
    if not question.tree.is_max(node) if eyes is Eyes.MOVER else swapped:
        low, high = -high, -low
    there = replace(question, node=node)
    best = plain_move(move)  # whether there is such a move is the contract's to say
    if best is None:
        best = place(move, there)
    if question.depth is None and isinstance(question.tree, Cut):  # it knows nothing of plies; its nodes do
        node, left = node
        depth = left if depth is None else min(depth, left)
    return Entry(node, low, high, None if depth is None else max(0, depth), best)


def _bound(given: Any, none: Number) -> Number:
    return none if given is None else number(given)
