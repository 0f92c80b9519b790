"""Usage errors on the command line: each is one line with the input and the remedy, and no output is lost."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from own_searches import FILE
from printed import mistake
from prunecheck import PrunecheckError, cli, verify_search
from prunecheck.cli.reports import Reports
from prunecheck.contracts.case import MOST_VALUES, windows_for
from prunecheck.errors import PreconditionError
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import values
from prunecheck.report.sheet import Sheet
from prunecheck.trees.examples import named_tree
from prunecheck.trees.window import FULL
from prunecheck.verify.outcomes import Status

Output = pytest.CaptureFixture[str]
NAME = "mistaken_engine.py"
SEARCH = f"{NAME}:right"
QUICKLY = ["--examples", "5"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a file of searches."""
    (tmp_path / NAME).write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (["compare", SEARCH], f"run prunecheck compare --search {SEARCH}"),
        (["compare", SEARCH, f"{NAME}:wrong"], f"--search {SEARCH} --search {NAME}:wrong"),
        (["compare", "fail_soft", SEARCH], f"run prunecheck compare --variant fail_soft --search {SEARCH}"),
        (["compare", NAME], f"run prunecheck compare --search {NAME}:name"),
        (["compare", "pipe:./engine --fast"], "--search 'pipe:./engine --fast'"),
        (["compare", "--workload", SEARCH], f"use --search {SEARCH}"),
        (["compare", "--variant", SEARCH], f"use --search {SEARCH}"),
        (["compare", "--search", "fail_soft"], "use --variant fail_soft"),
        (["show", "uneven", "--variant", f"f2,{SEARCH}"], f"use --search {SEARCH}"),
        (["show", "uneven", "--search", "f2"], "use --variant f2"),
        (["bench", "--variant", SEARCH], f"use prunecheck compare --search {SEARCH}"),
        (["verify", "--variant", SEARCH], f"write prunecheck verify {SEARCH}"),
    ],
)
def test_a_search_in_the_wrong_place_gets_the_option_that_takes_it(
    words: list[str], remedy: str, capsys: Output
) -> None:
    """The searches of a user and those of the catalogue have different options, and neither is a file or a tree."""
    assert cli.run(words) == 2
    assert remedy in mistake(capsys)


@pytest.mark.parametrize("option", ["--junit", "--sarif", "--gitlab", "--markdown", "--svg"])
def test_a_report_only_replaces_a_report_of_its_kind(option: str, capsys: Output) -> None:
    """A report never replaces the search's file, another file, or another kind of report; nothing is searched."""
    Path("notes.txt").write_text("kept", encoding="utf-8")
    Path("folder").mkdir()
    for name, says in (
        (NAME, "is already used as input or for another output"),
        (f"./{NAME}", "is already used as input or for another output"),
        ("notes.txt", "it already exists and is not a "),
        ("folder", "it is a folder"),
        ("missing/report", "the folder 'missing' does not exist"),
        (os.devnull, "it is not a regular file"),
        ("n\0l", "cannot write"),
    ):
        assert cli.run(["verify", SEARCH, *QUICKLY, option, name]) == 2
        assert says in mistake(capsys)
    assert Path(NAME).read_text(encoding="utf-8") == FILE
    assert Path("notes.txt").read_text(encoding="utf-8") == "kept"


def test_inputs_are_never_overwritten(capsys: Output) -> None:
    """The input is a tree, or a search to compare."""
    Path("tree.json").write_text("[1, 2]", encoding="utf-8")
    assert cli.run(["verify", SEARCH, "--tree", "tree.json", "--junit", "tree.json"]) == 2
    assert "is already used as input or for another output" in mistake(capsys)
    for option in ("-o", "--html", "--resume"):
        assert cli.run(["compare", "--search", SEARCH, "--workload", "uneven", option, NAME]) == 2
        assert "is already used as input or for another output" in mistake(capsys)
    assert Path(NAME).read_text(encoding="utf-8") == FILE


