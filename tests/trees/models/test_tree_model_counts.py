"""Alpha-beta's mean number of leaves on each tree model, against exact expectations and published means.

Seeds are fixed; a mean may be off by 4.5 standard errors. Every sample is so large that a model or a search with a
true mean 9 % off would fail almost surely, and one 4.5 % off every other time; `check_mean` asserts that. Smaller bugs
are left to the exact tests: complete families, the path-bound law, and the models' distributions.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from statistics import fmean
from typing import Any, Final, TypeAlias

import pytest

from prunecheck import FULL, Number, Search, Tree, Window
from prunecheck.trees.models.branch_sums import BranchSums
from prunecheck.trees.models.forward import ForwardModel
from prunecheck.trees.models.independent import FewValues, RandomLeaves
from prunecheck.trees.models.orders import best_first, often_best_first, random_order, worst_first
from prunecheck.trees.views.recorded import Recorded, recorded
from samples import STANDARD_ERRORS, check_mean, errors_away
from searches import CUTS_AT_EQUALITY, CUTS_WHEN_CROSSED, PARENTS_BOUND_ONLY

AnyTree: TypeAlias = Tree[Any, Number]

ALPHA_BETA: Final = CUTS_AT_EQUALITY["fail_soft"]  # all forms that test `>=` evaluate the same leaves

# b -> N(b, 1), N(b, 2), ..., which are exact fractions, here with seven digits
EXPECTED: Final[dict[int, tuple[float, ...]]] = {
    2: (2, 11 / 3, 719 / 105, 12.04398, 21.64989, 37.15956, 65.12144, 109.9992),
    3: (3, 521 / 70, 19.45806, 45.20245, 110.4866),
    4: (4, 12.14414, 40.11431, 112.7384),
    5: (5, 17.67127, 69.8637),
    10: (10, 55.95958, 384.2504),
    20: (20, 177.1288),
}

PARENTS_BOUND: Final = {  # (b, d) -> leaves of F1 and the standard error: means over 3e7 leaves and more
    (2, 4): (12.7497, 0.00141),
    (2, 5): (23.7462, 0.00342),
    (2, 6): (44.2318, 0.00885),
    (2, 8): (153.375, 0.0579),
    (3, 4): (50.2729, 0.0118),
    (3, 5): (130.321, 0.0497),
    (4, 4): (129.685, 0.0506),
    (5, 4): (267.925, 0.151),
}

NEWBORN: Final = {  # (b, d) -> leaves of F2; the error is at most one unit of the last digit
    **{(b, 2): (m, 0.001) for b, m in zip((2, 3), (3.617, 7.178), strict=True)},
    **{(b, 2): (m, 0.01) for b, m in zip(range(4, 11), (11.43, 16.20, 21.41, 26.98, 32.87, 39.02, 45.39), strict=True)},
    (2, 3): (6.695, 0.001),
    (3, 3): (18.31, 0.01),
    (4, 3): (36.14, 0.01),
    (5, 3): (60.25, 0.01),
    (8, 3): (169.0, 0.1),
    (2, 4): (11.56, 0.01),
    (3, 4): (40.83, 0.01),
    (4, 4): (95.35, 0.01),
    (5, 4): (179.6, 0.1),
    (2, 5): (20.47, 0.01),
    (3, 5): (96.4, 0.1),
    (4, 5): (272.0, 1.0),
}

FORWARD: Final[dict[tuple[int, int, int], float | Fraction]] = {  # (b, values, d) -> leaves of F2: exact, some rounded
    (2, 2, 2): Fraction(13, 4),
    (2, 2, 3): Fraction(181, 32),
    (2, 2, 4): Fraction(139, 16),
    (2, 2, 6): 21.5342,
    (2, 3, 2): Fraction(121, 36),
    (2, 3, 3): Fraction(143, 24),
    (2, 3, 4): Fraction(16421, 1728),
    (2, 3, 6): 24.9924,
    (2, 10, 2): 3.5509,
    (2, 10, 3): 6.48632,
    (2, 10, 4): 10.9895,
    (2, 10, 6): 31.7719,
    (2, 10, 8): 88.2854,
    (3, 5, 2): 6.55253,
    (3, 5, 3): 16.0155,
    (3, 5, 4): 32.8749,
    (3, 5, 6): 149.545,
}

both_players = pytest.mark.parametrize("max_at_root", [True, False], ids=["MAX", "MIN"])


def searched(search: Search, tree: AnyTree, window: Window[Number] = FULL) -> Recorded[Any, Number]:
    """The tree with the log of a search of its root."""
    log = recorded(tree)
    search(log, log.root, window.alpha, window.beta)
    return log


def leaves_read(search: Search, tree: AnyTree, window: Window[Number] = FULL) -> int:
    return len(searched(search, tree, window).leaves)


def seeds(leaves: float | Fraction) -> range:
    """Choose as many seeds as are needed to detect the stated errors. Trees with more leaves need fewer seeds."""
    return range(max(1000, min(3000, int(40_000 / leaves))))


@cache
def random_leaf_counts(branching: int, depth: int, trees: int, *, deep: bool) -> list[int]:
    """The numbers of leaves evaluated in random trees of that shape, with or without deep cutoffs."""
    search = ALPHA_BETA if deep else PARENTS_BOUND_ONLY
    return [leaves_read(search, RandomLeaves(branching, depth, seed=seed)) for seed in range(trees)]


@pytest.mark.slow_cases("10-3-True", "20-2-True", "2-8-True", "3-5-True", "4-4-True")
@pytest.mark.parametrize(
    ("branching", "depth", "max_at_root"),
    [
        *((b, d, True) for b, d in ((2, 8), (3, 5), (4, 4), (5, 3), (10, 3), (20, 2))),
        *((b, d, False) for b, d in ((2, 5), (3, 4), (4, 3))),
    ],
)
def test_the_expected_nodes_at_each_ply_are_those_of_a_tree_of_that_depth(
    branching: int, depth: int, max_at_root: bool
) -> None:
    """The expected number of nodes is N(b, k) at every ply k <= d. The leaves, at ply d, are a special case."""
    by_ply: list[list[int]] = [[] for _ in range(depth + 1)]
    for seed in seeds(EXPECTED[branching][depth - 1]):
        visited = searched(ALPHA_BETA, RandomLeaves(branching, depth, seed=seed, max_at_root=max_at_root))
        plies = [ply for ply, _ in visited.asked("is_terminal")]
        for ply, counts in enumerate(by_ply):
            counts.append(plies.count(ply))
    assert set(by_ply[0]) == {1}
    for counts, expected in zip(by_ply[1:], EXPECTED[branching], strict=False):
        check_mean(counts, expected)


def test_a_strict_test_costs_nothing_without_ties() -> None:
    """The strict test evaluates the same leaves as `>=`, tree by tree."""
    for seed in range(50):
        tree = RandomLeaves(3, 5, seed=seed)
        assert searched(CUTS_WHEN_CROSSED, tree).leaves == searched(ALPHA_BETA, tree).leaves


@pytest.mark.fast_cases("3-4")
@pytest.mark.parametrize(("branching", "depth"), PARENTS_BOUND)
def test_without_deep_cutoffs_more_leaves_are_evaluated(branching: int, depth: int) -> None:
    """Means of F1 are compared, and F1 never evaluates fewer leaves than F2."""
    expected, published_error = PARENTS_BOUND[branching, depth]
    trees = len(seeds(expected))
    counts = random_leaf_counts(branching, depth, trees, deep=False)
    check_mean(counts, expected, published_error=published_error)
    deep = random_leaf_counts(branching, depth, trees, deep=True)
    assert all(fewer <= more for fewer, more in zip(deep, counts, strict=True))


@pytest.mark.parametrize(("branching", "depth"), [(2, 3), (3, 3), (5, 3), (7, 2)])
def test_there_are_no_deep_cutoffs_up_to_depth_three(branching: int, depth: int) -> None:
    """Tree by tree, F1 evaluates as many leaves as F2."""
    shallow = random_leaf_counts(branching, depth, 100, deep=False)
    assert shallow == random_leaf_counts(branching, depth, 100, deep=True)


@pytest.mark.slow
def test_the_samples_are_large_enough_to_distinguish_f1_and_f2() -> None:
    """At b = 2, d = 4 the means differ by 6 %, and a sample of one is far outside the other's margin."""
    shallow = random_leaf_counts(2, 4, 4000, deep=False)
    deep = random_leaf_counts(2, 4, 4000, deep=True)
    assert errors_away(shallow, EXPECTED[2][3]) > 2 * STANDARD_ERRORS
    assert errors_away(deep, PARENTS_BOUND[2, 4][0]) > 2 * STANDARD_ERRORS


