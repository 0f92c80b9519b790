"""The documents are correct: transcripts are run, tables recomputed, and the files that they name exist.

Python examples are doctests, which pytest runs on its own.
"""

import ast
import json
import re
import tomllib
from importlib import import_module
from inspect import signature
from itertools import chain
from pathlib import Path

import click
import msgspec
import pytest
from benchmarks import generate, zoo
from benchmarks.transcripts import PROGRESS
from docs import measured, pages

import prunecheck
from documents import DOCUMENTS, HOME, Block, Row, blocks, commands, names, section, table, tables, without_measures
from prunecheck import cli
from prunecheck.catalog import VARIANTS, Need
from prunecheck.catalog.forms import FORMS
from prunecheck.cli import exit_status
from prunecheck.contracts.move import MOVE_CONTRACTS
from prunecheck.contracts.order import CONTRACTS, implied
from prunecheck.contracts.relations import RELATIONS
from prunecheck.measure.comparison import Comparison, Cost, Growth, Planned, PlannedGrowth, PlannedWorkload
from prunecheck.measure.counts import Counts
from prunecheck.measure.moved import Moved, Movement, Total, WorkloadRow
from prunecheck.report.data import DERIVED
from prunecheck.report.schema import meanings
from prunecheck.subjects.external.doctor import CheckResult, DoctorReport
from prunecheck.trees.examples import TREES
from prunecheck.trees.json import FlatNode, FlatTree
from prunecheck.verify.checks import Check
from prunecheck.verify.counterexamples import LeafVerdict, Step, Witness
from prunecheck.verify.records import (
    BreakVerdict,
    ClaimVerdict,
    CodeLine,
    Finding,
    GameVerdict,
    Report,
    ScopeVerdict,
    Skipped,
    StrictFailure,
    ValueLimit,
    VariantVerdict,
)
from prunecheck.verify.table_savings import TableSavings
from prunecheck.verify.visit_statistics import VisitCounts

ALL_BLOCKS = list(chain.from_iterable(map(blocks, DOCUMENTS)))
TRANSCRIPTS = [block for block in ALL_BLOCKS if block.language == "console"]
PYTHON = [block for block in ALL_BLOCKS if block.language == "python"]
RECORDS = {
    "fields-report": (
        Report,
        VariantVerdict,
        ClaimVerdict,
        Witness,
        LeafVerdict,
        Step,
        StrictFailure,
        BreakVerdict,
        GameVerdict,
        ScopeVerdict,
        Skipped,
        Finding,
        CodeLine,
        Check,
        VisitCounts,
        TableSavings,
        ValueLimit,
    ),
    "fields-comparison": (Comparison, Cost, Counts, Growth, Planned, PlannedWorkload, PlannedGrowth),
    "fields-changes": (Movement, Moved, WorkloadRow, Total),
    "fields-doctor": (DoctorReport, CheckResult),
    "fields-tree": (FlatTree, FlatNode),
}
MANNERS = {"relations", "conduct", "repeatable"}
RECIPES = [
    "Adding a form",
    "Adding a contract",
    "Adding a tree",
    "Adding a style of search, or a name that searches use",
    "Adding a mutant",
    "Changing counts",
]

Output = pytest.CaptureFixture[str]


def fields(record: type[msgspec.Struct]) -> list[str]:
    before = ["prunecheck", "schema", "status"] if record is Report else []
    after = (
        ["findings", "checks", "reading", "value_limits"] if record is VariantVerdict else list(DERIVED.get(record, ()))
    )
    return [*before, *(field.encode_name for field in msgspec.structs.fields(record)), *after]


