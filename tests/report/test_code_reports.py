"""SARIF and GitLab Code Quality reports are valid, point at the search, and identify the same bug each time."""

import json
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from jsonschema import Draft202012Validator
from msgspec import structs

from own_searches import FILE, wrong
from prunecheck import cli, verify_search
from prunecheck.report.ci_formats import (
    Place,
    as_annotations,
    as_gitlab,
    as_junit,
    as_markdown,
    as_sarif,
    definition_of,
)
from prunecheck.report.sheet import READS, ReportRow, Sheet, Standing, sheet_of_subjects
from prunecheck.report.witness_svg import as_svg
from prunecheck.verify.outcomes import Status
from prunecheck.verify.records import Origin, VariantVerdict
from prunecheck.verify.trial_result import not_checked

TEXT = {"type": "string", "minLength": 1}
LINE = {"type": "integer", "minimum": 1}


def strict(**properties: Any) -> dict[str, Any]:
    """A schema of an object with exactly these required properties.

    If the schema of a property is None, it is a string.
    """
    rows = {name: TEXT if value is None else value for name, value in properties.items()}
    return {"type": "object", "properties": rows, "required": list(rows), "additionalProperties": False}


def several(item: dict[str, Any]) -> dict[str, Any]:
    """A schema of a list."""
    return {"type": "array", "items": item}