@pytest.mark.slow
def test_a_report_may_replace_an_empty_file_or_an_older_report(capsys: Output) -> None:
    """Any other file is refused."""
    files = {"--junit": "j.xml", "--sarif": "s.sarif", "--gitlab": "g.json", "--markdown": "m.md", "--svg": "w.svg"}
    words = [word for pair in files.items() for word in pair]
    Path("j.xml").touch()
    for _ in range(2):
        assert cli.run(["verify", SEARCH, *QUICKLY, *words]) == 0
    capsys.readouterr()
    assert all(Path(name).stat().st_size for name in files.values())
    for option, name in (("--junit", "m.md"), ("--markdown", "w.svg"), ("--svg", "j.xml")):
        assert cli.run(["verify", SEARCH, *QUICKLY, option, name]) == 2
        assert "already exists and is not a" in mistake(capsys)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["verify", SEARCH, "b.py:g"], "verify does not take 'b.py:g' as well: check one search at a time, or list"),
        (["verify", "node", "engine.js"], "put quotes around the command of a program, as in 'pipe:node engine.js'"),
        (["new", "test", "b.py:g"], "new does not take 'b.py:g' as well: name the search with --search"),
        (["show", "[1,", "2]"], "show does not take '2]' as well: put quotes around the tree"),
        (["schema", "report", "a", "b"], "schema does not take 'a b' as well: put quotes around an argument"),
    ],
)
def test_an_extra_argument_gets_a_remedy(words: list[str], says: str, capsys: Output) -> None:
    """The error says what to write instead, and where the examples are."""
    assert cli.run(words) == 2
    told = mistake(capsys)
    assert says in told
    assert told.rstrip().endswith(f"see prunecheck help {words[0]}")


@pytest.mark.skipif(os.geteuid() == 0, reason="everything is permitted to root")
def test_a_read_only_folder_is_reported_before_the_run(folder: Path, capsys: Output) -> None:
    """The error is the same as for a missing folder."""
    (folder / "closed").mkdir(mode=0o500)
    assert cli.run(["verify", SEARCH, *QUICKLY, "--svg", "closed/w.svg"]) == 2
    assert "no permission to write to the folder" in mistake(capsys)


def test_a_report_that_cannot_be_written_does_not_stop_the_others() -> None:
    """All other reports are written before the error about one report."""
    reports = Reports("gone/j.xml", "m.md", "w.svg")
    with pytest.raises(PrunecheckError, match=r"cannot write 'gone/j\.xml'"):
        reports.write(Sheet(Status.HELD, ("Held",), (), 0.0), as_data=False)
    assert Path("m.md").is_file()
    assert Path("w.svg").is_file()


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e300", "86401", "0", "-1", "two", ""])
@pytest.mark.parametrize("words", [["verify", SEARCH], ["divide", SEARCH, "--tree", "[1]"], ["doctor"]])
def test_seconds_must_be_between_a_hundredth_and_a_day(words: list[str], seconds: str, capsys: Output) -> None:
    """Every command with this option has the same limits."""
    after = ["true"] if words == ["doctor"] else []
    assert cli.run([*words, f"--seconds={seconds}", *after]) == 2
    assert "--seconds is " in mistake(capsys)


MODULES = {
    "class A:\n while True: pass": "it does not finish within 6.02 s; fix it, or allow more time with --seconds",
    "class A:\n import os; os._exit(3)": "crash: ended with exit status 3; fix the code that runs at this point",
    "class A:\n  exit(4)": "SystemExit: 4 (made.py, line 2); move the code that ends the program below if __name__",
    "\nimport json\njson.loads('{')": "(made.py, line 3); fix this line",
    "import no_such_module_here": "'no_such_module_here' (made.py, line 1); install the missing module",
    "def f(": "SyntaxError: '(' was never closed (made.py, line 1); fix this line",
}


@pytest.mark.slow_cases("class A:* while*")
@pytest.mark.parametrize("code", MODULES, ids=lambda code: code.strip()[:20])
def test_a_module_that_cannot_be_imported_is_not_a_verdict(code: str, capsys: Output) -> None:
    """An import that hangs or exits is handled like one that raises: the line has the place and the remedy."""
    Path("made.py").write_text(code, encoding="utf-8")
    assert cli.run(["verify", "made.py:search", "--seconds", "0.01", "--quiet"]) == 2
    error = mistake(capsys)
    assert "made.py cannot be imported: " in error
    assert MODULES[code] in error


