"""Find out from a program's source code whether its transposition tables still have entries in the next search."""

import ast
from typing import Final

from prunecheck.subjects.own_game.hooks.fingerprints import CLEAR, GLOBAL
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.source.syntax import SELF, definitions, every, last_name

CONSTRUCTOR: Final = "__init__"
CLEARS: Final = ("clear", CLEAR, "reset")


def why_tables_are_new(program: OwnProgram, tables: frozenset[str]) -> str:
    """Say why a search to a different depth may find no table entries of an earlier search.

    Returns "" if tables seem to have the same entries in the next search.
    """
    names, variables = set(), set()
    for table in tables:
        owner, _, name = table.removeprefix(GLOBAL).rpartition(".")
        if not table.startswith(GLOBAL) and owner not in SELF:
            return f"the starting call makes a new `{table}`"
        names.add(name)
        variables |= {name} if table.startswith(GLOBAL) else set()
    own = {name.rpartition(".")[0] for name in program.functions} - {""}
    defined = definitions(program.syntax)
    methods = {name.rpartition(".")[2] for name in defined if name.rpartition(".")[0] in own} - {CONSTRUCTOR}
    made_by, kept = "", all(table.startswith(GLOBAL) for table in tables)
    for name, body in defined.items():
        last = name.rpartition(".")[2]
        if name in program.functions or last == CONSTRUCTOR:
            continue
        if _clears(body, names, variables):
            return f"`{last}` clears it"
        if _calls(body) & own:
            made_by = last
            kept = kept or _searches_again(body, own, methods)
    return f"`{made_by}` makes a new object for it" if made_by and not kept else ""


def _searches_again(body: ast.AST, own: set[str], methods: set[str]) -> bool:
    """True if a loop, such as a game loop, calls methods of an object that was created before the loop."""
    loops = [_calls(node) for node in ast.walk(body) if isinstance(node, ast.For | ast.While)]
    return any(called & methods and not called & own for called in loops)


def _clears(body: ast.AST, names: set[str], variables: set[str]) -> bool:
    """True if a function empties or replaces one of the attributes in `names` or of the module's `variables`."""
    for node in ast.walk(body):
        if (
            isinstance(node, ast.Attribute)
            and node.attr in CLEARS
            and (last_name(node.value) in names or node.attr == CLEAR)
        ):
            return True
        if (
            isinstance(node, ast.Name | ast.Attribute)
            and not isinstance(node.ctx, ast.Load)
            and last_name(node) in (variables if isinstance(node, ast.Name) else names)
        ):
            return True
    return False


def _calls(body: ast.AST) -> set[str]:
    """Return the names of the functions and methods that a function calls, without the names of modules and objects."""
    return {last_name(node.func) for node in every(ast.Call, body)}
