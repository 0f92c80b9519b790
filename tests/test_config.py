"""The table `[tool.prunecheck]` in pyproject.toml: valid contents, and errors for invalid contents."""

import re
from pathlib import Path

import pytest

from own_searches import FILE
from prunecheck import PrunecheckError, cli
from prunecheck.config import none_listed, read_config
from prunecheck.errors import UnknownNameError
from prunecheck.verify.options import Options

Output = pytest.CaptureFixture[str]


def config(folder: Path, text: str) -> tuple[Options, ...]:
    """The options in a table with this text."""
    (folder / "pyproject.toml").write_text(f"[tool.prunecheck]\n{text}\n", encoding="utf-8")
    return read_config(folder)


def test_every_key_is_read(tmp_path: Path) -> None:
    """Each key in the table of a search becomes the field of `Options` with the same name."""
    text = """
    subjects = [{ search = "a.py:b", claims = ["fail_soft", "visits"], effort = "quick", examples = 7, seed = 3,
                  seconds = 0.5, takes = ["node", "depth"], values = "mover", answers = "max", returns = "value-move" }]
    """
    (found,) = config(tmp_path, text.replace("\n", " "))
    claims = ("fishburn", "visits")
    assert found == Options("a.py:b", claims, "quick", 7, 3, 0.5, "node,depth", "mover", "max", "value-move")


def test_options_above_the_list_are_defaults(tmp_path: Path) -> None:
    """Budgets above the list are defaults for each search."""
    text = 'effort = "quick"\nseconds = 1\nsubjects = [{ search = "a.py:b" }, { search = "c:d", seconds = 3 }]'
    first, second = config(tmp_path, text)
    assert (first.effort, first.seconds) == ("quick", 1)
    assert (second.effort, second.seconds) == ("quick", 3)


def test_a_search_without_options_is_a_plain_string(tmp_path: Path) -> None:
    """Strings and tables may be mixed."""
    text = 'effort = "quick"\nsubjects = ["a.py:b", { search = "c:d", seed = 3 }]'
    assert config(tmp_path, text) == (Options("a.py:b", effort="quick"), Options("c:d", effort="quick", seed=3))


@pytest.mark.parametrize("text", ["", "[tool.other]\nsubjects = 3", "[tool.prunecheck]\n"])
def test_a_file_without_searches_is_an_empty_list(text: str, tmp_path: Path) -> None:
    """A missing file is an empty list, too."""
    assert read_config(tmp_path) == ()
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    assert read_config(tmp_path) == ()


@pytest.mark.parametrize("text", ["[tool.prunechek]", "[tool.other]\n[tool.prune-check]"])
def test_a_misspelt_table_is_a_mistake(text: str, tmp_path: Path) -> None:
    """Otherwise, the searches that it lists would not be checked, and the run would pass."""
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    with pytest.raises(
        UnknownNameError, match=r"unknown table of pyproject.toml: tool '.*'; did you mean 'prunecheck'"
    ):
        read_config(tmp_path)


def test_a_table_outside_of_tool_is_a_mistake(tmp_path: Path) -> None:
    """Its searches would not be checked."""
    (tmp_path / "pyproject.toml").write_text('[prunecheck]\nsubjects = ["a.py:b"]', encoding="utf-8")
    with pytest.raises(PrunecheckError, match=r"the table is named \[prunecheck\]; name it \[tool.prunecheck\]"):
        read_config(tmp_path)


def test_a_folder_without_searches_names_the_one_above_that_lists_them(tmp_path: Path) -> None:
    """Otherwise, a run in a subfolder checks the catalogue, and seems to pass."""
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert none_listed(below).endswith("for your searches, run prunecheck verify path/file.py:name")
    config(tmp_path, 'subjects = ["a.py:b"]')
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.prunecheck]\nsubjects = 3", encoding="utf-8")
    assert none_listed(below).endswith(f"for your searches, run prunecheck in {tmp_path}")


def test_quick_and_the_options_of_a_listed_search_apply_to_a_named_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """`--quick` overrides the effort in the file; a search that is named gets the options of its entry."""
    (tmp_path / "listed_engine.py").write_text(FILE, encoding="utf-8")
    config(tmp_path, 'effort = "thorough"\nsubjects = [{ search = "listed_engine.py:right", examples = 7, seed = 3 }]')
    monkeypatch.chdir(tmp_path)
    for words in ([], ["listed_engine.py:right"]):
        assert cli.run(["verify", "--quick", *words]) == 0
        assert "; seed 3" in capsys.readouterr().out
    assert cli.run(["verify", "listed_engine.py:right", "--effort", "quick", "--seed", "4"]) == 0
    assert "; seed 4" in capsys.readouterr().out


