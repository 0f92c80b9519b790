"""A starting call may be in a module that imports the search. The importing module calls the search that has hooks."""

import sys
from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import own_game_subject

RULES: Final = """
cells = []
{table}
def search(pile, depth, alpha, beta):
    {stored}
    if pile == 0 or depth == 0:
        return pile % 4 - (pile == 0) * 10
    best = -100
    for taken in range(1, min(pile, 3) + 1):
        best = max(best, -search(pile - taken, depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
PLAY: Final = """
from {rules} import search

def best(pile, depth):
    return search(pile, depth, -100, 100)
"""


PLAY_LATER: Final = """
def best(pile, depth):
    from {rules} import search

    return search(pile, depth, -100, 100)
"""


def _written(folder: Path, imported: str, *, keeps: bool, play: str = PLAY) -> None:
    folder.mkdir(exist_ok=True)
    text = RULES.format(
        table="calls = type('Calls', (), {'__slots__': ('made',)})()\ncalls.made = 0" * keeps,
        stored="calls.made += 1" if keeps else "pass",
    )
    (folder / "pile_rules.py").write_text(text, encoding="utf-8")
    (folder / "pile_play.py").write_text(play.format(rules=imported), encoding="utf-8")


@pytest.mark.parametrize("play", [PLAY, PLAY_LATER], ids=["at the top", "in a function"])
@pytest.mark.parametrize("keeps", [False, True])
@pytest.mark.parametrize("loaded_before", [False, True])
def test_a_module_that_imports_the_search_calls_it_with_hooks(
    *, play: str, keeps: bool, loaded_before: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if both modules were imported before, or if each run executes the module of the search again."""
    _written(tmp_path, "pile_rules", keeps=keeps, play=play)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("pile_rules", "pile_play"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    before = None
    if loaded_before:
        import pile_play  # type: ignore[import-not-found]  # noqa: PLC0415

        pile_play.best(1, 1)
        before = sys.modules["pile_rules"]
    subject = own_game_subject("pile_rules.py:search", ["pile_play.best(6, 3)"])
    (game,) = subject.games
    assert len(game.root.children) == 3
    assert sys.modules.get("pile_rules") is before


def test_a_module_of_a_package_that_imports_the_search_calls_it_with_hooks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The module imports the search by the name of the package."""
    _written(tmp_path / "pile_game", "pile_game.pile_rules", keeps=False)
    (tmp_path / "pile_game" / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    subject = own_game_subject("pile_game/pile_rules.py:search", ["pile_game.pile_play.best(6, 3)"])
    (game,) = subject.games
    assert len(game.root.children) == 3
