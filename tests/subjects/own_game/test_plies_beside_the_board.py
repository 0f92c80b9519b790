"""A number of plies that an engine counts beside its board is not part of the position, if it has a table."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.hooks.parts import Parts
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.verify.phases.own_sequences import OWN_SEQUENCES
from prunecheck.verify.plan import Plan
from prunecheck.verify.run import Run

ENGINE: Final = """
from math import inf


class Engine:
    def __init__(self, pile):
        self.pile, self.ply, self.table = pile, 0, {}

    def moves(self):
        return [take for take in (1, 2, 3) if take <= self.pile]

    def make(self, take):
        self.pile -= take
        self.ply += 1

    def take_back(self, take):
        self.pile += take
        self.ply -= 1

    def search(self, depth, alpha, beta):
        if self.pile == 0:
            return LOST
        first, entry = alpha, self.table.get(self.pile)
        if entry and entry[0] >= depth and (entry[2] or entry[1] <= alpha) and (entry[3] or entry[1] >= beta):
            return entry[1]
        if depth == 0:
            return self.pile * 7 % 5 - 2
        best = -inf
        for take in self.moves():
            self.make(take)
            best = max(best, -self.search(depth - 1, -beta, -max(alpha, best)))
            self.take_back(take)
            if best >= beta:
                break
        self.table[self.pile] = depth, best, best > first, best < beta
        return best
"""


@pytest.mark.parametrize("lost", ["-20", "self.ply - 20"])
def test_plies_belong_to_a_position_only_if_values_depend_on_them(lost: str, tmp_path: Path) -> None:
    """A distance to mate depends on them; other positions are the same after two moves or three."""
    (tmp_path / "engine.py").write_text(ENGINE.replace("LOST", lost), encoding="utf-8")
    (game,) = own_game_subject(f"{tmp_path / 'engine.py'}:Engine.search", ["Engine(7).search(4, -inf, inf)"]).games
    assert game.identity is not None
    assert game.identity.names == ({"self.pile"} if lost == "-20" else {"self.pile", "self.ply"})


def test_entries_of_deeper_searches_are_right_after_other_numbers_of_plies(tmp_path: Path) -> None:
    """The same pile after fewer moves is searched deeper, and its entry may be used."""
    (tmp_path / "engine.py").write_text(ENGINE.replace("LOST", "-20"), encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'engine.py'}:Engine.search", ["Engine(9).search(4, -inf, inf)"])
    found = OWN_SEQUENCES.judge(Run(Plan(examples=60, seconds=20), (), subject)).own_sequences
    assert found is not None
    assert (subject.faults, found.difference, found.passed) == ((), None, 60)


WITHOUT_A_DEPTH: Final = """
from math import inf

PLIES, ply, table = 4, 0, {}


def search(pile, mine, alpha, beta):
    global ply
    if pile <= 0 or ply == PLIES:
        return (pile * 37 % 17 - 8) * (1 if mine else -1)
    left, first, entry = PLIES - ply, alpha, table.get((pile, mine))
    if entry and DEEP_ENOUGH and (entry[2] or entry[1] <= alpha) and (entry[3] or entry[1] >= beta):
        return entry[1]
    best = -inf
    for take in (1, 2, 3, 0):
        if take <= pile:
            ply += 1
            best = max(best, -search(pile - take, not mine, -beta, -max(alpha, best)))
            ply -= 1
            if best >= beta:
                break
    table[pile, mine] = left, best, best > first, best < beta
    return best
"""


@pytest.mark.parametrize("deep_enough", ["entry[0] >= left", "True"])
def test_plies_in_a_variable_are_the_depth(deep_enough: str, tmp_path: Path) -> None:
    """No function takes a depth. An entry of a deeper search may be used, but not one of a shallower search."""
    (tmp_path / "game.py").write_text(WITHOUT_A_DEPTH.replace("DEEP_ENOUGH", deep_enough), encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'game.py'}:search", ["search(9, True, -inf, inf)"])
    (game,) = subject.games
    assert game.identity is not None
    assert game.identity.names == {"pile", "mine"}
    assert game.identity.plies == Parts(game.program, frozenset({"global ply"}))
    found = OWN_SEQUENCES.judge(Run(Plan(examples=60, seconds=20), (), subject)).own_sequences
    assert found is not None
    assert (found.difference is None) == (deep_enough != "True")
