"""A search can be named in a file that only imports or inherits it, or in a package; its start is found in the file."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right
from prunecheck import verify_search
from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.subjects.find import Loading
from prunecheck.subjects.find_start import find_obvious_start
from prunecheck.subjects.importing.imported_search import imported_search
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

SEARCHES: Final = """
from functools import lru_cache

def minimax(pile, depth, alpha, beta, is_max):
    if pile == 0:
        return -10 if is_max else 10
    if depth == 0:
        return pile % 4
    best = -100 if is_max else 100
    for taken in range(1, min(pile, 3) + 1):
        value = minimax(pile - taken, depth - 1, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best

class Search:
    def negamax(self, pile, depth, alpha, beta):
        if pile == 0 or depth == 0:
            return self.worth(pile)
        best = -100
        for taken in self.moves(pile):
            best = max(best, -self.negamax(pile - taken, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha > WRONG:
                break
        return best
"""
MAIN: Final = """
from random import shuffle
from pile_searches import Search, minimax

pile = [7]

class Engine(Search):
    def moves(self, pile):
        return range(1, min(pile, 3) + 1)
    def worth(self, pile):
        return pile % 4 if pile else -10

def turn():
    left = pile.pop()
    return left

def own(pile):
    return pile

def play():
    print(minimax(7, 4, -100, 100, True))

def choose():
    return Engine().negamax(7, 4, -100, 100)

def construct():
    return Search().negamax(7, 4, -100, 100)

if __name__ == "__main__":
    play()
"""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pile_searches.py").write_text(SEARCHES.replace("WRONG", "beta"), encoding="utf-8")
    Path("main.py").write_text(MAIN, encoding="utf-8")


def test_an_imported_function_is_judged_where_it_is_defined() -> None:
    subject = own_game_subject("main.py:minimax", ["minimax(7, 4, -100, 100, True)"])
    assert subject.name == "main.py:minimax"
    assert subject.definition is not None
    assert (Path(subject.definition.file).name, subject.definition.name) == ("pile_searches.py", "minimax")


def test_each_run_begins_with_the_variables_of_the_importing_file() -> None:
    """The starting call takes the pile from a list there, so a second run would fail otherwise."""
    subject = own_game_subject("main.py:minimax", ["minimax(turn(), 4, -100, 100, True)"])
    (game,) = subject.games
    assert not game.faults
    assert len(game.root.children) == 3


@pytest.mark.parametrize(("bound", "status"), [("beta", "held"), ("alpha", "refuted")])
def test_an_inherited_method_is_judged_with_the_class_that_inherits_it(bound: str, status: str) -> None:
    """`if alpha > alpha` never cuts off, and so is an error in pruning only."""
    Path("pile_searches.py").write_text(SEARCHES.replace("WRONG", bound), encoding="utf-8")
    verdict = verify_search("main.py:Engine.negamax", start="Engine().negamax(7, 4, -100, 100)", examples=30)
    assert verdict.status == status


def test_a_call_in_the_importing_file_is_found() -> None:
    subject = find_obvious_start("main.py:minimax", PreconditionError("it needs its own game"), Loading())
    assert subject.name == "main.py:minimax"


@pytest.mark.parametrize("name", ["own", "Engine", "Engine.worth", "shuffle", "missing", "Engine.missing", "pile"])
def test_only_the_users_imports_are_followed(name: str) -> None:
    """Not a function of the file itself, a library's function, or data."""
    assert imported_search("main.py", name) is None


def test_a_name_that_is_not_there_is_unknown() -> None:
    with pytest.raises(UnknownNameError, match="missing"):
        own_game_subject("main.py:missing", ["missing(7)"])


@pytest.mark.parametrize(("name", "search"), [("play", "minimax"), ("construct", "Search.negamax")])
def test_a_function_that_calls_an_imported_search_is_told_its_file(name: str, search: str) -> None:
    with pytest.raises(
        PreconditionError,
        match=rf"^`{name}` is not recursive, .*; check `pile_searches\.py:{search}` instead, which it calls$",
    ):
        own_game_subject(f"main.py:{name}", [f"{name}()"])


def test_a_file_of_a_package_may_have_the_name_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "nim_in_wild"
    folder.mkdir()
    (folder / "rules.py").write_text("def moves(stones):\n    return [1, 2][:stones]\n")
    file = folder / "nim_in_wild.py"
    file.write_text(
        "from .rules import moves\n\n"
        "def search(stones, depth):\n"
        "    return max((-search(stones - each, depth - 1) for each in moves(stones) if depth), default=stones)\n"
    )
    assert_right(own_game_subject(f"{file}:search", ["search(7, 4)"]), 10)


def test_a_package_is_found_before_a_file_of_its_name_in_it(tmp_path: Path) -> None:
    """The package is found as if the file was run from the folder above."""
    folder = tmp_path / "nim_in_a_package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "rules_of_nim.py").write_text("MOVES = (1, 2)\n")
    file = folder / "nim_in_a_package.py"
    file.write_text(
        "import nim_in_a_package.rules_of_nim as rules\n\n\n"
        "def search(n):\n    return max((-search(n - take) for take in rules.MOVES if take <= n), default=-1)\n"
    )
    assert_right(own_game_subject(f"{file}:search", ["search(5)"]), trees=40)


def test_a_start_found_in_the_file_shows_signs_of_life_while_it_is_learned(tmp_path: Path) -> None:
    """A process without signs of life for some seconds is ended, and the message names the starting call."""
    file = tmp_path / "own_game.py"
    file.write_text(f"{SEARCHES}\n\nprint(minimax(5, 9, -99, 99, True))\n")
    stages: list[str] = []
    signs: list[str] = []

    def watch(*_: object) -> None:
        signs.append(stages[-1] if stages else "")

    name = f"{file}:minimax"
    find_obvious_start(name, PreconditionError(""), Loading(watch=watch, on_step=stages.append))
    start = "minimax(5, 9, -99, 99, True)"
    learning = f"{name} cannot be run on its own game with `{start}`; give a shorter call with --start"
    assert stages[-2:] == [learning, ""]
    assert signs.count(learning) == len(signs) > 10
