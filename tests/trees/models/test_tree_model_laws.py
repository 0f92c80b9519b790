"""Each tree model's distribution: the frequencies of its trees, and properties of every tree.

Statistical tests have fixed seeds and allow 4.5 standard errors; `samples` explains the power of that.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from families import uniform
from prunecheck import FULL, Number, Search, Tree, Window, from_nested
from prunecheck.contracts.evidence import run
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import values
from prunecheck.trees.models.branch_sums import BranchSums
from prunecheck.trees.models.forward import ForwardModel
from prunecheck.trees.models.independent import FewValues, RandomLeaves
from prunecheck.trees.models.orders import best_first, often_best_first, random_order, worst_first
from prunecheck.trees.models.splitmix import MOST_CHOICES
from prunecheck.trees.models.unprunable import NothingPruned
from prunecheck.trees.unfold import unfolded
from samples import check_frequencies
from searches import EVERY_SEARCH

AnyTree: TypeAlias = Tree[Any, Number]
Law: TypeAlias = dict[tuple[Number, ...], Fraction]  # leaves from left to right -> probability

RANDOM_ORDERS = [random_order, best_first, worst_first, often_best_first]
SHAPES = [(b, d) for b in range(1, 8) for d in range(10) if b**d <= 1200]

both_players = pytest.mark.parametrize("max_at_root", [True, False], ids=["MAX", "MIN"])


def leaf_values(tree: AnyTree) -> tuple[Number, ...]:
    """The leaf values, left to right."""
    return tuple(unfolded(tree).leaf_values)


def test_random_leaves_fill_the_unit_interval() -> None:
    """Over 10,000 seeds, the two leaves of a tree fall equally often into the 5 x 5 cells of the square."""
    found = Counter(
        tuple(int(5 * leaf) for leaf in leaf_values(RandomLeaves(2, 1, seed=seed))) for seed in range(10_000)
    )
    check_frequencies(found, {(x, y): Fraction(1, 25) for x in range(5) for y in range(5)})


def test_random_leaves_are_as_good_as_a_random_order() -> None:
    """4,096 leaves have no ties; over 5,000 seeds the four leaves of a tree come in each order equally often."""
    assert len(set(leaf_values(RandomLeaves(4, 6)))) == 4096
    found: Counter[tuple[int, ...]] = Counter()
    for seed in range(5_000):
        leaves = leaf_values(RandomLeaves(2, 2, seed=seed))
        found[tuple(sorted(range(4), key=leaves.__getitem__))] += 1
    check_frequencies(found, {order: Fraction(1, 24) for order in permutations(range(4))})


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_few_values_are_uniform_and_independent(count: int) -> None:
    """Over 5,000 seeds, each pair of leaf values is equally frequent."""
    found = Counter(leaf_values(FewValues(2, 1, values=count, seed=seed)) for seed in range(5_000))
    check_frequencies(found, {pair: Fraction(1, count**2) for pair in product(range(count), repeat=2)})


def test_neighbouring_leaves_of_one_tree_are_independent() -> None:
    """Among neighbours in a row of 16,384 leaves with three values, the nine pairs are equally frequent."""
    row = leaf_values(FewValues(2, 14, values=3))
    check_frequencies(
        Counter(zip(row[::2], row[1::2], strict=True)),
        {pair: Fraction(1, 9) for pair in product(range(3), repeat=2)},
    )


@pytest.mark.slow_cases("MAX")
@both_players
def test_all_leaf_orders_are_equally_frequent(max_at_root: bool) -> None:
    """Over 5,000 seeds, the 24 permutations are equally frequent."""
    found = Counter(leaf_values(random_order(2, 2, seed=seed, max_at_root=max_at_root)) for seed in range(5_000))
    check_frequencies(found, {order: Fraction(1, 24) for order in permutations(range(4))})


@pytest.mark.parametrize("make", RANDOM_ORDERS)
@pytest.mark.parametrize(("branching", "depth"), [(2, 6), (3, 3), (4, 2), (1, 3), (7, 0)])
def test_each_leaf_of_an_order_occurs_once(make: Callable[..., AnyTree], branching: int, depth: int) -> None:
    """The leaves are 0 to b**d - 1, and sorting does not change the root's value."""
    tree = make(branching, depth, seed=3)
    assert sorted(leaf_values(tree)) == list(range(branching**depth))
    plain = random_order(branching, depth, seed=3)
    assert values(tree, tree.root)[tree.root] == values(plain, plain.root)[plain.root]


