"""The states on the OPEN list of SSS* and DUAL*.

Source: G. C. Stockman, "A minimax algorithm better than alpha-beta?", Artificial Intelligence 12 (1979).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic

from prunecheck.trees.protocol import N, Number, Tree


@dataclass(slots=True, eq=False)
class Family(Generic[N]):
    """An expanded node, and those of its children for which OPEN contains no state yet.

    `above` is the family to which the node itself belongs, and `below` lists the families of its children. If a family
    is `purged`, states of its nodes are obsolete: the search skips such a state when it comes first in OPEN.
    """

    parent: N
    is_max: bool
    unopened: Iterator[N]
    above: "Family[N] | None"
    below: "list[Family[N]]" = field(default_factory=list)
    purged: bool = False

    def purge(self) -> None:
        """Mark all states of nodes below `parent` as obsolete."""
        families = [self]
        while families:
            family = families.pop()
            family.purged = True
            families += family.below
            family.below.clear()


def expand(tree: Tree[N, Number], node: N, above: Family[N] | None) -> Family[N]:
    """Create the `Family` of `node` (the node and its children).

    Link the new family to `above`, the family to which `node` belongs.
    """
    family = Family(node, tree.is_max(node), iter(tree.children(node)), above)
    if above is not None:
        above.below.append(family)
    return family


@dataclass(frozen=True, slots=True)
class State(Generic[N]):
    """A node, live or solved, with its merit and its `Family`.

    The family consists of the node's parent and all children of this parent. The root has no family (None).

    `path`, the child indices from the root, shows which of two nodes is further left. A node with several parents has
    several paths.
    """

    merit: Number
    path: tuple[int, ...]
    node: N
    solved: bool
    family: Family[N] | None


class HighestFirst(State[N]):
    """A state in the order of SSS*: highest merit first; for equal merits, leftmost node first."""

    __slots__ = ()

    def __lt__(self, other: State[N]) -> bool:
        return (other.merit, self.path) < (self.merit, other.path)


class LowestFirst(State[N]):
    """A state in the order of DUAL*: lowest merit first; for equal merits, leftmost node first."""

    __slots__ = ()

    def __lt__(self, other: State[N]) -> bool:
        return (self.merit, self.path) < (other.merit, other.path)
