"""A tree as a `TwoPlayerGame` of easyAI, and easyAI's searches as subjects.

easyAI: Zulko and others, MIT licence. It is an optional extra, loaded when a search of its is asked for.
"""

from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import Convention, Eyes, NodeKind, Returns, Role
from prunecheck.subjects.libraries.library_search import Answer, LibrarySubject, Play, Shown
from prunecheck.subjects.sandbox import ANSWER_SECONDS
from prunecheck.subjects.subject import Traits
from prunecheck.trees.protocol import Number

EASYAI_CONVENTION: Final = Convention(
    (Role.NODE, Role.DEPTH),
    ("game", "depth"),
    node=NodeKind.POSITION,
    values=Eyes.MOVER,
    answers=Eyes.MOVER,
    returns=Returns.VALUE_MOVE,
)
EASYAI_IN_A_WINDOW: Final = replace(
    EASYAI_CONVENTION,
    takes=(Role.NODE, Role.DEPTH, Role.ALPHA, Role.BETA),
    names=("game", "depth", "alpha", "beta"),
    returns=Returns.VALUE,
)
FUNCTION_MODULES: Final = {
    "negamax": "easyAI.AI.Negamax",
    "negamax_nr": "easyAI.AI.NonRecursiveNegamax",
}  # and where they are
FIRST_PLAYER, SECOND_PLAYER = 1, 2  # easyAI's numbers of the players


class _State(NamedTuple):
    """Where a game stands: the node, the plies left to the limit, the moves waited at a leaf, and how it came there."""

    node: Any
    left: int
    waited: int
    before: "_State | None"


class _Entry(tuple[Hashable, ...]):  # noqa: SLOT001 -- a tuple takes no slots but empty ones
    """What a table takes for the position; `state` is what the game is restored from."""

    state: _State


class _EasyAIGame:
    """What easyAI asks of a game.

    With `waits`, a leaf above the limit is no end: one forced move follows another down to the limit. Minimax values
    stay as they are, and what easyAI adds to a score for the depth left is always that for depth 0.
    """

    def __init__(self, shown: Shown, *, waits: bool) -> None:
        self.shown = shown
        self.waits = waits
        self.players: list[object] = []
        self.state = _State(shown.question.node, shown.plies, 0, None)
        self.current_player = FIRST_PLAYER if shown.is_max(shown.question.node) else SECOND_PLAYER

    def possible_moves(self) -> list[int]:
        """The places of the children; at a leaf, the one of waiting."""
        return list(range(len(self.shown.below(self.state.node)))) or [0]

    def make_move(self, move: int) -> None:
        """Go to a child, or wait at a leaf."""
        node, left, waited, _ = self.state
        below = self.shown.below(node)
        if below:
            self.state = _State(below[move], left - 1, 0, self.state)
        else:
            self.state = _State(node, left, waited + 1, self.state)

    def is_over(self) -> bool:
        """True at a leaf where the game does not wait."""
        node, left, _, _ = self.state
        return self.shown.is_over(node, left) and not self.waits

    def scoring(self) -> Number:
        """The value of the node for the player to move."""
        value = self.shown.value(self.state.node, self.state.left)
        return value if self.current_player == FIRST_PLAYER else -value

    def copy(self) -> Any:
        """The same once more: all that it has is immutable."""
        return copy(self)

    def ttentry(self) -> _Entry:
        """The position and the player to move."""
        entry = _Entry((self.shown.key(self.state.node), self.current_player, self.state.waited))
        entry.state = self.state
        return entry

    def ttrestore(self, entry: _Entry) -> None:
        """Back to where the entry was made."""
        self.state = entry.state


class _Unmaking:
    """A game that takes moves back."""

    state: _State

    def unmake_move(self, move: int) -> None:
        """Back to before the last move."""
        assert self.state.before is not None
        self.state = self.state.before


def _library() -> Any:
    try:
        import easyAI  # noqa: PLC0415 -- an extra, loaded by those who use it
    except ImportError as missing:
        raise PreconditionError(
            "easyAI's searches need the package `easyAI`; install it: pip install prunecheck[easyai]"
        ) from missing
    return easyAI


