"""Objections: a record for each kind of violation, from which a report builds its message."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Objection:
    """A missing answer, or a violation that needs no message, since values and leaves show it.

    Other kinds are defined beside their contract; `str(objection)` is the message for a person.
    """

    def __str__(self) -> str:
        """The message; empty if the returned and the expected value are enough."""
        return ""
