"""The start page, `prunecheck help`, and what every `--help` shows."""

import re
import shlex
import subprocess
import sys

import pytest
from rich_click import RichCommand

from prunecheck import cli
from prunecheck.cli.program import COMMANDS, command

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ordinary terminal."""
    monkeypatch.setenv("COLUMNS", "80")


def shown(arguments: list[str], capsys: Output) -> str:
    """The output of a successful command line."""
    assert cli.run(arguments) == 0
    return capsys.readouterr().out


def test_the_start_page_is_short_and_names_real_commands(capsys: Output) -> None:
    """The page fills at most a third of a screen, and each line starts with an existing command."""
    page = shown([], capsys).splitlines()
    assert len(page) <= 10
    assert max(map(len, page)) <= 80
    named = [line.split()[1] for line in page if line.startswith("  prunecheck")]
    assert len(named) >= 5
    assert {name for name in named if not name.startswith("-")} <= COMMANDS.keys()


def test_help_lists_every_command_once_with_its_whole_summary(capsys: Output) -> None:
    """Commands are in groups, and no summary is cut."""
    page = shown(["help"], capsys)
    assert page == shown(["--help"], capsys)
    assert "..." not in page.split("Check:")[1]
    words = " ".join(page.split())
    for name in COMMANDS:
        assert len(re.findall(rf"^  {name} ", page, re.MULTILINE)) == 1
        summary = (command(name).help or "").split("\n\n")[0]
        assert " ".join(summary.split()) in words


def test_listing_the_commands_imports_none_of_them() -> None:
    """Without imports, `prunecheck help` takes a fraction of a second."""
    code = "import sys; from prunecheck import cli; cli.run(['--help']); print(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "prunecheck.cli.program" in loaded
    assert not loaded & {"hypothesis", "numba", "prunecheck.catalog", "prunecheck.verify", "prunecheck.subjects"}


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_help_has_two_examples(name: str, capsys: Output) -> None:
    """Each example can be copied: its options are valid, and it is not wrapped."""
    page = shown([*filter(None, [name]), "--help"], capsys)
    examples = page.split("Examples:\n", 1)[1] if "Examples:\n" in page else page.split("Examples:", 1)[1]
    typed = [line.strip() for line in examples.splitlines() if line.startswith("  prunecheck ")]
    assert len(typed) >= 2
    for line in typed:
        _, first, *rest = shlex.split(line)
        assert first == (name or first)
        command(first).make_context(name, rest)  # an unknown option raises a usage error


@pytest.mark.parametrize("name", COMMANDS)
def test_the_usage_is_one_line(name: str, capsys: Output) -> None:
    """The usage starts with the command. If an argument has many possible values, they are not listed."""
    usage, second, *_ = shown([name, "--help"], capsys).splitlines()
    assert usage.startswith(f"Usage: prunecheck {name} [OPTIONS]")
    assert not second.strip()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_shows_each_option_once(name: str, capsys: Output) -> None:
    """The option is in its group or under Options; no line except examples is longer than the terminal."""
    assert isinstance(command(name), RichCommand)
    page = shown([name, "--help"], capsys)
    options, _, _ = page.partition("Examples:")
    assert all(len(line.rstrip()) <= 80 for line in options.splitlines())
    for parameter in command(name).params:
        for opt in parameter.opts:
            if opt.startswith("--"):
                assert len(re.findall(rf"^ {{2,6}}(?:-\w  )?{opt}\b(?!-)", options, re.MULTILINE)) == 1, opt


def test_help_on_an_unknown_command_names_the_nearest(capsys: Output) -> None:
    """The message is the same as for the command itself."""
    assert cli.run(["help", "shw"]) == 2
    assert capsys.readouterr().err == "prunecheck: error: unknown command 'shw'; did you mean 'show'?\n"


EXAMPLES = "docs/examples/searches.py"
COMPLETIONS = [
    ("prunecheck sh", {"show"}),
    ("prunecheck verify --variant fail_s", {"fail_soft"}),
    ("prunecheck verify --variant f2,fail_s", {"f2,fail_soft"}),
    ("prunecheck verify --claims exa", {"exact"}),
    ("prunecheck verify --effort q", {"quick"}),
    ("prunecheck show two-m", {"two-moves", "two-m"}),  # or a file
    ("prunecheck show blog --variant f2,fail_s", {"f2,fail_soft"}),
    ("prunecheck show blog --search docs/examples/searches.py:ri", {f"{EXAMPLES}:right"}),
    ("prunecheck show blog --format p", {"png"}),
    ("prunecheck list work", {"workloads"}),
    ("prunecheck verify docs/examples/searches.py:w", {f"{EXAMPLES}:wrong", f"{EXAMPLES}:wasteful"}),
    ("prunecheck verify docs/examples/nosuch.py:w", set()),
]


@pytest.mark.parametrize(("typed", "found"), COMPLETIONS, ids=[typed for typed, _ in COMPLETIONS])
def test_the_shell_completes_names(
    typed: str, found: set[str], monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """The test asks for completions as bash does."""
    monkeypatch.setenv("_PRUNECHECK_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", typed.rsplit(maxsplit=1)[-1])
    with pytest.raises(SystemExit):
        cli.run([])
    assert {line.partition(",")[2] for line in capsys.readouterr().out.splitlines() if line} == found
