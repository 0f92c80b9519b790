"""Leaf values for which alpha-beta prunes nothing, for every branching and depth.

Construction: write a leaf's path as a number in base b, the digit of a MAX node being the place of the child taken, and
that of a MIN node b - 1 less the place. Two leaves then compare as the first digits in which they differ. Let S be a
left sibling of an ancestor of the leaf J, or of J itself. Below a MAX node each leaf of S, and so the value of S, is
less than J; below a MIN node, greater. Hence A(J) < J < B(J) in the path-bound law, strictly: J is read by every form
of alpha-beta, shallow, deep or strict, in the full window.

Each node's last child is its best, which alone would not be enough: of trees that are sorted worst first, some are cut.
"""

from prunecheck.trees.models.uniform import Place, UniformPlaces


class NothingPruned(UniformPlaces):
    """Leaves 0, 1, ..., branching**depth - 1, each once, in the order that has them all read. Nothing is random here.

    Interior nodes have no static value.
    """

    def evaluate(self, node: Place, /) -> int:
        """MAX's value of a leaf.

        Raises: TreeError at an interior node.
        """
        self._check_leaf(node)
        ply, rest = node
        value, unit = 0, 1
        while ply:
            ply -= 1
            digit = rest % self._branching
            rest //= self._branching
            value += unit * (digit if self.is_max((ply, rest)) else self._branching - 1 - digit)
            unit *= self._branching
        return value
