"""A node of a tree as a position object, under the names that a search asks for.

Whatever is asked of a position is asked of the judge's tree, and so logged. A position is equal to another where key
and player to move are.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from hashlib import blake2b
from typing import Any, ClassVar, Final

from prunecheck.errors import TreeError
from prunecheck.subjects.asked import Asked
from prunecheck.subjects.questions import Question
from prunecheck.subjects.vocabulary import BY_AGENTS, WORDS, Vocabulary
from prunecheck.trees.protocol import Number, Tree


class Side(int):
    """1 for MAX, -1 for MIN; as a truth, True for MAX."""

    def __bool__(self) -> bool:
        """True for MAX."""
        return self > 0

    def __neg__(self) -> "Side":
        """The other player, who is no plain number either, as plies are."""
        return Side(-int(self))


NO_SUCH_MOVE: Final = "there is no such move"  # what is said of a move that does not belong to the position
NOT_TAKEN_BACK: Final = "made and not taken back"
NOT_MADE: Final = "a move is taken back that was not made"
PLAIN: Final = 1 << 14  # numbers of trees from which on a key made of one beside the other would need more than 62 bits
APART: Final = 0x278DDE6E5FD29F05  # 2**62 by the golden ratio: its multiples keep the most room between them


def unique(key: Hashable, serial: int) -> Hashable:
    """A key of the tree of that number, and of no other tree: where the tree's own is an integer, one of 62 bits.

    >>> unique(3, 1) == unique(3, 2)
    False
    """
    if not isinstance(key, int):
        return serial, key
    if not 0 <= key < 1 << 48:  # too wide to stand beside the number
        return int.from_bytes(blake2b(b"%d %d" % (serial, key), digest_size=8).digest()) >> 2
    return serial << 48 | key if serial < PLAIN else (serial * APART + key) % (1 << 62)


SIDES: Final = (Side(1), Side(-1))


class Board:
    """What all positions of one search share: the judge's tree, what is asked, and how values are seen."""

    __slots__ = ("asked", "inner_values", "limited", "log", "mover", "serial", "sides", "tree")

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
        self.tree = asked.tree
        self.limited = asked.depth is not None
        self.serial = serial
        self.sides = sides
        self.mover = mover
        self.inner_values = inner_values


def _first(given: tuple[Any, ...], named: dict[str, Any], default: Any = None) -> Any:
    """The first of what a method is given, by whatever name."""
    return given[0] if given else next(iter(named.values()), default)


