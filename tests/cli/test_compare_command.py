"""`prunecheck compare` as a user sees it: tables, data, files, resuming, and one line for every mistake."""

import csv
import io
import json
import re
import signal
import sys
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from documents import HOME
from printed import mistake
from prunecheck import cli
from prunecheck.catalog import VARIANTS
from prunecheck.cli.workload_names import QUICK
from prunecheck.measure.comparison import Comparison
from prunecheck.measure.plan import ComparisonPlan
from prunecheck.measure.session import NOTHING, ComparisonState, compare
from prunecheck.report import comparison_page as page
from prunecheck.report.compare_csv import FIELDS
from prunecheck.report.compare_text import print_comparison
from prunecheck.workloads.catalog import WORKLOADS
from prunecheck.workloads.harvest import harvested, write_harvest
from screens import Screen

Output = pytest.CaptureFixture[str]

FEW = ["compare", "--variant", "f1,f2", "--workload", "lecture", "--workload", "deep-cutoff"]
GROWTH = ["compare", "--variant", "f1", "--growth", "random-leaves", "--branching", "2", "--depths", "1-3,5"]


def compared(output: Output) -> Comparison:
    """The comparison that `--json` printed."""
    return msgspec.json.decode(output.readouterr().out, type=Comparison)


@pytest.mark.slow
def test_without_arguments_all_variants_are_compared_on_a_few_workloads(capsys: Output) -> None:
    """Every variant that fits the workloads is compared; those that claim to be exact are right."""
    assert cli.run(["compare", "--json"]) == 0
    done = compared(capsys)
    assert done.finished
    assert {cost.search for cost in done.costs} == set(VARIANTS)
    assert {cost.workload for cost in done.costs} == set(QUICK) <= set(WORKLOADS)
    exact = {name for name, row in VARIANTS.items() if not row.lossy}
    assert all(cost.right for cost in done.costs if cost.search in exact)


def test_the_tables_have_counts_ratios_and_searches_that_are_alike(capsys: Output) -> None:
    """F1 evaluates 6 of the 7 leaves, and alpha-beta 4; F2 equals alpha-beta, and has its own row."""
    assert cli.run(FEW) == 0
    text = capsys.readouterr().out
    lines = [line.split() for line in text.splitlines()]
    assert "deep-cutoff: value 12 in (-inf, inf), fewest leaves 3" in text
    at = lines.index(["deep-cutoff:", "value", "12", "in", "(-inf,", "inf),", "fewest", "leaves", "3"])
    assert lines[at + 2][:5] == ["minimax", "7", "1.00", "1.75", "2.33"]
    assert lines[at + 3][:5] == ["fail_soft", "4", "0.571", "1.00", "1.33"]
    assert lines[at + 4][:5] == ["f1", "6", "0.857", "1.50", "2.00"]
    assert lines[at + 5][:5] == ["f2", "4", "0.571", "1.00", "1.33"]  # named by the user: a row of its own
    assert ["deep-cutoff", "fail_soft", "2", "100.0%"] in lines
    assert text.rstrip().splitlines()[-1] == "Compared 4 searches on 2 workloads; all values are right"


def test_growth_is_shown_with_theory(capsys: Output) -> None:
    """b^d, N(b, d) and the fewest leaves have their own rows; Pearl's limit is below the table."""
    assert cli.run(GROWTH) == 0
    text = capsys.readouterr().out
    rows = {tuple(line.split()[:3]) for line in text.replace("N(b, d)", "N(b,d)").splitlines()}
    assert {("b^d", "5", "32"), ("fewest", "5", "11"), ("N(b,d)", "2", "3.67")} <= rows
    assert "Pearl's limit, 1.6180)" in text
    assert "lecture" not in text
    assert "no workloads, because of --growth; to compare on workloads as well, add --workload NAME" in text
    assert text.rstrip().endswith("Compared 2 searches on 1 tree model; all values are right")


