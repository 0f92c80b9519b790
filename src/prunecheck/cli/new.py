"""`prunecheck new`: a file to start from, a test, a workflow, or a program that speaks the protocol."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from prunecheck.cli.completion import complete
from prunecheck.cli.help import command
from prunecheck.cli.pages import file_of_docs
from prunecheck.errors import UnknownNameError

ENGINES: Final = {
    "engine-python": "alpha_beta.py",
    "engine-cpp": "alpha_beta.cpp",
    "engine-rust": "alpha_beta.rs",
    "engine-javascript": "alpha_beta.js",
    "engine-java": "AlphaBeta.java",
}
JAVA: Final = ".java"
SEARCH: Final = "path/file.py:name"

TEST: Final = """# A search keeps what it owes: pytest makes a test of each contract.

import pytest


@pytest.mark.prunecheck
def test_{short}():
    return {search}
"""

WORKFLOW = """env: {{PRUNECHECK: prunecheck}}  # what pip installs: names, folders or URLs; add what your search needs

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


def test_file(search: str) -> str:
    """A test of the search of that name."""
    short = re.sub("[^0-9A-Za-z]+", "_", search.rpartition(":")[2]).strip("_") or "search"
    quoted = json.dumps(search, ensure_ascii=False)  # so written, JSON's strings are Python's
    return TEST.format(search=quoted, short=short)


def workflow_file(search: str) -> str:
    """A workflow that verifies the search of that name."""
    return WORKFLOW.format(words=shlex.join(["prunecheck", "verify", *filter(None, [search])]))


KINDS: Final[dict[str, Callable[[str], str]]] = {"test": test_file, "workflow": workflow_file}
USUAL: Final = {
    "test": "test_prunecheck.py",
    "workflow": ".github/workflows/prunecheck.yml",
    **ENGINES,
}  # names of files


@command(
    "new",
    examples=[
        ("prunecheck new test --search engine.py:search -o test_engine.py", "write a pytest file for a search"),
        ("prunecheck new engine-rust -o engine.rs", "write a Rust program that prunecheck can check"),
    ],
)
@click.argument("kind", shell_complete=complete(lambda: ("test", "workflow", *ENGINES)))
@click.option("--search", metavar="SUBJECT", help="The search that a test or a workflow checks.")
@click.option("-o", "--output", metavar="FILE", help="Write to this file; '-' is standard output.")
def new(*, kind: str, search: str | None, output: str | None) -> int:
    """Write a test, a CI workflow or an example engine to start from.

    KIND is test, workflow, engine-python, engine-cpp, engine-rust, engine-javascript or engine-java. A test or a
    workflow checks the search that --search names; without it, a workflow checks what [tool.prunecheck] in
    pyproject.toml lists. No file is overwritten.
    """
    if kind not in USUAL:
        raise UnknownNameError("kind", kind, USUAL)
    if search is not None and kind not in KINDS:
        raise click.UsageError("--search goes with test and workflow")
    text = (
        KINDS[kind](search or (SEARCH if kind == "test" else ""))
        if kind in KINDS
        else file_of_docs(f"examples/{ENGINES[kind]}").read_text(encoding="utf-8")
    )
    if output == "-":
        click.echo(text, nl=False)
        return 0
    target = Path(output or USUAL[kind])
    if kind == "engine-java" and target.suffix == JAVA:
        text = _named_after(target, text)
    try:
        if output is None:
            target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise click.UsageError(f"{str(target)!r} is there already; name another file with -o") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.UsageError(f"cannot write {str(target)!r}: {reason}; name another file with -o") from None
    click.echo(f"wrote {target}")
    return 0


def _named_after(target: Path, text: str) -> str:
    """Java with its class called as the file. Raises: UsageError where no class can be called so."""
    usual = Path(ENGINES["engine-java"]).stem
    words = re.findall(r"\w+", re.sub(r'//.*|"(\\.|[^"\\])*"', "", text))
    if not target.stem.isidentifier() or (target.stem != usual and target.stem in words):
        raise click.UsageError(
            f"javac wants a class called as its file, and none can be called {target.stem!r}; "
            f"name another file with -o, such as {usual}{JAVA}"
        )
    return re.sub(rf"\b{usual}\b", target.stem, text)
