"""The formulas for uniform trees, compared with enumeration, with searches, and with each other."""

from collections import Counter
from itertools import product
from math import isclose
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import FULL, Number, Tree
from prunecheck.errors import TreeError
from prunecheck.theory.nodes import expected_nodes, fewest_nodes, leaves_by_type, most_nodes
from prunecheck.theory.shallow import fewest_leaves_shallow, growth_bounds_shallow, least_growth_shallow
from prunecheck.theory.uniform import fewest_leaves, most_leaves
from prunecheck.trees.models.independent import RandomLeaves
from prunecheck.trees.models.orders import best_first
from prunecheck.trees.models.unprunable import NothingPruned
from prunecheck.trees.views.recorded import Recorded, recorded
from searches import FORM

SHAPES: Final = [*product((1, 2, 3, 4), range(5)), (2, 9), (3, 6), (7, 3)]

MEAN_NODES: Final = {  # for d = 1, 2, ..., 8, from another program's table
    2: (3, 6.66667, 13.5143, 25.5583, 47.2082, 84.3677, 149.489, 259.488),
    3: (4, 11.4429, 30.9009, 76.1034, 186.590, 435.152, 1017.52, 2304.60),
    5: (6, 23.6713, 93.5350, 320.888, 1128.52, 3678.43, 12193.4, 38734.3),
    8: (9, 47.6507, 270.023, 1257.69, 6168.29, 27527.1, 126058, 552015),
}

SHALLOW_GROWTH: Final = {  # the eigenvalues of Knuth and Moore's matrix, and of the matrix of square roots
    2: (1.8471, 1.9124),
    3: (2.5339, 2.7217),
    4: (3.1420, 3.4733),
    5: (3.7010, 4.1862),
    8: (5.2026, 6.1762),
    10: (6.1117, 7.4202),
}

# growth of F1 from d = 7 to 8, with two standard errors
MEASURED_GROWTH: Final = {2: (1.862, 0.002), 3: (2.588, 0.005), 4: (3.261, 0.016)}

branchings = st.integers(1, 50)
depths = st.integers(0, 40)


def searched(name: str, tree: Tree[Any, Number]) -> Recorded[Any, Number]:
    """The log of one search in the full window."""
    log = recorded(tree)
    FORM[name](log, log.root, FULL.alpha, FULL.beta)
    return log


@pytest.mark.parametrize(("branching", "depth"), SHAPES)
def test_the_minimal_tree_is_what_alpha_beta_visits_in_the_best_order(branching: int, depth: int) -> None:
    """Both the leaves and all nodes are counted."""
    done = searched("fail_soft", best_first(branching, depth, seed=3))
    assert (len(done.leaves), done.visited) == (fewest_leaves(branching, depth), fewest_nodes(branching, depth))


@pytest.mark.parametrize(("branching", "depth"), SHAPES)
@pytest.mark.parametrize("name", ["minimax", "fail_soft"])
def test_the_whole_tree_is_what_is_visited_if_nothing_is_pruned(name: str, branching: int, depth: int) -> None:
    """Both the leaves and all nodes are counted."""
    done = searched(name, NothingPruned(branching, depth))
    assert (len(done.leaves), done.visited) == (most_leaves(branching, depth), most_nodes(branching, depth))


def type_of(path: tuple[int, ...]) -> int | None:
    """The type of a critical leaf, by the child indices on its path from 1; None for other leaves."""
    parts = {0: path[0::2], 1: path[1::2]}
    first_places = [part for part, places in parts.items() if set(places) <= {1}]
    if len(first_places) == 2:
        return 1
    if not first_places:
        return None
    deviation = next(ply for ply, place in enumerate(path) if place != 1)
    return 2 if (len(path) - deviation) % 2 else 3


@pytest.mark.parametrize(("branching", "depth"), [(b, d) for b, d in SHAPES if b**d < 3_000])
def test_the_leaves_of_each_type_are_the_critical_paths(branching: int, depth: int) -> None:
    """Knuth and Moore: a path is critical if it takes first children at all even plies, or at all odd plies."""
    found = Counter(type_of(path) for path in product(range(1, branching + 1), repeat=depth))
    by_type = leaves_by_type(branching, depth)
    assert (found[1], found[2], found[3]) == by_type
    assert sum(by_type) == fewest_leaves(branching, depth)


@pytest.mark.parametrize(("branching", "by_type"), [(2, (1, 15, 15)), (3, (1, 80, 80)), (40, (1, 1_599, 39))])
def test_the_leaves_by_type_are_as_stated(branching: int, by_type: tuple[int, int, int]) -> None:
    """At even depth there are as many leaves of type 2 as of type 3; at odd depth there are more of type 2."""
    assert leaves_by_type(branching, 3 if branching == 40 else 8) == by_type


@given(branching=branchings, depth=depths)
def test_the_minimum_and_the_maximum_grow_by_known_steps(branching: int, depth: int) -> None:
    """Two more plies multiply the minimum plus 1 by b, and one more ply multiplies the maximum by b."""
    assert fewest_leaves(branching, depth + 2) + 1 == branching * (fewest_leaves(branching, depth) + 1)
    assert most_leaves(branching, depth + 1) == branching * most_leaves(branching, depth)
    assert most_nodes(branching, depth + 1) == 1 + branching * most_nodes(branching, depth)


