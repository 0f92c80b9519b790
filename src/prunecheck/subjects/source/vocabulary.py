"""Find a search's vocabulary in its source code: its names for moves, values and other properties of positions."""

import ast
import builtins
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from prunecheck.subjects.source.calls import CallGraph
from prunecheck.subjects.source.constants import calls_in
from prunecheck.subjects.source.depth_limits import limit_names
from prunecheck.subjects.source.keys import own_keys
from prunecheck.subjects.source.meaning import WHERE_CALLED, WORD_MEANINGS, Meaning, guess, meaning_of
from prunecheck.subjects.source.parameters import NOT_COUNTED, CountingParameters
from prunecheck.subjects.source.players import asks_whether_won, names_of_players
from prunecheck.subjects.source.project import modules_nearby
from prunecheck.subjects.source.syntax import (
    SELF,
    arguments_in,
    definitions_behind,
    every,
    functions_in,
    imported_as,
    last_name,
    names_defined_by,
    names_in,
)

# used in Pacman projects
BY_AGENTS: Final = frozenset({"generate_successor", "generateSuccessor", "generate_next_state", "generateNextState"})
# in Pacman projects, the game is over if one of these is true
AGENTS_ENDS: Final = frozenset({"isWin", "isLose", "is_win", "is_lose"})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names in a program that prunecheck knows: methods that the program calls, and attributes that it reads."""

    called: frozenset[str]
    read: frozenset[str]
    written: frozenset[str] = frozenset()  # attributes of positions that the program sets
    constants: frozenset[object] = frozenset()  # numbers and strings in the program
    pairs: bool = False  # True if it unpacks children as pairs of a move and a position
    guessed: Mapping[str, Meaning] = field(default_factory=dict)  # meanings of other words, guessed from their parts
    makes_in_place: bool = False  # True if it makes moves, and ignores what the call returns
    names: frozenset[str] = frozenset()  # all names in the program
    counted: Mapping[str, CountingParameters] = field(
        default_factory=dict
    )  # function ("" for the whole program) -> its counting parameters
    limits: frozenset[str] = frozenset()  # names at which a parameter that counts up ends the search
    negated: frozenset[str] = frozenset()  # names that it passes on negated
    turned: frozenset[str] = frozenset()  # names that it passes on with `not`, or as `3 - player`
    truths: frozenset[str] = frozenset()  # names that it uses as a bool
    missing: frozenset[str] = frozenset()  # names that it compares with None
    players: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # as from `names_of_players`
    calls: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)  # as from `calls_in`
    functions: frozenset[str] = frozenset()  # functions whose results are replaced by results from the tree
    apart: "Vocabulary | None" = None  # the vocabulary of the program if the results of its `functions` are replaced
    assumptions: tuple[str, ...] = ()  # assumptions about the program's own keys

    def counted_in(self, function: str) -> CountingParameters:
        """Return the names that a function counts up and down.

        For an unknown function, return the names that the whole program counts up and down.
        """
        counted = self.counted.get(function) or self.counted.get("", NOT_COUNTED)
        return counted._replace(limits=self.limits)

    def asks(self, *questions: Meaning) -> bool:
        """True if the program uses a name that has one of the given meanings."""
        return any(self.meaning_of(word) in questions for word in self.called | self.read)

    def meaning_of(self, word: str) -> Meaning | None:
        """Return the meaning of a function or method of this program, according to its name or its definition."""
        return self.guessed.get(word) or meaning_of(word)


ALL_WORDS: Final = Vocabulary(frozenset(WORD_MEANINGS), frozenset())


@lru_cache(maxsize=8)  # a search is loaded again for each likely cause of its failure
def vocabulary(source: str, name: str = "") -> Vocabulary:
    """Find the names in Python source code whose meanings prunecheck knows.

    If `name` is given, only this function or class, and what it uses, is examined.

    >>> vocabulary("def f(p): return p.value if p.is_leaf() else max(map(f, p.children))").asks(Meaning.SIDE)
    False
    """
    program = ast.parse(source)
    parsed = definitions_behind(program, name) if name else program
    calls = calls_in(program)
    own = _with_own_keys(replace(_vocabulary_of(parsed), calls=calls), program)
    functions = _helpers(parsed)
    if not functions:
        return own
    apart = _without(program, functions)
    apart = definitions_behind(apart, name) if name else apart
    replaced = replace(_vocabulary_of(apart, frozenset(functions)), calls=calls)
    return replace(own, apart=_with_own_keys(replaced, program))


def _helpers(parsed: ast.Module) -> set[str]:
    """Find the helpers in a program: functions that are called with arguments, and whose names prunecheck knows.

    Methods of the search's class and functions of imported modules can also be helpers. A function that calls itself,
    directly or indirectly, belongs to the search and is not a helper.

    >>> _helpers(ast.parse("def f(n): return max(f(m) for m in moves(n)) if moves(n) else n"))
    {'moves'}
    """
    owners = SELF.union(imported_as(node) for node in every(ast.alias, parsed))
    called: set[str] = set()
    for node in ast.walk(parsed):
        match node:
            case ast.Call(func=ast.Name(id=word)) if node.args or node.keywords:
                called.add(word)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=word)) if owner in owners and node.args:
                called.add(word)
    graph = CallGraph(parsed)
    recursive = {function.node.name for name, function in graph.functions.items() if graph.cycle(name)}
    return {word for word in called - recursive if meaning_of(word) is not None}


def _without(parsed: ast.Module, names: set[str]) -> ast.Module:
    without_them: ast.Module = _Removal(names).visit(ast.parse(ast.unparse(parsed)))
    return without_them


class _Removal(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:  # the name that `ast` calls
        """Replace the body of a helper by an empty body."""
        if node.name in self._names:
            return ast.Pass()
        return self.generic_visit(node)


def _with_own_keys(words: Vocabulary, program: ast.Module) -> Vocabulary:
    """Treat the program's own position keys as keys that include the side to move."""
    keys = {word for word in words.called | words.read if words.meaning_of(word) is Meaning.KEY}
    found = own_keys(program, keys) if keys else {}
    assumptions = (*words.assumptions, *filter(None, found.values()))
    guessed = {**words.guessed, **dict.fromkeys(found, Meaning.HASH)}
    return replace(words, guessed=guessed, assumptions=assumptions)


