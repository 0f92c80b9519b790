"""Growth with depth: a search's mean number of leaves by depth, and effective branching factors."""

from math import isclose

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import FULL, TreeError
from prunecheck.catalog import VARIANTS, variant
from prunecheck.measure.comparison import ALPHA_BETA, Growth
from prunecheck.measure.counts import counted
from prunecheck.measure.plan import MOST_LEAVES, ComparisonPlan, NamedSearch, Shapes, named
from prunecheck.measure.ratios import EXPECTED, FEWEST, MOST, REFERENCES, growth_rates, rates, reference_rates
from prunecheck.measure.session import compare
from prunecheck.theory.uniform import pearl_branching
from prunecheck.trees.models.catalog import MODELS, named_model
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import value_of

MINIMAX, F1 = named(variant("minimax")), named(variant("f1"))


def grown(
    model: str, *searches: NamedSearch, branching: int = 3, depths: tuple[int, ...], trees: int = 3
) -> dict[str, Growth]:
    """The growth of each search on a tree model."""
    shapes = Shapes(named_model(model), branching, depths, trees)
    return {row.search: row for row in compare(ComparisonPlan(searches, growth=(shapes,))).growth}


@pytest.mark.parametrize("model", sorted(MODELS))
def test_leaves_by_depth_are_means_over_the_seeds(model: str) -> None:
    """The seeds are 0, 1 and 2, with one search for each tree."""
    row = grown(model, F1, depths=(1, 3))["f1"]
    for depth, leaves in zip(row.depths, row.leaves, strict=True):
        shape = {"branching": 3, "depth": depth}
        seeds = [{"seed": seed} for seed in range(3)] if "seed" in MODELS[model].defaults else [{}]
        read = [counted(F1.search, MODELS[model].build(**shape, **seed), FULL)[1].leaves for seed in seeds]
        assert isclose(leaves, sum(read) / len(read))
    assert (row.depths, row.trees, row.wrong, row.error) == ((1, 3), 3, 0, "")


def test_alpha_beta_is_always_included_and_minimax_only_on_request() -> None:
    """Minimax evaluates b^d leaves, so no tree needs to be searched."""
    assert set(grown("random-leaves", F1, depths=(2,))) == {ALPHA_BETA, "f1"}
    assert grown("random-leaves", MINIMAX, depths=(0, 1, 4))["minimax"].leaves == (1, 3, 81)


def test_alpha_beta_evaluates_the_minimum_in_the_best_order_and_all_in_the_worst() -> None:
    """The minimum is that of Knuth and Moore at every depth; without cutoffs, b^d leaves are evaluated."""
    depths = (0, 1, 2, 3, 4, 5)
    best = grown("best-first", depths=depths)[ALPHA_BETA]
    worst = grown("nothing-pruned", depths=depths, trees=1)[ALPHA_BETA]
    assert growth_rates(best) == reference_rates(FEWEST, 3, depths)
    assert growth_rates(worst) == reference_rates(MOST, 3, depths)


@pytest.mark.parametrize("branching, depth", [(2, 5), (3, 4)])
def test_alpha_beta_evaluates_about_the_expected_number_of_independent_leaves(branching: int, depth: int) -> None:
    """N(b, d) is the mean of this model, and a hundred trees come within a tenth of it."""
    row = grown("random-leaves", branching=branching, depths=(depth,), trees=100)[ALPHA_BETA]
    (expected,) = reference_rates(EXPECTED, branching, (depth,))
    assert isclose(row.leaves[0], expected.leaves, rel_tol=0.1)


@pytest.mark.parametrize("branching", [2, 3, 10])
def test_the_expected_number_grows_towards_pearls_limit(branching: int) -> None:
    """The two-ply growth factor approaches the limit from above."""
    by_depth = reference_rates(EXPECTED, branching, range(13))
    factors = [rate.two_ply for rate in by_depth if rate.two_ply is not None and rate.depth % 2 == 0]
    limit = pearl_branching(branching)
    assert factors == sorted(factors, reverse=True)
    assert limit < factors[-1] < 1.05 * limit


@given(
    start=st.floats(1, 100),
    factor=st.floats(1, 10),
    depths=st.lists(st.integers(1, 12), unique=True, min_size=1).map(sorted),
)
def test_steady_growth_has_its_rate_as_every_factor(start: float, factor: float, depths: list[int]) -> None:
    """For N(d) = start * factor ** d, all three factors agree, except that the d-th root includes `start`.

    If a depth was not measured, the factors that need this depth are missing.
    """
    for rate in rates(depths, [start * factor**depth for depth in depths]):
        assert rate.from_last is None or isclose(rate.from_last, factor)
        assert (rate.from_last is None) == (rate.depth - 1 not in depths)
        assert rate.two_ply is None or isclose(rate.two_ply, factor)
        assert (rate.two_ply is None) == (rate.depth - 2 not in depths)
        assert rate.root is not None
        assert isclose(rate.root, factor * start ** (1 / rate.depth))


def test_a_root_that_is_a_leaf_has_no_root_of_depth_0() -> None:
    """Each reference has one leaf at depth 0."""
    assert [(rate.leaves, rate.root) for name in REFERENCES for rate in reference_rates(name, 5, (0,))] == [
        (1, None)
    ] * 3


def test_a_search_that_fails_at_a_depth_stops_there_and_the_others_continue() -> None:
    """The row of the search has the depths up to the error. In the best order, 2, 3, 5 and 7 leaves are evaluated."""

    def shallow(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        found = counted(VARIANTS["f2"].search, tree, FULL)[1].leaves
        if found > 5:
            raise ValueError("too deep for me")
        return value_of(VARIANTS["f2"].search(tree, node, alpha, beta))

    rows = grown("best-first", NamedSearch("shallow", shallow), branching=2, depths=(1, 2, 3, 4))
    assert rows["shallow"].depths == (1, 2, 3)
    assert rows["shallow"].error == "ValueError: too deep for me"
    assert rows[ALPHA_BETA].depths == (1, 2, 3, 4)


def test_wrong_values_are_counted() -> None:
    """A search that always returns 0.5 is wrong on each tree."""

    def half(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return 0.5

    assert grown("random-leaves", NamedSearch("half", half), depths=(1, 2))["half"].wrong == 6


def test_a_model_too_large_is_refused_before_it_is_built() -> None:
    """The error names the maximum number of leaves."""
    with pytest.raises(TreeError, match=f"more than {MOST_LEAVES:,} leaves"):
        compare(ComparisonPlan((F1,), growth=(Shapes(MODELS["random-order"], 10, (2, 60)),)))


def test_interrupted_growth_is_resumed_at_the_next_depth() -> None:
    """The measured depths are kept, even if they differ from what would be measured now."""
    shapes = Shapes(MODELS["random-leaves"], 2, (1, 2, 3), 2)
    whole = compare(ComparisonPlan((F1,), growth=(shapes,)))
    begun = [msgspec.structs.replace(row, depths=(1,), leaves=(99,)) for row in whole.growth]
    partial = msgspec.structs.replace(whole, finished=False, growth=tuple(begun))
    resumed = compare(ComparisonPlan((F1,), growth=(shapes,)), resumed=partial)
    assert [row.leaves for row in resumed.growth] == [(99, *row.leaves[1:]) for row in whole.growth]