def test_a_file_in_another_encoding_is_not_a_verdict(capsys: Output) -> None:
    """Old editors save accented letters in Latin-1, which Python only reads if the file says so."""
    Path("made.py").write_bytes("def search(node):\n    # más\n    return 0\n".encode("latin-1"))
    assert cli.run(["verify", "made.py:search"]) == 2
    assert "save the file as UTF-8, or declare its encoding in line 1" in mistake(capsys)


@pytest.mark.slow
def test_a_hanging_constructor_is_not_a_verdict(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line names the class, not its module."""
    monkeypatch.setattr("prunecheck.verify.isolated.SILENCE", 1)
    code = "class Engine:\n    def __init__(self):\n        while True: pass\n    def search(self, node): return 0\n"
    Path("made.py").write_text(code, encoding="utf-8")
    assert cli.run(["verify", "made.py:Engine", "--seconds", "0.01"]) == 2
    assert "made.py:Engine cannot be created: it does not finish within 1.02 s" in mistake(capsys)


@pytest.mark.slow
def test_a_starting_call_that_takes_too_long_is_not_a_verdict(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position may have too many moves to record, although the search ends."""
    monkeypatch.setattr("prunecheck.verify.isolated.SILENCE", 1)
    monkeypatch.setattr("prunecheck.subjects.find.own_game_subject", lambda *_, **__: time.sleep(60))
    Path("made.py").write_text("def search(n):\n    return max(map(search, range(n)), default=0)\n", encoding="utf-8")
    assert cli.run(["verify", "made.py:search", "--start", "search(9)", "--seconds", "0.1"]) == 2
    said = mistake(capsys)
    assert "within 1.2 s; give a starting call with a smaller depth or a smaller board, or allow more time" in said


@pytest.mark.slow
def test_a_hanging_look_for_a_starting_call_is_not_a_verdict(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large project may have too much code to read; the search itself did not hang."""
    monkeypatch.setattr("prunecheck.verify.isolated.SILENCE", 1)
    monkeypatch.setattr("prunecheck.subjects.find_start.propose_starts", lambda *_, **__: time.sleep(60))
    Path("made.py").write_text("def search(board):\n    return board[0]\n", encoding="utf-8")
    assert cli.run(["verify", "made.py:search", "--seconds", "0.1"]) == 2
    assert (
        "made.py:search needs a starting call, but prunecheck takes too long to find one in its files; give a call "
        "with --start" in mistake(capsys)
    )


class NeverMade:
    """A class whose constructor hangs."""

    def __init__(self) -> None:
        while True:
            pass

    def search(self, node: Any) -> Any:
        """The value of a leaf."""
        return node.value()


def test_a_hanging_constructor_in_this_process_is_a_usage_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit applies in this process as well."""
    monkeypatch.setattr("prunecheck.subjects.make_callable.MAKING", -3.9)
    with pytest.raises(PreconditionError, match=r"NeverMade\(\) does not finish within 0.1 s; fix it"):
        verify_search(NeverMade)


ERRORS = {
    "def __getattr__(name): raise ImportError(f'{name} needs a board')": "ImportError: search needs a board",
    "def __getattr__(name): raise SystemExit(3)": "SystemExit: 3",
    "def __getattr__(name): raise AttributeError(name)": "unknown name 'search' in made.py",
    "class Kind(type):\n    def __getattr__(cls, name): raise ValueError(name)\nclass search(metaclass=Kind): pass\n": (
        "made.py:search cannot be read: ValueError: "
    ),
}


@pytest.mark.parametrize("code", ERRORS)
def test_a_name_whose_lookup_fails_is_a_usage_error(code: str, capsys: Output) -> None:
    """The module raises an error when the name is looked up."""
    Path("made.py").write_text(code, encoding="utf-8")
    assert cli.run(["verify", "made.py:search"]) == 2
    assert ERRORS[code] in mistake(capsys)


def test_a_search_that_ends_its_process_is_still_judged(capsys: Output) -> None:
    """A crash in a call is a verdict, whatever happened before."""
    Path("made.py").write_text("import os\ndef search(node, alpha, beta): os._exit(3)\n", encoding="utf-8")
    assert cli.run(["verify", "made.py:search", *QUICKLY]) == 1
    assert "crash: ended with exit status 3" in capsys.readouterr().out


def test_a_factory_that_returns_no_search_is_reported(capsys: Output) -> None:
    """The line has the returned value, its type, and the required type."""
    Path("made.py").write_text("def make(): return 3\n", encoding="utf-8")
    assert cli.run(["verify", "made.py:make"]) == 2
    assert "make() returned 3, of type int, not a search" in mistake(capsys)


WITHOUT_EFFECT = [
    (["verify", SEARCH, "--claims", ""], "--claims is '', which contains no name"),
    (["verify", "--variant", " , "], "--variant is ' , ', which contains no name"),
    (["verify", SEARCH, "--quick", "--effort", "thorough"], "--quick and --effort thorough cannot be used together"),
    (["verify", "--quick", "--effort", "thorough"], "--quick and --effort thorough cannot be used together"),
    (["verify", "pipe:cat", "--takes", "node"], "'takes'"),
    (["verify", "pipe:cat", "--values", "max"], "'values'"),
    (["verify", "pipe:cat", "--answers", "max"], "'answers'"),
    (["verify", "pipe:cat", "--returns", "move"], "'returns'"),
    (["doctor", "--sconds", "1", "cat"], "unknown option '--sconds' in `prunecheck doctor`; did you mean '--seconds'?"),
    (["verify", SEARCH, "--tree", "nan"], "the tree 'nan': "),
    (["verify", SEARCH, "--tree", "nan"], "nan at character 1 cannot be compared; give a number"),
    (["verify", "nosuch.py"], "there is no file 'nosuch.py'; write path/file.py:name"),
    (["verify", NAME], f"{NAME} is a file, not a search; write {NAME}:"),
    (
        ["verify", sys.executable],
        f"is a program, not a search in Python; write 'pipe:{sys.executable}'",
    ),
    (["verify", SEARCH, "--effort", "quik"], "unknown value of --effort 'quik'; did you mean 'quick'?"),
    (["verify", SEARCH, "--examples", "many"], "--examples is 'many', not a whole number of at least 1"),
    (["verify", SEARCH, "--window", "3"], "--window needs ALPHA BETA after it"),
    (["compare", "--tolerance", "-1"], "--tolerance is '-1', not a fraction; write a fraction such as 0.05 for 5 %"),
    (["harvest", "nim-2"], "harvest needs --output; for examples, see prunecheck help harvest"),
    (["--nonsense"], "unknown option '--nonsense' in `prunecheck`"),
    (["compare", "--html", "."], "cannot write '.': it is a folder; choose another file"),
    (["compare", "--html", "none/page.html"], "cannot write 'none/page.html': the folder 'none' does not exist"),
    (["compare", "-o", "none/table.txt"], "cannot write 'none/table.txt': the folder 'none' does not exist"),
    (["show", "blog", "-o", "."], "cannot write '.'"),
    (
        ["new", "test", "-o", "made/"],
        "'made/' is a folder; give a file name, such as test_prunecheck.py",
    ),
    (["verify", SEARCH, "--tree", "[1,2"], "it ends too early; close each list"),
]


@pytest.mark.parametrize("arguments, says", WITHOUT_EFFECT, ids=[" ".join(words) for words, _ in WITHOUT_EFFECT])
def test_ineffective_and_unreadable_options_are_refused(arguments: list[str], says: str, capsys: Output) -> None:
    """The line has the given words."""
    assert cli.run(arguments) == 2
    assert says in mistake(capsys)


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("every-leaf", "every-leaf is about the evaluated leaves, which cannot be observed in this search"),
        ("clamped", "clamped needs a window, but this search takes none; drop the claim"),
    ],
)
def test_a_claim_that_cannot_be_tested_is_refused(claim: str, says: str, capsys: Output) -> None:
    """Examples: pruning for plain lists, whose reads are not observed, and `clamped` without a window."""
    Path("lists.py").write_text(
        "def search(tree):\n    return max(-search(each) for each in tree) if type(tree) is list else tree\n",
        encoding="utf-8",
    )
    assert cli.run(["verify", "lists.py:search", "--claims", claim, *QUICKLY]) == 2
    assert says in mistake(capsys)
    assert cli.run(["verify", "lists.py:search", "--claims", "exact", *QUICKLY]) == 0


