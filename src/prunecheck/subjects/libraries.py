"""Make subjects from searches in easyAI, OpenSpiel and AIMA: each search is given a tree as a game of its library.

easyAI: Zulko and others, MIT licence. OpenSpiel: DeepMind and others, Apache-2.0. AIMA: the programs of Russell and
Norvig's book "Artificial Intelligence: A Modern Approach", MIT licence. AIMA's searches are in the module `aima3.games`
of the package `aima3`, and in the module `aima.games` of the repository aima-python. All libraries are optional: a
library is only imported when one of its searches is used.
"""

from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from prunecheck.errors import PreconditionError, UnknownNameError, how_to_install
from prunecheck.subjects.convention import Convention, NodeKind, Returns, Role, Viewpoint
from prunecheck.subjects.library_search import Answer, LibrarySubject, Play, Shown
from prunecheck.subjects.sandbox.budget import ANSWER_SECONDS
from prunecheck.subjects.subject import Traits
from prunecheck.trees.protocol import Number

IN_A_WINDOW: Final = (Role.NODE, Role.DEPTH, Role.ALPHA, Role.BETA)
EASYAI_CONVENTION: Final = Convention(
    (Role.NODE, Role.DEPTH),
    ("game", "depth"),
    node=NodeKind.POSITION,
    values=Viewpoint.MOVER,
    answers=Viewpoint.MOVER,
    returns=Returns.VALUE_MOVE,
)
EASYAI_FUNCTIONS: Final = {  # function that takes a window -> the module of this function
    "negamax": "easyAI.AI.Negamax",
    "negamax_nr": "easyAI.AI.NonRecursiveNegamax",
}
WHOLE_TABLE: Final = "TranspositionTable"
HASHED_TABLE: Final = "XorHashTranspositionTable"
FIRST_PLAYER, SECOND_PLAYER = 1, 2  # easyAI's numbers for the players
MAX_NAME, MIN_NAME = "MAX", "MIN"  # AIMA's names for the players
OPENSPIEL_CONVENTION: Final = Convention(
    (Role.TREE, Role.NODE, Role.DEPTH),
    ("game", "state", "maximum_depth"),
    node=NodeKind.GAME,
    answers=Viewpoint.MOVER,
    returns=Returns.VALUE_MOVE,
)
WINDOWED: Final = "_alpha_beta"  # the function that does the work of `alpha_beta_search`
PLAYER_0, PLAYER_1, NO_PLAYER = 0, 1, -4  # OpenSpiel's numbers for the players and for nobody
AIMA_CONVENTION: Final = Convention((Role.NODE, Role.TREE), ("state", "game"), node=NodeKind.GAME, returns=Returns.MOVE)
CUTOFF: Final = "cutoff"  # part of the names of AIMA's searches that take a depth


