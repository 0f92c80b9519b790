"""Where a program asks who has won only to know whether the game is over."""

import ast
from collections.abc import Mapping
from typing import Final

from prunecheck.subjects.guessing import parts_of

_WON: Final = frozenset({"winner", "outcome"})


def asks_whether_won(parsed: ast.Module) -> set[str]:
    r"""The words for who has won whose answer is only compared with None or taken for true or false.

    Who it is stays unasked, so that positions which know of no winner can answer: with None until the game is over.

    >>> asks_whether_won(ast.parse("won = board.get_winner()\nif won is not None: print()"))
    {'get_winner'}
    >>> asks_whether_won(ast.parse("if board.winner() is None or board.winner() == 'X': print()"))
    set()
    """
    around = {id(inner): outer for outer in ast.walk(parsed) for inner in ast.iter_child_nodes(outer)}
    found: dict[str, bool] = {}
    for node in ast.walk(parsed):
        if isinstance(node, ast.Attribute) and not _WON.isdisjoint(parts_of(node.attr)):
            outer = around[id(node)]
            answer = outer if isinstance(outer, ast.Call) and outer.func is node else node
            found[node.attr] = found.get(node.attr, True) and _only_whether(answer, parsed, around)
    return {word for word, only in found.items() if only}


def _only_whether(answer: ast.expr, parsed: ast.Module, around: Mapping[int, ast.AST]) -> bool:
    """True where it matters only whether there is an answer, here and under each name that it is given."""
    outer = around[id(answer)]
    if isinstance(outer, ast.NamedExpr):
        return _only_whether(outer, parsed, around) and _named_only_whether(outer.target.id, parsed, around)
    if isinstance(outer, ast.Assign):
        (target, *others) = outer.targets
        return not others and isinstance(target, ast.Name) and _named_only_whether(target.id, parsed, around)
    if isinstance(outer, ast.Compare):
        sides = [outer.left, *outer.comparators]
        return all(each is answer or (isinstance(each, ast.Constant) and each.value is None) for each in sides)
    if isinstance(outer, ast.If | ast.While | ast.IfExp):
        return outer.test is answer
    return isinstance(outer, ast.BoolOp) or (isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.Not))


def _named_only_whether(name: str, parsed: ast.Module, around: Mapping[int, ast.AST]) -> bool:
    uses = [each for each in ast.walk(parsed) if isinstance(each, ast.Name) and each.id == name]
    return all(_only_whether(each, parsed, around) for each in uses if isinstance(each.ctx, ast.Load))
