"""The dashboard's parts: counts from git, changes by commit, results for asv."""

import re
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from benchmarks.dashboard import history, landing, offline
from benchmarks.dashboard.__main__ import main
from benchmarks.dashboard.build import Order, build
from benchmarks.dashboard.commits import HOME, Commit, commits, project_name
from benchmarks.dashboard.errors import DashboardError
from benchmarks.dashboard.files import read as read_json
from benchmarks.dashboard.files import write
from benchmarks.dashboard.measured import Measured, read_measured
from benchmarks.dashboard.trends import chained, trends
from benchmarks.suites.committed import Cost, Entry, committed, parsed
from click.testing import CliRunner

import documents
from small_repositories import TOLD, git, repository, row, table

needs_jinja = pytest.mark.skipif(find_spec("jinja2") is None, reason="jinja2 is not installed")
needs_asv = pytest.mark.skipif(find_spec("asv") is None, reason="asv is not installed")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of five commits with tables in both formats; the first commit has none."""
    return repository(tmp_path_factory.mktemp("told") / "told", TOLD)


@pytest.fixture(scope="module")
def read(told: Path) -> list[Commit]:
    """The commits of that repository."""
    return commits(told, "HEAD", 5)


def test_both_formats_of_the_table_are_read() -> None:
    """One format is a list of rows, the other has rows and a signature; versions of a workload stay separate."""
    old = parsed(table(row("oak", "f2", 3, 6)))
    new = parsed(table(row("oak", "f2", 3, 6), row("elm", "f2", 4, 8, version=2), signature=14))
    assert (dict(old.costs), old.signature) == ({Entry("oak", "f2"): Cost(3, 6)}, None)
    assert (new.costs, new.signature) == ({**old.costs, Entry("elm v2", "f2"): Cost(4, 8)}, 14)


def test_the_table_of_this_commit_is_read() -> None:
    """The table has Knuth and Moore's F2 on tic-tac-toe row by row; other tests check that count as well."""
    assert committed().costs[Entry("tic-tac-toe", "f2")] == Cost(7_330, 18_297)


@pytest.mark.parametrize("text", ["", "{}", "3", '{"rows": []}', '[{"workload": "oak"}]', "[3]", '{"rows": [[]]}'])
def test_an_invalid_table_is_a_value_error(text: str) -> None:
    """Every kind of fault in a table raises a ValueError."""
    with pytest.raises(ValueError, match="no table of counts"):
        parsed(text)


def test_the_commits_come_oldest_first_with_their_counts(read: list[Commit]) -> None:
    """Each commit has its subject, date and counts, or no counts if the file did not exist."""
    assert [commit.subject for commit in read] == list(TOLD)
    assert [commit.date for commit in read] == [f"2026-01-0{day}" for day in range(1, 6)]
    assert [len(commit.committed.costs) for commit in read] == [0, 2, 2, 4, 4]
    assert [commit.committed.signature for commit in read] == [None, None, None, None, 2_000_035]


def test_only_first_parents_are_read(tmp_path: Path) -> None:
    """Merged commits are left out."""
    place = repository(tmp_path / "merged", {"First": table(), "Second": table()})
    git(place, "switch", "--quiet", "--create", "side", "HEAD~")
    git(place, "commit", "--quiet", "--allow-empty", "--message", "Aside", day=3)
    git(place, "switch", "--quiet", "main")
    git(place, "merge", "--quiet", "--no-ff", "--message", "Merged", "side", day=4)
    assert [commit.subject for commit in commits(place, "HEAD", 9)] == ["First", "Second", "Merged"]


def test_a_shallow_or_detached_clone_shows_its_commits(told: Path, tmp_path: Path, read: list[Commit]) -> None:
    """The clone has two commits, and is given the full hash of the last one."""
    git(tmp_path, "clone", "--quiet", "--depth=2", told.as_uri(), "shallow")
    git(tmp_path / "shallow", "checkout", "--quiet", "--detach")
    git(tmp_path / "shallow", "branch", "--quiet", "--delete", "--force", "main")
    assert commits(tmp_path / "shallow", read[-1].name, 10) == read[-2:]
    history.borrowed(tmp_path / "shallow", read[-1].name, tmp_path / "bare")
    assert git(tmp_path / "bare", "rev-list", "main").split() == [read[-1].name, read[-2].name]


