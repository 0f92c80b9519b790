"""The report on the catalogue says in its first line how the run ended, and again in the last line if it is long."""

from io import StringIO

import pytest
from rich.console import Console

from prunecheck.report.catalogue_text import FEW, headline, print_report
from prunecheck.verify.outcomes import Outcome
from prunecheck.verify.records import ClaimVerdict, Report, VariantVerdict


def claims(outcome: Outcome) -> tuple[ClaimVerdict, ...]:
    """Two claims with the same outcome."""
    return tuple(ClaimVerdict(name, "", "", outcome, 3, 9) for name in ("exact", "knuth"))


def test_an_early_interrupt_is_not_reported_as_claims_that_do_not_hold() -> None:
    """No claim is decided before the end of the random trees."""
    variant = VariantVerdict("f2", "", "", claims=claims(Outcome.UNDECIDED))
    assert headline(Report(interrupted=True, variants=(variant,))) == (
        "INTERRUPTED  nothing wrong so far; 0 of 2 claims decided"
    )


@pytest.mark.parametrize("number, repeats", [(FEW, False), (FEW + 1, True)])
def test_a_long_report_repeats_its_outcome_in_the_last_line(number: int, repeats: bool) -> None:
    """On a terminal, the first line has scrolled away."""
    page = StringIO()
    variants = tuple(VariantVerdict(f"f{nth}", "", "", claims=claims(Outcome.HELD)) for nth in range(number))
    print_report(Console(file=page, width=80), Report(variants=variants, trees=5, calls=9))
    first, *_, last = page.getvalue().splitlines()
    assert first.startswith("PASS  ")
    assert last.startswith("PASS  5 trees" if repeats else "5 trees")
