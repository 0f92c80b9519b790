"""A search in this very process is stopped when its time is over, as far as Python can be: by an alarm signal.

What never lets Python act, such as a loop within a library in C, this cannot stop; a process of its own can be.
"""

import signal
import sys
import threading
import weakref
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from prunecheck.errors import Failure, SubjectError
from prunecheck.subjects.waiting import EARLY, Wait

# what `signal.signal` calls; that turns numbers into names as well, which takes longer than a small search
_handle: Final[Callable[..., Any]] = getattr(sys.modules.get("_signal"), "signal", signal.signal)
AGAIN: Final = 0.02  # seconds after which the alarm comes again, for a search that catches what it does not know
HYPOTHESIS: Final = "hypothesis."  # has Python call a function of its own when it collects garbage


class _AlarmError(BaseException):
    """What the alarm raises in the search; no `except Exception` catches it."""


class _Due:
    """What a function is to give back: the wait for it, and whether the alarm was raised in it, and maybe caught."""

    __slots__ = ("rang", "wait")

    def __init__(self, seconds: float) -> None:
        self.wait = Wait(seconds)
        self.rang = False


_due: _Due | None = None
_ringing = False


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
        missing = _due.wait.seconds - _due.wait.had()
    finally:
        _ringing = False
    if missing <= 0:
        _due.rang = True
        raise _AlarmError
    signal.setitimer(signal.ITIMER_REAL, max(missing, AGAIN), AGAIN)


def in_time(seconds: float, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """What `function` gives back for these arguments, if it does so within `seconds`, as `Wait` counts them.

    Off the main thread, where no signal comes, it has all the time it takes.
    Raises: SubjectError where the time was over, whatever the function made of that; its own errors pass through.
    """
    if threading.current_thread() is not threading.main_thread():
        return function(*arguments, **keywords)
    global _due  # noqa: PLW0603  # signals have no other way to tell what they are about
    outer, _due = _due, (due := _Due(seconds))
    before = _handle(signal.SIGALRM, _ring)
    earlier = (0.0, 0.0)
    try:
        earlier = signal.setitimer(signal.ITIMER_REAL, seconds * EARLY, AGAIN)
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
        raise SubjectError(Failure.HUNG, f"no answer within {seconds:g} s")
    return found
