"""The cost of the best order of children, and the effect of the worst order.

Figures: the minimal tree of D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (1975); node counts by
brute force. Without deep cutoffs the minimum is T(d) = T(d - 1) + (b - 1) T(d - 2).
"""

from fractions import Fraction
from itertools import product

import pytest

from prunecheck import FULL, ExplicitTree, Number, Search, from_nested
from prunecheck.contracts.evidence import run
from prunecheck.oracle.fewest_leaves import fewest_leaves
from prunecheck.oracle.minimax import values
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.ordered import ordered
from prunecheck.trees.views.recorded import recorded
from searches import CUTS_AT_EQUALITY, CUTS_WHEN_CROSSED, EVERY_SEARCH, PARENTS_BOUND_ONLY, SCOUTS
from trees_by_size import best_first, shuffled

DEEP = {**CUTS_AT_EQUALITY, "strict_test": CUTS_WHEN_CROSSED}  # they only differ on ties, and these trees have none
SIZES = [(2, 1), (2, 2), (2, 3), (2, 4), (2, 6), (3, 2), (3, 3), (3, 4), (4, 3), (5, 2), (6, 2)]
LARGE = [(b, d) for b, d in product(range(2, 7), range(1, 9)) if b**d <= 70_000 and (b, d) not in SIZES]


