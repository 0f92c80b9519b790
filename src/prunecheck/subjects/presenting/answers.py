"""Read the result of a search in any known form, such as a number, a pair, a record, a move, or table entries."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import isnan
from numbers import Integral, Rational, Real
from typing import Any, Final

from prunecheck.failures import BadAnswer, BadReply, NotAMove
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.convention import Convention, NodeKind, Viewpoint
from prunecheck.subjects.presenting.position import Position
from prunecheck.subjects.source.meaning import spellings
from prunecheck.subjects.subject import Question
from prunecheck.trees.protocol import INF, Number, Tree
from prunecheck.trees.search import Choice, Entry
from prunecheck.trees.values import simplest


def _spelled(words: str) -> tuple[str, ...]:
    """Return the words in `words` as Python, Java and C# programs write them, such as `best_move` and `bestMove`."""
    return tuple(dict.fromkeys(spelling for word in words.split() for spelling in spellings(word)))


VALUE_NAMES: Final = _spelled("value score best_value best_score eval evaluation utility val minimax")
LINE_NAMES: Final = _spelled("pv line principal_variation best_line variation")
MOVES_ALONE: Final = _spelled("move best_move bestmove action best_action index position child")
MOVE_NAMES: Final = (*MOVES_ALONE, *_spelled("pv line"))
NONE_ANSWER: Final = "None (is a return missing?)"
TABLE_METHOD: Final = "table_entries"
FEWEST_PARTS, MOST_PARTS = 3, 5  # parts of a table entry
KINDS_WITH_TABLES: Final = (NodeKind.POSITION, NodeKind.GAME)  # nodes of these kinds know which tree they belong to


def number(found: Any) -> Number:
    """Convert a search's result to a plain number, from any numeric type.

    Raises: SubjectError if the result is not a number.
    """
    if isinstance(found, Decimal):
        return simplest(Fraction(found)) if found.is_finite() else number(float(found))
    if isinstance(found, bool) or not isinstance(found, int | Real):
        raise SubjectError(BadAnswer(_quote(found), "a number"))
    if isinstance(found, int):
        return int.__pos__(found)
    if isinstance(found, Integral):
        return int(found)
    if isinstance(found, Rational):  # tested before the conversion to float, which may overflow
        return Fraction(int(found.numerator), int(found.denominator))
    if isnan(found):
        raise SubjectError(BadAnswer("NaN", "a number"))
    return float.__pos__(float(found))


def parts(result: Any, at: tuple[int, int], *, over: bool = False) -> tuple[Any, Any, Any]:
    """Find the value, the move, and the line of play (or None) in a result: a record with named fields, or a tuple.

    If the result is a tuple, `at` contains the indices of the value and the move, and no line of play is returned. A
    tuple can also contain just a value, as some searches return it at a leaf or a cutoff; the move is then None. If the
    game is `over`, a dictionary without a move is also accepted.
    Raises: SubjectError if the result is neither a record nor a tuple, is a tuple that is too short, or is a record
    without a move.
    """
    if type(result) is not tuple and not isinstance(result, Position):
        value, move, line = (_field(result, names) for names in (VALUE_NAMES, MOVE_NAMES, LINE_NAMES))
        silent = over and isinstance(result, Mapping)
        if value is not None and (silent or _has_move(result)):
            return value, move, None if move is line else line
    if width(result) > max(at):
        return result[at[0]], result[at[1]], None
    if at[0] < width(result) <= at[1]:
        return result[at[0]], None, None
    raise SubjectError(BadAnswer(_quote(result), "a value and a move"))


def _quote(result: Any) -> str:
    return NONE_ANSWER if result is None else repr(result)


def bare_value(result: Any, at: int | None) -> Any:
    """Find the value in a result that needs no move: the result itself, a record's field, or item `at` of a tuple.

    Raises: SubjectError if the tuple has no item with this index.
    """
    if at is not None and width(result) <= at:
        raise SubjectError(BadAnswer(_quote(result), f"{at + 1} or more items"))
    if at is not None:
        return result[at]
    if isinstance(result, Real | tuple | Position):
        return result
    value = _field(result, VALUE_NAMES)
    return result if value is None or _has_move(result) else value


def no_moves(items: Sequence[tuple[Any, int]]) -> bool:
    """True if the items cannot be moves.

    Each item comes with the number of children of the position for which it was returned.

    >>> no_moves([(1, 0), (2, 1), (4, 2)]), no_moves([(None, 0), (1, 1), (2, 2)])
    (True, False)
    """
    if any(isinstance(item, str | float | Mapping) for item, _ in items):
        return True
    counts = all(isinstance(item, Integral) and int(item) >= 0 for item, _ in items)
    return counts and any(item > children for item, children in items)  # moves may also be counted from 1


def width(result: Any) -> int:
    """Count the items of a returned tuple or list. Returns 0 for a single value, and for a record with named fields."""
    if isinstance(result, tuple) and not _has_move(result):
        return len(result)
    plain = isinstance(result, Sequence) and not isinstance(result, str | bytes | Position)
    return len(result) if plain and _field(result, VALUE_NAMES) is None else 0


def _has_move(result: Any) -> bool:
    """True if a record has a field for a move or a line of play, even if the field's value is None."""
    names = (*MOVE_NAMES, *LINE_NAMES)
    if isinstance(result, Mapping):
        return any(name in result for name in names)
    return any(hasattr(result, name) and not callable(getattr(result, name)) for name in names)


def _field(result: Any, names: tuple[str, ...]) -> Any:
    for name in names:
        found = result.get(name) if isinstance(result, Mapping) else getattr(result, name, None)
        if found is not None and not callable(found):
            return found
    return None


