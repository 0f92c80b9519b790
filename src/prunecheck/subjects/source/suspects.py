"""Find lines in a search's source code that are certainly wrong. If the search fails, a wrong line is probably the bug.

Each rule finds one kind of mistake, in the form in which programmers usually make it. No rule finds anything in a
search without bugs.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Final, NamedTuple

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.bindings import constants
from prunecheck.subjects.source.calls import CallGraph
from prunecheck.subjects.source.cutoffs import strict_cutoffs, wrong_bound_updates, wrong_cutoffs, wrong_returns
from prunecheck.subjects.source.initial_values import (
    finite_ends,
    may_start_from_zero,
    smallest_floats,
    zeros_taken_for_none,
)
from prunecheck.subjects.source.keys import keys_without_arguments
from prunecheck.subjects.source.meaning import WORD_MEANINGS, Meaning
from prunecheck.subjects.source.missed_cutoffs import (
    bounds_moved_away,
    bounds_never_updated,
    inner_breaks,
    loops_without_cutoff,
    windows_not_passed,
)
from prunecheck.subjects.source.missing_researches import missing_researches
from prunecheck.subjects.source.recursion import RecursiveCall, RecursiveFunction, Suspicion, recursive_functions
from prunecheck.subjects.source.syntax import every, names_in, names_in_sums, unsigned
from prunecheck.subjects.source.unmakes import left_before_unmake


class Topic(Enum):
    """The kind of mistake in a suspect line, which determines which failures the line can explain."""

    LOGIC = auto()  # mistakes in the recursion: signs, cutoffs, loops, flags
    WINDOW = auto()  # mistakes in a child's window, which may make values wrong or only prevent cutoffs
    TREE = auto()  # mistakes in the tree that is searched: skipped moves, a side to move that never changes
    DEPTH = auto()
    ROUNDS = auto()  # a depth that only another function reduces: wrong if it counts plies, right if it counts rounds
    INITIAL = auto()  # an initial value that is not below or above every value
    UNMAKE = auto()  # a loop is left before a move is taken back
    TABLE = auto()
    KEYS = auto()
    PRUNING = auto()
    RESEARCH = auto()  # a null window without a re-search
    STRICT = auto()  # a cutoff test that continues at equal bounds: not a mistake, but it leads to more leaves


@dataclass(frozen=True, slots=True)
class Suspect:
    """A line that is certainly wrong, and a text that says what it does, such as "reduces the depth by 2"."""

    line: int
    says: str
    topic: Topic
    size: float = 0  # absolute value of an initial value; the search is wrong for larger values


VALUE_KEPT: Final = "does not negate the child's value, although it negates the window"
WINDOW_KEPT: Final = "passes on the window without negating it"


class SuspectRule(NamedTuple):
    """A kind of mistake, and a function that finds it in a recursive function.

    If `for_all` is True, the rule is used for all functions, otherwise only for functions that take a window.
    """

    topic: Topic
    find: Callable[[RecursiveFunction], Iterator[Suspicion]]
    for_all: bool = False


def suspects(source: str, name: str, *, strict: bool = False) -> list[Suspect]:
    r"""List the suspect lines in the function or class `name`, and in the definitions that it uses, in order.

    `source` is the text of a Python file. If `strict` is True, cutoff tests such as `alpha > beta` are included. A
    cutoff test with `>` is not a mistake, but misses the cutoff if alpha equals beta.
    Raises: SyntaxError if the text is not Python.

    >>> text = "def f(n, a, b):\n    return max(f(c, -b, -a) for c in n)"
    >>> [(each.line, each.says) for each in suspects(text, "f")]
    [(2, "does not negate the child's value, although it negates the window; negate both or neither")]
    """
    graph = CallGraph(ast.parse(source))
    bodies = [graph.bodies[each] for each in graph.reached(name)]
    functions = recursive_functions(graph, name)
    shared = _share_negations(functions)
    found = [
        Suspect(line, says, rule.topic)
        for rule in (
            *(each for each in RULES if not (shared and each.find is _unchanged_windows)),
            *((SuspectRule(Topic.STRICT, strict_cutoffs),) if strict else ()),
        )
        for function in functions
        if function.has_window or rule.for_all
        for line, says in rule.find(function)
    ]
    for function in functions:
        in_rounds = any(_changes_depth(other) for other in functions if other is not function)
        topic = Topic.ROUNDS if in_rounds else Topic.DEPTH
        found += [Suspect(line, says, topic) for line, says in _wrong_depths(function)]
    ends = finite_ends(graph.module, bodies, functions)
    found += [Suspect(line, says, Topic.INITIAL, size) for line, says, size in ends]
    found += [Suspect(line, says, Topic.LOGIC) for line, says in smallest_floats(bodies, functions)]
    return sorted(dict.fromkeys(found), key=lambda suspect: suspect.line)


def suspects_in(file: str, name: str, *, strict: bool = False) -> list[Suspect]:
    """List the suspect lines in the definition `name` in a file.

    The list is empty if the file cannot be read or is not Python.
    """
    with suppress(OSError, SyntaxError, ValueError, RecursionError):
        return suspects(Path(file).read_text(encoding="utf-8"), name, strict=strict)
    return []


def starts_from_zero(file: str, name: str) -> bool:
    """True if some best value in the definition `name` in a file may start from 0, or if the file cannot be read."""
    with suppress(OSError, SyntaxError, ValueError, RecursionError):
        graph = CallGraph(ast.parse(Path(file).read_text(encoding="utf-8")))
        bodies = [graph.bodies[each] for each in graph.reached(name)]
        values = constants(graph.module)
        return may_start_from_zero(*bodies, *(values[each] for each in names_in(bodies) if each in values))
    return True


def _unchanged_windows(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find recursive calls whose value is negated, but whose window is not negated and swapped, and vice versa."""
    bounds = {function.alpha, function.beta}
    if _bounds_are_exchanged(function):
        return
    for call in function.calls:
        low, high = (_bound(call.arguments.get(role), bounds) for role in (Role.ALPHA, Role.BETA))
        if call.negated is False and low.startswith("-") and high.startswith("-"):
            yield call.node.lineno, f"{VALUE_KEPT}; negate both or neither"
        elif call.negated and (low, high) == (f"-{function.alpha}", f"-{function.beta}"):
            yield call.node.lineno, f"negates the window without swapping the two ends; write `{_turned(function)}`"
        elif call.negated and (low in bounds or high in bounds):
            yield call.node.lineno, f"{WINDOW_KEPT}; write `{_turned(function)}`"
        elif call.negated is False and (low, high) == (function.beta, function.alpha):
            yield call.node.lineno, f"swaps the ends of the window; write `{function.alpha}, {function.beta}`"


