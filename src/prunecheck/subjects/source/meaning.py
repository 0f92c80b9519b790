"""The meanings of names in a search: words with a known meaning, and guesses for other names from their words."""

from enum import Enum
from typing import Final

from prunecheck.subjects.source.parameters import words_of

_OWN: Final = frozenset({"best", "order", "ordered", "sort", "sorted", "count", "history", "killer", "last", "parent"})
_TAKEN_BACK: Final = frozenset({"undo", "unmake", "unplay", "unmove", "revert", "retract", "rollback", "takeback"})
_HASH: Final = frozenset({"hash", "zobrist"})
_OVER: Final = frozenset({"terminal", "leaf", "over", "finished", "ended"})
_FULL: Final = frozenset({"is", "full", "board", "grid"})  # words for a full board, on which no moves are left
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
    """What a program can read from a position, or do with it.

    - `children`: the positions after each move.
    - `value`: the value of the position.
    - `terminal`: whether the game is over.
    - `key`: equal for equal positions, whoever is to move. If the program, or a file in its folder, defines the name,
      it has the meaning of `hash`.
    - `hash`: equal for equal positions with the same player to move.
    - `is_max`: whether MAX is to move.
    - `side`: 1 if MAX is to move, -1 if MIN is.
    - `moves`: the moves, as numbers from 0 that all count as true. If the search makes no move, the positions after the
      moves.
    - `make`: makes a move, or returns the position after a move.
    - `unmake`: takes back the last move.
    - `copy`: a copy of the position.
    - `winner`: None until the game is over, for a search that only checks whether there is a winner.
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


_WORDS_BY_MEANING: Final = {
    Meaning.CHILDREN: "children successors get_children get_successors child_nodes kids next_states get_next_states "
    "expand child_positions next_positions generate_children get_child_nodes child_states branches possible_states "
    "get_possible_states generate_successors",
    Meaning.VALUE: "value evaluate score eval utility heuristic static_eval static_value evaluation get_value "
    "get_score get_evaluation val payoff static_evaluation evaluate_position evaluate_board reward leaf_value "
    "get_utility evaluate_state get_reward data label root_label",
    Meaning.TERMINAL: "is_terminal terminal is_leaf leaf game_over is_game_over is_over over done finished is_end "
    "is_final terminal_test has_ended is_finished is_terminal_node is_terminal_state ended is_done is_ended game_ended "
    "gameover is_gameover is_game_finished",
    Meaning.KEY: "key position_key get_key id ident",
    Meaning.HASH: "hash zobrist zobrist_key zobrist_hash get_hash hash_key fen get_fen hashkey tt_key",
    Meaning.IS_MAX: "is_max maximizing maximising max_to_move is_max_turn is_max_node is_max_player is_maximizing "
    "is_maximising maximizing_player maximising_player max_turn white_to_move is_maximizer",
    Meaning.SIDE: "turn player to_move side_to_move current_player color colour side sign player_to_move mover "
    "active_player current_turn whose_turn get_current_player get_turn stm",
    Meaning.MOVES: "moves legal_moves get_moves get_legal_moves generate_moves possible_moves actions legal_actions "
    "get_actions available_moves generate_legal_moves gen_moves all_moves get_possible_moves valid_moves "
    "get_valid_moves get_available_moves possible_actions get_possible_actions available_actions get_legal_actions "
    "get_available_actions "
    "gen_legal legals",
    Meaning.MAKE: "make make_move push do_move do apply apply_move play play_move apply_action result child "
    "next_state forecast_move after make_action move_to get_child get_next_state after_move with_move successor "
    "get_successor generate_successor generate_next_state",
    Meaning.UNMAKE: "unmake unmake_move pop undo undo_move take_back unapply unplay retract undo_action unmove "
    "unplay_move revert undo_last undo_last_move rollback reverse_move "
    "take_move un_make_move",
    Meaning.COPY: "copy clone",
    Meaning.ROOT: "root get_root initial initial_state",
    Meaning.PLAYERS: "num_agents get_num_agents num_players",
}


def spellings(word: str) -> tuple[str, str, str]:
    """Return the spellings of a word in Python, Java and C#: `get_children`, `getChildren` and `GetChildren`."""
    first, *others = word.split("_")
    rest = "".join(map(str.capitalize, others))
    return word, first + rest, first.capitalize() + rest


WORD_MEANINGS: Final[dict[str, Meaning]] = {
    spelling: question
    for question, words in _WORDS_BY_MEANING.items()
    for word in words.split()
    for spelling in spellings(word)
}
SIDE_WORDS: Final = frozenset(word for word, meaning in WORD_MEANINGS.items() if meaning is Meaning.SIDE)
WHERE_CALLED: Final = {"move": Meaning.MAKE}  # only for calls, since an attribute with this name is a move


def meaning_of(word: str) -> Meaning | None:
    """Return the meaning of a function or method, according to its name."""
    return WORD_MEANINGS.get(word) or WHERE_CALLED.get(word) or guess(word)


def guess(word: str) -> Meaning | None:
    """Return the likely meaning of `word`, or None if the meaning is unclear.

    >>> guess("empty_cells"), guess("getHeuristicScore"), guess("best_move")
    (<Meaning.MOVES: 'moves'>, <Meaning.VALUE: 'value'>, None)
    >>> guess("no_legal_moves"), guess("is_draw")
    (<Meaning.TERMINAL: 'terminal'>, None)
    """
    listed = words_of(word)
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
