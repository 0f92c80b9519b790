"""Leaf values for which alpha-beta prunes nothing, for every branching and depth.

Construction: the value of a leaf is a number written in base b, where b is the number of children of each node. The
value of a leaf has one digit for each node on the path from the root to the leaf. For a MAX node on the path, the digit
is the index of the next node on the path among its siblings. For a MIN node on the path, the digit is b - 1 minus this
index. Of two leaves, the one with the greater value has the greater digit at the first place where their paths differ.

Let J be a leaf, and let S be a left sibling of J, or a left sibling of an ancestor of J. If the parent of the sibling S
is a MAX node, every leaf below S has a smaller value than J, and so has S. If the parent of the sibling S is a MIN
node, every leaf below S has a greater value than J, and so has S. The value of a leaf therefore always lies between
alpha and beta, and no left sibling cuts the leaf off. In the full window, every version of alpha-beta evaluates all
leaves, whether its cutoffs are shallow, deep, or only made if beta < alpha.

The last child of each node is its best child. Sorting the children of each node worst first is not enough: alpha-beta
prunes some trees that are sorted worst first.
"""

from prunecheck.trees.models.uniform import Place, UniformPlaces


class NothingPruned(UniformPlaces):
    """A tree with leaves 0, 1,..., branching**depth - 1, in a fixed order for which alpha-beta evaluates all leaves.

    Interior nodes have no static value.
    """

    def evaluate(self, node: Place, /) -> int:
        """The value of a leaf from MAX's point of view.

        Raises: TreeError if the node is an interior node.
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
