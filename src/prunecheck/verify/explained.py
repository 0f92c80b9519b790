"""Which values of a search to a depth are explained, if a position met again may be answered from a deeper search.

A table that holds what a deeper search has found is right to answer with it, and the value is then not that of the tree
cut at the depth. By the *witness criterion* a value is right if some choice explains it: wherever a position stands,
it has been searched to the plies left there, or to those left at any other place where it stands in the tree.
"""

from typing import Any

from prunecheck.trees.protocol import Number
from prunecheck.trees.views.cut import Cut


def explained_values(tree: Cut[Any, Number]) -> frozenset[Number]:
    """The values of the root that some choice explains; the minimax value of the cut tree is one of them.

    Equal keys are one position, with either player to move as long as it is the same one. For trees with few nodes.
    Raises: TreeError for a node that is given no value.

    >>> from prunecheck import from_nested
    >>> sorted(explained_values(Cut(from_nested([[3, 5], [2, 9]]), 2)))
    [3]
    """
    depths: dict[tuple[Any, bool], set[int]] = {}
    stack = [tree.root]
    while stack:
        node = stack.pop()
        depths.setdefault((tree.key(node), tree.is_max(node)), set()).add(node[1])
        if not tree.is_terminal(node):
            stack += tree.children(node)
    known: dict[tuple[Any, int], frozenset[Number]] = {}

    def values(node: tuple[Any, int]) -> frozenset[Number]:
        """Of a node, where it may have been searched deeper. As deep as the tree: recursion is no danger."""
        inner, left = node
        if node not in known:
            known[node] = frozenset[Number]()  # for a position below itself, which no tree has
            deeper = {each for each in depths.get((tree.key(node), tree.is_max(node)), ()) if each >= left} | {left}
            known[node] = frozenset().union(*(searched((inner, each)) for each in deeper))
        return known[node]

    def searched(node: tuple[Any, int]) -> frozenset[Number]:
        """Of a node searched to just the plies left."""
        if tree.is_terminal(node):
            return frozenset([tree.evaluate(node)])
        below = [values(child) for child in tree.children(node)]
        every = frozenset().union(*below)
        if tree.is_max(node):
            return frozenset(each for each in every if all(min(some) <= each for some in below))
        return frozenset(each for each in every if all(max(some) >= each for some in below))

    return searched(tree.root)
