"""A tree as a game and state of OpenSpiel, and OpenSpiel's searches as subjects.

OpenSpiel: DeepMind and others, Apache-2.0. It is an optional extra, loaded when a search of its is asked for.
"""

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import Convention, Eyes, NodeKind, Returns, Role
from prunecheck.subjects.libraries.library_search import Answer, LibrarySubject, Shown
from prunecheck.subjects.sandbox import ANSWER_SECONDS
from prunecheck.subjects.subject import Traits
from prunecheck.trees.protocol import Number

OPENSPIEL_CONVENTION: Final = Convention(
    (Role.TREE, Role.NODE, Role.DEPTH),
    ("game", "state", "maximum_depth"),
    node=NodeKind.TREE,
    answers=Eyes.MOVER,
    returns=Returns.VALUE_MOVE,
)
OPENSPIEL_IN_A_WINDOW: Final = replace(
    OPENSPIEL_CONVENTION,
    takes=(Role.NODE, Role.DEPTH, Role.ALPHA, Role.BETA),
    names=("state", "depth", "alpha", "beta"),
)
WINDOWED: Final = "_alpha_beta"  # the function below `alpha_beta_search`
PLAYER_0, PLAYER_1, NO_PLAYER = 0, 1, -4  # OpenSpiel's numbers of the players, and of none


@dataclass(eq=False, slots=True)
class _OpenSpielState:
    """A node under the names of `pyspiel.State`."""

    _shown: Shown
    _node: Any
    _left: int

    def is_terminal(self) -> bool:
        return self._shown.is_over(self._node, self._left)

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> int:
        if self._shown.question.tree.is_terminal(self._node):
            return NO_PLAYER
        return PLAYER_0 if self._shown.is_max(self._node) else PLAYER_1

    def legal_actions(self) -> list[int]:
        return list(range(len(self._shown.below(self._node))))

    def apply_action(self, action: int) -> None:
        self._node = self._shown.below(self._node)[action]
        self._left -= 1

    def clone(self) -> "_OpenSpielState":
        return _OpenSpielState(self._shown, self._node, self._left)

    def player_return(self, player: int) -> Number:
        """The value of the node for a player; of an interior one its static value."""
        value = self._shown.value(self._node, self._left)
        return value if player == PLAYER_0 else -value


@dataclass(frozen=True, slots=True)
class _OpenSpielGame:
    """A tree under the names of `pyspiel.Game`."""

    _shown: Shown
    _kind: Any

    def num_players(self) -> int:
        return 2

    def get_type(self) -> Any:
        """A game of two players in turn, without chance or secrets, whose returns add up to 0."""
        return self._kind

    def new_initial_state(self) -> _OpenSpielState:
        return _OpenSpielState(self._shown, self._shown.question.node, self._shown.plies)


def _library() -> tuple[Any, Any]:
    try:
        import pyspiel  # noqa: PLC0415 -- an extra, loaded by those who use it
        from open_spiel.python.algorithms import minimax  # noqa: PLC0415 -- as above
    except ImportError as missing:
        raise PreconditionError(
            "OpenSpiel's searches need the package `open_spiel`; install it: pip install prunecheck[openspiel]"
        ) from missing
    return pyspiel.GameType, minimax


def openspiel_subject(name: str = "alpha_beta_search", *, seconds: float = ANSWER_SECONDS) -> LibrarySubject:
    """A search of `open_spiel.python.algorithms.minimax`: `alpha_beta_search`, `expectiminimax` or `_alpha_beta`.

    Raises: PreconditionError where OpenSpiel is not installed.
    """
    game_type, minimax = _library()
    search = getattr(minimax, name)
    kind = SimpleNamespace(
        chance_mode=game_type.ChanceMode.DETERMINISTIC,
        information=game_type.Information.PERFECT_INFORMATION,
        dynamics=game_type.Dynamics.SEQUENTIAL,
        utility=game_type.Utility.ZERO_SUM,
    )

    def play(shown: Shown) -> Answer:
        game = _OpenSpielGame(shown, kind)
        state = game.new_initial_state()
        player = state.current_player()

        def static(at_limit: _OpenSpielState) -> Number:
            return at_limit.player_return(player)

        limit = None if shown.question.depth is None else static
        if name == "expectiminimax":
            found = search(state, shown.plies, static, player)
        elif name == WINDOWED:
            found = search(state, shown.plies, shown.alpha, shown.beta, limit, player)
        else:
            found = search(game, state, value_function=limit, maximum_depth=shown.plies)
        value, move = found
        return value, move

    convention = OPENSPIEL_IN_A_WINDOW if name == WINDOWED else OPENSPIEL_CONVENTION
    return LibrarySubject(f"open_spiel:{name}", Traits(convention), lambda: play, seconds)
