"""Carry out tasks in this process, in parallel processes, or on a Dask cluster."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass

from prunecheck.errors import PrunecheckError
from prunecheck.fleet.display import Display, hidden
from prunecheck.fleet.finished import FinishedResults
from prunecheck.fleet.processes import Processes
from prunecheck.fleet.task import Result, T, Task


def always(nth: int) -> bool:
    """Return True, which means that the task is still needed."""
    return True


@dataclass(frozen=True, slots=True)
class Fleet:
    """The place where tasks run: `jobs` processes, or the Dask cluster at the address `scheduler` (tcp://host:8786).

    Finished results are saved in `store`. If `resume` is True, results from earlier runs are reused.
    """

    jobs: int = 1
    scheduler: str = ""
    store: FinishedResults | None = None
    resume: bool = False

    @property
    def is_parallel(self) -> bool:
        """True if several tasks can run at the same time."""
        return self.jobs > 1 or bool(self.scheduler)

    def run(
        self,
        tasks: Sequence[Task[T]],
        *,
        display: Display = hidden,
        noun: str = "searches",
        needed: Callable[[int], bool] = always,
    ) -> Generator[Result[T]]:
        """Run tasks, and yield results as they arrive. Results that were saved in earlier runs come first.

        Before a task is started, `needed(nth)` is called: if it returns False, because another result has made the task
        unnecessary, the task is skipped. A task that is already running can still yield its result. An error that
        reports a user's mistake is yielded as a result. After Ctrl-C, no more tasks are started; a running task can
        still yield a partial result, which is not saved. If the generator is closed, all running tasks end.
        Raises: PreconditionError if the cluster cannot be used; KeyboardInterrupt if a task raises it and there is only
        one job and no cluster.
        """
        waiting = []
        for nth, task in enumerate(tasks):
            kept = self.store.get(task) if self.resume and self.store else None
            if kept is None:
                waiting.append(nth)
            else:
                yield Result(nth, kept, kept=True)
        with closing(self._results(tasks, waiting, display, noun, needed)) as results:
            for result in results:
                if self.store and result.finished:
                    self.store.keep(tasks[result.nth], result.value)
                yield result

    def run_in_order(
        self, tasks: Sequence[Task[T]], *, display: Display = hidden, noun: str = "searches"
    ) -> Generator[Result[T]]:
        """Run tasks as `run` does, but yield the results in the order of the tasks.

        After Ctrl-C, some results can be missing.
        """
        early: dict[int, Result[T]] = {}
        following = 0
        with closing(self.run(tasks, display=display, noun=noun)) as results:
            for result in results:
                early[result.nth] = result
                while following in early:
                    yield early.pop(following)
                    following += 1
        for nth in sorted(early):
            yield early[nth]

    def _results(
        self,
        tasks: Sequence[Task[T]],
        waiting: Sequence[int],
        display: Display,
        noun: str,
        needed: Callable[[int], bool],
    ) -> Generator[Result[T]]:
        if self.scheduler and waiting:
            from prunecheck.fleet.cluster import results_of_cluster  # noqa: PLC0415  # Dask takes a second to load

            return results_of_cluster(self.scheduler, tasks, waiting, display, noun, needed)
        if self.jobs > 1 and len(waiting) > 1:
            return Processes(tasks, waiting, self.jobs, display, noun, needed).results()
        return _one_by_one(tasks, filter(needed, waiting), display)


def _one_by_one(tasks: Sequence[Task[T]], waiting: Iterable[int], display: Display) -> Generator[Result[T]]:
    """Carry out tasks in this process. Ctrl-C interrupts the running task, which can still yield a partial result."""
    for nth in waiting:
        about = f"{nth + 1} of {len(tasks)}: {tasks[nth].name}" if len(tasks) > 1 else ""
        value: T | PrunecheckError
        try:
            with display(about) as on_progress:
                value = tasks[nth].carry_out(on_progress)
        except PrunecheckError as mistake:
            value = mistake
        result = Result(nth, value)
        yield result
        if not result.finished and not isinstance(value, PrunecheckError):
            return
