"""The exit statuses and the console of all commands."""

import sys
from typing import Final

from rich.console import Console

HELD, REFUTED, USAGE, INCONCLUSIVE, INTERRUPTED = 0, 1, 2, 3, 130
WIDE: Final = 200


def console() -> Console:
    """Standard output; in a pipe, with or without forced colours, wide enough that no line is broken."""
    return Console() if sys.stdout.isatty() else Console(width=WIDE)
