"""A node of a tree as a position object, under the names that a search asks for.

Whatever is asked of a position is asked of the judge's tree, and so logged. A position is equal to another where key
and player to move are.
"""

from collections.abc import Callable, Hashable
from typing import Any, Final

from prunecheck.errors import TreeError
from prunecheck.subjects.asked import Asked
from prunecheck.subjects.vocabulary import WORDS, Question, Vocabulary
from prunecheck.trees.protocol import Number, Tree


class Side(int):
    """1 for MAX, -1 for MIN; as a truth, True for MAX."""

    def __bool__(self) -> bool:
        """True for MAX."""
        return self > 0


def unique(key: Hashable, serial: int) -> Hashable:
    """A key of the tree of that number, and of no other tree: an integer where the tree's own is one.

    >>> unique(3, 1) == unique(3, 2)
    False
    """
    return serial << 48 | key if isinstance(key, int) else (serial, key)


SIDES: Final = (Side(1), Side(-1))


class Board:
    """What all positions of one search share: the judge's tree, what is asked, and how values are seen."""

    __slots__ = ("asked", "inner_values", "log", "mover", "serial", "sides")

    def __init__(
        self,
        log: Tree[Any, Number],
        asked: Asked,
        serial: int,
        *,
        mover: bool,
        inner_values: bool,
        sides: tuple[Any, Any],
    ) -> None:
        """`serial` is the tree's number, of which keys are made.

        `mover`: values as the player to move sees them; `inner_values`: interior positions have one; `sides`: what says
        that MAX is to move, and MIN.
        """
        self.log = log
        self.asked = asked
        self.serial = serial
        self.sides = sides
        self.mover = mover
        self.inner_values = inner_values


