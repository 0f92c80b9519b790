"""Find out whether the source code alone says who moves after the driver's move, whatever the state of the program."""

import ast

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.source.parameters import is_named
from prunecheck.subjects.source.recursion import recursive_functions
from prunecheck.subjects.source.syntax import every, positional_parameters


def side_is_in_source(game: OwnGame) -> bool:
    """True if the driver's searches are for the same player in each state of the program.

    This holds if the search negates its children's values, so its value is always for the player to move; if MAX and
    MIN have a function each; or if the driver passes the side to move as a constant, such as True.
    """
    ruled = {node: game.rules[node] for node in game.starts() if node in game.rules}
    if all(all(rule.negated) for rule in ruled.values()):
        return True
    sides: dict[str, set[bool]] = {}
    for node, rule in ruled.items():
        sides.setdefault(node.function, set()).add(rule.largest)
    if len(sides) > 1 and all(len(largest) == 1 for largest in sides.values()):
        return True
    return _passes_a_constant_side(game)


def _passes_a_constant_side(game: OwnGame) -> bool:
    """True if the driver's call of the search has a constant for each parameter that is named like the side to move."""
    first, syntax = game.first_search, game.program.syntax
    name = first.function.rpartition(".")[2]
    names = next(
        (positional_parameters(each.node) for each in recursive_functions(syntax) if each.node.name == name), []
    )
    for call in every(ast.Call, syntax):
        called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if called != name or not call.lineno <= first.line <= (call.end_lineno or call.lineno):
            continue
        given = dict(zip(names, call.args, strict=False)) | {word.arg: word.value for word in call.keywords if word.arg}
        sides = [passed for parameter, passed in given.items() if is_named(parameter, Role.MAXIMISING)]
        return bool(sides) and all(map(_is_constant, sides))
    return False


def _is_constant(expression: ast.expr) -> bool:
    return isinstance(expression.operand if isinstance(expression, ast.UnaryOp) else expression, ast.Constant)
