"""Present a tree as a game object, and as functions of a position."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Self

from prunecheck.subjects.presenting.position import Position, ReadableAsDictionary, ask
from prunecheck.subjects.source.meaning import WORD_MEANINGS, Meaning


class GameOfPositions(ReadableAsDictionary):
    """A game whose methods take a position, and have the names that the program uses.

    `guessed` contains names with guessed meanings.

    The game can also be read as a dictionary from positions to their children, without an item for leaves. A game is
    immutable, so a copy is the same object.
    """

    def __init__(self, start: Position, guessed: Mapping[str, Meaning]) -> None:
        self.root = self.initial = start
        self._guessed = guessed

    def __getattr__(self, word: str) -> Any:
        meaning = None if word.startswith("_") else self._guessed.get(word) or WORD_MEANINGS.get(word)
        if meaning is None:
            raise AttributeError(f"a game has no attribute {word!r}", name=word, obj=self)
        return partial(ask, meaning)

    def __getitem__(self, position: Position) -> Any:
        """Return the positions after each move. The result is empty if the game is over."""
        return position["children"]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, Position) and "children" in key

    def __copy__(self, *_: Any) -> Self:
        return self

    __deepcopy__ = __copy__


class Answers(ReadableAsDictionary):
    """An object that returns one property, such as the value, of any position.

    The object can be called like a function or read like a dictionary.

    The dictionary of children contains no leaves, and the dictionary of values only contains positions with a value.
    """

    def __init__(self, meaning: Meaning) -> None:
        self._meaning = meaning

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Find the position among the arguments, and return its property."""
        return ask(self._meaning, *given, **named)

    def __getitem__(self, position: Position) -> Any:
        """Return the property of a position. Raises: KeyError if the position does not have the property."""
        return position[self._meaning.value]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, Position) and self._meaning.value in key


POSITION_FUNCTIONS: Final[tuple[Callable[..., Any], ...]] = tuple(  # in the order of their roles
    map(Answers, (Meaning.CHILDREN, Meaning.VALUE, Meaning.TERMINAL, Meaning.MOVES, Meaning.MAKE))
)
VALUES: Final = Answers(Meaning.VALUE)
