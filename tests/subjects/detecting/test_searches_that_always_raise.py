"""If each trial call raises an exception, the message begins with the exception and the remedy."""

from io import StringIO
from pathlib import Path

import pytest

from prunecheck.errors import PreconditionError
from prunecheck.subjects.find import find_subject

SEARCH = """
def search(node, depth, alpha, beta):
    {first}
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    best = -1000000
    for child in node.children():
        best = max(best, -search(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ("input('go? ')", r"asks the user for input \(always.py:3\); remove input\(\) there"),
        (
            "1 / 0",
            r"^cannot call `search` on random trees: it raises ZeroDivisionError: division by zero \(always.py:3\)\. ",
        ),
    ],
)
def test_the_cause_comes_first(first: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("always.py").write_text(SEARCH.format(first=first), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", StringIO())
    with pytest.raises(PreconditionError, match=message):
        find_subject("always.py:search")