def test_times_are_shown_with_their_control(capsys: Output) -> None:
    """Each search has a row with its ratios and the spread of its control run."""
    assert cli.run([*FEW, "--time", "3"]) == 0
    text = capsys.readouterr().out
    assert "time on lecture: medians of 3 rounds" in text
    rows = [line.split() for line in text.split("time on lecture")[1].split("time on")[0].splitlines()]
    timed = {row[0]: row for row in rows if row and row[0] in VARIANTS}
    assert set(timed) == {"minimax", "fail_soft", "f1", "f2"}
    assert all(len(row) == 7 and row[5] == "to" for row in timed.values())
    assert timed["minimax"][2] == timed["fail_soft"][3] == "1"


def test_csv_is_one_table_with_a_row_for_each_search_and_depth(capsys: Output) -> None:
    """Every row has every column; numbers have all digits."""
    assert cli.run([*FEW, *GROWTH[3:], "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert all(tuple(row) == FIELDS for row in rows)
    assert [row["of"] for row in rows] == ["workload"] * 8 + ["growth"] * 12
    f1 = next(row for row in rows if (row["name"], row["search"]) == ("deep-cutoff", "f1"))
    assert (f1["leaves"], f1["fewest_leaves"], f1["truth"], f1["right"]) == ("6", "3", "12", "true")
    assert float(f1["leaves_per_minimax"]) == 6 / 7
    assert sum(map(int, f1["cut_offs_by_place"].split())) == int(f1["cut_offs"])
    assert [row["depth"] for row in rows if (row["of"], row["search"]) == ("growth", "f1")] == ["1", "2", "3", "5"]


def test_markdown_has_the_same_tables(capsys: Output) -> None:
    """Every row of a table has as many cells as the header."""
    assert cli.run([*FEW, *GROWTH[3:], "--markdown"]) == 0
    text = capsys.readouterr().out
    assert "| f1 | 6 | 0.857 | 1.50 | 2.00 |" in text
    assert text.count("\n### ") + text.startswith("### ") == 5
    for part in text.split("### ")[1:]:
        table = [line for line in part.splitlines() if line.startswith("|")]
        assert len({line.replace("\\|", "").count("|") for line in table}) == 1


def test_json_has_the_full_counts_and_the_plan(capsys: Output) -> None:
    """The JSON has everything that a gate or a page needs."""
    assert cli.run([*FEW, *GROWTH[3:], "--trees", "2", "--json"]) == 0
    done = json.loads(capsys.readouterr().out)
    assert (done["schema"], done["finished"], done["notes"]) == (1, True, [])
    assert done["planned"]["growth"] == [
        {"model": "random-leaves", "branching": 2, "depths": [1, 2, 3, 5], "trees": 2, "searches": ["fail_soft", "f1"]}
        | {"searches": ["fail_soft", "f1", "f2"]}
    ]
    assert {cost["search"] for cost in done["costs"]} == {"minimax", "fail_soft", "f1", "f2"}


def test_output_goes_to_a_file(tmp_path: Path, capsys: Output) -> None:
    """The file has the text that would otherwise be printed."""
    assert cli.run(FEW) == 0
    printed = capsys.readouterr().out
    assert cli.run([*FEW, "-o", str(tmp_path / "out.txt")]) == 0
    assert capsys.readouterr().out == f"wrote {tmp_path / 'out.txt'}\n"
    written = (tmp_path / "out.txt").read_text(encoding="utf-8")
    assert [line.rstrip() for line in written.splitlines()] == [line.rstrip() for line in printed.splitlines()]
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_a_tree_from_a_file_is_identified_by_its_contents(tmp_path: Path, capsys: Output) -> None:
    """Another tree in the same file is another version; the same tree in another notation is not."""
    file = tmp_path / "tree.json"
    versions = []
    for text in ("[[3, 5], [2, 9]]", "[[3, 5], [2, 8]]", "[ [3,5], [2,9] ]"):
        file.write_text(text, encoding="utf-8")
        assert cli.run(["compare", "--variant", "f2", "--workload", str(file), "--json"]) == 0
        done = compared(capsys)
        assert [(cost.workload, cost.counts.leaves) for cost in done.costs] == [
            ("tree.json", leaves) for leaves in (4, 3, 3)
        ]
        versions.append(done.costs[0].version)
    assert versions[0] == versions[2] != versions[1]


def test_a_harvested_tree_is_a_workload(tmp_path: Path, capsys: Output) -> None:
    """The format of the file decides, not its name."""
    write_harvest(harvested(WORKLOADS["blog"].build(), "blog"), tmp_path / "tree")
    assert cli.run(["compare", "--variant", "f1", "--workload", str(tmp_path / "tree"), "--json"]) == 0
    from_file = compared(capsys)
    assert cli.run(["compare", "--variant", "f1", "--workload", "blog", "--json"]) == 0
    assert [cost.counts for cost in from_file.costs] == [cost.counts for cost in compared(capsys).costs]


def test_an_interrupt_leaves_partial_results_that_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """The status is 130, and the partial comparison is valid. The second run only measures the rest."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    words = [*FEW, "--resume", str(tmp_path / "begun.json"), "--json"]
    measured: list[str] = []

    def watched(plan: ComparisonPlan, on_step: object, *, resumed: Comparison = NOTHING) -> Comparison:
        assert callable(on_step)

        def step(at: ComparisonState) -> None:
            on_step(at)
            measured.append(at.doing)
            if at.doing == "f1 on deep-cutoff":
                signal.raise_signal(signal.SIGINT)

        return compare(plan, step, resumed=resumed)

    monkeypatch.setattr(cli.compare, "compare", watched)
    assert cli.run(words) == 130
    partial = compared(capsys)
    saved = msgspec.json.decode((tmp_path / "begun.json").read_bytes(), type=Comparison)
    assert saved == partial
    assert (partial.finished, len(partial.costs)) == (False, 6)
    assert "f2 on deep-cutoff" not in measured
    monkeypatch.setattr(cli.compare, "compare", compare)
    assert cli.run(words) == 0
    done = compared(capsys)
    assert (done.finished, len(done.costs)) == (True, 8)
    assert done.costs[:6] == partial.costs
    assert cli.run([*FEW, "--json"]) == 0
    assert compared(capsys) == done


@pytest.mark.parametrize(
    "words, says",
    [
        (
            ["--variant", "f1", "--workload", "lecture,deep-cutoff"],
            "was started with other workloads",
        ),
        ([*FEW[1:5]], "was started with other workloads"),
        ([*FEW[1:], "--time", "2"], "was started with other rounds"),
        ([*FEW[1:], "--growth", "forward"], "was started with other growth"),
        ([*FEW[1:], "--most-visits", "9999"], "was started with other most visits"),
    ],
)
def test_a_file_with_another_plan_is_not_resumed(words: list[str], says: str, tmp_path: Path, capsys: Output) -> None:
    """The error names the difference, and the file does not change."""
    file = tmp_path / "begun.json"
    assert cli.run([*FEW, "--resume", str(file), "--json"]) == 0
    before = file.read_bytes()
    capsys.readouterr()
    assert cli.run(["compare", *words, "--resume", str(file)]) == 2
    assert says in mistake(capsys)
    assert file.read_bytes() == before


def test_a_file_of_another_release_is_not_resumed(tmp_path: Path, capsys: Output) -> None:
    """The counts in a file of another release may come from different code."""
    file = tmp_path / "begun.json"
    assert cli.run([*FEW, "--resume", str(file), "--quiet"]) == 0
    capsys.readouterr()
    saved = msgspec.json.decode(file.read_bytes(), type=Comparison)
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(saved, prunecheck="0.0.1")))
    assert cli.run([*FEW, "--resume", str(file)]) == 2
    assert "was started with prunecheck 0.0.1" in mistake(capsys)


def test_html_without_its_extra_is_refused_before_any_work(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """The error names the missing package, and how to install it."""
    monkeypatch.setattr(page, "NEEDED", ("no_such_package",))
    assert cli.run([*FEW, "--html", "page.html"]) == 2
    said = mistake(capsys)
    assert "no_such_package" in said
    assert "pip install -e '.[plot]'" in said


@pytest.mark.slow
def test_html_is_written_in_addition_to_the_output(tmp_path: Path, capsys: Output) -> None:
    """The file is one complete page."""
    for package in page.NEEDED:
        pytest.importorskip(package)
    assert cli.run([*FEW, "--json", "--html", str(tmp_path / "page.html")]) == 0
    written = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert written.lstrip().lower().startswith("<!doctype html>")
    assert all(cost.search in written for cost in compared(capsys).costs)


MISTAKES = [
    (["--variant", "f3"], "unknown variant 'f3'; did you mean 'f2'?"),
    (["--workload", "lectur"], "unknown workload 'lectur'; did you mean 'lecture'?"),
    (["--workload", "no-such.json"], "no-such.json: No such file or directory"),
    (["--workload", "lecture", "--workload", "Lecture"], "two workloads have the name lecture"),
    (["--growth", "random-leafs"], "unknown model 'random-leafs'; did you mean 'random-leaves'?"),
    (["--growth", "forward", "--depths", "8-1"], "--depths is '8-1', and 8 is more than 1; write 1-8"),
    (["--growth", "forward", "--depths", "deep"], "--depths is 'deep'; write depths such as 1-8 or 2,4,6"),
    (["--growth", "forward", "--depths", "1-99"], "--depths is '1-99'; the largest depth is 64"),
    (["--growth", "forward", "--depths", ""], "write depths such as"),
    (
        ["--growth", "forward", "--branching", "30", "--depths", "9"],
        "trees with 30 children at each node and 9 plies have more than",
    ),
    (["--growth", "forward", "--branching", "0"], "--branching is 0, not a whole number of at least 1"),
    (["--depths", "1-3"], "--depths needs --growth MODEL"),
    (["--trees", "3"], "--trees needs --growth MODEL"),
    (["--time", "0"], "--time is 0, not a whole number of at least 1"),
    (["--json", "--csv"], "--json, --csv and --markdown cannot be used together; choose one"),
    (["--variant", "f1", "--workload", "kalah-3-2"], "f1 cannot run on kalah-3-2: the players do not alternate"),
    (["--variant", "f1", "--workload", "lecture", "-o", "no-such/out.txt"], "cannot write 'no-such/out.txt'"),
    (["-o", "same", "--html", "same"], "'same' is already used as input or for another output"),
    (["--resume", "pyproject.toml"], "pyproject.toml is not a comparison"),
]


@pytest.mark.parametrize("words, says", MISTAKES, ids=[" ".join(words)[:40] for words, _ in MISTAKES])
def test_a_usage_error_is_one_line_with_the_remedy(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """The message is on standard error, and the exit status is 2."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    assert cli.run(["compare", *words]) == 2
    assert says in mistake(capsys)


def test_a_search_stopped_at_its_visit_limit_fails(capsys: Output) -> None:
    """The row of the search has the error; the exit status is 1."""
    assert cli.run(["compare", "--variant", "f2", "--workload", "blog", "--most-visits", "10"]) == 1
    text = capsys.readouterr().out
    assert "f2 on blog ended with the search was stopped after 10 visits" in text
    assert "wrong values or errors: minimax, fail_soft, f2" in text


@pytest.mark.fast_cases("130-")
@pytest.mark.parametrize(
    "width, left_out",
    [
        (130, ""),
        (80, "interior /minimax, interior /alpha-beta"),
        (70, "interior nodes, interior /minimax, interior /alpha-beta"),
    ],
)
def test_a_narrow_terminal_gets_fewer_columns_and_every_digit(width: int, left_out: str) -> None:
    """As few columns as possible are left out, but never the column of distinct leaves. No number or name is cut."""
    page_of_text = Screen()
    shown = Console(file=page_of_text, force_terminal=True, width=width, color_system=None)
    print_comparison(shown, compare(ComparisonPlan((), (WORKLOADS["othello-4-to-8"],))))
    text = page_of_text.getvalue()
    assert re.findall(r"Not shown: (.*?)\.", " ".join(text.split())) == ([left_out] if left_out else [])
    assert any(line.split()[:1] == ["search"] and "distinct" in line for line in text.splitlines())
    assert "9,116" in text
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width


def test_in_a_pipe_no_cell_is_truncated(tmp_path: Path, capsys: Output) -> None:
    """Even long file names are complete."""
    file = tmp_path / f"{'long' * 55}.json"
    file.write_text("[[3, 5], [2, 9]]", encoding="utf-8")
    assert cli.run(["compare", "--workload", str(file), "--variant", "f2"]) == 0
    text = capsys.readouterr().out
    assert "…" not in text
    assert any(line.split() == [file.name, "fail_soft", "1", "100.0%"] for line in text.splitlines())


def test_a_users_search_is_counted_with_the_variants(tmp_path: Path, capsys: Output) -> None:
    """The search is loaded by file and name; a correct alpha-beta has the counts of `fail_soft`, including cutoffs."""
    file = tmp_path / "mine.py"
    file.write_text(
        "def search(node, depth, alpha, beta):\n"
        "    if depth == 0 or node.is_terminal():\n"
        "        return node.evaluate()\n"
        "    for child in node.children():\n"
        "        alpha = max(alpha, -search(child, depth - 1, -beta, -alpha))\n"
        "        if alpha >= beta:\n"
        "            break\n"
        "    return alpha\n",
        encoding="utf-8",
    )
    own = f"{file}:search"
    assert cli.run(["compare", "--search", own, "--workload", "forward-4x5,uneven", "--json"]) == 0
    rows = {(row["workload"], row["search"]): row for row in json.loads(capsys.readouterr().out)["costs"]}
    for workload in ("forward-4x5", "uneven"):
        assert rows[workload, own]["counts"] == rows[workload, "fail_soft"]["counts"]
    assert cli.run(["compare", "--search", f"{file}:serch"]) == 2
    assert "did you mean 'search'" in mistake(capsys)


SLOW = """
import time

def search(node, alpha, beta):
    leaves = []

    def visit(node, alpha, beta):
        if node.is_terminal():
            leaves.append(node)
            return node.evaluate()
        for child in node.children():
            alpha = max(alpha, -visit(child, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    value = visit(node, alpha, beta)
    time.sleep(0.6 * (len(leaves) > 100))
    return value
"""


def test_a_search_that_takes_too_long_is_called_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """Its row has the error and the counts of one call: at most those of a complete call."""
    file, report = tmp_path / "slow.py", tmp_path / "new.json"
    words = ["compare", "--search", f"{file}:search", "--workload", "forward-4x5", "--json", "-o", str(report)]
    rows = []
    file.write_text(SLOW, encoding="utf-8")
    for seconds, status in ((0.5, 1), (300, 0)):
        monkeypatch.setattr("prunecheck.cli.compared_searches.COMPARED_SECONDS", seconds)
        assert cli.run(words) == status
        costs = json.loads(report.read_text(encoding="utf-8"))["costs"]
        rows += [row for row in costs if row["search"] == f"{file}:search"]
        assert ("ended with SubjectError: timeout" in capsys.readouterr().err) is bool(status)
    assert [bool(row["error"]) for row in rows] == [True, False]
    assert 0 < rows[0]["counts"]["leaves"] <= rows[1]["counts"]["leaves"]


def test_counts_that_a_program_does_not_report_are_a_dash(capsys: Output) -> None:
    """The program reports its leaves, but no interior nodes, cutoffs or re-searches."""
    program = f"pipe:{sys.executable} {HOME / 'docs' / 'examples' / 'alpha_beta.py'}"
    assert cli.run(["compare", "--variant", "f2", "--search", program, "--workload", "blog"]) == 0
    table = capsys.readouterr().out
    row = next(line for line in table.splitlines() if line.startswith("pipe:"))
    assert row.split()[-10:] == ["12", "0.571", "1.00", "1.33", "12", "-", "-", "-", "-", "-"]
