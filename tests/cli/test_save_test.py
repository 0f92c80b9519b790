"""`--save-test` appends a regression test that fails until the bug is fixed."""

import subprocess
import sys
from pathlib import Path

import pytest

from prunecheck import cli
from prunecheck.cli.save_test import name_in_tests

Output = pytest.CaptureFixture[str]
ENGINE = """
def search(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = WORST
    for child in node.children():
        best = max(best, -search(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a wrong search in the working directory."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "saved_engine.py"
    file.write_text(ENGINE.replace("WORST", "0"), encoding="utf-8")
    return file


def save(file: str) -> int:
    return cli.run(["verify", "saved_engine.py:search", "--examples", "20", "--save-test", file])


def test_a_saved_test_fails_until_the_bug_is_fixed(engine: Path) -> None:
    """The test is in a new file, which pytest can run unchanged."""
    assert save("test_saved.py") == 1
    run = [sys.executable, "-m", "pytest", "-q", "test_saved.py"]
    assert subprocess.run(run, capture_output=True, check=False).returncode == 1  # noqa: S603
    engine.write_text(ENGINE.replace("WORST", 'float("-inf")'), encoding="utf-8")
    assert subprocess.run(run, capture_output=True, check=False).returncode == 0  # noqa: S603


def test_a_test_is_added_to_an_existing_file(engine: Path, capsys: Output) -> None:
    """Imports are merged, names do not clash, and no test is saved twice."""
    file = Path("test_all.py")
    before = (
        '"""Ours."""\n\nimport math\nfrom prunecheck import check\n\n\ndef test_search_satisfies_exact():\n    check\n'
    )
    file.write_text(before, encoding="utf-8")
    assert save("test_all.py") == 1
    text = file.read_text(encoding="utf-8")
    assert text.startswith('"""Ours."""\n\nimport math\nfrom prunecheck import INF, Window, check, from_nested\n')
    assert "def test_search_satisfies_exact_2():\n" in text
    assert "1 test added" in capsys.readouterr().out
    assert save("test_all.py") == 1
    assert file.read_text(encoding="utf-8") == text
    compile(text, "test_all.py", "exec")


@pytest.mark.parametrize(
    ("file", "signs", "name"),
    [
        ("test_it.py", [], "engine/search.py:f"),
        ("engine/tests/test_it.py", ["engine/pyproject.toml"], "search.py:f"),
        ("engine/tests/test_it.py", [], "engine/search.py:f"),
        ("tests/test_it.py", ["tests/pytest.ini"], "../engine/search.py:f"),
        ("../elsewhere/test_it.py", [], "../here/engine/search.py:f"),
    ],
)
def test_a_saved_test_names_the_search_relative_to_the_project(
    file: str, signs: list[str], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path starts at the root of the test's project, or at the working directory if the test is below it."""
    for folder in ("here/engine/tests", "here/tests", "elsewhere"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    for sign in signs:
        Path(sign).touch()
    assert name_in_tests("engine/search.py:f", Path(file)) == name
    assert name_in_tests("engine.search:f", Path(file)) == "engine.search:f"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("notes.txt", None, "give a name that ends in .py"),
        ("broken.py", "def (", "SyntaxError at line 1"),
        ("missing/test_it.py", None, "missing/test_it.py"),
    ],
)
def test_a_file_that_cannot_hold_a_test_is_a_usage_error(
    engine: Path, name: str, text: str | None, says: str, capsys: Output
) -> None:
    """The exit status is 2, and no file is changed."""
    if text is not None:
        Path(name).write_text(text, encoding="utf-8")
    assert save(name) == 2
    assert says in capsys.readouterr().err
    assert text is None or Path(name).read_text(encoding="utf-8") == text