@pytest.mark.parametrize("last", ["no-such-branch", "--all", "HEAD:benchmarks", ""])
def test_an_unknown_commit_is_reported_in_one_line(told: Path, last: str) -> None:
    """Examples are an unknown name, an option, and a folder."""
    with pytest.raises(DashboardError, match=rf"^'{last}' is not a commit of .*; give a branch, a tag or a commit$"):
        commits(told, last, 3)


def test_a_missing_repository_is_reported_in_gits_words(tmp_path: Path) -> None:
    """The message is the first line of git's message."""
    with pytest.raises(DashboardError, match=r"^git rev-parse: fatal: not a git repository"):
        commits(tmp_path, "HEAD", 3)


def test_a_table_that_cannot_be_read_is_reported_with_its_commit(tmp_path: Path) -> None:
    """The message also has the path."""
    place = repository(tmp_path / "broken", {"Broken": "[3]"})
    with pytest.raises(DashboardError, match=rf"counts.json of {git(place, 'rev-parse', 'HEAD')[:8]}: no table"):
        commits(place, "HEAD", 1)


def test_the_same_history_is_written_as_the_same_bytes(read: list[Commit], tmp_path: Path) -> None:
    """Two runs write files that are equal byte for byte."""
    written = []
    for place in (tmp_path / "once", tmp_path / "again"):
        history.write_results(read, place)
        written.append({path.relative_to(place): path.read_bytes() for path in place.rglob("*.json")})
    assert written[0] == written[1]
    assert len(written[0]) == 4 + 2  # the commits with counts, the machine, and the benchmarks


def test_each_count_is_where_asv_looks_for_it(read: list[Commit]) -> None:
    """The last parameter varies fastest; null stands for counts that a commit does not have."""
    found = history.results(read[-1], ["f1", "f2"], ["oak", "elm", "elm v2"])
    assert found["results"]["counts.leaves"][:2] == [
        [1_234_568, None, 7, 6, None, 7],
        [["'f1'", "'f2'"], ["'oak'", "'elm'", "'elm v2'"]],
    ]
    assert found["results"]["counts.signature"][0] == [2_000_035]
    assert found["date"] == 1_767_614_400_000  # noon of 5 January 2026, in milliseconds


def test_the_workload_with_the_greatest_count_is_the_first(read: list[Commit]) -> None:
    """By default, asv draws the first workload."""
    assert history.largest_first(read) == ["oak", "elm v2", "elm"]


def test_variants_that_differ_come_first(read: list[Commit]) -> None:
    """Asv draws the first eight variants.

    A variant with the same counts as an earlier one comes last, even if its counts are smaller.
    """
    counted = table(
        row("oak", "f1", 9, 12),
        row("oak", "f2", 7, 10),
        row("oak", "f3", 7, 10),
        row("oak", "f4", 8, 11),
        row("elm", "f2", 3, 4),
        row("elm", "f4", 3, 4),
    )
    assert history.different_first([replace(read[0], committed=parsed(counted))]) == ["f1", "f2", "f4", "f3"]


def test_commits_without_counts_are_refused(read: list[Commit], tmp_path: Path) -> None:
    """The message says how to include more commits."""
    with pytest.raises(DashboardError, match="--commits"):
        history.write_results(read[:1], tmp_path)


def test_measured_results_are_copied_without_constant_settings(read: list[Commit], tmp_path: Path) -> None:
    """Results for the commits shown are copied; asv's own counts and missing results are left out."""
    measured = tmp_path / "measured"
    described = {"name": "speed.time", "params": [], "param_names": []}
    write(
        measured / "benchmarks.json",
        {"bench_counts.leaves": described, "no.result": described, "speed.time": described, "version": 2},
    )
    write(measured / "ci" / "machine.json", {"machine": "ci", "version": 1})
    for commit, python in {read[-1].name: "3.11", read[-2].name: "3.12", "0" * 40: "3.13"}.items():
        run = {"commit_hash": commit, "env_vars": {"SEED": "0"}, "version": 2}
        run |= {"params": {"machine": "ci", "os": "linux", "python": python}, "results": {"speed.time": [[1.5]]}}
        write(measured / "ci" / f"{commit[:8]}.json", run)
    names = history.write_results(read, tmp_path / "all", measured=measured)
    assert sorted(names) == ["counts.leaves", "counts.signature", "counts.visited", "speed.time"]
    copied = {path.stem: read_json(path) for path in (tmp_path / "all" / "ci").glob("????????.json")}
    assert copied.keys() == {read[-1].short, read[-2].short}
    assert copied[read[-1].short]["params"] == {"machine": "ci", "python": "3.11"}
    assert copied[read[-1].short]["env_vars"] == {}


