"""Handle Ctrl-C so that none is lost, even if it comes while Python cannot raise an exception, such as in `__del__`."""

import _thread
import signal
import sys
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

SOON: Final = 0.05  # seconds, after which `__del__` or a callback is probably over


def on_interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, as Python does, and repeat it if it is ignored. For `signal.signal`."""
    sys.unraisablehook = _repeat
    signal.default_int_handler(number, frame)


def _repeat(ignored: "UnraisableHookArgs") -> None:
    """Repeat an interrupt that Python ignores; say nothing of other exceptions, which an interrupt has caused."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        timer = Timer(SOON, _thread.interrupt_main)
        timer.daemon = True
        timer.start()
