"""Whatever a search in Python does, `prunecheck verify` comes to an end and says what it was."""

import os
import textwrap
import time
from pathlib import Path

import pytest

from prunecheck import cli
from prunecheck.errors import Failure, PreconditionError
from prunecheck.subjects.alone import Ended, alone
from prunecheck.subjects.calling import Watch

RIGHT = """
def right(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    for child in node.children():
        alpha = max(alpha, -right(child, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
"""
THREE = "    if len(node.children()) == 3:\n"
REST = "    return right(node, alpha, beta)\n"
MISCONDUCT = {  # what it does -> its first lines, and what the verdict says
    "hangs": (THREE + "        while True: pass\n" + REST, "hung: no answer within"),
    "catches_everything": (
        THREE
        + "        while True:\n            try:\n                while True: pass\n            except: pass\n"
        + REST,
        "hung: no answer within",
    ),
    "exits": (THREE + "        sys.exit(2)\n" + REST, "crashed: it ended the program, with status 2"),
    "leaves": (THREE + "        os._exit(3)\n" + REST, "crashed: ended with exit status 3"),
    "is_killed": (THREE + "        os.kill(os.getpid(), 11)\n" + REST, "crashed: ended by SIGSEGV"),
    "floods": ("    os.write(1, b'x' * 100_000)\n    print('y' * 1000)\n" + REST, "flooded its output"),
    "recurses": ("    return recurses(node, alpha, beta)\n", "RecursionError"),
    "grows": ("    kept.append(bytearray(50_000_000))\n" + REST, "ran out of memory"),
    "asks_for_ever": (THREE + "        while True: node.is_leaf()\n" + REST, "stopped"),
    "says_nothing": (THREE + "        return None\n" + REST, "answered nonsense: gave back None"),
    "says_nan": (THREE + "        return float('nan')\n" + REST, "answered nonsense: gave back NaN"),
    "says_yes": (THREE + "        return True\n" + REST, "answered nonsense: gave back True"),
    "divides": (THREE + "        return 1 / 0\n" + REST, "ZeroDivisionError"),
    "reads_input": (THREE + "        input()\n" + REST, "EOFError"),
}

Output = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a right search, and one for each kind of misconduct."""
    found = tmp_path / "strange.py"
    wrong = "".join(f"\ndef {name}(node, alpha, beta):\n{body}" for name, (body, _) in MISCONDUCT.items())
    found.write_text(f"import os, sys\nkept = []\n{RIGHT}{wrong}", encoding="utf-8")
    return found


@pytest.mark.parametrize("name", MISCONDUCT)
def test_each_misconduct_has_its_verdict(name: str, file: Path, capfd: Output) -> None:
    """Refuted, in words, on a small tree; nothing that it prints, and no traceback, gets among ours."""
    assert cli.run(["verify", f"{file}:{name}", "--effort", "quick", "--seconds", "0.3"]) == 1
    told = capfd.readouterr()
    assert MISCONDUCT[name][1] in told.out
    assert "Traceback" not in told.out + told.err
    assert "xxx" not in told.out
    tree = next(line for line in told.out.splitlines() if line.strip().startswith("tree "))
    assert tree.count(",") <= 5 or name == "floods"


def test_a_right_search_is_held(file: Path, capfd: Output) -> None:
    """With what it keeps and what it reads."""
    assert cli.run(["verify", f"{file}:right", "--effort", "quick"]) == 0
    told = capfd.readouterr().out
    assert "keeps fishburn" in told
    assert "reads exactly the leaves of alpha-beta" in told


def test_a_search_that_cannot_be_imported_is_a_mistake(tmp_path: Path, capfd: Output) -> None:
    """One line, exit status 2."""
    (tmp_path / "broken.py").write_text("import nothing_of_this_name\n", encoding="utf-8")
    assert cli.run(["verify", f"{tmp_path / 'broken.py'}:search"]) == 2
    assert "cannot be imported: ModuleNotFoundError" in capfd.readouterr().err


@pytest.mark.parametrize(
    "name, options, says",
    [
        ("saerch", [], "unknown name in {file} 'saerch'; did you mean 'search'?"),
        ("search", ["--takes", "alhpa"], "unknown argument 'alhpa'; did you mean 'alpha'?"),
    ],
)
def test_a_misspelt_word_is_a_mistake(name: str, options: list[str], says: str, tmp_path: Path, capfd: Output) -> None:
    """One line with the nearest word, exit status 2."""
    file = tmp_path / "engine.py"
    file.write_text("def search(node, alpha, beta):\n    return 0\n", encoding="utf-8")
    assert cli.run(["verify", f"{file}:{name}", *options]) == 2
    assert capfd.readouterr().err == f"prunecheck: error: {says.format(file=file)}\n"


def test_work_alone_gives_its_result_or_its_mistake() -> None:
    """What it returns is handed over; a mistake of the user's is raised here."""

    def mistaken(watch: Watch) -> int:
        raise PreconditionError("no such thing")

    assert alone(lambda watch: 41 + 1, silence=5) == 42
    with pytest.raises(PreconditionError, match="no such thing"):
        alone(mistaken, silence=5)


def test_work_that_is_silent_is_ended_with_all_it_started(tmp_path: Path) -> None:
    """A child of its own is ended too."""
    mark = tmp_path / "pid"

    def sleeps(watch: Watch) -> int:
        if child := os.fork():
            mark.write_text(str(child), encoding="utf-8")
        time.sleep(60)
        return 0

    ended = alone(sleeps, silence=0.5)
    assert isinstance(ended, Ended)
    assert (ended.failure, ended.call) == (Failure.HUNG, None)
    child = int(mark.read_text(encoding="utf-8"))
    for _ in range(100):
        status = Path(f"/proc/{child}/status")
        if not status.exists() or "Z (zombie)" in status.read_text(encoding="ascii"):
            return
        time.sleep(0.05)
    raise AssertionError(textwrap.dedent(f"process {child} is still there"))
