"""What all commands share on the way out: exit statuses, and the console."""

from typing import Final

from rich.console import Console

HELD, REFUTED, USAGE, INCONCLUSIVE, INTERRUPTED = 0, 1, 2, 3, 130
WIDE: Final = 200


def console() -> Console:
    """Standard output; in a pipe wide enough that no line is broken."""
    found = Console()
    return found if found.is_terminal else Console(width=WIDE)
