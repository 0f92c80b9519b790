"""Tasks for tests of the fleet: functions at the top level of a module, so that another process finds them by name."""

import os
import signal
from pathlib import Path
from time import sleep
from typing import Final

from msgspec import Struct

from prunecheck.errors import PreconditionError
from prunecheck.verify.plan import OnProgress

PRESSES_CTRL_C: Final = 3


class Square(Struct, frozen=True):
    """The result of a task; `interrupted` is true if Ctrl-C came while it slept."""

    value: int
    interrupted: bool = False


def square(number: int, folder: str = "", *, on_progress: OnProgress) -> Square:
    """The square of a number; with a folder, each call adds a line to its file `calls`."""
    if folder:
        with Path(folder, "calls").open("a", encoding="utf-8") as calls:
            calls.write(f"{number}\n")
    if number < 0:
        raise PreconditionError(f"{number} is negative")
    return Square(number * number)


def dies_once(folder: str, *, on_progress: OnProgress) -> Square:
    """End the process in the first call."""
    seen = Path(folder, "seen")
    if not seen.exists():
        seen.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return Square(1)


def slow_square(number: int, folder: str, seconds: float, *, on_progress: OnProgress) -> Square:
    """A square after some time, with files that record the start and the process; after Ctrl-C, a partial result."""
    Path(folder, f"{number}.{os.getpid()}").touch()
    try:
        if number == PRESSES_CTRL_C:
            while not list(Path(folder).glob("2.*")):
                sleep(0.01)
            os.kill(os.getppid(), signal.SIGINT)
        sleep(seconds)
    except KeyboardInterrupt:
        return Square(number, interrupted=True)
    return Square(number * number)
