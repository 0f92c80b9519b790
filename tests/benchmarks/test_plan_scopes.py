"""The plan of an exhaustive run: its cases are those of the formula, and its rate is measured."""

import pytest

pytest.importorskip("numba", reason="the rates are those of the optional extra `native`")

from benchmarks.plan_scopes import main
from click.testing import CliRunner

from documents import table
from prunecheck import catalog
from prunecheck.catalog.records import Need
from prunecheck.exhaustive.scope import Scope
from prunecheck.theory import small_trees


def cells(line: str) -> list[str]:
    """The cells of a row of a table in Markdown."""
    return [cell.strip() for cell in line.strip("|\n ").split("|")]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "signed"), [("strict_test", False), ("f1", True)])
def test_a_plan_has_the_cases_of_a_scope_and_the_hours_at_the_measured_rate(name: str, *, signed: bool) -> None:
    """A scope of four leaves is planned in seconds; the hours are rounded to 0."""
    done = CliRunner().invoke(main, ["--variant", name, "--leaves", "4"])
    assert done.exit_code == 0, done.output
    scope, cases, rate, hours = cells(done.output.splitlines()[-1])
    assert scope == Scope(4, signed).words
    assert int(cases.replace(",", "")) == sum(small_trees.cases(leaves, signed=signed) for leaves in range(1, 5))
    assert float(rate) > 0
    assert hours == "0.00"


def test_a_search_that_is_not_compiled_is_refused() -> None:
    """The error says what to do."""
    done = CliRunner().invoke(main, ["--variant", "explicit_stack"])
    assert done.exit_code == 2
    assert "explicit_stack is not judged at native speed" in done.output


def test_the_plan_on_the_page_has_the_cases_of_the_formulas() -> None:
    """The core-hours follow from the cases and the rates, which were measured."""
    rows = table("docs/fleets.md", "form", "scope", "cases")
    assert [row["form"] for row in rows] == ["strict_test", "strict_test", "f1"]
    for row, leaves in zip(rows, (7, 8, 7), strict=True):
        signed = Need.NEGATION in catalog.variant(row["form"]).needs
        scope = Scope(leaves, signed)
        assert (row["scope"].partition(" (")[0], row["cases"]) == (scope.words, f"{scope.cases:,}")
        hours = scope.cases / float(row["million cases a second"]) / 1e6 / 3600
        assert float(row["core-hours"]) == pytest.approx(hours, rel=0.04)
