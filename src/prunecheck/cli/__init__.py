"""The command line: a file for each command, shared modules, and the program that dispatches to the commands.

`run` imports the program only when it is called, so that Ctrl-C during the imports also ends the process without a
traceback.
"""

import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

__all__ = ["main", "run"]

INTERRUPTED = 130
ENDING = (
    signal.SIGTERM,
    getattr(signal, "SIGHUP", signal.SIGTERM),
)  # handled as Ctrl-C, which also ends the search under test


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status; a user's mistake is reported in one line on standard error."""
    found: int = import_module("prunecheck.cli.program").run(arguments)
    return found


def main() -> NoReturn:
    """The program `prunecheck`."""
    try:
        for each in ENDING:
            if signal.getsignal(each) is signal.SIG_DFL:
                signal.signal(each, signal.default_int_handler)
        status = run()
    except KeyboardInterrupt:  # Ctrl-C during the imports
        status = INTERRUPTED
        sys.stderr.write("Interrupted\n")
    sys.exit(status)


def __getattr__(name: str) -> Any:
    """Import a module of this package by its name. Raises: AttributeError if no such module exists."""
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
