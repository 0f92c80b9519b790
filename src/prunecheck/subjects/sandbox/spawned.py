"""Run work in a new Python process, on systems that cannot fork, such as Windows.

The work and its result are pickled in two files. In the new process, single calls have no time limit, but the parent
kills the process if it logs no call for too long, or if it uses too much memory.
"""

import os
import pickle
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Final, TypeVar

import psutil

from prunecheck.errors import PrunecheckError, unusable_place
from prunecheck.failures import Exit, OutOfMemory, Timeout
from prunecheck.frame_stack import call_with_room
from prunecheck.subjects.sandbox.budget import DEFAULT
from prunecheck.subjects.sandbox.call_log import CallLog, EarlyEnd
from prunecheck.subjects.sandbox.time_limits import INTERRUPT_SECONDS, KILL_SECONDS, SLICE
from prunecheck.subjects.subject import Watch
from prunecheck.trees.protocol import INF

T = TypeVar("T")
WORK, RESULT = "work", "result"  # names of files
CODE: Final = f"from {__name__} import work_in; import sys; work_in(sys.argv[1])"


def run_in_spawn(
    work: Callable[[Watch], T], silence: float, while_waiting: Callable[[], None], log: CallLog
) -> T | EarlyEnd:
    """Run `work` in a new process. The parameters are those of `run_in_child`.

    The output of the search has no limit, since it is discarded.
    """
    with TemporaryDirectory(prefix="prunecheck-", ignore_cleanup_errors=True) as folder:
        Path(folder, WORK).write_bytes(pickle.dumps((work, log)))
        with subprocess.Popen(  # noqa: S603  # this Python
            [sys.executable, "-P", "-c", CODE, folder],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
        ) as process:
            try:
                ended = _await_end(process, log, silence, while_waiting)
            finally:
                _end(process)
        with suppress(FileNotFoundError, EOFError):
            result, error = pickle.loads(Path(folder, RESULT).read_bytes())  # noqa: S301  # from our own process
            if error is not None:
                raise error
            return result  # type: ignore[no-any-return]
    return ended or EarlyEnd(Exit(process.returncode))


def work_in(folder: str) -> None:
    """Do the work in this new process, and write the result or the error to the folder."""
    work, log = pickle.loads(Path(folder, WORK).read_bytes())  # noqa: S301  # from our own process
    result: Any = None
    error: Exception | None = None
    try:
        result = call_with_room(work, log.watch)
    except PrunecheckError as mistake:
        error = mistake
    except Exception as raised:  # if this is not the user's mistake, it is an error in prunecheck, not in the search
        error = unusable_place(raised) or RuntimeError(traceback.format_exc())
    written = Path(folder, f"{RESULT}.new")
    written.write_bytes(pickle.dumps((result, error)))
    written.replace(Path(folder, RESULT))  # an atomic replacement, so that the file is complete or missing
    os._exit(0)  # without waiting for threads and exit handlers of the search


def _await_end(
    process: subprocess.Popen[bytes], log: CallLog, silence: float, while_waiting: Callable[[], None]
) -> EarlyEnd | None:
    """Wait for the process. Returns the reason to kill the process, or None if the process ends without being killed.

    Raises: KeyboardInterrupt if the user presses Ctrl-C, and the process then fails or does not end soon.
    """
    calls, since, interrupted_at = -1, monotonic(), INF
    usage = psutil.Process(process.pid)
    while process.poll() is None:
        try:
            while_waiting()
            if log.count != calls:
                calls, since = log.count, monotonic()
            if monotonic() - since > silence:
                return EarlyEnd(Timeout(silence, stopped=False))
            with suppress(psutil.Error):
                if (used := usage.memory_info().rss) > DEFAULT.memory_bytes:
                    return EarlyEnd(OutOfMemory(DEFAULT.memory_bytes, used))
            sleep(SLICE)
            late = monotonic() - interrupted_at > INTERRUPT_SECONDS
        except KeyboardInterrupt:  # the console sends Ctrl-C to the process as well
            late = interrupted_at < INF
            interrupted_at = monotonic()
        if late:
            raise KeyboardInterrupt
    if interrupted_at < INF and process.returncode:
        raise KeyboardInterrupt
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process, and its descendants as far as they can be found because their parents still run."""
    with suppress(psutil.Error):
        family = [*psutil.Process(process.pid).children(recursive=True)]
        process.kill()
        for child in family:
            with suppress(psutil.Error):
                child.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(KILL_SECONDS)
