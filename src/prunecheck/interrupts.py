"""Make sure that Ctrl-C is never lost, even while Python cannot raise an exception, for example in `__del__`."""

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
    """Raise KeyboardInterrupt, as Python does, and raise it again if it is ignored.

    This function is a handler for `signal.signal`.
    """
    sys.unraisablehook = _repeat
    signal.default_int_handler(number, frame)


def _repeat(ignored: "UnraisableHookArgs") -> None:
    """Repeat an interrupt that Python has ignored.

    Other ignored exceptions are caused by an interrupt, and are not shown.
    """
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        timer = Timer(SOON, _thread.interrupt_main)
        timer.daemon = True
        timer.start()
