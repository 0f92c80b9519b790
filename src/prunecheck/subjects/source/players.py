"""Find, in a program's source code, its names for the two players, and whether it checks who has won."""

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import Enum
from typing import Any, Final

from prunecheck.subjects.convention import Players
from prunecheck.subjects.source.meaning import SIDE_WORDS
from prunecheck.subjects.source.parameters import words_of
from prunecheck.subjects.source.syntax import branches, dotted, every, passed_arguments

OF_POSITIONS: Final = ""  # a key that stands for the side to move of positions
_WON: Final = frozenset({"winner", "outcome"})
MOST_MEMBERS: Final = 4  # an Enum with at most this many members may name the players


def names_of_players(parsed: ast.Module) -> dict[str, tuple[str, ...]]:
    """Find, for each name, the expressions with which the name is compared, and the arguments that it gets in calls.

    The name "" stands for the property of a position that says who is to move. The expressions are constants or dotted
    names.

    >>> names_of_players(ast.parse("best = max if node.turn == Side.WHITE else min"))
    {'': ('Side.WHITE', 'max', 'min')}
    """
    found: dict[str, dict[str, None]] = {}
    for who, what in (*_comparisons(parsed), *_passed(parsed)):
        found.setdefault(who, {}).update(dict.fromkeys(_as_text(what)))
    return {who: tuple(texts) for who, texts in found.items() if texts}


def named_players(function: Callable[..., Any], texts: Iterable[str]) -> list[Players]:
    """List pairs of values that may stand for MAX and MIN in the program, from the expressions `texts`.

    In the first pair of the list, MAX has the value of the first expression.

    Expressions are evaluated in the function's scope. The pairs (True, False) and (1, -1) are omitted.
    """
    said = [value for text in texts if isinstance(value := _value(function, text), str | int | Enum)]
    if not said or isinstance(said[0], bool):
        return []
    first = said[0]
    if isinstance(first, Enum):
        members = dict.fromkeys([*(value for value in said if type(value) is type(first)), *type(first)])
        others = list(members)[1:] if len(members) <= MOST_MEMBERS else []
    else:
        kind = type(first)
        named = [value for value in said if isinstance(value, kind) and value != first]
        others = named[:1] or _any_other(first)
    pairs = [(first, other) for other in others if {first, other} != {1, -1}]
    return [Players(sides) for pair in pairs for sides in (pair, pair[::-1])]


def _any_other(player: str | int) -> list[str | int]:
    """Guess the opponent of `player`, if the program names no other player. The list is empty for 0, 1 and -1."""
    if isinstance(player, str):
        return [f"not {player}"]
    if player in (0, 1, -1):  # players with a usual encoding of the opponent
        return []
    return [1 if player == 2 else player + 1]  # the second of two players


def _value(function: Callable[..., Any], text: str) -> Any:
    """Return the value of an expression in a function's scope, or None if the value is unknown."""
    with suppress(ValueError, SyntaxError):
        return ast.literal_eval(text)
    first, *others = text.split(".")
    bare = inspect.unwrap(function)
    own = getattr(bare, "__func__", bare)
    with suppress(Exception):  # users' classes may raise anything
        known = {**own.__globals__, **inspect.getclosurevars(own).nonlocals, "self": getattr(bare, "__self__", None)}
        value = known[first]
        for name in others:
            value = getattr(value, name)
        return value
    return None


def _comparisons(parsed: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name that is compared with an expression, together with this expression.

    For a conditional expression such as `a if name == b else c`, the name is also yielded with `a` and with `c`.

    If the side to move of a position is compared, such as `board.turn`, the yielded name is "".
    """
    for node in ast.walk(parsed):
        if isinstance(node, ast.Match):
            who = _who(node.subject)
            values = [case.pattern for case in node.cases if isinstance(case.pattern, ast.MatchValue)]
            yield from ((who, value.value) for value in values if who is not None)
        elif isinstance(node, ast.Compare):
            yield from _sides(node)
    for node in every(ast.IfExp, parsed):
        if isinstance(node.test, ast.Compare):
            for who, _ in _sides(node.test):
                yield from ((who, node.body), (who, node.orelse))


def _sides(node: ast.Compare) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot()], comparators=[right]):
            sides = ((_who(left), right), (_who(right), left))
            yield from ((who, other) for who, other in sides if who is not None)


def _who(node: ast.expr) -> str | None:
    """Return the name if the expression is a name, "" for a position's side to move, and None otherwise."""
    if isinstance(node, ast.Name):
        return node.id
    match node.func if isinstance(node, ast.Call) else node:
        case ast.Attribute(value=ast.Name(id="self")):
            return None
        case ast.Attribute(attr=word) | ast.Subscript(slice=ast.Constant(value=str(word))):
            return OF_POSITIONS if word in SIDE_WORDS else None
    return None


def _passed(parsed: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield each parameter with its argument in each call. Of a conditional expression, both values are yielded."""
    for _, name, value in passed_arguments(parsed):
        yield from ((name, branch) for branch in branches(value))


def _as_text(node: ast.expr) -> list[str]:
    """If the expression is a constant or a dotted name, return a list with its source text, otherwise an empty list."""
    constant = isinstance(node, ast.Constant) and isinstance(node.value, str | int)
    return [ast.unparse(node)] if constant or dotted(node) else []


def asks_whether_won(parsed: ast.Module) -> set[str]:
    r"""Find the names for the winner that the program only compares with None, or tests for truth.

    A program that never checks who has won can also use test positions, which have no real winner: for them, None means
    that the game is not over.

    >>> asks_whether_won(ast.parse("if board.get_winner() is not None: print()"))
    {'get_winner'}
    >>> asks_whether_won(ast.parse("if board.winner() is None or board.winner() == 'X': print()"))
    set()
    """
    names = list(every(ast.Name, parsed))
    around = {id(inner): outer for outer in ast.walk(parsed) for inner in ast.iter_child_nodes(outer)}

    def only_whether(answer: ast.AST) -> bool:
        match outer := around[id(answer)]:
            case ast.Assign(targets=[ast.Name(id=word)]) if not isinstance(answer, ast.Name):
                return all(only_whether(name) for name in names if name.id == word and name is not outer.targets[0])
            case ast.Call(func=func) if func is answer:
                return only_whether(outer)
            case ast.Compare(comparators=[ast.Constant(value=None)]) | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                return test is answer
        return isinstance(outer, ast.BoolOp) and only_whether(outer)

    words = [node for node in every(ast.Attribute, parsed) if not _WON.isdisjoint(words_of(node.attr))]
    return {node.attr for node in words} - {node.attr for node in words if not only_whether(node)}
