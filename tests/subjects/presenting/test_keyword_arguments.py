"""Arguments that are passed by keyword."""

from collections.abc import Callable
from typing import Any

import pytest

from prunecheck import verify_search


def by_name(node: Any, verbose: int = 0, *, quiet: bool = True, beta: float, alpha: float) -> float:
    """A window with keyword-only arguments."""
    assert (verbose, quiet) == (0, True)
    if node.is_leaf():
        value: float = node.evaluate()
        return value
    best = -float("inf")
    for child in node.children():
        best = max(best, -by_name(child, beta=-max(alpha, best), alpha=-beta))
        if best >= beta:
            break
    return best


def by_other_names(node: Any, *, p: float, q: float) -> float:
    """The same search with parameter names that do not say what they mean."""
    return by_name(node, alpha=p, beta=q)


@pytest.mark.parametrize("search", [by_name, by_other_names])
def test_declared_arguments_are_passed_by_keyword_if_required(search: Callable[..., float]) -> None:
    """Known names decide which argument is which, or else the order."""
    assert verify_search(search, claims=["fishburn"], examples=40, takes="node,alpha,beta").sound