def test_a_wide_tree_is_judged_in_the_given_window(capsys: Output) -> None:
    """Without a given window, a tree with so many leaves is only searched in a few windows."""
    Path("wide.json").write_text(json.dumps(list(range(600))), encoding="utf-8")
    assert cli.run(["verify", SEARCH, "--claims", "knuth", "--tree", "wide.json", "--window", "0", "1"]) == 0
    assert "values       right on 1 tree\n" in capsys.readouterr().out


@pytest.mark.slow
def test_an_error_in_a_listed_search_names_its_place_and_keeps_all_reports(capsys: Output) -> None:
    """The searches besides the one with the error are reported, also in files."""
    Path("pyproject.toml").write_text(
        f'[tool.prunecheck]\nexamples = 5\nsubjects = [{{ search = "{SEARCH}" }}, {{ search = "{NAME}:rigth" }}]\n',
        encoding="utf-8",
    )
    assert cli.run(["verify", "--json", "--junit", "j.xml"]) == 2
    right, mistyped = json.loads(capsys.readouterr().out)["variants"]
    assert right["name"] == SEARCH
    assert mistyped["error"].startswith(f"pyproject.toml: tool.prunecheck.subjects[1]: unknown name 'rigth' in {NAME}")
    assert SEARCH in Path("j.xml").read_text(encoding="ascii")
    assert cli.run(["verify", "--svg", NAME]) == 2
    assert "it already exists and is not a picture" in mistake(capsys)


