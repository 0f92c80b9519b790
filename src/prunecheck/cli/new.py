"""`prunecheck new`: write a first version of a test, a CI workflow, an asv suite, or an external program."""

import json
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from prunecheck.catalog import VARIANTS
from prunecheck.cli.completion import complete
from prunecheck.cli.help import command
from prunecheck.cli.new_asv import asv_files, installed_from
from prunecheck.cli.options import file_option, searches_option
from prunecheck.cli.pages import file_of_docs
from prunecheck.cli.printing import writing
from prunecheck.config import read_config
from prunecheck.errors import UnknownNameError
from prunecheck.subjects.external.program_subject import is_program
from prunecheck.subjects.libraries import LIBRARY_SEARCHES
from prunecheck.subjects.load_search import load
from prunecheck.verify.options import Options

ENGINES: Final = {
    "engine-python": "alpha_beta.py",
    "engine-cpp": "alpha_beta.cpp",
    "engine-rust": "alpha_beta.rs",
    "engine-javascript": "alpha_beta.js",
    "engine-java": "AlphaBeta.java",
}
JAVA: Final = ".java"
SEARCH: Final = "path/file.py:name"

TEST: Final = """# pytest runs a test for each contract that the search must satisfy.

import pytest


@pytest.mark.prunecheck{options}
def test_{short}():
    return {search}
"""

WORKFLOW = """# What pip installs: prunecheck as a name, a folder or a URL, such as git+https://HOST/USER/prunecheck.git,
# and the libraries that your search needs, separated by spaces
env: {{PRUNECHECK: prunecheck}}

name: prunecheck

on: [push, pull_request]

permissions:
  contents: read
  actions: read
  security-events: write

jobs:
  verify:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install $PRUNECHECK
      - run: |
          {words} --junit prunecheck.xml --sarif prunecheck.sarif --svg counterexample.svg
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: prunecheck
          path: |
            prunecheck.xml
            counterexample.svg
      - if: always() && hashFiles('prunecheck.sarif') != ''
        uses: github/codeql-action/upload-sarif@v3
        continue-on-error: true  # code scanning is off in private repositories without GitHub Advanced Security
        with:
          sarif_file: prunecheck.sarif
          category: prunecheck
"""


def test_file(search: str, starts: Sequence[str]) -> str:
    """The text of a pytest file for a search. With `starts` (calls), the search is checked on its own game."""
    short = re.sub("[^0-9A-Za-z]+", "_", search.rpartition(":")[2]).strip("_") or "search"
    # such a JSON string is also a Python string
    quoted, *calls = (json.dumps(text, ensure_ascii=False) for text in (search, *starts))
    start = calls[0] if len(calls) == 1 else f"[{', '.join(calls)}]"
    return TEST.format(search=quoted, short=short, options=f"(start={start})" if calls else "")


def workflow_file(search: str, starts: Sequence[str]) -> str:
    """The text of a CI workflow that checks a search.

    With `starts` (starting calls), the search is checked on its own game.
    """
    options = (word for start in starts for word in ("--start", start))
    return WORKFLOW.format(words=shlex.join(["prunecheck", "verify", *filter(None, [search]), *options]))


KINDS: Final[dict[str, Callable[[str, Sequence[str]], str]]] = {"test": test_file, "workflow": workflow_file}
ASV: Final = "asv"
USUAL: Final = {
    "test": "test_prunecheck.py",
    "workflow": ".github/workflows/prunecheck.yml",
    ASV: "asv.conf.json",  # `new asv` also writes the suite to benchmarks/
    **ENGINES,
}  # default file names


