"""The signature: what changes it, what the gate reports, and the rule for commits that change it."""

import dataclasses
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from benchmarks import signature_rule
from click.testing import CliRunner

from prunecheck import Number, Tree, cli, from_nested
from prunecheck.catalog import VARIANTS, variant
from prunecheck.measure.count_table import TableError, moved, part, read, silently_changed, text
from prunecheck.measure.signature import CountsRow, Stamp, Suite, WrongValueError, suite
from prunecheck.trees.protocol import N
from prunecheck.variants.call_forms import for_mover
from prunecheck.variants.forms import fail_soft
from prunecheck.workloads.catalog import WORKLOADS
from prunecheck.workloads.workload import Workload

Output = pytest.CaptureFixture[str]

COUNTS = Path(__file__).parents[2] / "benchmarks" / "counts.json"
SOURCE = Path(str(fail_soft.__file__)).read_text(encoding="utf-8")
SMALL = "blog,few-values-4x5,random-order-4x5"


def compiled(source: str) -> Callable[..., Any]:
    """The form `fail_soft`, compiled from this source."""
    space: dict[str, Any] = {}
    exec(compile(source, "fail_soft", "exec"), space)  # noqa: S102  # our own form, a little changed
    form: Callable[..., Any] = space["fail_soft"]
    return form


