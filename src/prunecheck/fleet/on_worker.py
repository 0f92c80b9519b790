"""Carry out a task in a Dask worker: in a process of its own, since a worker has threads, and a search may crash."""

import os
import pickle
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from prunecheck.errors import PreconditionError, exit_words
from prunecheck.fleet.task import Task, digest
from prunecheck.fleet.versions import difference

TICK: Final = 0.1  # seconds between two polls
INTERRUPTED: Final[set[str]] = set()  # runs whose user pressed Ctrl-C, in this worker
SAME_PATH: Final = "workers need the project at the same path, for example in a shared folder"


@dataclass(frozen=True, slots=True)
class Errand:
    """A task for another machine: the folder to run it in, hashes of its files, the versions there, and its run."""

    task: Task[Any]
    folder: str
    files: dict[str, str]
    versions: tuple[str, ...]
    run: str


def interrupt(run: str) -> None:
    """End the tasks of a run in this worker, as Ctrl-C does."""
    INTERRUPTED.add(run)


def carry_out(errand: Errand) -> object:
    """The value of the task, or the error in it; None if it was interrupted before there was anything to report."""
    if errand.run in INTERRUPTED:
        return None
    if mistake := _mistake(errand):
        return PreconditionError(f"{errand.task.name}: {mistake}")
    with subprocess.Popen(  # noqa: S603  # ourselves
        [sys.executable, "-m", "prunecheck.fleet.helper", str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=errand.folder,
        start_new_session=True,
    ) as helper:
        said: bytes | None = pickle.dumps(errand.task)
        interrupted = False
        while True:
            try:
                answer, _ = helper.communicate(said, timeout=TICK)
                break
            except subprocess.TimeoutExpired:
                said = None  # it has been sent
            if errand.run in INTERRUPTED and not interrupted:
                interrupted = True
                helper.send_signal(signal.SIGINT)
    if not answer and not interrupted:
        return PreconditionError(f"{errand.task.name}: its process on {_here()} {exit_words(helper.returncode)}")
    return pickle.loads(answer) if answer else None  # noqa: S301  # our own process wrote it


def _mistake(errand: Errand) -> str:
    """Why the task cannot be carried out here, empty if it can."""
    if words := difference(errand.versions):
        return f"worker {_here()} {words}"
    if not Path(errand.folder).is_dir():
        return f"worker {_here()} has no folder {errand.folder}; {SAME_PATH}"
    for file, content in errand.files.items():
        if not Path(file).is_file():
            return f"worker {_here()} has no file {file}; {SAME_PATH}"
        if digest(file) != content:
            return f"worker {_here()} has another version of {file}; {SAME_PATH}"
    return ""


def _here() -> str:
    from distributed import get_worker  # noqa: PLC0415  # only a worker asks

    return str(get_worker().address)