def _share_negations(functions: Sequence[RecursiveFunction]) -> bool:
    """True if one function only negates windows, and another one only values: together, they negate both."""
    kinds = [{says.partition(";")[0] for _, says in _unchanged_windows(function)} for function in functions]
    return {VALUE_KEPT} in kinds and {WINDOW_KEPT} in kinds


def _turned(function: RecursiveFunction) -> str:
    return f"-{function.beta}, -{function.alpha}"


def _bound(argument: ast.expr | None, bounds: set[str]) -> str:
    """Return the bound that a recursive call passes on, such as `alpha` or `-alpha`.

    Returns `-` for a negated call, and an empty text if the call passes on no bound.
    """
    match argument:
        case ast.Name(id=name) if name in bounds:
            return name
        case ast.UnaryOp(op=ast.USub(), operand=ast.Name(id=name)) if name in bounds:
            return f"-{name}"
        case ast.UnaryOp(op=ast.USub(), operand=ast.Call()):
            return "-"
    return ""


def _bounds_are_exchanged(function: RecursiveFunction) -> bool:
    """True if an assignment such as `alpha, beta = -beta, -alpha` replaces the bounds by the child's bounds."""
    for assignment in every(ast.Assign, function.node):
        if isinstance(assignment.targets[0], ast.Tuple):
            targets = names_in(assignment.targets)
            if {function.alpha, function.beta} <= targets and function.beta in names_in([assignment.value]):
                return True
    return False


def _unchanged_players(function: RecursiveFunction) -> Iterator[Suspicion]:
    source = ast.unparse(function.node)
    for call in function.calls:
        argument = call.arguments.get(Role.MAXIMISING)
        if not isinstance(argument, ast.Name) or function.assigned.get(argument.id):
            continue
        multiplied = f"{argument.id} * " in source or f" * {argument.id}" in source
        if argument.id == function.sign and call.negated and multiplied:
            yield call.node.lineno, f"passes on `{argument.id}` unchanged; write `-{argument.id}`"
        elif argument.id == function.flag and _is_bool(function) and _only_tests(call, function.flag):
            yield call.node.lineno, f"passes on `{argument.id}` unchanged; write `not {argument.id}`"


