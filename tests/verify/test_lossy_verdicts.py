"""Verdicts on lossy searches: their wording, and that a bug in one is found by comparison with its reduced tree."""

import json
from dataclasses import replace
from typing import Any

import pytest

from prunecheck import Number, cli, verify_search
from prunecheck.catalog import VARIANTS
from prunecheck.catalog.records import Lossy
from prunecheck.oracle.minimax import value
from prunecheck.report.catalogue_text import headline
from prunecheck.report.ci_formats import as_junit, as_markdown
from prunecheck.report.data import as_json
from prunecheck.report.sheet import Sheet, sheet_of, sheet_of_subjects
from prunecheck.trees.protocol import N, Tree
from prunecheck.verify.catalogue import verify
from prunecheck.verify.plan import Plan
from prunecheck.verify.records import Report

Output = pytest.CaptureFixture[str]

LOSSY = [row for row in VARIANTS.values() if row.lossy]
WORDS = {Lossy.REDUCED_TREE: "right on the tree without skipped moves", Lossy.MEASURED_ONLY: "measured only"}
FORBIDDEN = ("PASS", "verified", "proved")


def run(*names: str, examples: int = 10) -> Report:
    """A short verification of these variants."""
    return verify(Plan(tuple(VARIANTS[name] for name in names), examples=examples, quick=True))


@pytest.mark.parametrize("name", [row.name for row in LOSSY])
def test_no_report_says_that_a_lossy_search_is_verified(name: str, capsys: Output) -> None:
    """The command and the CI reports say what is known instead."""
    lossy = VARIANTS[name].lossy
    assert lossy is not None
    assert cli.run(["verify", "--variant", name, "--examples", "10", "--quick", "-v"]) == 0
    said = capsys.readouterr().out
    report = run(name)
    assert report.sound
    check_words(lossy, [said, as_junit(sheet_of(report)), as_markdown(sheet_of(report))], sheet_of(report))
    (row,) = json.loads(as_json(report))["variants"]
    assert row["lossy"] == lossy.value
    told = [claim["says"] for claim in row["claims"] if claim["contract"] == "exact"]
    assert all(text.endswith("; v is the value of the tree without skipped moves") for text in told)


@pytest.mark.slow_cases("late_moves")
@pytest.mark.parametrize("name", ["quiescence", "late_moves"])
def test_verify_by_name_reports_a_lossy_variant_as_lossy(name: str) -> None:
    """Both `prunecheck verify NAME` and `verify_search` report it."""
    lossy, verdict = VARIANTS[name].lossy, verify_search(name, effort="quick")
    assert lossy is not None
    assert verdict.sound
    sheet = sheet_of_subjects([verdict.tried])
    check_words(lossy, [str(verdict), as_junit(sheet), as_markdown(sheet)], sheet)


def check_words(lossy: Lossy, texts: list[str], sheet: Sheet) -> None:
    """Assert that the text says LOSSY, and that contracts on values name the reduced tree."""
    assert not any(word in text for word in FORBIDDEN for text in texts)
    assert all("LOSSY" in text and WORDS[lossy] in text for text in texts)
    exact = {row.contract for row in sheet.rows if row.contract.startswith("exact")}
    assert exact == ({"exact on the tree without skipped moves"} if lossy is Lossy.REDUCED_TREE else set())


def test_lossy_variants_are_counted_separately() -> None:
    """Lossy variants do not count as passing, and neither do their claims, known violations and games."""
    assert headline(run("f2", "best_half", "quiescence", "futility")) == (
        "PASS  1 variant: 7 claims hold, 1 known violation confirmed, 2 games right; "
        "3 lossy variants: 2 right on the trees without skipped moves, 1 measured only"
    )
    assert headline(run("best_half", "quiescence")) == "LOSSY  2 variants: right on the trees without skipped moves"


def test_the_reduced_tree_is_only_named_if_values_are_judged(capsys: Output) -> None:
    """Only `conduct` was judged here."""
    assert cli.run(["verify", "--variant", "quiescence", "--claims", "conduct", "--examples", "10"]) == 0
    assert "LOSSY  1 variant: measured only" in capsys.readouterr().out


def test_the_list_of_variants_says_which_are_lossy(capsys: Output) -> None:
    """The list names the tree that their claims are about."""
    assert cli.run(["list", "variants", "--json"]) == 0
    rows = {row["variant"]: row for row in json.loads(capsys.readouterr().out)}
    for name, row in VARIANTS.items():
        assert rows[name]["what it is"].startswith("lossy, ") == (row.lossy is not None)
        assert rows[name]["claims"].startswith("on the tree without skipped moves: ") == (row.reduced is not None)
        if row.lossy is not None:
            assert WORDS[row.lossy] in rows[name]["what it is"]


def test_exhaustive_rejects_lossy_searches(capsys: Output) -> None:
    """An exhaustive check would prove nothing about their values; beside a right search, they are left out."""
    for command in (["quiescence"], ["--variant", "null_move,best_half"]):
        assert cli.run(["verify", *command, "--exhaustive", "1"]) == 2
        assert (
            "--exhaustive proves nothing about searches that may return wrong values on purpose"
            in capsys.readouterr().err
        )
    assert cli.run(["verify", "--variant", "quiescence,carried_window", "--exhaustive", "1", "-q"]) == 0
    assert capsys.readouterr().out.startswith("PASS  1 variant: 6 claims hold")


def never_stands_pat(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A bug: plain minimax instead of quiescence search."""
    return value(tree, node)


def test_a_bug_in_a_lossy_search_is_found_against_its_reduced_tree() -> None:
    """The witness is a whole tree, but the true value is that of its reduced tree."""
    broken = replace(VARIANTS["quiescence"], search=never_stands_pat, breaks=())
    report = verify(Plan((broken,), examples=100, games=False))
    assert report.status == "refuted"
    (verdict,) = report.variants
    claim = verdict.claim("exact")
    assert claim is not None
    assert claim.witness is not None
    seen = claim.witness
    assert broken.reduced is not None
    reduced: Tree[Any, Number] = broken.reduced(seen.tree)
    assert (seen.found, seen.truth) == (value(seen.tree, 0), value(reduced, reduced.root))
    assert len(seen.tree) <= 4
    assert headline(report) == "FAIL  quiescence violates exact"
