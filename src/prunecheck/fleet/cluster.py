"""Run tasks on a Dask cluster: Dask assigns them to workers, and moves the tasks of a lost worker to other workers.

No other file loads the package `distributed`, which the extra `fleet` installs.
"""

import asyncio
import logging
import os
import queue
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event
from time import monotonic
from typing import Any, Final, Generic
from uuid import uuid4

from prunecheck.errors import PreconditionError, PrunecheckError, how_to_install
from prunecheck.fleet.display import Display
from prunecheck.fleet.on_worker import Errand, WorkerError, carry_out, finish, interrupt
from prunecheck.fleet.task import Bug, Result, T, Task, digest
from prunecheck.fleet.versions import PACKAGES, difference, versions
from prunecheck.verify.plan import Progress

try:
    import distributed
except ImportError:
    raise PreconditionError(f"--scheduler needs Dask; {how_to_install('fleet')}") from None

SECONDS: Final = 10.0  # time limits in seconds: to reach the scheduler, and for running tasks to report after Ctrl-C
TICK: Final = 0.1  # seconds between two reports of progress


def results_of_cluster(
    scheduler: str,
    tasks: Sequence[Task[T]],
    which: Sequence[int],
    display: Display,
    noun: str,
    needed: Callable[[int], bool],
) -> Generator[Result[T]]:
    """Run tasks on a Dask cluster, and yield results as they arrive. `which` contains the numbers of the tasks to run.

    After Ctrl-C, only tasks that have started still yield results. After each result, tasks for which `needed` returns
    False are cancelled. If the generator is closed, all running tasks end.
    Raises: PreconditionError if the scheduler cannot be reached, is lost, has no workers, or uses other package
    versions.
    """
    asyncio.run(_check_scheduler(scheduler))
    with _quiet(), distributed.Client(scheduler, timeout=SECONDS, set_as_default=False) as client:
        _check_versions(client)
        yield from _Submitted(client, tasks, which, display, noun, needed).results()


class _Submitted(Generic[T]):
    """Tasks that were submitted to a Dask cluster. If a worker dies, Dask runs its task again on another worker."""

    def __init__(
        self,
        client: distributed.Client,
        tasks: Sequence[Task[T]],
        which: Sequence[int],
        display: Display,
        noun: str,
        needed: Callable[[int], bool],
    ) -> None:
        """Submit the tasks with the numbers in `which`. `noun` is the word for a task in progress messages."""
        self._needed = needed
        self._client, self._tasks, self._display, self._noun = client, tasks, display, noun
        self._run = uuid4().hex
        self._done: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._finished = 0
        self._started = self._seen = monotonic()
        self._futures = {nth: self._submitted(nth) for nth in which}
        for nth, future in self._futures.items():
            future.add_done_callback(lambda _, nth=nth: self._done.put(nth))

    def _submitted(self, nth: int) -> distributed.Future:
        task = self._tasks[nth]
        files = {os.path.abspath(file): digest(file) for file in task.files}  # noqa: PTH100  # resolves no links
        errand = Errand(task, os.getcwd(), files, versions(), self._run)  # noqa: PTH109  # a text
        name = f"prunecheck {task.name} {self._run} {nth}"
        return self._client.submit(carry_out, errand, key=name, pure=False, retries=1)

    def results(self) -> Generator[Result[T]]:
        """Yield results as they arrive."""
        deadline = float("inf")
        try:
            with _noted_interrupt() as interrupted:
                while self._futures and monotonic() < deadline:
                    result = self._await(interrupted, deadline)
                    if result is not None:
                        yield result
                        self._cancel_unneeded()
                    if interrupted.is_set() and deadline == float("inf"):
                        deadline = monotonic() + SECONDS
                        self._client.run(interrupt, self._run)
        finally:
            with suppress(Exception):  # the scheduler may be lost
                if self._futures:
                    self._client.run(interrupt, self._run)
                    self._client.cancel(list(self._futures.values()), force=True)
                self._client.run(finish, self._run)

    def _cancel_unneeded(self) -> None:
        unneeded = [nth for nth in self._futures if not self._needed(nth)]
        if unneeded:
            self._client.cancel([self._futures.pop(nth) for nth in unneeded])

    def _await(self, interrupted: Event, deadline: float) -> Result[T] | None:
        """Wait for a result, until the deadline or a new interrupt. Returns None if no result arrived."""
        before = interrupted.is_set()
        with self._display(started=self._started) as on_progress:
            while monotonic() < deadline and interrupted.is_set() == before:
                self._check_connection()
                on_progress(Progress(self._noun, self._finished, self._finished + len(self._futures)))
                with suppress(queue.Empty):
                    nth = self._done.get(timeout=TICK)
                    if nth not in self._futures:  # cancelled
                        continue
                    value = self._value(nth)
                    del self._futures[nth]
                    self._finished += 1
                    return None if value is None else Result(nth, value)
        return None

    def _value(self, nth: int) -> T | PrunecheckError | None:
        """The value of a finished task. Returns None if the task was interrupted before it had a result."""
        future, name = self._futures[nth], self._tasks[nth].name
        try:
            value: Any = future.result()
        except PreconditionError as ended:  # the task's process has died twice
            return ended
        except distributed.KilledWorker:
            return PreconditionError(f"{name}: every worker that ran this search died; check it without --scheduler")
        except distributed.CancelledError:
            raise self._lost() from None
        if isinstance(value, WorkerError):
            raise value
        if isinstance(value, Bug):
            raise RuntimeError(value.traceback)  # noqa: TRY004  # it is our bug
        found: T | PrunecheckError | None = value
        return found

    def _check_connection(self) -> None:
        """Check that the scheduler is reachable.

        Raises: PreconditionError if the connection has been lost for a while.
        """
        if self._client.status == "running":
            self._seen = monotonic()
        elif monotonic() - self._seen > SECONDS:
            raise self._lost()

    def _lost(self) -> PreconditionError:
        return PreconditionError(
            f"lost the Dask scheduler {self._client.scheduler.address}; start it again and add --resume to continue"
        )


async def _check_scheduler(address: str) -> None:
    """Raise PreconditionError unless a Dask scheduler with workers can be reached at the address."""
    try:
        async with distributed.rpc(address, timeout=SECONDS) as scheduler:
            known = await asyncio.wait_for(scheduler.identity(), SECONDS)
    except ValueError as error:
        raise PreconditionError(f"--scheduler {address}: {error}; write the address as tcp://HOST:8786") from None
    except Exception:  # Dask raises many kinds of errors if it cannot connect
        raise PreconditionError(
            f"--scheduler {address}: no Dask scheduler answers at this address; start one with 'dask scheduler'"
        ) from None
    if not known["workers"]:
        raise PreconditionError(
            f"--scheduler {address}: the scheduler has no workers; start some with 'dask worker {address}'"
        )


def _check_versions(client: distributed.Client) -> None:
    """Raise PreconditionError if workers have other package versions than we have, since trees could then differ."""
    found = client.get_versions(packages=list(PACKAGES))["workers"]
    for worker, known in found.items():
        packages = known["packages"]
        if words := difference([packages.get(package) for package in PACKAGES], versions()):
            raise PreconditionError(f"worker {worker} {words}")


@contextmanager
def _noted_interrupt() -> Iterator[Event]:
    """Within a `with` block, the first Ctrl-C only sets an event, since an exception would disturb Dask.

    The second Ctrl-C raises KeyboardInterrupt.
    """
    interrupted = Event()
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, frame: object) -> None:
        interrupted.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, note)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's log, which reports each lost connection with a traceback."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)
