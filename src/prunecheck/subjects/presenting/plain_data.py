"""Present a tree as nested lists, nested tuples or an array of leaves.

The lists and tuples log which leaves a search reads.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from copy import deepcopy
from typing import Any, Final, Self, TypeAlias

from prunecheck.errors import PreconditionError
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.walk import postorder

BRANCHES: Final = 2  # the most children of a node in a tree that is passed as an array of leaves
Reader: TypeAlias = Callable[[Any], None]


class Leaves:
    """A log of the leaves that one call of the search reads. A leaf is only logged when it is first read."""

    def __init__(self, log: Tree[Any, Number], logged: Callable[[Any], Hashable]) -> None:
        """Log leaves in `log`. If a leaf `node` is read, the log receives `logged(node)`."""
        self._log, self._logged = log, logged
        self._read: set[Any] = set()

    def read(self, node: Any) -> None:
        """Log a leaf, unless it was read before."""
        if node not in self._read:
            self._read.add(node)
            self._log.evaluate(self._logged(node))


class _Reading:
    """Logs reads of a list or tuple. `nodes` contains the leaf at each index, or None if the item is not a leaf."""

    nodes: list[Any]
    leaves: Leaves

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)  # type: ignore[misc]  # of the list or tuple
        if isinstance(place, slice):
            return _seen(type(self), found, self.nodes[place], self.leaves)
        self._read_at(place)
        return found

    def __iter__(self) -> Iterator[Any]:
        for place, item in enumerate(super().__iter__()):  # type: ignore[misc]  # likewise
            self._read_at(place)
            yield item

    def _read_at(self, place: int) -> None:
        if self.nodes[place] is not None:
            self.leaves.read(self.nodes[place])


class SeenList(_Reading, list[Any]):
    """A list that logs which of its leaves are read, even through slices and copies."""

    def __reversed__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self) - 1, -1, -1))

    def copy(self) -> "SeenList":
        """Make a copy that also logs reads. Copying the list does not log that its items are read."""
        found: SeenList = _seen(SeenList, list.copy(self), self.nodes, self.leaves)
        return found

    def __copy__(self) -> "SeenList":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "SeenList":
        items = [deepcopy(item, memo) for item in list.__iter__(self)]
        found: SeenList = _seen(SeenList, items, self.nodes, self.leaves)
        return found


class SeenTuple(_Reading, tuple[Any, ...]):  # noqa: SLOT001  # a tuple cannot have slots
    """A tuple that logs which of its leaves are read, even through slices."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        return self


Seen: TypeAlias = SeenList | SeenTuple
SEEN: Final[dict[type, type[Seen]]] = {list: SeenList, tuple: SeenTuple}


def _seen(kind: Any, items: Any, nodes: Sequence[Any], leaves: Leaves) -> Any:
    """Make a list or tuple that logs which of its items are read. `nodes` contains the node of each item."""
    made = kind(items)
    made.nodes, made.leaves = list(nodes), leaves
    return made


def items_of(data: list[Any] | tuple[Any, ...]) -> Iterator[Any]:
    """Yield the items of a list or tuple, without logging that the items are read."""
    return list.__iter__(data) if isinstance(data, list) else tuple.__iter__(data)


def nested(tree: Tree[Any, Number], node: Any, *, mover: bool, kind: type, leaves: Leaves | None = None) -> Any:
    """Convert a tree to nested lists or tuples (`kind`). If `leaves` is given, it logs which leaves are read.

    If `mover` is True, leaf values are from the point of view of the side to move at the leaf. A node with two parents
    becomes a single list.
    """
    made: dict[Any, Any] = {}
    for inner, children in postorder(tree, node):
        if tree.is_terminal(inner):
            value = tree.evaluate(inner)
            made[inner] = -value if mover and not tree.is_max(inner) else value
        else:
            items = [made[child] for child in children]
            nodes = [child if tree.is_terminal(child) else None for child in children]
            made[inner] = kind(items) if leaves is None else _seen(SEEN[kind], items, nodes, leaves)
    if leaves is not None and tree.is_terminal(node):
        leaves.read(node)
    return made[node]


def array(tree: Tree[Any, Number], root: Any, plies: int, *, mover: bool, leaves: Leaves | None = None) -> list[Number]:
    """List the leaves, from left to right, of a complete binary tree of height `plies` with the same value as `root`.

    A leaf above the last ply fills all places in the array that its descendants would have at the last ply. The subtree
    of an only child is written twice. Since leaves and subtrees may be repeated, every tree with at most two children
    per node can be written as an array. If `mover` is True, values are from the point of view of the side to move. If
    `leaves` is given, it logs which leaves are read. Raises: PreconditionError if the tree is higher than `plies`, or
    has a node with more than two children.
    """

    def below(node: Any, left: int) -> list[Any]:
        if tree.is_terminal(node):
            return [node] * BRANCHES**left
        children = list(tree.children(node))
        if left == 0 or len(children) > BRANCHES:
            raise PreconditionError(
                f"an array of leaves can only represent {plies} plies with at most {BRANCHES} children at "
                "each node; give a smaller tree"
            )
        if len(children) == 1:
            return below(children[0], left - 1) * BRANCHES
        return [leaf for child in children for leaf in below(child, left - 1)]

    nodes = below(root, plies)
    last_is_max = tree.is_max(root) == (plies % 2 == 0)
    values = [-tree.evaluate(inner) if mover and not last_is_max else tree.evaluate(inner) for inner in nodes]
    return values if leaves is None else _seen(SeenList, values, nodes, leaves)
