"""`prunecheck new asv` writes a benchmark suite for the user's repository, which asv can run unchanged."""

import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from own_searches import FILE
from prunecheck import PreconditionError, cli
from prunecheck.asv import prepare
from prunecheck.cli import new_asv
from prunecheck.cli.workload_names import QUICK
from prunecheck.measure.counts import counted
from prunecheck.oracle.minimax import value
from prunecheck.subjects.find import find_subject
from prunecheck.workloads.catalog import WORKLOADS as CATALOGUE
from small_repositories import git

Output = pytest.CaptureFixture[str]
SEARCH = "own engine/search.py:right"
FILES = ["asv.conf.json", "benchmarks/__init__.py", "benchmarks/bench_searches.py"]


@pytest.fixture(autouse=True)
def in_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a repository with a file of searches in a folder."""
    (tmp_path / "own engine").mkdir()
    (tmp_path / "own engine" / "search.py").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def suite() -> Any:
    """The written suite, as a module."""
    spec = importlib.util.spec_from_file_location("bench_searches", Path("benchmarks/bench_searches.py").resolve())
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_files_are_written_or_none(capsys: Output) -> None:
    """All files are written to the given folder. If one of them exists, nothing is written or changed."""
    assert cli.run(["new", "asv", "--search", SEARCH, "-o", "other"]) == 0
    assert all(Path("other", name).is_file() for name in FILES)
    Path("benchmarks").mkdir()
    Path("benchmarks/bench_searches.py").write_text("mine", encoding="utf-8")
    assert cli.run(["new", "asv", "--search", SEARCH]) == 2
    assert "'benchmarks/bench_searches.py' already exists; choose another folder with -o" in capsys.readouterr().err
    assert Path("benchmarks/bench_searches.py").read_text(encoding="utf-8") == "mine"
    assert not Path("asv.conf.json").exists()


def settings(folder: str = ".") -> Any:
    """The written configuration, without its comments."""
    text = Path(folder, "asv.conf.json").read_text(encoding="utf-8")
    return json.loads(re.sub(r"^ *//.*", "", text, flags=re.MULTILINE))


def test_asv_can_read_the_configuration() -> None:
    """The configuration is JSON with comments; the paths in it exist, and the name is that of the folder."""
    assert cli.run(["new", "asv", "--search", SEARCH]) == 0
    written = settings()
    assert (written["version"], written["benchmark_dir"], written["repo"]) == (1, "benchmarks", ".")
    assert written["project"] == Path.cwd().name


PACKAGE = '[project]\nname = "own"\nversion = "1"\n'


@pytest.mark.parametrize(
    ("search", "file", "packages"),
    [
        ("own:right", PACKAGE, "{build_dir}"),
        ("own.deep:Engine.search", "[build-system]\nrequires = []\n", "{build_dir}"),
        ("own:right", "[tool.own]\n", ""),  # a file with settings only; modules lie in the folder itself
        (SEARCH, PACKAGE, ""),
        ("pipe:engine", PACKAGE, ""),
        ("f2", PACKAGE, ""),
    ],
)
def test_the_package_of_a_module_is_installed(search: str, file: str, packages: str) -> None:
    """In a src layout, Python finds the module only after the package has been installed."""
    Path("pyproject.toml").write_text(file, encoding="utf-8")
    assert cli.run(["new", "asv", "--search", search]) == 0
    (command,) = settings()["install_command"]
    assert [word for word in shlex.split(command) if "build_dir" in word] == packages.split()


def test_a_program_has_a_line_for_its_compiler() -> None:
    """The line is a comment, since only the user knows how the program is built."""
    assert cli.run(["new", "asv", "--search", "pipe:engine/quiet"]) == 0
    text = Path("asv.conf.json").read_text(encoding="utf-8")
    assert re.search(r"^ *// \"in-dir={build_dir} /usr/bin/g\+\+ ", text, re.MULTILINE)
    assert len(settings()["install_command"]) == 1
    assert cli.run(["new", "asv", "--search", SEARCH, "-o", "other"]) == 0
    assert "g++" not in Path("other/asv.conf.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        (None, "prunecheck"),
        ({"url": "file:///a%20b/prune{check}", "dir_info": {"editable": True}}, "/a b/prune{{check}}"),
        ({"url": "file:///a/prunecheck-1.whl", "archive_info": {}}, "/a/prunecheck-1.whl"),
        ({"url": "https://h/p.git", "vcs_info": {"vcs": "git", "commit_id": "0a1"}}, "git+https://h/p.git@0a1"),
        ({"url": "https://h/p.zip", "archive_info": {}, "subdirectory": "p"}, "https://h/p.zip#subdirectory=p"),
    ],
)
def test_prunecheck_is_installed_from_where_it_came(
    origin: dict[str, Any] | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The origin is the one that pip has recorded."""
    text = None if origin is None else json.dumps(origin)
    monkeypatch.setattr(new_asv, "distribution", lambda _: SimpleNamespace(read_text=lambda _: text))
    assert cli.run(["new", "asv", "--search", SEARCH]) == 0
    (command,) = settings()["install_command"]
    assert shlex.split(command)[-1] == expected


