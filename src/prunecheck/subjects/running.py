"""What is known of running processes through /proc: descendants, memory, waits for a processor, marks and pipes.

Where there is no /proc, nothing is known, and process groups are all there is to go by.
"""

import ctypes
import os
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Final

PROC: Final = Path("/proc")
HERE: Final = f"{PROC}/thread-self/schedstat"
END_WITH_PARENT: Final = 1  # of `prctl`: PR_SET_PDEATHSIG
PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def descendants(pid: int) -> list[int]:
    """The process and all its descendants whose parents still run, parents first."""
    found = [pid]
    for each in found:  # grows as it is walked
        with suppress(OSError, ValueError):
            for thread in (PROC / str(each) / "task").iterdir():
                found += map(int, (thread / "children").read_text(encoding="ascii").split())
    return found


def resident_bytes(pid: int) -> int:
    """The memory in use by the process and its descendants; 0 where that is not known."""
    pages = 0
    for each in descendants(pid):
        with suppress(OSError, ValueError, IndexError):
            pages += int((PROC / str(each) / "statm").read_text(encoding="ascii").split()[1])
    return pages * PAGE


def starved(pid: int) -> float:
    """Seconds for which a thread of the process or of its descendants was ready to run and had no processor, so far.

    Of all threads, that of the one which waited longest; 0 where that is not known.
    """
    longest = 0.0
    for each in descendants(pid):
        with suppress(OSError):
            for thread in (PROC / str(each) / "task").iterdir():
                longest = max(longest, _delay(f"{thread}/schedstat"))
    return longest


def starved_here() -> float:
    """The same of the thread that asks."""
    return _delay(HERE)


def _delay(schedstat: str) -> float:
    """As the file says, read without a frame of Python: an alarm may ask while a search recurses too deeply."""
    try:
        file = os.open(schedstat, os.O_RDONLY)
    except OSError:
        return 0.0
    try:
        return int(os.read(file, 128).split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
    finally:
        os.close(file)


def marked(mark: str) -> list[int]:
    """The processes that have `mark`, written NAME=value, in the environment they were started with."""
    wanted = mark.encode()
    found: list[int] = []
    with suppress(OSError):
        for each in os.listdir(PROC):  # noqa: PTH208  # names alone, of all processes: quick
            if each.isdigit() and int(each) != os.getpid():
                with suppress(OSError):
                    if wanted in (PROC / each / "environ").read_bytes().split(b"\0") and not _ended(each):
                        found.append(int(each))
    return found


def holders(pipe: int) -> list[int]:
    """The other processes that have an end of a pipe open; `pipe` is a descriptor of ours for it."""
    found: list[int] = []
    with suppress(OSError):
        wanted = os.readlink(PROC / "self" / "fd" / str(pipe))  # noqa: PTH115  # pipe:[NUMBER] is no path
        for each in os.listdir(PROC):  # noqa: PTH208  # as above
            if each.isdigit() and int(each) != os.getpid():
                with suppress(OSError):
                    if any(os.readlink(one) == wanted for one in (PROC / each / "fd").iterdir()):  # noqa: PTH115
                        found.append(int(each))
    return found


def kill(pids: Iterable[int]) -> None:
    """Kill them; nothing is said of those that are gone, or another user's."""
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def kill_strays(strays: Callable[[], list[int]], deadline: float) -> None:
    """Kill what `strays` finds until it finds none, or it is `deadline` by the monotonic clock."""
    while (left := strays()) and monotonic() < deadline:  # killed ones take a moment to go
        kill(left)
        sleep(0.001)


def end_with(parent: int) -> None:
    """Have this process, which `parent` forked, killed where the thread that did so ends before it; Linux can."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # it was gone before
        os._exit(1)


def signal_name(number: int) -> str:
    """The name of a signal; those for real time have none of their own."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def in_company() -> bool:
    """True unless this process is known to be one thread without a child: a fork of it lacks what it works with."""
    with suppress(OSError):
        return len(list((PROC / "self" / "task").iterdir())) > 1 or len(descendants(os.getpid())) > 1
    return True


def _ended(pid: str) -> bool:
    """True for a zombie, which waits only for its parent."""
    state = (PROC / pid / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    return state[:1] in (["Z"], ["X"])