@pytest.mark.parametrize(
    ("search", "depth", "total", "family"),
    [
        (ALPHA_BETA, 3, 1_502, 2**8),
        (ALPHA_BETA, 4, 622_810, 2**16),
        (PARENTS_BOUND_ONLY, 4, 678_146, 2**16),
        (CUTS_WHEN_CROSSED, 4, 947_686, 2**16),
    ],
    ids=["d = 3", "d = 4", "F1", "strict"],
)
def test_two_values_cost_the_average_of_the_complete_family(
    search: Search, depth: int, total: int, family: int
) -> None:
    """Leaves are 0 and 1 at b = 2, with many ties; the averages are over all 2**8 and 2**16 trees."""
    counts = [leaves_read(search, FewValues(2, depth, values=2, seed=seed)) for seed in range(4000)]
    check_mean(counts, Fraction(total, family), notices=0.06)


@pytest.mark.fast_cases("3-3-19.45806-MAX")
@both_players
@pytest.mark.parametrize(
    ("branching", "depth", "expected"),
    [(2, 3, Fraction(276_096, 40_320)), (3, 2, Fraction(2_700_864, 362_880)), (3, 3, EXPECTED[3][2])],
)
def test_random_orders_cost_what_random_leaves_do(
    branching: int, depth: int, expected: float | Fraction, max_at_root: bool
) -> None:
    """The mean is N(b, d), which in the first two cases is the average over all orders of the leaves."""
    counts = [
        leaves_read(ALPHA_BETA, random_order(branching, depth, seed=seed, max_at_root=max_at_root))
        for seed in seeds(expected)
    ]
    check_mean(counts, expected)


