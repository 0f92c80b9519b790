"""Limit the time of calls in this process with an alarm signal, and measure the time of other processes.

The alarm cannot stop code that never returns to Python, such as a loop in a C library, but a separate process can be
killed. The time that a search spends waiting for a processor, as on a busy machine, is not counted.
"""

import os
import signal
import sys
import threading
import weakref
from collections.abc import Callable
from time import monotonic, perf_counter, process_time
from types import FrameType
from typing import Any, Final

from prunecheck.failures import Timeout
from prunecheck.subject_errors import SubjectError

SLICE: Final = 0.05  # seconds between two checks of a process, which are too few for anyone to notice
STREAMING: Final = (
    1.0  # seconds to wait for more output after the last bytes, since a slow pipe does not mean that the program hangs
)
CLOSING: Final = 1.0  # seconds that a program gets to end after it closed its pipes, since its exit status is needed
INTERRUPT_SECONDS: Final = 5.0  # seconds after Ctrl-C in which a process may still return its results
KILL_SECONDS: Final = 5.0  # seconds in which killed processes must disappear; on a busy machine, this takes a while
OWN_SCHEDSTAT: Final = "/proc/thread-self/schedstat"
MOST_CLOCK_TIMES: Final = 50  # a search may wait for a processor this many times as long as its time limit
EARLY: Final = 1 / 8  # checks begin after this fraction of the time limit
# the function behind `signal.signal`, which itself takes longer than a small search, since it converts numbers to names
_handle: Final[Callable[..., Any]] = getattr(sys.modules.get("_signal"), "signal", signal.signal)
ALARM_REPEAT: Final = 0.02  # the alarm is repeated after this many seconds, for a search that catches all exceptions
HAS_ALARM: Final = hasattr(signal, "setitimer")  # False on Windows
# Hypothesis makes Python call its own function during garbage collection
HYPOTHESIS: Final = "hypothesis."
_ringing = False


def _go_on() -> None:
    pass


# called after a MemoryError in the search; ends a process that has hardly any memory left
after_memory_error: Callable[[], None] = _go_on


def cpu_delay(schedstat: str = OWN_SCHEDSTAT) -> float:
    """Return for how many seconds a thread has waited for a processor so far, or 0 if the system does not report this.

    The number comes from the thread's `schedstat` file, which psutil does not support. This function calls no other
    Python function, since the alarm can interrupt a search that is close to the recursion limit.
    """
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


def clock() -> float:
    """Read a clock for time limits, in seconds. The clock stands still while this thread waits for a processor.

    A busy machine can therefore delay a verdict, but not change it.
    """
    now = perf_counter()
    _waited.seconds = cpu_delay()
    return now - _waited.seconds


class _Waited(threading.local):
    """How many seconds this thread had waited for a processor at the last call to `clock`.

    The number of seconds waited never decreases.
    """

    seconds = 0.0


_waited: Final = _Waited()
if hasattr(os, "register_at_fork"):  # a new process has not waited yet
    os.register_at_fork(after_in_child=lambda: setattr(_waited, "seconds", 0.0))


def past(end: float) -> bool:
    """True if `clock` has reached the time limit `end`. A cheaper test comes first, since `clock` is slow."""
    return perf_counter() - _waited.seconds > end and clock() > end


class ComputingTime:
    """A limit, in seconds, for the time that this process spends computing.

    Reading the CPU time is slow on some systems. A single thread's CPU time never exceeds the elapsed time, so the CPU
    time is only read when the elapsed time has reached the limit.
    """

    def __init__(self, seconds: float) -> None:
        """Start the clock."""
        self._end = process_time() + seconds
        self._next_reading = perf_counter() + seconds

    @property
    def is_over(self) -> bool:
        """True if the process has computed for longer than the limit."""
        if perf_counter() < self._next_reading:
            return False
        left = self._end - process_time()
        self._next_reading = perf_counter() + left
        return left < 0


class Wait:
    """Measures how long a call takes."""

    def __init__(self, seconds: float, starved: Callable[[], float] = cpu_delay) -> None:
        """Start the clock. `starved` returns how many seconds the called process has waited for a processor so far."""
        self.seconds = seconds
        self._begun = monotonic()
        self._starved = starved
        # the last result of `starved`, which is rarely called, since most calls return early
        self._last: float | None = None
        self._without = 0.0
        self.rang = False  # True if the alarm rang during the call, even if the search caught the error

    def had(self) -> float:
        """Return the time that was available to the search for computing, without waiting times for a processor.

        At least 1 / `MOST_CLOCK_TIMES` of the elapsed time always counts as time for computing. During the first eighth
        of the time limit, waiting times for a processor are not subtracted.
        """
        past = monotonic() - self._begun
        if past < self.seconds * EARLY:
            return past
        now = self._starved()
        if self._last is not None:  # the wait can become shorter, if a thread that had waited long has ended
            self._without += max(0.0, now - self._last)
        self._last = now
        return max(past - self._without, past / MOST_CLOCK_TIMES)


class _AlarmError(BaseException):
    """Raised in the search when its time has run out; `except Exception` does not catch this error."""


_due: Wait | None = None


def _ring(number: int, frame: FrameType | None) -> None:
    global _ringing  # noqa: PLW0603  # a signal handler has no other way to find the call
    if _due is None or _ringing:
        return  # the call returned first, or this handler was interrupted by the next alarm
    _ringing = True
    try:
        while frame is not None:
            code = frame.f_code
            ignored = code.co_name == "__del__" or code.co_filename == weakref.__file__
            if ignored or (code.co_name == "gc_callback" and frame.f_globals.get("__name__", "")[:11] == HYPOTHESIS):
                return  # Python would only print an error raised here; the alarm will ring again
            frame = frame.f_back
        missing = _due.seconds - _due.had()
    finally:
        _ringing = False
    if missing <= 0:
        _due.rang = True
        raise _AlarmError
    signal.setitimer(signal.ITIMER_REAL, max(missing, ALARM_REPEAT), ALARM_REPEAT)


def in_time(seconds: float, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """Call `function(*arguments, **keywords)`, and limit the time of the call to `seconds`, as measured by `Wait`.

    Time is only limited in the main thread (other threads receive no signals), and only on systems with alarm signals.
    On Windows, the parent kills the process instead. Raises: SubjectError if the time ran out, even if the function
    caught the alarm. Errors raised by the function are passed on.
    """
    if not HAS_ALARM or threading.current_thread() is not threading.main_thread():
        return function(*arguments, **keywords)
    global _due  # noqa: PLW0603  # a signal handler has no other way to find the call
    outer, _due = _due, (due := Wait(seconds))
    before = _handle(signal.SIGALRM, _ring)
    earlier = (0.0, 0.0)
    try:
        earlier = signal.setitimer(signal.ITIMER_REAL, seconds * EARLY, ALARM_REPEAT)
        try:
            found = function(*arguments, **keywords)
        finally:
            _due = None  # set before the timer is stopped, since an alarm in between would start the timer again
            signal.setitimer(signal.ITIMER_REAL, 0)
    except BaseException as error:  # the alarm may ring before the timer is stopped
        _due = None
        signal.setitimer(signal.ITIMER_REAL, 0)
        if isinstance(error, MemoryError):
            after_memory_error()
        if not due.rang or isinstance(error, KeyboardInterrupt):
            raise
    finally:
        _due = outer
        _handle(signal.SIGALRM, before)
        if earlier[0]:  # restores another timer, such as a test's time limit
            signal.setitimer(signal.ITIMER_REAL, *earlier)
    if due.rang:
        raise SubjectError(Timeout(seconds))
    return found
