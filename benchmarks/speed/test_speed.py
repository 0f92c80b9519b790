"""Seconds, beside one another in one run: our trees and Hypothesis's own, the judge's parts, and every form.

Run with `python -m pytest benchmarks/speed --benchmark-only`. Seconds are printed; what is
asserted is which of two is faster.
"""

from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

import click
import pytest
from benchmarks.table import Entry, committed
from benchmarks.workloads import WORKLOADS, Prepared, uneven
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from pytest_benchmark.fixture import BenchmarkFixture

from prunecheck import INF, ExplicitTree, Number, from_nested
from prunecheck.catalog import VARIANTS, Variant, variant
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.trees.views.recorded import recorded
from prunecheck.verify.check import broken_contracts

DRAWN: Final = 500
ROUNDS: Final = 3
OURS = trees()
# as many leaves at most as ours; wider or unbounded lists only make it slower, and deep cut-offs rarer
LEAVES: Final[st.SearchStrategy[Any]] = st.integers(-3, 3)
NESTED = st.recursive(LEAVES, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=64)
RECURSIVE = st.builds(from_nested, NESTED, max_at_root=st.booleans())

UNIFORM: Final = Prepared(WORKLOADS["uniform"])
SMALL: Final = uneven(30, 5)  # about as large as a drawn tree

F1, F2 = variant("f1").search, variant("f2").search


@dataclass(slots=True)
class Draw:
    """Trees drawn and checked: how many, how many of them need a deep cut-off, and the seconds it took."""

    trees: int = 0
    deep: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Trees a second."""
        return self.trees / self.seconds

    @property
    def share(self) -> float:
        """The share of trees on which F1, which has no deep cut-offs, reads more leaves than F2."""
        return self.deep / self.trees


def draw(strategy: st.SearchStrategy[ExplicitTree[Number]], done: Draw, *, seed_number: int) -> None:
    """Draw trees; check F2 against the oracle on each, count those that need a deep cut-off, and add to `done`."""

    @seed(seed_number)
    @settings(
        max_examples=DRAWN,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def check(tree: ExplicitTree[Number]) -> None:
        shallow, deep = recorded(tree), recorded(tree)
        assert F2(deep, 0, -INF, INF) == F1(shallow, 0, -INF, INF) == value(tree, 0)
        done.trees += 1
        done.deep += len(deep.leaves) < len(shallow.leaves)

    started = perf_counter()
    check()
    done.seconds += perf_counter() - started


def test_our_trees_come_faster_than_recursive_ones(
    benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the same check our strategy gives more trees a second than `st.recursive`; 30 % need a deep cut-off."""
    ours, recursive = Draw(), Draw()

    def in_turn() -> None:
        for nth in range(ROUNDS):
            draw(OURS, ours, seed_number=nth)
            draw(RECURSIVE, recursive, seed_number=nth)

    benchmark.pedantic(in_turn, rounds=1)  # type: ignore[no-untyped-call]
    with capsys.disabled():
        click.echo(f"\n{ours.trees:,} trees drawn and checked with each strategy, {DRAWN} at a time in turn:")
        for name, done in {"ours": ours, "st.recursive": recursive}.items():
            benchmark.extra_info[name] = {"trees a second": round(done.rate), "deep cut-offs": round(done.share, 3)}
            click.echo(f"  {name:13}{done.rate:6,.0f} trees a second, of which {done.share:3.0%} need a deep cut-off")
        click.echo(f"  {'ratio':13}{ours.rate / recursive.rate:6.1f}")
    assert ours.rate > recursive.rate
    assert ours.share >= 0.3


@pytest.mark.benchmark(group="oracle", max_time=0.3)
def test_the_oracle_finds_a_value(benchmark: BenchmarkFixture) -> None:
    """Plain minimax, without recursion, over 1,024 leaves."""
    assert benchmark(value, UNIFORM.tree, UNIFORM.tree.root) == UNIFORM.truth


@pytest.mark.benchmark(group="oracle", max_time=0.3)
def test_the_law_bounds_every_leaf(benchmark: BenchmarkFixture) -> None:
    """A and B of 1,024 leaves; alpha-beta reads as many of them as the committed table says of F2."""
    bounds = benchmark(lambda: list(path_bounds(UNIFORM.tree, UNIFORM.tree.root)))
    assert sum(leaf.read(UNIFORM.window) for leaf in bounds) == committed()[Entry("uniform", "f2")].leaves


@pytest.mark.benchmark(group="judging a tree in all its windows", max_time=0.3)
def test_a_form_is_judged(benchmark: BenchmarkFixture) -> None:
    """Value and visits of F2 in up to 46 windows of one tree, with all that the oracle knows of it."""
    assert benchmark(broken_contracts, F2, ["fishburn", "visits"], SMALL) == []


@pytest.mark.benchmark(group="one search of 1,024 leaves", max_time=0.3)
@pytest.mark.parametrize("form", VARIANTS.values(), ids=VARIANTS.keys())
def test_a_form_searches(benchmark: BenchmarkFixture, form: Variant) -> None:
    """Each form finds the value of the uniform tree in the full window."""
    assert benchmark(UNIFORM.found_by, form.search) == UNIFORM.truth