def test_without_a_recorded_origin_prunecheck_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples: a prunecheck that is only on Python's path."""

    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(new_asv, "distribution", missing)
    assert new_asv.installed_from() == ""


def test_a_suite_in_any_folder_finds_the_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """Paths start from the folder of the command, in the working tree and in the checkout of a commit."""
    monkeypatch.delenv("ASV_ENV_DIR", raising=False)
    (tmp_path / ".git").mkdir()
    (tmp_path / "pyproject.toml").write_text(PACKAGE, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "own engine")
    assert cli.run(["new", "asv", "--search", "search.py:right", "--search", "own:right", "-o", "../a/bench"]) == 0
    assert "cd ../a/bench" in capsys.readouterr().out
    written = settings("../a/bench")
    assert (written["repo"], written["project"]) == ("../..", tmp_path.name)
    assert written["install_command"][0].endswith(" {build_dir}")
    monkeypatch.chdir("../a/bench")
    measured = suite().Searches()
    measured.setup("search.py:right", "few-values-4x5")
    assert Path.cwd() == tmp_path / "own engine"
    commit = tmp_path / "env" / "project"
    shutil.copytree(tmp_path / "own engine", commit / "own engine")
    monkeypatch.setenv("ASV_ENV_DIR", str(commit.parent))
    measured.setup("search.py:right", "few-values-4x5")
    assert Path.cwd() == commit / "own engine"


def test_the_commands_that_it_prints_run_in_that_order(capsys: Output) -> None:
    """The first run of asv on a machine ends with an error until `asv machine` has described the machine."""
    assert cli.run(["new", "asv", "--search", SEARCH]) == 0
    said = capsys.readouterr().out
    assert said.index("asv machine --yes") < said.index("asv run --python=same")


def test_the_suite_counts_as_compare_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite may run from any folder, also with the searches and options of `pyproject.toml`."""
    listed = f'[tool.prunecheck]\nsubjects = [{{ search = "{SEARCH}", returns = "value", effort = "quick" }}]\n'
    Path("pyproject.toml").write_text(listed, encoding="utf-8")
    assert cli.run(["new", "asv"]) == 0
    module, here = suite(), Path.cwd()
    assert {SEARCH: {"returns": "value"}} == module.SEARCHES
    assert tuple(module.WORKLOADS) == QUICK
    monkeypatch.delenv("ASV_ENV_DIR", raising=False)
    monkeypatch.chdir("/")
    measured = module.Searches()
    measured.setup(SEARCH, "few-values-4x5")
    assert Path.cwd() == here
    workload = CATALOGUE["few-values-4x5"]
    _, counts = counted(find_subject(SEARCH).search, workload.build(), workload.window)
    assert measured.track_leaves(SEARCH, "few-values-4x5") == counts.leaves
    measured.time_search(SEARCH, "few-values-4x5")


def test_the_first_call_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It builds a game's tree, and the message to an external program; `compare --time` does not time it either."""
    searched: list[Any] = []

    def search(tree: Any, node: Any, *_: object) -> Any:
        searched.append(tree)
        return value(tree, node)

    monkeypatch.setattr("prunecheck.asv.find_search", lambda *_, **__: SimpleNamespace(name="own", search=search))
    prepared = prepare("own", "uneven")
    before = list(searched)
    prepared.call()
    assert any(tree is searched[-1] for tree in before)


def test_a_commit_without_the_search_has_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """Asv reports 'n/a' for a commit without the search; in the working tree, a missing search is an error."""
    assert cli.run(["new", "asv", "--search", "gone.py:search"]) == 0
    module = suite()
    with pytest.raises(PreconditionError, match=r"gone\.py"):
        module.Searches().setup("gone.py:search", "uneven")
    (tmp_path / "env" / "project").mkdir(parents=True)
    monkeypatch.setenv("ASV_ENV_DIR", str(tmp_path / "env"))
    with pytest.raises(NotImplementedError, match=r"gone\.py"):
        module.Searches().setup("gone.py:search", "uneven")
    assert "gone.py" in capsys.readouterr().err
    assert Path.cwd() == tmp_path / "env" / "project"


