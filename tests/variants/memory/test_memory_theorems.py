"""Theorems about tables, as properties, and false beliefs about them, each with its smallest witness."""

from itertools import product, repeat
from typing import Any, Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from families import Leaves, evaluations_and_leaves
from prunecheck import INF, ExplicitTree, Number, Tree, from_nested
from prunecheck.catalog import variant
from prunecheck.contracts.value import FISHBURN
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.trees.explicit import build
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.protocol import N
from prunecheck.trees.search import value_of
from prunecheck.trees.small import filled, nodes, shapes
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.walk import heights
from prunecheck.trees.window import windows_of_same_kind
from prunecheck.variants.memory.call_with_table import for_mover_with_memory
from prunecheck.variants.memory.remembered import remembered
from prunecheck.variants.memory.table import Table
from prunecheck.variants.memory.table_move import table_move
from prunecheck.variants.memory.with_memory import with_memory

RECURSIVE: Final = (
    *("f2", "negamax_alpha_beta", "fail_soft", "two_functions", "clamped", "delayed_test", "strict_test"),
    *("moving_bounds", "inherited_bounds", "f1", "pvs", "negascout"),
)
TABLE_MOVE: Final = for_mover_with_memory(table_move)


@pytest.mark.fast_cases("fail_soft", "clamped")
@pytest.mark.parametrize("name", RECURSIVE)
@settings(max_examples=30)
@given(tree=trees(static_values=False, extreme_values=False), data=st.data())
def test_the_cache_lemma(name: str, tree: ExplicitTree[Number], data: st.DataObject) -> None:
    """A result outside its window may narrow the next window; the result there is also right for the wider window.

    T. Nipkow, Alpha_Beta_Pruning: `ab_twice_lb` for a result from beta up, `ab_twice_ub` for one from alpha down.
    """
    search, truth = variant(name).search, value(tree, tree.root)
    windows = st.sampled_from(windows_of_same_kind(tree.leaf_values))
    first, second = data.draw(windows), data.draw(windows)
    bound = value_of(search(tree, tree.root, first.alpha, first.beta))
    alpha, beta = second.alpha, second.beta
    if bound >= first.beta:
        alpha = max(alpha, bound)
    if bound <= first.alpha:
        beta = min(beta, bound)
    if alpha < beta:
        found = value_of(search(tree, tree.root, alpha, beta))
        assert FISHBURN.holds(found, truth, second)


Family: TypeAlias = tuple[int, int, Leaves]
GOLDEN: Final[dict[Family, tuple[int, int]]] = {  # (all evaluations, evaluations without repetitions)
    (2, 2, "orders"): (94, 88),
    (2, 3, "orders"): (281_952, 271_872),
    (3, 2, "orders"): (2_902_464, 2_700_864),
    (2, 3, "bits"): (1_488, 1_488),
    (2, 4, "bits"): (611_774, 611_774),
}


@pytest.mark.slow_cases("b2-d3-orders", "b3-*", "b2-d4-*")
@pytest.mark.parametrize("family", GOLDEN, ids="b{0[0]}-d{0[1]}-{0[2]}".format)
def test_negascout_with_memory_has_these_totals_over_complete_families(family: Family) -> None:
    """Independent programs counted them, which store leaves and search them again if their value is in the window."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return value_of(variant("negascout_with_memory").search(tree, node, alpha, beta))

    assert evaluations_and_leaves(search, *family) == GOLDEN[family]


@pytest.mark.slow
def test_a_table_saves_a_third_of_the_positions_of_othello() -> None:
    """The 4 x 4 game has 15,138 visits without a table, 9,043 with an unlimited one, 10,536 with 1,024 slots."""
    visited = []
    for table in (Table(1), Table(1024), Table()):
        log = recorded(Othello(4))
        tree = remembered(log, table)
        assert with_memory(tree, tree.root, -INF, INF) == -8
        visited.append(log.visited)
    assert visited == [15_138, 10_536, 9_043]


def leaves_of_deepening(tree: ExplicitTree[Any], depth: int) -> tuple[int, int]:
    """The leaves of the last of several searches, to depths 1, 2, ..., with and without a shared table."""
    table = Table()
    for plies in range(1, depth + 1):
        log = recorded(Cut(tree, plies))
        shallow = remembered(log, table)
        TABLE_MOVE(shallow, shallow.root, -INF, INF)
    plain = recorded(Cut(tree, depth))
    variant("fail_soft").search(plain, plain.root, -INF, INF)
    return len(log.leaves), len(plain.leaves)


def test_a_table_can_cost_leaves() -> None:
    """The belief "a table never costs nodes" is false: here, the search to depth 1 picks the second move as the best.

    The static value of [0, 0] is 1. The second search tries that move first, and evaluates 3 leaves instead of 2.
    """
    assert leaves_of_deepening(build([[1, 2], [], [3, 4], [], []], [0, 0, 1, 0, 0]), 2) == (3, 2)


@pytest.mark.slow
def test_no_smaller_tree_shows_that_a_table_can_cost_leaves() -> None:
    """Smaller trees are all trees with up to 3 leaves and fewer than 5 nodes, or fewer leaves and up to 6 nodes."""
    tried = 0
    for leaves, singles in product((1, 2, 3), range(4)):
        for shape in shapes(leaves, single_children=singles):
            if nodes(shape) > (6 if leaves < 3 else 4):
                continue
            tree = from_nested(filled(shape, repeat(0)))
            for values in product((0, 1, 2), repeat=len(tree)):
                with_table, without = leaves_of_deepening(tree.replaced(values=values), heights(tree, 0)[0] or 1)
                assert with_table <= without
                tried += 1
    assert tried > 1_000


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(tree=trees(static_values=False))
def test_in_one_search_in_the_same_order_a_table_never_costs_a_leaf(tree: ExplicitTree[Number]) -> None:
    """Without table moves, each window is inside that of alpha-beta, so no search evaluates more leaves."""
    for window in windows_of_same_kind(tree.leaf_values)[:20]:
        found = []
        for search in ("with_memory", "inherited_bounds"):
            log = recorded(tree)
            variant(search).search(log, log.root, window.alpha, window.beta)
            found.append(len(log.leaves))
        assert found[0] <= found[1]