def choice(value: Any, move: Any, question: Question, beside: Any = None) -> Choice:
    """Make a `Choice` from a value, a move, and a line of play (`beside`). `move` can be a line of play, too.

    Raises: SubjectError if the value is not a number, or if the move or the line of play is invalid.
    """
    if is_no_move(move):
        return Choice(number(value), None, _line(beside, question))
    line = _line(move, question)
    if line is None:
        return Choice(number(value), place(move, question), _line(beside, question))
    return Choice(number(value), place(line[0] if line else None, question), line)


def _line(told: Any, question: Question) -> tuple[int, ...] | None:
    """Convert a line of play, written as child indices or as the positions after each move, to child indices.

    Returns None if the argument is not a line of play.

    A line of positions can begin with the searched position. If a position is not a child of the previous position, the
    child index for it and for all later positions is -1.
    """
    if not isinstance(told, list | tuple):
        return None
    places = tuple(plain_move(step) for step in told)
    if None not in places:
        return places  # type: ignore[return-value]  # none of them is None
    if not all(isinstance(step, Position) for step in told):
        return None
    tree, node = question.tree, question.node
    found: list[int] = []
    begins_at_root = bool(told) and _nth(tree, [node], told[0]._node) == 0  # noqa: SLF001  # as below
    for move in told[begins_at_root:]:
        below = [] if -1 in found or tree.is_terminal(node) else list(tree.children(node))
        found.append(_nth(tree, below, move._node))  # noqa: SLF001  # known to the search by its names alone
        node = below[found[-1]] if found[-1] >= 0 else node
    return tuple(found)


def _nth(tree: Tree[Any, Number], below: list[Any], wanted: Any) -> int:
    """Return the index, among the children `below`, of the node `wanted` or of a node with an equal position.

    Returns -1 if no child is equal to `wanted`.
    """
    if wanted in below:
        return below.index(wanted)
    same = tree.key(wanted), tree.is_max(wanted)
    return next((nth for nth, child in enumerate(below) if (tree.key(child), tree.is_max(child)) == same), -1)


def plain_move(move: Any) -> int | None:
    """Return the child index that `move` represents, if `move` is a whole number of any type except bool.

    Returns None if `move` is not a whole number, or is a bool.

    >>> plain_move(1.0), plain_move(1.5), plain_move(True)
    (1, None, None)
    """
    if isinstance(move, bool):
        return None
    if isinstance(move, float):
        return int(move) if move.is_integer() else None
    return int(move) if isinstance(move, Integral) else None


def is_no_move(move: Any) -> bool:
    """True for a result that means "no move": None, -1, "", or a tuple or list of these.

    >>> [is_no_move(each) for each in (None, -1, (-1, -1), "", 0, [], [0, -1])]
    [True, True, True, True, False, False, False]
    """
    if isinstance(move, tuple | list):
        return bool(move) and all(map(is_no_move, move))
    return move is None or (isinstance(move, str) and not move) or plain_move(move) == -1


def place(move: Any, question: Question) -> int | None:
    """Return the index of the child to which a move leads. The move is an index, or the position after the move.

    Returns None if `move` means "no move". Raises: SubjectError if `move` is not a move to a child.
    """
    if is_no_move(move) or question.tree.is_terminal(question.node):
        return None
    below = list(question.tree.children(question.node))
    if isinstance(move, list) and move and isinstance(move[0], Position):
        move = move[0]
    nth = plain_move(move)
    if nth is not None:
        if 0 <= nth < len(below):
            return nth
        raise SubjectError(NotAMove(str(nth), len(below)))
    if isinstance(move, Position):
        nth = _nth(question.tree, below, move._node)  # noqa: SLF001  # known to the search by its names alone
        if nth >= 0:
            return nth
    raise SubjectError(NotAMove(repr(move)))


def entries(
    shown: Iterable[Any], question: Question, serial: int, convention: Convention, *, swapped: bool
) -> tuple[Entry, ...]:
    """Read transposition-table entries for tree number `serial`, and convert values to MAX's point of view.

    If `swapped` is True, MAX and MIN were exchanged in the game that was presented to the search. Raises: SubjectError
    for anything that is not a list of entries.
    """
    found: list[Entry] = []
    viewpoint = (
        convention.values if convention.max_at_root else convention.answers
    )  # these two are equal if MAX moves at the root
    for entry in shown:
        if not isinstance(entry, Sequence) or not FEWEST_PARTS <= len(entry) <= MOST_PARTS:
            raise SubjectError(
                BadReply(f"{TABLE_METHOD} returned {entry!r}, not (position, lower, upper, depth, move)")
            )
        position, lower, upper, depth, move = (*entry, None, None)[:MOST_PARTS]
        if not isinstance(position, Position):
            raise SubjectError(BadReply(f"{TABLE_METHOD} returned an entry for {position!r}, which is not a position"))
        if position._board.known.number != serial:  # noqa: SLF001  # a position is known to the search by its names alone
            continue  # the entry is for another tree
        node = position._node  # noqa: SLF001
        if depth is not None and (isinstance(depth, bool) or not isinstance(depth, Integral)):
            raise SubjectError(BadReply(f"{TABLE_METHOD} returned the depth {depth!r}, expected a number of plies"))
        depth = None if depth is None else int(depth)
        low, high = -INF if lower is None else number(lower), INF if upper is None else number(upper)
        if not question.tree.is_max(node) if viewpoint is Viewpoint.MOVER else swapped:
            low, high = -high, -low
        best = plain_move(move)  # a contract checks whether the move exists
        best = place(move, question._replace(node=node)) if best is None else best
        found.append(question.entry(node, low, high, depth, best))
    return tuple(found)