HARD_WIRED = """
def count(taken, depth, alpha, beta, is_max):
    if depth == 0:
        EVALUATED.append(taken)
        return sum(place * number for place, number in enumerate(taken, 1)) % 11
    for number in (1, 2, 3):
        value = count((*taken, number), depth - 1, alpha, beta, not is_max)
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if is_max else beta

EVALUATED = []
"""
START, DEEP = "count((), 3, -inf, inf, True)", "count((), 12, -inf, inf, True)"
OWN_GAME = "own engine/count.py:count"


@pytest.fixture
def hard_wired(tmp_path: Path) -> Path:
    """Write a file whose search only plays its own game."""
    path = tmp_path / "own engine" / "count.py"
    path.write_text(HARD_WIRED, encoding="utf-8")
    return path


def test_a_search_of_its_own_game_is_measured_on_its_starting_call(hard_wired: Path) -> None:
    """The leaves are those that the user's program evaluates; on the other workloads, the search is not measured."""
    listed = f'"{SEARCH}", {{ search = "{OWN_GAME}", start = "{START}" }}'
    Path("pyproject.toml").write_text(f"[tool.prunecheck]\nsubjects = [{listed}]\n", encoding="utf-8")
    assert cli.run(["new", "asv"]) == 0
    module = suite()
    assert {SEARCH: {}, OWN_GAME: {"start": [START]}} == module.SEARCHES
    assert (*QUICK, START) == tuple(module.WORKLOADS)
    for search, workload in ((SEARCH, START), (OWN_GAME, QUICK[0])):
        with pytest.raises(NotImplementedError, match="is not measured on"):
            module.Searches().setup(search, workload)
    measured = module.Searches()
    measured.setup(OWN_GAME, START)
    names: dict[str, Any] = {"inf": float("inf")}
    exec(hard_wired.read_text(encoding="utf-8"), names)  # noqa: S102  # the file that this test wrote
    eval(START, names)  # noqa: S307
    assert measured.track_leaves(OWN_GAME, START) == len(names["EVALUATED"]) < 27
    measured.time_search(OWN_GAME, START)


@pytest.mark.usefixtures("hard_wired")
def test_a_suite_without_the_starting_call_says_how_to_write_it() -> None:
    """`new asv` does not load the search, so the suite finds out that it only plays its own game."""
    assert cli.run(["new", "asv", "--search", OWN_GAME, "--start", START]) == 0
    assert tuple(suite().WORKLOADS) == (START,)
    with pytest.raises(PreconditionError, match=r"only plays its own game.* prunecheck new asv --search .* --start "):
        prepare(OWN_GAME, "uneven", start=START)


@pytest.mark.slow
@pytest.mark.usefixtures("hard_wired")
def test_a_game_that_is_too_large_to_be_recorded_is_refused() -> None:
    """How much of it is recorded depends on the speed of the machine, so its counts would, too."""
    with pytest.raises(PreconditionError, match=r"is too large, and is cut after \d+ plies; .* less depth"):
        prepare(OWN_GAME, DEEP, start=DEEP)


@pytest.mark.slow
def test_a_wrong_search_is_not_measured() -> None:
    """A wrong value or an error is reported with its workload, and nothing is counted."""
    with pytest.raises(AssertionError, match=r"wrong on best-first-4x5: got .*, expected "):
        prepare("own engine/search.py:wrong", "best-first-4x5")
    Path("broken.py").write_text(
        "def search(node, alpha, beta):\n    return node.children()[7] and 0\n", encoding="utf-8"
    )
    with pytest.raises((AssertionError, PreconditionError), match="search"):
        prepare("broken.py:search", "best-first-4x5")


@pytest.mark.slow
@pytest.mark.skipif(find_spec("asv") is None, reason="asv is not installed")
def test_asv_runs_the_suite_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`asv check` and a quick run of the working tree pass, with a count for each workload."""
    monkeypatch.setenv("HOME", str(tmp_path))  # asv describes the machine in a file there
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "--message", "A")
    assert cli.run(["new", "asv", "--search", SEARCH]) == 0
    asv = [sys.executable, "-m", "asv"]
    subprocess.run([*asv, "check", "--python=same"], check=True)  # noqa: S603
    subprocess.run([*asv, "machine", "--machine", "here", "--yes"], check=True)  # noqa: S603
    words = [
        "run",
        "--python=same",
        "--machine",
        "here",
        "--quick",
        "--show-stderr",
        "--dry-run",
        "--bench",
        "few-values",
    ]
    done = subprocess.run([*asv, *words], check=False, capture_output=True, text=True)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("few-values-4x5") == 2
