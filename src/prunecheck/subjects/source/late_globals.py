"""Find global variables that only a function sets, such as a node counter that the program's main function resets."""

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

from prunecheck.subjects.source.mentions import definitions, own_nodes
from prunecheck.subjects.source.syntax import assignments


class LateGlobal(NamedTuple):
    """A global variable, the constant that a function gives it first, and where."""

    name: str
    value: ast.expr
    function: str
    line: int

    def made(self) -> Any:
        """Make the value."""
        return ast.literal_eval(self.value)


def late_globals(module: ast.Module) -> Iterator[LateGlobal]:
    r"""List the variables that functions declare `global` and set to a constant, in order, each once.

    >>> [each.name for each in late_globals(ast.parse("def play():\n global count, best\n count = 0"))]
    ['count']
    """
    seen: set[str] = set()
    for function, body in definitions(module).items():
        nodes = list(own_nodes(body))
        declared = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
        for target, value in (pair for node in nodes for pair in assignments(node)):
            if isinstance(target, ast.Name) and target.id in declared - seen and _is_literal(value):
                seen.add(target.id)
                yield LateGlobal(target.id, value, function, target.lineno)


def _is_literal(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError):
        return False
    return True
