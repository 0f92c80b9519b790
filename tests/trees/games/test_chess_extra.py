"""The package `chess` is optional and has another licence, so it is only imported when a chess game is created."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from prunecheck import PreconditionError
from prunecheck.trees.games.chess import Chess

SOURCE = Path(__file__).parents[3] / "src" / "prunecheck"


def imported(path: Path) -> set[str]:
    """The modules that a file imports, at any depth."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


@pytest.mark.slow
def test_one_file_imports_the_package() -> None:
    """Only the module of the game imports the package `chess`."""
    users = [path for path in SOURCE.rglob("*.py") if any(name.split(".")[0] == "chess" for name in imported(path))]
    assert users == [SOURCE / "trees" / "games" / "chess.py"]


def test_no_other_file_imports_the_game() -> None:
    """No other module of prunecheck imports the module of the game."""
    assert not [path for path in SOURCE.rglob("*.py") if "prunecheck.trees.games.chess" in imported(path)]


def test_the_package_is_loaded_when_a_game_is_made() -> None:
    """`import prunecheck`, the catalogue, the command line and the game's module do not import it."""
    code = (
        "import prunecheck, prunecheck.catalog, prunecheck.cli, prunecheck.trees.games.chess, sys; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    loaded = done.stdout.split()
    assert "prunecheck.trees.games.chess" in loaded
    assert "chess" not in loaded


def test_without_the_package_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has a command to paste."""
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(PreconditionError, match=r"pip install -e '\.\[chess\]'$"):
        Chess()
