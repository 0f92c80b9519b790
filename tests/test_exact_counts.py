"""Leaves and visits of every variant on every workload: recomputed, and equal to the committed table to the last one.

A change of counts is never an accident: it fails here, and shows in the diff of the table once that is rewritten.
"""

from pathlib import Path

import pytest
from benchmarks import counts, table
from benchmarks.bench_search import MOST_VISITS, TREES, Cost, Visits
from benchmarks.counts import COUNTED, WORKED_EXAMPLES, counted
from benchmarks.table import Counts, Entry, committed, complaint, differences
from benchmarks.workloads import WORKLOADS, Prepared
from click.testing import CliRunner

from prunecheck import Number, Tree
from prunecheck.catalog import VARIANTS
from prunecheck.contracts.visits import VISIT_CONTRACTS
from prunecheck.oracle.law import path_bounds
from prunecheck.trees.protocol import N

TABLE = committed()
B, D = 4, 5  # of the uniform workloads


def test_every_count_is_as_committed() -> None:
    """The table holds what is counted now, no entry more and none less."""
    moved = differences(TABLE, counted())
    assert not moved, complaint(moved)


def test_the_table_has_a_line_for_each_variant_on_each_workload() -> None:
    """Its lines stand in the order of worked examples, workloads and variants, and as the script writes them."""
    assert list(TABLE) == [Entry(workload, variant) for workload in COUNTED for variant in VARIANTS]
    assert len(COUNTED) == len(WORKED_EXAMPLES) + len(WORKLOADS)
    assert table.TABLE_FILE.read_text(encoding="utf-8") == table.text(TABLE)


@pytest.mark.parametrize("name", COUNTED)
def test_the_law_alone_tells_how_many_leaves_are_read(name: str) -> None:
    """The leaves of each variant are as many as the oracle says, which searches nothing, for the visits it claims."""
    ready = Prepared(COUNTED[name])
    leaves = list(path_bounds(ready.tree, ready.tree.root))
    max_at_root = ready.tree.is_max(ready.tree.root)
    lawful = {
        each.name: sum(each.reads(leaf, ready.window, max_at_root) for leaf in leaves) for each in VISIT_CONTRACTS
    }
    for variant in VARIANTS.values():
        claimed = {lawful[claim.contract] for claim in variant.claims if claim.contract in lawful}
        assert claimed <= {TABLE[Entry(name, variant.name)].leaves}, variant.name
        assert claimed or variant.calls, "each form claims its visits; a driver may search again"


def least(branching: int, depth: int) -> int:
    """The leaves of a minimal tree (Knuth and Moore 1975)."""
    rounded_up: int = branching ** ((depth + 1) // 2)
    rounded_down: int = branching ** (depth // 2)
    return rounded_up + rounded_down - 1


@pytest.mark.parametrize(
    ("workload", "variant", "known"),
    [
        ("perfect-order", "f2", Counts(least(B, D), sum(least(B, k) for k in range(D + 1)))),
        ("nothing-to-prune", "f2", Counts(B**D, sum(B**k for k in range(D + 1)))),
        ("tic-tac-toe", "minimax", Counts(255_168, 549_946)),
        ("tic-tac-toe", "f2", Counts(7_330, 18_297)),
        ("tic-tac-toe-narrow", "f2", Counts(2_477, 6_323)),
    ],
)
def test_the_table_has_the_known_counts(workload: str, variant: str, known: Counts) -> None:
    """Where leaves and visits are published or follow from a formula, the table has them."""
    assert TABLE[Entry(workload, variant)] == known


def test_a_count_that_moves_is_told_with_its_old_and_new_value() -> None:
    """A report names variant, workload, old and new, entries that come and go, and how to rewrite the table."""
    old = {Entry("oak", "f1"): Counts(1, 2), Entry("oak", "f2"): Counts(3, 4), Entry("elm", "f2"): Counts(5, 6)}
    new = {Entry("oak", "f1"): Counts(1, 2), Entry("oak", "f2"): Counts(3, 5), Entry("elm", "f1"): Counts(7, 8)}
    moved = differences(old, new)
    assert moved == [
        "f2 on oak: 3 leaves of 4 visited -> 3 leaves of 5 visited",
        "f2 on elm: 5 leaves of 6 visited -> no entry",
        "f1 on elm: no entry -> 7 leaves of 8 visited",
    ]
    lines = complaint(moved).splitlines()
    assert lines[0].startswith("3 counts are not as counts.json has them")
    assert [line.strip() for line in lines[1:-1]] == moved
    assert table.REWRITE in lines[-1]


@pytest.fixture
def own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table file of one's own, in which one count is off by one; what is counted is the committed table."""
    own = tmp_path / "counts.json"
    monkeypatch.setattr(table, "TABLE_FILE", own)
    monkeypatch.setattr(counts, "counted", lambda: TABLE)
    first = next(iter(TABLE))
    table.write({**TABLE, first: Counts(TABLE[first].leaves + 1, TABLE[first].visited)})
    return own


def test_the_script_reports_and_rewrites(own_table: Path) -> None:
    """Exit status 1 while a count differs, unless the table is rewritten; then 0, and the file is as it should be."""
    runner = CliRunner()
    differing = runner.invoke(counts.main)
    assert (differing.exit_code, differing.output.count("->")) == (1, 1)
    rewriting = runner.invoke(counts.main, ["--write"])
    assert (rewriting.exit_code, rewriting.output.count("->")) == (0, 1)
    assert own_table.read_text(encoding="utf-8") == table.text(TABLE)
    assert runner.invoke(counts.main).exit_code == 0


def always_zero(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search that is right now and then."""
    return 0


def test_a_wrong_search_is_not_counted() -> None:
    """Counting asserts the value: a search that is right on one workload fails on another."""
    assert Prepared(WORKLOADS["tic-tac-toe"]).counts(always_zero) == Counts(0, 0)
    with pytest.raises(AssertionError, match="found 0 on uniform, whose value is"):
        Prepared(WORKLOADS["uniform"]).counts(always_zero)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("tree", sorted(set(TREES) - {"tic-tac-toe"}))
def test_the_asv_suite_tracks_the_same_counts(variant: str, tree: str) -> None:
    """Each of its parameters exists in the package as it is, and each benchmark runs."""
    visits, cost = Visits(), Cost()
    visits.setup(variant, tree)
    assert visits.track_leaves(variant, tree) == TABLE[Entry(tree, variant)].leaves
    cost.setup(variant, tree)
    cost.time_search(variant, tree)
    cost.peakmem_search(variant, tree)


def test_what_a_commit_lacks_or_is_too_slow_is_left_out() -> None:
    """A variant that the package does not know is 'n/a' to asv, and so is the time of a search of the whole game."""
    with pytest.raises(NotImplementedError, match="this commit has no no_such_form"):
        Visits().setup("no_such_form", "uniform")
    whole_game = {entry.variant: found for entry, found in TABLE.items() if entry.workload == "tic-tac-toe"}
    slow = [variant for variant, found in whole_game.items() if found.visited > MOST_VISITS]
    assert 0 < len(slow) < len(whole_game)
    for variant in slow:
        with pytest.raises(NotImplementedError, match="too slow"):
            Cost().setup(variant, "tic-tac-toe")
