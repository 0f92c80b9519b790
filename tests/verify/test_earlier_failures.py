"""Counterexamples are stored in `.prunecheck/` and tried first in the next run; damaged files do not stop a run."""

import json
import sys
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any, Final

import pytest

from own_searches import FILE
from prunecheck import CLEAR, Call, Window, cli, from_nested
from prunecheck.trees.call import Scenario
from prunecheck.verify.earlier_failures import FOLDER, FailureStore, with_earlier
from prunecheck.verify.isolated import judge_search
from prunecheck.verify.options import Options, read_options
from prunecheck.verify.plan import Plan

Output = pytest.CaptureFixture[str]
PROGRAMS: Final = Path(__file__).parents[1] / "programs"
QUICK: Final = ["--effort", "quick", "--examples", "10"]
CLAIMED: Final = ("engine.py:wrong", "--claims", "fishburn")
WANTED: Final = Options("engine.py:wrong", claims=("fishburn",))
ENGINE: Final = f"""{FILE}

class Remembers:
    def __init__(self):
        self.answers = {{}}

    def search(self, node, alpha, beta):
        if node.key() not in self.answers:
            self.answers[node.key()] = right(node, alpha, beta)
        return self.answers[node.key()]
"""
TREE: Final = from_nested([[3, 5], [2, 9]])
SEQUENCE: Final[Scenario] = (Call(TREE, Window(0, 1)), CLEAR, Call(TREE, depth=1, path=(0,)))


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a wrong engine, in which failures are stored."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PRUNECHECK_CACHE", "1")
    Path("engine.py").write_text(ENGINE, encoding="utf-8")
    return tmp_path


def verified(output: Output, *words: str) -> tuple[int, dict[str, Any], str]:
    """Exit status, report and notes of a verification."""
    status = cli.run(["verify", *words, *QUICK, "--json"])
    captured = output.readouterr()
    return status, json.loads(captured.out), captured.err


@pytest.mark.slow
def test_a_counterexample_is_tried_first_until_it_is_fixed(capsys: Output) -> None:
    """The next run ends at once; after the bug is fixed, trees are drawn as if there had been no failure."""
    status, first, notes = verified(capsys, *CLAIMED)
    assert (status, notes) == (1, "")
    assert first["trees"] > 1
    status, again, notes = verified(capsys, *CLAIMED)
    assert (status, again["trees"]) == (1, 1)
    assert notes.startswith("prunecheck: engine.py:wrong: a counterexample from an earlier run still fails")
    kept, before = (
        next(claim for claim in report["variants"][0]["claims"] if claim["witness"]) for report in (again, first)
    )
    assert kept["witness"] == before["witness"]

    Path("engine.py").write_text(ENGINE.replace("best = 0", 'best = -float("inf")'), encoding="utf-8")
    status, fixed, notes = verified(capsys, *CLAIMED)
    assert status == 0
    assert notes == "prunecheck: engine.py:wrong: deleted 1 counterexample from earlier runs, which no longer fails\n"
    status, without, notes = verified(capsys, *CLAIMED, "--no-cache")
    assert (status, notes) == (0, "")
    assert fixed | {"seconds": 0, "drawing_seconds": 0} == without | {"seconds": 0, "drawing_seconds": 0}


def test_an_earlier_counterexample_is_announced_before_the_report(capsys: Output) -> None:
    """Standard error is printed to standard output here, as on a terminal."""
    FailureStore().replace(WANTED, [(Call(from_nested([1], max_at_root=False)),)], failed=True)
    with redirect_stderr(sys.stdout):
        assert cli.run(["verify", *CLAIMED, *QUICK]) == 1
    said = capsys.readouterr().out
    assert said.startswith("prunecheck: engine.py:wrong: a counterexample from an earlier run still fails")
    assert said.index("still fails") < said.index("FAIL  engine.py:wrong")


@pytest.mark.slow
def test_a_sequence_of_calls_is_tried_first(capsys: Output) -> None:
    """If a failure needs a reused instance, the whole sequence is stored."""
    status, first, _ = verified(capsys, "engine.py:Remembers")
    assert status == 1
    assert any(claim["witness"] and claim["witness"]["steps"] for row in first["variants"] for claim in row["claims"])
    assert len(FailureStore().counterexamples(Options("engine.py:Remembers"))[0]) > 1
    status, again, notes = verified(capsys, "engine.py:Remembers")
    assert status == 1
    assert again["calls"] < 50 < first["calls"]
    assert "still fails" in notes


