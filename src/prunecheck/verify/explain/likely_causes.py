"""The likely causes of failures, as reports print them."""

from typing import Final

LIKELY_CAUSES: Final = {  # each name is also the section of docs/causes.md
    "turns": "a player who moves twice in a row. The failure disappears when the players alternate",
    "unmake": "a move that is not always taken back, or is taken back twice. Look at each return, break and exception "
    "between make and unmake",
    "illegal-move": "a move of another position, such as a killer, a table move or an old principal variation. Before "
    "playing it, check that it is possible in the position",
    "memory": "state that an earlier search left behind. The same call on a new instance is right",
    "chance": "chance, the clock or iteration order. The same call on a new instance is sometimes right",
    "sign": "the point of view. When MIN moves first, the value has the wrong sign",
    "entry-depth": "a table entry from a search to another depth. The failure disappears when no entry can be used, "
    "and when the depth limit is larger than needed",
    "depth": "the depth limit. The failure disappears when the depth limit is larger than needed",
    "other-depth": "positions searched to the wrong depth. The failure disappears when static values are the true "
    "values",
    "keys": "the look-up of table entries. The failure disappears when the positions have different keys",
    "side": "a table key without the side to move, which the key() of a position does not include. Add the side to the "
    "table key; if the key() of your game includes it, call it hash()",
    "table": "the transposition table. The failure disappears when no entry can be used",
    "window": "the value returned outside the window. The failure disappears in the full window",
    "negative-values": "an initial best value of 0. The failure disappears when every value is raised above 0",
    "positive-values": "an initial best value of 0 for MIN. The failure disappears when every value is lowered below 0",
    "large-values": "an infinity or an aspiration window that is too small. The failure disappears with smaller values",
    "ties": "> in place of >=, or the reverse. The failure disappears when no two values are equal",
    "one-player": "a bug in the code for one player. The failure disappears when the players are exchanged",
    "single-child": "a node with one child. The failure disappears when that child is given twice",
    "re-search": "a null window without a re-search. A value inside (alpha, beta) is only a bound until it is searched "
    "again in a wider window",
    "missed-leaf": "a cutoff that comes too early, a wrong window for a child, or a child left out. The search misses "
    "a leaf that alpha-beta must evaluate",
    "order": "what changes from one child to the next: the best value so far, the window, the depth. The failure "
    "disappears when the children are in reverse order",
}
