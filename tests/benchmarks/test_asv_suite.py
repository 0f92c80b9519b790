"""The asv suites run on this package, measure what they claim, and leave out what an older commit lacks."""

import ast
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks.suites import (
    bench_counts,
    bench_mutants,
    bench_native,
    bench_search,
    bench_startup,
    bench_subjects,
    bench_verify,
    parameters,
)
from benchmarks.suites.bench_counts import Counts
from benchmarks.suites.bench_mutants import Finding
from benchmarks.suites.bench_native import FORMS, SPEEDS, Compiling, Speeds
from benchmarks.suites.bench_native import TREES as NATIVE_TREES
from benchmarks.suites.bench_search import MEMORY_TREES, Memory, Speed
from benchmarks.suites.bench_startup import StartUp
from benchmarks.suites.bench_subjects import Subjects
from benchmarks.suites.bench_verify import ACCUSED, Verification
from benchmarks.suites.committed import Entry
from benchmarks.suites.parameters import COSTS, MOST_VISITS, TREES, VARIANTS, at_hand, prepared

from mutant_registry import MUTANTS
from prunecheck import Number, Tree
from prunecheck.catalog import VARIANTS as CATALOGUE
from prunecheck.catalog import variant
from prunecheck.trees.protocol import N
from prunecheck.verify.hunt.drawn_trees import hunt
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge
from prunecheck.workloads.catalog import WORKLOADS

SUITES: list[Any] = [Counts, Speed, Memory, Verification, Finding, Subjects, StartUp, Speeds, Compiling]
KINDS = ("time_", "track_", "peakmem_")
MEASURED = [(suite, name) for suite in SUITES for name in vars(suite) if name.startswith(KINDS)]
ROOM = Path(parameters.__file__).parent
SMALL = ["best-first-4x5", "uneven"]


def test_every_variant_is_measured_on_models_and_games() -> None:
    """All workloads exist, and some variant accepts each."""
    assert set(VARIANTS) == set(CATALOGUE)
    assert set(TREES) <= set(WORKLOADS)
    assert set(MEMORY_TREES) <= set(TREES)
    assert set(TREES) <= {entry.workload for entry, cost in COSTS.items() if (cost.visited or 0) <= MOST_VISITS}


@pytest.mark.parametrize(("where", "name"), MEASURED, ids=lambda value: getattr(value, "__name__", value))
def test_each_benchmark_has_a_version_parameter_names_and_a_unit(where: Any, name: str) -> None:
    """A benchmark without its own unit is in seconds or bytes."""
    measured = getattr(where, name)
    assert getattr(measured, "version", getattr(where, "version", None)) == "1"
    assert len(where.params) == len(where.param_names)
    assert name.startswith(("time_", "peakmem_")) or measured.unit


def test_every_suite_is_tested_here() -> None:
    """Every class with benchmarks is one of the suites above."""
    modules = (bench_counts, bench_search, bench_verify, bench_mutants, bench_subjects, bench_startup, bench_native)
    found = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    assert {suite for suite in found if any(name.startswith(KINDS) for name in vars(suite))} == set(SUITES)


@pytest.mark.parametrize("path", sorted(ROOM.glob("*.py")), ids=lambda path: path.stem)
def test_no_suite_imports_the_package_at_the_top(path: Path) -> None:
    """At an older commit, such an import can fail, and asv would skip all suites."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    named = {name.name for node in module.body if isinstance(node, ast.Import) for name in node.names}
    named |= {node.module or "" for node in module.body if isinstance(node, ast.ImportFrom) and not node.level}
    assert not {name.partition(".")[0] for name in named} & {"prunecheck", "benchmarks", "mutant_registry"}


@pytest.mark.parametrize("tree", SMALL)
@pytest.mark.parametrize("name", VARIANTS)
def test_the_suite_counts_match_the_committed_ones(name: str, tree: str) -> None:
    """Leaves and visits are compared for each variant that takes the workload."""
    if Entry(tree, name) not in COSTS:
        with pytest.raises(NotImplementedError):
            at_hand(name, tree)
        return
    counts = Counts()
    counts.setup(name, tree)
    assert (counts.track_leaves(name, tree), counts.track_visits(name, tree)) == COSTS[Entry(tree, name)]


@pytest.mark.parametrize("measures", [Speed, Memory])
def test_a_search_runs_as_prepared(measures: type[Speed | Memory]) -> None:
    """The timed call returns the answer of the search."""
    suite_of_one = measures()
    suite_of_one.setup("f2", "uneven")
    tree = WORKLOADS["uneven"].build()
    window = WORKLOADS["uneven"].window
    assert suite_of_one.call() == variant("f2").search(tree, tree.root, window.alpha, window.beta)
    for name in vars(measures):
        if name.startswith(KINDS):
            getattr(suite_of_one, name)("f2", "uneven")


def always_zero(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search that is only right on some trees."""
    return 0


