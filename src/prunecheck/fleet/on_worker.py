"""Run tasks for a Dask worker in a separate process, since a worker has threads, and a search can crash.

The process is reused for later tasks in the same run, so a search is only compiled once.
"""

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from prunecheck.errors import PreconditionError, exit_words
from prunecheck.fleet.task import Task, digest
from prunecheck.fleet.versions import difference, versions
from prunecheck.verify.plan import Progress

TICK: Final = 0.1  # seconds between two polls
PATIENCE: Final = 3.0  # seconds for a process to end
SAME_PATH: Final = "workers need the project at the same path, for example in a shared folder"


class WorkerError(PreconditionError):
    """The error for a worker that cannot run tasks, because its versions or files differ from the user's."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A task for another machine, with its folder, file hashes, the user's package versions, and the run's id."""

    task: Task[Any]
    folder: str
    files: dict[str, str]
    versions: tuple[str, ...]
    run: str


@dataclass(frozen=True, slots=True)
class _Helper:
    """A process that carries out tasks, and the connection to it."""

    process: subprocess.Popen[bytes]
    connection: Connection

    def end(self) -> None:
        """End the process by closing its connection."""
        self.connection.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


_FREE: Final[dict[str, list[_Helper]]] = {}  # run -> its processes without a task
_INTERRUPTED: Final[set[str]] = set()  # runs whose user pressed Ctrl-C


def interrupt(run: str) -> None:
    """Interrupt the tasks of a run in this worker, as if Ctrl-C were pressed."""
    _INTERRUPTED.add(run)


def finish(run: str) -> None:
    """End the processes of a run in this worker."""
    for helper in _FREE.pop(run, []):
        helper.end()


def carry_out(errand: Errand) -> object:
    """Run the task in a separate process, and return its value, or the error that reports a user's mistake.

    Returns None if the task was interrupted before it had a result.

    Raises: PreconditionError if the process that carries out the task ends.
    """
    if errand.run in _INTERRUPTED:
        return None
    if mistake := _mistake(errand):
        return WorkerError(f"worker {_here()} {mistake}")
    free = _FREE.setdefault(errand.run, [])
    helper = free.pop() if free else _start(errand.folder)
    interrupted = False
    try:
        helper.connection.send(errand.task)
        while True:
            if helper.connection.poll(TICK):
                message: object = helper.connection.recv()
                if not isinstance(message, Progress):
                    break
            if errand.run in _INTERRUPTED and not interrupted:
                interrupted = True
                helper.process.send_signal(signal.SIGINT)
    except (EOFError, OSError):
        helper.end()
        if interrupted:
            return None
        words = exit_words(helper.process.returncode)
        raise PreconditionError(f"{errand.task.name}: the process on worker {_here()} {words}") from None
    free.append(helper)
    return message


def _start(folder: str) -> _Helper:
    ours, theirs = Pipe()
    process = subprocess.Popen(  # noqa: S603  # ourselves
        [sys.executable, "-m", "prunecheck.fleet.helper", str(theirs.fileno())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
        cwd=folder,
        start_new_session=True,  # so that Ctrl-C in a worker's terminal only reaches the worker
    )
    theirs.close()
    return _Helper(process, ours)


def _mistake(errand: Errand) -> str:
    """Say why the task cannot run on this worker. Returns an empty text if the task can run."""
    if words := difference(versions(), errand.versions):
        return words
    if not Path(errand.folder).is_dir():
        return f"has no folder {errand.folder}; {SAME_PATH}"
    for file, content in errand.files.items():
        if not os.path.isfile(file):  # noqa: PTH113  # many tasks, many files
            return f"has no file {file}; {SAME_PATH}"
        if digest(file) != content:
            return f"has a different version of {file}; {SAME_PATH}"
    return ""


def _here() -> str:
    from distributed import get_worker  # noqa: PLC0415  # only a worker needs it

    return str(get_worker().address)