@cache
def _game_class(*, unmakes: bool) -> Callable[..., Any]:
    bases = (_EasyAIGame, *([_Unmaking] if unmakes else []), _library().TwoPlayerGame)
    return type("TreeGame", bases, {})


def easyai_play(make: Callable[[int], Any], *, waits: bool = True, unmakes: bool = False) -> Play:
    """A search in the manner of easyAI's: `make(depth)` gives an object that is called with a game.

    The object returns a move and has the value, as the player to move sees it, in `alpha`. `waits`: leaves all lie at
    the limit; `unmakes`: games take moves back, else easyAI copies them.
    Raises: PreconditionError where easyAI is not installed.
    """

    def play(game: Any, shown: Shown) -> Answer:
        player = make(shown.plies)
        move = player(game)
        return player.alpha, move

    return _play(play, waits=waits, unmakes=unmakes)


def _play(play: Callable[[Any, Shown], Answer], *, waits: bool, unmakes: bool) -> Play:
    game_class = _game_class(unmakes=unmakes)
    return lambda shown: play(game_class(shown, waits=waits), shown)


def easyai_subject(
    name: str, *, waits: bool = True, unmakes: bool = False, table: str = "", seconds: float = ANSWER_SECONDS
) -> LibrarySubject:
    """The search that easyAI has under that name, with a table of a kind of easyAI's where one is named.

    `name` is that of a class, or `negamax` or `negamax_nr` for the functions below two of them, which take a window.
    `table` is "TranspositionTable", or the name of a hash of `easyAI.AI.Hashes` for a table of 1,024 buckets; `seconds`
    is the time for one answer.
    Raises: PreconditionError where easyAI is not installed.
    """
    library = _library()
    new_table = _tables(library, table) if table else lambda: None

    def make() -> Play:
        table = new_table()
        if name in FUNCTION_MODULES:
            return _play(_in_a_window(name, table), waits=waits, unmakes=unmakes)
        algorithm = getattr(library, name)
        return easyai_play(lambda depth: algorithm(depth, tt=table), waits=waits, unmakes=unmakes)

    traits = Traits(EASYAI_IN_A_WINDOW if name in FUNCTION_MODULES else EASYAI_CONVENTION, keeps_state=bool(table))
    return LibrarySubject(f"easyAI:{name}({table})" if table else f"easyAI:{name}", traits, make, seconds)


def _in_a_window(name: str, table: Any) -> Callable[[Any, Shown], Answer]:
    function = getattr(import_module(FUNCTION_MODULES[name]), name)

    def scoring(game: Any) -> Any:
        return game.scoring()

    def play(game: Any, shown: Shown) -> Answer:
        window = shown.alpha, shown.beta
        if name == "negamax_nr":
            return function(game, shown.plies, scoring, *window), None
        return function(game, shown.plies, shown.plies, scoring, *window, table), None

    return play


def _tables(library: Any, table: str) -> Callable[[], Any]:
    if table == "TranspositionTable":
        whole: Callable[[], Any] = library.TranspositionTable
        return whole
    buckets = import_module("easyAI.AI.DictTranspositionTable").DictTranspositionTable
    own_hash = getattr(import_module("easyAI.AI.Hashes"), table)
    return lambda: library.TranspositionTable(buckets(own_hash=own_hash()))


def solver_subject(*, seconds: float = ANSWER_SECONDS) -> LibrarySubject:
    """The subject of `solve_with_depth_first_search`, where a score of 1 or more is a win: its values are 1, 0 and -1.

    Raises: PreconditionError where easyAI is not installed.
    """
    solve = _library().solve_with_depth_first_search

    def play(game: Any, shown: Shown) -> Answer:
        return solve(game, 1, maxdepth=shown.plies + 1), None

    traits = Traits(replace(EASYAI_CONVENTION, returns=Returns.VALUE))
    played = _play(play, waits=False, unmakes=False)
    return LibrarySubject("easyAI:solve_with_depth_first_search", traits, lambda: played, seconds)
