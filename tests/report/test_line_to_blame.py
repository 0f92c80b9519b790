"""Reports for CI name the line to blame, and the summary for a workflow uses the words of the verdict."""

import html
import json
import re
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from prunecheck import cli

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)


BLAMED = """# an engine

def crashes(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = max(-crashes(child, -beta, -alpha) for child in node.children())
    return best * best // best

def starts_from_zero(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = 0
    for child in node.children():
        best = max(best, -starts_from_zero(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""


@pytest.mark.parametrize(("name", "line"), [("crashes", 7), ("starts_from_zero", 12)])
def test_reports_point_at_the_line_to_blame(name: str, line: int, capsys: Output) -> None:
    """Annotations, SARIF, GitLab and JUnit name the line of the crash or of the likely bug, not the definition."""
    Path("blamed.py").write_text(BLAMED, encoding="utf-8")
    files = ["--junit", "j.xml", "--sarif", "s.sarif", "--gitlab", "g.json"]
    assert cli.run(["verify", f"blamed.py:{name}", "--examples", "20", "--github", *files]) == 1
    assert f"::error file=blamed.py,line={line},title=" in capsys.readouterr().out
    case = fromstring(Path("j.xml").read_text(encoding="ascii")).find(".//failure/..")  # noqa: S314  # it is our own
    assert case is not None
    assert (case.get("file"), case.get("line")) == ("blamed.py", str(line))
    (result, *_) = json.loads(Path("s.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": line}
    (issue, *_) = json.loads(Path("g.json").read_text(encoding="utf-8"))
    assert issue["location"] == {"path": "blamed.py", "lines": {"begin": line}}


def test_the_summary_for_a_workflow_uses_the_words_of_the_verdict() -> None:
    """Each row has PASS, FAIL with what is wrong, or INCONCLUSIVE."""
    Path("blamed.py").write_text(BLAMED, encoding="utf-8")
    assert cli.run(["verify", "blamed.py:starts_from_zero", "--examples", "20", "--markdown", "m.md"]) == 1
    text = html.unescape(Path("m.md").read_text(encoding="utf-8"))
    assert "**FAIL** wrong value: got 0, expected 1" in text
    assert not re.search(r"\b(held|refuted|undecided|follows)\b", text)
