"""Find moves in the source code: variables with names such as `best_move`, and moves that are always the same."""

import ast
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Final

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import Place, held_at
from prunecheck.subjects.own_game.hooks.call_text import brief_text
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.recording.call_tree import UNKNOWN
from prunecheck.subjects.source.parameters import is_named, words_of
from prunecheck.subjects.source.recursion import recursive_functions
from prunecheck.subjects.source.syntax import (
    assigned_by,
    assignments,
    definitions,
    every,
    is_literal,
    last_name,
    names_set_by,
    own_nodes,
    positional_parameters,
)

LOOPS: Final = ast.For | ast.comprehension
OUTER: Final = ("enumerate", "list", "sorted", "reversed", "tuple")  # calls that may wrap the list of moves in a loop
CHOICE: Final = "choice"  # the function that chooses a move at random
MOVE_WORDS: Final = frozenset({"move", "bestmove", "action", "bestaction"})
BEST: Final = "best"
WHOLE: Final = "whole answer"


def is_move_name(name: str) -> bool:
    """True if the last word of a name is a word for a move.

    >>> is_move_name("best_move"), is_move_name("moves"), is_move_name("move_count")
    (True, False, False)
    """
    words = words_of(name)
    return bool(words) and words[-1] in MOVE_WORDS


def is_best_move(name: str) -> bool:
    """True if a variable with this name holds the best move.

    A name such as `move` is not enough, because it can mean the last move that was made.

    >>> is_best_move("best_move"), is_best_move("last_move")
    (True, False)
    """
    return is_move_name(name) and any(word.startswith(BEST) for word in words_of(name))


def called_name(expression: str) -> str:
    """Return the name of the function or method whose return value is the value of an expression.

    Returns an empty text if the expression is not a function call.

    >>> called_name("Engine(3).best(board)"), called_name("best(board)[0]")
    ('best', '')
    """
    with suppress(SyntaxError):
        match ast.parse(expression, mode="eval").body:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return name
    return ""


def moves_in_source(source: str, function: str, searches: Collection[str]) -> dict[Place, str]:
    r"""Find the items of a function's return values that are named like a move, or are a fixed move.

    A fixed move, such as `moves[0]` or the last move in a loop, does not depend on what the functions in `searches`
    return. The result maps the index or key of each item to the item's source text. In the result, the key None stands
    for the whole return value. If the function returns a new object, as in `return Result(value, move)`, the keys are
    the parameter names of `Result`. The function's parameters are omitted, because they may be the move that led to the
    position.

    >>> text = "def f(n):\n best_move = None\n ms = moves(n)\n for m in ms:\n  v = f(m)\n return best_move, ms[0]"
    >>> moves_in_source(text, "f", {"f"})
    {1: 'ms[0]', 0: 'best_move'}
    """
    module = ast.parse(source)
    bodies = definitions(module)
    matching = [function] if function in bodies else [name for name in bodies if name.endswith(f".{function}")]
    if len(matching) != 1:
        return {}
    body = bodies[matching[0]]
    fields = {node.name: _fields(node) for node in every(ast.ClassDef, module)}
    moves = _Moves(body, {search.rpartition(".")[2] for search in searches}, fields)
    parameters = {node.arg for node in every(ast.arg, body.args)}
    fixed: dict[Place, str] = {}
    named: dict[Place, str] = {}
    varying: set[Place] = set()
    for place, item, inside in moves.answers():
        if moves.is_fixed(item, inside=inside):
            fixed[place] = ast.unparse(item)
        elif not _is_none(item):
            varying.add(place)
        if not isinstance(place, str) and _is_named_move(item, parameters):
            named[place] = ast.unparse(item)
    return {place: text for place, text in fixed.items() if place not in varying} | named


def literals_in(source: str) -> Iterator[object]:
    """Yield the values of all literals in the source code.

    >>> list(literals_in("move = (-1, 0)"))
    [(-1, 0), -1, 0, 1]
    """
    for node in every(ast.expr, ast.parse(source)):
        with suppress(ValueError, TypeError):
            yield ast.literal_eval(node)


def _is_named_move(item: ast.expr, parameters: set[str]) -> bool:
    """True for a local variable that is named like a move, and for an attribute that is named like the best move."""
    if isinstance(item, ast.Name):
        return is_move_name(item.id) and item.id not in parameters
    return isinstance(item, ast.Attribute) and is_best_move(item.attr)