def minimum(branching: int, depth: int) -> int:
    """The leaves of the minimal tree of Knuth and Moore."""
    leaves: int = branching ** (depth - depth // 2) + branching ** (depth // 2) - 1
    return leaves


def certainly_best_first(branching: int, depth: int, *, seed: int, max_at_root: bool) -> AnyTree:
    """Trees with the best child of every node first and the others at random."""
    return often_best_first(branching, depth, probability=1, seed=seed, max_at_root=max_at_root)


@both_players
@pytest.mark.parametrize("make", [best_first, certainly_best_first])
@pytest.mark.parametrize(("branching", "depth"), [*product((2, 3, 4), (1, 2, 3, 4)), (1, 4), (2, 9), (3, 6), (5, 4)])
def test_the_best_child_first_costs_the_minimal_tree(
    make: Callable[..., AnyTree], branching: int, depth: int, max_at_root: bool
) -> None:
    """The cost is exactly b^ceil(d/2) + b^floor(d/2) - 1 leaves, in any order of the other children."""
    for seed in range(4):
        tree = make(branching, depth, seed=seed, max_at_root=max_at_root)
        assert leaves_read(ALPHA_BETA, tree) == minimum(branching, depth)


@both_players
@pytest.mark.parametrize(("branching", "depth"), [*product((2, 3, 4), (1, 2, 3)), (7, 3)])
def test_worst_first_nothing_is_pruned_up_to_depth_three(branching: int, depth: int, max_at_root: bool) -> None:
    """All b**d leaves of every tree are evaluated."""
    for seed in range(20):
        tree = worst_first(branching, depth, seed=seed, max_at_root=max_at_root)
        assert leaves_read(ALPHA_BETA, tree) == branching**depth


@pytest.mark.slow
@both_players
def test_worst_first_one_tree_in_six_is_cut_at_depth_four(max_at_root: bool) -> None:
    """At b = 2: 17 % of random trees, exactly 872 / 5005; on average 712148 / 45045 of 16 leaves are read.

    MAX is to move at the root, and the worse child of the root has the value x. Only a deep cutoff is possible: below
    the better child, in the lower of the two MIN nodes of a MAX node, if both its leaves are below x. For a pair of MIN
    nodes whose MAX node exceeds x, let bad(x) be the probability of that, and good(x) that of the opposite. With a = (1
    - x)**2, c = 2 x (1 - x) and e = x**2 for two, one and no leaf above x, good = a**2 + 2 a c and bad = 2 a e. With G
    the distribution of x, a tree keeps all leaves with probability 2 * integral of good**2 dG, and loses on average 2 *
    integral of 2 bad (good + bad) dG leaves.
    """
    counts = [leaves_read(ALPHA_BETA, worst_first(2, 4, seed=seed, max_at_root=max_at_root)) for seed in range(5000)]
    check_mean([int(count < 16) for count in counts], Fraction(872, 5005), notices=0.3)
    check_mean(counts, Fraction(712_148, 45_045), notices=0.005)
    assert min(counts) == 14


@pytest.mark.slow
def test_worst_first_wider_and_deeper_trees_are_cut_more() -> None:
    """At b = 3, d = 4, 73 of 81 leaves is a known count, and it occurs; at b = 4, d = 6 every tree is pruned."""
    assert 73 in {leaves_read(ALPHA_BETA, worst_first(3, 4, seed=seed)) for seed in range(200)}
    assert all(leaves_read(ALPHA_BETA, worst_first(4, 6, seed=seed)) < 4_096 for seed in range(3))


@pytest.mark.fast_cases("chance4")
@pytest.mark.parametrize("chance", [Fraction(0), Fraction(1, 5), Fraction(1, 2), Fraction(9, 10), Fraction(1)])
def test_the_chance_of_a_good_first_child_sets_the_cost(chance: Fraction) -> None:
    """At b = 2, d = 2, 4 - p (1 + 2 p) / 3 leaves: 4 at p = 0, 11/3 at p = 1/2, 3 at p = 1.

    The last leaf is cut off if the better pair comes first and the third leaf is less than both leaves of that pair.
    That is certain if the third leaf is the lesser of its pair, with probability p; else the greater leaf must be the
    least of the other three: 1 in 3.
    """
    counts = [leaves_read(ALPHA_BETA, often_best_first(2, 2, probability=chance, seed=seed)) for seed in range(4000)]
    check_mean(counts, 4 - chance * (1 + 2 * chance) / 3, notices=0.05)


@pytest.mark.fast_cases("4-3-MAX")
@both_players
@pytest.mark.parametrize(("branching", "depth"), [(2, 5), (3, 4), (4, 3)])
def test_a_probability_of_one_in_b_is_random_order(branching: int, depth: int, max_at_root: bool) -> None:
    """With probability 1 / b, the distribution is that of random order, and so are the costs."""
    chance, expected = Fraction(1, branching), EXPECTED[branching][depth - 1]
    counts = [
        leaves_read(
            ALPHA_BETA, often_best_first(branching, depth, probability=chance, seed=seed, max_at_root=max_at_root)
        )
        for seed in seeds(expected)
    ]
    check_mean(counts, expected)


@pytest.mark.slow
def test_more_best_children_first_means_fewer_leaves() -> None:
    """At b = 3, d = 4, the means for p = 0, 1/4, 1/2, 3/4 and 1 decrease by far more than chance."""
    means = [
        fmean(leaves_read(ALPHA_BETA, often_best_first(3, 4, probability=p / 4, seed=seed)) for seed in range(150))
        for p in range(5)
    ]
    assert all(more > less + 2 for more, less in pairwise(means))
    assert means[4] == minimum(3, 4)


@pytest.mark.slow_cases("?-5", "4-4", "5-?", "8-3")
@pytest.mark.parametrize(("branching", "depth"), NEWBORN)
def test_branch_sums_cost_what_was_measured(branching: int, depth: int) -> None:
    """The costs are means of Newborn's model from an independent measurement."""
    mean, error = NEWBORN[branching, depth]
    counts = [leaves_read(ALPHA_BETA, BranchSums(branching, depth, seed=seed)) for seed in seeds(mean)]
    check_mean(counts, mean, published_error=error)


@both_players
def test_two_plies_of_two_branches_cost_exactly_217_sixtieths(max_at_root: bool) -> None:
    """Three leaves are always evaluated, and the fourth if u2 + w > u1 + min(w1, w2), with probability 37/60."""
    counts = [leaves_read(ALPHA_BETA, BranchSums(2, 2, seed=seed, max_at_root=max_at_root)) for seed in range(10_000)]
    check_mean(counts, Fraction(217, 60), notices=0.02)


@pytest.mark.slow_cases("*-5-*", "*-6-*", "*-8-*", "2-10-*", "2-3-4-False")
@pytest.mark.parametrize(
    ("branching", "count", "depth", "max_at_root"),
    [*((*cell, True) for cell in FORWARD), *((b, n, d, False) for b, n, d in FORWARD if d in {3, 4})],
)
def test_the_forward_model_costs_what_its_recursion_says(
    branching: int, count: int, depth: int, max_at_root: bool
) -> None:
    """The expectations are exact, over all trees of the model, in the window (-1, n)."""
    window: Window[Number] = Window(-1, count)
    expected = FORWARD[branching, count, depth]
    counts = [
        leaves_read(
            ALPHA_BETA, ForwardModel(branching, depth, values=count, seed=seed, max_at_root=max_at_root), window
        )
        for seed in seeds(expected)
    ]
    check_mean(counts, expected)