def test_a_folder_without_asv_results_is_refused(read: list[Commit], tmp_path: Path) -> None:
    """The message says what to run."""
    with pytest.raises(DashboardError, match="asv run"):
        history.write_results(read, tmp_path / "all", measured=tmp_path)


def test_a_change_is_listed_once_with_old_and_new_counts_largest_first(read: list[Commit]) -> None:
    """The largest difference comes first, for leaves and visits separately. Equal and new counts are left out."""
    found = landing.changes(read[2], read[3])
    assert [
        (change.variant, change.workload, change.measure, change.old, change.new, change.by) for change in found
    ] == [
        ("f2", "oak", "visited", 6, 12, 6),
        ("f2", "oak", "leaves", 3, 6, 3),
        ("f1", "oak", "leaves", 1_234_567, 1_234_568, 1),
    ]
    assert landing.changes(read[1], read[2]) == []


def test_added_and_removed_counts_are_summarised(read: list[Commit]) -> None:
    """Each set of variants has a line; the first commit with counts has no added counts."""
    assert landing.story(read[0], read[1]).came == []
    assert landing.story(read[2], read[3]).came == ["all variants on elm"]
    last = landing.story(read[3], read[4])
    assert (last.came, last.went) == (["all variants on elm v2"], ["all variants on elm"])
    assert landing.summed_up({Entry("oak", "f1")}, {"f1", "f2"}) == ["f1 on oak"]


def test_a_commit_without_changes_says_why(read: list[Commit]) -> None:
    """The commit has no counts, no predecessor, the first counts, or the same counts as before."""
    pairs = [(None, read[0]), (None, read[1]), (read[0], read[1]), (read[1], read[2])]
    assert [landing.story(old, new).otherwise for old, new in pairs] == [
        "not counted",
        "nothing to compare with",
        "the first counts",
        "no count changed",
    ]


@needs_jinja
def test_the_page_shows_text_unchanged_and_loads_nothing(read: list[Commit]) -> None:
    """A subject that looks like markup stays text, and the page has no scripts or external references."""
    page = landing.page(read, project="<i>x", shown=4, benchmarks=["counts.leaves"], trends=trends(read, Measured()))
    assert "Count &lt;b&gt;two&lt;/b&gt; searches" in page
    assert "<b>" not in page
    assert "<i>" not in page
    assert "<script" not in page
    assert offline.loads(page) == {}
    assert re.findall(r' id="(\w+)"', page) == [commit.short for commit in reversed(read[1:])]


@needs_jinja
def test_commits_without_a_change_share_a_line(tmp_path: Path) -> None:
    """The line shows the first and the last of these commits, and a click shows all of them.

    A single commit has a line as well.
    """
    same, other = table(row("oak", "f1", 5, 9)), table(row("oak", "f1", 6, 9))
    tables = {"A": same, "B": same, "C": same, "D": other, "E": other}
    read = commits(repository(tmp_path / "quiet", tables), "HEAD", 5)
    runs = landing.grouped(list(landing.stories(read)))
    assert [[story.commit.subject for story in run] for run in runs] == [["A"], ["B", "C"], ["D"], ["E"]]
    page = landing.page(read, project="x", shown=5, benchmarks=[])
    assert page.count("<h3>") == 1
    assert f"2 commits, <code>{read[1].short}</code> to <code>{read[2].short}</code>: no count changed" in page
    assert page.count(' id="') == 5


