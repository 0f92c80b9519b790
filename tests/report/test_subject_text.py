"""The verdict as text: the place of a crash, and the shared positions of a tree."""

from pathlib import Path
from typing import Any

import pytest

from prunecheck import verify_search
from prunecheck.report.data import subjects_as_json
from prunecheck.report.subject_text import subject_text
from prunecheck.trees.nested import from_nested

CRASHES = """
def search(pos, alpha, beta):
    if pos.is_leaf():
        return pos.value()
    if len(pos.children()) == 3:
        return first_of(pos)
    return max(-search(child, -beta, -alpha) for child in pos.children())


def first_of(pos):
    raise ValueError("three children")
"""


def test_an_exception_is_reported_with_its_file_and_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is the innermost one in the user's code; the path is relative if possible, and not in JSON."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crashes.py").write_text(CRASHES, encoding="utf-8")
    done = verify_search("crashes.py:search", examples=40).tried
    assert "FAIL  crashes.py:search  crash: ValueError: three children (crashes.py:11)\n" in subject_text(done)
    assert '"error":"ValueError: three children"' in subjects_as_json([done])
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    assert f"crash: ValueError: three children ({tmp_path / 'crashes.py'}:11)\n" in subject_text(done)
    assert "\n  traceback\n" in subject_text(done, verbose=True)


def test_a_rerun_command_that_would_fill_the_screen_is_left_out(tmp_path: Path) -> None:
    """A large tree makes it long; `-v` prints it, and a saved test contains the tree."""
    file = tmp_path / "crashes.py"
    file.write_text(CRASHES.replace("== 3", "== 1_200"), encoding="utf-8")
    done = verify_search(f"{file}:search", tree=from_nested([0] * 1_200)).tried
    assert "  rerun   not shown: the command has " in subject_text(done)
    assert subject_text(done, verbose=True).count("  rerun   prunecheck verify ") == 1
    file.write_text(CRASHES, encoding="utf-8")
    assert "  rerun   prunecheck verify " in str(verify_search(f"{file}:search", tree=from_nested([0] * 3)))


def test_shared_positions_are_marked() -> None:
    """A position that occurs again has a letter, and its subtree is written once."""
    both = [0, 1]
    assert str(from_nested([[0, both], [both]])) == "[[0, A=[0, 1]], [A]]"
    assert str(from_nested([[both], [[both]]])) == "[[A=[0, 1]], [[A]]]"


def test_a_pass_says_what_was_and_was_not_checked() -> None:
    """Each topic has one line, without a word that reads as a fault."""

    def search(node: Any, alpha: float, beta: float) -> Any:
        if node.is_leaf():
            return node.value()
        best = -float("inf")
        for child in node.children():
            best = max(best, -search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    done = verify_search(search, examples=40).tried
    first, *lines, last = subject_text(done).splitlines()
    assert first.startswith("PASS  ")
    topics = [line[2:15].strip() for line in lines]
    assert topics == ["evidence", "values", "pruning", "move", "sequences", "depth limit", "table"]
    assert "random trees. The search's own game was not played" in lines[0]
    assert last.endswith("; seed 0")
    verbose = subject_text(done, verbose=True)
    assert (
        "differs from the optional contract `clamped`, which says: r = max(alpha, min(v, beta)) (r: returned value"
        in verbose
    )
    assert "got 0, but clamped requires -1\n" in verbose
    faults = ("FAIL", "wrong", "REFUTED", "violates", "not satisfy", "expected", "invalid", "bad")
    assert not [word for word in faults if word in verbose]
