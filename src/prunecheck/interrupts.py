"""Make sure that Ctrl-C always works, even if Python ignores the exception at first, for example in `__del__`."""

import _thread
import signal
import sys
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

SOON: Final = 0.05  # after this many seconds, `__del__` or a callback is probably over


def on_interrupt(number: int, frame: FrameType | None) -> None:
    """Handle Ctrl-C: raise KeyboardInterrupt and, if Python ignores this exception, raise it again later.

    This function is a handler for `signal.signal`.
    """
    sys.unraisablehook = _repeat
    signal.default_int_handler(number, frame)


def _repeat(ignored: "UnraisableHookArgs") -> None:
    """Repeat an interrupt that Python has ignored.

    Other exceptions that Python ignored meanwhile are consequences of the interrupt, and are not shown.
    """
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        timer = Timer(SOON, _thread.interrupt_main)
        timer.daemon = True
        timer.start()
