"""Time limits only count seconds with a processor, so that no search seems to hang on a busy machine."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, perf_counter, sleep
from typing import Any

import psutil
import pytest

from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.sandbox import time_limits
from prunecheck.subjects.sandbox.supervisor import Usage
from prunecheck.subjects.sandbox.time_limits import MOST_CLOCK_TIMES, Wait, in_time

BUSY = "while True: pass"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, and the seconds without a processor."""
    told = [100.0, 7.0]
    monkeypatch.setattr(time_limits, "monotonic", lambda: told[0])
    return told


def test_seconds_without_a_processor_do_not_count(clock: list[float]) -> None:
    """Seconds before the first measurement count in full."""
    wait = Wait(2.0, lambda: clock[1])
    clock[:] = 100.5, 7.25
    assert wait.had() == 0.5
    clock[:] = 102.5, 8.25
    assert wait.had() == 1.5
    clock[:] = 103.5, 8.25
    assert wait.had() == 2.5


def test_waiting_for_a_processor_is_limited(clock: list[float]) -> None:
    """The longest wait is a multiple of the time limit."""
    wait = Wait(2.0, lambda: clock[1])
    clock[:] = 100.5, 7.0
    wait.had()
    clock[:] = 100 + 2.0 * MOST_CLOCK_TIMES, 7.0 + 2.0 * MOST_CLOCK_TIMES
    assert wait.had() == 2.0


def test_the_waiting_time_is_only_read_when_it_may_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting before the call is subtracted; a new process has not waited yet."""
    told = [100.0, 7.0]
    reads: list[float] = []

    def read() -> float:
        reads.append(told[1])
        return told[1]

    monkeypatch.setattr(time_limits, "perf_counter", lambda: told[0])
    monkeypatch.setattr(time_limits, "cpu_delay", read)
    end = time_limits.clock() + 2.0
    told[:] = 101.5, 7.0
    assert not time_limits.past(end)
    assert reads == [7.0]
    told[:] = 102.5, 8.0
    assert not time_limits.past(end)
    assert reads == [7.0, 8.0]
    told[:] = 103.5, 8.0
    assert time_limits.past(end)
    if hasattr(os, "fork"):
        child = os.fork()
        if child == 0:
            os._exit(int(time_limits._waited.seconds != 0))
        assert os.waitpid(child, 0)[1] == 0


def test_no_second_counts_twice_after_a_thread_ends(clock: list[float]) -> None:
    """The wait is that of the thread that waited longest, so it decreases when that thread ends.

    After that, it increases again.
    """
    wait = Wait(2.0, lambda: clock[1])
    for clock[0], clock[1], had in ((100.5, 7.0, 0.5), (101.0, 1.0, 1.0), (101.5, 1.25, 1.25)):
        assert wait.had() == had


@contextmanager
def on_one_processor(number: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Start this many busy processes, all on the same processor."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        running = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(number)]  # noqa: S603
    finally:
        os.sched_setaffinity(0, before)
    try:
        yield running
    finally:
        for process in running:
            process.kill()
            process.wait()


def starved(pid: int) -> float:
    return Usage(psutil.Process(pid)).starved()


@pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="the system does not report waiting for a processor"
)
def test_two_processes_on_one_processor_each_wait_half_of_the_time() -> None:
    """Linux reports the wait of the process itself and of a process that it started."""
    with on_one_processor(2) as (one, other):
        while not (starved(one.pid) > 0.2 and starved(other.pid) > 0.2):
            assert one.poll() is None
            sleep(0.05)
        assert starved(os.getpid()) >= starved(one.pid)


def test_an_answer_that_is_late_without_a_processor_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that had no processor gets more time; one that had a processor all the time is late."""
    begun = monotonic()

    def slow() -> str:
        sleep(1.2)
        return "an answer"

    with pytest.raises(SubjectError, match=r"no answer within 0\.1 s"):
        in_time(0.1, slow)
    monkeypatch.setattr(time_limits, "Wait", lambda seconds: Wait(seconds, lambda: monotonic() - begun))
    assert in_time(1.0, slow) == "an answer"
    with pytest.raises(SubjectError, match=r"no answer within 0\.01 s"):
        in_time(0.01, slow)


@pytest.mark.slow
def test_no_alarm_is_left_pending_if_the_answer_comes_at_the_same_time() -> None:
    """A pending alarm would end the process."""
    for nth in range(5_000):
        end = perf_counter() + (90 + nth % 40) * 1e-6

        def busy(end: float = end) -> None:
            while perf_counter() < end:
                pass

        with suppress(SubjectError):
            in_time(0.0008, busy)
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_search_may_have_any_name() -> None:
    """A Hypothesis function of this name runs at garbage collection, during which no alarm may be raised."""

    def gc_callback() -> None:
        while True:
            pass

    with pytest.raises(SubjectError, match="no answer within"):
        in_time(0.05, gc_callback)


def test_no_alarm_is_raised_where_python_would_ignore_it() -> None:
    """No alarm is raised in functions that are called from there, either. The alarm rings again later."""
    space: dict[str, Any] = {"__name__": "hypothesis.internal"}
    exec("def gc_callback(act): act()", space)  # noqa: S102  # as Hypothesis has one
    seen: list[str] = []

    def busy() -> None:
        end = perf_counter() + 0.1
        while perf_counter() < end:
            pass

    def work() -> None:
        space["gc_callback"](busy)
        seen.append("went on")
        while True:
            pass

    with pytest.raises(SubjectError, match="no answer within"):
        in_time(0.03, work)
    assert seen == ["went on"]


def test_only_computing_uses_up_computing_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the process waits, the limit is not used up, and computing time is read only a few times."""
    elapsed, readings = 0.0, 0

    def computed() -> float:
        nonlocal readings
        readings += 1
        return elapsed / 4

    monkeypatch.setattr(time_limits, "perf_counter", lambda: elapsed)
    monkeypatch.setattr(time_limits, "process_time", computed)
    time = time_limits.ComputingTime(1.0)
    for nth in range(500):
        elapsed = nth / 100
        assert time.is_over == (elapsed > 4)
    assert readings < 150
