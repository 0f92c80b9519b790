"""How much a finding matters, and from which severity on a search fails."""

from enum import Enum
from typing import Final


class Severity(Enum):
    """What a finding about a search is, the worst first.

    `NOTE`: a deviation that does no harm, or next to none. `FACT`: worth knowing, and nothing is wrong with it.
    """

    WRONG = "wrong"
    PRUNING = "pruning"
    NOTE = "note"
    FACT = "fact"


FAIL_ON: Final = {  # each word of `--fail-on`, and the severities that fail a search
    "wrong": frozenset({Severity.WRONG}),
    "pruning": frozenset({Severity.WRONG, Severity.PRUNING}),
    "notes": frozenset({Severity.WRONG, Severity.PRUNING, Severity.NOTE}),
}
USUAL: Final = "pruning"