@pytest.mark.slow
def test_windows_of_a_tree_with_many_values_are_sampled() -> None:
    """A thousand different leaves would make two million windows; the sample contains the full window."""
    tree = named_tree("random-leaves").build()
    leaves = list(path_bounds(tree, tree.root, values(tree, tree.root)))
    assert len({leaf.value for leaf in leaves}) > MOST_VALUES
    windows = windows_for(leaves)
    assert windows[0] == FULL
    assert len(set(windows)) == 46


def test_an_interrupt_before_any_report_prints_one_word(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """The exit status is that of an interrupt, and no traceback is printed."""

    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("prunecheck.cli.divide.divide_search", pressed)
    assert cli.run(["divide", SEARCH, "--tree", "[1]"]) == 130
    assert capsys.readouterr().err.strip() == "Interrupted"


def test_an_interrupt_during_imports_prints_one_word(folder: Path) -> None:
    """The output is the same as for a later interrupt."""
    (folder / "click.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n", encoding="utf-8")
    code = "import signal as s; s.signal(s.SIGINT, s.default_int_handler); from prunecheck.cli import main; main()"
    there = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", code], env=there, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, "", "Interrupted\n")


@pytest.mark.slow
def test_a_search_that_always_crashes_is_reported_with_its_line(capsys: Output) -> None:
    """The line is the innermost one in the user's file, and with `-v`, the traceback comes before the message."""
    code = "import json\n\ndef search(node, depth, alpha, beta): return json.loads('{')\n"
    Path("made.py").write_text(code, encoding="utf-8")
    assert cli.run(["verify", "made.py:search", *QUICKLY]) == 2
    message = mistake(capsys)
    assert "JSONDecodeError" in message
    assert "(made.py:3)" in message
    assert cli.run(["verify", "made.py:search", *QUICKLY, "-v"]) == 2
    *traceback, last = capsys.readouterr().err.splitlines()
    assert last == message.rstrip()
    assert traceback[0] == "traceback"
    assert "  made.py:3 in search" in traceback
    assert any(line.endswith("return json.loads('{')") for line in traceback)
