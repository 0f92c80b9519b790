"""A tree as nested Python lists of numbers, as the shortest programs take it."""

from typing import Any

from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.walk import postorder


def nested_lists(tree: Tree[Any, Number], node: Any, *, mover: bool, kind: type = list) -> Any:
    """Lists are nodes, numbers are leaves; `mover`: a leaf's value as the player to move at it sees it.

    With tuples as their `kind`, they are those. A node that is reached twice is one list.
    """
    made: dict[Any, Any] = {}
    for each, children in postorder(tree, node):
        if tree.is_terminal(each):
            value = tree.evaluate(each)
            made[each] = -value if mover and not tree.is_max(each) else value
        else:
            made[each] = kind(made[child] for child in children)
    return made[node]
