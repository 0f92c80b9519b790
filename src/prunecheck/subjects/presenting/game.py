"""Present a tree as a game object, and as functions of a position."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Self

from prunecheck.subjects.presenting.position import Position, ReadableAsDictionary, ask
from prunecheck.subjects.source.vocabulary import WORD_MEANINGS, Meaning

POSITION_FUNCTIONS: Final[tuple[Callable[..., Any], ...]] = tuple(  # in the order of their roles
    partial(ask, meaning)
    for meaning in (Meaning.CHILDREN, Meaning.VALUE, Meaning.TERMINAL, Meaning.MOVES, Meaning.MAKE)
)


class GameOfPositions(ReadableAsDictionary):
    """A game whose methods take a position, and have the names that the program uses; `guessed` are unusual names.

    It can also be read as a dictionary of children, which has no leaves. It is immutable, and its own copy.
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
        """The positions after each move; empty if the game is over."""
        return position["children"]

    def __contains__(self, position: Position) -> bool:
        return "children" in position

    def __copy__(self, *_: Any) -> Self:
        return self

    __deepcopy__ = __copy__


class Values(ReadableAsDictionary):
    """A dictionary with the values of leaves and, if they have any, of interior positions."""

    def __getitem__(self, position: Position) -> Any:
        """The value of a position. Raises: KeyError if it has none."""
        return position["value"]

    def __contains__(self, position: Position) -> bool:
        return "value" in position
