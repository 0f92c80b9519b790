"""The severity of findings, and which severities make a search fail."""

from enum import Enum
from typing import Final


class Severity(Enum):
    """The severity of a finding, worst first.

    `NOTE` is a deviation that does little or no harm. `FACT` is worth knowing, but nothing is wrong.
    """

    WRONG = "wrong"
    PRUNING = "pruning"
    NOTE = "note"
    FACT = "fact"


FAIL_ON: Final = {  # word for `--fail-on` -> the severities that make a search fail
    "wrong": frozenset({Severity.WRONG}),
    "pruning": frozenset({Severity.WRONG, Severity.PRUNING}),
    "notes": frozenset({Severity.WRONG, Severity.PRUNING, Severity.NOTE}),
}
USUAL: Final = "pruning"
