"""Who moves is found before equal ends, and inside a state."""

from pathlib import Path
from random import Random
from typing import Final

import pytest

from piles import HEAD
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.trees.protocol import INF
from prunecheck.trees.search import value_of
from prunecheck.variants.forms.minimax import minimax

MOVES_AGAIN: Final = """
memo = {}

def search(pile, player, alpha, beta):
    if pile == 0:
        return 10 * player
    key = pile, player
    lower, upper = memo.get(key, (-inf, inf))
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    best = -inf if player == 0 else inf
    low, high = alpha, beta
    for take in moves(pile):
        other = player if take == 2 and AGAIN else 1 - player
        value = search(pile - take, other, low, high)
        if player == 0:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    memo[key] = (best if best > alpha else lower, best if best < beta else upper)
    return best
"""


@pytest.mark.parametrize("again", [True, False])
def test_a_player_who_moves_again_is_found_before_equal_ends(again: bool, tmp_path: Path) -> None:
    """From a pile of two, both moves lead to the same end, so only answers for the moves show who chooses there."""
    file = tmp_path / "game.py"
    file.write_text(HEAD + MOVES_AGAIN.replace("AGAIN", str(again)), encoding="utf-8")
    subject = own_game_subject(f"{file}:search", ["search(7, 0, -inf, inf)"])
    assert not subject.faults
    (game,) = subject.games
    assert not game.unclear
    search, random = subject.open(), Random(1)  # noqa: S311  # not for security
    for tree in [subject.drawn_tree(random) for _ in range(30)]:
        assert value_of(search.search(tree, tree.root, -INF, INF)) == minimax(tree, tree.root), tree


EXTRA_TURNS: Final = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Side:
    turn: str

def played(state, take):
    kept = take == 2 and state["pile"] > 4
    turn = state["side"].turn
    return {"pile": state["pile"] - take, "side": Side(turn if kept else "B" if turn == "A" else "A")}

def search(state, alpha, beta):
    if state["pile"] < 2:
        return 5 - state["pile"] if state["side"].turn == "A" else state["pile"] - 3
    best = -inf
    for take in moves(state["pile"]):
        after = played(state, take)
        if after["side"] == state["side"] and not FORGOTTEN:
            best = max(best, search(after, max(alpha, best), beta))
        else:
            best = max(best, -search(after, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""


@pytest.mark.parametrize("forgotten", [True, False])
def test_a_turn_inside_a_dictionary_is_compared_with_the_search(forgotten: bool, tmp_path: Path) -> None:
    """The search negates the value after each move, although the same player may move again."""
    file = tmp_path / "game.py"
    file.write_text(HEAD + EXTRA_TURNS.replace("FORGOTTEN", str(forgotten)), encoding="utf-8")
    subject = own_game_subject(f"{file}:search", ["search({'pile': 8, 'side': Side('A')}, -inf, inf)"])
    assert any("`state.side.turn` stays the same after " in fault for fault in subject.faults) == forgotten
    assert bool(subject.faults) == forgotten
