"""What a user says of a search that is to be tried: which, how it is called, what it claims, and for how long."""

from dataclasses import dataclass, field
from typing import Any, Final

from prunecheck.errors import UnknownNameError
from prunecheck.subjects.calling import SECONDS
from prunecheck.subjects.convention import Eyes, Returns, Role
from prunecheck.subjects.domain import DepthReading, Domain, Turns

EFFORTS: Final = {"quick": (200, 4.0), "default": (1_000, 9.0), "thorough": (10_000, 120.0)}  # trees, seconds
EYES: Final = {"max": Eyes.MAX, "mover": Eyes.MOVER}
ROLES: Final = {each.value: each for each in Role}
DOMAINS: Final = {each.name.lower(): each for each in Domain}
TURNS: Final = {each.name.lower(): each for each in Turns}
READINGS: Final = {each.name.lower(): each for each in DepthReading}
RETURNS: Final = {each.value.replace(" and ", "-"): each for each in Returns}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A trial as a user asks for it. What is None is found out, or follows from `effort`.

    `search` is `path/file.py:name` or `module:name`; `takes` lists roles with commas between them. `said` are the names
    of the fields that a marker or a file says, be it what they are anyway.
    """

    search: str = ""
    claims: tuple[str, ...] = ()
    effort: str = "default"
    examples: int | None = None
    seed: int = 0
    seconds: float = SECONDS
    takes: str | None = None
    values: str | None = None
    answers: str | None = None
    returns: str | None = None
    domain: str | None = None
    turns: str | None = None
    reading: str | None = None
    said: frozenset[str] = field(default=frozenset(), compare=False)

    def declared(self) -> dict[str, Any]:
        """The fields of the convention that are fixed, the domain, and whose turn it may be.

        Raises: UnknownNameError for a word that is none, with the nearest.
        """
        found: dict[str, Any] = {}
        if self.takes is not None:
            found["takes"] = [known("argument", word.strip(), ROLES) for word in self.takes.split(",")]
        if self.values is not None:
            found["values"] = known("viewpoint", self.values, EYES)
        if self.answers is not None:
            found["answers"] = known("viewpoint", self.answers, EYES)
        if self.returns is not None:
            found["returns"] = known("answer", self.returns, RETURNS)
        if self.domain is not None:
            found["domain"] = known("domain", self.domain, DOMAINS)
        if self.turns is not None:
            found["turns"] = known("turns", self.turns, TURNS)
        return found

    @property
    def calling(self) -> tuple[tuple[str, str], ...]:
        """What is said of how it is called, and of the time for one answer: options, each with its word."""
        options = {"takes": self.takes, "values": self.values, "answers": self.answers, "returns": self.returns}
        if self.seconds != SECONDS:
            options["seconds"] = str(self.seconds)
        return tuple((name, word) for name, word in options.items() if word is not None)

    @property
    def depth_reading(self) -> DepthReading:
        """How values to a depth are read. Raises: UnknownNameError for a reading that is none, with the nearest."""
        if self.reading is None:
            return DepthReading.WITNESS
        found: DepthReading = known("reading", self.reading, READINGS)
        return found

    @property
    def budget(self) -> tuple[int, float]:
        """The most trees to draw, and the seconds in which they are drawn.

        Raises: UnknownNameError for an effort that is none.
        """
        most, seconds = known("effort", self.effort, EFFORTS)
        return self.examples or most, seconds


def known(kind: str, word: str, words: dict[str, Any]) -> Any:
    """What a word of a table stands for. Raises: UnknownNameError for one that is not in it, with the nearest."""
    if word not in words:
        raise UnknownNameError(kind, word, words)
    return words[word]
