"""Runs on a real Dask cluster on this machine have the same report, and lose no result if a worker dies."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import psutil
import pytest
from benchmarks.transcripts import PROGRESS

import prunecheck
from fleet_tasks import slow_square
from own_searches import FILE
from prunecheck import cli
from prunecheck.fleet.run import Fleet
from prunecheck.fleet.task import task

pytest.importorskip("distributed", reason="pip install -e '.[fleet]'")

HOME: Final = Path(__file__).parents[2]
CLUSTER: Final = HOME / "tests" / "programs" / "local_cluster.py"
PATHS: Final = os.pathsep.join(map(str, (HOME / "src", HOME, HOME / "tests" / "helpers")))
ENVIRONMENT: Final = os.environ | {"PYTHONPATH": PATHS, "PRUNECHECK_CACHE": "1"}
TASKS: Final = """
import json, sys
from fleet_tasks import slow_square
from prunecheck.fleet.finished import FinishedResults
from prunecheck.fleet.run import Fleet
from prunecheck.fleet.task import task

scheduler, folder, seconds, *numbers = sys.argv[1:]
pauses = {number: 0.0 if number in ("10", "11") else float(seconds) for number in numbers}
tasks = [task(number, slow_square, int(number), folder, pauses[number]) for number in numbers]
fleet = Fleet(scheduler=scheduler, store=FinishedResults(), resume=True)
for result in fleet.run_in_order(tasks):
    print(json.dumps([result.value.value, result.value.interrupted, result.kept]), flush=True)
"""
SUBJECTS: Final = """
[tool.prunecheck]
effort = "quick"
examples = 5
subjects = ["engine.py:wrong", "engine.py:right"]
"""


@contextmanager
def cluster(workers: int, **environment: str) -> Iterator[tuple[str, list[int]]]:
    """The address of a scheduler, and the process ids of its workers."""
    with subprocess.Popen(  # noqa: S603
        [sys.executable, CLUSTER, str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT | environment,
        cwd="/",
    ) as running:
        assert running.stdout is not None
        address, *pids = running.stdout.readline().split()
        yield address, list(map(int, pids))


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a cluster with two workers, which started in another folder."""
    with cluster(2) as (address, _):
        yield address


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a right and a wrong search."""
    (tmp_path / "engine.py").write_text(FILE, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(SUBJECTS, encoding="utf-8")
    return tmp_path


def ran(folder: Path, *words: str, module: str = "prunecheck") -> tuple[int, str, str]:
    """The exit status, standard output and standard error of a command in a folder, without lines on the progress."""
    line = [sys.executable, "-m", module, *words]
    done = subprocess.run(line, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)  # noqa: S603
    return done.returncode, done.stdout, PROGRESS.sub("", done.stderr)


def report(text: str) -> dict[str, Any]:
    """A report without its times."""
    found: dict[str, Any] = json.loads(text)
    return found | {"seconds": 0, "drawing_seconds": 0}


@pytest.mark.slow
def test_a_cluster_gives_the_same_report_as_one_process(project: Path, scheduler: str) -> None:
    """Searches are in the order of the list; the stored results give the same report without a call."""
    status, alone, _ = ran(project, "verify", "--json", "--no-cache")
    assert (status, report(alone)["status"]) == (1, "refuted")
    shutil.rmtree(project / ".prunecheck", ignore_errors=True)
    words = ("verify", "--json", "--scheduler", scheduler)
    status, together, said = ran(project, *words)
    assert (status, said) == (1, "")
    assert report(together) == report(alone)
    status, kept, said = ran(project, *words, "--resume")
    assert (status, said, kept) == (1, "", together)


@pytest.mark.slow
def test_the_catalogue_gives_the_same_report_on_a_cluster(tmp_path: Path, scheduler: str) -> None:
    """Each variant is a task."""
    words = ("verify", "--quick", "--examples", "10", "--variant", "f1,f2,fail_soft", "--json", "--no-cache")
    reports = [report(ran(tmp_path, *words, *more)[1]) for more in ((), ("--scheduler", scheduler))]
    assert reports[0] == reports[1]


@pytest.mark.slow
def test_the_zoo_gives_the_same_results_on_a_cluster(tmp_path: Path, scheduler: str) -> None:
    """Only the times differ between a cluster and a single process."""
    words = ("--group", "wrong", "--search", "loops.beta_not_kept", "--search", "players.inverted_below")
    found = []
    for more in ((), ("--scheduler", scheduler)):
        status, said, errors = ran(tmp_path, *words, "--seeds", "2", "--json", *more, module="benchmarks.zoo")
        assert status == 0, errors
        searches = json.loads(said)
        assert [len(search["trials"]) for search in searches] == [2, 2]
        for trial in (run for search in searches for run in search["trials"]):
            assert trial.pop("seconds") > 0
            assert trial["broken"]
        found.append(searches)
    assert found[0] == found[1]


def run_tasks(folder: Path, scheduler: str, seconds: float, numbers: range) -> subprocess.Popen[str]:
    """A process that runs a task for each number."""
    words = [sys.executable, "-c", TASKS, scheduler, str(folder), str(seconds), *map(str, numbers)]
    return subprocess.Popen(  # noqa: S603
        words, cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for(folder: Path, pattern: str, count: int, running: subprocess.Popen[str]) -> list[Path]:
    """Wait until enough files match, and return them."""
    deadline = monotonic() + 120
    while len(found := list(folder.glob(pattern))) < count:
        assert running.poll() is None, running.communicate()
        assert monotonic() < deadline
        sleep(0.02)
    return found


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    """The worker's task runs again on another worker, and the process that it had started for the task ends."""
    with cluster(2) as (scheduler, workers), run_tasks(tmp_path, scheduler, 2.0, range(10, 15)) as running:
        (begun,) = wait_for(tmp_path, "12.*", 1, running)
        helper = psutil.Process(int(begun.suffix[1:]))
        worker = helper.parents()[0]
        assert worker.pid in workers
        worker.kill()
        assert not psutil.wait_procs([helper], timeout=20)[1]
        printed, said = running.communicate(timeout=120)
    assert running.returncode == 0, said
    assert [json.loads(line) for line in printed.splitlines()] == [[n * n, False, False] for n in range(10, 15)]
    assert len(list(tmp_path.glob("12.*"))) == 2