def _import_library(module: str, missing: str) -> Any:
    """Import a library's module.

    Raises: PreconditionError that says what is `missing`, if the module is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise PreconditionError(missing) from error


class _State(NamedTuple):
    """A state of a game: the current node, and how it was reached.

    `left` is the number of plies to the depth limit. `waited` counts the waiting moves made at a leaf; a waiting move
    does not change the node. `before` is the previous state, or None at the start.
    """

    node: Any
    left: int
    waited: int
    before: "_State | None"


class _Entry(tuple[Hashable, ...]):  # noqa: SLOT001 -- a tuple takes no slots but empty ones
    """A table key for a position. `state` is a saved game state: restoring it puts the game back into this position."""

    state: _State


class _EasyAIGame:
    """A game with the interface of easyAI's `TwoPlayerGame`.

    If `waits` is True, a leaf above the depth limit is followed by forced waiting moves, until the limit is reached.
    Waiting moves do not change minimax values, but make easyAI's bonus for the remaining depth the same at every leaf.
    """

    def __init__(self, shown: Shown, *, waits: bool) -> None:
        self.shown = shown
        self.waits = waits
        self.players: list[object] = []
        self.state = _State(shown.question.node, shown.plies, 0, None)
        self.current_player = FIRST_PLAYER if shown.is_max(shown.question.node) else SECOND_PLAYER

    def possible_moves(self) -> list[int]:
        """Return the indices of the children. At a leaf, the only possible move is the waiting move."""
        return self.shown.moves(self.state.node) or [0]

    def make_move(self, move: int) -> None:
        """Go to a child, or wait at a leaf."""
        node, left, waited, _ = self.state
        if below := self.shown.below(node):
            self.state = _State(below[move], left - 1, 0, self.state)
        else:
            self.state = _State(node, left, waited + 1, self.state)

    def is_over(self) -> bool:
        """True if the game is over: at a leaf, and at the depth limit.

        If `waits` is True, a leaf above the depth limit does not end the game.
        """
        return self.shown.is_over(self.state.node, self.state.left) and not self.waits

    def scoring(self) -> Number:
        """Return the value of the node for the player to move."""
        return self.shown.value(self.state.node, self.state.left, to_max=self.current_player == FIRST_PLAYER)

    def copy(self) -> Any:
        """Return a copy. The copy shares all fields with the original, since the fields are immutable."""
        return copy(self)

    def ttentry(self) -> _Entry:
        """Return the table key, which consists of the position and the player to move."""
        entry = _Entry((self.shown.key(self.state.node), self.current_player, self.state.waited))
        entry.state = self.state
        return entry

    def ttrestore(self, entry: _Entry) -> None:
        """Go back to the state in which `entry` was made."""
        self.state = entry.state


def _unmake_move(game: _EasyAIGame, move: int) -> None:
    assert game.state.before is not None
    game.state = game.state.before


def _easyai() -> Any:
    return _import_library("easyAI", f"easyAI's searches need the package `easyAI`; {how_to_install('easyai')}")


@cache
def _easyai_game(*, unmakes: bool) -> Callable[..., Any]:
    """Make a class that presents a tree as an easyAI game.

    The class only has a method `unmake_move` if `unmakes` is True, since easyAI calls `unmake_move` whenever the method
    exists.
    """
    return type("TreeGame", (_EasyAIGame, _easyai().TwoPlayerGame), {"unmake_move": _unmake_move} if unmakes else {})


def easyai_play(make: Callable[[int], Any], *, waits: bool = True, unmakes: bool = False) -> Play:
    """Make a search from a class with easyAI's interface: `make(depth)` returns an object to call with a game.

    The object returns a move, and stores the value, from the point of view of the side to move, in its attribute
    `alpha`. If `waits` is True, short lines of play are padded with waiting moves, which puts all leaves at the depth
    limit. If `unmakes` is True, games can take moves back; otherwise, easyAI copies games.
    Raises: PreconditionError if easyAI is not installed.
    """

    def play(game: Any, shown: Shown) -> Answer:
        player = make(shown.plies)
        move = player(game)
        return player.alpha, move

    return play_easyai(play, waits=waits, unmakes=unmakes)


def play_easyai(play: Callable[[Any, Shown], Answer], *, waits: bool, unmakes: bool) -> Play:
    """Make a search that calls `play` with a tree as an easyAI game. `waits` and `unmakes` are as in `easyai_play`."""
    game_class = _easyai_game(unmakes=unmakes)
    return lambda shown: play(game_class(shown, waits=waits), shown)


def easyai_subject(
    name: str, *, waits: bool = True, unmakes: bool = False, table: str = "", seconds: float = ANSWER_SECONDS
) -> LibrarySubject:
    """Return the easyAI search with this name. The search uses the transposition table that `table` names, if any.

    `name` is the name of a class or function. Only the functions `negamax` and `negamax_nr` take a window. `table` is
    "TranspositionTable", or the name of a class in `easyAI.AI.Hashes`, which computes the hash of a position. With
    such a class, the table has 1,024 buckets. `seconds` is the time limit for one call.
    Raises: PreconditionError if easyAI is not installed.
    """
    library = _easyai()
    windowed = name in EASYAI_FUNCTIONS
    algorithm = getattr(_import_library(EASYAI_FUNCTIONS[name], name) if windowed else library, name)
    new_table = _new_easyai_table(library, table)

    def make() -> Play:
        table = new_table()

        def play_function(game: Any, shown: Shown) -> Answer:
            window = shown.alpha, shown.beta
            if name == "negamax_nr":
                return algorithm(game, shown.plies, _scoring, *window), None
            return algorithm(game, shown.plies, shown.plies, _scoring, *window, table), None

        if windowed:
            return play_easyai(play_function, waits=waits, unmakes=unmakes)
        return easyai_play(lambda depth: algorithm(depth, tt=table), waits=waits, unmakes=unmakes)

    convention = EASYAI_CONVENTION
    if windowed:
        names = ("game", "depth", "alpha", "beta")
        convention = replace(convention, takes=IN_A_WINDOW, names=names, returns=Returns.VALUE)
    full_name = f"easyAI:{name}({table})" if table else f"easyAI:{name}"
    return LibrarySubject(full_name, Traits(convention, keeps_state=bool(table)), make, seconds)


def _scoring(game: Any) -> Any:
    return game.scoring()


def _new_easyai_table(library: Any, table: str) -> Callable[[], Any]:
    """Return a function that makes a transposition table of this kind, or None if `table` is empty."""
    if not table:
        return lambda: None
    whole: Callable[..., Any] = library.TranspositionTable
    if table == WHOLE_TABLE:
        return whole
    buckets = import_module("easyAI.AI.DictTranspositionTable").DictTranspositionTable
    own_hash = getattr(import_module("easyAI.AI.Hashes"), table)
    return lambda: whole(buckets(own_hash=own_hash()))


@dataclass(eq=False, slots=True)
class _OpenSpielState:
    """A node with the interface of `pyspiel.State`."""

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
        return self._shown.moves(self._node)

    def apply_action(self, action: int) -> None:
        self._node = self._shown.below(self._node)[action]
        self._left -= 1

    def clone(self) -> "_OpenSpielState":
        return _OpenSpielState(self._shown, self._node, self._left)

    def player_return(self, player: int) -> Number:
        """Return the value of a leaf, or the static value of an interior node, for a player."""
        return self._shown.value(self._node, self._left, to_max=player == PLAYER_0)


@dataclass(frozen=True, slots=True)
class _OpenSpielGame:
    """A tree with the interface of `pyspiel.Game`."""

    _shown: Shown
    _kind: Any

    def num_players(self) -> int:
        return 2

    def get_type(self) -> Any:
        """Return the type of the game: sequential, zero-sum, with two players, without chance or hidden information."""
        return self._kind

    def new_initial_state(self) -> _OpenSpielState:
        return _OpenSpielState(self._shown, self._shown.question.node, self._shown.plies)


def openspiel_subject(name: str = "alpha_beta_search", *, seconds: float = ANSWER_SECONDS) -> LibrarySubject:
    """Return a search from `open_spiel.python.algorithms.minimax`.

    `name` is `alpha_beta_search`, `expectiminimax` or `_alpha_beta`.

    Raises: PreconditionError if OpenSpiel is not installed.
    """
    missing = f"OpenSpiel's searches need the package `open_spiel`; {how_to_install('openspiel')}"
    game_type = _import_library("pyspiel", missing).GameType
    search = getattr(_import_library("open_spiel.python.algorithms.minimax", missing), name)
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

    convention = OPENSPIEL_CONVENTION
    if name == WINDOWED:
        convention = replace(convention, takes=IN_A_WINDOW, names=("state", "depth", "alpha", "beta"))
    return LibrarySubject(f"open_spiel:{name}", Traits(convention), lambda: play, seconds)


class _AimaGame:
    """A game with the interface of AIMA's `Game`.

    A state consists of a node and the number of plies left to the limit.
    """

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.initial = shown.question.node, shown.plies

    def actions(self, state: tuple[Any, int]) -> list[int]:
        return self.shown.moves(state[0])

    def result(self, state: tuple[Any, int], action: int) -> tuple[Any, int]:
        node, left = state
        return self.shown.below(node)[action], left - 1

    def terminal_test(self, state: tuple[Any, int]) -> bool:
        return self.shown.is_over(*state)

    def utility(self, state: tuple[Any, int], player: str) -> Number:
        """Return the value of a leaf, or the static value of an interior node, for a player."""
        return self.shown.value(*state, to_max=player == MAX_NAME)

    def to_move(self, state: tuple[Any, int]) -> str:
        return MAX_NAME if self.shown.is_max(state[0]) else MIN_NAME


def aima_subject(name: str, module: str = "aima3.games", *, seconds: float = ANSWER_SECONDS) -> LibrarySubject:
    """Return a search from AIMA's module `games`. The search is called with a state and a game, and returns a move.

    A search with "cutoff" in its name also takes a depth `d`, and searches d + 1 plies. To search n plies, prunecheck
    passes n - 1. `seconds` is the time limit for one call.
    Raises: PreconditionError if the library is not installed, UnknownNameError if the library has no search of this
    name.
    """
    games = _import_library(module, f"{module} is not installed; install `aima3.games`: pip install aima3")
    search = getattr(games, name, None)
    if search is None:
        raise UnknownNameError(f"search of {module}", name, vars(games))
    game_class: Any = type("TreeGame", (_AimaGame, games.Game), {})
    convention, limited = AIMA_CONVENTION, CUTOFF in name
    if limited:
        convention = replace(convention, takes=(*convention.takes, Role.DEPTH), names=(*convention.names, "d"))

    def play(shown: Shown) -> Answer:
        game = game_class(shown)
        return None, search(game.initial, game, **({"d": shown.plies - 1} if limited else {}))

    return LibrarySubject(f"{module}:{name}", Traits(convention), lambda: play, seconds)


LIBRARY_SEARCHES: Final[dict[str, Callable[..., LibrarySubject]]] = {  # functions that take the time limit for one call
    "easyAI:Negamax": partial(easyai_subject, "Negamax"),
    f"easyAI:Negamax({WHOLE_TABLE})": partial(easyai_subject, "Negamax", table=WHOLE_TABLE),
    f"easyAI:Negamax({HASHED_TABLE})": partial(easyai_subject, "Negamax", table=HASHED_TABLE),
    "easyAI:NonRecursiveNegamax": partial(easyai_subject, "NonRecursiveNegamax"),
    "easyAI:SSS": partial(easyai_subject, "SSS"),
    f"easyAI:SSS({WHOLE_TABLE})": partial(easyai_subject, "SSS", table=WHOLE_TABLE),
    "easyAI:DUAL": partial(easyai_subject, "DUAL"),
    f"easyAI:DUAL({WHOLE_TABLE})": partial(easyai_subject, "DUAL", table=WHOLE_TABLE),
    "easyAI:negamax": partial(easyai_subject, "negamax"),
    f"easyAI:negamax({WHOLE_TABLE})": partial(easyai_subject, "negamax", table=WHOLE_TABLE),
    "easyAI:negamax_nr": partial(easyai_subject, "negamax_nr"),
    "open_spiel:alpha_beta_search": partial(openspiel_subject, "alpha_beta_search"),
    "open_spiel:expectiminimax": partial(openspiel_subject, "expectiminimax"),
    "open_spiel:_alpha_beta": partial(openspiel_subject, "_alpha_beta"),
    "aima3.games:alphabeta_search": partial(aima_subject, "alphabeta_search"),
    "aima3.games:alphabeta_cutoff_search": partial(aima_subject, "alphabeta_cutoff_search"),
    "aima3.games:minimax_decision": partial(aima_subject, "minimax_decision"),
    "aima.games:alpha_beta_search": partial(aima_subject, "alpha_beta_search", "aima.games"),
    "aima.games:alpha_beta_cutoff_search": partial(aima_subject, "alpha_beta_cutoff_search", "aima.games"),
    "aima.games:minmax_decision": partial(aima_subject, "minmax_decision", "aima.games"),
}
# these functions find out from the game who moves
TAKE_TURNS: Final = frozenset(name for name in LIBRARY_SEARCHES if name.startswith("open_spiel:"))
