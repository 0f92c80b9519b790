"""Find expressions that make a board, in a Python file and in the files near it, without running them."""

import ast
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.bindings import asks, constants, definitions_of
from prunecheck.subjects.source.calls import CallGraph, Defined
from prunecheck.subjects.source.parameters import is_named, parts_of, squeezed
from prunecheck.subjects.source.project import Project
from prunecheck.subjects.source.syntax import dotted, every, last_name, names_in, names_set_by

_BOARD_WORDS: Final = """
    board state game position pos grid field bitboard gamestate gameboard puzzle tictactoe ttt connect connect4
    connectfour othello reversi checkers chess nim cells squares piles heaps
"""
BOARD_WORDS: Final = frozenset(_BOARD_WORDS.split())
_MAKING_WORDS: Final = """
    create new make init initial initialize initialise empty start starting begin get generate build setup
    default reset fresh
"""
MAKING_WORDS: Final = frozenset(_MAKING_WORDS.split())
_PLAIN_ROLES: Final = (Role.DEPTH, Role.PLY, Role.ALPHA, Role.BETA, Role.WINDOW, Role.MAXIMISING)
_NOT_BOARDS: Final = frozenset(
    {"score", "scores", "move", "moves", "input", "winner", "size", "width", "height", "value"}
)
_SIZES: Final = frozenset({"size", "n", "rows", "cols", "row", "col", "columns", "width", "height", "dim", "dimension"})
_SCREENS: Final = frozenset(
    {"win", "window", "screen", "display", "surface", "master", "root", "canvas", "parent", "gui"}
)
USUAL_SIZE: Final = 4


def is_board_name(name: str) -> bool:
    """True for a usual name for a position, such as `board`."""
    return is_named(name, Role.NODE) or not BOARD_WORDS.isdisjoint(parts_of(name))


def positions_of(function: Defined) -> list[str]:
    """List the parameters that could be the position, likeliest first."""
    names = [parameter.arg for parameter in function.parameters]
    return [name for name in names if not any(has_role_among(names, name, role) for role in _PLAIN_ROLES)]


def has_role_among(names: list[str], name: str, role: Role) -> bool:
    """True for a name with this role. A single letter never has the role of a longer name, as in `(b, alpha, beta)`."""
    others = [other for other in names if other != name and is_named(other, role)]
    return is_named(name, role) and not (len(name) == 1 and others)


def boards_for(graph: CallGraph, parameter: str, annotation: ast.expr | None = None) -> list[str]:
    """List expressions that can make the argument for `parameter`, best first.

    These are instances of the parameter's class, calls of functions that return an instance, and constants. Only
    functions and classes that need no arguments are called.
    """
    found: list[tuple[int, str]] = []
    annotated = ast.unparse(annotation).strip("'\"") if annotation is not None else ""
    for name, kind in graph.classes.items():
        if "." in name or required_by(graph, kind) or is_abstract(kind):
            continue
        own = squeezed(name)
        if name == annotated or own == squeezed(parameter):
            found.append((0, f"{name}()"))
        elif not BOARD_WORDS.isdisjoint(parts_of(name)) and is_board_name(parameter):
            found.append((3 if squeezed(parameter) in own else 4, f"{name}()"))
    if annotated in _library_boards(graph.module) or is_board_name(parameter):
        found += [(1 if board == annotated else 5, f"{board}()") for board in _library_boards(graph.module)]
    for name, defined in graph.functions.items():
        if "." not in name and not defined.required and is_board_name(parameter) and _makes_board(name, defined.node):
            found.append((1 if parameter.lower() in parts_of(name) else 2, f"{name}()"))
    for name, value in constants(graph.module).items():
        if squeezed(name) == squeezed(parameter):
            found.append((1, name))
        elif is_board_name(parameter) and _is_board_constant(name, value):
            found.append((4, name))
    return list(dict.fromkeys(text for _, text in sorted(found, key=lambda pair: pair[0])))


@lru_cache
def is_abstract(kind: ast.ClassDef) -> bool:
    """True for an abstract class or protocol."""
    return any(last_name(node) in {"abstractmethod", "Protocol"} for node in ast.walk(kind))


def required_by(graph: CallGraph, kind: ast.ClassDef) -> list[ast.arg]:
    """The arguments that are required to create an instance: parameters of `__init__`, or fields of a dataclass."""
    name = next(full_name for full_name, found in graph.classes.items() if found is kind)
    if init := graph.functions.get(f"{name}.__init__"):
        return init.required
    for base in kind.bases:
        if isinstance(base, ast.Name) and base.id in graph.classes and graph.classes[base.id] is not kind:
            return required_by(graph, graph.classes[base.id])
    decorated = any("dataclass" in ast.unparse(expression) for expression in kind.decorator_list)
    if decorated or any(ast.unparse(expression).endswith("NamedTuple") for expression in kind.bases):
        fields = [
            statement for statement in kind.body if isinstance(statement, ast.AnnAssign) and statement.value is None
        ]
        return [ast.arg(field.target.id, field.annotation) for field in fields if isinstance(field.target, ast.Name)]
    return []


def _makes_board(name: str, node: ast.AST) -> bool:
    parts = set(parts_of(name))
    named = not MAKING_WORDS.isdisjoint(parts) and not BOARD_WORDS.isdisjoint(parts) and _NOT_BOARDS.isdisjoint(parts)
    known = named or name in {"initial_state", "initial", "start", "new_game", "create", "setup", "make"}
    return (
        known
        and any(isinstance(inner, ast.Return) and inner.value is not None for inner in ast.walk(node))
        and not asks(node)
    )


@lru_cache
def _library_boards(module: ast.Module) -> tuple[str, ...]:
    """Expressions for the board class of python-chess, as the module imports it."""
    found = []
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            found += [f"{alias.asname or alias.name}.Board" for alias in node.names if alias.name == "chess"]
        elif isinstance(node, ast.ImportFrom) and node.module == "chess":
            found += ["Board" for alias in node.names if alias.name in {"Board", "*"}]
    return tuple(dict.fromkeys(found))


def _is_board_constant(name: str, value: ast.expr) -> bool:
    """True for a constant that is named like a board and is not a plain number or text."""
    words = set(parts_of(name))
    kinds = ast.List | ast.Tuple | ast.Dict | ast.Call | ast.ListComp | ast.BinOp | ast.Subscript
    empty = isinstance(value, ast.Tuple) and not value.elts  # an immutable value
    return (
        isinstance(value, kinds) and not empty and not words.isdisjoint(BOARD_WORDS) and words.isdisjoint(_NOT_BOARDS)
    )


def boards_nearby(project: Project, parameter: str, used: set[str]) -> list[str]:
    """Expressions that create an argument for `parameter` from other files in the `project`, best first.

    `used` contains the attributes of the parameter that the search uses. A class that lacks any of these attributes is
    omitted.
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
    """The classes in a file whose instances have all these attributes."""
    return [
        name
        for name, kind in graph.classes.items()
        if "." not in name and not is_abstract(kind) and used <= _members(graph, name, set())
    ]


def lacks(graph: CallGraph, name: str, used: set[str]) -> bool:
    """True if a class in the file lacks one of these attributes."""
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
    """An argument for a parameter that is named like a size or a screen.

    The result is empty for any other parameter.
    """
    words = set(parts_of(parameter.arg))
    if words & _SIZES:
        return str(USUAL_SIZE)
    return "None" if words & _SCREENS else ""