def constant_move(program: OwnProgram, whole: object, runs: Sequence[Mapping[Hashable, Hashable]]) -> str:
    """Describe the bug if a starting call returns the same move in all `runs`, although the best move differs.

    Returns an empty text if the returned move is not the same in all runs.

    `runs` contains fingerprints of the items in the return value of each run, and `whole` is the first return value.
    """
    named = moves_in_source(program.source, called_name(program.start), program.functions)
    for place, name in named.items():
        part: Hashable = WHOLE if place is None else place
        if part in runs[0] and all(run.get(part, UNKNOWN) == runs[0][part] for run in runs):
            held = brief_text(held_at(whole, place))
            return f"wrong move: `{program.start}` returns {held} as `{name}`, whichever move has the best value"
    return ""


def stored_moves(source: str, searches: Collection[str]) -> set[str]:
    r"""Find attributes and global variables to which functions in `searches` only assign None and fixed moves.

    >>> text = "def f(self, n):\n for m in n:\n  v = self.f(m)\n self.best = n[0]"
    >>> stored_moves(text, {"f"})
    {'best'}
    """
    bodies = definitions(ast.parse(source))
    last = {search.rpartition(".")[2] for search in searches}
    fixed: set[str] = set()
    varying: set[str] = set()
    for name in searches:
        if name in bodies:
            for target, is_fixed in _Moves(bodies[name], last, {}).stored():
                (fixed if is_fixed else varying).add(target)
    return fixed - varying


def moves_read_elsewhere(program: OwnProgram) -> dict[str, bool]:
    r"""Find attributes and global variables that may contain the best move, because only the search sets them.

    The result maps each name to True if code outside of the search reads the variable. Code outside of the search may
    set the variable to a constant, such as None.
    """
    module, own = program.syntax, program.functions
    bodies = [body for name, body in definitions(module).items() if name in own]
    inside = {id(node) for body in bodies for node in ast.walk(body)}
    shared = {name for node in every(ast.Global, *bodies) for name in node.names}
    held: dict[str, bool] = {}
    for target, _ in chain.from_iterable(map(assignments, chain.from_iterable(map(ast.walk, bodies)))):
        changed = target.value if isinstance(target, ast.Subscript) else target
        fixed_item = isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant)
        if isinstance(target, ast.Attribute) or fixed_item or (isinstance(target, ast.Name) and target.id in shared):
            held[last_name(changed)] = False
    held.pop("", None)
    outside = [node for node in ast.walk(module) if id(node) not in inside]
    for target, value in chain.from_iterable(map(assignments, outside)):
        if not is_literal(value):
            held.pop(last_name(target.value if isinstance(target, ast.Subscript) else target), None)
    for node in outside:
        if isinstance(getattr(node, "ctx", None), ast.Load) and last_name(node) in held:
            held[last_name(node)] = True
    return held


def _is_none(item: ast.expr) -> bool:
    return isinstance(item, ast.Constant) and item.value is None


