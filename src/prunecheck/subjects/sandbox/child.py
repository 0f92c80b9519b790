"""Run work in a separate process: a fork of this one, or a new process if the system cannot fork."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from prunecheck.subjects.sandbox.call_log import CallLog, EarlyEnd
from prunecheck.subjects.sandbox.forked import can_fork, run_in_fork
from prunecheck.subjects.sandbox.shared_memory import CAN_FORK
from prunecheck.subjects.sandbox.spawned import run_in_spawn
from prunecheck.subjects.subject import Question, Subject, Watch
from prunecheck.trees.protocol import Number

T = TypeVar("T")


def run_in_child(
    work: Callable[[Watch], T],
    *,
    silence: float,
    while_waiting: Callable[[], None] = lambda: None,
    log: CallLog | None = None,
) -> T | EarlyEnd:
    """Run `work` in a separate process and return its result; `work` gets a function that logs each call.

    `work` must be picklable. Calls are logged in `log`, if given. `while_waiting` is called here at least ten times a
    second. The process is ended if it logs no call for `silence` seconds. After Ctrl-C, it may still return a result.
    Raises: PrunecheckError if `work` raises it, for a mistake of the user; KeyboardInterrupt if there is no result.
    """
    log = log or CallLog()
    run = run_in_fork if CAN_FORK else run_in_spawn
    result: T | EarlyEnd = run(work, silence, while_waiting, log)
    if isinstance(result, EarlyEnd):  # the log is read when no process is left that could write to it
        return replace(result, call=log.last(), calls=log.count, log=log)
    return result


def run_on_subject(find: Callable[[Watch], Subject], work: Callable[[Subject], T], *, silence: float) -> T | EarlyEnd:
    """Run `work` on the search that `find` loads in a separate process."""
    return run_in_child(partial(_find_and_work, find, work), silence=silence)


def _find_and_work(find: Callable[[Watch], Subject], work: Callable[[Subject], T], watch: Watch) -> T:
    return work(find(watch))


class LoadedOnce:
    """A search that is loaded once in this process; if it `can_fork`, each try runs in a fork of this process."""

    def __init__(self, find: Callable[[Watch], Subject], watch: Watch) -> None:
        self._watch = watch
        self.subject = find(self._hear)
        self.can_fork = can_fork()

    def _hear(self, question: Question | None, alpha: Number, beta: Number, asked: object = None, /) -> None:
        self._watch(question, alpha, beta, asked)

    def run(self, work: Callable[[Subject], T], *, silence: float) -> T | EarlyEnd:
        """Run `work` on the search in a fork, with a new log for its calls."""

        def work_in_fork(watch: Watch) -> T:
            self._watch = watch
            return work(self.subject)

        return run_in_child(work_in_fork, silence=silence)
