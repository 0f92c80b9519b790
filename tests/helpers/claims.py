"""Hand-written verdicts for tests of reports."""

from prunecheck.catalog import VARIANTS
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.outcomes import Outcome
from prunecheck.verify.records import ClaimVerdict, Origin, VariantVerdict


def refutation(
    name: str, contract: str, witness: Witness, *, depth_rule: str = ""
) -> tuple[VariantVerdict, ClaimVerdict]:
    """A verdict with a refuted claim, on a variant of the catalogue or on a search of that name."""
    claim = ClaimVerdict(contract, "", "", Outcome.REFUTED, 1, 1, witness, depth_rule)
    origin = Origin.CATALOGUE if name in VARIANTS else Origin.NAMED
    return VariantVerdict(name, "", "", "", (), (claim,), (), origin=origin), claim
