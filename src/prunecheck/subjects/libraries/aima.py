"""A tree as a `Game` of the programs of AIMA, and their searches as subjects.

AIMA: S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach". The Python programs of the book come as a
module `games`: as `aima3.games` from the package `aima3`, and as `aima.games` from the repository aima-python, MIT
licence. Neither is needed but for its searches.
"""

from dataclasses import replace
from importlib import import_module
from typing import Any, Final

from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.subjects.convention import Convention, NodeKind, Returns, Role
from prunecheck.subjects.libraries.library_search import Answer, LibrarySubject, Shown
from prunecheck.subjects.presenting.game import MAX_NAME, MIN_NAME
from prunecheck.subjects.sandbox import ANSWER_SECONDS
from prunecheck.subjects.subject import Traits
from prunecheck.trees.protocol import Number

AIMA_CONVENTION: Final = Convention((Role.NODE, Role.TREE), ("state", "game"), node=NodeKind.TREE, returns=Returns.MOVE)
AIMA_TO_A_DEPTH: Final = replace(
    AIMA_CONVENTION, takes=(*AIMA_CONVENTION.takes, Role.DEPTH), names=(*AIMA_CONVENTION.names, "d")
)
CUTOFF: Final = "cutoff"  # in the names of searches that take a depth


class _AimaGame:
    """What AIMA's searches ask of a game. A state is a node and the plies left to the limit."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.initial = shown.question.node, shown.plies

    def actions(self, state: tuple[Any, int]) -> list[int]:
        return list(range(len(self.shown.below(state[0]))))

    def result(self, state: tuple[Any, int], action: int) -> tuple[Any, int]:
        node, left = state
        return self.shown.below(node)[action], left - 1

    def terminal_test(self, state: tuple[Any, int]) -> bool:
        return self.shown.is_over(*state)

    def utility(self, state: tuple[Any, int], player: str) -> Number:
        """The value of a state for a player; of an interior node its static value."""
        value = self.shown.value(*state)
        return value if player == MAX_NAME else -value

    def to_move(self, state: tuple[Any, int]) -> str:
        return MAX_NAME if self.shown.is_max(state[0]) else MIN_NAME


def aima_subject(name: str, module: str = "aima3.games", *, seconds: float = ANSWER_SECONDS) -> LibrarySubject:
    """A search of a module `games`: it is called with a state and a game, and gives back a move.

    One with 'cutoff' in its name takes a depth `d`, too, and goes d + 1 plies down: so d is one less than the plies
    asked for. `seconds` is the time for one answer.
    Raises: PreconditionError where there is no such module, UnknownNameError where it has no such search.
    """
    try:
        games = import_module(module)
    except ImportError as missing:
        raise PreconditionError(f"{module} is not installed; `aima3.games` comes with: pip install aima3") from missing
    search = getattr(games, name, None)
    if search is None:
        raise UnknownNameError(f"search of {module}", name, vars(games))
    game_class: Any = type("TreeGame", (_AimaGame, games.Game), {})
    limited = CUTOFF in name

    def play(shown: Shown) -> Answer:
        game = game_class(shown)
        if limited:
            return None, search(game.initial, game, d=shown.plies - 1)
        return None, search(game.initial, game)

    return LibrarySubject(
        f"{module}:{name}", Traits(AIMA_TO_A_DEPTH if limited else AIMA_CONVENTION), lambda: play, seconds
    )
