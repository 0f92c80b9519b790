"""Find cutoff tests that compare the wrong values, and updates of bounds for the wrong player."""

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

from prunecheck.subjects.source.recursion import RecursiveFunction, Suspicion
from prunecheck.subjects.source.syntax import assigned_by, every

LARGER_FIRST: Final = (ast.Gt, ast.GtE)
SMALLER_FIRST: Final = (ast.Lt, ast.LtE)


class Inequality(NamedTuple):
    """The comparison `greater + slack > smaller` of two variables. If `strict` is False, the comparison uses `>=`."""

    greater: str
    smaller: str
    slack: int
    strict: bool


def wrong_cutoffs(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find cutoff tests that are true although alpha is still less than beta."""
    alpha, beta = function.alpha, function.beta
    for branch, player, best in _cutoff_tests(function):
        line, compared = branch.test.lineno, _compared(branch.test)
        if _adds_bounds(branch.test, {alpha, beta}):
            yield line, f"adds `{alpha}` and `{beta}` in the cutoff test; compare them: `{alpha} >= {beta}`"
        if compared is None or compared.greater == compared.smaller:
            continue
        pair = compared.greater, compared.smaller
        right = {("max", best): beta, ("min", best): alpha}.get((player, best), "")
        if pair == (beta, alpha):
            yield line, f"cuts off although alpha is still below beta; write `{alpha} >= {beta}`"
        elif player and best in pair and {alpha, beta} & set(pair) and pair != _cutoff(player, best, alpha, beta):
            yield line, f"is not the right cutoff test for {player.upper()}; write `{_written(player, best, right)}`"
        elif pair in {(alpha, beta), _cutoff(player, best, alpha, beta)} and compared.slack > compared.strict:
            # whole numbers can satisfy the comparison even if `greater` is smaller than `smaller`
            yield line, f"cuts off too early; write `{compared.greater} >= {compared.smaller}`"


def _cutoff_tests(function: RecursiveFunction) -> Iterator[tuple[ast.If, str, str]]:
    """Yield each `if` statement that leaves a loop over moves, with the player to move and the best value's name."""
    for _, block in function.blocks():
        player, best = player_of(block, function)
        for branch in block:
            if isinstance(branch, ast.If) and isinstance(branch.body[-1], ast.Break | ast.Return):
                yield branch, player, best


def wrong_returns(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find cutoffs that return the wrong one of alpha and beta, as in `if score >= beta: return alpha`."""
    alpha, beta = function.alpha, function.beta
    for loop, block in function.blocks():
        for branch in block:
            match branch:
                case ast.If(test=test, body=[ast.Return(lineno=line, value=ast.Name(id=bound))]):
                    compared = _compared(test)
                    stored = (node for node in every(ast.Name, loop) if isinstance(node.ctx, ast.Store))
                    if compared is None or bound in {node.id for node in stored if node.lineno < line}:
                        continue
                    if bound == alpha and compared.smaller == beta and compared.greater not in (alpha, beta):
                        yield (
                            line,
                            (
                                f"returns `{alpha}` when `{compared.greater}` reaches `{beta}`; "
                                f"return `{compared.greater}` or `{beta}`"
                            ),
                        )
                    elif bound == beta and compared.greater == alpha and compared.smaller not in (alpha, beta):
                        yield (
                            line,
                            (
                                f"returns `{beta}` when `{compared.smaller}` reaches `{alpha}`; "
                                f"return `{compared.smaller}` or `{alpha}`"
                            ),
                        )


def strict_cutoffs(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find cutoff tests that are false if alpha equals beta, which causes more leaves to be evaluated."""
    alpha, beta = function.alpha, function.beta
    for branch, player, best in _cutoff_tests(function):
        right = {(alpha, beta), *([_cutoff(player, best, alpha, beta)] if player else [])}
        compared = _compared(branch.test)
        if compared is None or not compared.strict or compared.slack:
            continue
        if (compared.greater, compared.smaller) in right:
            said = f"{compared.greater} >= {compared.smaller}"
            yield branch.test.lineno, f"continues if `{compared.greater}` equals `{compared.smaller}`; write `{said}`"


def wrong_bound_updates(function: RecursiveFunction) -> Iterator[Suspicion]:
    """Find updates of alpha with MIN to move or of beta with MAX to move, and one bound set to the other."""
    alpha, beta = function.alpha, function.beta
    for _, block in function.blocks():
        player, _ = player_of(block, function)
        for statement in block:
            match statement:
                case ast.Assign(
                    targets=[ast.Name(id=bound)],
                    value=ast.Call(func=ast.Name(id="max" | "min"), args=[ast.Name(id=one), ast.Name(id=other)]),
                ) if bound in (alpha, beta) and {one, other} == {alpha, beta}:
                    yield (
                        statement.lineno,
                        f"sets `{bound}` to the other bound; compare it with the child's value instead",
                    )
        for line, bound, done in updates(block):
            if (player, bound, done) in {("max", beta, "min"), ("min", alpha, "max")}:
                own = alpha if bound == beta else beta
                yield line, f"updates `{bound}` with {player.upper()} to move; update `{own}`"


def updates(block: list[ast.stmt]) -> Iterator[tuple[int, str, str]]:
    """Yield (source line, variable, `max` or `min`) for each assignment that raises or lowers a variable."""
    for statement in block:
        match statement:
            case ast.Assign(
                targets=[ast.Name(id=best)], value=ast.Call(func=ast.Name(id="max" | "min" as done), args=given)
            ):
                if best in {name.id for name in given if isinstance(name, ast.Name)}:
                    yield statement.lineno, best, done
            case ast.If(test=test, body=[ast.Assign() as first, *_]):
                compared = _compared(test)
                for best, score in assigned_by(first):
                    if not isinstance(score, ast.Name) or compared is None:
                        continue
                    if {best, score.id} == {compared.greater, compared.smaller}:
                        yield first.lineno, best, "max" if compared.greater == score.id else "min"


def player_of(block: list[ast.stmt], function: RecursiveFunction) -> tuple[str, str]:
    """Return how a loop body updates its best value (`max` or `min`), and the variable for this value.

    Returns two empty texts if the update is unclear.
    """
    bounds = function.alpha, function.beta
    own = {(done, best) for _, best, done in updates(block) if best not in bounds}
    return own.pop() if len(own) == 1 else ("", "")


def _cutoff(player: str, best: str, alpha: str, beta: str) -> tuple[str, str]:
    """Return the variables that a player's cutoff test compares: `best` and `beta` for MAX, else `alpha` and `best`.

    The search may cut off if the first variable is greater than or equal to the second.
    """
    return (best, beta) if player == "max" else (alpha, best)


def _written(player: str, best: str, bound: str) -> str:
    return f"{best} >= {bound}" if player == "max" else f"{best} <= {bound}"


def _compared(test: ast.expr) -> Inequality | None:
    """Read a comparison of two variables, with or without a whole number that is added or subtracted."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return None
    left, right = _sum(test.left), _sum(test.comparators[0])
    if left is None or right is None:
        return None
    if isinstance(test.ops[0], SMALLER_FIRST):
        left, right = right, left
    elif not isinstance(test.ops[0], LARGER_FIRST):
        return None
    strict = isinstance(test.ops[0], ast.Gt | ast.Lt)
    return Inequality(left[0], right[0], left[1] - right[1], strict)


def _sum(value: ast.expr) -> tuple[str, int] | None:
    match value:
        case ast.Name(id=name):
            return name, 0
        case ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=ast.Constant(value=int(by))):
            return name, by
        case ast.BinOp(left=ast.Name(id=name), op=ast.Sub(), right=ast.Constant(value=int(by))):
            return name, -by
    return None


def _adds_bounds(test: ast.expr, bounds: set[str]) -> bool:
    match test:
        case ast.Compare(left=ast.BinOp(left=ast.Name(id=one), op=ast.Add(), right=ast.Name(id=other))):
            return {one, other} == bounds
    return False
