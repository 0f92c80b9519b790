"""Count the nodes of compiled searches."""

from typing import Any, NamedTuple

from prunecheck import FULL, Number, Tree, Window, native
from prunecheck.trees.views.counted import counted


class Found(NamedTuple):
    """The value that a search returned, and the nodes that it visited."""

    value: Number
    visits: int
    leaves: int


def count_nodes(name: str, tree: Tree[Any, Number], window: Window[Number] = FULL, *, node: Any = None) -> Found:
    """Search `node`, by default the root, with a variant."""
    counting = counted(tree)
    value = native.search(name, counting, window, node=node)
    return Found(value, counting.visits, counting.leaves)
