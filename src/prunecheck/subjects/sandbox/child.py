"""Run work in a separate process: a fork of this process, or a new process if the system cannot fork."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeAlias, TypeVar

from prunecheck.subjects.sandbox.call_log import CallLog, EarlyEnd
from prunecheck.subjects.sandbox.forked import can_fork, run_in_fork
from prunecheck.subjects.sandbox.shared_memory import CAN_FORK
from prunecheck.subjects.sandbox.spawned import run_in_spawn
from prunecheck.subjects.subject import Question, Subject, Watch
from prunecheck.trees.protocol import Number

T = TypeVar("T")
R = TypeVar("R")
# runs work on a search in a separate process, and returns the result, or an EarlyEnd
TryOn: TypeAlias = Callable[[Callable[[Subject], object]], object]


def run_in_child(
    work: Callable[[Watch], T],
    *,
    silence: float,
    while_waiting: Callable[[], None] = lambda: None,
    log: CallLog | None = None,
) -> T | EarlyEnd:
    """Run `work` in a separate process, and return its result.

    The argument of `work` is a function that logs each call of a search.

    `work` must be picklable. If `log` is given, it records each call of a search. `while_waiting` is called in this
    process at least ten times a second. The separate process is killed if it logs no call for `silence` seconds. After
    Ctrl-C, the separate process can still return a result.
    Raises: PrunecheckError if `work` raises this error because of a user's mistake; KeyboardInterrupt after Ctrl-C,
    unless there is a result.
    """
    log = log or CallLog()
    run = run_in_fork if CAN_FORK else run_in_spawn
    result: T | EarlyEnd = run(work, silence, while_waiting, log)
    if isinstance(result, EarlyEnd):  # the log is only read when no process is left that could write to it
        return replace(result, call=log.last(), calls=log.count, log=log)
    return result


def run_on_subject(find: Callable[[Watch], Subject], work: Callable[[Subject], T], *, silence: float) -> T | EarlyEnd:
    """Run `work` on the search that `find` loads in a separate process."""
    return run_in_child(partial(_find_and_work, find, work), silence=silence)


def _find_and_work(find: Callable[[Watch], Subject], work: Callable[[Subject], T], watch: Watch) -> T:
    return work(find(watch))


class SearchDescription(NamedTuple):
    """A description of a loaded search: how to call and start the search, and whether its process can fork."""

    title: str
    start: str  # the starting call, for a search that plays its own game; otherwise empty
    can_fork: bool


def try_in_forks(
    find: Callable[[Watch], Subject],
    work: Callable[[SearchDescription, TryOn], T],
    *,
    silence: float,
    seconds: float,
    silence_of_try: float,
) -> T | EarlyEnd:
    """Run `work`, which tries a search many times, and return the result of `work`.

    The search is loaded once, in a separate process, in which `work` runs for at most `seconds`. Each try takes place
    in a fork of the separate process. If the separate process cannot fork, `work` runs in the calling process, and each
    try loads the search again. `silence` is the limit for loading the search, and `silence_of_try` is the limit for a
    try in a fork.
    Raises: the same errors as `run_in_child`.
    """
    done = run_in_child(partial(_load_and_work, find, work, silence_of_try), silence=silence + seconds)
    return work(done, partial(run_on_subject, find, silence=silence)) if isinstance(done, SearchDescription) else done


def _load_and_work(
    find: Callable[[Watch], Subject], work: Callable[[SearchDescription, TryOn], T], silence: float, watch: Watch
) -> T | SearchDescription:
    """Load the search and run `work`, with a fork of this process for each try.

    If this process cannot fork, only load the search.
    """

    def hear(question: Question | None, alpha: Number, beta: Number, asked: object = None, /) -> None:
        watch(question, alpha, beta, asked)

    def run(attempt: Callable[[Subject], R]) -> R | EarlyEnd:
        def run_attempt(watch_in_fork: Watch) -> R:
            nonlocal watch
            watch = watch_in_fork
            return attempt(subject)

        return run_in_child(run_attempt, silence=silence)

    subject = find(hear)
    loaded = SearchDescription(subject.traits.convention.words(), next(iter(subject.starts), ""), can_fork())
    return work(loaded, run) if loaded.can_fork else loaded
