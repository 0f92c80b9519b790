"""The documents say what `prunecheck compare` does: its counts, and what the gate prints."""

from pathlib import Path

import pytest

from documents import blocks, commands, section, table, without_measures
from prunecheck import cli
from prunecheck.catalog import variant
from prunecheck.measure.comparison import Comparison, as_json
from prunecheck.measure.plan import ComparisonPlan, NamedSearch
from prunecheck.measure.ratios import COUNTS, REFERENCES
from prunecheck.measure.session import compare
from prunecheck.workloads.catalog import workload

DOCUMENT, GATE = "docs/compare.md", "docs/gate.md"


def compared(called: str, name: str) -> Comparison:
    """The counts of a variant on two workloads, under another name."""
    plan = ComparisonPlan(
        (NamedSearch(called, variant(name).search),), (workload("lecture"), workload("few-values-4x5"))
    )
    return compare(plan)


def test_every_count_and_every_reference_is_described() -> None:
    """The counts are those that the gate accepts; the references are the rows of theory in the table of growth."""
    assert [row["count"] for row in table(DOCUMENT, "count")] == list(COUNTS)
    assert [row["row"] for row in table(DOCUMENT, "row")] == list(REFERENCES)


def test_the_gate_prints_what_the_document_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """F2 gets the strict test of another form: the workload with equal values changes, the other does not."""
    monkeypatch.chdir(tmp_path)
    Path("old.json").write_text(as_json(compared("f2", "f2")), encoding="utf-8")
    Path("new.json").write_text(as_json(compared("f2", "strict_test")), encoding="utf-8")
    (block,) = [block for block in blocks(GATE) if block.language == "text"]
    (command,) = commands(block.text)
    assert cli.run(command.words[1:]) == 1
    assert without_measures(capsys.readouterr().out) == without_measures(command.printed)


def test_the_command_line_page_links_to_the_compare_page() -> None:
    """The compare page has a section of its own."""
    text = section("docs/command-line.md", "prunecheck compare")
    assert "(compare.md)" in text
    assert "(gate.md)" in text
