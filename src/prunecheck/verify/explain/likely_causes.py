"""All causes of failures that prunecheck can name, each in a sentence. docs/causes.md has a section on each."""

from typing import Final

LIKELY_CAUSES: Final = {
    "turns": "a player who moves twice in a row. The failure disappears when the players alternate",
    "unmake": "a move that is not always taken back, or is taken back twice. Look at each return, break and exception "
    "between make and unmake",
    "illegal-move": "a move from another position, such as a killer, a table move or an old principal variation. "
    "Before playing it, check that it is legal in the current position",
    "memory": "state that an earlier search left behind. The same call on a new instance is right",
    "chance": "random numbers, the clock or iteration order. The same call on a new instance is only sometimes right",
    "sign": "the point of view. If MIN moves first, the value has the wrong sign",
    "viewpoint": 'the "viewpoint" that the program declares in its reply to hello. The failure '
    'disappears when it declares the other one: "mover" for a negamax search, "MAX" for a minimax search',
    "reply-viewpoint": "the point of view of the reply, which differs from the declared viewpoint. If MIN moves first, "
    "the failure disappears when the reply is negated",
    "value-viewpoint": "the point of view of the leaf values, which is not the expected one. The failure disappears "
    "when leaf values are negated if the other player is to move",
    "window-viewpoint": "the point of view of the window, which differs from the declared viewpoint. The failure "
    "disappears when the window is (-beta, -alpha) if MIN moves first",
    "entry-depth": "a table entry from a search to another depth. The failure disappears when no entry can be used, "
    "and also when the depth limit exceeds the depth of the tree",
    "depth": "the depth limit. The failure disappears when the depth limit exceeds the depth of the tree",
    "other-depth": "positions that are searched to the wrong depth. The failure disappears when every static value "
    "is the minimax value",
    "keys": "the look-up of table entries. The failure disappears when all positions get different keys",
    "side": "a table key without the side to move. Add the side to move to the key, as in (board.key(), board.turn). "
    "If key() in your own game already includes the side to move, rename that method to hash()",
    "table": "the transposition table. The failure disappears when no entry can be used",
    "window": "what the search returns when the true value is outside the window. The failure disappears in the full "
    "window",
    "negative-values": "the best value probably starts at 0. The failure disappears when every value is raised above 0",
    "positive-values": "MIN's best value probably starts at 0. The failure disappears when every value is lowered "
    "below 0",
    "large-values": "the number used as infinity, or the aspiration window, is too small. The failure disappears with "
    "smaller values",
    "ties": "a test with > in place of >=, or with >= in place of >. The failure disappears when no two values are "
    "equal",
    "one-player": "a bug in the code for one player. The failure disappears when the players are exchanged",
    "single-child": "a node with one child. The failure disappears when that child is listed twice",
    "re-search": "a null window without a re-search. A value inside (alpha, beta) is only a bound until it is searched "
    "again in a wider window",
    "missed-leaf": "a cutoff that comes too early, a wrong window for a child, or a skipped child. The search misses "
    "a leaf that alpha-beta must evaluate",
    "order": "a bug in what changes from one child to the next: the best value so far, the window, the depth. The "
    "failure disappears when children are searched in reverse order",
}
