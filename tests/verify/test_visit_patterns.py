"""More leaves than alpha-beta are a note if all extra leaves have a known reason; otherwise the search fails."""

from collections.abc import Callable
from typing import Any

import pytest

from prunecheck import INF, verify_search
from prunecheck.verify.outcomes import Severity

STRICT = "because it only cuts off if beta < alpha, and returns values up to alpha as alpha"
OPENED = "because it searches each root move in a window that is wider by one"
NO_REASON = "extra leaves: "


def strictly_hard(node: Any, alpha: float, beta: float) -> Any:
    """Fail-hard, for the player to move, without a cutoff if alpha equals beta."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        alpha = max(alpha, -strictly_hard(child, -beta, -alpha))
        if beta < alpha:
            break
    return alpha


def looking_first(node: Any, alpha: float, beta: float) -> Any:
    """A search that tests for a cutoff before each child."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        if alpha > beta:
            break
        alpha = max(alpha, -looking_first(child, -beta, -alpha))
    return alpha


def of_two_players(node: Any, alpha: float, beta: float, maximizing: bool) -> Any:
    """A search for MAX with a branch for each player."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        value = of_two_players(child, alpha, beta, not maximizing)
        if maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if beta < alpha:
            break
    return alpha if maximizing else beta


def strictly_hard_with_a_margin(node: Any, alpha: float, beta: float) -> Any:
    """A search that cuts off only if alpha is far above beta."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        alpha = max(alpha, -strictly_hard_with_a_margin(child, -beta, -alpha))
        if beta < alpha - 1:
            break
    return alpha


def strictly_hard_and_deaf(node: Any, alpha: float, beta: float) -> Any:
    """`strictly_hard`, but it ignores its window."""
    return strictly_hard(node, -INF, INF)


def softly(node: Any, alpha: float, beta: float) -> Any:
    """Fail-soft alpha-beta, for the player to move."""
    if node.is_leaf():
        return node.value()
    best = -INF
    for child in node.children():
        best = max(best, -softly(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def all_of_the_best(node: Any, *, by: int, below: Callable[..., Any]) -> Any:
    """A driver that collects all moves with the best value. To find ties, the window is `by` wider."""
    if node.is_leaf():
        return node.value()
    best = -INF
    moves: list[int] = []
    for nth, child in enumerate(node.children()):
        value = -below(child, -INF, -best + by)
        if value > best:
            best, moves = value, []
        if value == best:
            moves.append(nth)
    return best


def opened_by_one(node: Any) -> Any:
    """The smallest window that shows a tie."""
    return all_of_the_best(node, by=1, below=softly)


def opened_by_one_and_strictly(node: Any) -> Any:
    """The smallest window that shows a tie, for a search with the strict test."""
    return all_of_the_best(node, by=1, below=strictly_hard)


def opened_by_nine(node: Any) -> Any:
    """A window that is wider than needed."""
    return all_of_the_best(node, by=9, below=softly)


@pytest.mark.fast_cases("strictly_hard-*", "opened_by_one-*")
@pytest.mark.parametrize(
    ("search", "severity", "words"),
    [
        (strictly_hard, Severity.NOTE, STRICT),
        (looking_first, Severity.NOTE, STRICT),
        (of_two_players, Severity.NOTE, STRICT),
        (strictly_hard_with_a_margin, Severity.PRUNING, NO_REASON),
        (strictly_hard_and_deaf, Severity.NOTE, STRICT),
        (opened_by_one, Severity.NOTE, OPENED),
        (opened_by_one_and_strictly, Severity.NOTE, OPENED),
        (opened_by_nine, Severity.PRUNING, NO_REASON),
    ],
)
def test_only_known_patterns_of_extra_leaves_are_harmless(
    search: Callable[..., Any], severity: Severity, words: str
) -> None:
    """The pattern must explain every leaf on every measured tree."""
    found = next(finding for finding in verify_search(search, examples=20).findings if finding.contract == "visits")
    assert (found.severity, words in found.words) == (severity, True), found.words