IMPATIENT: Final = f"""{FILE}

class Impatient:
    def __init__(self):
        self.answers = {{}}

    def search(self, node, alpha, beta):
        known = node.key(), node.is_max(), alpha, beta
        if known not in self.answers:
            self.answers[known] = impatient(node, alpha, beta)
        return self.answers[known]

def impatient(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = -float("inf")
    for child in node.children():
        best = max(best, -impatient(child, -beta, -alpha))
        alpha = max(alpha, best + 1)
        if alpha >= beta:
            break
    return best
"""


@pytest.mark.parametrize("calls", [1, 3])
def test_a_new_bug_is_reported_as_if_no_counterexample_were_stored(calls: int, capsys: Output) -> None:
    """The tree of an older bug, or its sequence of calls, is larger than the counterexample to a new, simple bug."""
    Path("engine.py").write_text(IMPATIENT, encoding="utf-8")
    old = [Call(from_nested([[[4, 7], [5, 6]], [[1, 8], [2, nth]]])) for nth in range(calls)]
    FailureStore().replace(Options("engine.py:Impatient"), [(*old[1:], *old[:1])], failed=True)
    assert cli.run(["verify", "engine.py:Impatient", *QUICK]) == 1
    said = capsys.readouterr()
    assert "a counterexample from an earlier run still fails" in said.err
    assert "  tree    [0, [1, 0]]    MAX to move    full window\n" in said.out
    assert "earlier search left behind" not in said.out
    assert (
        "rerun   prunecheck verify engine.py:Impatient --claims exact --tree '[0,[1,0]]' --window -inf inf" in said.out
    )
    assert any(len(stored) == 1 for stored in FailureStore().counterexamples(Options("engine.py:Impatient")))


@pytest.mark.slow
def test_a_counterexample_of_an_external_program_is_tried_first(capsys: Output) -> None:
    """The whole command line finds the counterexample."""
    search = f"pipe:{sys.executable} {PROGRAMS / 'buggy_program.py'} bound"
    _, first, _ = verified(capsys, search)
    status, again, notes = verified(capsys, search)
    assert status == 1
    assert again["trees"] <= 1 < first["trees"]
    assert "still fails" in notes


@pytest.mark.slow
def test_failed_only_checks_searches_that_failed_in_their_last_run(project: Path, capsys: Output) -> None:
    """Only searches on the command line are checked. If none of them failed, a message says so."""
    Path("engine.py").write_text(ENGINE + "\n\ndef right(node):\n    return -node.value()\n", encoding="utf-8")
    listed = 'subjects = [{ search = "engine.py:right" }, { search = "engine.py:wrong", claims = ["fishburn"] }]'
    Path("pyproject.toml").write_text(f"[tool.prunecheck]\n{listed}\n", encoding="utf-8")
    status, report, notes = verified(capsys, "--failed")
    assert (status, report["variants"]) == (0, [])
    assert notes == "prunecheck: no listed search failed in its last run\n"
    assert not (project / FOLDER).exists()
    store = FailureStore()
    store.replace(
        Options("./engine.py:wrong", claims=("fishburn",)), [(Call(from_nested([1], max_at_root=False)),)], failed=True
    )
    status, report, _ = verified(capsys, "--failed")
    assert (status, report["trees"]) == (1, 1)
    assert [row["name"] for row in report["variants"]] == ["engine.py:wrong"]
    assert cli.run(["verify", "--failed", "--no-cache"]) == 2
    assert cli.run(["verify", "--failed", "--catalogue"]) == 2


def test_a_stored_failure_is_found_by_the_key_of_its_search(project: Path) -> None:
    """A search has one key however its file is written, and other keys if it is called or judged differently."""
    store, wanted = FailureStore(), Options("engine.py:wrong")
    alone: Scenario = (Call(from_nested([-1, 2], max_at_root=False), Window(0, 1), 1),)
    store.replace(wanted, [SEQUENCE, alone], failed=True)
    assert store.counterexamples(Options("./engine.py:wrong", seed=3, effort="quick")) == [alone, SEQUENCE]
    for other in (
        Options("engine.py:Remembers"),
        Options("engine.py:wrong", turns="any"),
        Options("engine.py:wrong", claims=("visits",)),
    ):
        assert not store.failed(other)
    assert (project / FOLDER / ".gitignore").read_text(encoding="utf-8").splitlines()[-1] == "*"
    store.replace(wanted, [], failed=True)
    assert store.failed(wanted)
    assert store.counterexamples(wanted) == []
    store.replace(wanted, [], failed=False)
    assert not store.failed(wanted)
    assert store.notes == []


