"""The contract on conduct: what any search owes to whoever calls it, whatever value it finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConductContract:
    """A promise about manners.

    With `strict`, the second of two same calls also reads the same, and an error of the tree comes through.
    """

    name: str
    says: str
    source: str
    strict: bool
    aliases: tuple[str, ...] = ()


REPEATABLE = ConductContract(
    name="repeatable",
    says="the same call twice gives the same answer, and it ends",
    source="the chess-programming literature, on search instability",
    strict=False,
)


CONDUCT = ConductContract(
    name="conduct",
    says="the same call twice gives the same answer by the same reads, it ends, and errors of the tree pass through",
    source="the chess-programming literature, on search instability",
    strict=True,
)

CONDUCT_CONTRACTS = (REPEATABLE, CONDUCT)
