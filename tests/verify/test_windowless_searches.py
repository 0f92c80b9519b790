"""Extra leaves of a search without a window argument: a note if the reason is known, otherwise a failure."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from prunecheck import INF, verify_search
from prunecheck.verify.outcomes import Severity

WIDTH: Final = 4  # of the windows in `step_by_step`


def alpha_beta(node: Any, alpha: float, beta: float) -> Any:
    """Fail-soft, for the player to move."""
    if node.is_leaf():
        return node.value()
    best = -INF
    for child in node.children():
        best = max(best, -alpha_beta(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def one_by_one(node: Any) -> Any:
    """Search each move of the root in the full window."""
    if node.is_leaf():
        return node.value()
    return max(-alpha_beta(child, -INF, INF) for child in node.children())


def one_by_one_strictly(node: Any) -> Any:
    """A driver that searches each move separately, with a search that does not cut off if alpha equals beta."""

    def strictly(node: Any, alpha: float, beta: float) -> Any:
        if node.is_leaf():
            return node.value()
        best = -INF
        for child in node.children():
            best = max(best, -strictly(child, -beta, -max(alpha, best)))
            if best > beta:
                break
        return best

    return node.value() if node.is_leaf() else max(-strictly(child, -INF, INF) for child in node.children())


def by_one_bound_strictly(node: Any) -> Any:
    """Each position only gets its parent's bound, and is not cut off at a value that equals it."""

    def strictly(node: Any, bound: float) -> Any:
        if node.is_leaf():
            return node.value()
        best = -INF
        for child in node.children():
            best = max(best, -strictly(child, -best))
            if best > bound:
                break
        return best

    return strictly(node, INF)


def for_one_player(node: Any) -> Any:
    """MIN never narrows the window for MAX."""

    def largest(node: Any, alpha: float, beta: float) -> Any:
        if node.is_leaf():
            return node.value()
        best = -INF
        for child in node.children():
            best = max(best, smallest(child, max(alpha, best), beta))
            if best >= beta:
                break
        return best

    def smallest(node: Any, alpha: float, beta: float) -> Any:
        if node.is_leaf():
            return node.value()
        best = INF
        for child in node.children():
            best = min(best, largest(child, alpha, beta))
            if best <= alpha:
                break
        return best

    return largest(node, -INF, INF)


def with_a_table(node: Any) -> Any:
    """Minimax with a table for repeated positions."""
    known: dict[Any, Any] = {}

    def below(node: Any) -> Any:
        if node not in known:
            known[node] = node.value() if node.is_leaf() else max(-below(child) for child in node.children())
        return known[node]

    return below(node)


def without_cutoffs(node: Any, alpha: float, beta: float) -> Any:
    """Alpha and beta are passed down, but never compared."""
    if node.is_leaf():
        return node.value()
    best = -INF
    for child in node.children():
        best = max(best, -without_cutoffs(child, -beta, -max(alpha, best)))
    return best


def that_never_prunes(node: Any) -> Any:
    """Start a search with a window that makes no cutoffs."""
    return without_cutoffs(node, -INF, INF)


def step_by_step(node: Any) -> Any:
    """Search one narrow window beside the other, until the value is inside."""
    lower, upper, guess = -40_000, 40_000, 0
    while lower < upper:
        beta = guess + WIDTH * (guess == lower)
        guess = max(beta - WIDTH, min(alpha_beta(node, beta - WIDTH, beta), beta))
        lower = lower if guess == beta - WIDTH else guess
        upper = guess if guess < beta else upper
    return guess


@pytest.mark.fast_cases("by_one_bound_strictly-*", "that_never_prunes-*")
@pytest.mark.parametrize(
    ("search", "severity", "words"),
    [
        (one_by_one, Severity.NOTE, "because it passes no bound from one root move to the next"),
        (one_by_one_strictly, Severity.NOTE, "because it passes no bound from one root move to the next"),
        (
            by_one_bound_strictly,
            Severity.NOTE,
            "because it makes no deep cutoffs, and does not cut off if a value equals a bound",
        ),
        (for_one_player, Severity.PRUNING, "extra leaves: "),
        (step_by_step, Severity.PRUNING, "times as often as plain minimax"),
        (that_never_prunes, Severity.PRUNING, "no pruning: evaluates every leaf"),
        (with_a_table, Severity.FACT, "takes no window, so it evaluates "),
    ],
)
def test_the_reported_reason_is_the_true_one(search: Callable[..., Any], severity: Severity, words: str) -> None:
    """The missing bound between root moves is only named if it is the reason."""
    (found,) = [finding for finding in verify_search(search, examples=30).findings if words in finding.words]
    assert found.severity is severity


SURE_WINS: Final = """
def wins(rows):
    if sum(rows) == 0:
        return 1
    result = -1
    for row in range(len(rows)):
        for left in range(rows[row]):
            after = tuple(min(each, left) if nth >= row else each for nth, each in enumerate(rows))
            result = max(result, -wins(after))
            if result == 1:
                return result
    return result
"""


def test_a_search_that_only_stops_at_a_sure_win_does_not_fail(tmp_path: Path) -> None:
    """The search takes no window, so it need not prune as alpha-beta does."""
    file = tmp_path / "chomp.py"
    file.write_text(SURE_WINS, encoding="utf-8")
    verdict = verify_search(f"{file}:wins", start=["wins((3, 2, 2))"], examples=50)
    (found,) = (finding for finding in verdict.findings if "leaves that alpha-beta cuts off" in finding.words)
    assert (verdict.sound, found.severity) == (True, Severity.NOTE)
