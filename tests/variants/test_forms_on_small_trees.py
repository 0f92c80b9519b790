"""The forms on every tree with one to four leaves, at most one single child, and every window.

A search that only compares and negates values sees only their order, so ranks represent all values. With both players
at the root there are 343,692 cases that differ by order. The fast tests take the 8,190 with up to three leaves.
"""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from prunecheck import FULL, ExplicitTree, Number, Window, from_nested
from prunecheck.contracts.case import Case
from prunecheck.contracts.contract import Contract
from prunecheck.contracts.evidence import Evidence, run
from prunecheck.contracts.value import CLAMPED, FISHBURN
from prunecheck.contracts.visits import SHALLOW_VISITS, STRICT_VISITS, VISITS, WINDOWLESS_VISITS
from prunecheck.oracle.minimax import value
from prunecheck.trees.small import Shape, filled
from prunecheck.trees.views.recorded import recorded
from searches import CUTS_AT_EQUALITY, EVERY_SEARCH, PRUNES_NOTHING
from trees_by_size import small_cases

CASES = {3: 8_190, 4: 343_692}  # by the maximum number of leaves
CLAIMS: dict[str, tuple[Contract, ...]] = {
    **dict.fromkeys(CUTS_AT_EQUALITY, (FISHBURN, VISITS)),
    "clamped": (FISHBURN, VISITS, CLAMPED),
    "strict_test": (FISHBURN, STRICT_VISITS),
    "f1": (FISHBURN, SHALLOW_VISITS),
    "hughes": (FISHBURN, WINDOWLESS_VISITS),
}


each_size = pytest.mark.parametrize("most", [3, pytest.param(4, marks=pytest.mark.slow)])


def every_order(most: int) -> Iterator[tuple[Shape, tuple[int, ...], int, int]]:
    for leaves in range(1, most + 1):
        for single_children in (0, 1):
            yield from small_cases(leaves, single_children=single_children)


@cache
def spread(ranks: tuple[int, ...], alpha: int, beta: int) -> tuple[tuple[int, ...], Window[Number]]:
    """The same order with leaves at 0, 3, 6, ... and ends at or between them, so that windows share a tree."""

    def at(rank: int, below_next: int) -> int:
        lower = len({other for other in ranks if other < rank})
        return 3 * lower if rank in ranks else 3 * lower - below_next

    return tuple(at(rank, 0) for rank in ranks), Window(at(alpha, 2), at(beta, 1))


@cache
def small_trees(most: int) -> list[tuple[ExplicitTree[Number], list[Window[Number]]]]:
    """Each tree once, with all its windows."""
    windows: dict[tuple[Shape, tuple[int, ...]], list[Window[Number]]] = {}
    for shape, ranks, alpha, beta in every_order(most):
        leaves, window = spread(ranks, alpha, beta)
        windows.setdefault((shape, leaves), []).append(window)
    return [
        (from_nested(filled(shape, iter(leaves)), max_at_root=max_at_root), found)
        for (shape, leaves), found in windows.items()
        for max_at_root in (True, False)
    ]


@cache
def first_breaks() -> dict[tuple[str, str], str | None]:
    """For each form and contract, the first case with up to three leaves that violates it, as text, or None."""
    found: dict[tuple[str, str], str | None] = {
        (name, contract.name): None for name, contracts in CLAIMS.items() for contract in contracts
    }
    for tree, windows in small_trees(3):
        case = Case(tree, windows)
        for name, contracts in CLAIMS.items():
            search = EVERY_SEARCH[name]
            for nth, window in enumerate(windows):
                done = run(search, tree, window)
                evidence = Evidence(case, nth, done, search)
                for contract in contracts:
                    if found[name, contract.name] is None and contract.judge(evidence) is not None:
                        found[name, contract.name] = f"{tree!r} in {window}: found {done.found}, read {done.leaves}"
    return found


def first_exception(rule: Callable[[ExplicitTree[Number], Window[Number], Number], bool], most: int) -> str | None:
    """The first case in which `rule(tree, window, truth)` does not hold, as text, or None."""
    for tree, windows in small_trees(most):
        truth = value(tree, tree.root)
        for window in windows:
            if not rule(tree, window, truth):
                return f"{tree!r} in {window}"
    return None


@each_size
def test_all_small_cases_are_generated(most: int) -> None:
    """The cases have both players at the root, every shape, and every weak order of leaves and window ends."""
    assert 2 * sum(1 for _ in every_order(most)) == CASES[most]
    assert sum(len(set(windows)) for _, windows in small_trees(most)) == CASES[most]


