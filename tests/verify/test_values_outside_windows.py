"""What the report says about values outside the window is true of the search."""

from math import inf
from typing import Any

import pytest

from prunecheck import verify_search

FAIL_HARD = "the search returns alpha or beta (fail-hard), if the root is not a leaf"
FAIL_SOFT = "the search returns a fail-soft bound"


def fail_hard(node: Any, alpha: float = -inf, beta: float = inf) -> Any:
    """Return alpha or beta for a value outside the window, but return the value of a leaf unchanged."""
    if not node.children:
        return node.value
    for child in node.children:
        value = -fail_hard(child, -beta, -alpha)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha


def clamped_leaves(node: Any, alpha: float = -inf, beta: float = inf) -> Any:
    """Return alpha or beta for a value outside the window, also if the value is that of a leaf."""
    return max(alpha, min(beta, fail_hard(node, alpha, beta)))


def fail_soft(node: Any, alpha: float = -inf, beta: float = inf) -> Any:
    """Return a bound that may lie outside the window."""
    if not node.children:
        return node.value
    best = -inf
    for child in node.children:
        best = max(best, -fail_soft(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@pytest.mark.fast_cases("fail_hard-*")
@pytest.mark.parametrize(
    ("search", "words"), [(fail_hard, FAIL_HARD), (clamped_leaves, FAIL_HARD), (fail_soft, FAIL_SOFT)]
)
def test_a_leaf_at_the_root_does_not_decide_what_a_search_returns(search: Any, words: str) -> None:
    """A fail-hard search may be written with or without a comparison of leaves with the window."""
    verdict = verify_search(search, examples=10)
    assert verdict.sound
    assert words in str(verdict)
