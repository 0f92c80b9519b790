"""The forward model: random values are chosen from the root down, so each node's minimax value is known in advance.

Source: R. Boige, A. Boumaza and B. Scherrer, "AlphaBeta is not as good as you think", arXiv 2506.21996 (2025), for the
idea that the values of children depend at random on the value of their parent, which one child inherits. The
distribution in this file, and the expected values in its tests, are this project's own.
"""

from collections.abc import Iterator
from typing import TypeAlias

from prunecheck.trees.models.splitmix import below, bits_at, output
from prunecheck.trees.models.uniform import Uniform, check_choices

Drawn: TypeAlias = tuple[int, int, int]  # (ply, place in the ply, value)

VALUE, HEIR = 0, 1  # indices of the random numbers of a node


class ForwardModel(Uniform):
    """A random tree whose values are integers from 0 to `values` - 1. All values of the root are equally likely.

    At each interior node with the value v, one child, chosen uniformly, also has the value v. The children that were
    not chosen have independent random values: uniform on 0,..., v if their parent is a MAX node with the value v, and
    uniform on v,..., values - 1 if their parent is a MIN node with the value v. No child is therefore better than its
    parent for the player to move, and at least one child is as good as the parent. Hence the value of every node is its
    minimax value.

    A node is a tuple: its ply, its index in the ply, and its value. A tree cut at a smaller depth is again a tree of
    this model. If the children of each node are sorted by static value, the tree is perfectly ordered.
    """

    def __init__(self, branching: int, depth: int, *, values: int = 2, seed: int = 0, max_at_root: bool = True) -> None:
        """Set the branching, the depth, the number of different values, the player at the root, and the seed.

        The same seed gives the same tree.

        Raises: TreeError for an impossible size, and for `values` below 1 or above 2**31.
        """
        super().__init__(branching, depth, max_at_root=max_at_root)
        check_choices(values)
        self._values = values
        self._seed = seed

    @property
    def root(self) -> Drawn:
        """The root, with its random value."""
        return 0, 0, below(self._draw(0, 0, VALUE), self._values)

    def children(self, node: Drawn, /) -> Iterator[Drawn]:
        """The child nodes, left to right."""
        ply, place, value = node
        low, high = (0, value) if self.is_max(node) else (value, self._values - 1)
        first = place * self._branching
        heir = first + below(self._draw(ply, place, HEIR), self._branching)
        for child in range(first, first + self._branching):
            if child == heir:
                yield ply + 1, child, value
            else:
                yield ply + 1, child, low + below(self._draw(ply + 1, child, VALUE), high - low + 1)

    def evaluate(self, node: Drawn, /) -> int:
        """The minimax value of any node, from MAX's point of view."""
        return node[2]

    def _draw(self, ply: int, place: int, which: int) -> int:
        return output(bits_at(self._seed, ply, place), which)
