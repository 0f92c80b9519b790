"""Pass the same position objects to all searches of one instance, for a search that changes its positions."""

from collections import deque
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from prunecheck.subjects.presenting.position import Board, Position
from prunecheck.subjects.source.meaning import Meaning
from prunecheck.trees.explicit import ExplicitTree

MOST_TREES: Final = 8  # the positions of this many trees are stored, which is more than a sequence of searches has


class _Stored(NamedTuple):
    """The positions of a tree, by node, and their board. `plies` is the number of plies from the root to each node."""

    tree: tuple[int, bool]
    board: Board
    positions: dict[Any, Position]
    plies: dict[Any, int]


class SamePositions:
    """The position objects of the latest trees that one instance of a search has searched."""

    def __init__(self) -> None:
        self._latest = deque[_Stored](maxlen=MOST_TREES)

    def start(self, board: Board, make: Callable[[Board, Any, int], Position], *, swapped: bool) -> Position:
        """Return the position object for the node that is searched, which is the same object in all searches.

        `board` has the tree and the node, and `make` makes a position. `swapped` is True if MAX and MIN are exchanged
        in the tree. Positions are only stored for trees in which each path leads to a node of its own. For other trees,
        the result is a new position.
        """
        tree, question = (board.known.number, swapped), board.question
        found = next((stored for stored in self._latest if stored.tree == tree), None)
        if found is None:
            plies = _plies(board.known.tree)
            if not plies:
                return make(board, question.node, question.depth or 0)
            board.made = {}
            found = _Stored(tree, board, board.made, plies)
            self._latest.append(found)
        found.board.search(board.log, question, (question.depth or 0) + found.plies[question.node])
        for node in (found.board.known.tree.root, question.node):
            if node not in found.positions:
                found.positions[node] = make(found.board, node, -found.plies[node])
        return found.positions[question.node]

    @property
    def changed(self) -> set[str]:
        """The names of the attributes that the search has set or changed in the stored positions."""
        positions = [position for stored in self._latest for position in stored.positions.values()]
        return set[str]().union(*map(_changed_in, positions))


def _changed_in(position: Position) -> set[str]:
    changed, listed = set(vars(position)), position._after_moves  # noqa: SLF001  # the search knows it by other names
    below = list(position._board.tree.children(position._node))  # noqa: SLF001
    if listed is not None and [getattr(child, "_node", None) for child in listed] != below:
        words = (word for word, meaning in position._words.items() if meaning is Meaning.CHILDREN)  # noqa: SLF001
        changed |= {word for word in words if isinstance(getattr(type(position), word), property)}
    return changed


def _plies(tree: Any) -> dict[Any, int]:
    """Return the number of plies from the root to each node, or an empty dictionary if a node has several parents."""
    if not isinstance(tree, ExplicitTree):
        return {}
    found, nodes = {tree.root: 0}, [tree.root]
    for node in nodes:
        for child in tree.children(node):
            if child in found:
                return {}
            found[child] = found[node] + 1
            nodes.append(child)
    return found
