"""What a word that a program asks a position may mean, told by its parts, where it is none of the usual words."""

import re
from typing import Final

from prunecheck.subjects.questions import Question

_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_OWN: Final = frozenset({"best", "order", "ordered", "sort", "sorted", "count", "history", "killer", "last", "parent"})
_TAKEN_BACK: Final = frozenset({"undo", "unmake", "unplay", "unmove", "revert", "retract", "rollback", "takeback"})
_HASH: Final = frozenset({"hash", "zobrist"})
_OVER: Final = frozenset({"terminal", "leaf", "over", "finished", "ended"})
_ENDINGS: Final = frozenset(
    {"checkmate", "mate", "mated", "stalemate", "draw", "drawn", "tie", "win", "won", "loss", "lost", "lose"}
)
_FULL: Final = frozenset({"is", "full", "board", "grid"})  # with no room for a move
_WORTH: Final = frozenset(
    {"score", "scores", "eval", "evaluate", "evaluation", "value", "utility", "heuristic", "payoff", "reward"}
)
_BELOW: Final = frozenset({"children", "kids", "successors", "descendants", "offspring"})
_MANY_MOVES: Final = frozenset({"moves", "actions", "plies"})
_PLACES: Final = frozenset({"cells", "squares", "spots", "locations", "columns", "positions", "places", "fields"})
_FREE: Final = frozenset({"empty", "available", "valid", "open", "free", "legal", "possible"})
_DOING: Final = frozenset({"make", "apply", "do", "play", "push", "perform", "execute", "take", "drop", "place", "put"})
_DONE: Final = frozenset({"move", "action", "piece", "stone", "turn"})
_NEXT: Final = frozenset({"next", "result", "resulting", "after", "successor", "new", "updated"})
_STATES: Final = frozenset({"state", "board", "position", "node", "game"})


def parts_of(word: str) -> list[str]:
    """The parts of a word, in small letters.

    >>> parts_of("getHTMLScore"), parts_of("MAX_DEPTH")
    (['get', 'html', 'score'], ['max', 'depth'])
    """
    return [part.lower() for part in _PART.findall(word)]


def guess(word: str) -> Question | None:
    """What `word` asks, if it tells.

    >>> guess("empty_cells"), guess("getHeuristicScore"), guess("best_move")
    (<Question.MOVES: 'moves'>, <Question.VALUE: 'value'>, None)
    >>> guess("is_checkmate_or_draw"), guess("no_legal_moves"), guess("is_draw")
    (<Question.TERMINAL: 'terminal'>, <Question.TERMINAL: 'terminal'>, None)
    """
    listed = parts_of(word)
    parts = set(listed)
    if parts & _TAKEN_BACK or {"take", "back"} <= parts:
        return Question.UNMAKE
    if not parts or parts & _OWN:
        return None
    many_moves = bool(parts & _MANY_MOVES)
    rules = (
        (Question.HASH, bool(parts & _HASH)),
        (Question.TERMINAL, bool(parts & _OVER)),
        (Question.TERMINAL, len(parts & _ENDINGS) > 1 or (many_moves and "no" in parts)),  # one ending is not every end
        (Question.TERMINAL, "full" in parts and parts <= _FULL),
        (Question.MAKE, listed[0] in _DOING and bool(parts & _DONE)),
        (Question.MAKE, bool(parts & _NEXT) and bool(parts & _STATES)),
        (Question.CHILDREN, bool(parts & _BELOW)),
        (Question.MOVES, many_moves or bool(parts & _PLACES and parts & _FREE)),
        (Question.VALUE, bool(parts & _WORTH)),
    )
    return next((question for question, said in rules if said), None)
