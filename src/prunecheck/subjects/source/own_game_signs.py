"""Find out, from source code alone, why a search can only run on the board of its own game."""

import ast
import sys
from collections.abc import Iterator
from pathlib import PurePath
from typing import Final

from prunecheck.subjects.source.bindings import constants
from prunecheck.subjects.source.boards import positions_of
from prunecheck.subjects.source.calls import CallGraph, Defined
from prunecheck.subjects.source.scripts import DRAWING
from prunecheck.subjects.source.syntax import SELF, dotted, every, imported_as, targets_of

MOST_SHOWN: Final = 40  # most characters of an expression that are shown
_LIBRARIES: Final = sys.stdlib_module_names | DRAWING | {"numpy"}


def why_not_drawn_trees(graph: CallGraph, group: list[Defined], file: str) -> str:
    """Say why recursive functions cannot search a random tree. The text is empty if there is no reason.

    The reason is the first expression that reads a board, calls a function of the game, or uses a global variable or an
    attribute of the search's object.
    """
    for defined in group:
        names = {function.node.name for function in group}
        for line, words in sorted(_signs(graph, defined, names), key=lambda pair: pair[0])[:1]:
            place = f"({PurePath(file).name}:{line})"
            return (
                f"cannot check `{defined.node.name}` on random trees, since it {words} {place}, which only exists in "
                "its own game"
            )
    return ""


def changes_position(defined: Defined) -> bool:
    """True if a search assigns to items of its position, as in `board[nth] = player`, so the position is a board."""
    positions = positions_of(defined)[:1]
    return any(
        isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) and _root(node) in positions
        for node in ast.walk(defined.node)
    )


def _signs(graph: CallGraph, defined: Defined, group: set[str]) -> Iterator[tuple[int, str]]:
    """Yield the expressions that only work in the program's own game, each with its line and a description."""
    positions, tables = positions_of(defined), _tables_of(graph.module)
    state = (set(positions[:1]) | set(constants(graph.module))) - tables
    methods = {function.node.name for function in graph.functions.values() if function.owner is not None} - group
    imported = _imported_functions(graph.module) - group
    for node in ast.walk(defined.node):
        if isinstance(node, ast.Subscript) and dotted(node.value) in tables:
            continue  # tables also work on random trees
        if isinstance(node, ast.Subscript) and (root := _root(node)) and (root in state or _is_of_self(node)):
            yield node.lineno, f"reads `{_shown(node)}`"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            given = {argument.id for argument in node.args if isinstance(argument, ast.Name)}
            own = node.func.id in imported or (node.func.id in graph.functions and node.func.id not in group)
            if own and given & set(positions[:1]):
                yield node.lineno, f"calls `{_shown(node)}`"
        elif isinstance(node, ast.Call) and _method_of_self(node.func) in methods:
            yield node.lineno, f"calls `{_shown(node)}`"


def _imported_functions(module: ast.Module) -> set[str]:
    """Return the names that a module imports, except names from common libraries."""
    sources = (
        node for node in every(ast.ImportFrom, module) if (node.module or "").partition(".")[0] not in _LIBRARIES
    )
    return {imported_as(alias) for source in sources for alias in source.names}


def _tables_of(module: ast.Module) -> set[str]:
    """Return the variables and attributes that a module sets to an empty dictionary, such as transposition tables."""
    pairs = (pair for node in ast.walk(module) for pair in targets_of(node))
    return {dotted(target) for target, value in pairs if _is_empty_table(value)} - {""}


def _is_empty_table(value: ast.expr) -> bool:
    """True for an expression that creates an empty dictionary, including a `defaultdict`."""
    match value:
        case ast.Dict(keys=[]) | ast.Call(func=ast.Name(id="dict" | "OrderedDict"), args=[], keywords=[]):
            return True
        case ast.Call(func=ast.Name(id="defaultdict") | ast.Attribute(attr="defaultdict")):
            return True
    return False


def _root(node: ast.expr) -> str:
    """Return the variable at the start of a chain such as `board.cells[0].owner`."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_of_self(node: ast.expr) -> bool:
    """True for an expression that belongs to the method's own object, such as `self.board[0]`."""
    return _root(node) in SELF


def _method_of_self(node: ast.expr) -> str:
    """Return the name of the method in an expression such as `self.board.moves`.

    Returns an empty text for other expressions.
    """
    return node.attr if isinstance(node, ast.Attribute) and _is_of_self(node) else ""


def _shown(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