def with_keys_beside(words: Vocabulary, file: Path) -> Vocabulary:
    """Treat position keys from other files of the project as keys that include the side to move."""
    for module in modules_nearby(file) if words.asks(Meaning.KEY) else ():
        words = _with_own_keys(words, module.tree)
        words = replace(words, apart=words.apart and _with_own_keys(words.apart, module.tree))
    return words


def _vocabulary_of(parsed: ast.Module, functions: frozenset[str] = frozenset()) -> Vocabulary:
    """Find the names in parsed source code whose meanings prunecheck knows.

    The names in `functions` are treated like methods of positions.
    """
    called = set(functions)
    read: set[str] = set()
    written: set[str] = set()
    calls = {id(node.func) for node in every(ast.Call, parsed)}
    no_position = {"self", "cls"}.union(*map(names_defined_by, ast.walk(parsed)))
    guesses = {word: meant for word in functions if (meant := meaning_of(word))}
    for node in ast.walk(parsed):
        match node:
            case ast.Attribute(value=ast.Name(id="self")):
                continue  # this is the search's own method, and positions are its arguments
            case ast.Attribute(attr=word):
                (called if id(node) in calls else read).add(word)
                if isinstance(node.ctx, ast.Store):
                    written.add(word)
                meant = (WHERE_CALLED.get(word) if id(node) in calls else None) or guess(word)
                if meant is not None and not {word, getattr(node.value, "id", "")} & no_position:
                    guesses[word] = meant
            case ast.Subscript(slice=ast.Constant(value=str(word))):
                read.add(word)
                if meant := guess(word):
                    guesses[word] = meant
            case ast.Call(func=ast.Name(id="getattr" | "hasattr")):
                constants = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
                read |= {constant for constant in constants if isinstance(constant, str)}
    if called & BY_AGENTS:
        guesses |= dict.fromkeys(called & AGENTS_ENDS, Meaning.TERMINAL)
    guesses |= dict.fromkeys(asks_whether_won(parsed) & (called | read), Meaning.WINNER)
    words = {word for word in called | read if word in WORD_MEANINGS}
    guessed = {word: question for word, question in guesses.items() if word not in WORD_MEANINGS}
    words |= set(guessed)
    meanings = {**WORD_MEANINGS, **guessed}
    arguments = _arguments(parsed)
    negated, turned = (_names_changed_by(arguments, how) for how in (ast.USub, ast.Not))
    turned |= _names_exchanged(arguments)
    counted = _counted(parsed)
    return Vocabulary(
        frozenset(called & words),
        frozenset((read & words) - called),
        written=frozenset(written),
        pairs=any(_takes_pairs(node) for node in ast.walk(parsed)),
        constants=frozenset(node.value for node in every(ast.Constant, parsed)),
        guessed=guessed,
        makes_in_place=_makes_in_place(parsed, {word for word in called if meanings.get(word) is Meaning.MAKE}),
        names=frozenset(names_in([parsed])),
        counted=counted,
        limits=frozenset(limit_names(parsed, counted)),
        negated=frozenset(negated),
        turned=frozenset(turned),
        truths=frozenset(_names_tested(parsed)),
        missing=frozenset(_names_compared_with_none(parsed)),
        players=names_of_players(parsed),
        functions=functions,
    )