@pytest.mark.slow
def test_damage_is_noted_and_does_not_stop_a_run(project: Path, capsys: Output) -> None:
    """An unreadable entry is skipped, and dropped with the next verdict."""
    FailureStore().replace(WANTED, [SEQUENCE], failed=True)
    (entry,) = (path for path in (project / FOLDER).rglob("*") if path.is_file() and b'"tree"' in path.read_bytes())
    entry.write_bytes(b'[{"tree": \xff')
    status, report, notes = verified(capsys, *CLAIMED)
    assert status == 1
    assert report["trees"] > 1
    assert notes == "prunecheck: engine.py:wrong: ignored 1 damaged entry in .prunecheck/\n"
    assert b"\xff" not in b"".join(path.read_bytes() for path in (project / FOLDER).rglob("*") if path.is_file())


@pytest.mark.slow
def test_a_folder_that_is_a_file_does_not_change_the_verdict(project: Path, capsys: Output) -> None:
    """The verdict has one note about it."""
    (project / FOLDER).touch()
    status, _, notes = verified(capsys, *CLAIMED)
    assert status == 1
    assert notes == (
        "prunecheck: .prunecheck/ cannot be read: it is not a folder; failures are not saved. "
        "Fix the folder, or use --no-cache\n"
    )


@pytest.mark.parametrize(("method", "done"), [("fetch", "read"), ("save", "written")])
def test_a_folder_without_permission_is_noted_once(method: str, done: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without write permission causes one note and no error."""

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(f"prunecheck.verify.earlier_failures.DirectoryBasedExampleDatabase.{method}", denied)
    store = FailureStore()
    for _ in range(2):
        store.replace(WANTED, [SEQUENCE], failed=True)
        assert store.counterexamples(WANTED) == []
    (note,) = store.notes
    assert note.startswith(f".prunecheck/ cannot be {done}: Permission denied; ")


@pytest.mark.slow
def test_with_a_given_tree_failures_are_neither_stored_nor_tried_first(project: Path, capsys: Output) -> None:
    """A single tree says nothing about the search as a whole."""
    status, _, _ = verified(capsys, *CLAIMED, "--tree", "[1]", "--root", "min")
    assert status == 1
    assert not (project / FOLDER).exists()


RARELY_WRONG: Final = f"""{FILE}

class RarelyWrong:
    before = None

    def search(self, node, alpha, beta):
        strange, self.before = self.before == (1234, 1235), (alpha, beta)
        return 77 if strange else right(node, alpha, beta)
"""


@pytest.mark.slow_cases("window0")
@pytest.mark.parametrize("window", [Window(1234, 1235), Window(0, 1)])
def test_earlier_sequences_are_judged_before_others(window: Window[int]) -> None:
    """The first one shows a bug that no listed or random sequence shows; the other one is right."""
    Path("rarely.py").write_text(RARELY_WRONG, encoding="utf-8")
    plan = with_earlier(Plan(examples=5), [(Call(TREE),), (Call(TREE, window), Call(TREE))])
    assert (plan.first, len(plan.first_calls)) == ((TREE,), 1)
    done = judge_search("rarely.py:RarelyWrong", Options("rarely.py:RarelyWrong"), plan)
    assert done.status == ("refuted" if window == Window(1234, 1235) else "held")


@pytest.mark.slow
def test_a_sequence_with_values_that_a_search_does_not_take_is_left_out() -> None:
    """The options may have changed since the sequence was stored. A sequence that still fits is judged."""
    Path("rarely.py").write_text(RARELY_WRONG, encoding="utf-8")
    wanted = read_options({"domain": "small"}, "here")
    for tree, status in ((TREE, "held"), (from_nested([[3, 1], [2, -3]]), "refuted")):
        plan = with_earlier(Plan(examples=5), [(Call(tree, Window(1234, 1235)), Call(tree))])
        assert judge_search("rarely.py:RarelyWrong", wanted, plan).status == status
