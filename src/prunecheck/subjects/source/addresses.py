"""Find table keys that are made from the address of an object."""

import ast
from contextlib import suppress
from typing import Final

from prunecheck.subjects.source.syntax import SELF, Function, every, names_defined_by

ADDRESS: Final = "id"
HASH: Final = "hash"  # of an object whose class does not define it, this is made from the address, too


def address_in_key(source: str) -> str:
    """Say in which line a key is made from an object's address; empty if no line does.

    >>> address_in_key("def f(board): return TABLE[id(board)]")
    'line 1 uses id(board), the address of an object: it stays the same when the object changes, and a new object may \
get the address of an old one'
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
                        "when the object changes, and a new object may get the address of an old one"
                    )
    return ""


def _objects(program: ast.Module) -> set[str]:
    """The expressions on which a method of the program's classes is called, such as `board` in `board.moves()`.

    Only these are sure to be objects of such classes; another name may hold, for example, a tuple.
    """
    classes = list(every(ast.ClassDef, program))
    methods = {statement.name for kind in classes for statement in kind.body if isinstance(statement, Function)}
    calls = [node.func for node in every(ast.Call, program)]
    called = [call for call in calls if isinstance(call, ast.Attribute) and call.attr in methods]
    return {*SELF, *(ast.unparse(attribute.value) for attribute in called)}


def _defines_hashes(program: ast.Module) -> bool:
    """True if a class defines its hash, or may get one from a decorator or a base class; also without any class."""
    classes = list(every(ast.ClassDef, program))
    return not classes or any(
        kind.decorator_list
        or kind.bases
        or any(isinstance(statement, Function) and statement.name == "__hash__" for statement in kind.body)
        for kind in classes
    )
