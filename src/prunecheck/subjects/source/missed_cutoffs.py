"""Find source lines that do not make any value wrong, but make a search evaluate too many leaves."""

import ast
from collections.abc import Iterator
from typing import Final

from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.cutoffs import player_of, updates
from prunecheck.subjects.source.recursion import Loop, RecursiveCall, RecursiveFunction, Suspicion
from prunecheck.subjects.source.syntax import (
    arguments_in,
    assigned_in,
    every,
    names_in,
    names_set_by,
    own_name,
    unsigned,
)

INFINITIES: Final = frozenset({"inf", "infinity", "float('inf')", "float('-inf')", "np.inf"})
VERBS: Final = {"min": "lowers", "max": "raises"}


def windows_not_passed(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find recursive calls that pass the full window, or no window, instead of alpha and beta."""
    for call in function.calls:
        given = [call.arguments.get(role) for role in (Role.ALPHA, Role.BETA)]
        if call.loops and all(expression is not None and is_infinite(expression) for expression in given):
            yield call.node.lineno, f"searches the child in the full window; pass `{function.alpha}, {function.beta}`"
        elif call.loops and own_name(call.node) == function.node.name and _is_window_left_out(call):
            yield call.node.lineno, f"searches the child without a window; pass `{function.alpha}, {function.beta}`"


def inner_breaks(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find cutoffs that leave only the inner loop of two nested loops over moves."""
    for loops in dict.fromkeys(call.loops for call in function.calls if len(call.loops) > 1):
        outer, inner = loops[-2], loops[-1]
        if inner.orelse or not (isinstance(inner, ast.For) and isinstance(outer, ast.For)):
            continue
        leaves = [node for node in ast.walk(outer) if isinstance(node, ast.Break | ast.Return)]
        if len(leaves) == 1 and isinstance(leaves[0], ast.Break) and leaves[0] in list(ast.walk(inner)):
            yield leaves[0].lineno, "leaves only the inner loop; after the cutoff, the outer loop continues"


def bounds_moved_away(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find updates that move a bound away from the other bound and thus make the window wider."""
    alpha, beta = function.alpha, function.beta
    for _, block in function.blocks():
        player, _ = player_of(block, function)
        for line, bound, done in updates(block):
            if player == "min" and (bound, done) in {(alpha, "min"), (beta, "max")}:
                yield line, f"{VERBS[done]} `{bound}` with MIN to move; write `{beta} = min({beta}, ...)`"
            elif player == "max" and (bound, done) in {(beta, "max"), (alpha, "min")}:
                yield line, f"{VERBS[done]} `{bound}` with MAX to move; write `{alpha} = max({alpha}, ...)`"


def loops_without_cutoff(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find loops over moves that pass a window to the children, but never compare any value with alpha or beta."""
    bounds = {function.alpha, function.beta}
    calls_of_children = {call.node for call in function.calls}
    bounds |= {
        name
        for name, value in assigned_in(function.node)
        if bounds & names_in([value]) and calls_of_children.isdisjoint(ast.walk(value))
    }
    for loop, calls in _outer_loops(function):
        compared = list(every(ast.Compare, loop))
        windows = [call.arguments.get(role) for call in calls for role in (Role.ALPHA, Role.BETA)]
        passed = [window for window in windows if window is not None and bounds & names_in([window])]
        if passed and not bounds & names_in(compared) and not _helpers_get(bounds, loop, calls):
            yield (
                loop.lineno,
                f"never cuts off, since the loop does not compare `{function.alpha}` with `{function.beta}`",
            )


def bounds_never_updated(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find loops over moves that never update alpha or beta, and so search every child in the parent's window."""
    bounds = {function.alpha, function.beta}
    for loop, calls in _outer_loops(function):
        windows = [call.arguments.get(role) for call in calls for role in (Role.ALPHA, Role.BETA)]
        if not bounds & names_set_by([loop]) and all(
            window is not None and _plain(window) in bounds for window in windows
        ):
            yield loop.lineno, f"never updates `{function.alpha}` or `{function.beta}` with the values of the children"


def _outer_loops(function: RecursiveFunction) -> Iterator[tuple[Loop, list[RecursiveCall]]]:
    """Yield each outermost loop over moves that contains recursive calls, with a list of the recursive calls."""
    for loop in dict.fromkeys(call.loops[0] for call in function.calls if call.loops):
        if isinstance(loop, ast.While):
            continue  # a loop that only goes down, along nodes with a single child
        yield loop, [call for call in function.calls if loop in call.loops]


def _helpers_get(bounds: set[str], loop: Loop, calls: list[RecursiveCall]) -> bool:
    """True if a helper function gets alpha or beta, so that the helper possibly makes the cutoff test."""
    recursive = {call.node for call in calls}
    others = (node for node in every(ast.Call, loop) if node not in recursive and own_name(node) not in {"max", "min"})
    return any(_plain(value) in bounds for node in others for value in arguments_in(node))


def _plain(value: ast.expr) -> str:
    """Return the name in an expression such as `alpha` or `-alpha`, or an empty text if it has another form."""
    inner = unsigned(value)
    return inner.id if isinstance(inner, ast.Name) else ""


def _is_window_left_out(call: RecursiveCall) -> bool:
    """True if a recursive call passes neither alpha nor beta, so both have their default values."""
    unclear = any(keyword.arg is None for keyword in call.node.keywords)
    return not unclear and Role.ALPHA not in call.arguments and Role.BETA not in call.arguments


def is_infinite(value: ast.expr) -> bool:
    """True for an expression such as `-math.inf` or `float("inf")`."""
    return ast.unparse(value).lower().removeprefix("-").removeprefix("math.") in INFINITIES
