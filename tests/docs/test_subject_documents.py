"""The documents on a user's search: their tables and files match the code."""

import tomllib
from itertools import chain

import click
import pytest
from docs.measured import measured_tables

from documents import DOCUMENTS, HOME, Block, Row, blocks, names, table, tables
from prunecheck import cli
from prunecheck.cli.explain import PAGES
from prunecheck.cli.new import ASV, ENGINES, KINDS, USUAL
from prunecheck.config import FOR_ALL, options_in
from prunecheck.contracts.contract import SearchTraits
from prunecheck.contracts.order import owed_by
from prunecheck.subjects.convention import Role
from prunecheck.subjects.source.meaning import WORD_MEANINGS, Meaning
from prunecheck.subjects.source.parameters import ROLE_NAMES
from prunecheck.verify.budgets import EFFORTS
from prunecheck.verify.options import OPTIONS

CONVENTIONS, CI, KEYS = "docs/conventions.md", "docs/ci.md", "docs/configuration.md"


def rows_on_the_web_page(name: str) -> list[Row]:
    """The rows of a generated table."""
    (rows,) = tables(measured_tables()[name])
    return rows


def block(document: str, language: str) -> Block:
    """The only block in a language."""
    (found,) = [candidate for candidate in blocks(document) if candidate.language == language]
    return found


def test_every_question_that_a_search_asks_a_position_is_described() -> None:
    """The questions are listed in order, with their meaning and their names; the spelling in Java is left out."""
    rows = rows_on_the_web_page("position-names")
    assert [row["question"] for row in rows] == [meaning.value for meaning in Meaning]
    assert all(row["meaning"] for row in rows)
    shown = {row["question"]: names(row["names"]) for row in rows}
    for kind in Meaning:
        expected = [word for word, meaning in WORD_MEANINGS.items() if meaning is kind and word.islower()]
        assert shown[kind.value] == expected


def test_every_parameter_is_described() -> None:
    """Every role except the tree is listed in order, with its meaning, and its names in alphabetical order."""
    rows = rows_on_the_web_page("parameter-names")
    assert all(row["meaning"] for row in rows)
    shown = [(row["parameter"], names(row["names"])) for row in rows]
    assert shown == [(role.value, sorted(ROLE_NAMES[role])) for role in Role if role is not Role.TREE]


def test_the_words_for_the_convention_are_those_of_the_code() -> None:
    """The words are those for parameters, viewpoints and answers."""
    words = {
        name: list(option.words)
        for name, option in OPTIONS.items()
        if option.words and name not in {"effort", "fail_on"}
    }
    rows = table(CONVENTIONS, "option", "words")
    assert {row["option"]: names(row["words"]) for row in rows} == words


@pytest.mark.parametrize("takes_window", [True, False])
def test_the_contracts_that_any_search_must_satisfy_are_described(*, takes_window: bool) -> None:
    """The table lists them; the one on windows only applies to a search with a window."""
    rows = [row["contract"] for row in table("docs/contracts.md", "contract", "required of")]
    traits = SearchTraits(takes_window=takes_window, gives_move=True, gives_line=True, gives_table=True)
    assert owed_by(traits) == set(rows) - (set() if takes_window else {"knuth"})


def test_every_effort_is_described() -> None:
    """The name of each effort is in both documents."""
    for document in ("docs/subjects.md", KEYS):
        assert all(f"`{effort}`" in DOCUMENTS[document] for effort in EFFORTS)


def test_every_key_of_the_configuration_is_described() -> None:
    """Each key is listed once, with the kind of its value.

    The keys that are defaults for all searches are named below the list.
    """
    kinds = {row["kind"]: names(row["keys"]) for row in table(KEYS, "kind", "keys")}
    assert sorted(chain.from_iterable(kinds.values())) == sorted(OPTIONS)
    assert [*kinds["whole number"], *kinds["number"]] == [name for name, option in OPTIONS.items() if option.is_number]
    *first, last = (f"`{name}`" for name in FOR_ALL)
    assert f"In `[tool.prunecheck]` itself, {', '.join(first)} and {last} are defaults for all searches." in " ".join(
        DOCUMENTS[KEYS].split()
    )


def test_the_example_of_a_configuration_is_valid() -> None:
    """The example has three searches: one with claims, one that is a plain name, and one with its own effort."""
    first, plain, last = options_in(tomllib.loads(block(KEYS, "toml").text)["tool"]["prunecheck"])
    assert (first.claims, plain.search, last.effort) == (("fishburn", "visits"), "engine/search.py:negamax", "quick")


def test_the_documented_workflow_is_the_generated_one(capsys: pytest.CaptureFixture[str]) -> None:
    """The text is identical, and each option in it exists."""
    assert cli.run(["new", "workflow", "-o", "-"]) == 0
    text = capsys.readouterr().out
    assert text in [candidate.text for candidate in blocks(CI) if candidate.language == "yaml"]
    verify = cli.program.command("verify")
    options = {param.opts[0] for param in verify.params if isinstance(param, click.Option)}
    used = {word for word in text.split() if word.startswith("--")}
    assert used
    assert used <= options


def test_every_report_is_described() -> None:
    """The table has the options of `prunecheck verify` that write a report."""
    rows = {row["option"].split()[0] for row in table(CI, "option", "report")}
    assert rows == {"--json", "--junit", "--sarif", "--gitlab", "--markdown", "--svg", "--github"}


def test_every_kind_of_file_is_described() -> None:
    """The table has the kinds of `prunecheck new`, in order; each engine has its example."""
    assert [row["kind"] for row in table("docs/command-line.md", "kind", "what it writes")] == list(USUAL)
    assert set(USUAL) == {*KINDS, ASV, *ENGINES}
    assert all((HOME / "docs" / "examples" / name).is_file() for name in ENGINES.values())


def test_the_wheel_has_the_files_that_the_command_writes() -> None:
    """The files are the page of each topic, and the example of each engine."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    files = [*PAGES.values(), *(f"examples/{name}" for name in ENGINES.values())]
    assert included == {f"docs/{name}": f"prunecheck/docs/{name}" for name in files}
