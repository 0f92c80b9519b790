"""A factory or a subclass is checked like the search that it uses, in whichever folder the search is."""

from pathlib import Path
from typing import Any

import pytest

from prunecheck.errors import PreconditionError
from prunecheck.subjects.find import subject_of
from prunecheck.subjects.load_search import load, load_object

ENGINE = """
class Engine:
    def __init__(self, capacity=1000):
        self.capacity, self.entries = capacity, {}

    def search(self, position, depth, alpha=-1000, beta=1000):
        if depth == 0 or position.is_over():
            return position.score()
        key = position.key(), depth, alpha, beta
        if key not in self.entries:
            best = -1000
            for move in position.legal_moves():
                best = max(best, -self.search(position.play(move), depth - 1, -beta, -max(alpha, best)))
                if best >= beta:
                    break
            self.entries[key] = best
        return self.entries[key]
"""
GAME = "class Game:\n    def key(self):\n        return self.cells, self.turn\n"
TESTS = """
from {package} import Engine


class Small(Engine):
    def __init__(self):
        super().__init__(64)


def make():
    return Engine(64)


def method():
    return Engine(64).search


def wrapped(position, depth, alpha, beta):
    return Engine(64).search(position, depth, alpha, beta)
"""


@pytest.fixture(params=["src", "site-packages"])
def other_folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in `tests/` which imports a search from a package in `src/`, or from an installed package."""
    package = f"engine_in_{request.param[:4]}"
    files = {
        f"{request.param}/{package}/__init__.py": "from .engine import Engine\n",
        f"{request.param}/{package}/engine.py": ENGINE,
        f"{request.param}/{package}/game.py": GAME,
        "tests/make.py": TESTS.format(package=package),
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path / request.param))
    monkeypatch.chdir(tmp_path)
    return Path("tests/make.py")


@pytest.mark.parametrize("name", ["Small", "make", "method", "Small.search"])
def test_positions_have_the_methods_that_an_imported_search_calls(other_folder: Path, name: str) -> None:
    """A subclass or factory in another folder is called like the search that it inherits or returns."""
    subject = subject_of(load(f"{other_folder}:{name}"))
    assert not subject.doubtful
    assert subject.traits.convention.names == ("position", "depth", "alpha", "beta")


def test_a_function_may_call_a_search_in_another_folder_of_the_user(other_folder: Path) -> None:
    """A function that calls an installed search is refused, with the place of the error."""
    loaded = load(f"{other_folder}:wrapped")
    if Path("src").exists():
        assert not subject_of(loaded).doubtful
    else:
        with pytest.raises(PreconditionError, match=r"cannot call `wrapped` on random trees.*make.py:\d+"):
            subject_of(loaded)


@pytest.mark.parametrize("name", ["Small", "make", "method"])
def test_a_factory_or_subclass_without_source_code_is_called_like_the_search(other_folder: Path, name: str) -> None:
    """In an interactive session, only the imported search has source code."""
    typed: dict[str, object] = {"__name__": "__main__"}
    exec(other_folder.read_text(), typed)  # noqa: S102  # as typed into an interactive session
    search: Any = typed[name]
    assert not subject_of(load_object(search)).doubtful