class Position:
    """A position. Subclasses give its answers the names that a search uses, whatever more these are given."""

    __slots__ = ("_after_moves", "_board", "_left", "_line", "_node")
    _words: ClassVar[Mapping[str, Question]] = WORDS

    def __init__(self, board: Board, node: Any, left: int) -> None:
        """`left` is the number of plies to the limit; only the log needs it."""
        self._board = board
        self._node = node
        self._left = left
        self._after_moves: list[Position] | None = None  # made once, so that what is written on them stays
        self._line: list[tuple[Any, int]] | None = None  # positions before the moves made; a list from the first on

    def _logged(self) -> Any:
        return self._board.asked.logged(self._node, self._left)

    def _is_leaf(self, *_: Any, **__: Any) -> bool:
        board = self._board
        if not board.limited:
            return board.log.is_terminal(self._node)
        board.log.is_terminal(self._logged())
        return board.tree.is_terminal(self._node)

    def _winner(self, *_: Any, **__: Any) -> bool | None:
        """For who only asks whether there is one: None until the game is over."""
        return self._is_leaf() or None

    def _children(self, *_: Any, **__: Any) -> "list[Position]":
        below = self._below()
        if self._after_moves is None:
            kind, board, left = type(self), self._board, self._left - 1
            self._after_moves = [kind(board, child, left) for child in below]
        return self._after_moves.copy()

    def _own_children(self, *_: Any, **__: Any) -> "list[Position]":
        """The very list of an attribute: who sorts it or takes from it will find it so."""
        self._children()
        return self._after_moves if self._after_moves is not None else []

    def _pairs(self, *_: Any, **__: Any) -> "list[tuple[int, Position]]":
        return list(enumerate(self._children()))

    def _below(self) -> Iterable[Any]:
        """Nodes; a leaf has none, and is not asked for them."""
        board = self._board
        if board.tree.is_terminal(self._node):
            return ()
        return (board.tree if board.limited else board.log).children(self._node)

    def _value(self, *player: Any, **named: Any) -> Number | None:
        """As the log's tree values it, or as a named player sees it; None or 0 within, where there is no value."""
        if player or named:
            seen_by = _first(player, named)
            if isinstance(seen_by, str | Side | Enum):
                return self.worth_to(seen_by)
        board = self._board
        tree = board.tree
        if not tree.is_terminal(self._node):
            if not board.inner_values:
                return None
            try:
                value = tree.evaluate(self._node)
            except TreeError:
                return 0
            if board.limited:
                board.log.evaluate(self._logged())
        else:
            value = board.log.evaluate(self._logged() if board.limited else self._node)
        return -value if board.mover and not tree.is_max(self._node) else value

    def worth_to(self, *given: Any, **named: Any) -> Number | None:
        """The value as a player sees it; where that is none of ours, as it is."""
        player = _first(given, named)
        value, (_, least) = self._value(), self._board.sides
        if value is None or player not in self._board.sides:
            return value
        seen_by_max = -value if self._board.mover and not self._is_max() else value
        return -seen_by_max if player == least else seen_by_max

    def _is_max(self, *_: Any, **__: Any) -> bool:
        return self._board.tree.is_max(self._node)

    def _side(self, *_: Any, **__: Any) -> Any:
        return self._board.sides[not self._is_max()]

    def _key(self, *_: Any, **__: Any) -> Any:
        return unique(self._board.tree.key(self._node), self._board.serial)

    def _hash(self, *_: Any, **__: Any) -> Any:
        """As the key, and another for the other player, as engines make it."""
        key = self._key()
        return key << 1 | self._is_max() if isinstance(key, int) else (key, self._is_max())

    def _moves(self, *_: Any, **__: Any) -> list[int]:
        return [nth for nth, _ in enumerate(self._below())]

    def _after(self, *given: Any, **named: Any) -> "Position":
        """The position after a move; this one stays as it is."""
        return type(self)(self._board, self._reached(_first(given, named, 0)), self._left - 1)

    def _reached(self, move: Any) -> Any:
        """The node after a move. Raises: IndexError where the position has no such move; -1 is none, either."""
        below = list(self._board.tree.children(self._node))
        if isinstance(move, int) and not 0 <= move < len(below):
            raise IndexError(f"{NO_SUCH_MOVE} as {move}: the position has {len(below)}")
        return below[move]

    def _make(self, *given: Any, **named: Any) -> None:
        """Make a move on this very position."""
        if self._line is None:
            self._line = []
        after = self._reached(_first(given, named, 0))
        self._line.append((self._node, self._left))
        self._node = after
        self._left -= 1
        self._after_moves = None

    def _unmake(self, *_: Any, **__: Any) -> None:
        """Take back the last move made."""
        if not self._line:
            raise IndexError(NOT_MADE)
        self._node, self._left = self._line.pop()
        self._after_moves = None

    def _copy(self, *_: Any, **__: Any) -> "Position":
        """This position once more, with moves of its own from now on."""
        other = type(self)(self._board, self._node, self._left)
        other._line = self._line and self._line.copy()  # noqa: SLF001  # of the same class
        return other

    def _itself(self, *_: Any, **__: Any) -> "Position":
        return self

    def _players(self, *_: Any, **__: Any) -> int:
        return 2

    __copy__ = _copy
    __deepcopy__ = _copy

    def __getitem__(self, word: str) -> Any:
        """The answer to a word, as from a dictionary; of a leaf, no children."""
        words = self._words
        if word not in words or (word not in self and words[word] is not Question.CHILDREN):
            raise KeyError(word)
        return getattr(self, ANSWERS[words[word]])()

    def __contains__(self, word: object) -> bool:
        """A leaf has no children; an interior position may have no value."""
        question = self._words.get(word) if isinstance(word, str) else None
        if question is Question.CHILDREN:
            return not self._is_leaf()
        if question is Question.VALUE:
            return self._board.inner_values or self._board.tree.is_terminal(self._node)
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
        """For whoever prints it, or takes the text for a key."""
        return f"<position {self._key()}, {'MAX' if self._is_max() else 'MIN'} to move>"


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
    Question.WINNER: "_winner",
    Question.ROOT: "_itself",
    Question.PLAYERS: "_players",
}


def position_class(words: Vocabulary, *, in_place: bool) -> type[Position]:
    """Positions with the names that a program uses: methods where it calls them, attributes where it reads them.

    `in_place`: making a move changes the position; else it gives a new one.
    """
    names: dict[str, Any] = {}
    others = {Question.MAKE: "_make"} if in_place else {}
    if words.for_player:
        others[Question.VALUE] = "worth_to"
    if words.pairs:
        others[Question.CHILDREN] = "_pairs"
    asked = {**WORDS, **words.guessed}
    for word, question in asked.items():
        answer = getattr(Position, others.get(question, ANSWERS[question]))
        if word in BY_AGENTS or word in words.place_of_move:
            answer = _given_at(words.place_of_move.get(word, -1), answer)
        if word in words.read:
            answer = Position._own_children if answer is Position._children else answer  # noqa: SLF001  # of our own
            names[word] = _written(word, answer) if word in words.written else property(answer)
        else:
            names[word] = answer
    return type("Position", (Position,), {**names, "_words": asked})


def _given_at(place: int, answer: Callable[..., Any]) -> Callable[..., Any]:
    """The answer to a word that is given the move in that place, after the player or agent who makes it."""

    def told(position: Any, *given: Any, **named: Any) -> Any:
        both = (*given, *named.values())
        return answer(position, both[place] if both else 0)

    return told


def _written(word: str, answer: Callable[[Any], Any]) -> property:
    """An attribute that gives the answer until the program sets it."""

    def told(position: Any) -> Any:
        return position.__dict__[word] if word in position.__dict__ else answer(position)

    def tell(position: Any, value: Any) -> None:
        position.__dict__[word] = value

    return property(told, tell)
