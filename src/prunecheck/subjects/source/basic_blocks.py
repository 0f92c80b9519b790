"""Split a function into basic blocks: statements that run one after another, without a branch between them."""

import ast
from collections.abc import Iterator
from typing import TypeAlias

from prunecheck.subjects.source.syntax import Function, own_nodes

Place: TypeAlias = tuple[int, int]  # line and column


def place_of(statement: ast.stmt) -> Place:
    """Return the line and the column at which a statement begins."""
    return statement.lineno, statement.col_offset


def bodies_of(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the lists of statements directly inside a node, such as the two branches of an `if`."""
    fields = (getattr(node, name, None) for name in ("body", "orelse", "finalbody"))
    return (field for field in fields if isinstance(field, list) and field)


def block_starts(body: list[ast.stmt]) -> list[int]:
    """Return the indices in a list of statements at which a basic block begins.

    A block ends after each statement that contains other statements, because an inner `return` or `break` may skip the
    rest of the list.

    >>> block_starts(ast.parse('''
    ... best = 0
    ... if depth == 0:
    ...     return 1
    ... best += 1
    ... return best''').body)
    [0, 2]
    """
    return [nth for nth in range(len(body)) if nth == 0 or any(bodies_of(body[nth - 1]))]


def mark_blocks(function: Function, name: str) -> None:
    """Insert a call to `name` before each basic block of a function.

    The inserted call passes the place of the block as its argument.
    """
    for body in [body for node in own_nodes(function) for body in bodies_of(node)]:
        for nth in reversed(block_starts(body)):
            first = body[nth]
            call = ast.Call(
                ast.Name(name, ast.Load()), [ast.Tuple(list(map(ast.Constant, place_of(first))), ast.Load())], []
            )
            body.insert(nth, ast.copy_location(ast.Expr(call), first))
