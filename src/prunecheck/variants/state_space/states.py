"""The states on the OPEN list of SSS* and of its dual.

Source: G. C. Stockman, "A minimax algorithm better than alpha-beta?", Artificial Intelligence 12 (1979).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from prunecheck.trees.protocol import N, Number


@dataclass(frozen=True, slots=True)
class Family(Generic[N]):
    """An expanded node with its children that are not yet open; `above` is the family of the node itself."""

    parent: N
    is_max: bool
    unopened: Iterator[N]
    above: "Family[N] | None"


@dataclass(frozen=True, slots=True)
class State(Generic[N]):
    """A node, live or solved, with its merit and its family, which the root does not have.

    `path`, the child indices from the root, says which of two nodes is further left; a shared node has several paths.
    """

    merit: Number
    path: tuple[int, ...]
    node: N
    solved: bool
    family: Family[N] | None
