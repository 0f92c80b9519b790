"""The exit statuses and the console of all commands."""

import sys
from typing import Final

from rich.console import Console
from rich.theme import Theme

HELD, REFUTED, USAGE, INCONCLUSIVE, INTERRUPTED = 0, 1, 2, 3, 130
WIDE: Final = 200
THEME: Final = Theme(  # legible on light and dark backgrounds
    {"markdown.code": "bold", "markdown.table.header": "bold", "markdown.table.border": "dim"}
)


def console() -> Console:
    """Standard output; in a pipe, with or without forced colours, wide enough that no line is broken."""
    return Console(theme=THEME) if sys.stdout.isatty() else Console(width=WIDE, theme=THEME)