@pytest.mark.slow
def test_ctrl_c_keeps_finished_results_and_a_later_run_continues(tmp_path: Path, scheduler: str) -> None:
    """Running tasks report their part. Then their processes end, and the workers are free again."""
    with run_tasks(tmp_path, scheduler, 0.0, range(10, 12)) as running:
        assert running.wait(timeout=120) == 0
    with run_tasks(tmp_path, scheduler, 60.0, range(10, 16)) as running:
        begun = wait_for(tmp_path, "1[2345].*", 2, running)
        running.send_signal(signal.SIGINT)
        printed, said = running.communicate(timeout=60)
    assert (running.returncode, said) == (0, "")
    found = [json.loads(line) for line in printed.splitlines()]
    assert found == [[100, False, True], [121, False, True], [12, True, False], [13, True, False]]
    assert not any(psutil.pid_exists(int(file.suffix[1:])) for file in begun)
    with run_tasks(tmp_path, scheduler, 0.0, range(10, 14)) as running:
        printed, said = running.communicate(timeout=120)
    kept = [json.loads(line) for line in printed.splitlines()]
    assert kept == [[100, False, True], [121, False, True], [144, False, False], [169, False, False]]


def _found_by_cluster(scheduler: str, folder: Path) -> list[int]:
    """The numbers of the tasks that run if only the last one is needed once there is a result."""
    tasks = [task(f"{number}", slow_square, number, str(folder), 1.0 * (number > 10)) for number in range(10, 30)]
    return [result.nth for result in Fleet(scheduler=scheduler).run(tasks, needed=lambda nth: nth == 19)]


@pytest.mark.slow
def test_tasks_that_a_result_makes_unnecessary_are_cancelled(tmp_path: Path, scheduler: str) -> None:
    """All other tasks still run."""
    # in a separate process, since Dask leaves a thread behind
    with ProcessPoolExecutor(1, get_context("fork")) as process:
        found = process.submit(_found_by_cluster, scheduler, tmp_path).result()
    assert 19 in found
    assert len(found) <= len(list(tmp_path.iterdir())) < 10


def test_an_unreachable_scheduler_and_options_that_exclude_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line names the address and the remedy, and the exit status is 2."""
    monkeypatch.setenv("PRUNECHECK_CACHE", "1")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("prunecheck.fleet.cluster.SECONDS", 0.2)
    for words, said in (
        (
            ["--scheduler", "tcp://127.0.0.1:9"],
            "no Dask scheduler answers at this address; start one with 'dask scheduler'",
        ),
        (["--scheduler", "8786"], "missing port number in address '8786'; write the address as tcp://HOST:8786"),
        (["--scheduler", "tcp://127.0.0.1:9", "-j2"], "--jobs and --scheduler cannot be used together"),
        (["--resume", "--no-cache"], "--resume and --no-cache cannot be used together"),
    ):
        assert cli.run(["verify", "--variant", "f1,f2", *words]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("prunecheck: error: ")
        assert said in captured.err
        assert captured.err.count("\n") == 1


@pytest.mark.slow
def test_workers_with_other_files_or_versions_are_refused(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The message names the worker, the difference, and the remedy."""
    other = tmp_path_factory.mktemp("other")
    shutil.copytree(HOME / "src" / "prunecheck", other / "prunecheck")
    init = other / "prunecheck" / "__init__.py"
    init.write_text(
        init.read_text(encoding="utf-8").replace(f'"{prunecheck.__version__}"', '"0.0.7"'), encoding="utf-8"
    )
    with cluster(0) as (scheduler, _):
        status, printed, said = ran(project, "verify", "--scheduler", scheduler)
        assert (status, printed) == (2, "")
        assert f"the scheduler has no workers; start some with 'dask worker {scheduler}'" in said
    with cluster(1, PYTHONPATH=str(other)) as (scheduler, _):
        status, printed, said = ran(project, "verify", "--scheduler", scheduler)
    assert (status, printed) == (2, "")
    assert f"has prunecheck 0.0.7, but you have {prunecheck.__version__}; install" in said
    assert said.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["engine.py:wrong", "--exhaustive", "2"],
        ["--variant", "f1,strict_test", "--exhaustive", "2"],
        ["--variant", "strict_test", "--exhaustive", "4"],  # a compiled search
    ],
)
def test_all_small_trees_give_the_same_report_in_parts(words: list[str], project: Path, scheduler: str) -> None:
    """The run uses one process, two processes, a cluster, or stored results."""
    reports = []
    for more in ([], ["-j", "2"], ["--scheduler", scheduler], ["--scheduler", scheduler, "--resume"]):
        _, printed, said = ran(project, "verify", *words, *more, "--json", "--quiet")
        assert said == ""
        reports.append(report(printed))
        shutil.rmtree(project / ".prunecheck" / "failures", ignore_errors=True)
    assert reports[0]["calls"] > 1_000
    assert reports[1:] == reports[:1] * 3
