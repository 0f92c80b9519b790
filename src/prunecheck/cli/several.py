"""Judge several searches, one after the other or in parallel processes: results come in the order of the searches."""

import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any, Final, Generic, TypeAlias, TypeVar

from prunecheck.cli.progress import EVERY, shown_progress
from prunecheck.errors import PreconditionError, PrunecheckError
from prunecheck.verify.plan import OnProgress, Progress

T = TypeVar("T")

Results: TypeAlias = Generator[T | PrunecheckError, None, None]
Task: TypeAlias = Callable[[OnProgress], T]  # raises PrunecheckError for a mistake in it
TICK: Final = 0.1  # seconds between two polls
PATIENCE: Final = 3.0  # seconds for a process to end
PROCESSES: Final = get_context("fork" if "fork" in get_all_start_methods() else None)


def in_order(tasks: Sequence[Task[T]], names: Sequence[str], *, jobs: int = 1) -> Results[T]:
    """Yield the result of each task, or its user error, in order; with more than one job, run in parallel processes.

    Progress is shown meanwhile. Ctrl-C interrupts the running task; if tasks run in parallel, it interrupts all of
    them, and no more are started. Closing the generator ends all running tasks.
    """
    if jobs > 1 and len(tasks) > 1:
        yield from _Parallel(tasks, names, jobs).results()
        return
    for nth, (task, name) in enumerate(zip(tasks, names, strict=True), 1):
        try:
            with shown_progress(f"{nth} of {len(tasks)}: {name}" if len(tasks) > 1 else "") as on_progress:
                done = task(on_progress)
        except PrunecheckError as mistake:
            yield mistake
        else:
            yield done


@dataclass(frozen=True, slots=True)
class _Fault:
    """A bug of prunecheck in another process."""

    traceback: str


@dataclass(slots=True)
class _Running:
    """A task that runs in another process."""

    nth: int
    process: BaseProcess
    stage: str = "starting"

    def interrupt(self) -> None:
        """End it as Ctrl-C does."""
        if self.process.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGINT)


class _Parallel(Generic[T]):
    """Tasks in `jobs` parallel processes. Only this process receives Ctrl-C, and passes it on once."""

    def __init__(self, tasks: Sequence[Task[T]], names: Sequence[str], jobs: int) -> None:
        """Start nothing yet."""
        self._tasks, self._names, self._jobs = tasks, names, jobs
        self._waiting = deque(range(len(tasks)))
        self._running: dict[Connection, _Running] = {}
        self._done: dict[int, T | PrunecheckError] = {}
        self._finished = 0
        self._interrupted = False
        self._started = monotonic()

    def results(self) -> Results[T]:
        """Yield results in the order of the tasks; after an interrupt, only of those that were started.

        Raises: KeyboardInterrupt if one of these has nothing to report.
        """
        try:
            for nth in range(len(self._tasks)):
                while nth not in self._done and (self._running or self._waiting):
                    try:
                        self._await(nth)
                    except KeyboardInterrupt:
                        self._interrupted = True
                        self._waiting.clear()
                        for each in self._running.values():
                            each.interrupt()
                if nth not in self._done:
                    return
                yield self._done.pop(nth)
        finally:
            self._end()

    def _await(self, nth: int) -> None:
        """Wait for the result of task `nth`, and keep `jobs` tasks running meanwhile."""
        with shown_progress(started=self._started) as on_progress:
            while nth not in self._done and (self._running or self._waiting):
                while self._waiting and len(self._running) < self._jobs:
                    self._start(self._waiting.popleft())
                for connection in wait(list(self._running), timeout=TICK):
                    assert isinstance(connection, Connection)
                    self._receive(connection)
                on_progress(self._progress())

    def _start(self, nth: int) -> None:
        ours, theirs = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(target=_carry_out, args=(self._tasks[nth], theirs), name=self._names[nth])
        with _interrupts_held():
            process.start()
            self._running[ours] = _Running(nth, process)
        theirs.close()

    def _receive(self, connection: Connection) -> None:
        """Receive a message: progress, or the result, after which the process ends."""
        running = self._running[connection]
        try:
            message: Any = connection.recv()
        except (EOFError, OSError):
            if self._interrupted:  # interrupted more than once, so it could not report
                raise KeyboardInterrupt from None
            running.process.join()
            name, status = running.process.name, running.process.exitcode
            message = PreconditionError(f"{name}: its process ended, with exit status {status}; check it without -j")
        if isinstance(message, Progress):
            running.stage = message.stage
            return
        connection.close()
        del self._running[connection]
        running.process.join()
        if isinstance(message, _Fault):
            raise RuntimeError(message.traceback)  # noqa: TRY004  # it is our bug
        self._done[running.nth] = message
        self._finished += 1

    def _progress(self) -> Progress:
        """How many searches are done, and the stage of each running one."""
        at = ", ".join(f"{each.process.name} ({each.stage})" for each in self._running.values())
        return Progress("searches", self._finished, len(self._tasks), detail=at)

    def _end(self) -> None:
        """End the running tasks: interrupt them twice, as by two Ctrl-C, then kill them."""
        for ask in (_Running.interrupt, _Running.interrupt, lambda each: each.process.kill()):
            for each in self._running.values():
                ask(each)
            deadline = monotonic() + PATIENCE
            for connection, each in list(self._running.items()):
                while each.process.is_alive() and monotonic() < deadline:
                    with suppress(EOFError, OSError):  # otherwise it could block on writing, and never end
                        if connection.poll(TICK):
                            connection.recv()
                if not each.process.is_alive():
                    connection.close()
                    del self._running[connection]


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block, if the system supports it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _carry_out(task: Task[Any], connection: Connection) -> None:
    """Run a task in this process, and send its progress and its result."""
    sent = 0.0

    def on_progress(at: Progress) -> None:
        nonlocal sent
        if monotonic() - sent > EVERY:
            sent = monotonic()
            connection.send(at)

    outcome: object
    try:
        if hasattr(os, "setpgid"):
            os.setpgid(0, 0)  # the terminal sends Ctrl-C to our parent alone
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        outcome = task(on_progress)
    except PrunecheckError as mistake:
        outcome = mistake
    except (KeyboardInterrupt, BrokenPipeError):  # interrupted, or the parent has ended
        return
    except Exception:
        outcome = _Fault(traceback.format_exc())
    with suppress(KeyboardInterrupt, OSError):
        connection.send(outcome)