class _Moves:
    """Finds the loops over moves in a function, and what the function does with moves.

    A loop that calls a search counts as a loop over moves.

    `fields` maps the name of each class to the names of the class's parameters.
    """

    def __init__(self, body: ast.AST, searches: set[str], fields: dict[str, list[str]]) -> None:
        self._fields = fields
        self._nodes = list(own_nodes(body))
        self._values: dict[str, list[ast.expr | None]] = {}  # variable -> what is assigned to it (None: something else)
        for parent in self._nodes:
            for name, value in assigned_by(parent):
                self._values.setdefault(name, []).append(value)
            if isinstance(parent, ast.AugAssign | ast.NamedExpr) and isinstance(parent.target, ast.Name):
                self._values.setdefault(parent.target.id, []).append(None)
        self._loops = [node for node in self._nodes if isinstance(node, ast.For) and _calls(node.body, searches)]
        self._targets = {name for loop in self._loops for name in names_set_by([loop.target])}
        iterables = [loop.iter for loop in self._loops]
        for parent in self._nodes:
            if isinstance(parent, ast.ListComp | ast.GeneratorExp | ast.DictComp | ast.SetComp) and _calls(
                [parent], searches
            ):
                iterables += [inner.iter for inner in parent.generators]
            elif isinstance(parent, ast.Call) and any(isinstance(inner.value, ast.Lambda) for inner in parent.keywords):
                iterables += parent.args[:1] if _calls([inner.value for inner in parent.keywords], searches) else []
        self._lists = set(chain.from_iterable(self._texts(iterable) for iterable in iterables))

    def answers(self) -> Iterator[tuple[Place, ast.expr, bool]]:
        """Yield each item that the function returns: its index or key, its expression, and a bool.

        The bool is True if the `return` statement is inside a loop over moves.
        """
        inside = {id(inner) for loop in self._loops for statement in loop.body for inner in ast.walk(statement)}
        for node in self._nodes:
            if isinstance(node, ast.Return) and node.value is not None:
                yield from ((place, item, id(node) in inside) for place, item in self._items(node.value))

    def stored(self) -> Iterator[tuple[str, bool]]:
        """Yield each attribute or global variable that the function sets, and whether it is set to a fixed move."""
        names = {name for node in self._nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
        for node in self._nodes:
            if isinstance(node, ast.Assign) and not _is_none(node.value):
                for target in node.targets:
                    if isinstance(target, ast.Attribute) or (isinstance(target, ast.Name) and target.id in names):
                        inside = any(node in ast.walk(loop) for loop in self._loops)
                        yield last_name(target), self.is_fixed(node.value, inside=inside)

    def _items(self, value: ast.expr) -> Iterator[tuple[Place, ast.expr]]:
        """Yield the items in the expression of a return value, each with its index, key or parameter name."""
        match value:
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                yield from enumerate(elements)
            case ast.Dict(keys=keys, values=values):
                for key, held in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield key.value, held
            case ast.Call(func=func, args=args, keywords=keywords):
                yield from zip(self._fields.get(last_name(func), []), args, strict=False)
                yield from ((keyword.arg, keyword.value) for keyword in keywords if keyword.arg)
        yield None, value

    def is_fixed(self, item: ast.expr, *, inside: bool, deep: bool = True) -> bool:
        """True if the value of an expression is always None or a fixed move, such as `moves[0]`."""
        match item:
            case ast.Subscript(
                value=owner, slice=ast.Constant(value=int()) | ast.UnaryOp(operand=ast.Constant(value=int()))
            ):
                return self._is_list(owner)
            case ast.Call(func=func, args=[owner]) if last_name(func) == CHOICE:
                return self._is_list(owner)
            case ast.Tuple(elts=[_, *_] as elements):
                return all(
                    isinstance(element, ast.Name) and self._is_last(element.id, inside=inside) for element in elements
                )
            case ast.Name(id=name) if self._is_last(name, inside=inside):
                return True
            case ast.Name(id=name) if deep and (values := self._values.get(name)):
                known = [value for value in values if value is None or not _is_none(value)]
                return bool(known) and all(
                    expression is not None and self.is_fixed(expression, inside=True, deep=False)
                    for expression in known
                )
        return False

    def _is_last(self, name: str, *, inside: bool) -> bool:
        """True for a loop variable that is used after its loop, so that its value is the last move."""
        return not inside and name in self._targets and name not in self._values

    def _is_list(self, owner: ast.expr) -> bool:
        return not self._lists.isdisjoint(self._texts(owner))

    def _texts(self, owner: ast.expr) -> Iterator[str]:
        """Yield the source text of a list of moves and, if the list is a variable, of the expression assigned to it."""
        while isinstance(owner, ast.Call) and last_name(owner.func) in OUTER and owner.args:
            owner = owner.args[0]
        yield ast.unparse(owner)
        values = self._values.get(owner.id, []) if isinstance(owner, ast.Name) else []
        if len(values) == 1 and values[0] is not None:
            yield ast.unparse(values[0])


def _fields(kind: ast.ClassDef) -> list[str]:
    """List the parameters of a class: those of its `__init__`, or the fields of a dataclass or named tuple."""
    for statement in kind.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
            return [parameter.arg for parameter in statement.args.args[1:]]
    return [
        line.target.id for line in kind.body if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    ]


def _calls(nodes: Sequence[ast.AST], searches: set[str]) -> bool:
    """True if one of the search functions is called inside these syntax tree nodes."""
    inside = chain.from_iterable(map(ast.walk, nodes))
    return any(isinstance(node, ast.Call) and last_name(node.func) in searches for node in inside)


def side_is_in_source(game: OwnGame) -> bool:
    """True if the driver's source code determines for which player it searches the moves, whatever the position.

    The player is fixed if the search negates its children's values, because its value is then always for the player to
    move. The player is also fixed if MAX and MIN have separate functions, or if the driver passes the side to move as a
    constant, such as True.
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
    """True if the driver calls the search with a constant for each parameter that is named like the side to move."""
    first, syntax = game.first_search, game.program.syntax
    name = first.function.rpartition(".")[2]
    names = next(
        (positional_parameters(each.node) for each in recursive_functions(syntax) if each.node.name == name), []
    )
    for call in every(ast.Call, syntax):
        if last_name(call.func) != name or not call.lineno <= first.line <= (call.end_lineno or call.lineno):
            continue
        given = dict(zip(names, call.args, strict=False)) | {word.arg: word.value for word in call.keywords if word.arg}
        sides = [passed for parameter, passed in given.items() if is_named(parameter, Role.MAXIMISING)]
        return bool(sides) and all(map(_is_constant, sides))
    return False


def _is_constant(expression: ast.expr) -> bool:
    return isinstance(expression.operand if isinstance(expression, ast.UnaryOp) else expression, ast.Constant)
