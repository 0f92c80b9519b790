"""The contract on conduct: what any search owes to whoever calls it, whatever value it finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConductContract:
    """A promise about manners; `most_visits` is how many visits of each node are thought a search that ends."""

    name: str
    says: str
    source: str
    most_visits: int
    aliases: tuple[str, ...] = ()


CONDUCT = ConductContract(
    name="conduct",
    says="the same call twice gives the same answer by the same reads, it ends, and errors of the tree pass through",
    source="the chess-programming literature, on search instability",
    most_visits=100,
)
