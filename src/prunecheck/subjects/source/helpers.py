"""Find functions that only compute a fact about a position, and remove them from the program."""

import ast
from collections.abc import Callable

from prunecheck.subjects.source.recursion import reached_from_each
from prunecheck.subjects.source.syntax import SELF, every, functions_in, imported_as


def helpers(parsed: ast.Module, meaning: Callable[[str], object | None]) -> set[str]:
    """Find the helpers of a program: functions that are called with arguments, and whose names have a known meaning.

    They may also be methods of the search's class or functions of imported modules. A function that calls itself,
    directly or through others, is not a helper but part of the search.

    >>> helpers(ast.parse("def f(n): return max(f(m) for m in moves(n)) if moves(n) else n"), {"moves": 1, "f": 2}.get)
    {'moves'}
    """
    owners = SELF.union(imported_as(node) for node in every(ast.alias, parsed))
    called: set[str] = set()
    for node in ast.walk(parsed):
        match node:
            case ast.Call(func=ast.Name(id=word)) if node.args or node.keywords:
                called.add(word)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=word)) if owner in owners and node.args:
                called.add(word)
    reached = reached_from_each({node.name: node for node in functions_in(parsed)})
    return {word for word in called if word not in reached.get(word, ()) and meaning(word) is not None}


def without(parsed: ast.Module, names: set[str]) -> ast.Module:
    """The program without the definitions of these functions."""
    without_them: ast.Module = _Removal(names).visit(ast.parse(ast.unparse(parsed)))
    return without_them


class _Removal(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:  # the name that `ast` calls
        """Replace the body of a helper by an empty one."""
        if node.name in self._names:
            return ast.Pass()
        return self.generic_visit(node)
