"""The gate compares two comparisons, and fails on some of the differences."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import cli
from prunecheck.catalog import variant
from prunecheck.measure.comparison import Comparison, Cost, Growth, as_json
from prunecheck.measure.moved import movement
from prunecheck.measure.plan import ComparisonPlan, Shapes, named
from prunecheck.measure.ratios import COUNTS, amount
from prunecheck.measure.session import compare
from prunecheck.trees.models.catalog import MODELS
from prunecheck.workloads.catalog import workload

Output = pytest.CaptureFixture[str]

OLD = compare(
    ComparisonPlan(
        (named(variant("f1")),),
        (workload("lecture"), workload("deep-cutoff")),
        (Shapes(MODELS["random-leaves"], 2, (1, 2, 3), 2),),
    )
)


NAMES = (("f1", "f2"), ("f1",))


def with_cost(change: Callable[[Cost], Cost | None], comparison: Comparison = OLD) -> Comparison:
    """The comparison with a changed row for F1 on `deep-cutoff`, or without this row."""
    rows = [
        change(cost) if (cost.workload, cost.search) == ("deep-cutoff", "f1") else cost for cost in comparison.costs
    ]
    return msgspec.structs.replace(comparison, costs=tuple(row for row in rows if row is not None))


def with_leaves(leaves: int) -> Comparison:
    """The comparison with this number of leaves for F1 on `deep-cutoff`; the real number is 6."""
    return with_cost(
        lambda cost: msgspec.structs.replace(cost, counts=msgspec.structs.replace(cost.counts, leaves=leaves))
    )


def gate(tmp_path: Path, old: Comparison, new: Comparison, *words: str) -> int:
    """The exit status of the command for two files."""
    for name, comparison in (("old.json", old), ("new.json", new)):
        (tmp_path / name).write_text(as_json(comparison), encoding="utf-8")
    return cli.run(["compare", str(tmp_path / "old.json"), str(tmp_path / "new.json"), *words])


def test_a_comparison_does_not_differ_from_itself(tmp_path: Path, capsys: Output) -> None:
    """All rows of workloads and of growth are compared."""
    found = movement(OLD, OLD, fail_on=COUNTS)
    assert found.compared == len(OLD.costs) + sum(len(row.depths) for row in OLD.growth)
    assert (found.moved, found.came, found.went, found.not_compared, found.broken) == ((),) * 5
    assert gate(tmp_path, OLD, OLD, "--fail-on", "leaves") == 0
    assert (
        capsys.readouterr().out
        == "no count changed\nPassed: leaves did not rise (12 rows compared, 0 counts changed)\n"
    )


@given(leaves=st.integers(0, 20), tolerance=st.floats(0, 3))
def test_a_chosen_count_fails_if_it_rises_beyond_the_tolerance(leaves: int, tolerance: float) -> None:
    """The gate does not fail if a count falls, or if the count was not chosen. Both changes are reported."""
    new = with_leaves(leaves)
    chosen = movement(OLD, new, fail_on=["leaves"], tolerance=tolerance)
    assert chosen.failed == (leaves > 6 * (1 + tolerance))
    assert not movement(OLD, new, fail_on=["interior"]).failed
    moved = {(change.count, change.old, change.new) for change in chosen.moved}
    assert moved == (set() if leaves == 6 else {("leaves", 6, leaves), ("visited", 11, leaves + 5)})


@pytest.mark.parametrize("count", COUNTS)
def test_every_count_can_be_chosen(count: str) -> None:
    """If a count is chosen, the gate fails if this count rises by one."""

    def more(cost: Cost) -> Cost:
        counts = cost.counts
        raised = {
            "leaves": counts.leaves + 1,
            "distinct_leaves": counts.distinct_leaves + 1,
            "interior": counts.interior + 1,
            "cut_offs": (*counts.cut_offs, 1),
            "researches": counts.researches + 1,
        }
        return msgspec.structs.replace(cost, counts=msgspec.structs.replace(counts, **raised))

    found = movement(OLD, with_cost(more), fail_on=[count])
    assert [change.count for change in found.moved] == list(COUNTS)
    assert [change.count for change in found.moved if change.failed] == [count]
    old = next(cost for cost in OLD.costs if (cost.workload, cost.search) == ("deep-cutoff", "f1"))
    assert {change.count: change.old for change in found.moved} == {name: amount(old.counts, name) for name in COUNTS}


def test_the_command_prints_old_new_and_ratio_and_fails(tmp_path: Path, capsys: Output) -> None:
    """Each changed count has a line, and failures are marked; the exit status is 1."""
    assert gate(tmp_path, OLD, with_leaves(9), "--fail-on", "leaves,interior") == 1
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["deep-cutoff", "f1", "leaves", "6", "9", "1.50", "ROSE"] in lines
    assert ["deep-cutoff", "f1", "visited", "11", "14", "1.27"] in lines
    assert lines[-1][:5] == ["Failed:", "1", "chosen", "count", "rose"]
    assert gate(tmp_path, OLD, with_leaves(9), "--fail-on", "leaves", "--tolerance", "0.5") == 0
    assert gate(tmp_path, OLD, with_leaves(9)) == 0


def test_chosen_counts_that_rose_come_first_and_each_search_has_a_total(tmp_path: Path, capsys: Output) -> None:
    """The other changes keep their order. Searches without a changed count have no total."""
    rows = {"lecture": (-1, 1), "deep-cutoff": (4, 0)}
    new = msgspec.structs.replace(OLD, costs=tuple(_raised(cost, *rows[cost.workload]) for cost in OLD.costs))
    assert gate(tmp_path, OLD, new, "--fail-on", "leaves,interior") == 1
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    marked = [line[-1] == "ROSE" for line in lines[2:6]]
    assert marked == [True, True, False, False]
    found = movement(OLD, new, fail_on=["leaves", "interior"])
    old = {row.workload: row.counts for row in OLD.costs if row.search == "f1"}
    leaves, interior = (sum(getattr(row, count) for row in old.values()) for count in ("leaves", "interior"))
    assert [(total.search, total.count, total.workloads, total.old, total.new) for total in found.totals] == [
        ("f1", "leaves", 2, leaves, leaves + 3),
        ("f1", "interior", 2, interior, interior + 1),
    ]
    assert ["f1", "leaves", "2", str(leaves), str(leaves + 3)] in [line[:5] for line in lines]
    assert [total.count for total in movement(OLD, new).totals] == ["leaves"]


def _raised(cost: Cost, leaves: int, interior: int) -> Cost:
    if cost.search != "f1":
        return cost
    counts = cost.counts
    raised = {"leaves": counts.leaves + leaves, "interior": counts.interior + interior}
    return msgspec.structs.replace(cost, counts=msgspec.structs.replace(counts, **raised))


def test_a_total_leaves_out_wrong_values_and_growth(tmp_path: Path, capsys: Output) -> None:
    """A wrong search may evaluate few leaves, which is no improvement; means are not added up."""
    broken = with_cost(lambda cost: msgspec.structs.replace(cost, right=False, found="3"), with_leaves(1))
    (total,) = movement(OLD, broken).totals
    assert (total.workloads, total.ratio) == (1, 1)
    only = msgspec.structs.replace(broken, costs=tuple(row for row in broken.costs if row.workload == "deep-cutoff"))
    assert movement(OLD, only).totals == ()
    assert gate(tmp_path, OLD, only) == 1
    assert "totals" not in capsys.readouterr().out


def test_a_mean_leaf_count_of_growth_that_rises_fails(tmp_path: Path, capsys: Output) -> None:
    """The failure is named by model, shape and depth."""
    rows = [msgspec.structs.replace(row, leaves=(*row.leaves[:2], row.leaves[2] + 0.5)) for row in OLD.growth]
    assert gate(tmp_path, OLD, msgspec.structs.replace(OLD, growth=tuple(rows)), "--fail-on", "leaves") == 1
    assert "random-leaves, 2 children, depth 3" in capsys.readouterr().out


def test_added_and_removed_rows_are_reported_and_do_not_fail(tmp_path: Path, capsys: Output) -> None:
    """A missing count is not a decrease."""
    less = with_cost(lambda cost: None)
    assert gate(tmp_path, OLD, less, "--fail-on", "leaves") == 0
    assert gate(tmp_path, less, OLD, "--fail-on", "leaves") == 0
    out = capsys.readouterr().out
    assert "only in the old comparison: deep-cutoff: f1" in out
    assert "only in the new comparison: deep-cutoff: f1" in out


def test_another_version_of_a_workload_is_not_compared(tmp_path: Path, capsys: Output) -> None:
    """The counts of the other version are for another tree, and the report says so."""
    raised = with_cost(lambda cost: msgspec.structs.replace(cost, version=2), with_leaves(99))
    assert gate(tmp_path, OLD, raised, "--fail-on", "leaves") == 0
    assert "not compared: deep-cutoff: its tree or its window has changed" in (capsys.readouterr().out)


def test_a_search_that_became_wrong_fails_with_any_counts(tmp_path: Path, capsys: Output) -> None:
    """A wrong value fails despite fewer leaves, but not if the search was wrong before."""
    broken = with_cost(lambda cost: msgspec.structs.replace(cost, right=False, found="3"))
    assert gate(tmp_path, OLD, broken) == 1
    assert "no longer right: deep-cutoff: f1" in capsys.readouterr().out
    assert gate(tmp_path, broken, broken) == 0
    fewer = with_cost(lambda cost: msgspec.structs.replace(cost, right=False, found="3"), with_leaves(5))
    assert gate(tmp_path, OLD, fewer) == 1
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["deep-cutoff", "f1", "leaves", "6", "5", "0.833", "WRONG"] in lines


def test_incomplete_counts_are_not_compared(tmp_path: Path, capsys: Output) -> None:
    """A search that ended with an error fails, but its counts did not rise; the reason is the error."""
    error = "SubjectError: timeout: no answer within 300 s"
    ended = with_cost(lambda cost: msgspec.structs.replace(cost, right=False, error=error), with_leaves(99))
    assert gate(tmp_path, OLD, ended, "--fail-on", "leaves") == 1
    out = capsys.readouterr().out
    assert f"not compared: deep-cutoff: f1 ended with {error}\n" in out
    assert "no longer right: deep-cutoff: f1" in out
    assert "ROSE" not in out
    assert gate(tmp_path, ended, OLD, "--fail-on", "leaves") == 0
    assert f"not compared: deep-cutoff: f1 ended with {error} before\n" in capsys.readouterr().out


def test_two_comparisons_without_common_rows_are_inconclusive(tmp_path: Path, capsys: Output) -> None:
    """A gate that compares nothing does not pass."""
    nothing = msgspec.structs.replace(OLD, costs=(), growth=())
    assert gate(tmp_path, OLD, nothing, "--fail-on", "leaves") == 3
    assert capsys.readouterr().out.endswith("Nothing to compare: the two comparisons have no rows in common\n")


def test_differences_are_reported_as_json_and_as_markdown(tmp_path: Path, capsys: Output) -> None:
    """JSON is one complete record, and Markdown one table."""
    assert gate(tmp_path, OLD, with_leaves(9), "--fail-on", "leaves", "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["chosen"] == ["leaves"]
    assert found["moved"][0] == {
        "search": "f1",
        "where": "deep-cutoff",
        "count": "leaves",
        "old": 6,
        "new": 9,
        "ratio": 1.5,
        "failed": True,
    }
    assert gate(tmp_path, OLD, with_leaves(9), "--markdown", "-o", str(tmp_path / "moved.md")) == 0
    text = (tmp_path / "moved.md").read_text(encoding="utf-8")
    assert "| deep-cutoff | f1 | leaves | 6 | 9 | 1.50 |  |" in text


@pytest.mark.parametrize(
    "words, says",
    [
        (["{old}"], "compare needs two comparisons, OLD NEW, but got 1 file"),
        (["{old}"] * 3, "but got 3 files"),
        (["{old}", "no-such.json"], "no-such.json: No such file or directory"),
        (["{old}", "{junk}"], "is not a comparison: "),
        (["{old}", "{report}"], "is not a comparison: Object missing required field `finished`"),
        (
            ["{old}", "{uneven}"],
            "is not a comparison: the growth of f1 needs exactly one number of leaves for each depth",
        ),
        (["{old}", "{later}"], "has schema 2, but this prunecheck reads 1"),
        (["{old}", "{old}", "--fail-on", "leafs"], "unknown count 'leafs'; did you mean 'leaves'?"),
        (["{old}", "{old}", "--tolerance", "0.1"], "--tolerance needs --fail-on"),
        (["{old}", "{old}", "--variant", "f1"], "--variant only applies to a new comparison"),
        (["{old}", "{old}", "-o", "{old}"], "is already used as input or for another output"),
        (["--fail-on", "leaves"], "--fail-on needs two files: OLD NEW"),
    ],
)
def test_a_usage_error_at_the_gate_is_one_line(words: list[str], says: str, tmp_path: Path, capsys: Output) -> None:
    """Invalid files, incompatible options and wrong names have exit status 2."""
    files = {
        "old": as_json(OLD),
        "junk": '{"costs": [1, 2',
        "report": '{"prunecheck": "0.1.0", "schema": 1, "status": "held"}',
        "later": '{"schema": 2}',
        "uneven": as_json(msgspec.structs.replace(OLD, growth=(Growth("f1", "forward", 2, 1, (1, 2), (2,)),))),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    paths = {name: str(tmp_path / name) for name in files}
    assert cli.run(["compare", *(word.format(**paths) for word in words)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert says in captured.err


def test_a_missing_search_fails_the_gate(tmp_path: Path, capsys: Output) -> None:
    """The search may be renamed or misspelt, and its counts could rise unnoticed.

    Without a gate, the missing search is only listed.
    """
    old, new = (
        compare(ComparisonPlan(tuple(map(named, map(variant, name))), (workload("lecture"),))) for name in NAMES
    )
    assert gate(tmp_path, old, new, "--fail-on", "leaves") == 1
    assert "Failed: f2 is missing in the new comparison" in capsys.readouterr().out
    assert gate(tmp_path, old, new) == 0
