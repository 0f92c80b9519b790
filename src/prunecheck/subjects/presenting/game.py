"""Present a tree as a game object, and as functions of a position."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final, Self

from prunecheck.subjects.presenting.position import Board, Position, ReadableAsDictionary, ask
from prunecheck.subjects.source.vocabulary import WORD_MEANINGS, Meaning
from prunecheck.trees.protocol import Number

POSITION_FUNCTIONS: Final[tuple[Callable[..., Any], ...]] = tuple(  # in the order of their roles
    partial(ask, meaning)
    for meaning in (Meaning.CHILDREN, Meaning.VALUE, Meaning.TERMINAL, Meaning.MOVES, Meaning.MAKE)
)
NOTHING_GUESSED: Final[Mapping[str, Meaning]] = MappingProxyType({})


class _Unchanging:
    """An immutable object that is its own copy."""

    def __copy__(self, *_: Any) -> Self:
        return self

    __deepcopy__ = __copy__


class GameOfPositions(_Unchanging):
    """A game whose methods take a position, and have the names that a program uses; `guessed` are the unusual names."""

    def __init__(self, start: Position, guessed: Mapping[str, Meaning]) -> None:
        self.root = self.initial = start
        self._guessed = guessed

    def __getattr__(self, word: str) -> Any:
        meaning = None if word.startswith("_") else self._guessed.get(word) or WORD_MEANINGS.get(word)
        if meaning is None:
            raise AttributeError(f"a game has no attribute {word!r}", name=word, obj=self)
        return partial(ask, meaning)


class NodeNumber(int):
    """An integer node, distinct from a number that stands for a move. It counts as true, like any position."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return True


class NodePair(tuple[Any, int]):
    """A node with the plies left, distinct from a tuple of moves."""

    __slots__ = ()


class GameOfNodes(_Unchanging, ReadableAsDictionary):
    """A game over the nodes of the judge's tree; with a depth limit, its nodes are pairs (node, plies left).

    The game's keys include the side to move if `guessed` says that the program's own `key` does.
    """

    def __init__(self, board: Board, guessed: Mapping[str, Meaning] = NOTHING_GUESSED) -> None:
        self._board, self._sided = board, guessed.get("key") is Meaning.HASH
        question = board.question
        self.root = self.initial = _wrap((question.node, question.depth) if board.limited else question.node)

    def _bare(self, node: Any) -> Any:
        return node[0] if self._board.limited else node

    def is_terminal(self, node: Any) -> bool:
        """True if the game is over."""
        self._board.log.is_terminal(node)
        return self._board.tree.is_terminal(self._bare(node))

    def children(self, node: Any) -> Iterable[Any]:
        """The nodes after each move; empty if the game is over."""
        if self._board.tree.is_terminal(self._bare(node)):
            return []
        return [*map(_wrap, self._board.log.children(node))]

    def evaluate(self, node: Any) -> Number | None:
        """The value of a node; at an interior node, its static value, or None or 0 if there is none."""
        return self._board.value(self._bare(node), node)

    def __getitem__(self, node: Any) -> list[Any]:
        """The nodes after each move, like a dictionary without the leaves. Raises: KeyError for a leaf."""
        if node not in self:
            raise KeyError(node)
        return list(self.children(node))

    def __contains__(self, node: Any) -> bool:
        return not self.is_terminal(node)

    def is_max(self, node: Any) -> bool:
        """True if MAX is to move."""
        return self._board.tree.is_max(self._bare(node))

    def key(self, node: Any) -> Any:
        """A key that is equal for nodes that are the same position, however many plies are left."""
        key = self._board.key(self._bare(node))
        return (key, self.is_max(node)) if self._sided else key

    successors = get_children = next_states = children
    terminal = is_leaf = game_over = is_over = terminal_test = is_terminal
    value = static_value = eval = score = evaluate


def _wrap(node: Any) -> Any:
    """Convert a node to the form that the search gets."""
    kind = {int: NodeNumber, tuple: NodePair}.get(type(node))
    return node if kind is None else kind(node)


class Values(ReadableAsDictionary):
    """A dictionary with the values of a game's leaves or, with `inner_values`, of all its nodes."""

    def __init__(self, game: GameOfNodes, *, inner_values: bool) -> None:
        self._game = game
        self._inner_values = inner_values

    def __getitem__(self, node: Any) -> Number:
        """The value of a node. Raises: KeyError if the node has none."""
        value = self._game.evaluate(node)
        if value is None:
            raise KeyError(node)
        return value

    def __contains__(self, node: Any) -> bool:
        return self._inner_values or self._game.is_terminal(node)