@command(
    "new",
    examples=[
        ("prunecheck new test --search engine.py:search -o test_engine.py", "write a pytest file for a search"),
        ("prunecheck new engine-rust -o engine.rs", "write a Rust program that prunecheck can check"),
    ],
)
@click.argument("kind", shell_complete=complete(lambda: USUAL))
@searches_option("The search for a test, a workflow or an asv suite. Can be repeated for asv.")
@click.option(
    "--start",
    "starts",
    multiple=True,
    metavar="CALL",
    help=(
        "If the search only plays its own game: the call that starts it, such as 'search(board, 3)'. The test, "
        "workflow or asv suite makes this call. Can be repeated."
    ),
)
@file_option("-o", "--output", help_text="Write to this file ('-': standard output); for asv, to this folder.")
def new(*, kind: str, searches: Sequence[str], starts: Sequence[str], output: str | None) -> int:
    """Write a test, a CI workflow, an asv suite or an example engine to start from.

    KIND is test, workflow, asv, engine-python, engine-cpp, engine-rust, engine-javascript or engine-java. With
    --search, a test, a workflow or an asv suite is written for that search. Without --search, a workflow or an asv
    suite is written for the searches listed in [tool.prunecheck] of pyproject.toml. No file is overwritten.
    """
    if kind not in USUAL:
        raise UnknownNameError("kind", kind, USUAL)
    if starts and not (len(searches) == 1 and kind in {*KINDS, ASV}):
        raise click.UsageError("--start needs one --search, and only applies to a test, a workflow or an asv suite")
    if kind == ASV:
        return _write_asv(searches, starts, output)
    if searches and kind not in KINDS:
        raise click.UsageError("--search only applies to test, workflow and asv")
    if len(searches) > 1:
        raise click.UsageError(
            f"a {kind} takes only one --search; list several searches in [tool.prunecheck] of pyproject.toml"
        )
    search = searches[0] if searches else SEARCH if kind == "test" else ""
    if searches and kind == "test":
        check_search(search)
    text = (
        KINDS[kind](search, starts)
        if kind in KINDS
        else file_of_docs(f"examples/{ENGINES[kind]}").read_text(encoding="utf-8")
    )
    if output is not None and output.endswith("/"):
        raise click.UsageError(f"{output!r} is a folder; give a file name, such as {USUAL[kind]}")
    if output == "-":
        click.echo(text, nl=False)
        return 0
    target = Path(output or USUAL[kind])
    if kind == "engine-java" and target.suffix == JAVA:
        text = _named_after(target, text)
    own_forms = kind == "workflow" and not searches and not read_config(Path())
    done = _write({target: text}, folders=output is None)
    if own_forms:
        click.echo(
            "pyproject.toml lists no searches, so this workflow checks prunecheck's own searches; list your searches "
            f"there, or delete {target} and run this command again with --search path/file.py:name"
        )
    if kind == "workflow":
        click.echo("the line `env` lists what pip installs; until prunecheck is on PyPI, put a folder or a URL there")
    elif kind == "test":
        unnamed = "" if searches else f"replace {SEARCH} by the name of your search; then "
        click.echo(f"{unnamed}run it: pytest {target}")
    return done


def check_search(name: str) -> None:
    """Check that a search exists. Raises: PreconditionError or UnknownNameError if the search does not exist."""
    if not is_program(name) and name not in VARIANTS and name not in LIBRARY_SEARCHES:
        load(name)


def _write_asv(searches: Sequence[str], starts: Sequence[str], output: str | None) -> int:
    """Write the files of an asv benchmark suite to the folder `output`, by default the current folder."""
    wanted = [Options(search, start=tuple(starts)) for search in searches] or read_config(Path())
    if not wanted:
        raise click.UsageError("new asv needs at least one search to measure: add --search path/file.py:name")
    if output == "-":
        raise click.UsageError("new asv writes several files; name a folder with -o")
    folder = Path(output or ".")
    files = asv_files(wanted, folder)
    _write({folder / name: text for name, text in files.items()}, folders=True)
    source = installed_from() or "PyPI"
    click.echo(
        f"to measure older commits, asv runs `install_command` in asv.conf.json, which installs prunecheck from "
        f"{source}"
    )
    if output is not None:
        click.echo(f"the folder:  cd {shlex.quote(output)}")
    click.echo("once:        pip install asv virtualenv && asv machine --yes")
    click.echo("try it:      asv run --python=same --quick --show-stderr --dry-run")
    click.echo("for history: asv run --steps 10 ALL")
    return 0


def _write(files: Mapping[Path, str], *, folders: bool) -> int:
    """Write new files. Raises: UsageError, and nothing is written, if one of the files exists or cannot be written."""
    for target in files:
        if target.exists():
            raise click.UsageError(
                f"{str(target)!r} already exists; choose another {'file' if len(files) == 1 else 'folder'} with -o"
            )
    for target, text in files.items():
        with writing(target):
            if folders:
                target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        click.echo(f"wrote {target}")
    return 0


def _named_after(target: Path, text: str) -> str:
    """Rename the class in Java source code so that the class has the name of the file.

    Raises: UsageError if a Java class cannot have this name.
    """
    usual = Path(ENGINES["engine-java"]).stem
    words = re.findall(r"\w+", re.sub(r'//.*|"(\\.|[^"\\])*"', "", text))
    if not target.stem.isidentifier() or (target.stem != usual and target.stem in words):
        raise click.UsageError(
            f"a Java class is named after its file, and {target.stem!r} cannot be the name of a class; choose another "
            f"file with -o, such as {usual}{JAVA}"
        )
    return re.sub(rf"\b{usual}\b", target.stem, text)
