"""CPU seconds of work that is done once in a process: imports, `--help`, compiling, judging all small trees."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec

HOME: Final = Path(__file__).parents[2]
IMPORT, HELP = "`import prunecheck`", "`prunecheck --help`"
IMPORTING: Final = f"""
import json
from time import process_time
started = process_time()
import prunecheck
print(json.dumps({{{IMPORT!r}: process_time() - started}}))
"""
HELPING: Final = f"""
import json
from time import process_time  # counts from the start of the process
from prunecheck import cli
cli.run(["--help"])
print()
print(json.dumps({{{HELP!r}: process_time()}}))
"""
PROGRAMS: Final = (  # arguments of Python; each program prints its seconds as JSON on the last line
    ("-c", IMPORTING),
    ("-c", HELPING),
    ("-m", "benchmarks.native_speed.compiling"),
)
LONG: Final = ("-m", "benchmarks.native_speed.exhausting")  # run once


class Duration(msgspec.Struct, frozen=True):
    """The CPU seconds of one piece of work, in several processes."""

    what: str
    seconds: tuple[float, ...]


def durations(rounds: int, *, quick: bool) -> tuple[Duration, ...]:
    """Run each program in several new processes, in turn; without `quick`, also run the slowest program once."""
    taken: dict[str, list[float]] = {}
    for nth in range(rounds):
        for program in PROGRAMS if quick or nth else (*PROGRAMS, LONG):
            for what, seconds in _seconds(program).items():
                taken.setdefault(what, []).append(round(seconds, 4))
    return tuple(Duration(what, tuple(seconds)) for what, seconds in taken.items())


def _seconds(program: tuple[str, ...]) -> dict[str, float]:
    done = subprocess.run([sys.executable, *program], capture_output=True, text=True, check=True, cwd=HOME)  # noqa: S603
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found