@pytest.mark.parametrize("branching", MEAN_NODES)
def test_the_mean_number_of_nodes_is_as_printed(branching: int) -> None:
    """The printed numbers have six digits, for depths 1 to 8. For depth 0, the root is the only node."""
    found = [expected_nodes(branching, depth) for depth in range(1, 9)]
    assert all(isclose(ours, theirs, rel_tol=1e-5) for ours, theirs in zip(found, MEAN_NODES[branching], strict=True))
    assert expected_nodes(branching, 0) == 1


@pytest.mark.slow
@given(branching=st.integers(1, 50), depth=st.integers(0, 20))
def test_the_mean_number_of_nodes_lies_between_the_fewest_and_the_most(branching: int, depth: int) -> None:
    """As for leaves, the inequality holds up to rounding."""
    mean = expected_nodes(branching, depth) * (1 + 1e-13)
    assert fewest_nodes(branching, depth) <= mean
    assert mean <= most_nodes(branching, depth) * (1 + 1e-12)


@pytest.mark.parametrize(("branching", "depth"), SHAPES)
def test_without_deep_cutoffs_the_best_order_costs_more(branching: int, depth: int) -> None:
    """F1 evaluates T(d) leaves of a tree with the best child first, in any order of the others."""
    done = searched("f1", best_first(branching, depth, seed=3))
    assert len(done.leaves) == fewest_leaves_shallow(branching, depth)


@given(branching=st.integers(2, 50), depth=depths)
def test_deep_cutoffs_matter_from_depth_four_on(branching: int, depth: int) -> None:
    """T(d) is the minimum up to depth 3, and more from depth 4 on."""
    shallow, deep = fewest_leaves_shallow(branching, depth), fewest_leaves(branching, depth)
    assert shallow == deep if depth < 4 else shallow > deep


@given(branching=branchings)
def test_the_least_growth_without_deep_cutoffs_solves_its_recurrence(branching: int) -> None:
    """T(d + 1) / T(d) tends to a root of x^2 = x + b - 1."""
    x = least_growth_shallow(branching)
    assert isclose(x * x, x + branching - 1, rel_tol=1e-12)
    quotient = fewest_leaves_shallow(branching, 901) / fewest_leaves_shallow(branching, 900) if branching < 3 else x
    assert isclose(quotient, x, rel_tol=1e-9)


@pytest.mark.parametrize("branching", SHALLOW_GROWTH)
def test_the_bounds_without_deep_cutoffs_are_knuth_and_moore_s(branching: int) -> None:
    """The bounds are two eigenvalues, to four places."""
    bounds = growth_bounds_shallow(branching)
    assert all(abs(ours - theirs) < 6e-5 for ours, theirs in zip(bounds, SHALLOW_GROWTH[branching], strict=True))


@pytest.mark.parametrize("branching", MEASURED_GROWTH)
def test_the_measured_growth_without_deep_cutoffs_is_within_the_bounds(branching: int) -> None:
    """The growth is that of F1 on random trees, from the seventh ply to the eighth, measured by another program."""
    low, high = growth_bounds_shallow(branching)
    growth, error = MEASURED_GROWTH[branching]
    assert low < growth + error
    assert growth - error < high
    assert least_growth_shallow(branching) < growth - error


def test_a_single_line_of_play_does_not_grow() -> None:
    """With one child at each node there is one leaf."""
    assert growth_bounds_shallow(1) == (1, 1)
    assert least_growth_shallow(1) == fewest_leaves_shallow(1, 30) == 1


@pytest.mark.parametrize(("left", "place", "branching"), [(1, 1, 2), (2, 2, 3), (3, 2, 4)])
def test_the_chance_behind_the_bounds_is_that_of_random_trees(left: int, place: int, branching: int) -> None:
    """Child `place` of child `left` of the root, from 0, is evaluated with probability 1 / C(left + place/b, left)."""
    chance = 1.0
    for nth in range(1, left + 1):
        chance /= 1 + place / branching / nth
    child = left * branching + place
    trees = 2_000
    read = 0
    for seed in range(trees):
        done = searched("f1", RandomLeaves(branching, 2, seed=seed))
        read += (2, child) in done.leaves
    assert abs(read - trees * chance) < 4.5 * (trees * chance * (1 - chance)) ** 0.5


@pytest.mark.parametrize("count", [fewest_nodes, most_nodes, expected_nodes, leaves_by_type, fewest_leaves_shallow])
@pytest.mark.parametrize(("branching", "depth", "names"), [(0, 3, "branching is 0"), (2, -1, "depth is -1")])
def test_an_impossible_tree_is_refused(count: object, branching: int, depth: int, names: str) -> None:
    """The message names the parameter."""
    assert callable(count)
    with pytest.raises(TreeError, match=names):
        count(branching, depth)


def test_a_growth_without_children_is_refused() -> None:
    """The message names the parameter."""
    for growth in (growth_bounds_shallow, least_growth_shallow):
        with pytest.raises(TreeError, match="branching is 0"):
            growth(0)
