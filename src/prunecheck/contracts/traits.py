"""What a contract may know of a search before it is run: what it takes, what it answers, what can be seen."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchTraits:
    """The kind of a search.

    `sees_leaves`: the leaves it evaluates are logged. `alternate`: it is run only on trees whose players alternate.
    `takes_related`: it can be run on trees made from others by negating, shifting and adding children;
    `related_refusal` says why not, if a user claims it all the same.
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