def _names_tested(parsed: ast.Module) -> set[str]:
    nodes = list(ast.walk(parsed))
    tests = [node.test for node in nodes if isinstance(node, ast.If | ast.IfExp | ast.While)]
    tests += [node.operand for node in nodes if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)]
    found: set[str] = set()
    while tests:
        test = tests.pop()
        if isinstance(test, ast.BoolOp):
            tests += test.values
        elif isinstance(test, ast.Name):
            found.add(test.id)
    return found


def _names_compared_with_none(parsed: ast.Module) -> Iterator[str]:
    for node in ast.walk(parsed):
        match node:
            case ast.Compare(left=left, comparators=[ast.Constant(value=None)]):
                yield last_name(left.func if isinstance(left, ast.Call) else left)


def _makes_in_place(parsed: ast.Module, makes: Container[str]) -> bool:
    """True if a program makes moves with functions named in `makes`, and never uses what the calls return."""
    calls = {id(call) for call in every(ast.Call, parsed) if last_name(call.func) in makes}
    return bool(calls) and calls <= {id(node.value) for node in every(ast.Expr, parsed)}


def _names_changed_by(arguments: Iterable[ast.expr], how: type[ast.operator | ast.unaryop]) -> set[str]:
    """Return the names in `arguments` to which the operator `how` is applied: `+`, `-` or `not`."""
    found: set[str] = set()
    for argument in arguments:
        match argument:
            case ast.BinOp(left=ast.Name(id=name), op=done) | ast.UnaryOp(operand=ast.Name(id=name), op=done):
                found |= {name} if isinstance(done, how) else set()
    return found


def _names_exchanged(arguments: Iterable[ast.expr]) -> set[str]:
    """Find names in arguments that switch between two values, as in `3 - player` or `player ^ 1`."""
    found: set[str] = set()
    for argument in arguments:
        match argument:
            case ast.BinOp(left=ast.Constant(), op=ast.Sub(), right=ast.Name(id=name)):
                found.add(name)
            case ast.BinOp(left=ast.Name(id=name), op=ast.BitXor(), right=ast.Constant()):
                found.add(name)
            case ast.IfExp(test=ast.Compare(left=ast.Name(id=name)), body=ast.Constant(), orelse=ast.Constant()):
                found.add(name)
    return found


def _counted(parsed: ast.Module) -> dict[str, CountingParameters]:
    """Find the names that each function counts up or down, such as `depth` in a call with the argument `depth - 1`.

    The entry for "" contains the names that are counted up or down anywhere in the program.

    A function's recursive calls decide first whether it counts a name up or down. If the recursive calls do not count a
    name, the function's other calls decide whether it is counted. If none of the function's calls counts a name, the
    calls in the rest of the program decide.
    """
    arguments = _arguments(parsed)
    anywhere = [_names_changed_by(arguments, how) for how in (ast.Add, ast.Sub)]
    found = {"": _as_counted(anywhere)}
    for node in functions_in(parsed):
        known: set[str] = set()
        up, down = set[str](), set[str]()
        for passed in (_arguments(node, to=node.name), _arguments(node), arguments):
            more, less = (_names_changed_by(passed, how) - known for how in (ast.Add, ast.Sub))
            up, down, known = up | more, down | less, known | more | less
        found[node.name] = _as_counted([up, down])
    return found


def _as_counted(names: Sequence[set[str]]) -> CountingParameters:
    up, down = names
    return CountingParameters(frozenset(up - down), frozenset(down))


def _arguments(parsed: ast.AST, to: str = "") -> list[ast.expr]:
    """List the arguments of all calls, except calls of built-in functions such as `range`.

    If `to` is given, only list the arguments in calls of `to`.
    """
    return [
        expression
        for node in every(ast.Call, parsed)
        if not (isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id))
        if not to or to == last_name(node.func)
        for expression in arguments_in(node)
    ]


def _takes_pairs(node: ast.AST) -> bool:
    """True if a loop over children, with or without `enumerate`, unpacks each child into two names."""
    if not isinstance(node, ast.For | ast.comprehension):
        return False
    target, items = node.target, node.iter
    match target, items:
        case ast.Tuple(elts=[_, counted]), ast.Call(func=ast.Name(id="enumerate"), args=[children, *_]):
            target, items = counted, children
    match target, items:
        case ast.Tuple(elts=[_, _]), (ast.Call(func=ast.Attribute(attr=word)) | ast.Attribute(attr=word)):
            return WORD_MEANINGS.get(word) is Meaning.CHILDREN
    return False