def test_a_wrong_search_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a lossy variant, which claims no exact value of the whole tree, may be timed with a wrong value."""
    wrong, honest = variant("f2"), variant("best_half")
    assert {"exact"} & {claim.contract for claim in wrong.claims}
    assert honest.lossy
    for row in (wrong, honest):
        monkeypatch.setitem(CATALOGUE, row.name, _with_search(row))
    with pytest.raises(AssertionError, match="f2 finds 0 on branch-sums-4x5, whose value is"):
        prepared("f2", "branch-sums-4x5")
    assert prepared("best_half", "branch-sums-4x5")() == 0


def _with_search(value: Any) -> Any:
    fields = {name: getattr(value, name) for name in value.__dataclass_fields__}
    return type(value)(**fields | {"search": always_zero})


def test_missing_and_slow_benchmarks_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples: a variant without a count, an unknown variant, a search of the whole game, no workloads."""
    with pytest.raises(NotImplementedError, match="not counted"):
        at_hand("no_such_form", "uneven")
    with pytest.raises(NotImplementedError, match="takes too long"):
        at_hand("minimax", "tic-tac-toe")
    monkeypatch.setitem(parameters.COSTS, Entry("uneven", "later_form"), COSTS[Entry("uneven", "f2")])
    with pytest.raises(NotImplementedError, match="this commit has no later_form"):
        at_hand("later_form", "uneven")
    monkeypatch.setitem(sys.modules, "prunecheck.workloads.catalog", None)
    with pytest.raises(NotImplementedError, match=r"this commit has no prunecheck.workloads"):
        at_hand("f2", "uneven")


@pytest.mark.slow
def test_the_verification_benchmark_draws_trees_and_calls_the_search() -> None:
    """The counts per second are positive, for a plain search and for a driver."""
    assert set(ACCUSED) <= set(CATALOGUE)
    verification = Verification()
    verification.setup("choose_move")
    report = verification.verified()
    assert report.calls > report.trees > 50
    assert verification.track_trees("choose_move") > 0
    assert verification.track_calls("choose_move") > 0


@pytest.mark.slow_cases("pipe, *", "python, judged")
@pytest.mark.parametrize("way", bench_subjects.WAYS)
def test_users_searches_are_called_in_each_form(way: str) -> None:
    """All forms get the same random trees: in all windows in this process, and in one window as an external program."""
    subjects = Subjects()
    try:
        subjects.setup(way)
    except NotImplementedError as missing:
        pytest.skip(str(missing))
    calls = subjects.calls()
    subjects.teardown(way)
    assert calls == bench_subjects.DRAWN if way.startswith("pipe") else calls > 10 * bench_subjects.DRAWN


@pytest.mark.parametrize("name", bench_mutants.MUTANTS)
def test_a_bug_is_found_at_the_same_tree_if_the_hunt_continues(name: str) -> None:
    """Asv counts the trees of a complete hunt."""
    finding = Finding()
    finding.setup(name, 0)
    bug = MUTANTS[name]
    judge = TreeJudge(bug.search, (Charge(bug.caught_by),))
    hunt([judge], examples=bug.within, seed_number=0)
    assert finding.track_trees(name, 0) == judge.trees
    finding.time_to_find(name, 0)


@pytest.mark.slow
@pytest.mark.parametrize("tree", NATIVE_TREES)
@pytest.mark.parametrize("name", FORMS)
def test_a_search_has_the_same_value_at_both_speeds(name: str, tree: str) -> None:
    """`setup` compares the values; the compilation time is that of the first call."""
    pytest.importorskip("numba")
    suite = Speeds()
    for speed in SPEEDS:
        suite.setup(name, tree, speed)
        suite.time_search(name, tree, speed)
    compiling = Compiling()
    compiling.setup(name)
    assert compiling.track_seconds(name) > 0


def test_without_numba_only_the_plain_search_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled search is then `n/a`."""
    for module in [module for module in sys.modules if module.startswith("prunecheck.native")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "numba", None)
    suite = Speeds()
    suite.setup(FORMS[0], NATIVE_TREES[0], "plain")
    with pytest.raises(NotImplementedError, match="native speed is missing: native speed needs Numba"):
        suite.setup(FORMS[0], NATIVE_TREES[0], "native")


@pytest.mark.slow
def test_start_up_takes_some_time() -> None:
    """The help is longer than the import, in the time of its process."""
    start = StartUp()
    start.setup("import prunecheck")
    assert 0 < start.track_seconds("import prunecheck") < start.track_seconds("prunecheck --help")


def test_ten_bugs_are_hunted() -> None:
    """Contracts on values, visits and moves find these bugs."""
    assert len(set(bench_mutants.MUTANTS)) == 10
    caught_by = {MUTANTS[name].caught_by.name for name in bench_mutants.MUTANTS}
    assert {"exact", "knuth", "visits", "first-best"} <= caught_by
