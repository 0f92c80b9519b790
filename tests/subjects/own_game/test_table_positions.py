"""The positions of a game whose search has a table, and the rule for each of them."""

from pathlib import Path
from typing import Any, Final

from own_programs import own_subject
from prunecheck.subjects.own_game.tables.positions import find_positions

MOVES_AGAIN: Final = """
TABLE = {}


def search(pile, player, depth, alpha, beta):
    if depth == 0 or pile == 0:
        return (pile * 37 + player * 11) % 23 - 11
    low, high = TABLE.get((pile, player, depth), (-100, 100))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    best = -100
    for take in range(1, min(3, pile) + 1):
        if take == 2:  # then the same player moves again
            value = search(pile - take, player, depth - 1, max(alpha, best), beta)
        else:
            value = -search(pile - take, 1 - player, depth - 1, -beta, -max(alpha, best))
        best = max(best, value)
        if best >= beta:
            break
    TABLE[pile, player, depth] = (best if best > alpha else low), (best if best < beta else high)
    return best
"""


def test_it_is_known_who_moves_again(tmp_path: Path) -> None:
    """Few random values do not show if a call negates the value of a move that is never the best one."""
    (game,) = own_subject(tmp_path, MOVES_AGAIN, "search", "search(14, 0, 5, -100, 100)").games
    rules = find_positions(game).rules

    def player(position: Any) -> int:
        return int(dict(position[1])["player"])

    assert len(rules) > 20
    for node, rule in rules.items():
        assert rule.negated == tuple(player(child.position) != player(node.position) for child in node.children)


ORDERED: Final = """
TABLE, good = {}, [0] * 4


def search(pile, depth, alpha, beta):
    if depth == 0 or pile == 0:
        return (pile * 37) % 23 - 11
    if (pile, depth) in TABLE:
        return TABLE[pile, depth]
    best = -100
    for take in sorted(range(1, min(3, pile) + 1), key=lambda take: -good[take]):
        value = -search(pile - take, depth - 1, -beta, -max(alpha, best))
        if value > best:
            best, first = value, take
        if best >= beta:
            break
    good[first] += 1
    if alpha < best < beta:
        TABLE[pile, depth] = best
    return best
"""


def test_moves_may_be_made_in_another_order(tmp_path: Path) -> None:
    """Which move was good elsewhere depends on the values of positions."""
    (game,) = own_subject(tmp_path, ORDERED, "search", "search(14, 5, -100, 100)").games
    rules = find_positions(game).rules
    assert len(rules) > 20
    assert all(rule.largest and all(rule.negated) for rule in rules.values())
