"""Find expressions that make a board in other files near a search, without running the files."""

import ast
from collections.abc import Iterable
from typing import Final

from prunecheck.subjects.source.bindings import definitions_of
from prunecheck.subjects.source.boards import BOARD_WORDS, boards_for, is_abstract, required_by
from prunecheck.subjects.source.calls import CallGraph
from prunecheck.subjects.source.parameters import parts_of, squeezed
from prunecheck.subjects.source.project import Project
from prunecheck.subjects.source.syntax import dotted, every, names_in, names_set_by

_SIZES: Final = frozenset({"size", "n", "rows", "cols", "row", "col", "columns", "width", "height", "dim", "dimension"})
_SCREENS: Final = frozenset(
    {"win", "window", "screen", "display", "surface", "master", "root", "canvas", "parent", "gui"}
)
USUAL_SIZE: Final = 4


def boards_nearby(project: Project, parameter: str, used: set[str]) -> list[str]:
    """Expressions that make an argument for `parameter` from other files of the `project`, best first.

    `used` has the attributes of the parameter that the search uses. A class that lacks any of them does not fit.
    """
    found: list[tuple[int, str]] = []
    for module in project.others:
        other = module.graph
        for name, kind in other.classes.items():
            if "." in name or is_abstract(kind) or (used and not used <= _members(other, name, set())):
                continue
            named = squeezed(name) == squeezed(parameter)
            if not used and not named and BOARD_WORDS.isdisjoint(parts_of(name)):
                continue
            arguments = [_plain_argument(argument) for argument in required_by(other, kind)]
            if all(arguments):
                text = f"{project.reference(module, name)}({', '.join(arguments)})"
                found.append((bool(arguments) * 2 + (not named), text))
        if used <= {"__getitem__"}:
            makers = [
                maker
                for maker in boards_for(other, parameter)
                if maker.endswith("()") and maker[:-2] in other.functions
            ]
            found += [(1, f"{project.reference(module, maker[:-2])}()") for maker in makers]
            for body in (*(function.node.body for function in other.functions.values()), other.module.body):
                values = [value for value in definitions_of(body, parameter) if _is_plain(value)]
                found += [(3, ast.unparse(value)) for value in values]
    return list(dict.fromkeys(text for _, text in sorted(found, key=lambda pair: pair[0])))


def classes_with(graph: CallGraph, used: set[str]) -> list[str]:
    """The classes in a file with instances that have all these attributes."""
    return [
        name
        for name, kind in graph.classes.items()
        if "." not in name and not is_abstract(kind) and used <= _members(graph, name, set())
    ]


def lacks(graph: CallGraph, name: str, used: set[str]) -> bool:
    """True if a class of the file lacks one of these attributes."""
    return name in graph.classes and not used <= _members(graph, name, set())


def attributes_used(functions: Iterable[ast.AST], parameter: str) -> set[str]:
    """The attributes of a parameter that functions use. `__getitem__` is included if they read its items."""
    found: set[str] = set()
    for inner in (node for function in functions for node in ast.walk(function)):
        if isinstance(inner, ast.Attribute | ast.Subscript) and dotted(inner.value) == parameter:
            found.add(inner.attr if isinstance(inner, ast.Attribute) else "__getitem__")
    return found


def _members(graph: CallGraph, name: str, seen: set[str]) -> set[str]:
    """The methods and attributes of a class and of its bases in the same file."""
    kind = graph.classes[name]
    found = {node.attr for node in every(ast.Attribute, kind) if isinstance(node.ctx, ast.Store)}
    found |= {full.rpartition(".")[2] for full in graph.functions if full.rpartition(".")[0] == name}
    found |= {node.id for line in kind.body for node in every(ast.Name, line)}
    for base in kind.bases:
        if isinstance(base, ast.Name) and base.id in graph.classes and base.id not in {*seen, name}:
            found |= _members(graph, base.id, {*seen, name})
    return found


def _is_plain(value: ast.expr) -> bool:
    """True for a list, tuple or dictionary that contains only plain Python values."""
    names = names_in([value]) - names_set_by([value])
    kinds = ast.List | ast.Tuple | ast.Dict | ast.ListComp | ast.BinOp
    return isinstance(value, kinds) and names <= {"range", "list", "dict", "None"} and _is_filled(value)


def _is_filled(value: ast.expr) -> bool:
    return bool(list(ast.iter_child_nodes(value))[1:])


def _plain_argument(parameter: ast.arg) -> str:
    """An argument for a parameter named like a size or a screen. Empty for any other parameter."""
    words = set(parts_of(parameter.arg))
    if words & _SIZES:
        return str(USUAL_SIZE)
    return "None" if words & _SCREENS else ""
