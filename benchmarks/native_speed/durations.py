"""CPU seconds of what happens once in a process: imports, the list of commands, and compiling forms."""

import json
import subprocess
import sys
from typing import Final

import msgspec

IMPORT, HELP = "`import prunecheck`", "`prunecheck --help`"

STARTING: Final = {  # programs that print their seconds as JSON on the last line; `process_time` counts from the start
    IMPORT: """
from time import process_time
started = process_time()
import prunecheck
print(process_time() - started)
""",
    HELP: """
from time import process_time
from prunecheck import cli
cli.run(["--help"])
print()
print(process_time())
""",
}


class Duration(msgspec.Struct, frozen=True):
    """The CPU seconds of one thing, in several processes."""

    what: str
    seconds: tuple[float, ...]


def durations(rounds: int) -> tuple[Duration, ...]:
    """Run each program in new processes, in turn."""
    taken: dict[str, list[float]] = {what: [] for what in STARTING}
    for _ in range(rounds):
        for what, program in STARTING.items():
            taken[what].append(_seconds(program))
    return tuple(Duration(what, tuple(seconds)) for what, seconds in taken.items())


def _seconds(program: str) -> float:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    return float(json.loads(done.stdout.splitlines()[-1]))
