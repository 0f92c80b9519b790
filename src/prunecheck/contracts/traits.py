"""What contracts know about a search before it runs: what it takes and returns, and what can be observed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchTraits:
    """The traits of a search.

    `sees_leaves`: the leaves it evaluates are logged. `alternate`: it only runs on trees whose players alternate.
    `takes_related`: it can run on trees derived from others by negating, shifting and adding children. If not,
    `related_refusal` is the reason to report to a user who claims `relations` anyway.
    """

    takes_window: bool = True
    gives_value: bool = True
    gives_move: bool = False
    gives_line: bool = False
    gives_table: bool = False
    sees_leaves: bool = True
    alternate: bool = True
    takes_related: bool = True
    related_refusal: str = ""
