"""Find expressions that make a board in a Python file, without running the file."""

import ast
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.calls import CallGraph, Defined
from prunecheck.subjects.source.parameters import ROLE_NAMES, parts_of, squeezed
from prunecheck.subjects.source.syntax import Function, assigned_in, is_main_test, last_name

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
# modules and functions through which a program talks to others; what they return is not known before the game
_TALKING: Final = frozenset(
    {"aiohttp", "ftplib", "http", "httpx", "requests", "serial", "smtplib", "socket", "subprocess", "urllib", "urlopen"}
)
_NOT_BOARDS: Final = frozenset(
    {"score", "scores", "move", "moves", "input", "winner", "size", "width", "height", "value"}
)


def has_role(name: str, role: Role) -> bool:
    """True for a name that usually has this role, such as `maxDepth` for the depth."""
    return squeezed(name) in {squeezed(word) for word in ROLE_NAMES[role]}


def is_board_name(name: str) -> bool:
    """True for a name of a position."""
    return has_role(name, Role.NODE) or not BOARD_WORDS.isdisjoint(parts_of(name))


def positions_of(function: Defined) -> list[str]:
    """List the parameters that may be the position, likeliest first."""
    return [
        parameter.arg
        for parameter in function.parameters
        if not any(has_role(parameter.arg, role) for role in _PLAIN_ROLES)
    ]


def boards_for(graph: CallGraph, parameter: str, annotation: ast.expr | None = None) -> list[str]:
    """List expressions that can make the argument for `parameter`, best first.

    They are instances of the parameter's class, calls of functions that make an instance, and constants. Only functions
    and classes that need no arguments are called.
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
def constants(module: ast.Module) -> Mapping[str, ast.expr]:
    """Find the names that top-level statements of the module set, each with its first value."""
    found: dict[str, ast.expr] = {}
    for statement in module.body:
        if isinstance(statement, Function | ast.ClassDef | ast.While) or is_main_test(statement):
            continue
        for name, value in assigned_in(statement):
            found.setdefault(name, value)
    return MappingProxyType({name: value for name, value in found.items() if not asks(value)})


def asks(node: ast.AST) -> bool:
    """True for code that asks for input, reads the command line, or talks to other programs or machines."""
    return any(
        (isinstance(inner, ast.Name) and inner.id in {"input", "raw_input", *_TALKING})
        or (isinstance(inner, ast.Attribute) and inner.attr in {"argv", "stdin", "parse_args"})
        for inner in ast.walk(node)
    )


def value_if_nothing_typed(node: ast.expr) -> ast.expr:
    """The value of an expression if the user types nothing, as in `argv[1] if len(argv) > 1 else DEFAULT`.

    >>> ast.unparse(value_if_nothing_typed(ast.parse("input() or 'X'", mode="eval").body))
    "'X'"
    """
    match node:
        case ast.IfExp():
            parts = [node.body, node.orelse]
        case ast.BoolOp(op=ast.Or()):
            parts = node.values
        case _:
            return node
    return next((part for part in parts if not asks(part)), node) if asks(node) else node


def is_typed_number(node: ast.AST) -> bool:
    """True for a number that the user types, such as `int(input())`."""
    match node:
        case ast.Call(func=ast.Name(id="int" | "eval"), args=[typed]):
            return asks(typed)
    return False


@lru_cache
def is_abstract(kind: ast.ClassDef) -> bool:
    """True for an abstract class or protocol."""
    return any(last_name(node) in {"abstractmethod", "Protocol"} for node in ast.walk(kind))


def required_by(graph: CallGraph, kind: ast.ClassDef) -> list[ast.arg]:
    """The required parameters for an instance: the parameters of `__init__`, or the fields of a dataclass."""
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
    """An expression for the board class of python-chess, as the module imports it."""
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
