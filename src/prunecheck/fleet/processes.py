"""Run tasks in parallel processes on this machine. If a process dies, its task is run once more."""

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
from typing import Any, Final, Generic

from prunecheck.errors import PreconditionError, PrunecheckError
from prunecheck.fleet.display import Display
from prunecheck.fleet.task import Bug, Result, T, Task
from prunecheck.interrupts import on_interrupt
from prunecheck.verify.plan import Progress

EVERY: Final = 0.1  # seconds between two reports of progress
TICK: Final = 0.1  # seconds between two polls
PATIENCE: Final = 3.0  # seconds for a process to end
PROCESSES: Final = get_context("fork" if "fork" in get_all_start_methods() else None)


@dataclass(slots=True)
class _Worker:
    """A process that carries out one task after another. `nth` is the number of its current task, or None."""

    process: BaseProcess
    nth: int | None = None
    stage: str = ""

    def interrupt(self) -> None:
        """Interrupt the current task in the same way as Ctrl-C."""
        if self.process.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGINT)


class Processes(Generic[T]):
    """Tasks that run in `jobs` parallel worker processes.

    Only the main process receives Ctrl-C, and then interrupts the worker processes.
    """

    def __init__(
        self,
        tasks: Sequence[Task[T]],
        which: Sequence[int],
        jobs: int,
        display: Display,
        noun: str,
        needed: Callable[[int], bool],
    ) -> None:
        """Store which tasks to run, without starting a process.

        `which` lists the numbers of the tasks to carry out; `noun` is the word for a task in progress messages. If
        `needed` returns False when a task's turn comes, the task is skipped.
        """
        self._tasks, self._display, self._noun, self._needed = tasks, display, noun, needed
        self._jobs = min(jobs, len(which))
        self._waiting = deque(which)
        self._workers: dict[Connection, _Worker] = {}
        self._results: deque[Result[T]] = deque()
        self._again: set[int] = set()  # tasks that are run a second time, because their process died
        self._finished = 0
        self._interrupted = False
        self._started = monotonic()

    def results(self) -> Generator[Result[T]]:
        """Yield results as they arrive. After an interrupt, only tasks that have already started yield results.

        If the generator is closed, all running tasks end.
        """
        try:
            while self._waiting or self._busy() or self._results:
                while self._results:
                    yield self._results.popleft()
                try:
                    self._await()
                except KeyboardInterrupt:
                    self._interrupted = True
                    self._waiting.clear()
                    for worker in self._busy():
                        worker.interrupt()
        finally:
            self._end()

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers.values() if worker.nth is not None]

    def _await(self) -> None:
        """Start tasks until `jobs` tasks are running, and wait for a result."""
        with self._display(started=self._started) as on_progress:
            while not self._results and (self._waiting or self._busy()):
                self._assign()
                for connection in wait(list(self._workers), timeout=TICK):
                    assert isinstance(connection, Connection)
                    self._receive(connection)
                on_progress(self._progress())

    def _assign(self) -> None:
        """Give each idle worker process a task, and start more processes if fewer than `jobs` are running."""
        while self._waiting and len(self._busy()) < self._jobs:
            if not self._needed(self._waiting[0]):
                self._waiting.popleft()
                continue
            free = [connection for connection, worker in self._workers.items() if worker.nth is None]
            connection = free[0] if free else self._start()
            worker, nth = self._workers[connection], self._waiting.popleft()
            worker.nth, worker.stage = nth, "starting"
            with suppress(OSError):  # a dead process is noticed when its connection is read
                connection.send(nth)

    def _start(self) -> Connection:
        ours, theirs = PROCESSES.Pipe()
        process = PROCESSES.Process(target=_work, args=(self._tasks, theirs, ours))
        with _interrupts_held():
            process.start()
            self._workers[ours] = _Worker(process)
        theirs.close()
        return ours

    def _receive(self, connection: Connection) -> None:
        """Receive a message from a worker process: progress, or a result."""
        worker = self._workers[connection]
        try:
            message: Any = connection.recv()
        except (EOFError, OSError):
            self._ended(connection, worker)
            return
        if isinstance(message, Progress):
            worker.stage = message.stage
            return
        if isinstance(message, Bug):
            raise RuntimeError(message.traceback)  # noqa: TRY004  # it is our bug
        self._add(worker, message)

    def _add(self, worker: _Worker, value: T | PrunecheckError) -> None:
        assert worker.nth is not None
        self._results.append(Result(worker.nth, value))
        self._finished += 1
        worker.nth = None

    def _ended(self, connection: Connection, worker: _Worker) -> None:
        """Handle the death of a process that has not sent a result: its task is run again, but only once."""
        connection.close()
        del self._workers[connection]
        worker.process.join()
        nth = worker.nth
        if nth is None or self._interrupted:  # interrupted before there was anything to report
            return
        if nth not in self._again:
            self._again.add(nth)
            self._waiting.appendleft(nth)
            return
        name, status = self._tasks[nth].name, worker.process.exitcode
        self._add(
            worker,
            PreconditionError(
                f"{name}: the process of this search ended with exit status {status}; check it without -j"
            ),
        )

    def _progress(self) -> Progress:
        """Report the number of finished tasks, and the stage of each running task."""
        busy = self._busy()
        at = ", ".join(f"{self._tasks[worker.nth].name} ({worker.stage})" for worker in busy if worker.nth is not None)
        return Progress(self._noun, self._finished, self._finished + len(busy) + len(self._waiting), detail=at)

    def _end(self) -> None:
        """End the workers: interrupt running tasks twice, as a user would with Ctrl-C, then kill them."""
        for connection, worker in self._workers.items():
            if worker.nth is None:
                with suppress(OSError):  # the process may have ended
                    connection.send(None)
                connection.close()
                worker.process.join(PATIENCE)
        self._workers = {connection: worker for connection, worker in self._workers.items() if worker.nth is not None}
        for ask in (_Worker.interrupt, _Worker.interrupt, lambda worker: worker.process.kill()):
            for worker in self._workers.values():
                ask(worker)
            deadline = monotonic() + PATIENCE
            for connection, worker in list(self._workers.items()):
                while worker.process.is_alive() and monotonic() < deadline:
                    # if nobody reads from a process, it could block on writing, and never end
                    with suppress(EOFError, OSError):
                        if connection.poll(TICK) and not isinstance(connection.recv(), Progress):
                            connection.send(None)
                if not worker.process.is_alive():
                    connection.close()
                    del self._workers[connection]


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C until the end of a `with` block, if the system supports it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _work(tasks: Sequence[Task[Any]], connection: Connection, theirs: Connection) -> None:
    """In a worker process, carry out the tasks whose numbers arrive, until None arrives or the connection is closed."""
    theirs.close()  # a fork inherits the other end of the pipe, which must be closed
    with suppress(KeyboardInterrupt, EOFError, OSError):  # the user pressed Ctrl-C, or the parent has ended
        if hasattr(os, "setpgid"):
            os.setpgid(0, 0)  # so that the terminal sends Ctrl-C only to the parent
        signal.signal(signal.SIGINT, on_interrupt)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        while (nth := connection.recv()) is not None:
            connection.send(carried_out(tasks[nth], connection))


def carried_out(task: Task[Any], connection: Connection) -> object:
    """Carry out a task, and send its progress over `connection`.

    Returns the value, the error that reports a user's mistake, or a `Bug` in prunecheck.
    """
    sent = 0.0

    def on_progress(at: Progress) -> None:
        nonlocal sent
        if monotonic() - sent > EVERY:
            sent = monotonic()
            connection.send(at)

    try:
        return task.carry_out(on_progress)
    except PrunecheckError as mistake:
        return mistake
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception:
        return Bug(traceback.format_exc())
