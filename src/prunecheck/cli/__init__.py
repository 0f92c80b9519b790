"""The command line: a file for each command, the words they share, and the program that calls them.

The program is imported when it is called, so that Ctrl-C during its imports ends it as quietly as later on.
"""

import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

__all__ = ["main", "run"]

INTERRUPTED = 130
ENDING = (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))  # as Ctrl-C: what is judged is ended, too


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status; a user's mistake is one line on standard error."""
    found: int = import_module("prunecheck.cli.program").run(arguments)
    return found


def main() -> NoReturn:
    """The program `prunecheck`."""
    try:
        for each in ENDING:
            if signal.getsignal(each) is signal.SIG_DFL:
                signal.signal(each, signal.default_int_handler)
        status = run()
    except KeyboardInterrupt:  # during the imports
        status = INTERRUPTED
        sys.stderr.write("Interrupted\n")
    sys.exit(status)


def __getattr__(name: str) -> Any:
    """A file of this folder, by its name. Raises: AttributeError where there is none."""
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
