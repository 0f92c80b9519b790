"""Trees with dependent leaf values: a leaf's value is the sum of the random values of all branches on its path.

Source: M. M. Newborn, "The efficiency of the alpha-beta search on trees with branch-dependent terminal node scores",
Artificial Intelligence 8 (1977).
"""

from collections.abc import Iterator

from prunecheck.trees.models.splitmix import bits_at, unit
from prunecheck.trees.models.uniform import Uniform, Valued


class BranchSums(Uniform):
    """A tree whose branch values are independent and uniform on [0, 1), both at MAX nodes and at MIN nodes.

    A node is a tuple: its ply, its index in the ply, and the sum of the branch values from the root to the node. The
    sum is also the static value of the node, so a tree cut at a smaller depth is again a tree of this model.
    """

    def __init__(self, branching: int, depth: int, *, seed: int = 0, max_at_root: bool = True) -> None:
        """Set the branching, the depth, the player at the root, and the seed. The same seed gives the same tree."""
        super().__init__(branching, depth, max_at_root=max_at_root)
        self._seed = seed

    @property
    def root(self) -> Valued:
        """The root, whose sum of branch values is 0."""
        return 0, 0, 0.0

    def children(self, node: Valued, /) -> Iterator[Valued]:
        """The children, left to right; each has the sum of its parent plus the value of its branch."""
        ply, place, total = node
        first = place * self._branching
        for child in range(first, first + self._branching):
            yield ply + 1, child, total + unit(bits_at(self._seed, ply + 1, child))

    def evaluate(self, node: Valued, /) -> float:
        """The sum of the branch values from the root: the value for MAX at a leaf, a static value elsewhere."""
        return node[2]