def minimum(branching: int, depth: int) -> int:
    """The number of leaves in the minimal tree."""
    leaves: int = branching ** (depth - depth // 2) + branching ** (depth // 2) - 1
    return leaves


def minimum_of_f1(branching: int, depth: int) -> int:
    """The number of leaves in the minimal tree of a search without deep cutoffs."""
    leaves = [1, branching]
    while len(leaves) <= depth:
        leaves.append(leaves[-1] + (branching - 1) * leaves[-2])
    return leaves[depth]


def worst_first(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """The tree with the worst child first at every node, by true values."""
    known = values(tree, tree.root)
    return unfolded(ordered(tree, by=lambda node: -known[node]))


def nothing_to_prune(
    branching: int, depth: int, low: Fraction, high: Fraction, *, is_max: bool = True
) -> tuple[object, Fraction]:
    """A uniform tree in which every leaf has A < B, and its value, between `low` and `high`.

    Each child is better for the player to move than the one before, and worse than what the opponent has elsewhere.
    """
    if depth == 0:
        middle = (low + high) / 2
        return middle, middle
    children = []
    for _ in range(branching):
        child, value = nothing_to_prune(branching, depth - 1, low, high, is_max=not is_max)
        children.append(child)
        low, high = (value, high) if is_max else (low, value)
    return children, low if is_max else high


@pytest.mark.parametrize("max_at_root", [True, False], ids=["MAX", "MIN"])
@pytest.mark.parametrize(("branching", "depth"), SIZES)
@pytest.mark.parametrize("search", DEEP.values(), ids=DEEP)
def test_the_best_order_costs_the_minimal_tree(search: Search, branching: int, depth: int, max_at_root: bool) -> None:
    """With the best child first and distinct leaves, b^ceil(d/2) + b^floor(d/2) - 1 leaves are evaluated."""
    tree = best_first(shuffled(branching, depth, max_at_root=max_at_root))
    assert len(run(search, tree, FULL).leaves) == minimum(branching, depth)


@pytest.mark.slow_cases(*(f"{branching}-{depth}" for branching, depth in LARGE))
@pytest.mark.parametrize(("branching", "depth"), [*SIZES, *LARGE])
def test_the_best_order_needs_no_second_search_with_null_windows(branching: int, depth: int) -> None:
    """SCOUT, PVS and NegaScout make as many evaluations as alpha-beta, namely those of the minimal tree."""
    tree = best_first(shuffled(branching, depth))
    for search in SCOUTS.values():
        assert len(run(search, tree, FULL).leaves) == minimum(branching, depth)


@pytest.mark.parametrize(("branching", "depth"), SIZES)
@pytest.mark.parametrize("search", DEEP.values(), ids=DEEP)
def test_the_ordered_view_by_true_values_costs_no_more(search: Search, branching: int, depth: int) -> None:
    """Sorting by the oracle's values during the search is as good as a sorted tree."""
    tree = shuffled(branching, depth)
    view = ordered(tree, by=values(tree, tree.root).__getitem__)
    assert len(run(search, view, FULL).leaves) == minimum(branching, depth)


@pytest.mark.parametrize(("branching", "depth"), SIZES)
def test_f1_in_the_best_order_obeys_its_recurrence(branching: int, depth: int) -> None:
    """Without deep cutoffs, the best order costs T(d), which exceeds the minimum from depth 4 on."""
    read = len(run(PARENTS_BOUND_ONLY, best_first(shuffled(branching, depth)), FULL).leaves)
    assert read == minimum_of_f1(branching, depth)
    assert (read > minimum(branching, depth)) == (depth >= 4)


def test_the_minima_of_f1_for_two_moves_are_fibonacci_numbers() -> None:
    """The numbers are T(1) to T(8) for b = 2."""
    assert [minimum_of_f1(2, depth) for depth in range(1, 9)] == [2, 3, 5, 8, 13, 21, 34, 55]


@pytest.mark.parametrize(("branching", "f2_leaves", "f1_leaves"), [(2, 7, 8), (3, 17, 21), (4, 31, 40), (5, 49, 65)])
def test_deep_cutoffs_first_matter_at_depth_four(branching: int, f2_leaves: int, f1_leaves: int) -> None:
    """The minimal numbers of leaves with and without deep cutoffs first differ at d = 4."""
    tree = best_first(shuffled(branching, 4))
    assert len(run(CUTS_AT_EQUALITY["f2"], tree, FULL).leaves) == f2_leaves
    assert len(run(PARENTS_BOUND_ONLY, tree, FULL).leaves) == f1_leaves


@pytest.mark.parametrize(("branching", "depth", "nodes"), [(2, 4, 18), (3, 4, 37), (4, 6, 268)])
@pytest.mark.parametrize("search", DEEP.values(), ids=DEEP)
def test_the_nodes_of_the_minimal_tree_are_counted(search: Search, branching: int, depth: int, nodes: int) -> None:
    """Nodes of all levels count, root and leaves included."""
    log = recorded(best_first(shuffled(branching, depth)))
    search(log, log.root, FULL.alpha, FULL.beta)
    assert log.visited == nodes == sum(minimum(branching, level) for level in range(depth + 1))


@pytest.mark.parametrize(("branching", "depth"), SIZES)
def test_no_order_of_distinct_leaves_needs_fewer(branching: int, depth: int) -> None:
    """The smallest proof of a uniform tree's value has as many leaves as the minimal tree, in any order of children."""
    tree = shuffled(branching, depth)
    assert fewest_leaves(tree, FULL) == fewest_leaves(best_first(tree), FULL) == minimum(branching, depth)


@pytest.mark.parametrize("branching", range(2, 7))
def test_a_node_examines_2b_minus_1_grandchildren_at_best(branching: int) -> None:
    """Source 003 compares its best case of two plies with b * b for minimax."""
    tree = best_first(shuffled(branching, 2))
    assert len(run(CUTS_AT_EQUALITY["moving_bounds"], tree, FULL).leaves) == 2 * branching - 1
    assert len(run(EVERY_SEARCH["minimax"], tree, FULL).leaves) == branching**2


def test_with_ties_the_best_order_does_not_save_the_strict_form() -> None:
    """On [[1, 1], [1, 1]], every order is best: `>=` evaluates three leaves, the strict test all four."""
    tree = from_nested([[1, 1], [1, 1]])
    assert best_first(tree) == tree
    assert {len(run(search, tree, FULL).leaves) for search in CUTS_AT_EQUALITY.values()} == {3}
    assert len(run(CUTS_WHEN_CROSSED, tree, FULL).leaves) == 4


@pytest.mark.parametrize("search", DEEP.values(), ids=DEEP)
def test_the_worst_order_still_prunes_a_leaf_of_some_trees(search: Search) -> None:
    """This tree of depth 4 is sorted worst first throughout, but 1 of 16 leaves is still pruned."""
    tree = from_nested([[[[5, 2], [11, 7]], [[9, 1], [12, 6]]], [[[4, 0], [15, 14]], [[10, 3], [13, 8]]]])
    assert worst_first(tree) == tree
    assert len(run(search, tree, FULL).leaves) == 15


@pytest.mark.parametrize(("branching", "depth"), [*product((2, 3, 4), (1, 2, 3, 4)), (2, 7)])
@pytest.mark.parametrize("search", EVERY_SEARCH.values(), ids=EVERY_SEARCH)
def test_for_some_leaf_values_nothing_is_pruned(search: Search, branching: int, depth: int) -> None:
    """For every b and d there are leaf values with which all b^d leaves are evaluated."""
    nested, value = nothing_to_prune(branching, depth, Fraction(0), Fraction(1))
    done = run(search, from_nested(nested), FULL)
    assert done.found == value
    assert len(done.leaves) == branching**depth
