"""Messages are composed in one place, not glued from pieces that begin in the middle of a sentence."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "prunecheck"
PIECE = re.compile(r"[,;] (?!or $|no $|and $)[a-z]+ ")


def pieces(file: Path) -> Iterator[str]:
    """Yield the texts in a file that begin with a comma or a semicolon, and go on with words."""
    parsed = ast.parse(file.read_text(encoding="utf-8"))
    inner = {
        id(part)
        for node in ast.walk(parsed)
        if isinstance(node, ast.JoinedStr)
        for part in node.values[1:]
        if isinstance(part, ast.Constant)
    }
    for node in ast.walk(parsed):
        if not isinstance(node, ast.Constant) or id(node) in inner:
            continue
        text = node.value
        if isinstance(text, str) and PIECE.match(text):
            yield f"{file.relative_to(SOURCE)}:{node.lineno}: {text!r}"


def test_no_message_is_glued_from_pieces_that_begin_with_a_comma() -> None:
    """Such pieces make run-on sentences and doubled commas when they are combined."""
    assert not [piece for file in sorted(SOURCE.rglob("*.py")) for piece in pieces(file)]


def test_a_piece_that_begins_with_a_comma_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts in the middle of an f-string, and separators, are not such pieces."""
    file = tmp_path / "messages.py"
    file.write_text('a = ", because it is late"\nb = f"x{a}, and so on"\nc = f"; but {a}"\nd = ", ".join("ab")\n')
    monkeypatch.setitem(globals(), "SOURCE", tmp_path)
    assert [found.partition(": ")[0] for found in pieces(file)] == ["messages.py:1", "messages.py:3"]