MISTAKES = [
    ('subject = "a.py:b"', "unknown key of pyproject.toml: tool.prunecheck 'subject'; did you mean 'subjects'?"),
    ('subjects = "a.py:b"', "pyproject.toml: tool.prunecheck.subjects is 'a.py:b', not a list; write ["),
    ("subjects = [3]", "tool.prunecheck.subjects[0] is 3, neither the name of a search nor a table"),
    ("subjects = []", 'pyproject.toml: tool.prunecheck lists no searches; add subjects = ["path'),
    ("effort = 'quick'", 'pyproject.toml: tool.prunecheck lists no searches; add subjects = ["path'),
    ("subjects = [{ }]", 'tool.prunecheck.subjects[0] names no search; add search = "path/file.py:name"'),
    ('subjects = [{ name = "a.py:b" }]', 'subjects[0] names no search; add search = "path/file.py:name"'),
    (
        "subjects = [{ serch = 1 }]",
        "key of pyproject.toml: tool.prunecheck.subjects[0] 'serch'; did you mean 'search'?",
    ),
    ("subjects = [{ search = 1 }]", "tool.prunecheck.subjects[0].search is 1, not a string"),
    ('subjects = [{ search = "a:b", claims = "exact" }]', "subjects[0].claims is 'exact', not a list of strings"),
    ('subjects = [{ search = "a:b", claims = [1] }]', "subjects[0].claims[0] is 1, not a string"),
    ('subjects = [{ search = "a:b", claims = ["exat"] }]', "subjects[0].claims: unknown contract 'exat'; did you mean"),
    ('subjects = [{ search = "a:b", effort = "quik" }]', "subjects[0]: unknown effort 'quik'; did you mean 'quick'?"),
    ('subjects = [{ search = "a:b", examples = 0 }]', "subjects[0].examples is 0, not a whole number of at least 1"),
    (
        'subjects = [{ search = "a:b", examples = true }]',
        "subjects[0].examples is True, not a whole number of at least 1",
    ),
    ('subjects = [{ search = "a:b", seed = -1 }]', "subjects[0].seed is -1, not a whole number of at least 0"),
    (
        'subjects = [{ search = "a:b", seconds = "two" }]',
        "subjects[0].seconds is 'two', not a number of seconds above 0",
    ),
    ('subjects = [{ search = "a:b", seconds = inf }]', "subjects[0].seconds is inf, not a number of seconds above 0"),
    ('subjects = [{ search = "a:b", seconds = nan }]', "subjects[0].seconds is nan, not a number of seconds above 0"),
    ('subjects = [{ search = "a:b", seconds = 1e300 }]', "and at most 86400 (a day)"),
    ('subjects = [{ search = "a:b", takes = ["nod"] }]', "subjects[0]: unknown role 'nod'; did you mean 'node'?"),
    (
        'subjects = [{ search = "a:b", values = "maxx" }]',
        "subjects[0]: unknown point of view 'maxx'; did you mean 'max'?",
    ),
    ("effort = [", "pyproject.toml: "),
    ('search = "a:b"', "unknown key of pyproject.toml: tool.prunecheck 'search'"),
]


@pytest.mark.parametrize("text, says", MISTAKES, ids=[text for text, _ in MISTAKES])
def test_a_mistake_is_reported_with_its_place(
    text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """Unknown keys, wrong types and unknown words give one line, and exit status 2."""
    with pytest.raises(PrunecheckError) as raised:
        config(tmp_path, text)
    assert says in str(raised.value)
    monkeypatch.chdir(tmp_path)
    assert cli.run(["verify"]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


@pytest.mark.slow
def test_plain_verify_judges_the_listed_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """Each search has its own claims; command-line options have priority; the worst result is the exit status."""
    (tmp_path / "listed_engine.py").write_text(FILE, encoding="utf-8")
    rows = '[{ search = "listed_engine.py:right", claims = ["fishburn"] }, { search = "listed_engine.py:wrong" }]'
    config(tmp_path, f"examples = 30\nsubjects = {rows}")
    monkeypatch.chdir(tmp_path)
    assert cli.run(["verify"]) == 1
    lines = capsys.readouterr().out.splitlines()
    closing = [line for line in lines if line.startswith(("PASS", "FAIL"))]
    evidence = [line for line in lines if re.match(r"\d+ trees", line)]
    assert [line.split("  wrong")[0] for line in closing] == [
        "PASS  listed_engine.py:right",
        "FAIL  listed_engine.py:wrong",
    ]
    assert cli.run(["verify", "--claims", "exact"]) == 1
    assert "listed_engine.py:right" in capsys.readouterr().out
    assert cli.run(["verify", "--examples", "9", "--seed", "4"]) == 1
    again = [line for line in capsys.readouterr().out.splitlines() if re.match(r"\d+ trees", line)]
    assert "; seed 4" in again[0]
    drawn = [int(re.findall(r"^(\d+) trees", line)[0]) for line in (evidence[0], again[0])]
    assert drawn[0] - drawn[1] == 30 - 9


@pytest.mark.slow_cases("option0")
@pytest.mark.parametrize("option", [["--catalogue"], ["--variant", "f2"], ["--tree", "[1, 2]"]])
def test_the_catalogue_is_checked_on_request(
    option: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """`--catalogue`, or an option for the catalogue, ignores the listed searches."""
    config(tmp_path, 'subjects = [{ search = "missing.py:search" }]')
    monkeypatch.chdir(tmp_path)
    assert cli.run(["verify", "--quick", "--examples", "2", *option]) in {0, 1}
    assert "missing" not in capsys.readouterr().out
    assert cli.run(["verify"]) == 2


def test_options_for_a_search_are_refused_for_the_catalogue(capsys: Output) -> None:
    """Options of the calling convention need a search, and `--catalogue` excludes a search."""
    assert cli.run(["verify", "--takes", "node"]) == 2
    assert "--takes only applies to your own search" in capsys.readouterr().err
    assert cli.run(["verify", "a.py:b", "--catalogue"]) == 2
    assert "--catalogue" in capsys.readouterr().err
