"""Present any tree as one mutable position, on which moves are made, and taken back in the opposite order."""

from collections.abc import Hashable
from typing import Generic

from prunecheck.errors import TreeError
from prunecheck.trees.protocol import N, Tree, V_co


class Walked(Generic[N, V_co]):
    """A tree as one mutable position (`prunecheck.trees.moves.Moves`), first at `node`. Moves are child indices."""

    def __init__(self, tree: Tree[N, V_co], node: N) -> None:
        """Start at `node`, before any move."""
        self._tree = tree
        self._path = [node]
        self._made: list[int] = []

    def moves(self) -> range:
        """The legal moves: the child indices of the current node, from 0."""
        return range(len(list(self._tree.children(self._path[-1]))))

    def make(self, move: int, /) -> None:
        """Go to the child with the index `move`."""
        self._path.append(list(self._tree.children(self._path[-1]))[move])
        self._made.append(move)

    def unmake(self, move: int, /) -> None:
        """Go back to the parent. Raises: TreeError if `move` is not the last move made."""
        if self._made[-1:] != [move]:
            last = self._made[-1] if self._made else "none"
            raise TreeError(f"move {move} was taken back, but the last one made is {last}")
        self._made.pop()
        self._path.pop()

    @property
    def node(self) -> N:
        """The node of the tree that corresponds to the current position."""
        return self._path[-1]

    @property
    def made(self) -> int:
        """The number of moves made and not yet taken back."""
        return len(self._made)

    def is_terminal(self) -> bool:
        """True if the current node is terminal in the tree."""
        return self._tree.is_terminal(self._path[-1])

    def evaluate(self) -> V_co:
        """The value of the current node in the tree."""
        return self._tree.evaluate(self._path[-1])

    def is_max(self) -> bool:
        """True if MAX is to move at the current node."""
        return self._tree.is_max(self._path[-1])

    def key(self) -> Hashable:
        """The key of the current node in the tree."""
        return self._tree.key(self._path[-1])
