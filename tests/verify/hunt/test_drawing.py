"""The same seed draws the same trees, whatever else is imported, installed or in the working directory."""

import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Final

import pytest
from hypothesis.internal.cache import LRUCache
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from prunecheck.strategies import trees
from prunecheck.verify.hunt.drawing import CONSTANTS_OFF, draw_each

ROOT: Final = Path(__file__).parents[3]
SEARCH: Final = """
CONSTANTS = b"ten bytes.", b"a constant of a module outside site-packages"


def search(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = float("-inf")
    for child in node.children():
        best = max(best, -search(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""
DIGEST: Final = """
import sys
from hashlib import sha256

import prunecheck
import prunecheck.cli.verify
from prunecheck.trees.unfold import unfolded
from prunecheck.subjects.find import Loading, find_subject
from prunecheck.verify.plan import Plan
from prunecheck.verify.trial import verify_subject

digest, drawn = sha256(), []

def watch(asked, alpha, beta, instance=None, /):
    if asked is not None and asked.tree not in drawn[-1:]:
        drawn.append(asked.tree)
        digest.update(repr(unfolded(asked.tree)).encode())

subject = find_subject("engine.py:search", Loading(watch=watch))
done = verify_subject(subject, Plan(examples=100, seed=7, seconds=600.0, claims=("fishburn",)))
print(prunecheck.__file__, done.status, len(drawn), digest.hexdigest())
"""


def drawn(examples: int = 100) -> list[str]:
    """The trees that seed 7 draws."""
    found: list[str] = []
    draw_each(trees(), lambda tree: found.append(repr(tree)), examples=examples, seed_number=7)
    return found


def test_constants_of_local_modules_change_no_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis normally collects constants from local modules and draws them."""
    before = drawn()
    monkeypatch.setattr(providers, "_get_local_constants", lambda: Constants(bytes={b"a constant of some module"}))
    monkeypatch.setattr(providers, "CONSTANTS_CACHE", LRUCache(1024))
    assert drawn() == before
    monkeypatch.setattr("prunecheck.verify.hunt.drawing.CONSTANTS_OFF", nullcontext())
    assert drawn() != before


def test_constants_are_drawn_again_after_the_last_of_several_draws() -> None:
    """One draw may run inside another, or in another thread; the last one restores the collection."""
    usual = providers.HypothesisProvider._maybe_draw_constant
    with CONSTANTS_OFF:
        with CONSTANTS_OFF:
            pass
        assert providers.HypothesisProvider._maybe_draw_constant is not usual
    assert providers.HypothesisProvider._maybe_draw_constant is usual


@pytest.mark.slow
def test_a_clone_and_a_normal_install_draw_the_same_trees(tmp_path: Path) -> None:
    """Constants in the folder of the search do not change the trees, and Hypothesis writes no files there."""
    packages, folder = tmp_path / "site-packages", tmp_path / "project"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(packages), str(ROOT)]
    subprocess.run(pip, check=True, env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"})  # noqa: S603
    folder.mkdir()
    (folder / "engine.py").write_text(SEARCH, encoding="utf-8")
    (tmp_path / "digest.py").write_text(DIGEST, encoding="utf-8")

    def tried(first_on_path: Path) -> list[str]:
        done = subprocess.run(  # noqa: S603
            [sys.executable, tmp_path / "digest.py"],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(first_on_path)},
            capture_output=True,
            check=True,
            text=True,
        )
        return done.stdout.split()

    clone, installed = tried(ROOT / "src"), tried(packages)
    assert clone[0].startswith(str(ROOT / "src"))
    assert installed[0].startswith(str(packages))
    assert clone[1:] == installed[1:]
    assert int(clone[2]) > 100
    assert [path.name for path in folder.iterdir() if path.name != "__pycache__"] == ["engine.py"]