def in_order_of_goodness(tree: AnyTree) -> Iterator[list[int]]:
    """For each interior node, the ranks of its children from left to right.

    Rank 0 is the best child for the player to move.
    """
    known = values(tree, tree.root)
    for node in known:
        if not tree.is_terminal(node):
            below = [known[child] for child in tree.children(node)]
            best_to_worst = sorted(below, reverse=tree.is_max(node))
            yield [best_to_worst.index(value) for value in below]


@both_players
@pytest.mark.parametrize("seed", range(5))
def test_sorted_trees_are_sorted_at_every_node(seed: int, max_at_root: bool) -> None:
    """By the oracle's values, best-first trees are sorted by ascending rank, worst-first trees by descending rank."""
    best = best_first(3, 4, seed=seed, max_at_root=max_at_root)
    assert list(in_order_of_goodness(best)) == 40 * [[0, 1, 2]]
    worst = worst_first(3, 4, seed=seed, max_at_root=max_at_root)
    assert list(in_order_of_goodness(worst)) == 40 * [[2, 1, 0]]


@both_players
@pytest.mark.parametrize("probability", [0, Fraction(1, 3), 0.75, 1])
def test_child_orders_are_as_frequent_as_stated(probability: float | Fraction, max_at_root: bool) -> None:
    """The first child is the best with probability p, each other one with (1 - p) / 4; nodes are independent."""
    found: Counter[tuple[int, ...]] = Counter()
    for seed in range(400):
        tree = often_best_first(3, 3, probability=probability, seed=seed, max_at_root=max_at_root)
        found.update(map(tuple, in_order_of_goodness(tree)))
    chance = Fraction(probability)
    law = {ranks: (1 - chance) / 4 if ranks[0] else chance / 2 for ranks in permutations(range(3))}
    check_frequencies(found, law)


def chance_of_order(leaves: tuple[int, ...], chance: Fraction) -> Fraction:
    """The formula in `often_best_first` for the four leaves of b = 2, d = 2: (2 p)^i (2 (1 - p))^(3 - i) / 4!."""
    a, b, c, d = leaves
    best_comes_first = [min(a, b) > min(c, d), a < b, c < d]
    weight = Fraction(1, 24)
    for first in best_comes_first:
        weight *= 2 * chance if first else 2 * (1 - chance)
    return weight


@pytest.mark.fast_cases("chance0")
@pytest.mark.parametrize("chance", [Fraction(1, 3), Fraction(1, 2), Fraction(3, 4), Fraction(1)])
def test_whole_trees_are_as_frequent_as_stated(chance: Fraction) -> None:
    """The 24 orders of four leaves; with p = 1 / b they are equally frequent, with p = 1 only 3 = 24 / 2**3 occur."""
    law = {order: chance_of_order(order, chance) for order in permutations(range(4))}
    assert (set(law.values()) == {Fraction(1, 24)}) == (chance == Fraction(1, 2))
    assert sum(map(bool, law.values())) == (3 if chance == 1 else 24)
    found = Counter(leaf_values(often_best_first(2, 2, probability=chance, seed=seed)) for seed in range(8_000))
    check_frequencies(found, law)


def test_branch_values_are_uniform_and_shared_by_the_leaves_below() -> None:
    """A child's sum minus its parent's is in [0, 1), with each tenth equally frequent; the root's sum is empty."""
    tenths: Counter[int] = Counter()
    for seed in range(20):
        tree = BranchSums(3, 5, seed=seed)
        assert tree.evaluate(tree.root) == 0
        for node in values(tree, tree.root):
            if not tree.is_terminal(node):
                for child in tree.children(node):
                    branch = tree.evaluate(child) - tree.evaluate(node)
                    assert -1e-15 < branch < 1 + 1e-15  # sums are rounded
                    tenths[min(9, int(10 * branch))] += 1
    assert tenths.total() == 20 * 363
    check_frequencies(tenths, {tenth: Fraction(1, 10) for tenth in range(10)})


@given(st.integers(1, 4), st.integers(0, 4), st.integers(1, 9), st.integers(0, 99), st.booleans())
def test_a_forward_value_is_the_minimax_value(
    branching: int, depth: int, count: int, seed: int, max_at_root: bool
) -> None:
    """No child is better than its parent for the player to move, one is as good, none is out of range."""
    tree = ForwardModel(branching, depth, values=count, seed=seed, max_at_root=max_at_root)
    for node, truth in values(tree, tree.root).items():
        assert tree.evaluate(node) == truth
        assert 0 <= truth < count
        if not tree.is_terminal(node):
            below = [tree.evaluate(child) for child in tree.children(node)]
            assert truth in below
            assert all(value <= truth if tree.is_max(node) else value >= truth for value in below)


