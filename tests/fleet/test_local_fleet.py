"""Tasks on one machine: no worker's end loses a result, results are stored, and are read back unchanged."""

import os
import signal
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from fleet_tasks import Square, dies_once, slow_square, square
from prunecheck import Window, from_nested
from prunecheck.errors import PreconditionError
from prunecheck.exhaustive.judge import run_shard
from prunecheck.exhaustive.results import merge
from prunecheck.exhaustive.scope import Scope, shards
from prunecheck.fleet.encoding import decode, encode
from prunecheck.fleet.finished import FinishedResults
from prunecheck.fleet.run import Fleet
from prunecheck.fleet.task import task
from prunecheck.subjects.source_files import source_files
from prunecheck.trees.call import CLEAR, Call
from prunecheck.verify.options import Options
from prunecheck.verify.outcomes import Severity


def called(folder: Path) -> list[str]:
    """The numbers whose square was computed, in order."""
    file = folder / "calls"
    return file.read_text(encoding="utf-8").split() if file.exists() else []


def test_a_task_whose_process_is_killed_runs_again(tmp_path: Path) -> None:
    """No other task is lost, and the results come in the order of the tasks."""
    tasks = [task("a", dies_once, str(tmp_path)), *(task(f"{n}", square, n) for n in range(2, 6))]
    found = [result.value for result in Fleet(jobs=2).run_in_order(tasks)]
    assert found == [Square(number * number) for number in range(1, 6)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_finished_results_are_not_computed_again(jobs: int, tmp_path: Path) -> None:
    """Usage errors are not stored; without `resume`, everything is computed again."""
    tasks = [task(f"{number}", square, number, str(tmp_path)) for number in (1, 2, -3)]
    fleet = Fleet(jobs, store=FinishedResults(tmp_path), resume=True)
    first = [(result.value, result.kept) for result in fleet.run_in_order(tasks)][:2]
    assert first == [(Square(1), False), (Square(4), False)]
    assert sorted(called(tmp_path)) == ["-3", "1", "2"]
    more = [*tasks, task("4", square, 4, str(tmp_path))]
    again = list(fleet.run_in_order(more))
    assert [result.kept for result in again] == [True, True, False, False]
    assert [result.value for result in again if result.kept] == [Square(1), Square(4)]
    assert isinstance(again[2].value, PreconditionError)
    assert sorted(called(tmp_path)[3:]) == ["-3", "4"]
    list(Fleet(jobs, store=FinishedResults(tmp_path)).run(tasks))
    assert sorted(called(tmp_path)[5:]) == ["-3", "1", "2"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_tasks_that_a_result_makes_unnecessary_are_not_started(jobs: int, tmp_path: Path) -> None:
    """Tasks that already run may end, and all needed ones run."""
    tasks = [task(f"{number}", square, number, str(tmp_path)) for number in range(1, 8)]
    left = set(range(len(tasks)))
    found = []
    for result in Fleet(jobs).run(tasks, needed=left.__contains__):
        found.append(result.nth)
        left &= {6}
    assert 6 in found
    assert len(found) <= jobs + 1
    assert sorted(called(tmp_path)) == sorted(f"{nth + 1}" for nth in found)


def test_a_damaged_result_is_computed_again_and_replaced(tmp_path: Path) -> None:
    """The damaged file is overwritten."""
    store, one = FinishedResults(tmp_path), task("3", square, 3)
    for damage in (b"", b"\xc1", encode(Square(3))[:-1]):
        store.keep(one, Square(9))
        (file,) = (tmp_path / ".prunecheck" / "finished").iterdir()
        file.write_bytes(damage)
        assert store.get(one) is None
    assert next(Fleet(store=store, resume=True).run([one])).value == Square(9)
    assert store.get(one) == Square(9)


def test_a_result_is_identified_by_its_arguments_files_and_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name of the task does not matter."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "engine.py").write_text("a = 1\n", encoding="utf-8")
    (tmp_path / "board.py").write_text("b = 1\n", encoding="utf-8")
    files = source_files("engine.py:search")
    assert files == ("board.py", "engine.py")
    assert source_files("engine:search") == files
    assert source_files("pipe:python3 engine.py") == ("engine.py",)
    wanted = Options("engine.py:search", claims=("exact",))
    first = FinishedResults().key(task("a", square, wanted, files=files))
    assert FinishedResults().key(task("b", square, wanted, files=files)) == first
    assert FinishedResults().key(task("a", square, Options("engine.py:search"), files=files)) != first
    (tmp_path / "board.py").write_text("b = 2\n", encoding="utf-8")
    assert FinishedResults().key(task("a", square, wanted, files=files)) != first


def test_records_keep_their_values_and_types() -> None:
    """Examples are trees with all columns, numbers of any size and kind, sequences, enums and dataclasses."""
    tree = from_nested([[1, Fraction(1, 3)], [float("inf"), 2**70, 2.0]])
    value = (Call(tree, Window(0, 1), 2, (1,)), CLEAR, [Severity.NOTE, {"a": frozenset({1, 2})}], b"x", None, True)
    again = decode(encode(value))
    assert again == value
    assert list(map(type, again[0].tree.leaf_values)) == [int, Fraction, float, int, float]
    with pytest.raises(TypeError, match=r"builtins\.object cannot be encoded"):
        encode(object())
    for name in ("os:system", "os:getcwd", "os:PathLike", "antigravity:fly"):
        with pytest.raises(ValueError, match="not an encoded record"):
            decode(msgspec.msgpack.encode([name]))


def test_ctrl_c_reports_partial_results_and_ends_the_workers(tmp_path: Path) -> None:
    """Each running task reports its part, which is not stored; no further task starts."""
    tasks = [task(f"{number}", slow_square, number, str(tmp_path), 0 if number == 1 else 60) for number in (1, 2, 3, 4)]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        fleet = Fleet(jobs=2, store=FinishedResults(tmp_path))
        found = [result.value for result in fleet.run_in_order(tasks)]
    finally:
        signal.signal(signal.SIGINT, before)
    assert found == [Square(1), Square(2, interrupted=True), Square(3, interrupted=True)]
    assert len(list((tmp_path / ".prunecheck" / "finished").iterdir())) == 1
    for file in tmp_path.glob("[123].*"):
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.suffix[1:]), 0)


@pytest.mark.slow
def test_shards_of_an_exhaustive_scope_give_the_result_of_one_process(tmp_path: Path) -> None:
    """Shards are merged in the order in which they finish, or from stored results."""
    scope = Scope(2)
    alone = [run_shard("strict_test", shard) for shard in shards(scope)]
    tasks = [task(shard.name, run_shard, "strict_test", shard) for shard in shards(scope)]
    fleet = Fleet(jobs=2, store=FinishedResults(tmp_path), resume=True)
    for _ in range(2):
        found = merge(
            scope, [result.value for result in fleet.run(tasks[::-1]) if not isinstance(result.value, Exception)]
        )
        assert found.complete
        assert structs.replace(found, seconds=0.0) == structs.replace(merge(scope, alone), seconds=0.0)
