"""Find out whether a program's position keys include the side to move, and the whole contents of a position."""

import ast
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from prunecheck.subjects.source.parameters import parts_of
from prunecheck.subjects.source.reachable import reachable
from prunecheck.subjects.source.syntax import SELF, Function, defined_in, every, last_name, names_defined_by

MOST_FILES: Final = 60
_SIDE: Final = frozenset(
    {"side", "turn", "player", "mover", "stm", "color", "colour", "maximizing", "maximising", "max", "white", "black"}
)
_HASHES: Final = frozenset({"hash", "zobrist", "fen"})
ADDRESS: Final = "id"
HASH: Final = "hash"  # also made from the address, for an object whose class does not define it


def programs_beside(file: Path) -> Iterator[ast.Module]:
    """Yield the other programs in the folder of a file, except tests, since the game is often in another file."""
    others = [
        neighbour
        for neighbour in sorted(file.parent.glob("*.py"))
        if neighbour.name != file.name and "test" not in neighbour.name
    ]
    for path in others[:MOST_FILES]:
        with suppress(SyntaxError, ValueError, OSError):
            yield ast.parse(path.read_bytes())


def own_keys(program: ast.Module, words: Collection[str]) -> dict[str, str]:
    """Find the names in `words` that the program itself defines as functions of its positions; each has a note or "".

    The result of such a function identifies a position in the program's own game, including the side to move: the
    function uses the side, or the game stores no side to move because the rest of the position shows it. If the game
    stores the side but the function ignores it, the note says so. Abstract functions are omitted, and so are functions
    that call a function with the same name.
    """
    found: dict[str, str] = {}
    classes = {node.name: node for node in every(ast.ClassDef, program)}
    for name, node, owner in defined_in(program):
        if not isinstance(node, Function) or node.name not in words or not _is_concrete(node):
            continue
        if any(isinstance(inner, ast.Attribute) and inner.attr == node.name for inner in ast.walk(node)):
            continue
        around = [] if owner is None else reachable([owner], lambda kind: _bases(kind, classes))
        note = ""
        if not _uses_side(node, around) and (side := next(_sides(around), "")):
            note = f"{name} ignores {side}; prunecheck assumes that its result still shows who is to move"
        found[node.name] = found.get(node.name, note) and note
    return found


def _is_concrete(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(function))


def _bases(kind: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> list[ast.ClassDef]:
    return [classes[name] for name in map(last_name, kind.bases) if name in classes]


def _uses_side(function: ast.AST, around: list[ast.ClassDef]) -> bool:
    """True if a function, or a method that it calls, uses the side to move, a hash, or the object as a whole."""
    methods = {
        statement.name: statement for kind in around for statement in kind.body if isinstance(statement, Function)
    }

    def used(node: ast.AST) -> list[ast.AST]:
        names = {inner.attr for inner in every(ast.Attribute, node)}
        return [methods[name] for name in names if name in methods]

    return any(map(_names_side, reachable([function], used)))


def _names_side(function: ast.AST) -> bool:
    within = {id(node.value) for node in every(ast.Attribute, function)}
    for inner in ast.walk(function):
        if isinstance(inner, ast.Attribute | ast.Name):
            word = last_name(inner)
            if _is_side(word) or not _HASHES.isdisjoint(parts_of(word)) or word == "__dict__":
                return True
            if word == "self" and isinstance(inner, ast.Name) and id(inner) not in within:
                return True
    return False


def _sides(around: list[ast.ClassDef]) -> Iterator[str]:
    """The attributes of a class in which the side to move is stored."""
    for kind in around:
        for attribute in ast.walk(kind):
            if (
                isinstance(attribute, ast.Attribute)
                and isinstance(attribute.ctx, ast.Store)
                and _is_side(attribute.attr)
            ):
                yield f"self.{attribute.attr}"
        for assignment in kind.body:
            if isinstance(assignment, ast.AnnAssign) and _is_side(last_name(assignment.target)):
                yield f"self.{last_name(assignment.target)}"


def _is_side(word: str) -> bool:
    return not _SIDE.isdisjoint(parts_of(word)) or word == "to_move"


def address_in_key(source: str) -> str:
    """Describe the line in which a key is made from an object's address. Empty if there is no such line.

    >>> address_in_key("def f(board): return TABLE[id(board)]").partition(":")[0]
    'line 1 uses id(board), the address of an object'
    """
    with suppress(SyntaxError):
        program = ast.parse(source)
        own = set[str]().union(*map(names_defined_by, ast.walk(program)))
        objects = set() if _defines_hashes(program) else _objects(program)
        for node in ast.walk(program):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Name() | ast.Attribute() as held]) if (
                    name not in own and (name == ADDRESS or (name == HASH and ast.unparse(held) in objects))
                ):
                    return (
                        f"line {node.lineno} uses {ast.unparse(node)}, the address of an object: it stays the same "
                        "when the object changes, and a new object may have the same address as an old one"
                    )
    return ""


def _objects(program: ast.Module) -> set[str]:
    """The expressions on which a method of the program's classes is called, such as `board` in `board.moves()`.

    Only these expressions are certainly objects of such classes. Any other name could be, for example, a tuple.
    """
    classes = list(every(ast.ClassDef, program))
    methods = {statement.name for kind in classes for statement in kind.body if isinstance(statement, Function)}
    calls = [node.func for node in every(ast.Call, program)]
    called = [call for call in calls if isinstance(call, ast.Attribute) and call.attr in methods]
    return {*SELF, *(ast.unparse(attribute.value) for attribute in called)}


def _defines_hashes(program: ast.Module) -> bool:
    """True if a class defines its hash, or if it possibly gets its hash from a base class or a decorator.

    The result is also True for a program without classes.
    """
    classes = list(every(ast.ClassDef, program))
    return not classes or any(
        kind.decorator_list
        or kind.bases
        or any(isinstance(statement, Function) and statement.name == "__hash__" for statement in kind.body)
        for kind in classes
    )