def _is_bool(function: RecursiveFunction) -> bool:
    """True if the flag for the side to move is used as a bool."""
    tests = [node.test for node in ast.walk(function.node) if isinstance(node, ast.If | ast.IfExp)]
    return any(ast.unparse(test) in {function.flag, f"not {function.flag}"} for test in tests)


def _only_tests(call: RecursiveCall, flag: str) -> bool:
    """True if all conditions around the call only test the side to move."""
    return all(names_in([test]) == {flag} for test in call.tests)


def _constant_players(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find a recursive call that is made for both players, but always passes the same side to move."""
    if not function.flag or not _is_bool(function):
        return
    given = [call.arguments.get(Role.MAXIMISING) for call in function.calls]
    constants = {expression.value for expression in given if isinstance(expression, ast.Constant)}
    if len(function.calls) == 1 and len(constants) == 1 and not function.calls[0].tests:
        yield function.calls[0].node.lineno, f"always passes {constants.pop()!r}; write `not {function.flag}`"


def _last_values(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find bounds that are set to each child's value in turn, and functions that return the value of the last child."""
    for loop in function.loops:
        scores = set[str]()
        for assignment in loop.body:
            if isinstance(assignment, ast.Assign) and any(
                unsigned(assignment.value) is call.node for call in function.calls
            ):
                names = {target.id for target in assignment.targets if isinstance(target, ast.Name)}
                if names & {function.alpha, function.beta} and not _clamps(function):
                    yield (
                        assignment.lineno,
                        f"sets `{names.pop()}` to each child's value, even if that value is not better",
                    )
                scores |= names
        for statement in loop.body:
            match statement:
                case ast.Assign(
                    targets=[ast.Name(id=best)],
                    value=ast.Call(func=ast.Name(id="max" | "min"), args=[ast.Name(id=one), ast.Name(id=other)]),
                ) if best in (one, other) and best not in (function.alpha, function.beta):
                    last = ({one, other} - {best}) & scores
                    yield from _returns_of(function, loop, last, best)


def _clamps(function: RecursiveFunction) -> bool:
    """True if returned values are clamped to the window, so no child's value is below alpha."""
    returned = (node.value for node in every(ast.Return, function.node) if node.value)
    return any({function.alpha, function.beta} <= names_in([expression]) for expression in returned)


def _returns_of(function: RecursiveFunction, loop: ast.stmt, last: set[str], best: str) -> Iterator[Suspicion]:
    """Find a `return` of the last child's value directly after a loop."""
    block = function.node.body
    after = block[block.index(loop) + 1 :] if loop in block else []
    for statement in after[:1]:
        if isinstance(statement, ast.Return) and isinstance(statement.value, ast.Name) and statement.value.id in last:
            yield statement.lineno, f"returns the last child's value, not `{best}`"


def _returns_in_loops(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find loops that always return after their first child."""
    for loop in function.loops:
        last = loop.body[-1]
        goes_on = any(isinstance(node, ast.Continue) for node in ast.walk(loop))
        if isinstance(last, ast.Return) and isinstance(loop, ast.For) and not goes_on:
            yield last.lineno, "returns inside the loop, after the first child; return after the loop"


def _wrong_depths(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find recursive calls that pass on the depth unchanged, or reduce the depth by more than one."""
    depth = function.depth
    if not depth or function.assigned.get(depth):
        return
    if _is_counted_up_to(function, depth):
        return
    usual = any(_reduces(call.arguments.get(Role.DEPTH), depth) == 1 for call in function.calls if not call.tests)
    for call in function.calls:
        by = _reduces(call.arguments.get(Role.DEPTH), depth)
        if not call.loops or by is None or by == 1 or usual or not _only_tests(call, function.flag):
            continue
        unchanged = (
            f"passes on `{depth}` without increasing it; write `{depth} + 1`"
            if _counts_up(function, depth)
            else f"passes on `{depth}` without reducing it; write `{depth} - 1`"
        )
        yield call.node.lineno, f"reduces `{depth}` by {by}" if by else unchanged


def _counts_up(function: RecursiveFunction, depth: str) -> bool:
    """True if the depth seems to count up: it is compared with a number larger than 1, as in `if depth == 4`."""
    for node in every(ast.Compare, function.node):
        match node:
            case ast.Compare(left=ast.Name(id=name), comparators=[ast.Constant(value=int(most))]) if name == depth:
                if most > 1:
                    return True
    return False


def _changes_depth(function: RecursiveFunction) -> bool:
    """True if a function passes on a depth that is larger or smaller than its own depth."""
    return any(
        isinstance(given := call.arguments.get(Role.DEPTH), ast.BinOp) and function.depth in names_in([given])
        for call in function.calls
    )


def _is_counted_up_to(function: RecursiveFunction, depth: str) -> bool:
    """True if the depth is a fixed limit, and the search compares it with a number that grows from call to call."""
    counted = names_in_sums(ast.Add, (call.node for call in function.calls))
    tests = [names_in([node]) for node in every(ast.Compare, function.node)]
    return any(depth in names and names & counted for names in tests)


def _reduces(argument: ast.expr | None, depth: str) -> int | None:
    """Return the number by which a recursive call reduces the depth, or None if this number is not a constant."""
    match argument:
        case ast.Name(id=name) if name == depth:
            return 0
        case ast.BinOp(left=ast.Name(id=name), op=ast.Sub(), right=ast.Constant(value=int(by))) if name == depth:
            return by
    return None


def _bounds_stored_as_values(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find tables that store the result of a search in one window, and return it in any other window."""
    bounds = {function.alpha, function.beta}
    stores = [node for node in every(ast.Assign, function.node) if isinstance(node.targets[0], ast.Subscript)]
    if len(stores) != 1 or stores[0] not in function.node.body:
        return
    place = stores[0].targets[0]
    assert isinstance(place, ast.Subscript)
    keys = [place.slice, *_values_of(place.slice, function)]
    if isinstance(stores[0].value, ast.Name) and not bounds & names_in(keys):
        text = ast.unparse(place)
        read = [node for node in every(ast.Return, function.node) if node.value is not None]
        if any(text in ast.unparse(statement) for statement in read):
            yield stores[0].lineno, "stores every result as exact, although after a cutoff it is only a bound"


def _boards_as_keys(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find table entries whose key is the board itself, although moves change this board."""
    boards: set[str] = set()
    for node in ast.walk(function.node):
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=board), attr=word))):
                if WORD_MEANINGS.get(word) is Meaning.MAKE:
                    boards.add(board)
    for node in ast.walk(function.node):
        match node:
            case ast.Assign(targets=[ast.Subscript(slice=ast.Name() | ast.Tuple() as key)]):
                parts = key.elts if isinstance(key, ast.Tuple) else [key]
                for board in boards & {part.id for part in parts if isinstance(part, ast.Name)}:
                    says = f"uses `{board}` itself as a key, although each move changes it"
                    yield node.lineno, f"{says}; make the key from the contents of the board"