def forward_law(count: int, value: int, depth: int, *, is_max: bool) -> Law:
    """The probability of each row of leaves below a node with that value at b = 2, by the model's definition."""
    if depth == 0:
        return {(value,): Fraction(1)}
    law: Law = defaultdict(Fraction)
    others = range(value + 1) if is_max else range(value, count)
    for heir, other in product((0, 1), others):
        pair = (value, other) if heir == 0 else (other, value)
        left, right = (forward_law(count, number, depth - 1, is_max=not is_max) for number in pair)
        for (a, p), (b, q) in product(left.items(), right.items()):
            law[a + b] += p * q / (2 * len(others))
    return law


def forward_root_law(count: int, depth: int, *, max_at_root: bool) -> Law:
    """The probability of each row of leaves of a whole tree, whose root value is uniform."""
    law: Law = defaultdict(Fraction)
    for value in range(count):
        for leaves, chance in forward_law(count, value, depth, is_max=max_at_root).items():
            law[leaves] += chance / count
    return law


@pytest.mark.slow_cases("3-2-20000-MAX", "3-2-20000-MIN")
@both_players
@pytest.mark.parametrize(("count", "depth", "trees"), [(2, 1, 500), (4, 1, 3000), (2, 2, 4000), (3, 2, 20_000)])
def test_forward_trees_are_as_frequent_as_defined(count: int, depth: int, trees: int, max_at_root: bool) -> None:
    """Each row of leaves is as frequent as enumerated from the definition."""
    found = Counter(
        leaf_values(ForwardModel(2, depth, values=count, seed=seed, max_at_root=max_at_root)) for seed in range(trees)
    )
    check_frequencies(found, forward_root_law(count, depth, max_at_root=max_at_root))


@pytest.mark.slow_cases("MAX-3-3-expected3", "MIN-3-3-expected3")
@pytest.mark.parametrize(
    ("count", "depth", "expected"),
    [(2, 2, Fraction(13, 4)), (3, 2, Fraction(121, 36)), (2, 3, Fraction(181, 32)), (3, 3, Fraction(143, 24))],
)
@both_players
def test_the_definition_and_the_recursion_have_the_same_expected_leaves(
    count: int, depth: int, expected: Fraction, max_at_root: bool
) -> None:
    """F2's leaves, summed over every row of leaves times its probability, are exact; nothing is drawn."""
    window: Window[Number] = Window(-1, count)
    mean = Fraction(0)
    for leaves, chance in forward_root_law(count, depth, max_at_root=max_at_root).items():
        tree = from_nested(uniform(2, depth, iter(leaves)), max_at_root=max_at_root)
        mean += chance * len(run(EVERY_SEARCH["f2"], tree, window).leaves)
    assert mean == expected


def test_any_child_can_inherit_its_parents_value() -> None:
    """With 2**31 values only the heir has its parent's value: each of five places equally often over 2,000 seeds."""
    heirs: Counter[int] = Counter()
    for seed in range(2_000):
        tree = ForwardModel(5, 1, values=MOST_CHOICES, seed=seed)
        heirs[leaf_values(tree).index(tree.evaluate(tree.root))] += 1
    check_frequencies(heirs, {place: Fraction(1, 5) for place in range(5)})


@both_players
@pytest.mark.parametrize(("branching", "depth"), SHAPES)
def test_for_every_shape_there_are_leaves_that_cannot_be_pruned(branching: int, depth: int, max_at_root: bool) -> None:
    """A(J) < J < B(J) at each leaf, so A < B; the leaves are 0 to b**d - 1."""
    tree: AnyTree = NothingPruned(branching, depth, max_at_root=max_at_root)
    leaves = list(path_bounds(tree, tree.root))
    assert sorted(leaf.value for leaf in leaves) == list(range(branching**depth))
    assert all(leaf.read(FULL) and not leaf.neighbours_cross for leaf in leaves)
    assert all(leaf.lower(FULL) < leaf.value < leaf.upper(FULL) for leaf in leaves)


@pytest.mark.parametrize(("branching", "depth"), [(2, 7), (3, 4), (5, 3)])
@pytest.mark.parametrize("search", EVERY_SEARCH.values(), ids=EVERY_SEARCH)
def test_no_search_prunes_these_leaves(search: Search, branching: int, depth: int) -> None:
    """Every form evaluates all b**d leaves and returns the last one's value."""
    tree = NothingPruned(branching, depth)
    done = run(search, tree, FULL)
    assert len(done.leaves) == branching**depth
    assert done.found == tree.evaluate((depth, branching**depth - 1))
