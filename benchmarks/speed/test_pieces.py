"""Speed of small pieces: the oracle, the judge, reading a tree from JSON, and one search of every variant.

Run with `python -m pytest benchmarks/speed --benchmark-only`. Times are for comparison with an earlier run on the same
machine. The tests only assert values, and ratios of two pieces that take turns in one run.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from prunecheck.catalog import VARIANTS, Variant, variant
from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import Evidence, run
from prunecheck.contracts.order import contract
from prunecheck.measure.counts import counted
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import value
from prunecheck.trees.json import dumps, loads
from prunecheck.trees.search import value_of
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.window import FULL
from prunecheck.workloads.catalog import workload
from prunecheck.workloads.grown import uneven
from prunecheck.workloads.harvest import written_out

SUMS: Final = written_out(
    workload("branch-sums-4x5").build()
)  # 1,024 leaves, with static values for variants that need them
BEST_FIRST: Final = written_out(workload("best-first-4x5").build())
SMALL: Final = unfolded(uneven(30, 5))  # about as large as a random tree
JSON: Final = dumps(SUMS)
TRUTH: Final = value(SUMS, SUMS.root)
TURNS: Final = 15

F2 = variant("f2").search


def fastest_in_turn(first: Callable[[], Any], second: Callable[[], Any]) -> tuple[float, float]:
    """The minimum times of two calls that take turns."""
    best = [float("inf"), float("inf")]
    for _ in range(TURNS):
        for place, call in enumerate((first, second)):
            started = perf_counter()
            call()
            best[place] = min(best[place], perf_counter() - started)
    return best[0], best[1]


@pytest.mark.benchmark(group="oracle", max_time=0.3)
def test_the_oracle_finds_a_value(benchmark: BenchmarkFixture) -> None:
    """The oracle is plain minimax, without recursion, over 1,024 leaves."""
    assert benchmark(value, SUMS, SUMS.root) == TRUTH


@pytest.mark.benchmark(group="oracle", max_time=0.3)
def test_the_law_bounds_every_leaf(benchmark: BenchmarkFixture) -> None:
    """A and B of 1,024 leaves are computed; the law requires as many leaves as F2 evaluates."""
    bounds = benchmark(lambda: list(path_bounds(SUMS, SUMS.root)))
    assert sum(leaf.read(FULL) for leaf in bounds) == counted(F2, SUMS, FULL)[1].leaves


@pytest.mark.benchmark(group="judging a tree in all its windows", max_time=0.3)
def test_a_case_is_prepared(benchmark: BenchmarkFixture) -> None:
    """The oracle computes everything for one tree, with up to 46 windows."""
    assert benchmark(Case, SMALL).truth == value(SMALL, SMALL.root)


@pytest.mark.benchmark(group="judging a tree in all its windows", max_time=0.3)
@pytest.mark.parametrize("promise", ["exact", "fishburn", "visits"])
def test_a_contract_is_checked(benchmark: BenchmarkFixture, promise: str) -> None:
    """One contract is judged on the runs of F2 in all windows of one tree."""
    case = Case(SMALL)
    runs = [run(F2, case.tree, window) for window in case.windows]
    judged = benchmark(
        lambda: [contract(promise).judge(Evidence(case, nth, done, F2)) for nth, done in enumerate(runs)]
    )
    assert judged == [None] * len(case.windows)


@pytest.mark.benchmark(group="a tree of 1,024 leaves from JSON", max_time=0.3)
def test_a_tree_is_read_from_json(benchmark: BenchmarkFixture) -> None:
    """The flat form is read and checked."""
    tree = benchmark(loads, JSON)
    assert value(tree, tree.root) == TRUTH


@pytest.mark.benchmark(group="one search of 1,024 leaves", max_time=0.2)
@pytest.mark.parametrize("searcher", VARIANTS.values(), ids=VARIANTS.keys())
def test_a_variant_searches(benchmark: BenchmarkFixture, searcher: Variant) -> None:
    """Each variant searches in the full window; those that claim to be exact return the value."""
    found = benchmark(lambda: value_of(searcher.search(SUMS, SUMS.root, FULL.alpha, FULL.beta)))
    assert found == TRUTH or not searcher.exact


@pytest.mark.benchmark(group="ratios", max_time=0.1)
def test_alpha_beta_takes_less_than_half_the_time_of_minimax(benchmark: BenchmarkFixture) -> None:
    """With the best child first, alpha-beta evaluates 79 leaves of 1,024."""

    def call(search: Any) -> Any:
        return search(BEST_FIRST, BEST_FIRST.root, FULL.alpha, FULL.beta)

    pruned, plain = fastest_in_turn(lambda: call(F2), lambda: call(variant("negamax").search))
    benchmark.extra_info["minimax / alpha-beta"] = round(plain / pruned, 2)
    benchmark(call, F2)
    assert pruned < plain / 2


@pytest.mark.benchmark(group="ratios", max_time=0.1)
def test_counting_takes_less_than_ten_times_the_search(benchmark: BenchmarkFixture) -> None:
    """The counting tree has one more object for each node."""
    counting, alone = fastest_in_turn(
        lambda: counted(F2, SUMS, FULL), lambda: F2(SUMS, SUMS.root, FULL.alpha, FULL.beta)
    )
    benchmark.extra_info["counting / searching"] = round(counting / alone, 2)
    benchmark(counted, F2, SUMS, FULL)
    assert counting < 10 * alone
