"""A search that is given functions: of a position, its children, its value, whether the game is over there."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from prunecheck.subjects.convention import Role
from prunecheck.subjects.position import ANSWERS, SIDES, Position
from prunecheck.subjects.questions import Question
from prunecheck.subjects.vocabulary import BY_AGENTS, WORDS

ASKED: Final = {
    Role.CHILDREN: Question.CHILDREN,
    Role.VALUE: Question.VALUE,
    Role.OVER: Question.TERMINAL,
    Role.MOVES: Question.MOVES,
    Role.MAKE: Question.MAKE,
}


def ask(question: Question, /, *given: Any, **named: Any) -> Any:
    """The answer of the position among what is given; what else is given, such as a move, goes with the question."""
    given = (*given, *named.values())
    position = next((each for each in given if isinstance(each, Position)), None)
    if position is None:
        raise TypeError(f"no position is among {given!r}, which were asked: {question.value}")
    others = [each for each in given if each is not position]
    if question is Question.VALUE and others:
        count = type(others[0]) is int and position._board.sides is SIDES  # noqa: SLF001  # plies: such players are `Side`
        return position.worth_to(None if count else others[0])
    return getattr(position, ANSWERS[question])(*others)


FUNCTIONS: Final[tuple[Callable[..., Any], ...]] = tuple(partial(ask, question) for question in ASKED.values())


class GameOfPositions:
    """A game that is asked about positions, under the words that positions are asked; its root is where it starts."""

    def __init__(self, start: Position, guessed: Mapping[str, Question]) -> None:
        """`guessed` are words of the program that are not usual ones."""
        self.root = self.initial = start
        self._guessed = guessed

    def __getattr__(self, word: str) -> Any:
        """A function of a position."""
        question = None if word.startswith("_") else WORDS.get(word) or self._guessed.get(word)
        if question is None:
            raise AttributeError(f"a game is not asked for {word!r}")
        if word in BY_AGENTS:
            return lambda position, *given: getattr(position, word)(*given)
        return partial(ask, question)

    def __copy__(self, *_: Any) -> "GameOfPositions":
        """The game itself: nobody can change it."""
        return self

    __deepcopy__ = __copy__
