"""The command line of prunecheck: a module for each command, shared modules, and the program that runs a command.

This package and `prunecheck` import almost nothing before `main` runs, so that Ctrl-C ends the process without a
traceback even during later imports.
"""

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

__all__ = ["main", "run"]

INTERRUPTED = 130
ENDING = (
    "SIGINT",
    "SIGTERM",
    "SIGHUP",
)  # handled as Ctrl-C, which also ends the search under test; Windows has no SIGHUP


def run(arguments: "Sequence[str] | None" = None) -> int:
    """Run a command line and return its exit status. A user's mistake is reported as one line on standard error."""
    found: int = import_module("prunecheck.cli.program").run(arguments)
    return found


def main() -> "NoReturn":
    """Run the program `prunecheck`, and end the process with its exit status."""
    try:
        import signal  # noqa: PLC0415  # see above

        on_interrupt = import_module("prunecheck.interrupts").on_interrupt
        for number in (getattr(signal, name) for name in ENDING if hasattr(signal, name)):
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, on_interrupt)
        status = run()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the result is complete, and only Python still has to end
    except KeyboardInterrupt:  # Ctrl-C during the imports
        status = INTERRUPTED
        sys.stderr.write("Interrupted\n")
    if status == INTERRUPTED and "llvmlite" in sys.modules:  # partly initialised objects could crash Python at exit
        _end_at_once(status)
    sys.exit(status)


def _end_at_once(status: int) -> "NoReturn":
    """End the process immediately, without the cleanup that Python does at exit."""
    import os  # noqa: PLC0415  # see above

    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()
    os._exit(status)


def __getattr__(name: str) -> "Any":
    """Import a module of this package by its name. Raises: AttributeError if the package has no module of this name."""
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
