"""The findings about a user's search: what is wrong, how well the search prunes, and other facts."""

from collections.abc import Collection

from prunecheck.contracts.order import implied, weakest
from prunecheck.verify.pruning import PLAIN_READERS, move_order_findings, pruning_findings, table_findings
from prunecheck.verify.records import ClaimVerdict, Finding, Outcome, VariantVerdict, Witness
from prunecheck.verify.severity import Severity
from prunecheck.verify.visit_statistics import VisitCounts

VALUES = ("clamped", "fishburn", "knuth", "exact")  # the strongest contract first


def findings(
    verdict: VariantVerdict,
    *,
    due: Collection[str],
    takes_window: bool,
    claimed: bool = False,
    watched: bool = True,
    reading: VisitCounts | None = None,
) -> list[Finding]:
    """The findings for one search.

    It must satisfy the contracts in `due`: the claimed ones, if there are any.
    `reading` has the counts of evaluated leaves over many trees, if the leaves can be seen; it is ignored unless
    `watched`.
    """
    outcome = {claim.contract: claim for claim in verdict.claims}
    refuted = [name for name, claim in outcome.items() if claim.outcome is Outcome.REFUTED]
    wrong = [
        Finding(Severity.WRONG, what_is_wrong(name, outcome[name].witness), name)
        for name in weakest(each for each in refuted if each in due)
    ]
    for each in wrong:
        witness = outcome[each.contract].witness
        if (
            witness is not None and witness.failure is not None
        ):  # a failure violates all contracts, so one finding is enough
            return [each]
    if wrong:
        return wrong
    found = [_strict_depth(claim) for claim in verdict.claims if claim.strict_failure and _is_strongest(claim, outcome)]
    if watched and not claimed:
        found += pruning_findings(outcome, reading, takes_window=takes_window)
        found += (*move_order_findings(reading), *table_findings(reading))
    return found + [
        Finding(Severity.FACT, f"does not satisfy {name}: {outcome[name].says}", name)
        for name in weakest(refuted)
        if name not in PLAIN_READERS
    ]


def what_is_wrong(contract: str, witness: Witness | None) -> str:
    """A phrase that says what a witness shows, such as "wrong value: got 0, expected 1"."""
    if witness is None:
        return f"violates {contract}"
    return str(witness.failure) if witness.failure else witness.objection or f"violates {contract}"


def strongest_held(outcome: dict[str, ClaimVerdict]) -> ClaimVerdict | None:
    """The strongest contract on values that is known to hold; None if there is none."""
    held = (outcome[name] for name in VALUES if name in outcome and outcome[name].outcome is Outcome.HELD)
    return next(held, None)


def _is_strongest(claim: ClaimVerdict, outcome: dict[str, ClaimVerdict]) -> bool:
    """True if the contract holds, and is not implied by another one that holds."""
    others = (name for name, each in outcome.items() if each.outcome is Outcome.HELD and name != claim.contract)
    return claim.outcome is Outcome.HELD and not any(claim.contract in implied(name) for name in others)


def _strict_depth(claim: ClaimVerdict) -> Finding:
    """The finding for values that are only right because deeper table entries are allowed."""
    assert claim.strict_failure is not None
    words = (
        f"on {claim.strict_failure.trees:,} of {claim.trees:,} trees the answer came from a deeper table entry "
        "(allowed; --depth-rule exact forbids it)"
    )
    return Finding(Severity.FACT, words, claim.contract)
