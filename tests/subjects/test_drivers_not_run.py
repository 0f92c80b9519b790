"""If a class is named, and one of its methods is checked, a note names the methods that call it."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck import verify_search
from prunecheck.verify.isolated import find_search
from prunecheck.verify.options import Options

ENGINE: Final = """
from math import inf


class Engine:
    def inner(self, node, depth, alpha, beta):
        if depth == 0 or node.is_terminal():
            return node.evaluate()
        best = -inf
        for child in node.children():
            best = max(best, -self.inner(child, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    def deepening(self, node, depth, first=1):
        return [self.inner(node, plies, -inf, inf) for plies in range(first, depth + 1)][-1]

    def play(self):
        return self.deepening(self.position, 3)

    def _again(self, node, depth):
        return self.deepening(node, depth)


class Later(Engine):
    def deepening(self, node, depth):
        return self.inner(node, depth, -inf, inf)


class Alone:
    def inner(self, node, alpha, beta):
        if node.is_terminal():
            return node.evaluate()
        best = -inf
        for child in node.children():
            best = max(best, -self.inner(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
"""


@pytest.mark.parametrize(
    ("name", "noted"),
    [("Engine", True), ("Later", True), ("Engine.inner", False), ("Engine.deepening", False), ("Alone", False)],
)
def test_a_method_that_calls_the_search_is_named(name: str, noted: bool, tmp_path: Path) -> None:
    """Only public methods that take a position are named, and only if the user did not choose the method."""
    (tmp_path / "engine.py").write_text(ENGINE, encoding="utf-8")
    search = f"{tmp_path / 'engine.py'}:{name}"
    found = find_search(Options(search=search))
    note = f"`deepening` calls `inner`, but only `inner` was checked; check {search}.deepening too"
    assert found.assumptions == ((note,) if noted else ())


@pytest.mark.slow
def test_the_note_is_part_of_the_report(tmp_path: Path) -> None:
    """The class inherits its search."""
    (tmp_path / "engine.py").write_text(ENGINE, encoding="utf-8")
    verdict = verify_search(f"{tmp_path / 'engine.py'}:Later", examples=10)
    assert verdict.sound
    assert "`deepening` calls `inner`" in str(verdict)
