"""The process that a Dask worker starts for a task: `python -m prunecheck.fleet.helper PID`, with the worker's id.

The task comes on standard input, and its value goes to standard output, both pickled. It ends with the worker.
"""

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from prunecheck.fleet.processes import Processes
from prunecheck.verify.plan import OnProgress, Progress


def main() -> None:
    """Carry out one task in a process that is interrupted or killed if the worker ends."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    worker = int(sys.argv[1])
    answer = os.dup(1)
    os.dup2(2, 1)  # what is printed does not mix with the answer
    task = pickle.load(sys.stdin.buffer)  # noqa: S301  # from the worker
    values = [result.value for result in Processes([task], [0], 1, partial(_watch, worker), "").results()]
    if values:
        with os.fdopen(answer, "wb") as file:
            pickle.dump(values[0], file)


@contextmanager
def _watch(worker: int, about: str = "", started: float | None = None) -> Iterator[OnProgress]:
    """Raise SystemExit in place of reporting progress if the worker has ended."""

    def check(at: Progress) -> None:
        if os.getppid() != worker:
            raise SystemExit

    yield check


if __name__ == "__main__":
    main()
