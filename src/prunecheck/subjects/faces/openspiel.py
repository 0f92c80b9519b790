"""A tree as a game and state of OpenSpiel, and OpenSpiel's searches as subjects.

OpenSpiel: DeepMind and others, Apache-2.0. It is an optional extra, loaded when a search of its is asked for.
"""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

from prunecheck.errors import PreconditionError
from prunecheck.subjects.calling import SECONDS
from prunecheck.subjects.convention import Convention, Eyes, NodeKind, Returns, Role
from prunecheck.subjects.faces.face import Answer, Faced, Shown, subject
from prunecheck.subjects.subject import Subject
from prunecheck.trees.protocol import Number

CONVENTION: Final = Convention(
    (Role.TREE, Role.NODE, Role.DEPTH),
    ("game", "state", "maximum_depth"),
    node=NodeKind.TREE,
    answers=Eyes.MOVER,
    returns=Returns.VALUE_MOVE,
)
IN_A_WINDOW: Final = replace(
    CONVENTION, takes=(Role.NODE, Role.DEPTH, Role.ALPHA, Role.BETA), names=("state", "depth", "alpha", "beta")
)
WINDOWED: Final = "_alpha_beta"  # the function below `alpha_beta_search`
MAX, MIN, OVER = 0, 1, -4  # OpenSpiel's numbers of the players, and of none


class TreeState:
    """A node under the names of `pyspiel.State`."""

    def __init__(self, shown: Shown, node: Any, left: int) -> None:
        """`left` plies are left to the limit."""
        self._shown = shown
        self._node = node
        self._left = left

    def is_terminal(self) -> bool:
        """True where the game is over."""
        return self._shown.is_over(self._node, self._left)

    def is_chance_node(self) -> bool:
        """Never: nothing is left to chance."""
        return False

    def current_player(self) -> int:
        """The player to move."""
        if self._shown.asked.tree.is_terminal(self._node):
            return OVER
        return MAX if self._shown.is_max(self._node) else MIN

    def legal_actions(self) -> list[int]:
        """The places of the children."""
        return list(range(len(self._shown.below(self._node))))

    def apply_action(self, action: int) -> None:
        """Go to a child."""
        self._node = self._shown.below(self._node)[action]
        self._left -= 1

    def clone(self) -> "TreeState":
        """The same once more."""
        return TreeState(self._shown, self._node, self._left)

    def player_return(self, player: int) -> Number:
        """The value of the node for a player; of an interior one its static value."""
        value = self._shown.value(self._node, self._left)
        return value if player == MAX else -value


class TreeGame:
    """A tree under the names of `pyspiel.Game`."""

    def __init__(self, shown: Shown, kind: Any) -> None:
        """`kind` is what `get_type` gives."""
        self._shown = shown
        self._kind = kind

    def num_players(self) -> int:
        """Two."""
        return 2

    def get_type(self) -> Any:
        """A game of two players in turn, without chance or secrets, whose returns add up to 0."""
        return self._kind

    def new_initial_state(self) -> TreeState:
        """The node that is searched."""
        return TreeState(self._shown, self._shown.asked.node, self._shown.plies)


def _library() -> tuple[Any, Any]:
    try:
        import pyspiel  # noqa: PLC0415 -- an extra, loaded by those who use it
        from open_spiel.python.algorithms import minimax  # noqa: PLC0415 -- as above
    except ImportError as missing:
        raise PreconditionError(
            "OpenSpiel's searches need the package `open_spiel`; install it: pip install prunecheck[openspiel]"
        ) from missing
    return pyspiel.GameType, minimax


def openspiel_subject(name: str = "alpha_beta_search", *, seconds: float = SECONDS) -> Subject:
    """A search of `open_spiel.python.algorithms.minimax`: `alpha_beta_search`, `expectiminimax` or `_alpha_beta`.

    `seconds` is the time for one answer.
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
        game = TreeGame(shown, kind)
        state = game.new_initial_state()
        player = state.current_player()

        def static(at_limit: TreeState) -> Number:
            return at_limit.player_return(player)

        limit = None if shown.asked.depth is None else static
        if name == "expectiminimax":
            found = search(state, shown.plies, static, player)
        elif name == WINDOWED:
            found = search(state, shown.plies, shown.alpha, shown.beta, limit, player)
        else:
            found = search(game, state, value_function=limit, maximum_depth=shown.plies)
        value, move = found
        return value, move

    convention = IN_A_WINDOW if name == WINDOWED else CONVENTION
    return subject(f"open_spiel:{name}", convention, Faced(play), seconds=seconds)
