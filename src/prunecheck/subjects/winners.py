"""Where a program asks who has won only to know whether the game is over."""

import ast
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
    uses = _Uses(parsed)
    found: dict[str, bool] = {}
    for node in ast.walk(parsed):
        if isinstance(node, ast.Attribute) and not _WON.isdisjoint(parts_of(node.attr)):
            found[node.attr] = found.get(node.attr, True) and uses.only_whether(uses.answer(node), set())
    return {word for word, only in found.items() if only}


class _Uses:
    """How a program uses what it is answered."""

    def __init__(self, parsed: ast.Module) -> None:
        self._around = {id(inner): outer for outer in ast.walk(parsed) for inner in ast.iter_child_nodes(outer)}
        self._names = [each for each in ast.walk(parsed) if isinstance(each, ast.Name)]

    def answer(self, word: ast.Attribute) -> ast.expr:
        """What is answered to a word: itself, where it is read, or its call."""
        outer = self._around[id(word)]
        return outer if isinstance(outer, ast.Call) and outer.func is word else word

    def only_whether(self, answer: ast.expr, followed: set[str]) -> bool:
        """True where it matters only whether there is an answer, here and under each name that it is given.

        `followed` are the names that were looked at; those met here are added.
        """
        outer = self._around[id(answer)]
        if isinstance(outer, ast.NamedExpr):
            return self.only_whether(outer, followed) and self._named(outer.target, followed)
        if isinstance(outer, ast.Assign):
            return all(self._named(each, followed) for each in outer.targets)
        if isinstance(outer, ast.Compare):
            sides = [outer.left, *outer.comparators]
            return all(each is answer or (isinstance(each, ast.Constant) and each.value is None) for each in sides)
        if isinstance(outer, ast.If | ast.While | ast.IfExp):
            return outer.test is answer
        if isinstance(outer, ast.BoolOp):  # its value may be that of the answer
            return self.only_whether(outer, followed)
        return isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.Not)

    def _named(self, target: ast.expr, followed: set[str]) -> bool:
        if not isinstance(target, ast.Name):
            return False
        if target.id in followed:
            return True
        followed.add(target.id)
        uses = [each for each in self._names if each.id == target.id and isinstance(each.ctx, ast.Load)]
        return all(self.only_whether(each, followed) for each in uses)
