"""Uniform trees with independent random leaf values: almost continuous ones, or integers from a small range.

Source: S. H. Fuller, J. G. Gaschnig and J. J. Gillogly, "Analysis of the alpha-beta pruning algorithm" (1973); D. E.
Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (1975). Interior nodes have no static value.
"""

from prunecheck.trees.models.splitmix import below, bits_at, unit
from prunecheck.trees.models.uniform import Place, UniformPlaces, check_choices


class RandomLeaves(UniformPlaces):
    """A tree with independent leaf values, uniform on the multiples of 2**-53 in [0, 1).

    Two leaves are equal with probability 2**-53. If no two leaves are equal, alpha-beta visits as many nodes on average
    as with leaf values from any continuous distribution, or with distinct leaf values in random order.
    """

    def __init__(self, branching: int, depth: int, *, seed: int = 0, max_at_root: bool = True) -> None:
        """Set the branching, the depth, the player at the root, and the seed. The same seed gives the same tree."""
        super().__init__(branching, depth, max_at_root=max_at_root)
        self._seed = seed

    def evaluate(self, node: Place, /) -> float:
        """The value of a leaf from MAX's point of view.

        Raises: TreeError if the node is an interior node.
        """
        self._check_leaf(node)
        ply, place = node
        return unit(bits_at(self._seed, ply, place))


class FewValues(UniformPlaces):
    """A tree with independent leaf values, uniform on 0, 1, ..., values - 1.

    With fewer values, more leaves are equal.
    """

    def __init__(self, branching: int, depth: int, *, values: int = 2, seed: int = 0, max_at_root: bool = True) -> None:
        """Set the branching, the depth, the number of different values, the player at the root, and the seed.

        The same seed gives the same tree. Raises: TreeError for an impossible size, and for `values` below 1 or above
        2**31.
        """
        super().__init__(branching, depth, max_at_root=max_at_root)
        check_choices(values)
        self._values = values
        self._seed = seed

    def evaluate(self, node: Place, /) -> int:
        """The value of a leaf from MAX's point of view.

        Raises: TreeError if the node is an interior node.
        """
        self._check_leaf(node)
        ply, place = node
        return below(bits_at(self._seed, ply, place), self._values)
