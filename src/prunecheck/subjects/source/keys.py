"""Find out whether a program's position keys include the side to move, and the whole contents of a position."""

import ast
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Final

from prunecheck.subjects.source.calls import CallGraph
from prunecheck.subjects.source.parameters import words_of
from prunecheck.subjects.source.recursion import RecursiveFunction, Suspicion
from prunecheck.subjects.source.syntax import (
    SELF,
    Function,
    assigned_in,
    every,
    last_name,
    names_defined_by,
    names_in,
    positional_parameters,
)

_SIDE: Final = frozenset(
    {"side", "turn", "player", "mover", "stm", "color", "colour", "maximizing", "maximising", "max", "white", "black"}
)
_HASHES: Final = frozenset({"hash", "zobrist", "fen"})
ADDRESS: Final = "id"
HASH: Final = "hash"  # the function `hash` uses the address of an object whose class does not define its hash


def own_keys(program: ast.Module, words: Collection[str]) -> dict[str, str]:
    """Find the names in `words` that the program itself defines as functions of its positions.

    Each name comes with a note, which is "" if there is nothing to say.

    The result of each function found identifies a position in the program's own game, including the side to move.
    Either the function uses the side to move, or the game does not store the side to move because the rest of the
    position shows it. If the game stores the side to move, but its key function ignores it, the returned note says so.
    Abstract functions are omitted, and so are functions that call a function with the same name.
    """
    found: dict[str, str] = {}
    graph = CallGraph(program)
    for name, function in graph.functions.items():
        word = function.node.name
        if word not in words or all(node.value is None for node in every(ast.Return, function.node)):  # abstract
            continue
        if any(node.attr == word for node in every(ast.Attribute, function.node)):
            continue
        note = ""
        if not any(_names_side(graph.bodies[each]) for each in (name, *graph.below(name))):
            side = next(_sides(graph.bases(name.rpartition(".")[0])), "") if function.owner else ""
            note = (
                f"`{name}` does not use `{side}`; prunecheck assumes that positions that differ in the side to move "
                "still get different keys"
                if side
                else ""
            )
        found[word] = found.get(word, note) and note
    return found


def _names_side(function: ast.AST) -> bool:
    within = {id(node.value) for node in every(ast.Attribute, function)}
    for inner in ast.walk(function):
        if isinstance(inner, ast.Attribute | ast.Name):
            word = last_name(inner)
            if _is_side(word) or not _HASHES.isdisjoint(words_of(word)) or word == "__dict__":
                return True
            if word == "self" and isinstance(inner, ast.Name) and id(inner) not in within:
                return True
    return False


def _sides(around: Iterable[ast.ClassDef]) -> Iterator[str]:
    """Yield the attributes of classes in which the side to move is stored."""
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
    return not _SIDE.isdisjoint(words_of(word)) or word == "to_move"


def keys_without_arguments(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find table entries whose key leaves out a parameter that decides which moves are skipped.

    For example, the search skips the moves of a piece that just moved, but the key of its table leaves out this piece.
    """
    parameters = set(positional_parameters(function.node))
    excluding: set[str] = set()
    for node in every(ast.If, *function.loops):
        match node:
            case ast.If(
                test=ast.Compare(left=ast.Name(id=one), comparators=[ast.Name(id=other)]), body=[ast.Continue()]
            ) if len({one, other} & parameters) == 1:
                excluding |= {one, other} & parameters - set(function.names.values())
    read = {ast.unparse(node.value) for node in every(ast.Attribute, function.node) if node.attr == "get"}
    read |= {ast.unparse(node.comparators[0]) for node in every(ast.Compare, function.node) if _is_in(node)}
    for store in every(ast.Assign, function.node):
        place = store.targets[0]
        if isinstance(place, ast.Subscript) and ast.unparse(place.value) in read:
            key = names_in([place.slice])
            key |= names_in(value for name, value in assigned_in(function.node) if name in key)
            for name in sorted(excluding - key if key & parameters else ()):
                yield store.lineno, f"leaves `{name}` out of the key, although the search skips a move because of it"


def _is_in(node: ast.Compare) -> bool:
    return isinstance(node.ops[0], ast.In | ast.NotIn)


def address_in_key(source: str) -> str:
    """Describe the line in which a key is made from an object's address.

    Returns an empty text if no key is made from an address.

    >>> address_in_key("def f(board): return TABLE[id(board)]").partition(":")[0]
    'line 1 uses `id(board)`, the address of an object'
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
                        f"line {node.lineno} uses `{ast.unparse(node)}`, the address of an object: it stays the same "
                        "when the object changes, and a new object may have the same address as an old one"
                    )
    return ""


def _objects(program: ast.Module) -> set[str]:
    """Find the expressions on which methods of the program's classes are called, such as `board` in `board.moves()`.

    An expression on which one of the program's own methods is called must be an object of one of the program's classes.
    Any other expression may be a built-in object, such as a tuple.
    """
    classes = list(every(ast.ClassDef, program))
    methods = {statement.name for kind in classes for statement in kind.body if isinstance(statement, Function)}
    calls = [node.func for node in every(ast.Call, program)]
    called = [call for call in calls if isinstance(call, ast.Attribute) and call.attr in methods]
    return {*SELF, *(ast.unparse(attribute.value) for attribute in called)}


def _defines_hashes(program: ast.Module) -> bool:
    """True if a class defines its hash, or may get its hash from a base class or a decorator.

    Also returns True for a program without classes, since built-in objects define their hashes.
    """
    classes = list(every(ast.ClassDef, program))
    return not classes or any(
        kind.decorator_list
        or kind.bases
        or any(isinstance(statement, Function) and statement.name == "__hash__" for statement in kind.body)
        for kind in classes
    )
