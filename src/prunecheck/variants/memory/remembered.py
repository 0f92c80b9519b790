"""A tree that has a transposition table, in which a search stores results, and looks them up.

Two nodes are the same position if they have the same key and the same side to move. The bounds in an entry hold for one
search depth: the number of plies left at a `Cut` node. In trees without a `Cut`, the bounds hold for the whole subtree.
"""

from collections.abc import Hashable
from typing import Any, Protocol

from prunecheck.errors import PreconditionError
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.inner import Inner, OwnNodes
from prunecheck.trees.views.mirrored import Mover
from prunecheck.variants.memory.table import NOWHERE, WHOLE, Position, Table


class Memory(Tree[N, Number], Protocol[N]):
    """A tree that stores bounds on its nodes and their best moves.

    Bounds are inclusive, and are from the same point of view as the tree's values.
    """

    def bounds(self, node: N, /) -> tuple[Number, Number]:
        """The known bounds on the value of `node`; (-inf, inf) if none are known."""

    def move(self, node: N, /) -> int:
        """The index of the best child, from a search of any depth; -1 if none is known.

        If the table does not compare complete keys, the move may belong to another position, and may be illegal at
        `node`.
        """

    def remember(self, node: N, lower: Number, upper: Number, move: int, /) -> None:
        """Store bounds on the value of `node`, and the index of its best child (-1 if none is known)."""


class Remembered(Inner[N, Number]):
    """A view that adds a transposition table to a tree, if the tree contains no `Cut` view.

    A tree without a `Cut` view either has no depth limit, or limits the depth itself.

    Values and bounds are from MAX's point of view.

    If there are several views, `Remembered` must be the outermost, since other views do not pass on the additional
    methods of `Remembered`. Searches of the same game may share a table, but not if `limited_to` limits their trees to
    different depths.
    """

    __slots__ = ("_table",)

    def __init__(self, tree: Tree[N, Number], table: Table) -> None:
        """Store search results for the nodes of `tree` in `table`."""
        super().__init__(tree)
        self._table = table

    @property
    def table(self) -> Table:
        """The transposition table in which results are stored."""
        return self._table

    def bounds(self, node: N, /) -> tuple[Number, Number]:
        """Look up bounds on the value of `node` that hold for the depth to which `node` is searched."""
        slot = self._table.find(self._position(node), self._depth(node))
        if slot == NOWHERE:
            return -INF, INF
        return self._table.lowers[slot], self._table.uppers[slot]

    def move(self, node: N, /) -> int:
        """The index of the best child, from a search of any depth; -1 if none is known."""
        return self._table.move(self._position(node))

    def remember(self, node: N, lower: Number, upper: Number, move: int, /) -> None:
        """Store the index of the best child, and bounds that hold for the depth to which `node` is searched."""
        self._table.store(self._position(node), self._uncut(node), self._depth(node), lower, upper, move)

    def _position(self, node: N) -> Position:
        return self._tree.key(node), self._tree.is_max(node)

    def _depth(self, node: N) -> int:
        return WHOLE

    def _uncut(self, node: N) -> Hashable:
        return node


class RememberedCut(Remembered[Any]):
    """Like `Remembered`, but for a tree that is cut at a depth (`Cut`), perhaps inside other views.

    Nodes are pairs: a node of the wrapped tree, and the plies left.
    """

    __slots__ = ()

    def _depth(self, node: tuple[Any, int]) -> int:
        return node[1]

    def _uncut(self, node: tuple[Any, int]) -> Any:
        return node[0]


def remembered(tree: Tree[N, Number], table: Table | None = None) -> Remembered[N]:
    """Add a transposition table to `tree`: by default a new table without a size limit.

    Raises: PreconditionError if a view inside `tree` hides how many plies are left below a node.

    >>> from prunecheck import from_nested
    >>> tree = remembered(from_nested([[3, 5], [2, 9]]))
    >>> tree.remember(tree.root, 3, 3, 0)
    >>> tree.bounds(tree.root), tree.move(tree.root)
    ((3, 3), 0)
    """
    view = RememberedCut if is_cut(tree) else Remembered
    return view(tree, Table() if table is None else table)


def is_cut(tree: Any) -> bool:
    """True if the tree is a `Cut` view, perhaps with other views around it. Raises: the same error as `remembered`."""
    while tree is not None and not isinstance(tree, Cut):
        if isinstance(tree, OwnNodes):
            raise PreconditionError(
                f"{type(tree).__name__} does not show how many plies are left below a node, so a table cannot know to "
                f"which depth an entry is valid; give the table to the tree inside the {type(tree).__name__}"
            )
        tree = getattr(tree, "quiet", None) or getattr(tree, "inner", None)
    return tree is not None


class RememberedMover(Mover[N]):
    """A tree with a transposition table for negamax: values and bounds are from the side to move's point of view."""

    _tree: Remembered[N]

    def bounds(self, node: N, /) -> tuple[Number, Number]:
        """The bounds in the wrapped tree, from the point of view of the side to move."""
        lower, upper = self._tree.bounds(node)
        if self._tree.is_max(node):
            return lower, upper
        return -upper, -lower

    def move(self, node: N, /) -> int:
        """The index of the best child, as in the wrapped tree."""
        return self._tree.move(node)

    def remember(self, node: N, lower: Number, upper: Number, move: int, /) -> None:
        """Store the index of the best child, and bounds, which are from the point of view of the side to move."""
        if self._tree.is_max(node):
            self._tree.remember(node, lower, upper, move)
        else:
            self._tree.remember(node, -upper, -lower, move)


def remembered_mover(tree: Remembered[N]) -> RememberedMover[N]:
    """View a tree with a transposition table from the side to move, as negamax needs.

    Values and bounds in the returned tree are from the point of view of the side to move.
    """
    return RememberedMover(tree)
