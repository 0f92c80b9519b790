"""Present a node of a tree as a position object, with the method and attribute names that a search uses.

Everything that a search reads from a position comes from a test tree, which logs each read. Two positions are equal if
their keys and sides to move are equal.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Final

from prunecheck.errors import TreeError
from prunecheck.failures import IllegalMove, NothingToTakeBack, WrongAgent
from prunecheck.subject_errors import MisuseError
from prunecheck.subjects.convention import SIDES, PlayerSign
from prunecheck.subjects.known_trees import KnownTree
from prunecheck.subjects.source.meaning import WORD_MEANINGS, Meaning
from prunecheck.subjects.source.vocabulary import BY_AGENTS, Vocabulary
from prunecheck.subjects.subject import Question
from prunecheck.trees.protocol import Number, Tree


class ReadableAsDictionary:
    """Adds `get` to a class with `__getitem__` and `__contains__`."""

    __slots__ = ()

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the item with this key, or the default if there is no item, like `dict.get`."""
        answers: Any = self
        if key not in answers:
            return default
        return answers[key]


class Move(int):
    """A move, which is the index of a child. Even move 0 is true as a bool, since searches test `if not best_move`."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return True


_MOVES: Final = [Move(nth) for nth in range(64)]


def first_moves(count: int) -> list[Move]:
    """Return the moves of a position with `count` children."""
    return _MOVES[:count] if count <= len(_MOVES) else [Move(nth) for nth in range(count)]


@dataclass(eq=False, slots=True)
class Board:
    """The data that all positions in one call share. `log` records all reads of the tree to search, `question.tree`.

    `known` is the tree to search, with its number, which is part of the keys. If `mover` is True, values are from the
    point of view of the side to move. If `inner_values` is True, interior nodes have a value. `sides` contains the
    program's values for "MAX to move" and for "MIN to move". If later searches get the same positions, `made` contains
    them, and a position has `more_plies` more plies to the depth limit than it stores.
    """

    log: Tree[Any, Number]
    question: Question
    known: KnownTree
    mover: bool
    inner_values: bool
    sides: tuple[Any, Any] = SIDES
    tree: Tree[Any, Number] = field(init=False)
    limited: bool = field(init=False)
    made: "dict[Any, Position] | None" = None
    more_plies: int = 0

    def __post_init__(self) -> None:
        self.tree = self.question.tree
        self.limited = self.question.depth is not None

    def search(self, log: Tree[Any, Number], question: Question, more_plies: int) -> None:
        """Use the same positions for another search of the same tree."""
        self.log, self.question, self.more_plies = log, question, more_plies
        self.limited = question.depth is not None

    def value(self, node: Any, logged: Any, *, passed: bool = False) -> Number | None:
        """Return the value of a node.

        For an interior node, return its static value, or None or 0 if it has no static value.

        `passed` is True if the node's player has passed, so the other player is to move.
        """
        tree = self.tree
        if tree.is_terminal(node):
            value = self.log.evaluate(logged)
        elif not self.inner_values:
            return None
        else:
            try:
                value = tree.evaluate(node)
            except TreeError:
                return 0
            if self.limited:
                self.log.evaluate(logged)
        return -value if self.mover and tree.is_max(node) is passed else value

    def seen_by(self, value: Number, node: Any, *, least: bool, passed: bool = False) -> Number:
        """Convert a value to MAX's point of view or, if `least` is True, to MIN's."""
        turned = self.mover and self.tree.is_max(node) is passed
        return value if turned == least else -value

    def key(self, node: Any) -> Any:
        """Return the key of a node's position. The key does not depend on the side to move."""
        return self.known.key(node)


def _first(given: tuple[Any, ...], named: dict[str, Any], default: Any = None) -> Any:
    """Return the first argument of a method call, whether it is passed by position or by keyword."""
    return given[0] if given else next(iter(named.values()), default)


