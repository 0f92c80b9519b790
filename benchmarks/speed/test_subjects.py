"""Speed of calls of a user's search in this process: detected, called and logged like in `prunecheck verify`.

Run with `python -m pytest benchmarks/speed/test_subjects.py --benchmark-only`. Only values are asserted; the goal is
20,000 calls per second on an idle machine.
"""

from typing import Final

import click
import pytest
from benchmarks.suites.bench_subjects import CONTRACTS, EXAMPLES, drawn_cases
from pytest_benchmark.fixture import BenchmarkFixture

from prunecheck.catalog import variant
from prunecheck.contracts.evidence import run
from prunecheck.contracts.order import contract
from prunecheck.subjects.find import find_subject
from prunecheck.trees.search import AnySearch
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge

CASES: Final = drawn_cases()
CALLS: Final = sum(len(case.windows) for case in CASES)
SEARCHES: Final[dict[str, AnySearch]] = {
    "a search of one's own": find_subject(f"{EXAMPLES / 'searches.py'}:right").search,
    "F2 of the catalogue": variant("f2").search,
}


def tell(benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str], what: str) -> None:
    """Print the calls per second of the fastest round."""
    if benchmark.stats is None:  # benchmarks are switched off
        return
    rate = CALLS / benchmark.stats.stats.min
    benchmark.extra_info["calls a second"] = round(rate)
    with capsys.disabled():
        click.echo(f"\n  {what}: {rate:,.0f} calls a second")


@pytest.mark.benchmark(group="calls in all windows of random trees", max_time=0.5)
@pytest.mark.parametrize("name", SEARCHES)
def test_calls_without_judging(benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Each call has its log of calls to positions; the full window gives the value."""
    search = SEARCHES[name]

    def called() -> list[object]:
        return [run(search, case.tree, window).found for case in CASES for window in case.windows]

    assert benchmark(called)[0] == CASES[0].truth
    tell(benchmark, capsys, f"{name}, not judged")


@pytest.mark.benchmark(group="calls in all windows of random trees", max_time=0.5)
@pytest.mark.parametrize("name", SEARCHES)
def test_calls_with_judging(benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Four contracts are judged, one of them on every evaluated leaf."""

    def judged() -> int:
        judges = [
            TreeJudge(SEARCHES[name], tuple(Charge(contract(contract_name)) for contract_name in CONTRACTS))
            for _ in CASES
        ]
        assert not [found for judge, case in zip(judges, CASES, strict=True) for found in judge.violations(case)]
        return sum(judge.calls for judge in judges)

    assert benchmark(judged) == CALLS
    tell(benchmark, capsys, f"{name}, judged")
