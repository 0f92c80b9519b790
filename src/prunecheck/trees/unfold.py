"""Write out any tree as an explicit tree, with a separate node for each path from the root."""

from collections import Counter
from collections.abc import Hashable, Iterator

from prunecheck.errors import TreeError
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import N, Tree, V
from prunecheck.trees.walk import no_children

MOST_NODES = 1_000_000


def unfolded(tree: Tree[N, V], *, most_nodes: int = MOST_NODES, static_values: bool = False) -> ExplicitTree[V]:
    """Copy `tree` without shared nodes: a position that two paths lead to becomes two nodes with the same key.

    Nodes are numbered in preorder, the order in which a left-to-right search visits them. Interior nodes get static
    values only if `static_values` is True.
    Raises: TreeError if more than `most_nodes` nodes would result, or if values are missing.
    """
    children: list[list[int]] = []
    values: list[V | None] = []
    players: list[bool] = []
    keys: list[int] = []
    parents: list[int] = []
    key_numbers: dict[Hashable, int] = {}
    stack: list[tuple[N, int]] = [(tree.root, -1)]
    is_max, is_terminal, key = tree.is_max, tree.is_terminal, tree.key  # looked up once: this runs for every tree
    while stack:
        node, parent = stack.pop()
        number = len(children)
        if number == most_nodes:
            raise TreeError(f"the tree has more than {most_nodes} nodes when unfolded; cut it at a depth")
        if parent >= 0:
            children[parent].append(number)
        children.append([])
        parents.append(parent)
        players.append(is_max(node))
        keys.append(key_numbers.setdefault(key(node), len(key_numbers)))
        terminal = is_terminal(node)
        values.append(tree.evaluate(node) if terminal or static_values else None)
        if not terminal:
            below = list(tree.children(node))
            if not below:
                raise no_children(_path(number, parents, children))
            stack += [(child, number) for child in reversed(below)]
    return ExplicitTree(children, values, players, keys)


def depth_within(tree: Tree[N, V], most_nodes: int) -> int | None:
    """The greatest depth d such that at most `most_nodes` paths lead from the root to nodes at depths up to d.

    Returns None if the tree has at most `most_nodes` nodes without being cut.

    >>> from prunecheck import from_nested
    >>> depth_within(from_nested([[3, 5], [2, 9]]), 6), depth_within(from_nested([[3, 5], [2, 9]]), 7)
    (1, None)
    """
    nodes = 0
    for depth, paths in enumerate(_paths_by_ply(tree)):
        nodes += paths
        if nodes > most_nodes:
            return max(depth - 1, 0)
    return None


def _paths_by_ply(tree: Tree[N, V]) -> Iterator[int]:
    """For each depth from 0 on, the number of paths from the root to nodes at that depth."""
    level = Counter({tree.root: 1})
    while level:
        yield level.total()
        below: Counter[N] = Counter()
        for node, paths in level.items():
            for child in () if tree.is_terminal(node) else tree.children(node):
                below[child] += paths
        level = below


def _path(node: int, parents: list[int], children: list[list[int]]) -> list[int]:
    steps: list[int] = []
    while node:
        steps.append(children[parents[node]].index(node))
        node = parents[node]
    return steps[::-1]
