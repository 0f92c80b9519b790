"""A tree as a `Game` of the programs of AIMA, and their searches as subjects.

AIMA: S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach". The Python programs of the book come as a
module `games`: as `aima3.games` from the package `aima3`, and as `aima.games` from the repository aima-python, MIT
licence. Neither is needed but for its searches.
"""

from dataclasses import replace
from importlib import import_module
from typing import Any, Final

from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.subjects.calling import SECONDS
from prunecheck.subjects.convention import Convention, NodeKind, Returns, Role
from prunecheck.subjects.faces.face import Answer, Faced, Shown, subject
from prunecheck.subjects.subject import Subject
from prunecheck.trees.protocol import Number

CONVENTION: Final = Convention((Role.NODE, Role.TREE), ("state", "game"), node=NodeKind.TREE, returns=Returns.MOVE)
LIMITED: Final = replace(CONVENTION, takes=(*CONVENTION.takes, Role.DEPTH), names=(*CONVENTION.names, "d"))
MAX, MIN = "MAX", "MIN"
CUTOFF: Final = "cutoff"  # in the names of searches that take a depth


class _TreeGame:
    """What AIMA's searches ask of a game. A state is a node and the plies left to the limit."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.initial = shown.asked.node, shown.plies

    def actions(self, state: tuple[Any, int]) -> list[int]:
        """The places of the children."""
        return list(range(len(self.shown.below(state[0]))))

    def result(self, state: tuple[Any, int], action: int) -> tuple[Any, int]:
        """The state after a move."""
        node, left = state
        return self.shown.below(node)[action], left - 1

    def terminal_test(self, state: tuple[Any, int]) -> bool:
        """True where the game is over."""
        return self.shown.is_over(*state)

    def utility(self, state: tuple[Any, int], player: str) -> Number:
        """The value of a state for a player; of an interior node its static value."""
        value = self.shown.value(*state)
        return value if player == MAX else -value

    def to_move(self, state: tuple[Any, int]) -> str:
        """The player to move."""
        return MAX if self.shown.is_max(state[0]) else MIN


def aima_subject(name: str, module: str = "aima3.games", *, seconds: float = SECONDS) -> Subject:
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
    game_class: Any = type("TreeGame", (_TreeGame, games.Game), {})
    limited = CUTOFF in name

    def play(shown: Shown) -> Answer:
        game = game_class(shown)
        if limited:
            return None, search(game.initial, game, d=shown.plies - 1)
        return None, search(game.initial, game)

    face = Faced(play, limited=limited, tells_value=False)
    return subject(f"{module}:{name}", LIMITED if limited else CONVENTION, face, seconds=seconds)
