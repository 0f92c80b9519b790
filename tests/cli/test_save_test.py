"""`--save-test` appends a regression test that fails until the bug is fixed."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from piles import HEAD, MINIMAX
from prunecheck import cli
from prunecheck.cli.save_test import place_in_test

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


@pytest.mark.slow
def test_a_saved_test_fails_until_the_bug_is_fixed(engine: Path) -> None:
    """The test is in a new file, which pytest can run unchanged."""
    assert save("test_saved.py") == 1
    run = [sys.executable, "-m", "pytest", "-q", "test_saved.py"]
    assert subprocess.run(run, capture_output=True, check=False).returncode == 1  # noqa: S603
    engine.write_text(ENGINE.replace("WORST", 'float("-inf")'), encoding="utf-8")
    assert subprocess.run(run, capture_output=True, check=False).returncode == 0  # noqa: S603


@pytest.mark.slow
def test_a_test_is_added_to_an_existing_file(engine: Path, capsys: Output) -> None:
    """Imports are merged, names do not clash, and no test is saved twice."""
    file = Path("test_all.py")
    before = (
        '"""Ours."""\n\nimport math\nfrom prunecheck import check\n\n\ndef test_search_satisfies_exact():\n    check\n'
    )
    file.write_text(before, encoding="utf-8")
    assert save("test_all.py") == 1
    text = file.read_text(encoding="utf-8")
    assert text.startswith(
        '"""Ours."""\n\nimport math\nfrom prunecheck import INF, Window, check, from_nested\nfrom pathlib import Path\n'
    )
    assert "def test_search_satisfies_exact_2():\n" in text
    added = "1 test added, test_search_satisfies_exact_2; run it with pytest test_all.py\n"
    assert capsys.readouterr().out.endswith(added)
    assert save("test_all.py") == 1
    assert file.read_text(encoding="utf-8") == text
    compile(text, "test_all.py", "exec")


WRONG_MOVE = """
def choose(pile):
    for take in moves(pile):
        minimax(pile - take, -inf, inf, False)
    return moves(pile)[0]
"""
REPAIRS: Final = (
    ("    for", "    best = -inf\n    for"),
    ("minimax(", "value = minimax("),
    ("    return moves(pile)[0]", "        if value > best:\n            best, move = value, take\n    return move"),
)


@pytest.mark.slow
def test_a_failure_that_no_single_call_repeats_is_saved_as_the_same_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """The test fails until the function returns the best move."""
    monkeypatch.chdir(tmp_path)
    file = Path("piles.py")
    file.write_text(HEAD + MINIMAX + WRONG_MOVE, encoding="utf-8")
    words = ["verify", "piles.py:choose", "--start", "choose(6)", "--examples", "20"]
    assert cli.run([*words, "--save-test", "test_saved.py"]) == 1
    assert "1 test added, test_choose_passes" in capsys.readouterr().out
    text = Path("test_saved.py").read_text(encoding="utf-8")
    assert text.endswith(':choose", start="choose(6)", seed=0, examples=20)\n')
    run = [sys.executable, "-m", "pytest", "-q", "test_saved.py"]
    assert subprocess.run(run, capture_output=True, check=False).returncode == 1  # noqa: S603
    right = WRONG_MOVE
    for wrong, repaired in REPAIRS:
        right = right.replace(wrong, repaired)
    file.write_text(HEAD + MINIMAX + right, encoding="utf-8")
    assert subprocess.run(run, capture_output=True, check=False).returncode == 0  # noqa: S603


def test_if_pytest_is_missing_the_message_says_how_to_install_it(
    engine: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """The package does not come with prunecheck."""
    monkeypatch.setattr("prunecheck.cli.save_test.find_spec", lambda _: None)
    assert save("test_all.py") == 1
    assert "run it with pytest test_all.py (first: pip install pytest)\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("test_it.py", "{Path(__file__).parent}/engine/search.py:f"),
        ("engine/test_it.py", "{Path(__file__).parent}/search.py:f"),
        ("tests/unit/test_it.py", "{Path(__file__).parents[2]}/engine/search.py:f"),
        ("../elsewhere/test_it.py", "{Path(__file__).parents[1]}/here/engine/search.py:f"),
    ],
)
def test_a_saved_test_names_the_search_relative_to_itself(
    file: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path is relative to the test file, so pytest can run in any folder. The name of a module stays as it is."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert place_in_test("engine/search.py:f", Path(file)) == f'f"{place}"'
    assert place_in_test(str(tmp_path / "here/engine/search.py:f"), Path(file)) == f'f"{place}"'
    assert place_in_test("engine.search:f", Path(file)) == '"engine.search:f"'
    assert eval(place_in_test("a{b}.py:f", Path(file)), {"Path": Path, "__file__": str(Path(file).resolve())}) == str(  # noqa: S307
        tmp_path / "here/a{b}.py:f"
    )


@pytest.mark.slow
def test_a_saved_test_runs_in_any_working_directory(engine: Path, tmp_path: Path, capsys: Output) -> None:
    """The folder of the test is made. The test fails with the verdict, not because the search is not found."""
    assert save("new/tests/test_saved.py") == 1
    assert "new/tests/test_saved.py: 1 test added, test_search_satisfies_exact" in capsys.readouterr().out
    text = Path("new/tests/test_saved.py").read_text(encoding="utf-8")
    assert text.startswith("from pathlib import Path\n\nfrom prunecheck import ")
    for place in (tmp_path / "new", tmp_path / "new" / "tests"):
        run = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            str(tmp_path / "new/tests/test_saved.py"),
        ]
        done = subprocess.run(run, capture_output=True, check=False, text=True, cwd=place)  # noqa: S603
        assert done.returncode == 1
        assert "got 0, expected 1" in done.stdout


@pytest.mark.slow
def test_a_run_that_adds_no_test_says_why(engine: Path, capsys: Output) -> None:
    """No test is added if the file already contains it, or if the search passed. In this case, no folder is made."""
    assert save("test_saved.py") == save("test_saved.py") == 1
    assert capsys.readouterr().out.endswith("test_saved.py: 0 tests added, because the file already has the test\n")
    engine.write_text(ENGINE.replace("WORST", 'float("-inf")'), encoding="utf-8")
    assert save("other/test_saved.py") == 0
    assert capsys.readouterr().out.endswith("other/test_saved.py: 0 tests added, because the search passed\n")
    assert not Path("other").exists()


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("notes.txt", None, "give a name that ends in .py"),
        ("broken.py", "def (", "SyntaxError at line 1"),
        ("saved_engine.py/test_it.py", None, "is a file, not a folder; choose another file"),
        ("saved_engine.py", ENGINE, "is already used as input"),
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
