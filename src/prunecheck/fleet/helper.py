"""The process that carries out tasks for a Dask worker: `python -m prunecheck.fleet.helper DESCRIPTOR`.

DESCRIPTOR is the file descriptor of the connection over which tasks arrive and values are sent back. The process ends
when the worker ends.
"""

import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from prunecheck.fleet.processes import carried_out
from prunecheck.fleet.task import Task
from prunecheck.interrupts import on_interrupt


def main() -> None:
    """Carry out tasks until the connection is closed.

    SIGINT interrupts the running task or, if no task is running, the next task.
    """
    signal.signal(signal.SIGINT, on_interrupt)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    connection = Connection(int(sys.argv[1]))
    with suppress(EOFError, OSError):  # the worker has ended
        while True:
            connection.send(_interruptible(connection.recv(), connection))


def _interruptible(task: Task[Any], connection: Connection) -> object:
    """Run a task that SIGINT can interrupt, and return its value, or the error that reports a user's mistake.

    Returns None if the task was interrupted before it had a result.
    """
    value = None
    with suppress(KeyboardInterrupt):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        value = carried_out(task, connection)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    return value


if __name__ == "__main__":
    main()
