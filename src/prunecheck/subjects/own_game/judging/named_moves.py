"""Find the parts of a function's answers whose names in the source say that they are the move."""

import ast
from contextlib import suppress
from typing import Final

from prunecheck.subjects.own_game.hooks.answers import Place
from prunecheck.subjects.source.mentions import definitions, own_nodes
from prunecheck.subjects.source.parameters import parts_of

MOVE_WORDS: Final = frozenset({"move", "bestmove", "action", "bestaction"})
BEST: Final = "best"


def is_move_name(name: str) -> bool:
    """True if the last word of a name says that it is a move.

    >>> is_move_name("best_move"), is_move_name("moves"), is_move_name("move_count")
    (True, False, False)
    """
    words = parts_of(name)
    return bool(words) and words[-1] in MOVE_WORDS


def is_best_move(name: str) -> bool:
    """True if a name means the best move; other names of moves may stand for the last move that was made.

    >>> is_best_move("best_move"), is_best_move("last_move")
    (True, False)
    """
    return is_move_name(name) and any(word.startswith(BEST) for word in parts_of(name))


def named_moves(source: str, function: str) -> dict[Place, str]:
    r"""The variables named like a move that a function returns, by their places in its answers.

    Parameters do not count, since they may be the move that led to the position.

    >>> named_moves("def f(n):\n best_move = None\n return n, best_move", "f")
    {1: 'best_move'}
    """
    bodies = definitions(ast.parse(source))
    matching = [function] if function in bodies else [name for name in bodies if name.endswith(f".{function}")]
    if len(matching) != 1:
        return {}
    body = bodies[matching[0]]
    parameters = {node.arg for node in ast.walk(body.args) if isinstance(node, ast.arg)}
    found: dict[Place, str] = {}
    for node in own_nodes(body):
        if not isinstance(node, ast.Return):
            continue
        items = enumerate(node.value.elts) if isinstance(node.value, ast.Tuple | ast.List) else [(None, node.value)]
        for place, item in items:
            if isinstance(item, ast.Name) and is_move_name(item.id) and item.id not in parameters:
                found[place] = item.id
            elif isinstance(item, ast.Attribute) and is_best_move(item.attr):
                found[place] = ast.unparse(item)
    return found


def called_name(expression: str) -> str:
    """The function or method that an expression calls last; empty for another expression.

    >>> called_name("Engine(3).best(board)"), called_name("best(board)[0]")
    ('best', '')
    """
    with suppress(SyntaxError):
        match ast.parse(expression, mode="eval").body:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return name
    return ""
