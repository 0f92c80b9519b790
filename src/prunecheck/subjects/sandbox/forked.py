"""Run work in a fork of this process. If the search crashes, this process survives and can report the crash.

The fork's output is discarded, and its memory is limited. Before each call to the search, the fork logs the call in
shared memory.
"""

import ctypes
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from time import monotonic
from typing import Any, Final, NoReturn, TypeVar

import psutil

from prunecheck.errors import PrunecheckError, unusable_place
from prunecheck.failures import ClosedPipe, Exit, OutOfMemory, Printed, Timeout
from prunecheck.frame_stack import call_with_room
from prunecheck.subjects.sandbox import time_limits
from prunecheck.subjects.sandbox.budget import DEFAULT, Budget
from prunecheck.subjects.sandbox.call_log import CallLog, EarlyEnd
from prunecheck.subjects.sandbox.shared_memory import CAN_FORK
from prunecheck.subjects.sandbox.supervisor import PROCESS_MARK, Supervisor, new_mark
from prunecheck.subjects.sandbox.time_limits import INTERRUPT_SECONDS
from prunecheck.subjects.subject import Watch
from prunecheck.trees.protocol import INF

with suppress(ImportError):  # missing on Windows, which has no fork
    import resource

T = TypeVar("T")
LITTLE_MEMORY: Final = 64_000_000  # if fewer bytes of memory are left, this may be the cause of errors in prunecheck
PRINTED_IN_ALL: Final = 1_000_000_000  # most bytes of output, since a search that prints in every call is slow
END_WITH_PARENT: Final = 1  # an option of `prctl`: PR_SET_PDEATHSIG


def run_in_fork(
    work: Callable[[Watch], T], silence: float, while_waiting: Callable[[], None], log: CallLog
) -> T | EarlyEnd:
    """Run `work` in a fork. The parameters are those of `run_in_child`."""
    mark = new_mark()
    results, results_in = os.pipe()
    output, output_in = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        _end_with(parent)
        os.close(results)
        os.close(output)
        os.environ[PROCESS_MARK] = mark
        _run_child(work, log, results_in, output_in)
    os.close(results_in)
    os.close(output_in)
    budget = Budget(seconds=silence, grace=0)
    supervisor = Supervisor(psutil.Process(child), mark, budget, FileIO(results), FileIO(output))
    try:
        result: T | EarlyEnd = _await_result(supervisor, log, while_waiting)
        return result
    finally:
        supervisor.end()


def _end_with(parent: int) -> None:
    """Tell Linux to kill this process when the thread that forked it ends."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # the parent has already ended
        os._exit(1)


def _run_child(work: Callable[[Watch], Any], log: CallLog, results: int, output: int) -> NoReturn:
    """Do the work in the new process, and send its result or its error."""
    status, worker = 1, os.getpid()
    try:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGHUP):  # the parent's handlers must not run here
            signal.signal(number, signal.SIG_DFL)
        with open(os.devnull, "rb") as nothing:  # noqa: PTH123  # a file descriptor
            os.dup2(nothing.fileno(), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdin, sys.stdout, sys.stderr = (
            open(nth, mode, closefd=False)  # noqa: SIM115  # Python's own ends of these three
            for nth, mode in enumerate(("r", "w", "w"))
        )
        # many copies of the user's objects are deleted at some time, and errors in `__del__` are no output of a call
        sys.unraisablehook = lambda _: None
        allowed = _limit_memory()

        def send(result: Any, error: Exception | None = None) -> int:
            if os.getpid() != worker:  # this process is a fork that the search made
                return 1
            with os.fdopen(results, "wb") as out:
                pickle.dump((result, error), out)
            return 0

        def end_if_used_up(error: Exception | None = None) -> None:
            used_up = allowed < INF and psutil.Process().memory_info().data > allowed - LITTLE_MEMORY
            if used_up or _of_memory(error):
                _lift_memory_limit()
                os._exit(send(EarlyEnd(OutOfMemory(allowed=DEFAULT.memory_bytes))))

        time_limits.after_memory_error = end_if_used_up
        try:
            status = send(call_with_room(work, log.watch))
        except PrunecheckError as mistake:
            if _of_memory(mistake):  # the user's module may have been executed again
                end_if_used_up(mistake)
            # tblib, which Dask uses, would pickle tracebacks as well
            mistake.__traceback__ = mistake.__cause__ = mistake.__context__ = None
            status = send(None, mistake)
        except Exception as error:
            end_if_used_up(error)
            _lift_memory_limit()
            # if this is not the user's mistake, it is an error in prunecheck, not in the search
            status = send(None, unusable_place(error) or RuntimeError(traceback.format_exc()))
    finally:
        os._exit(status)  # skip the parent's cleanup handlers


def _limit_memory() -> float:
    """Limit the writable memory of this process, and return the limit in bytes, or infinity if no limit can be set.

    Memory that is not writable is not limited, since libraries map and reserve far more than they use.
    """
    with suppress(ValueError, OSError, AttributeError):  # the system does not know this limit, or a lower one exists
        allowed = int(psutil.Process().memory_info().data) + DEFAULT.memory_bytes
        resource.setrlimit(resource.RLIMIT_DATA, (allowed, resource.getrlimit(resource.RLIMIT_DATA)[1]))
        return allowed
    return INF


def _lift_memory_limit() -> None:
    with suppress(ValueError, OSError, AttributeError):
        most = resource.getrlimit(resource.RLIMIT_DATA)[1]  # processes cannot raise a limit that was set before
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _of_memory(error: BaseException | None) -> bool:
    """True if the error, or one of its causes, means that memory has run out."""
    while error is not None:
        grouped = isinstance(error, ExceptionGroup) and error.subgroup(MemoryError) is not None
        if grouped or isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _await_result(supervisor: Supervisor, log: CallLog, while_waiting: Callable[[], None]) -> Any:
    """Wait for the process, and return its result. If the process has no result, return how it ended."""
    seconds, most = supervisor.budget.seconds, supervisor.budget.stderr_bytes
    calls = read = printed = 0
    interrupted_at = INF
    while not supervisor.end_reason:
        try:
            while_waiting()
            supervisor.turn()
            if (log.count, len(supervisor.answers)) != (calls, read):
                calls, read, printed = log.count, len(supervisor.answers), printed + supervisor.log_bytes
                supervisor.begin(seconds)
            if supervisor.log_bytes > most:
                return EarlyEnd(Printed(most, in_one_call=True))
            if printed + supervisor.log_bytes > PRINTED_IN_ALL:
                return EarlyEnd(Printed(PRINTED_IN_ALL, in_one_call=False))
            if supervisor.hung:
                return EarlyEnd(Timeout(seconds, stopped=False))
            late = monotonic() - interrupted_at > INTERRUPT_SECONDS
        except KeyboardInterrupt:
            late = interrupted_at < INF
            interrupted_at = monotonic()
            with suppress(psutil.NoSuchProcess):
                supervisor.process.send_signal(signal.SIGINT)
        if late:
            raise KeyboardInterrupt
    if supervisor.answers:
        result, error = pickle.loads(bytes(supervisor.answers))  # noqa: S301  # from our own process
        if error is not None:
            raise error
        return result
    if interrupted_at < INF:
        raise KeyboardInterrupt
    status = supervisor.ending()
    return EarlyEnd(ClosedPipe(supervisor.end_reason) if status is None else Exit(status))


def can_fork() -> bool:
    """True if this process can fork safely: it has a single thread and no child process."""
    if not CAN_FORK:
        return False
    process = psutil.Process()
    return process.num_threads() == 1 and not process.children()