@pytest.fixture
def with_source(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Replace `fail_soft` in the catalogue by a form from another source."""

    def put(source: str) -> None:
        row = dataclasses.replace(VARIANTS["fail_soft"], search=for_mover(compiled(source)))
        monkeypatch.setitem(VARIANTS, "fail_soft", row)

    return put


@pytest.mark.slow
def test_a_strict_cutoff_test_fails_the_gate_by_name(with_source: Callable[[str], None], capsys: Output) -> None:
    """With > for >=, `fail_soft` becomes the strict test, and the gate names each workload with a difference."""
    assert SOURCE.count(" >= beta") == 1
    with_source(SOURCE.replace(" >= beta", " > beta"))
    assert cli.run(["bench", "--variant", "fail_soft", "--against", str(COUNTS)]) == 1
    report = capsys.readouterr().out
    committed = {(row.workload, row.variant): row for row in read(COUNTS).rows}
    expected = {
        name: (old.leaves, strict.leaves)
        for name in WORKLOADS
        if (old := committed.get((name, "fail_soft")))
        and (strict := committed[name, "strict_test"]).visited != old.visited
    }
    told = re.findall(r"^  fail_soft on (\S+): leaves ([\d,]+) -> ([\d,]+), ", report, re.MULTILINE)
    assert {name: (int(old.replace(",", "")), int(new.replace(",", ""))) for name, old, new in told} == expected
    assert f"{len(expected)} counts differ from {COUNTS}:" in report
    old_sum = sum(row.visited for (_, name), row in committed.items() if name == "fail_soft")
    new_sum = sum(committed[name, "strict_test"].visited for name, other in committed if other == "fail_soft")
    assert f"signature {old_sum} -> {new_sum}\n" in report
    assert f"Signature: {old_sum} -> {new_sum}" in report.splitlines()[-1]
    assert f"prunecheck bench --write {COUNTS}" in report


@pytest.mark.slow
def test_a_change_of_comments_changes_no_count(with_source: Callable[[str], None], capsys: Output) -> None:
    """With other comments and another docstring, counts are the same and the gate passes."""
    changed = re.sub(r"#.*", "# in other words", SOURCE).replace('"""Value of', '"""The value of')
    assert changed != SOURCE
    assert changed.count("# in other words") == SOURCE.count("#")
    with_source(changed)
    assert cli.run(["bench", "--variant", "fail_soft", "--against", str(COUNTS)]) == 0
    assert re.fullmatch(rf"signature \d+: all \d+ counts match {re.escape(str(COUNTS))}\n", capsys.readouterr().out)


def test_the_signature_says_what_it_sums(capsys: Output) -> None:
    """For a part of the suite, the line says how large that part is; `--json` has its rows."""
    words = ["bench", "--variant", "f1,f2", "--workload", SMALL]
    assert cli.run([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data["rows"]) == 2 * 3
    assert data["signature"] == sum(row["leaves"] + row["interior"] for row in data["rows"])
    assert cli.run(words) == 0
    said = "(visits in part of the suite: 2 variants on 3 workloads)"
    assert capsys.readouterr().out == f"signature {data['signature']}  {said}\n"


def test_the_table_shows_each_row(capsys: Output) -> None:
    """Each variant on each workload has a line, and the signature is below."""
    assert cli.run(["bench", "--variant", "f1,f2", "--workload", SMALL, "--table"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[1:-1]] == [
        [name, form] for name in SMALL.split(",") for form in ("f1", "f2")
    ]
    assert re.match(r"signature \d+  ", lines[-1])


def row(workload: str, name: str, leaves: int, interior: int, **more: Any) -> CountsRow:
    """A row of a count table."""
    return msgspec.structs.replace(
        CountsRow(workload, 1, name, leaves, leaves, interior, leaves + interior, (), 0), **more
    )


def table_of(*rows: CountsRow, stamps: tuple[Stamp, ...] = ()) -> Suite:
    """A table of these rows."""
    return Suite(sum(counts_row.visited for counts_row in rows), stamps, rows)


def test_differences_are_reported_with_old_and_new() -> None:
    """Differences are named by variant and workload, with each count that differs, and added and removed entries."""
    old = table_of(row("oak", "f1", 1, 2), row("oak", "f2", 3, 4), row("elm", "f2", 5, 6))
    new = table_of(row("oak", "f1", 1, 2), row("oak", "f2", 3, 5, cut_offs=(1, 2), version=2), row("elm", "f1", 7, 8))
    assert moved(old, new) == [
        "f2 on oak: version 1 -> 2, interior 4 -> 5, cut offs none -> 1 2",
        "f2 on elm: 5 leaves of 11 visited -> no entry",
        "f1 on elm: no entry -> 7 leaves of 15 visited",
    ]
    assert moved(old, old) == []


def test_changes_that_cancel_out_are_still_reported() -> None:
    """Two changes leave the sum unchanged."""
    old, new = (
        table_of(row("oak", "f1", 1, 2), row("oak", "f2", 3, 4)),
        table_of(row("oak", "f1", 2, 2), row("oak", "f2", 3, 3)),
    )
    assert old.signature == new.signature
    assert len(moved(old, new)) == 2


def test_a_part_of_a_table_has_its_own_signature() -> None:
    """The signature of a part is the sum of its rows."""
    whole = table_of(row("oak", "f1", 1, 2), row("oak", "f2", 3, 4), row("elm", "f2", 5, 6))
    assert part(whole, {"f2"}, {"oak", "elm"}) == table_of(row("oak", "f2", 3, 4), row("elm", "f2", 5, 6))


def test_a_tree_that_changes_without_its_version_is_reported() -> None:
    """A checksum may only differ for another version or a new workload."""
    old = table_of(stamps=(Stamp("oak", 1, "aa"), Stamp("elm", 1, "bb"), Stamp("fir", 1, "cc")))
    new = table_of(stamps=(Stamp("oak", 1, "zz"), Stamp("elm", 2, "zz"), Stamp("ash", 1, "zz")))
    (told,) = silently_changed(old, new)
    assert told == "the tree or window of oak has changed, but its version is still 1; raise the version"


def test_a_table_is_not_rewritten_over_a_tree_that_changed_silently(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """`--write` refuses in one line until the version is raised; then it writes the table, and the gate passes."""
    for name in list(WORKLOADS):
        monkeypatch.delitem(WORKLOADS, name)
    file = str(tmp_path / "counts.json")
    oak = Workload("oak", "", "own", lambda: from_nested([[3, 5], [2, 9]]))
    monkeypatch.setitem(WORKLOADS, "oak", oak)
    assert cli.run(["bench", "--write", file]) == 0
    capsys.readouterr()
    changed = dataclasses.replace(oak, build=lambda: from_nested([[3, 5], [2, 8]]))
    monkeypatch.setitem(WORKLOADS, "oak", changed)
    assert cli.run(["bench", "--against", file]) == 1
    assert "the tree or window of oak has changed, but its version is still 1" in capsys.readouterr().out
    assert cli.run(["bench", "--write", file]) == 2
    assert "the tree or window of oak has changed, but its version is still 1" in capsys.readouterr().err
    monkeypatch.setitem(WORKLOADS, "oak", dataclasses.replace(changed, version=2))
    assert cli.run(["bench", "--write", file]) == 0
    assert cli.run(["bench", "--against", file]) == 0


def test_a_table_survives_a_round_trip(tmp_path: Path) -> None:
    """The table that is read equals the one written."""
    whole = suite([variant("f1"), variant("f2")], [WORKLOADS["blog"], WORKLOADS["kalah-3-2"]])
    (tmp_path / "counts.json").write_text(text(whole), encoding="utf-8")
    assert read(tmp_path / "counts.json") == whole
    assert [(counts_row.workload, counts_row.variant) for counts_row in whole.rows] == [("blog", "f1"), ("blog", "f2")]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "No such file or directory; write it with prunecheck bench --write"),
        ("[1, 2", "is not a table of counts: "),
        (
            '{"signature": 4, "workloads": [], "rows": []}',
            "is damaged: the signature is 4, but the visits of its rows add up to 0",
        ),
    ],
)
def test_a_file_without_a_table_is_a_usage_error(content: str | None, says: str, tmp_path: Path) -> None:
    """The line has the file, the problem, and the remedy."""
    file = tmp_path / "counts.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    with pytest.raises(TableError, match=re.escape(says)) as error:
        read(file)
    assert str(file) in str(error.value)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--variant", "f2", "--write", "x.json"], "--write needs the whole suite"),
        (["--variant", "f3"], "unknown variant 'f3'"),
        (["--workload", "unevn"], "unknown workload 'unevn'; did you mean 'uneven'?"),
        (["--workload", "blog", "--against", "no/such.json"], "no/such.json: No such file or directory"),
    ],
)
def test_a_usage_error_is_one_line(words: list[str], says: str, capsys: Output) -> None:
    """The exit status is 2."""
    assert cli.run(["bench", *words]) == 2
    captured = capsys.readouterr()
    assert says in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)


def test_another_file_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """Only a table of counts may be overwritten."""
    for name in list(WORKLOADS):
        monkeypatch.delitem(WORKLOADS, name)
    (tmp_path / "diary.txt").write_text("dear diary", encoding="utf-8")
    assert cli.run(["bench", "--write", str(tmp_path / "diary.txt")]) == 2
    assert "already exists and is not a table of counts" in capsys.readouterr().err
    assert (tmp_path / "diary.txt").read_text(encoding="utf-8") == "dear diary"


def always_zero(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search that is only right on some trees."""
    return 0


def test_a_wrong_search_is_not_counted(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """Counting also checks the value.

    The search is right on one workload and wrong on another, so the exit status is 1.
    """
    wrong = dataclasses.replace(VARIANTS["f2"], search=always_zero)
    assert suite([wrong], [WORKLOADS["tic-tac-toe"]]).signature == 0
    with pytest.raises(WrongValueError, match="f2 on random-order-4x5: got 0, expected"):
        suite([wrong], [WORKLOADS["random-order-4x5"]])
    monkeypatch.setitem(VARIANTS, "f2", wrong)
    assert cli.run(["bench", "--variant", "f2", "--workload", "random-order-4x5"]) == 1
    assert "its counts mean nothing" in capsys.readouterr().out


class Repository:
    """A scratch repository with a table of counts."""

    def __init__(self, home: Path) -> None:
        """Create an empty repository in `home`."""
        self.home = home
        (home / "benchmarks").mkdir(parents=True)
        self.git("init", "--quiet")

    def git(self, *words: str) -> str:
        """The output of git."""
        names = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        command = ["git", "-C", str(self.home), *names, *words]
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()  # noqa: S603

    def commit(self, table: object, message: str) -> str:
        """Commit this table, and return the commit's hash."""
        (self.home / "benchmarks" / "counts.json").write_text(json.dumps(table), encoding="utf-8")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def checked(self, *words: str) -> tuple[int, str]:
        """The exit status and the output of the check."""
        done = CliRunner().invoke(signature_rule.main, ["--repository", str(self.home), *words])
        return done.exit_code, done.output


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with three commits: rows without a signature, the first signature, and an unchanged one."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    found = Repository(tmp_path / "scratch")
    found.commit([], "Rows")
    found.commit({"signature": 10}, "A signature")
    found.commit({"signature": 10, "rows": []}, "Words")
    return found


def test_commits_before_the_first_signature_are_exempt(repository: Repository) -> None:
    """Commits that do not change the signature are exempt as well."""
    root = repository.git("rev-list", "--max-parents=0", "HEAD")
    assert repository.checked("--since", root) == (
        0,
        "no commit changes the signature without saying so; commits looked at: 2\n",
    )


def test_a_commit_without_its_signature_line_is_refused(repository: Repository) -> None:
    """The commit is named, with the line to add; with that line, the commit passes."""
    name = repository.commit({"signature": 12}, "Faster\n\nMuch faster.")
    assert repository.checked() == (
        1,
        f"{name[:12]} (Faster) changes the signature; add to its message the line\nSignature: 10 -> 12\n",
    )
    repository.git("commit", "--quiet", "--amend", "-m", "Faster\n\nMuch faster.\n\nSignature: 10 -> 12")
    assert repository.checked()[0] == 0


@pytest.mark.parametrize(
    "line", ["Signature: 12 -> 10", "Signature: 10 -> 13", "signature 10 -> 12", "as Signature: 10 -> 12 says"]
)
def test_the_line_must_be_exact(line: str, repository: Repository) -> None:
    """A line with other numbers, in another spelling, or as a part of a longer line is refused."""
    repository.commit({"signature": 12}, f"Faster\n\n{line}")
    assert repository.checked()[0] == 1


def test_each_commit_of_a_range_is_checked(repository: Repository) -> None:
    """A commit without the line is found before a good one, which a check of the last commit alone misses."""
    start = repository.git("rev-parse", "HEAD")
    silent = repository.commit({"signature": 12}, "Silent")
    repository.commit({"signature": 13}, "Told\n\nSignature: 12 -> 13")
    assert repository.checked()[0] == 0
    status, said = repository.checked("--since", start)
    assert (status, said.split()[0]) == (1, silent[:12])


def test_removing_the_signature_is_a_change(repository: Repository) -> None:
    """Removing the number does not avoid the rule."""
    repository.commit([], "Simpler")
    status, said = repository.checked()
    assert (status, said.splitlines()[-1]) == (1, "Signature: 10 -> none")


def test_without_history_the_check_says_that_it_is_skipped(repository: Repository, tmp_path: Path) -> None:
    """Examples are a shallow clone, a folder outside a repository, and a subfolder of one; the exit status is 0."""
    repository.git("clone", "--quiet", "--depth", "1", f"file://{repository.home}", str(tmp_path / "shallow"))
    (tmp_path / "bare").mkdir()
    for where, why in (
        (tmp_path / "shallow", "is not checked: the parent of"),
        (tmp_path / "bare", "is not checked: "),
        (repository.home / "benchmarks", "is not a git repository, but a folder of"),
    ):
        done = CliRunner().invoke(signature_rule.main, ["--repository", str(where)])
        assert (done.exit_code, why in done.output) == (0, True), done.output


def test_an_unknown_start_is_a_usage_error(repository: Repository) -> None:
    """The error names the unknown commit."""
    status, said = repository.checked("--since", "nowhere")
    assert status == 1
    assert "there is no commit 'nowhere' here" in said


def test_a_first_commit_is_compared_with_nothing(tmp_path: Path) -> None:
    """The first commit is compared with nothing, even if it has a signature."""
    only = Repository(tmp_path / "new")
    assert "there is no commit yet" in only.checked()[1]
    only.commit({"signature": 10}, "First")
    assert only.checked()[0] == 0
