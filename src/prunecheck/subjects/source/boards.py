"""Find expressions that make a board, in a Python file, without running them."""

import ast
import typing
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.bindings import asks, constants
from prunecheck.subjects.source.calls import CallGraph, Defined
from prunecheck.subjects.source.parameters import is_named, squeezed, words_of
from prunecheck.subjects.source.syntax import last_name

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
# words in the names of classes that play or describe a game, but are not its board
_PLAYING_WORDS: Final = frozenset({"ai", "agent", "bot", "player", "result", "search", "solver", "gui", "ui", "window"})
_NOT_BOARDS: Final = frozenset(
    {"score", "scores", "move", "moves", "input", "winner", "size", "width", "height", "value"}
)


def is_board_name(name: str) -> bool:
    """True for a usual name for a position, such as `board`."""
    return is_named(name, Role.NODE) or not BOARD_WORDS.isdisjoint(words_of(name))


def positions_of(function: Defined) -> list[str]:
    """List the parameters that could be the position, likeliest first."""
    names = [parameter.arg for parameter in function.parameters]
    return [name for name in names if not any(has_role_among(names, name, role) for role in _PLAIN_ROLES)]


def has_role_among(names: list[str], name: str, role: Role) -> bool:
    """True if the parameter `name` has this meaning (role), given the names of all parameters.

    In `(b, alpha, beta)`, `b` is not beta, because a longer name has this role.
    """
    others = [other for other in names if other != name and is_named(other, role)]
    return is_named(name, role) and not (len(name) == 1 and others)


def boards_for(graph: CallGraph, parameter: str, annotation: ast.expr | None = None) -> list[str]:
    """List expressions that can make the argument for `parameter`, best first.

    The expressions are instances of the parameter's class, calls of functions that return an instance, and constants.
    Only functions and classes that need no arguments are called.
    """
    found: list[tuple[int, str]] = []
    annotated = ast.unparse(annotation).strip("'\"") if annotation is not None else ""
    for name, kind in graph.classes.items():
        if "." in name or required_by(graph, name) or is_abstract(kind):
            continue
        own, words = squeezed(name), set(words_of(name))
        if name == annotated or own == squeezed(parameter):
            found.append((0, f"{name}()"))
        elif is_board_name(parameter) and not BOARD_WORDS.isdisjoint(words) and _PLAYING_WORDS.isdisjoint(words):
            found.append((3 if squeezed(parameter) in own else 4, f"{name}()"))
    if annotated in _library_boards(graph.module) or is_board_name(parameter):
        found += [(1 if board == annotated else 5, f"{board}()") for board in _library_boards(graph.module)]
    for name, defined in graph.functions.items():
        if "." not in name and not defined.required and is_board_name(parameter) and _makes_board(name, defined.node):
            found.append((1 if parameter.lower() in words_of(name) else 2, f"{name}()"))
    for name, value in constants(graph.module).items():
        if squeezed(name) == squeezed(parameter):
            found.append((1, name))
        elif is_board_name(parameter) and _is_board_constant(name, value):
            found.append((4, name))
    return list(dict.fromkeys(text for _, text in sorted(found, key=lambda pair: pair[0])))


def class_in(annotation: ast.expr) -> str:
    """Return the name of the class in an annotation. The name is empty for built-in types, and for unions."""
    text = ast.unparse(annotation).strip("'\"").rpartition(".")[2]
    return text if text.isidentifier() and text[:1].isupper() and text not in vars(typing) else ""


@lru_cache
def is_abstract(kind: ast.ClassDef) -> bool:
    """True for an abstract class, a protocol, or an enumeration."""
    enumerated = any(last_name(base).endswith(("Enum", "Flag")) for base in kind.bases)
    return enumerated or any(last_name(node) in {"abstractmethod", "Protocol"} for node in ast.walk(kind))


def required_by(graph: CallGraph, kind: str, others: Sequence[ast.Module] = ()) -> list[ast.arg]:
    """List the arguments that a new instance requires: parameters of `__init__`, or fields of a dataclass.

    The class can inherit `__init__` from a class in one of the `others`, which are other files of the project.
    """
    if init := next((method for method in graph.methods(kind) if method.node.name == "__init__"), None):
        return init.required
    node = graph.classes[kind]
    decorated = any("dataclass" in ast.unparse(expression) for expression in node.decorator_list)
    if decorated or any(ast.unparse(expression).endswith("NamedTuple") for expression in node.bases):
        fields = [each for each in node.body if isinstance(each, ast.AnnAssign) and each.value is None]
        return [ast.arg(each.target.id, each.annotation) for each in fields if isinstance(each.target, ast.Name)]
    above = {last_name(base) for each in graph.bases(kind) for base in each.bases} - graph.classes.keys()
    for nth, other in enumerate(others):
        for each in other.body:
            if isinstance(each, ast.ClassDef) and each.name in above:
                return required_by(CallGraph(other), each.name, [*others[:nth], *others[nth + 1 :]])
    return []


def _makes_board(name: str, node: ast.AST) -> bool:
    parts = set(words_of(name))
    named = not MAKING_WORDS.isdisjoint(parts) and not BOARD_WORDS.isdisjoint(parts) and _NOT_BOARDS.isdisjoint(parts)
    known = named or name in {"initial_state", "initial", "start", "new_game", "create", "setup", "make"}
    return (
        known
        and any(isinstance(inner, ast.Return) and inner.value is not None for inner in ast.walk(node))
        and not asks(node)
    )


@lru_cache
def _library_boards(module: ast.Module) -> tuple[str, ...]:
    """List expressions for the board class of python-chess, as the module imports it."""
    found = []
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            found += [f"{alias.asname or alias.name}.Board" for alias in node.names if alias.name == "chess"]
        elif isinstance(node, ast.ImportFrom) and node.module == "chess":
            found += ["Board" for alias in node.names if alias.name in {"Board", "*"}]
    return tuple(dict.fromkeys(found))


def _is_board_constant(name: str, value: ast.expr) -> bool:
    """True for a constant that is named like a board and is not a plain number or text."""
    words = set(words_of(name))
    kinds = ast.List | ast.Tuple | ast.Dict | ast.Call | ast.ListComp | ast.BinOp | ast.Subscript
    empty = isinstance(value, ast.Tuple) and not value.elts  # an immutable value
    return (
        isinstance(value, kinds) and not empty and not words.isdisjoint(BOARD_WORDS) and words.isdisjoint(_NOT_BOARDS)
    )