class Position:
    """A position. Subclasses give its answers the names that a search uses, whatever more these are given."""

    __slots__ = ("_after_moves", "_board", "_left", "_line", "_node")

    def __init__(self, board: Board, node: Any, left: int) -> None:
        """`left` is the number of plies to the limit; only the log needs it."""
        self._board = board
        self._node = node
        self._left = left
        self._after_moves: list[Position] | None = None  # made once, so that what is written on them stays
        self._line: list[tuple[Any, int]] = []  # positions before the moves made

    def _logged(self) -> Any:
        return self._board.asked.logged(self._node, self._left)

    def _is_leaf(self, *_: Any) -> bool:
        board = self._board
        if board.asked.depth is None:
            return board.log.is_terminal(self._node)
        board.log.is_terminal(self._logged())
        return board.asked.tree.is_terminal(self._node)

    def _children(self, *_: Any) -> "list[Position]":
        board = self._board
        below = self._below()
        if self._after_moves is None:
            self._after_moves = [type(self)(board, child, self._left - 1) for child in below]
        return list(self._after_moves)

    def _pairs(self, *_: Any) -> "list[tuple[int, Position]]":
        return list(enumerate(self._children()))

    def _below(self) -> list[Any]:
        """Nodes; a leaf has none, and is not asked for them."""
        board = self._board
        if board.asked.tree.is_terminal(self._node):
            return []
        if board.asked.depth is None:
            return list(board.log.children(self._node))
        return list(board.asked.tree.children(self._node))

    def _value(self, *_: Any) -> Number | None:
        """As the log's tree values it; an interior position has None or 0 where there is no value."""
        board = self._board
        tree = board.asked.tree
        if not tree.is_terminal(self._node):
            if not board.inner_values:
                return None
            try:
                value = tree.evaluate(self._node)
            except TreeError:
                return 0
            if board.asked.depth is not None:
                board.log.evaluate(self._logged())
        else:
            value = board.log.evaluate(self._logged())
        return -value if board.mover and not tree.is_max(self._node) else value

    def _is_max(self, *_: Any) -> bool:
        return self._board.asked.tree.is_max(self._node)

    def _side(self, *_: Any) -> Any:
        return self._board.sides[not self._is_max()]

    def _key(self, *_: Any) -> Any:
        return unique(self._board.asked.tree.key(self._node), self._board.serial)

    def _hash(self, *_: Any) -> Any:
        """As the key, and another for the other player, as engines make it."""
        key = self._key()
        return key << 1 | self._is_max() if isinstance(key, int) else (key, self._is_max())

    def _moves(self, *_: Any) -> list[int]:
        return list(range(len(self._below())))

    def _after(self, move: Any = 0, *_: Any) -> "Position":
        """The position after a move; this one stays as it is."""
        below = list(self._board.asked.tree.children(self._node))
        return type(self)(self._board, below[move], self._left - 1)

    def _make(self, move: Any = 0, *_: Any) -> None:
        """Make a move on this very position."""
        self._line.append((self._node, self._left))
        self._node = list(self._board.asked.tree.children(self._node))[move]
        self._left -= 1
        self._after_moves = None

    def _unmake(self, *_: Any) -> None:
        """Take back the last move made."""
        self._node, self._left = self._line.pop()
        self._after_moves = None

    def _copy(self, *_: Any) -> "Position":
        """This position once more, with moves of its own from now on."""
        other = type(self)(self._board, self._node, self._left)
        other._line = self._line.copy()  # noqa: SLF001  # of the same class
        return other

    __copy__ = _copy
    __deepcopy__ = _copy

    def __getitem__(self, word: str) -> Any:
        """The answer to a word, as from a dictionary; of a leaf, no children."""
        if word not in WORDS or (word not in self and WORDS[word] is not Question.CHILDREN):
            raise KeyError(word)
        return getattr(self, ANSWERS[WORDS[word]])()

    def __contains__(self, word: object) -> bool:
        """A leaf has no children; an interior position may have no value."""
        question = WORDS.get(word) if isinstance(word, str) else None
        if question is Question.CHILDREN:
            return not self._is_leaf()
        if question is Question.VALUE:
            return self._board.inner_values or self._board.asked.tree.is_terminal(self._node)
        return question is not None

    def get(self, word: str, default: Any = None) -> Any:
        """As of a dictionary."""
        return self[word] if word in self else default  # noqa: SIM401  # this is what it says

    def __eq__(self, other: object) -> bool:
        """The same position with the same player to move."""
        return isinstance(other, Position) and self._key() == other._key() and self._is_max() == other._is_max()

    def __hash__(self) -> int:
        """Of what is compared."""
        return hash((self._key(), self._is_max()))

    def __repr__(self) -> str:
        """For whoever prints it."""
        return f"<position {self._node}, {'MAX' if self._is_max() else 'MIN'} to move>"


ANSWERS: Final = {
    Question.CHILDREN: "_children",
    Question.VALUE: "_value",
    Question.TERMINAL: "_is_leaf",
    Question.KEY: "_key",
    Question.HASH: "_hash",
    Question.IS_MAX: "_is_max",
    Question.SIDE: "_side",
    Question.MOVES: "_moves",
    Question.MAKE: "_after",
    Question.UNMAKE: "_unmake",
    Question.COPY: "_copy",
}


def position_class(words: Vocabulary, *, in_place: bool) -> type[Position]:
    """Positions with the names that a program uses: methods where it calls them, attributes where it reads them.

    `in_place`: making a move changes the position; else it gives a new one.
    """
    names: dict[str, Any] = {}
    others = {Question.MAKE: "_make"} if in_place else {}
    if words.pairs:
        others[Question.CHILDREN] = "_pairs"
    for word, question in WORDS.items():
        answer = getattr(Position, others.get(question, ANSWERS[question]))
        if word in words.read:
            names[word] = _written(word, answer) if word in words.written else property(answer)
        else:
            names[word] = answer
    return type("Position", (Position,), names)


def _written(word: str, answer: Callable[[Any], Any]) -> property:
    """An attribute that gives the answer until the program sets it."""

    def told(position: Any) -> Any:
        return position.__dict__[word] if word in position.__dict__ else answer(position)

    def tell(position: Any, value: Any) -> None:
        position.__dict__[word] = value

    return property(told, tell)