@pytest.mark.slow_cases(
    "docs/own-game.md:*",
    "docs/first-bug.md:*",
    "docs/tables.md:*",
    "README.md:28",
    "README.md:42",
    "docs/command-line.md:41",
    "docs/index.md:13",
)
@pytest.mark.parametrize("block", TRANSCRIPTS, ids=str)
def test_a_transcript_shows_what_is_printed(block: Block, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command prints the text below it, and `echo $?` the exit status; JSON is in the next block."""
    for variable in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(variable, raising=False)
    status = 0
    for command in commands(block.text):
        if command.words == ("echo", "$?"):
            assert command.printed == f"{status}\n"
            continue
        program, *arguments = command.words
        assert program == "prunecheck"
        status = cli.run(arguments)
        captured = capsys.readouterr()
        if "--json" in arguments:
            following = ALL_BLOCKS[ALL_BLOCKS.index(block) + 1]
            found, shown = json.loads(captured.out), json.loads(following.text)
            times = {"seconds": 0, "drawing_seconds": 0}
            assert found | times == shown | times
        else:
            assert without_measures(captured.out + PROGRESS.sub("", captured.err)) == without_measures(command.printed)


@pytest.mark.parametrize("document", ["README.md", "docs/first-bug.md"])
def test_a_wrong_search_is_shown_unchanged_and_checked(document: str) -> None:
    """The page shows the code of the search without the docstring, then the command that checks the search."""
    code = next(block.text for block in blocks(document) if block.language == "py")
    file = (HOME / "docs" / "examples" / "searches.py").read_text(encoding="utf-8")
    assert code in re.sub(r'^    """.*"""\n', "", file, flags=re.MULTILINE)
    transcript = next(block.text for block in TRANSCRIPTS if block.document == document)
    assert transcript.startswith("$ prunecheck verify docs/examples/searches.py:wrong ")


def test_the_readme_quotes_the_figures_of_the_zoo() -> None:
    """The figures are the number of bugs found, and of right searches that fail."""
    trials = {
        group: [[bool(trial.broken) for trial in search.trials] for search in zoo.committed() if search.group == group]
        for group in zoo.GROUPS
    }
    right = trials["right"] + trials["repaired"]
    assert not any(map(any, right))
    words = " ".join(DOCUMENTS["README.md"].split())
    assert f"of {len(trials['wrong'])} searches with one bug each, {sum(map(all, trials['wrong']))} fail" in words
    assert f"None of {len(right)} correct searches" in words


@pytest.mark.parametrize("block", PYTHON, ids=str)
def test_every_python_example_is_a_doctest(block: Block) -> None:
    """An example starts with a prompt, and a blank line separates the last output from the fence."""
    assert block.text.startswith(">>> ")
    assert block.text.endswith("\n\n")


def contracts_of_variants(page: str) -> list[Row]:
    """The table of contracts on a web page."""
    (rows,) = tables(measured.measured_tables()[f"contracts-{Path(page).stem}"])
    return rows


@pytest.mark.parametrize("page", generate.variants_by_page())
def test_the_table_of_forms_is_that_of_the_catalogue(page: str) -> None:
    """Each variant has its source, its claims (which imply the weaker ones), and its known breaks."""
    rows = contracts_of_variants(page)
    assert [row["variant"] for row in rows] == [row.name for row in generate.variants_by_page()[page]]
    for row in rows:
        variant = VARIANTS[row["variant"]]
        keeps = [name.removesuffix("†") for name in names(row["satisfies"])]
        assert (variant.reduced is not None) == ("†" in row["satisfies"])
        kept = {name for keep in keeps for name in implied(keep.removesuffix("*"))}
        assert row["source"] == f"{variant.source_id} {variant.source}".strip()
        assert kept | MANNERS == {claim.contract for claim in variant.claims} | MANNERS
        assert [f"{claim.contract}*" for claim in variant.claims if claim.condition] == [
            name for name in keeps if name.endswith("*")
        ]
        assert names(row["known to violate"]) == list(dict.fromkeys(known.contract for known in variant.breaks))


def test_the_contracts_that_nearly_all_satisfy_are_named_below_the_table() -> None:
    """Every form and driver on that page satisfies `conduct`, and all except four drivers `relations`."""
    without = ("aspiration", "gradual_aspiration", "deepening", "deepening_with_table")
    rows = generate.variants_by_page()["docs/forms.md"]
    missing = {(row.name, contract) for row in rows for contract in MANNERS - {it.contract for it in row.claims}}
    assert missing == {(name, "relations") for name in without}
    assert (
        "`aspiration`, `gradual_aspiration`, `deepening` and `deepening_with_table` satisfy `relations`."
        in " ".join(DOCUMENTS["docs/forms.md"].split())
    )


@pytest.mark.parametrize("page", generate.variants_by_page())
def test_the_table_of_forms_names_their_preconditions(page: str) -> None:
    """Negating forms are those with values for the side to move."""
    for row in contracts_of_variants(page):
        assert {Need[name.upper()] for name in names(row["needs"])} == VARIANTS[row["variant"]].needs
    for row in table(page, "variant", "viewpoint"):
        variant = VARIANTS[row["variant"]]
        assert (row["viewpoint"] == "mover") == (Need.NEGATION in variant.needs and not variant.calls)


@pytest.mark.parametrize("page", generate.variants_by_page())
def test_the_cut_off_tests_are_those_of_the_code(page: str) -> None:
    """The table quotes each as in the form's file."""
    rows = table(page, "variant", "cutoff test")
    assert [row["variant"] for row in rows] == [variant.name for variant in generate.variants_by_page()[page]]
    for row in rows:
        tests, _, _ = row["cutoff test"].partition(", ")
        if tests != "none":
            code = generate.CODE[row["variant"]].read_text(encoding="utf-8").split('"""')[::2]
            assert all(test in "".join(code) for test in tests.split(" or "))


def test_every_form_and_driver_is_shown_without_its_docstring() -> None:
    """The page of its family shows each once, and its blocks have every function of the file, without the docstring."""
    for page, rows in generate.variants_by_page().items():
        assert {row.name for row in rows} <= set(generate.shown(DOCUMENTS[page]))
        assert len(set(generate.shown(DOCUMENTS[page]))) == len(generate.shown(DOCUMENTS[page]))
    for name, path in generate.CODE.items():
        included = re.findall(r":pyobject: (\w+)\n:lines: 1,(\d+)-\n", "".join(pages.code_blocks(name)))
        functions = [
            statement
            for statement in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(statement, ast.FunctionDef)
        ]
        assert [function for function, _ in included] == [function.name for function in functions]
        for function, (_, first) in zip(functions, included, strict=True):
            body = path.read_text(encoding="utf-8").splitlines()[function.lineno + int(first) - 2]
            assert '"""' not in body


def test_every_table_of_a_page_is_generated_and_used() -> None:
    """A page names each table in a comment on a line of its own."""
    shown = [name for page in (HOME / "docs").glob("*.md") for name in measured.tables_in(page)]
    assert sorted(shown) == sorted(measured.measured_tables())


def test_the_contracts_on_values_are_stated_as_in_the_code() -> None:
    """The formulas are equal."""
    for row in table("docs/contracts.md", "contract", "formula"):
        assert row["formula"] == " ".join(CONTRACTS[row["contract"]].says.split())
    assert all(f"`{name}`" in DOCUMENTS["docs/contracts.md"] for name in CONTRACTS)


def test_every_relation_is_described() -> None:
    """The relations are listed in their order, with those that also compare the leaves."""
    rows = table("docs/contracts.md", "relation", "the other tree")
    assert [(row["relation"], row["leaves"] == "the same") for row in rows] == [
        (relation.name, relation.same_reads) for relation in RELATIONS
    ]


def test_every_contract_on_the_move_is_described() -> None:
    """The table lists all contracts on the move in their order."""
    rows = table("docs/contracts.md", "contract", "on the move")
    assert [row["contract"] for row in rows] == [contract.name for contract in MOVE_CONTRACTS]


def test_every_game_is_described_with_its_parameters() -> None:
    """The parameters are those of the game's class, in the same order."""
    for row in table("docs/games.md", "game", "parameters"):
        module, _, name = row["in prunecheck.trees.games"].partition(".")
        game = getattr(import_module(f"prunecheck.trees.games.{module}"), name)
        assert names(row["parameters"]) == list(signature(game).parameters)


def test_the_table_of_counts_is_the_committed_one() -> None:
    """The table has the leaves of every form on every workload that is not a worked example."""
    committed = json.loads((HOME / "benchmarks" / "counts.json").read_text(encoding="utf-8"))["rows"]
    leaves = {(row["workload"], row["variant"]): row["leaves"] for row in committed}
    (rows,) = tables(generate.leaves_table())
    worked_examples = {tree.name for tree in TREES.values() if tree.source.isdigit()}
    assert {row["workload"] for row in rows} == {workload for workload, _ in leaves} - worked_examples
    for row in rows:
        columns = {name: column for column in row for name in names(column)}
        for name in (form.name for form in FORMS):
            shown = row[columns.get(name, "all others")].replace(",", "")
            found = leaves.get((row["workload"], name))
            assert found is None or int(shown) == found


@pytest.mark.parametrize("command", measured.COMMANDS)
def test_every_option_is_described(command: str) -> None:
    """The table of a command on the web page has all its options in their order, each with its help."""
    options = [param for param in cli.program.command(command).params if isinstance(param, click.Option)]
    (rows,) = tables(measured.measured_tables()[f"options-{command}"])
    for row, option in zip(rows, options, strict=True):
        assert [name.split()[0] for name in names(row["option"])] == [*option.opts, *option.secondary_opts]
        assert row["meaning"] == (option.help or "").replace("'-'", "-") != ""
    page = {"divide": "divide", "doctor": "pipe"}.get(command, "command-line")
    assert f"options-{command}" in measured.tables_in(HOME / "docs" / f"{page}.md")


@pytest.mark.parametrize(("name", "records"), RECORDS.items(), ids=RECORDS)
def test_every_field_that_is_printed_as_json_is_described(name: str, records: tuple[type[msgspec.Struct], ...]) -> None:
    """The web page has a table for each record with its fields in order, as in the docstring of its class."""
    shown = tables(measured.measured_tables()[name])
    for record, rows in zip(records, shown, strict=True):
        assert [row["field"] for row in rows] == fields(record)
        assert all(row["type"] and row["meaning"] for row in rows)
        assert list(meanings(record)) == list(record.__struct_fields__)


def test_every_exit_status_is_described() -> None:
    """The page lists the statuses that the command line returns, and no others."""
    described = [int(row["exit status"]) for row in table("docs/command-line.md", "exit status")]
    statuses = [status for name, status in vars(exit_status).items() if name.isupper()]
    assert described == statuses


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_to_a_file(document: str) -> None:
    """Links within the project lead to existing files."""
    for target in re.findall(r"\]\(([^)#:]+)\)", DOCUMENTS[document]):
        assert (HOME / document).parent.joinpath(target).exists(), target


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_has_at_most_ten_lines_and_names_files_that_exist(recipe: str) -> None:
    """If a file name contains NAME, which contributors choose, its folder exists."""
    text = section("CONTRIBUTING.md", recipe).strip()
    assert len(text.splitlines()) <= 10
    paths = re.findall(r"`((?:src|tests|docs|benchmarks)/[\w./-]*|\w+\.md)`", text)
    assert paths
    for path in paths:
        assert (HOME / path.replace("NAME.py", "")).exists(), path


def test_contributing_names_every_nox_session_except_coverage() -> None:
    """The page names the sessions that nox runs by default, and `bench`."""
    noxfile = ast.parse((HOME / "noxfile.py").read_text(encoding="utf-8"))
    sessions = {
        statement.name
        for statement in noxfile.body
        if isinstance(statement, ast.FunctionDef) and statement.decorator_list
    }
    described = {row["session"] for row in table("CONTRIBUTING.md", "session")}
    assert described == sessions - {"coverage"}


def test_the_setup_in_the_readme_installs_what_the_tests_need() -> None:
    """The extra `test` works with any pip, and equals the dependency group of that name."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    assert "pip install -q -e '.[test]'" in DOCUMENTS["README.md"]
    assert project["project"]["optional-dependencies"]["test"] == project["dependency-groups"]["test"]


def test_the_readme_sets_up_and_verifies_and_tests_with_one_line_each() -> None:
    """Continuous integration runs the same line for the tests, and then the slow tests."""
    verify, test = [block.text.strip() for block in blocks("README.md") if block.language == "sh"]
    assert verify.endswith(" && .venv/bin/prunecheck verify")
    assert "\n" not in verify + test
    lines = [line.strip() for line in (HOME / ".ci" / "run").read_text(encoding="utf-8").splitlines()]
    assert test in lines
    assert any(line.startswith(f"{test.split(' && ')[-1]} -m slow ") for line in lines)


def test_the_changelog_has_this_version() -> None:
    """The first entry of the changelog is the version of the package."""
    assert re.findall(r"^## \[(\S+)\]", DOCUMENTS["CHANGELOG.md"], re.MULTILINE)[0] == prunecheck.__version__