def _values_of(name: ast.expr, function: RecursiveFunction) -> Iterator[ast.expr]:
    for node in every(ast.Assign, function.node):
        if isinstance(name, ast.Name) and name.id in names_in(node.targets):
            yield node.value


RULES: Final = (
    SuspectRule(Topic.LOGIC, wrong_cutoffs),
    SuspectRule(Topic.LOGIC, wrong_returns),
    SuspectRule(Topic.LOGIC, wrong_bound_updates),
    SuspectRule(Topic.WINDOW, _unchanged_windows),
    SuspectRule(Topic.TREE, _unchanged_players, for_all=True),
    SuspectRule(Topic.TREE, _constant_players, for_all=True),
    SuspectRule(Topic.LOGIC, _last_values, for_all=True),
    SuspectRule(Topic.LOGIC, zeros_taken_for_none, for_all=True),
    SuspectRule(Topic.TREE, _returns_in_loops, for_all=True),
    SuspectRule(Topic.UNMAKE, left_before_unmake, for_all=True),
    SuspectRule(Topic.TABLE, _bounds_stored_as_values),
    SuspectRule(Topic.TABLE, keys_without_arguments, for_all=True),
    SuspectRule(Topic.KEYS, _boards_as_keys, for_all=True),
    SuspectRule(Topic.RESEARCH, missing_researches),
    SuspectRule(Topic.PRUNING, windows_not_passed),
    SuspectRule(Topic.PRUNING, inner_breaks, for_all=True),
    SuspectRule(Topic.PRUNING, bounds_moved_away),
    SuspectRule(Topic.PRUNING, loops_without_cutoff),
    SuspectRule(Topic.PRUNING, bounds_never_updated),
)