def own_results(folder: Path, read: list[Commit]) -> Path:
    """Results of the suite that `prunecheck new asv` writes, on two machines, for all commits except one."""
    names = {name: f"bench_searches.Searches.{name}" for name in ("track_leaves", "time_search", "peakmem_search")}
    types = {"track_leaves": "track", "time_search": "time", "peakmem_search": "peakmemory"}
    about = {"param_names": ["search", "workload"], "params": [], "version": "1"}
    described = {full: about | {"name": full, "type": types[name]} for name, full in names.items()}
    write(folder / "benchmarks.json", {**described, "version": 2})
    for machine in ("here", "there"):
        write(folder / machine / "machine.json", {"machine": machine, "version": 1})
        for nth, commit in enumerate(commit for commit in read if commit is not read[1]):
            params = [["'a.py:f'"], ["'oak'", "'elm'"]]
            values = {
                names["track_leaves"]: [[7 + nth // 2, float("nan")], params, "1"],
                names["time_search"]: [[0.5 / (1 + nth), float("nan")], params, "1"],
                names["peakmem_search"]: [None, params, "1"],
            }
            run = {"commit_hash": commit.name, "results": values, "params": {"machine": machine}, "env_vars": {}}
            write(folder / machine / f"{commit.short}.json", run | {"version": 2})
    return folder


def test_the_results_of_a_users_suite_are_read(read: list[Commit], tmp_path: Path) -> None:
    """Numbers of leaves belong to a commit and are the same on all machines; seconds are a series for each machine."""
    found = read_measured(own_results(tmp_path, read))
    assert dict(found.counts[read[0].name].costs) == {Entry("oak", "a.py:f"): Cost(7, None)}
    assert read[1].name not in found.counts
    assert [(series.name.split(".")[-1], series.machine) for series in found.series] == [
        ("time_search", "here"),
        ("time_search", "there"),
    ]
    assert found.series[0].by_commit[read[2].name] == {("'a.py:f'", "'oak'"): 0.25}


@needs_jinja
@needs_asv
def test_a_dashboard_of_a_users_repository_needs_no_table_of_counts(read: list[Commit], tmp_path: Path) -> None:
    """The published files contain the counts and the seconds. The page shows their changes and their history."""
    place = repository(tmp_path / "own", dict.fromkeys("ABCDE"))
    (place / "asv.conf.json").write_text('{\n    // its name\n    "project": "engine",\n}', encoding="utf-8")
    assert (project_name(place), project_name(tmp_path)) == ("engine", tmp_path.name)
    measured = read_measured(own_results(tmp_path / "results", commits(place, "HEAD", 5)))
    read = commits(place, "HEAD", 5, measured=measured.counts)
    names = history.write_results(read, tmp_path / "all", measured=tmp_path / "results")
    assert names == ["counts.leaves", "bench_searches.Searches.time_search"]
    told = list(landing.stories(read))
    assert [story.otherwise for story in told[:3]] == ["nothing to compare with", "not counted", "no count changed"]
    assert [(change.old, change.new) for change in told[3].changes] == [(7, 8)]
    shown = trends(read, measured)
    assert [(trend.what, trend.machine, trend.change) for trend in shown] == [
        ("leaves", "", "+14.3 %"),
        ("time: Searches.time_search", "here", "-75 %"),
        ("time: Searches.time_search", "there", "-75 %"),
    ]
    assert [len(trend.points) for trend in shown] == [4, 4, 4]
    assert [trend.change for trend in trends(read[:2], measured)] == ["one commit"] * 3
    page = landing.page(read, project="engine", shown=5, benchmarks=names, trends=shown)
    assert page.count("<polyline") == 3
    assert "No time or memory was measured" not in page


def failing_results(folder: Path, read: list[Commit]) -> Path:
    """Results of a user's suite, in which searches are right, partly wrong, all wrong, and right again."""
    name, params = "bench_searches.Searches.track_leaves", [["'a.py:f'", "'a.py:g'"], ["'oak'", "'elm'"]]
    seconds = name.replace("track_leaves", "time_search")
    about = {"param_names": ["search", "workload"], "params": params, "version": "1"}
    types = {name: "track", seconds: "time"}
    write(folder / "benchmarks.json", {full: about | {"name": full, "type": types[full]} for full in types})
    write(folder / "here" / "machine.json", {"machine": "here", "version": 1})
    rows = ([7, 8, None, 9], [5, 8, None, None], None, [7, 8, None, 18])
    for commit, leaves in zip(read, rows, strict=False):
        results = {name: [leaves, params, "1"], seconds: [leaves, params, "1"]}
        run = {"commit_hash": commit.name, "results": results, "params": {"machine": "here"}, "env_vars": {}}
        write(folder / "here" / f"{commit.short}.json", run | {"version": 2})
    return folder


@needs_jinja
def test_a_search_that_failed_is_named_and_is_no_improvement(tmp_path: Path) -> None:
    """A null of asv is a failure. The mean has a gap until the failed searches are right again."""
    place = repository(tmp_path / "own", dict.fromkeys("ABCD"))
    measured = read_measured(failing_results(tmp_path / "results", commits(place, "HEAD", 4)))
    read = commits(place, "HEAD", 4, measured=measured.counts)
    told = list(landing.stories(read))
    assert [story.failed for story in told] == [
        ["a.py:g on oak"],
        ["a.py:g on elm, oak"],
        ["all variants on elm, oak"],
        ["a.py:g on oak"],
    ]
    assert all(not (story.went or story.came) for story in told)
    assert [(change.old, change.new) for change in told[3].changes] == [(9, 18), (5, 7)]
    for trend in trends(read, measured):
        assert [mean is None for mean in trend.means] == [False, True, True, False]
        assert trend.means[3] == pytest.approx(2 ** (1 / 3))
    assert [trend.change for trend in trends(read[:3], measured)] == ["failed", "failed"]
    page = landing.page(read, project="engine", shown=4, benchmarks=[], trends=trends(read[:3], measured))
    article = page.partition(f'id="{read[1].short}"')[2]
    assert article.index("Failed (a wrong value, or an error): a.py:g on elm, oak") < article.index(">-2</td>")
    assert "Gone" not in page


def test_a_mean_covers_what_two_commits_have_in_common() -> None:
    """Added and removed rows do not change the mean; a commit that was not measured is left out."""
    assert chained([{"a": 2.0}, {"a": 2.0, "b": 9.0}, {}, {"b": 18.0}]) == pytest.approx((1.0, 1.0, None, 2.0))
    assert chained([{}, {"a": 0.0}, {"a": 3.0}]) == (None, 1.0, 1.0)


@needs_jinja
@needs_asv
def test_a_folder_with_other_files_is_left_unchanged(told: Path, tmp_path: Path) -> None:
    """The exit status is 1 with one line, and the file is unchanged."""
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    done = CliRunner().invoke(main, ["--repository", str(told), "-o", str(tmp_path)])
    assert (done.exit_code, done.output.count("\n")) == (1, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_missing_package_is_reported_in_one_line(told: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line has the remedy, and comes before npm downloads anything."""
    monkeypatch.setattr("benchmarks.dashboard.build.find_spec", lambda name: None)
    done = CliRunner().invoke(main, ["--repository", str(told), "-o", str(tmp_path / "pages")])
    assert (done.exit_code, done.output.count("\n")) == (1, 1)
    assert "not installed: asv, jinja2; in a clone of prunecheck, run: pip install --group dashboard" in done.output
    assert not (tmp_path / "pages").exists()


@needs_jinja
@needs_asv
def test_missing_npm_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line has the remedy."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(DashboardError, match="npm is not on the path: install it"):
        build(Order(HOME, "HEAD", 1), tmp_path / "pages", cache=tmp_path / "cache")


def test_every_option_is_described() -> None:
    """Each option has a help text, and the page only names options that exist."""
    options = [param for param in main.params if isinstance(param, click.Option)]
    assert all(option.help for option in options)
    commands = re.findall(r"(?:benchmarks\.dashboard|-s dashboard --) (.*)", documents.DOCUMENTS["docs/dashboard.md"])
    named = {word for command in commands for word in re.findall(r"(?<!\S)--?[a-z][a-z-]*", command)}
    assert (
        {"--commits", "-o", "--repository"}
        <= named
        <= {"--help", *(name for option in options for name in option.opts)}
    )
