"""A uniform tree of any size with independent random leaf values, which are computed from a hash of the path.

Source: the sources named in `independent.py`. A random number depends on a hash of the path from the root, not on the
number of the leaf, so that trees with branching 40 and depth 12 are possible. Nothing is stored.
"""

from collections.abc import Iterator
from typing import Final

from prunecheck.trees.models.splitmix import output, unit
from prunecheck.trees.models.uniform import Place, Uniform, check_shape, refuse_static_value

# a mask for the lowest 63 bits, which are the same number in signed and in unsigned 64-bit integers
POSITIVE: Final = 2**63 - 1


class HashedLeaves(Uniform):
    """A tree of any size with independent leaf values, uniform on the multiples of 2**-53 in [0, 1).

    A node is a tuple: its ply, and 63 random bits. A child's bits are an output of a splitmix64 generator whose seed is
    the parent's bits. Two nodes at the same ply have the same bits, and so equal subtrees, with a probability of about
    2**-63.

    >>> tree = HashedLeaves(40, 12)
    >>> tree.is_terminal(next(iter(tree.children(tree.root))))
    False
    """

    def __init__(self, branching: int, depth: int, *, seed: int = 0, max_at_root: bool = True) -> None:
        """Set the branching, the depth, the player at the root, and the seed. The same seed gives the same tree.

        Raises: TreeError if `branching` is below 1 or `depth` below 0.
        """
        super().__init__(branching, depth, max_at_root=max_at_root)
        self._seed = seed

    @property
    def root(self) -> Place:
        """The root, at ply 0."""
        return 0, output(self._seed, 0) & POSITIVE

    def children(self, node: Place, /) -> Iterator[Place]:
        """The child nodes, left to right."""
        ply, bits = node
        for nth in range(self._branching):
            yield ply + 1, output(bits, nth) & POSITIVE

    def evaluate(self, node: Place, /) -> float:
        """The value of a leaf from MAX's point of view.

        Raises: TreeError if the node is an interior node.
        """
        ply, bits = node
        if ply != self._depth:
            refuse_static_value(node, self._depth)
        return unit(output(bits, 0))

    def _check_size(self, branching: int, depth: int) -> None:
        check_shape(branching, depth)
