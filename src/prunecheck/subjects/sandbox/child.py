"""Run work in a separate process: a fork of this one, or a new process if the system cannot fork."""

from collections.abc import Callable
from typing import TypeVar

from prunecheck.subjects.sandbox.call_log import CallLog
from prunecheck.subjects.sandbox.forked import run_in_fork
from prunecheck.subjects.sandbox.notes import EarlyEnd
from prunecheck.subjects.sandbox.shared_memory import CAN_FORK
from prunecheck.subjects.sandbox.spawned import run_in_spawn
from prunecheck.subjects.subject import Watch

T = TypeVar("T")


def run_in_child(
    work: Callable[[Watch], T],
    *,
    silence: float,
    while_waiting: Callable[[], None] = lambda: None,
    log: CallLog | None = None,
) -> T | EarlyEnd:
    """Run `work` in a separate process and return its result; `work` gets a function that logs each call.

    `work` can be pickled. Calls are logged in `log`, if given. `while_waiting` is called here at least ten times a
    second. The process is ended if it logs no call for `silence` seconds. On Ctrl-C it may still return a result.
    Raises: PrunecheckError if `work` does, which is the user's mistake; KeyboardInterrupt if it has no result.
    """
    run = run_in_fork if CAN_FORK else run_in_spawn
    return run(work, silence=silence, while_waiting=while_waiting, log=log)
