"""Mistakes with files and pipes: one line on standard error, and an exit status that is not that of a failure."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from printed import mistake
from prunecheck import check, cli
from prunecheck.errors import PreconditionError

Output = pytest.CaptureFixture[str]
SEARCH: Final = """
def search(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = -float("inf")
    for child in node.children():
        best = max(best, -search(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""
FACTORY: Final = """
class AI:
    def __init__(self, limit):
        self.limit = limit
    def look(self, node, alpha, beta):
        return max(-self.look(child, -beta, -alpha) for child in node.children())
def make():
    return AI(3)
"""
MANY: Final = """
class Board:
    def count(self, cells):
        return sum(self.count(cell) for cell in cells)
class Engine:
    def _search(self, node, alpha, beta):
        return max(-self._search(child, -beta, -alpha) for child in node.children())
def helper(node):
    return node
"""
MISTAKES: Final = {
    "latin.py:search": "latin.py cannot be imported: SyntaxError: invalid or missing encoding declaration",
    "empty.py:search": "unknown name 'search' in empty.py; the file defines no functions or classes",
    "many.py": "many.py is a file, not a search; write many.py:NAME, with a name such as Engine, ",
    "empty.py": "empty.py is a file, not a search; write empty.py:NAME, with the name of the search",
    "folder:search": "'folder' is a folder, not a file; write folder/file.py:search",
    "folder.inner:search": "'folder/inner' is a folder, not a file; write folder/inner/file.py:search",
    "imports.py:nothing": "unknown name 'nothing' in imports.py; known: own",
    "factory.py:make": "cannot tell which method of the class `AI` to check; name it, as in AI.look",
    "good.py:search:x": "'good.py:search:x' names no search; write path/file.py:name, such as good.py:search",
    "good.py::search": "'good.py::search' names no search; write path/file.py:name, such as good.py:search",
    "good.py:": "'good.py:' has no name after the colon; write good.py:search",
    ":search": "':search' has no file before the colon; write path/file.py:name",
    "folder": "'folder' is a folder; write folder/file.py:name",
    "missing.js": "there is no file 'missing.js'; write path/file.py:name, module:name, or 'pipe:COMMAND'",
    "unnamed": "unnamed contains Python, but its name does not end with .py; rename it, and write unnamed.py:search",
    "engine.js": "engine.js is not a Python file; write 'pipe:COMMAND', with the command that runs it",
    "notes.txt:search": "'notes.txt' is not a Python file; its name should end with .py",
    "": "SUBJECT is empty; write path/file.py:name, or leave out SUBJECT",
    " ": "SUBJECT is empty; write path/file.py:name, or leave out SUBJECT",
}
TREES: Final = (["verify", "good.py:search", "--tree"], ["show"], ["compare", "--workload"])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a right search, and with files that have none."""
    (tmp_path / "good.py").write_text(SEARCH, encoding="utf-8")
    (tmp_path / "unnamed").write_text(SEARCH, encoding="utf-8")
    (tmp_path / "latin.py").write_bytes(b"# \xff\xfe\n" + SEARCH.encode())
    (tmp_path / "empty.py").touch()
    (tmp_path / "imports.py").write_text("from math import inf, sqrt\ndef own(node): ...\n", encoding="utf-8")
    (tmp_path / "many.py").write_text(MANY, encoding="utf-8")
    (tmp_path / "notes.txt").touch()
    (tmp_path / "engine.js").touch()
    (tmp_path / "folder" / "inner").mkdir(parents=True)
    (tmp_path / "factory.py").write_text(FACTORY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("subject", MISTAKES)
def test_a_subject_that_is_no_search_is_a_one_line_error(subject: str, capsys: Output) -> None:
    """The line says what the subject is, and what to write."""
    assert cli.run(["verify", subject]) == 2
    assert MISTAKES[subject] in mistake(capsys)


@pytest.mark.parametrize(
    "takes, says",
    [
        (
            "node",
            "does not say what to pass for `alpha`, `beta`; list a role for each of the parameters `node`, `alpha`,",
        ),
        (
            "node,alpha,beta,depth",
            "lists more roles than the search has parameters (`node`, `alpha`, `beta`); drop depth",
        ),
    ],
)
def test_roles_that_do_not_fit_the_parameters_are_a_mistake(takes: str, says: str, capsys: Output) -> None:
    """The message lists the parameters, and says what to change."""
    assert cli.run(["verify", "good.py:search", "--takes", takes]) == 2
    assert f"'--takes {takes}' {says}" in mistake(capsys)


def test_a_module_may_have_the_name_of_a_program(folder: Path, capsys: Output) -> None:
    """For example, a compiled program beside `good.py`."""
    (folder / "good").write_bytes(b"\x7fELF")
    assert cli.run(["verify", "good:search", "--tree", "[[3, 5], [2, 9]]"]) != 2
    assert capsys.readouterr().err == ""


def test_a_class_without_a_module_is_a_mistake() -> None:
    """Without a module, the class has no source in which its methods could be found."""
    made: dict[str, type] = {}
    exec("class AI:\n  def look(self, node): return self.look(node)", {"__name__": "nowhere"}, made)  # noqa: S102
    with pytest.raises(PreconditionError, match=r"as in AI\.METHOD"):
        check(made["AI"])


@pytest.mark.parametrize("words", TREES)
def test_a_folder_is_not_a_tree(words: list[str], capsys: Output) -> None:
    """The message does not list the names of all trees."""
    assert cli.run([*words, "folder"]) == 2
    assert "folder is a folder; give a file with a tree in JSON" in mistake(capsys)


def test_doctor_takes_the_name_that_verify_takes(capsys: Output) -> None:
    """The name may begin with `pipe:`."""
    assert cli.run(["doctor", "pipe:no-such-program"]) == 2
    assert "cannot start 'no-such-program'" in mistake(capsys)


@pytest.mark.parametrize(
    ("file", "mode", "remedy"),
    [
        ("engine.py", 0o755, "it is a file, not a command; for a program in this folder, write ./engine.py"),
        ("engine.py", 0o644, "such as python3 engine.py"),
        ("engine.js", 0o644, "such as node engine.js"),
        ("./Engine.java", 0o644, "such as java ./Engine.java"),
        ("./engine", 0o644, "make this file executable, or write the command that runs it"),
    ],
)
def test_a_file_that_is_no_command_gets_the_command_that_runs_it(
    file: str, mode: int, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """A shell only looks for a command without a slash in the folders of PATH."""
    monkeypatch.chdir(tmp_path)
    Path(file).write_text("// a program\n", encoding="utf-8")
    Path(file).chmod(mode)
    assert cli.run(["doctor", file]) == 2
    said = mistake(capsys)
    assert remedy in said
    assert "No such file" not in said


def test_a_new_file_in_a_missing_folder_gets_the_name_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """Another file in the same folder could not be written, either."""
    monkeypatch.chdir(tmp_path)
    assert cli.run(["new", "engine-cpp", "-o", "no/such/quiet.cpp"]) == 2
    assert "the folder 'no/such' does not exist; create it, or choose another file with -o" in mistake(capsys)


def test_a_list_of_searches_is_a_repeated_option(capsys: Output) -> None:
    """Only searches of the catalogue can be listed with commas."""
    assert cli.run(["compare", "--search", "a:b,c.py:d"]) == 2
    assert "--search takes one search; repeat it for each search: --search a:b --search c.py:d" in mistake(capsys)


def run(shell: str) -> subprocess.CompletedProcess[str]:
    """A shell command, in which `$P` is prunecheck."""
    return subprocess.run(  # noqa: S603
        ["/bin/bash", "-c", shell.replace("$P", f"{sys.executable} -m prunecheck")],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow_cases("verify good.py:search -q --examples 2")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has /dev/full")
@pytest.mark.parametrize("command", ["list variants", "verify good.py:search -q --examples 2"])
def test_a_full_disk_is_a_one_line_error(command: str) -> None:
    """The exit status is not that of a wrong search."""
    done = run(f"$P {command} > /dev/full")
    assert done.returncode == 3
    assert done.stderr.startswith("prunecheck: error: cannot write the report: No space left on device")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_reader_that_stops_reading_is_no_failure_of_the_search() -> None:
    """The exit status says that the report did not arrive."""
    done = run("$P verify good.py:search --examples 2 | true; echo ${PIPESTATUS[0]}")
    assert done.stdout == "3\n"
    assert done.stderr == ""


@pytest.mark.slow
def test_without_standard_output_the_exit_status_remains() -> None:
    """If standard output is closed, no report is expected."""
    done = run("$P verify good.py:search --examples 2 >&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    "words", [["verify", "closed/engine.py:search"], ["compare", "--search", "closed/engine.py:search"]]
)
def test_a_closed_folder_is_a_one_line_error(words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """No command expects this error, but it is not reported as a bug in prunecheck."""
    stat = os.stat

    def closed(path: Any, *rest: Any, **more: Any) -> os.stat_result:
        if "closed" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return stat(path, *rest, **more)

    monkeypatch.setattr(os, "stat", closed)
    assert cli.run(words) == 2
    assert "cannot use 'closed/engine.py': Permission denied" in mistake(capsys)


def test_a_name_that_is_too_long_is_a_one_line_error(capsys: Output) -> None:
    """The system refuses the name of the file."""
    assert cli.run(["verify", f"{'a' * 300}.py:search"]) == 2
    assert "File name too long" in mistake(capsys)


def test_an_unreadable_report_is_a_one_line_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """An existing report is read before it is replaced."""
    report = folder / "old.svg"
    report.write_text("<svg>", encoding="utf-8")
    opened = Path.open

    def closed(path: Path, *words: Any, **named: Any) -> Any:
        if path.name == report.name:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, *words, **named)

    monkeypatch.setattr(Path, "open", closed)
    assert cli.run(["verify", "docs/examples/searches.py:right", "--svg", str(report)]) == 2
    assert f"cannot write {str(report)!r}: Permission denied; choose another file" in mistake(capsys)


def test_a_bug_in_prunecheck_is_no_failure_of_the_search(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """The traceback is printed for the report, and the exit status is its own, 4."""

    def broken(*_: object, **__: object) -> None:
        raise KeyError("a mistake of ours")

    monkeypatch.setattr(cli.verify_variants, "verify", broken)
    assert cli.run(["verify", "--variant", "f1"]) == 4
    error = capsys.readouterr().err
    assert "KeyError: 'a mistake of ours'" in error
    assert "internal error: this is a bug in prunecheck, not in your search; please report it" in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["good.py:search"], "'good.py:search' is not a command; to check a search, write prunecheck verify good.py"),
        (["verify", "good.py:search", "--window", "5", "3"], "window (5, 3) is empty: alpha must be below beta"),
        (["verify", "good.py:search", "--calls", "nonsense"], "there is no file 'nonsense'; give the calls as JSON"),
    ],
)
def test_the_mistake_itself_is_named(arguments: list[str], message: str, capsys: Output) -> None:
    """The message names what is wrong with the argument, not another condition that it violates as well."""
    assert cli.run(arguments) == 2
    said = mistake(capsys)
    assert message in said
    assert "needs --tree" not in said
