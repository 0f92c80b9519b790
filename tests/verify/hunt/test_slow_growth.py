"""A search whose time grows with the depth is not reported as hanging on a tall tree, but run on lower trees."""

from collections.abc import Callable
from typing import Any

import pytest

from prunecheck import from_nested
from prunecheck.contracts.case import case_of
from prunecheck.contracts.order import contract
from prunecheck.failures import Timeout
from prunecheck.oracle.minimax import value
from prunecheck.subject_errors import SubjectError
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.walk import heights
from prunecheck.verify.budgets import LONG
from prunecheck.verify.hunt import tree_judge as growing
from prunecheck.verify.hunt.tree_judge import TreeJudge, find_slow_growth
from prunecheck.verify.judge import Charge

LIMIT = 2.0


def chain(plies: int) -> ExplicitTree[Any]:
    """A chain of single moves."""
    nested: object = 1
    for _ in range(plies):
        nested = [nested]
    return from_nested(nested)


@pytest.fixture
def taking(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Return a correct search that takes `seconds(height)` on a tree, by a simulated clock."""
    now = [0.0]
    monkeypatch.setattr(growing, "perf_counter", lambda: now[0])

    def make(seconds: Callable[[int], float]) -> Any:
        def search(tree: Any, node: Any, alpha: Any, beta: Any, /) -> Any:
            takes = seconds(heights(tree, node)[node])
            now[0] += min(takes, LIMIT)
            if takes > LIMIT:
                raise SubjectError(Timeout(LIMIT))
            return value(tree, node)

        return search

    return make


@pytest.mark.parametrize(("growth", "quick"), [(1.5, 18), (2.0, 10), (4.0, 5)])
def test_the_height_at_which_a_search_becomes_slow_is_found(
    growth: float, quick: int, taking: Callable[..., Any]
) -> None:
    """A call of a twentieth of a second counts as slow."""
    assert find_slow_growth(taking(lambda plies: 5e-5 * growth**plies), chain(40)) == quick
    assert 5e-5 * growth ** (quick - 1) < LONG <= 5e-5 * growth**quick


@pytest.mark.parametrize(
    ("seconds", "plies"),
    [
        (lambda plies: 1e-4 if plies < 30 else 100, 40),  # hangs at once
        (lambda plies: 1e-4 * plies, 40),  # not reproducible
        (lambda plies: 1e-3 * 8**plies, 6),  # hangs already on a low tree
    ],
)
def test_a_hang_at_once_or_on_a_low_tree_is_reported(
    seconds: Callable[[int], float], plies: int, taking: Callable[..., Any]
) -> None:
    """A search that only hung once is reported as well."""
    assert find_slow_growth(taking(seconds), chain(plies)) is None


def test_a_search_whose_time_grows_with_depth_gets_lower_trees(taking: Callable[..., Any]) -> None:
    """The search is not refuted, and the tall tree is inconclusive; a search that hangs at once is refuted."""
    slow = TreeJudge(taking(lambda plies: 1e-4 * 2**plies), (Charge(contract("exact")),))
    assert not list(slow.violations(case_of(chain(40))))
    assert (slow.too_slow_from, slow.decided) == (9, {})
    assert not slow.is_low(case_of(chain(9)))
    assert slow.is_low(case_of(chain(8)))
    hangs = TreeJudge(taking(lambda plies: 100 if plies == 40 else 1e-4), (Charge(contract("exact")),))
    ((broken, evidence, _),) = hangs.violations(case_of(chain(40)))
    assert broken.name == "exact"
    assert evidence.run.failure == Timeout(LIMIT)
    assert hangs.too_slow_from is None
