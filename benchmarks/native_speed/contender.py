"""A contender in a comparison: a search of one workload to be timed, and the same search with nodes counted."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from prunecheck.errors import PrunecheckError

Kind: TypeAlias = Literal["C++", "native", "native with a view", "plain", "library", "library with its own game"]


class MissingError(PrunecheckError):
    """A compiler or a library is not installed; the message says which, and how to install it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The value of the root for MAX, and the number of nodes that the search visited, the root included."""

    value: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Contender:
    """`search` is timed, and its result ignored; `count` makes the same search slowly, and counts."""

    name: str
    kind: Kind
    search: Callable[[], object]
    count: Callable[[], Answer]
