"""Limits of time: for a call in this process, which an alarm signal ends, and for other processes.

The alarm cannot stop what never lets Python act, such as a loop in a C library; a process of its own can be killed. On
a busy machine a search may hardly get a processor: time without one does not count.
"""

import os
import signal
import sys
import threading
import weakref
from collections.abc import Callable
from time import monotonic
from types import FrameType
from typing import Any, Final

from prunecheck.failures import SubjectError, Timeout

SLICE: Final = 0.05  # seconds between two looks at a process: a person does not notice them
STREAMING: Final = 1.0  # seconds after the last in which an answer may still be coming in: a slow pipe is not a hang
CLOSING: Final = 1.0  # seconds to end after closing its pipes, so that the exit status is known
INTERRUPT_SECONDS: Final = 5.0  # seconds after Ctrl-C for a process to give what it has
KILL_SECONDS: Final = 5.0  # seconds for killed processes to be gone: on a busy machine they take a while
OWN_SCHEDSTAT: Final = "/proc/thread-self/schedstat"
MOST_CLOCK_TIMES: Final = 50  # times the seconds: what is waited for a search that gets no processor
EARLY: Final = 1 / 8  # of the seconds: when to begin to look
# what `signal.signal` calls; that turns numbers into names as well, which takes longer than a small search
_handle: Final[Callable[..., Any]] = getattr(sys.modules.get("_signal"), "signal", signal.signal)
ALARM_REPEAT: Final = 0.02  # seconds after which the alarm comes again, for a search that catches what it does not know
HAS_ALARM: Final = hasattr(signal, "setitimer")  # not on Windows
HYPOTHESIS: Final = "hypothesis."  # has Python call a function of its own when it collects garbage
_ringing = False


def cpu_delay(schedstat: str = OWN_SCHEDSTAT) -> float:
    """Seconds for which a thread was ready to run and had no processor, so far; 0 if the system does not say.

    Read from its `schedstat` file, which psutil does not know, without a frame of Python: an alarm may ask while a
    search recurses too deeply.
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


class Wait:
    """The wait for an answer."""

    def __init__(self, seconds: float, starved: Callable[[], float] = cpu_delay) -> None:
        """It begins now; `starved` tells for how long the one who is to answer was without a processor, ever."""
        self.seconds = seconds
        self._begun = monotonic()
        self._starved = starved
        self._last: float | None = None  # what it told last; most answers come before anybody has to ask
        self._without = 0.0
        self.rang = False  # the alarm was raised in what is waited for, and maybe caught there

    def had(self) -> float:
        """The seconds that there were for the answer; those on the clock are at most `MOST_CLOCK_TIMES` times as many.

        What was missing before this was first asked, after an eighth of the seconds or more, counts as had.
        """
        past = monotonic() - self._begun
        if past < self.seconds * EARLY:
            return past
        now = self._starved()
        if self._last is not None:  # it tells less where a thread that had waited long has ended
            self._without += max(0.0, now - self._last)
        self._last = now
        return max(past - self._without, past / MOST_CLOCK_TIMES)


class _AlarmError(BaseException):
    """What the alarm raises in the search; no `except Exception` catches it."""


_due: Wait | None = None


def _ring(number: int, frame: FrameType | None) -> None:
    global _ringing  # noqa: PLW0603  # signals have no other way to tell what they are about
    if _due is None or _ringing:
        return  # it was on its way when the answer came, or rings again while it is seen to
    _ringing = True
    try:
        while frame is not None:
            code = frame.f_code
            ignored = code.co_name == "__del__" or code.co_filename == weakref.__file__
            if ignored or (code.co_name == "gc_callback" and frame.f_globals.get("__name__", "")[:11] == HYPOTHESIS):
                return  # there Python prints an error and goes on; the alarm comes again
            frame = frame.f_back
        missing = _due.seconds - _due.had()
    finally:
        _ringing = False
    if missing <= 0:
        _due.rang = True
        raise _AlarmError
    signal.setitimer(signal.ITIMER_REAL, max(missing, ALARM_REPEAT), ALARM_REPEAT)


def in_time(seconds: float, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """What `function` gives back for these arguments, if it does so within `seconds`, as `Wait` counts them.

    Off the main thread, where no signal comes, it has all the time it takes; so it has on a system without alarm
    signals, Windows, unless the process that it runs in is ended.
    Raises: SubjectError where the time was over, whatever the function made of that; its own errors pass through.
    """
    if not HAS_ALARM or threading.current_thread() is not threading.main_thread():
        return function(*arguments, **keywords)
    global _due  # noqa: PLW0603  # signals have no other way to tell what they are about
    outer, _due = _due, (due := Wait(seconds))
    before = _handle(signal.SIGALRM, _ring)
    earlier = (0.0, 0.0)
    try:
        earlier = signal.setitimer(signal.ITIMER_REAL, seconds * EARLY, ALARM_REPEAT)
        try:
            found = function(*arguments, **keywords)
        finally:
            _due = None  # before the timer is stopped: what rings from now on would set it again
            signal.setitimer(signal.ITIMER_REAL, 0)
    except BaseException as error:  # the alarm may have come before the timer was stopped
        _due = None
        signal.setitimer(signal.ITIMER_REAL, 0)
        if not due.rang or isinstance(error, KeyboardInterrupt):
            raise
    finally:
        _due = outer
        _handle(signal.SIGALRM, before)
        if earlier[0]:  # somebody else's, such as the time limit of a test
            signal.setitimer(signal.ITIMER_REAL, *earlier)
    if due.rang:
        raise SubjectError(Timeout(seconds))
    return found
