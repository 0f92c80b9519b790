"""The report on the catalogue says in its first line how the run ended."""

from prunecheck.report.catalogue_text import headline
from prunecheck.verify.records import ClaimVerdict, Outcome, Report, VariantVerdict


def test_an_early_interrupt_is_not_reported_as_claims_that_do_not_hold() -> None:
    """No claim is decided before the end of the random trees."""
    claims = tuple(ClaimVerdict(name, "", "", Outcome.UNDECIDED, 3, 9) for name in ("exact", "knuth"))
    report = Report(interrupted=True, variants=(VariantVerdict("f2", "", "", claims=claims),))
    assert headline(report) == "INTERRUPTED  nothing wrong so far; 0 of 2 claims decided"