@pytest.mark.parametrize("name", CLAIMS)
def test_every_value_is_a_bound_on_the_true_value(name: str) -> None:
    """All forms satisfy `fishburn`, and inside the window each value is exact."""
    assert first_breaks()[name, "fishburn"] is None


@pytest.mark.parametrize("name", CUTS_AT_EQUALITY)
def test_a_form_that_cuts_at_equality_evaluates_the_leaves_with_a_below_b(name: str) -> None:
    """Every form with the test `>=` evaluates exactly the leaves that the path-bound law requires, in order."""
    assert first_breaks()[name, "visits"] is None


def test_the_strict_form_evaluates_the_leaves_with_a_not_above_b() -> None:
    """Source 002 also evaluates leaves with A = B, but never those with A > B."""
    assert first_breaks()["strict_test", "strict-visits"] is None


def test_f1_evaluates_the_leaves_that_no_neighbouring_levels_exclude() -> None:
    """Without deep cutoffs, only a parent's bound cuts off."""
    assert first_breaks()["f1", "shallow-visits"] is None


def test_hughes_evaluates_the_leaves_that_no_neighbouring_levels_exclude_in_any_window() -> None:
    """The pipeline of lazy lists takes no window."""
    assert first_breaks()["hughes", "windowless-visits"] is None


def test_the_clamped_form_clamps_single_leaves() -> None:
    """Bird and Hughes's form always returns max(alpha, min(v, beta))."""
    assert first_breaks()["clamped", "clamped"] is None


@each_size
@pytest.mark.parametrize("name", EVERY_SEARCH)
def test_with_the_full_window_every_value_is_right(name: str, most: int) -> None:
    """Each form finds the minimax value of each small tree."""
    search = EVERY_SEARCH[name]
    assert [tree for tree, _ in small_trees(most) if run(search, tree, FULL).found != value(tree, tree.root)] == []


@each_size
@pytest.mark.parametrize("name", PRUNES_NOTHING)
def test_a_form_without_a_window_evaluates_every_leaf(name: str, most: int) -> None:
    """Minimax and negamax prune nothing."""
    search = PRUNES_NOTHING[name]
    assert [
        tree
        for tree, _ in small_trees(most)
        if run(search, tree, FULL).leaves != [node for node in range(len(tree)) if tree.is_terminal(node)]
    ] == []


@each_size
def test_sources_000_and_003_and_f2_are_one_function(most: int) -> None:
    """All three are F2 without clamping: values and node visits are equal, interior nodes included."""

    def agree(tree: ExplicitTree[Number], window: Window[Number], truth: Number) -> bool:
        done = []
        for name in ("f2", "negamax_alpha_beta", "moving_bounds"):
            log = recorded(tree)
            found = EVERY_SEARCH[name](log, tree.root, window.alpha, window.beta)
            done.append((found, log.asked("is_terminal")))
        return done[0] == done[1] == done[2]

    assert first_exception(agree, most) is None


@each_size
def test_the_two_functions_clamp_every_node_with_children(most: int) -> None:
    """Source 001 returns the far bound when it fails, and only leaves a tree of a single leaf unclamped."""
    search = CUTS_AT_EQUALITY["two_functions"]

    def clamps(tree: ExplicitTree[Number], window: Window[Number], truth: Number) -> bool:
        found = search(tree, tree.root, window.alpha, window.beta)
        return found == (truth if tree.is_terminal(tree.root) else max(window.alpha, min(truth, window.beta)))

    assert first_exception(clamps, most) is None


@each_size
def test_source_000_leaves_the_window_only_by_the_value_of_a_leaf_that_crosses_beta(most: int) -> None:
    """For the player to move, F2's result is at least alpha, and only exceeds beta because a child is a leaf."""
    search = CUTS_AT_EQUALITY["negamax_alpha_beta"]

    def holds(tree: ExplicitTree[Number], window: Window[Number], truth: Number) -> bool:
        found = search(tree, tree.root, window.alpha, window.beta)
        if tree.is_terminal(tree.root) or window.alpha <= found <= window.beta:
            return True
        crossed = found > window.beta if tree.is_max(tree.root) else found < window.alpha
        return crossed and any(
            tree.is_terminal(child) and tree.evaluate(child) == found for child in tree.children(tree.root)
        )

    assert first_exception(holds, most) is None