def _move_among(given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Return the first `Move` among the arguments. If no argument is a `Move`, return the first argument."""
    move = next((argument for argument in (*given, *named.values()) if isinstance(argument, Move)), None)
    return _first(given, named, 0) if move is None else move


class Position(ReadableAsDictionary):
    """A position. Subclasses have methods with the names that a search uses. The methods ignore extra arguments.

    For example, all methods that return the value (`Meaning.VALUE`) get it from the method `_answer_value`. Names that
    begin with `_answer_` cannot clash with names that a search uses.
    """

    __slots__ = ("_after_moves", "_board", "_left", "_line", "_node", "_passed")
    _words: ClassVar[Mapping[str, Meaning]] = WORD_MEANINGS
    _others: ClassVar[Mapping[Meaning, str]] = {}  # the methods for the other meanings

    def __init__(self, board: Board, node: Any, left: int) -> None:
        """Create a position. `left` is the number of plies to the depth limit, and is only used in the log."""
        self._board = board
        self._node = node
        self._left = left
        # the children, which are created once, because a search may set attributes on them
        self._after_moves: list[Position] | None = None
        self._passed = False  # True after an odd number of passes, so that the other player is to move
        # the moves made to reach this position, except the last one; None before the first move
        self._line: list[tuple[Any, int, bool]] | None = None

    def _log_node(self) -> Any:
        return self._board.question.logged(self._node, self._left + self._board.more_plies)

    def _answer_terminal(self, *_: Any, **__: Any) -> bool:
        board = self._board
        if not board.limited:
            return board.log.is_terminal(self._node)
        board.log.is_terminal(self._log_node())
        return board.tree.is_terminal(self._node)

    def _answer_winner(self, *_: Any, **__: Any) -> bool | None:
        """Return a winner for searches that only check if a player has won. Returns None until the game is over."""
        return self._answer_terminal() or None

    def _answer_children(self, *_: Any, **__: Any) -> "list[Position]":
        below = self._below()
        if self._after_moves is None:
            kind, board, left = type(self), self._board, self._left - 1
            self._after_moves = [kind(board, child, left) for child in below]
            if board.made is not None:
                self._after_moves = [board.made.setdefault(child._node, child) for child in self._after_moves]  # noqa: SLF001  # ours
        return self._after_moves.copy()

    def _own_children(self, *_: Any, **__: Any) -> "list[Position]":
        """Return the children, as a list that the search can change, for example by sorting it.

        If the list is read as an attribute, changes to the list persist.
        """
        self._answer_children()
        return self._after_moves if self._after_moves is not None else []

    def _pairs(self, *_: Any, **__: Any) -> "list[tuple[Move, Position]]":
        children = self._answer_children()
        return list(zip(first_moves(len(children)), children, strict=True))

    def _below(self) -> Iterable[Any]:
        """Return the child nodes. At a leaf, nothing is read from the tree."""
        board = self._board
        if board.tree.is_terminal(self._node):
            return ()
        return (board.tree if board.limited else board.log).children(self._node)

    def _answer_value(self, *player: Any, **named: Any) -> Number | None:
        """Return the value. If a player is among the arguments, the value is from this player's point of view.

        Returns None or 0 for an interior node without a value.
        """
        if player or named:
            seen_by = _first(player, named)
            if isinstance(seen_by, str | PlayerSign | Enum):
                return self.worth_to(seen_by)
        board = self._board
        return board.value(self._node, self._log_node() if board.limited else self._node, passed=self._passed)

    def worth_to(self, *given: Any, **named: Any) -> Number | None:
        """Return the value from a player's point of view.

        If the argument is not a player, the value is from MAX's point of view.
        """
        player, value, sides = _first(given, named), self._answer_value(), self._board.sides
        if value is None or player not in sides:
            return value
        return self._board.seen_by(value, self._node, least=player == sides[1], passed=self._passed)

    def _answer_is_max(self, *_: Any, **__: Any) -> bool:
        return self._board.tree.is_max(self._node) is not self._passed

    def _answer_side(self, *_: Any, **__: Any) -> Any:
        return self._board.sides[not self._answer_is_max()]

    def _answer_key(self, *_: Any, **__: Any) -> Any:
        return self._board.key(self._node)

    def _answer_hash(self, *_: Any, **__: Any) -> Any:
        """Return the key combined with the side to move, like the hash of a position in an engine."""
        key = self._answer_key()
        return key << 1 | self._answer_is_max() if isinstance(key, int) else (key, self._answer_is_max())

    def _answer_moves(self, *_: Any, **__: Any) -> list[Move]:
        return first_moves(len(list(self._below())))

    def _answer_make(self, *given: Any, **named: Any) -> "Position":
        """Return the position after a move, without changing this object."""
        after = self._answer_copy()
        after._move(_move_among(given, named))  # noqa: SLF001  # of the same class
        after._line = None  # noqa: SLF001  # no move can be taken back there
        return after

    def _move(self, move: Any) -> None:
        """Make a move. The move None is a pass, which only changes the side to move."""
        if move is None and self._board.tree.is_terminal(self._node):
            self._passed = not self._passed
            return
        self._node, self._passed = self._node_after(move), False
        self._left -= 1
        self._after_moves = None

    def _node_after(self, move: Any) -> Any:
        """Return the node after a move. Raises: MisuseError if the move is not the index of a child."""
        below = list(self._board.tree.children(self._node))
        if move is None or (isinstance(move, int) and not 0 <= move < len(below)):
            raise MisuseError(IllegalMove(str(move), len(below)))
        return below[move]

    def _answer_make_in_place(self, *given: Any, **named: Any) -> None:
        if self._line is None:
            self._line = []
        before = self._node, self._left, self._passed
        self._move(_move_among(given, named))
        self._line.append(before)

    def _answer_unmake(self, *_: Any, **__: Any) -> None:
        if not self._line:
            raise MisuseError(NothingToTakeBack())
        self._node, self._left, self._passed = self._line.pop()
        self._after_moves = None

    def _answer_copy(self, *_: Any, **__: Any) -> "Position":
        """Copy the position. Moves that are made on the copy do not change this object."""
        other = type(self)(self._board, self._node, self._left)
        other._line = self._line and self._line.copy()  # noqa: SLF001  # of the same class
        other._passed = self._passed  # noqa: SLF001
        return other

    def _answer_root(self, *_: Any, **__: Any) -> "Position":
        return self

    def _answer_players(self, *_: Any, **__: Any) -> int:
        return 2

    __copy__ = _answer_copy
    __deepcopy__ = _answer_copy

    def __getitem__(self, word: str) -> Any:
        """Return the property with the name `word`, like an item of a dictionary.

        At a leaf, there is no item for the children.
        """
        words = self._words
        if word not in words or (word not in self and words[word] is not Meaning.CHILDREN):
            raise KeyError(word)
        return getattr(self, f"_answer_{words[word].value}")()

    def __contains__(self, word: object) -> bool:
        """True if the position has the property with the name `word`.

        A leaf does not have children, and an interior position may lack a value.
        """
        question = self._words.get(word) if isinstance(word, str) else None
        if question is Meaning.CHILDREN:
            return not self._answer_terminal()
        if question is Meaning.VALUE:
            return self._board.inner_values or self._board.tree.is_terminal(self._node)
        return question is not None

    def _identity(self) -> tuple[Any, bool]:
        return self._answer_key(), self._answer_is_max()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        """Return the text for printing. Some searches also use this text as a table key."""
        return f"<position {self._answer_key()}, {'MAX' if self._answer_is_max() else 'MIN'} to move>"


AGENTS_MEANINGS: Final = (Meaning.MOVES, Meaning.MAKE)
_WORDS: Final = {meaning: [word for word, its in WORD_MEANINGS.items() if its is meaning] for meaning in Meaning}
# cached, since hundreds of conventions with hundreds of names are tried
_AllWords: Final[type[Position]] = type(
    "Position", (Position,), {word: getattr(Position, f"_answer_{its.value}") for word, its in WORD_MEANINGS.items()}
)


def position_class(words: Vocabulary, *, in_place: bool) -> type[Position]:
    """Make a class of positions with the names that a program uses: methods if it calls them, otherwise attributes.

    If `in_place` is True, making a move changes the position; otherwise, it returns a new position.
    """
    others = {Meaning.MAKE: "_answer_make_in_place"} if in_place else {}
    if words.pairs:
        others[Meaning.CHILDREN] = "_pairs"
    if not words.asks(Meaning.MAKE, Meaning.CHILDREN):  # a move is the position after it
        others[Meaning.MOVES] = "_answer_children"
    asked = {**WORD_MEANINGS, **words.guessed}
    for_agents = AGENTS_MEANINGS if BY_AGENTS & words.called else ()
    differing = {word for meaning in (*others, *for_agents) for word in _WORDS[meaning]}
    names: dict[str, Any] = {}
    for word in asked.keys() & {*words.guessed, *words.read, *words.missing, *differing}:
        answer = getattr(Position, _method_for(asked[word], others))
        if asked[word] in for_agents:
            answer = _for_agent(word, answer)
        if word in words.read and answer is Position._answer_children:  # noqa: SLF001  # of our own
            answer = Position._own_children  # noqa: SLF001
        if word in words.missing and asked[word] is Meaning.CHILDREN:
            answer = _none_at_leaves(answer)
        if word in words.read:
            answer = _writable(word, answer) if word in words.written else property(answer)
        names[word] = answer
    return type("Position", (_AllWords,), {**names, "_words": asked, "_others": others})


def _method_for(meaning: Meaning, others: Mapping[Meaning, str]) -> str:
    return others.get(meaning, f"_answer_{meaning.value}")


def ask(meaning: Meaning, /, *given: Any, **named: Any) -> Any:
    """Find the position among the arguments, and call its method for `meaning` with all other arguments."""
    given = (*given, *named.values())
    position = next((argument for argument in given if isinstance(argument, Position)), None)
    if position is None:
        raise TypeError(f"none of the arguments {given!r} of {meaning.value} is a position")
    others = [argument for argument in given if argument is not position]
    if meaning is Meaning.VALUE and others:
        count = type(others[0]) is int and position._board.sides is SIDES  # noqa: SLF001  # plies: such players are `Side`
        return position.worth_to(None if count else others[0])
    return getattr(position, _method_for(meaning, position._others))(*others)  # noqa: SLF001  # as above


def _for_agent(word: str, answer: Callable[..., Any]) -> Callable[..., Any]:
    """Make a method that takes an agent, 0 (MAX) or 1 (MIN), as in the Pacman projects.

    If another agent is to move, the method raises an error.
    """

    def answer_agent(position: Any, *given: Any, **named: Any) -> Any:
        agent = next((argument for argument in (*given, *named.values()) if type(argument) is int), None)
        to_move = int(not position._answer_is_max())  # noqa: SLF001  # of our own
        if agent is not None and agent != to_move:
            raise MisuseError(WrongAgent(word, agent, to_move))
        return answer(position, *given, **named)

    return answer_agent


def _none_at_leaves(answer: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method to return None at leaves, for a program that recognises a leaf because its children are None."""
    return lambda position, *given, **named: answer(position, *given, **named) or None


def _writable(word: str, answer: Callable[[Any], Any]) -> property:
    """Make an attribute that returns the position's property, until the program sets the attribute."""

    def read(position: Any) -> Any:
        return position.__dict__[word] if word in position.__dict__ else answer(position)

    def write(position: Any, value: Any) -> None:
        position.__dict__[word] = value

    return property(read, write)
