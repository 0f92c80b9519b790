"""A file may define several classes whose searches have the same name; only the one that runs is checked."""

from pathlib import Path
from typing import Final

import pytest

from piles import HEAD
from prunecheck.subjects.own_game.notes.code_not_run import code_not_run
from prunecheck.subjects.own_game.notes.quiescence_notes import searches_not_checked
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

SEARCH: Final = """
    def search(self, pile, alpha, beta):
        if not moves(pile):
            return -1
        best = -inf
        for take in moves(pile):
            best = max(best, -self.search(pile - take, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
"""
ENGINES: Final = f"""{HEAD}
class Other:
{SEARCH}

class Engine:
{SEARCH}

class Player(Engine):
    def choose(self, pile):
        return max(moves(pile), key=lambda take: -self.search(pile - take, -inf, inf))
"""


@pytest.mark.fast_cases("*.search")
@pytest.mark.parametrize("name", ["Player.search", "Player.choose", "Player", "Engine.search"])
def test_an_inherited_search_is_found_among_searches_of_the_same_name(name: str, tmp_path: Path) -> None:
    file = tmp_path / "engines.py"
    file.write_text(ENGINES, encoding="utf-8")
    subject = own_game_subject(f"{file}:{name}", ["Player().choose(7)"])
    (game,) = subject.games
    assert game.program.functions == ("Engine.search",)
    assert subject.faults == ()
    assert [*searches_not_checked(game), *code_not_run([game.program])] == []
