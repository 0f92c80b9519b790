"""Guess from the parts of a name in a search what the search asks a position."""

from enum import Enum
from typing import Final

from prunecheck.subjects.source.parameters import parts_of

_OWN: Final = frozenset({"best", "order", "ordered", "sort", "sorted", "count", "history", "killer", "last", "parent"})
_TAKEN_BACK: Final = frozenset({"undo", "unmake", "unplay", "unmove", "revert", "retract", "rollback", "takeback"})
_HASH: Final = frozenset({"hash", "zobrist"})
_OVER: Final = frozenset({"terminal", "leaf", "over", "finished", "ended"})
_FULL: Final = frozenset({"is", "full", "board", "grid"})  # words for a full board, on which no move is left
_WORTH: Final = frozenset(
    {"score", "scores", "eval", "evaluate", "evaluation", "value", "utility", "heuristic", "payoff", "reward"}
)
_BELOW: Final = frozenset({"children", "kids", "successors", "descendants", "offspring", "subtrees", "forest"})
_MANY_MOVES: Final = frozenset({"moves", "actions", "plies"})
_PLACES: Final = frozenset({"cells", "squares", "spots", "locations", "columns", "positions", "places", "fields"})
_FREE: Final = frozenset({"empty", "available", "valid", "open", "free", "legal", "possible"})
_DOING: Final = frozenset({"make", "apply", "do", "play", "push", "perform", "execute", "take", "drop", "place", "put"})
_DONE: Final = frozenset({"move", "action", "piece", "stone", "turn"})
_NEXT: Final = frozenset({"next", "result", "resulting", "after", "successor", "new", "updated"})
_STATES: Final = frozenset({"state", "board", "position", "node", "game"})


class Meaning(Enum):
    """What a program may ask a position, or tell it to do.

    - `children`: the positions after each move.
    - `value`: what it is worth.
    - `terminal`: whether the game is over.
    - `key`: equal for equal positions, whoever is to move. If the program, or a file in its folder, defines it, the
      same as `hash`.
    - `hash`: equal for equal positions with the same player to move.
    - `is_max`: whether MAX is to move.
    - `side`: 1 if MAX is to move, -1 if MIN is.
    - `moves`: the moves, as numbers from 0 that all count as true. If the search makes no move, the positions after the
      moves.
    - `make`: makes a move, or returns the position after it.
    - `unmake`: takes back the last move.
    - `copy`: a copy.
    - `winner`: None until the game is over, for a search that only asks whether there is a winner.
    - `root`: the root of a tree: the position itself.
    - `players`: how many players there are: 2.
    """

    CHILDREN = "children"
    VALUE = "value"
    TERMINAL = "terminal"
    KEY = "key"
    HASH = "hash"
    IS_MAX = "is_max"
    SIDE = "side"
    MOVES = "moves"
    MAKE = "make"
    UNMAKE = "unmake"
    COPY = "copy"
    WINNER = "winner"
    ROOT = "root"
    PLAYERS = "players"


def guess(word: str) -> Meaning | None:
    """The likely meaning of `word`. None if it is unclear.

    >>> guess("empty_cells"), guess("getHeuristicScore"), guess("best_move")
    (<Meaning.MOVES: 'moves'>, <Meaning.VALUE: 'value'>, None)
    >>> guess("no_legal_moves"), guess("is_draw")
    (<Meaning.TERMINAL: 'terminal'>, None)
    """
    listed = parts_of(word)
    parts = set(listed)
    if parts & _TAKEN_BACK or {"take", "back"} <= parts:
        return Meaning.UNMAKE
    if not parts or parts & _OWN:
        return None
    many_moves = bool(parts & _MANY_MOVES)
    rules = (
        (Meaning.HASH, bool(parts & _HASH)),
        (Meaning.TERMINAL, bool(parts & _OVER)),
        (Meaning.TERMINAL, many_moves and "no" in parts),
        (Meaning.TERMINAL, "full" in parts and parts <= _FULL),
        (Meaning.MAKE, listed[0] in _DOING and bool(parts & _DONE)),
        (Meaning.MAKE, bool(parts & _NEXT) and bool(parts & _STATES)),
        (Meaning.CHILDREN, bool(parts & _BELOW)),
        (Meaning.MOVES, many_moves or bool(parts & _PLACES and parts & _FREE)),
        (Meaning.VALUE, bool(parts & _WORTH)),
    )
    return next((question for question, said in rules if said), None)