MESSAGE = strict(text=None)
LEVEL = {"enum": ["none", "note", "warning", "error"]}
RULE = strict(
    id=None,
    shortDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=strict(level=LEVEL),
    properties=strict(tags=several(TEXT), precision={"enum": ["very-high"]}),
)
PHYSICAL = strict(artifactLocation=strict(uri={**TEXT, "pattern": r"^[\w./%~-]+$"}), region=strict(startLine=LINE))
LOCATION = strict(logicalLocations=several(strict(fullyQualifiedName=None)), physicalLocation=PHYSICAL)
RESULT = strict(
    ruleId=None,
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=MESSAGE,
    locations={**several(LOCATION | {"required": ["logicalLocations"]}), "minItems": 1, "maxItems": 1},
    partialFingerprints=strict(primaryLocationLineHash={"type": "string", "pattern": "^[0-9a-f]{32}:1$"}),
)
RUN = strict(
    tool=strict(driver=strict(name={"const": "prunecheck"}, version=None, rules=several(RULE))),
    invocations=several(
        strict(
            executionSuccessful={"type": "boolean"},
            toolExecutionNotifications=several(strict(level=LEVEL, message=MESSAGE)),
        )
    ),
    results=several(RESULT),
)
SARIF = strict(**{"$schema": {"type": "string", "format": "uri"}}, version={"const": "2.1.0"}, runs=several(RUN))
GITLAB = several(
    strict(
        check_name=None,
        description=None,
        fingerprint=None,
        severity={"enum": ["info", "minor", "major", "critical", "blocker"]},
        location=strict(path=None, lines=strict(begin=LINE)),
    )
)


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a file of searches."""
    (tmp_path / "reported_engine.py").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def row(search: str, contract: str, words: str = "is wrong", *, origin: Origin = Origin.NAMED) -> ReportRow:
    """The row of a contract that a search violates."""
    return ReportRow(
        VariantVerdict(search, "", "", origin=origin), contract, Standing.REFUTED, words, ("tree    [0](1)",)
    )


def sarif(sheet: Sheet) -> Any:
    """The only run of a valid report."""
    text = as_sarif(sheet)
    assert text.isascii()
    found = json.loads(text)
    Draft202012Validator(SARIF).validate(found)
    return found["runs"][0]


def gitlab(sheet: Sheet) -> Any:
    """The issues of a valid report."""
    text = as_gitlab(sheet)
    assert text.isascii()
    Draft202012Validator(GITLAB).validate(json.loads(text))
    return json.loads(text)


def sheet(*rows: ReportRow, status: Status = Status.REFUTED) -> Sheet:
    """A sheet with these rows."""
    return Sheet(status, ("Refuted: a search",), rows, 1.0)


def test_each_violated_contract_is_a_result_with_its_rule() -> None:
    """Only violated contracts have a result, unless another contract implies them. Missing pruning is a warning."""
    first = row("reported_engine.py:wrong", "exact")
    reads = row("reported_engine.py:wasteful", READS)
    others = ReportRow(first.verdict, "knuth", Standing.FOLLOWS, ""), ReportRow(first.verdict, "", Standing.NOTE, "")
    run = sarif(sheet(first, reads, row("f1", "known violation of clamped", origin=Origin.CATALOGUE), *others))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["exact", READS, "known-violation-of-clamped"]
    assert "returns the minimax value v" in rules[0]["help"]["text"]
    assert "prunecheck explain exact" in rules[0]["help"]["text"]
    assert [(result["ruleIndex"], result["level"]) for result in run["results"]] == [
        (0, "error"),
        (1, "warning"),
        (2, "error"),
    ]
    assert "physicalLocation" not in run["results"][2]["locations"][0]
    assert [issue["severity"] for issue in gitlab(sheet(first, reads, *others))] == ["major", "minor"]


def test_a_message_holds_no_link_and_no_control_character() -> None:
    """`[words](address)` would be a link in SARIF."""
    (found,) = sarif(sheet(row("reported_engine.py:wrong", "exact", "[a](b) \x1b[2J\u202e\ud800")))["results"]
    assert "](" not in found["message"]["text"]
    assert found["message"]["text"].replace("\n", "").isprintable()


def test_a_real_verdict_is_a_valid_report() -> None:
    """The search is a function that cannot be found by a name."""
    tried = sheet_of_subjects([verify_search(wrong, examples=30).tried])
    (found,) = sarif(tried)["results"]
    assert found["ruleId"] == "exact"
    assert "tree" in found["message"]["text"]
    assert len(gitlab(tried)) == 1


def test_a_search_that_could_not_be_checked_is_an_error_in_each_report() -> None:
    """No report of such a run may look like a pass, even if the other searches passed."""
    found = sheet_of_subjects([not_checked("engine.py:search", "engine.py cannot be imported")])
    assert found.status is Status.ERROR
    run = sarif(found)
    assert not run["invocations"][0]["executionSuccessful"]
    notified = [notification["level"] for notification in run["invocations"][0]["toolExecutionNotifications"]]
    assert notified == ["error", "none"]
    (issue,) = gitlab(found)
    assert (issue["check_name"], issue["description"]) == ("prunecheck loading", "engine.py cannot be imported")
    suite = fromstring(as_junit(found).encode())  # noqa: S314  # our own report
    assert (suite.get("errors"), suite.get("failures"), suite.get("tests")) == ("1", "0", "1")
    assert [error.get("message") for error in suite.iter("error")] == ["engine.py cannot be imported"]
    assert as_annotations(found) == "::error title=engine.py%3Asearch loading::engine.py cannot be imported\n"
    assert as_markdown(found).startswith("## prunecheck: ERROR\n")
    assert "| loading | **ERROR** engine" in as_markdown(found)
    assert "ERROR" in as_svg(found)


def test_an_interrupt_and_a_sheet_without_rows_are_valid_reports() -> None:
    """The run was not successful, and its last line says so."""
    run = sarif(Sheet(Status.INTERRUPTED, ("Interrupted: a <b>",), (), 0.0))
    assert run["results"] == []
    assert run["invocations"][0]["executionSuccessful"] is False
    assert "Interrupted" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
    assert gitlab(Sheet(Status.HELD, (), (), 0.0)) == []


def test_an_issue_keeps_its_identity_when_code_line_and_witness_change() -> None:
    """A violation of another contract, or by another search, is another issue."""
    first = row("reported_engine.py:wrong", "exact")

    def prints(report_row: ReportRow) -> tuple[Any, Any]:
        (result,), (issue,) = sarif(sheet(report_row))["results"], gitlab(sheet(report_row))
        return result["partialFingerprints"], issue["fingerprint"]

    before = prints(first)
    Path("reported_engine.py").write_text("\n\n" + FILE, encoding="utf-8")
    again = ReportRow(first.verdict, "exact", Standing.REFUTED, "other words", ("tree    [7]",))
    assert prints(again) == before
    assert prints(row("reported_engine.py:wrong", "knuth")) != before
    assert prints(row("reported_engine.py:right", "exact")) != before


@pytest.mark.parametrize(
    "name, place",
    [
        ("reported_engine.py:wrong", Place("reported_engine.py", FILE[: FILE.index("def wrong")].count("\n") + 1)),
        ("./my engine/a.py:Player.search", Place("my engine/a.py", 2)),
        ("package.inner:search", Place("src/package/inner.py", 1)),
        ("package:search", Place("src/package/__init__.py", 1)),
        ("pipe:python3 'my engine/a.py' --uci", Place("my engine/a.py", 1)),
        ("pipe:./program 'my engine/a.py'", Place("my engine/a.py", 1)),
        ("pipe:./program --uci", Place("program", 1)),
        ("pipe:/bin/sh -c engine", None),
        ("reported_engine.py:unknown", Place("reported_engine.py", 1)),
        ("gone.py:search", None),
        ("pipe:no-such-program 'unbalanced", None),
        ("easyAI:Negamax", None),
        ("\0.py:x", None),
    ],
    ids=ascii,
)
def test_a_search_is_found_at_its_file_and_line(name: str, place: Place | None) -> None:
    """The search may be a function, a method or a program, or in a module in the working directory or below `src`.

    Without a file, the result is None.
    """
    for file in ("my engine/a.py", "src/package/inner.py", "src/package/__init__.py"):
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        Path(file).write_text("class Player:\n    def search(self): ...\n", encoding="utf-8")
    Path("program").write_bytes(b"\x7fELF\0")
    verdict = VariantVerdict(name, "", "", origin=Origin.NAMED)
    assert definition_of(verdict) == place
    assert definition_of(structs.replace(verdict, origin=Origin.OBJECT)) is None


@pytest.mark.parametrize(
    ("text", "name", "place"),
    [
        ("from .inner import Player", "Player", Place("src/package/inner.py", 3)),
        ("from .inner import Player as Best", "Best.search", Place("src/package/inner.py", 4)),
        ("from package.inner import Player", "Player", Place("src/package/inner.py", 3)),
        ("from .inner import *", "Player", Place("src/package/inner.py", 3)),
        ("from . import inner", "inner.Player", Place("src/package/inner.py", 3)),
        ("from .deeper import Player", "Player", Place("src/package/inner.py", 3)),
        ("from .inner import missing", "missing", Place("src/package/inner.py", 1)),
        ("from json import loads", "loads", Place("src/package/__init__.py", 1)),
        ("def broken(:", "Player", Place("src/package/__init__.py", 1)),
        ("from .inner import Player\n\nclass Player: ...", "Player", Place("src/package/__init__.py", 3)),
    ],
)
def test_a_name_that_a_package_imports_is_found_where_it_is_defined(text: str, name: str, place: Place) -> None:
    """Imports are followed in the syntax tree, so the package need not be importable."""
    inner = "import no_such_module\n\nclass Player:\n    def search(self): ...\n"
    for file, lines in (("__init__", text), ("inner", inner), ("deeper", "from .inner import Player")):
        path = Path(f"src/package/{file}.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(lines, encoding="utf-8")
    assert definition_of(VariantVerdict(f"package:{name}", "", "", origin=Origin.NAMED)) == place


def test_an_absolute_path_below_this_folder_is_shown_relative() -> None:
    """Services identify files by their path in the repository; a path elsewhere stays absolute."""
    verdict = VariantVerdict(f"{Path.cwd()}/reported_engine.py:right", "", "", origin=Origin.NAMED)
    found = definition_of(verdict)
    assert found is not None
    assert found.file == "reported_engine.py"
    Path("inner").mkdir()
    other = definition_of(structs.replace(verdict, name="inner/../reported_engine.py:right"))
    assert other is not None
    assert other.file == "inner/../reported_engine.py"


@pytest.mark.slow
def test_verify_writes_both_reports_and_only_replaces_reports_of_the_same_kind(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Both reports have the outcome of the exit status; an empty list of issues may be replaced as well."""
    words = ["verify", "reported_engine.py:right", "--tree", "[1, 2]", "--sarif", "s.sarif", "--gitlab", "g.json"]
    assert [cli.run(words), cli.run(words)] == [0, 0]
    Draft202012Validator(SARIF).validate(json.loads(Path("s.sarif").read_text(encoding="utf-8")))
    assert json.loads(Path("g.json").read_text(encoding="utf-8")) == []
    Path("s.sarif").write_text('{"$schema": "", "version": "2.1.0", "runs": []}', encoding="utf-8")
    capsys.readouterr()
    assert cli.run(words) == 2
    assert "already exists and is not a SARIF report from prunecheck" in capsys.readouterr().err
