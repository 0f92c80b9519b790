"""What speaks against a search: a record for each kind of violation, from which a report makes its sentence."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Objection:
    """A violation that the values and the leaves show by themselves, or the lack of an answer: no words are needed.

    Other kinds are defined beside their contract; `str(objection)` is the sentence for a person.
    """

    def __str__(self) -> str:
        """The sentence; empty if got and expected say it all."""
        return ""
