"""The findings about a user's search: wrong results, unnecessary work, and notes."""

from collections.abc import Collection, Iterator, Mapping

from msgspec import structs

from prunecheck.contracts.contract import with_symbols
from prunecheck.contracts.order import contract, implied, weakest
from prunecheck.contracts.value import VALUE_CONTRACTS
from prunecheck.contracts.visits import EXTRA, LAWS, PATTERNS, REPEATED, STRICT_VISITS, VISITS, WITHIN
from prunecheck.verify.budgets import (
    EXTRA_LEAVES,
    FAR_MORE,
    HARDLY_PRUNES,
    MORE_THAN_CHANCE,
    MORE_THAN_MINIMAX,
    WRONG_WAY,
)
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.outcomes import Outcome, Severity
from prunecheck.verify.records import ClaimVerdict, Finding, VariantVerdict
from prunecheck.verify.visit_statistics import VisitCounts


def pruning_findings(
    outcome: Mapping[str, ClaimVerdict], reading: VisitCounts | None, *, takes_window: bool, must_prune: bool
) -> Iterator[Finding]:
    """Yield findings on the number of leaves that a search evaluates, compared with alpha-beta.

    Yields nothing if prunecheck cannot observe which leaves the search evaluates. Extra leaves make a search fail if
    `must_prune` is True. If `must_prune` is False, a search passes even if it prunes nothing.
    """
    tried = [pattern.name for pattern in PATTERNS if pattern.name in outcome]
    held = [name for name in tried if outcome[name].outcome is Outcome.HELD]
    if not tried or reading is None or not reading.trees:
        if held:
            yield Finding(Severity.FACT, LAWS[held[0]].shows)
        return
    yield from _at_driver(reading.at_driver)
    about = "" if VISITS.name in held else VISITS.name
    numbers = _numbers(reading)
    if reading.distinct >= EXTRA_LEAVES * reading.alpha_beta:
        found = _extra_leaves(reading, numbers, held, takes_window=takes_window, must_prune=must_prune)
        yield _with_witness(found, EXTRA, outcome, reading)
    elif reading.out_of_order:
        yield Finding(Severity.FACT, f"evaluates leaves in a different order from alpha-beta ({numbers})", about)
    elif reading.unnecessary:
        where = f"on {reading.unnecessary:,} of {reading.trees:,} trees, evaluates a few more leaves than alpha-beta"
        yield Finding(Severity.NOTE, _explained(where, _reason(reading, held), numbers), about)
    elif VISITS.name not in held:
        yield Finding(Severity.FACT, f"evaluates no leaf that alpha-beta would cut off ({numbers})", about)
    else:
        yield Finding(Severity.FACT, VISITS.shows)
    for leaf in _repeated_leaves(reading, takes_window=takes_window):
        yield _with_witness(leaf, REPEATED, outcome, reading)
    if reading.ignores_window:
        words = "ignores its window: it evaluates as many leaves in a narrow window as in the full window"
        yield Finding(Severity.NOTE, words, about)


def _at_driver(reading: VisitCounts | None) -> Iterator[Finding]:
    """Yield a note if the function that calls the user's search evaluates more leaves than alpha-beta."""
    if reading is not None and reading.trees and reading.distinct >= EXTRA_LEAVES * reading.alpha_beta:
        words = "the function that calls the search evaluates more leaves than alpha-beta"
        yield Finding(Severity.NOTE, _explained(words, _reason(reading, []), _numbers(reading)))


def _extra_leaves(
    reading: VisitCounts, numbers: str, held: list[str], *, takes_window: bool, must_prune: bool
) -> Finding:
    """Make the finding for a search that evaluates many more distinct leaves than alpha-beta."""
    if reading.distinct > HARDLY_PRUNES * reading.leaves:
        part = reading.distinct / reading.leaves
        words = f"evaluates {'every leaf' if part == 1 else f'{part:.1%} of all leaves'} ({numbers})"
        if must_prune:
            return Finding(Severity.PRUNING, f"no pruning: {words}", VISITS.name)
        return Finding(Severity.FACT, f"takes no window, so it {words}", VISITS.name)
    reason = _reason(reading, held)
    allowed = bool(reading.why or STRICT_VISITS.name in held or (_lacks_deep_cutoffs(held) and not takes_window))
    if not reading.strays and not reading.passed_over:
        reason, allowed = "because it evaluates all leaves below a position at once", True
    elif _orders_moves(reading) and reading.families < EXTRA_LEAVES * reading.alpha_beta_families:
        reason, allowed = "because it orders moves by static values", True
    if allowed or not must_prune:
        words = _explained("evaluates leaves that alpha-beta cuts off", reason, numbers)
        return Finding(Severity.NOTE, words, VISITS.name)
    words = _explained(f"{EXTRA}: evaluates leaves that alpha-beta cuts off", reason, numbers)
    return Finding(Severity.PRUNING, words, VISITS.name)


def _explained(what: str, reason: str, numbers: str) -> str:
    """Compose the text of a finding on extra leaves: what the search does, why (if this is known), and the counts."""
    return f"{', '.join(filter(None, (what, reason)))} ({numbers})"


def _with_witness(finding: Finding, kind: str, outcome: Mapping[str, ClaimVerdict], reading: VisitCounts) -> Finding:
    """To a finding about pruning, add the contract that has a counterexample of the given `kind`.

    A finding that is not about pruning is returned without changes.

    If no contract is added to a finding, a user can only reproduce the finding by a run on all trees. The contract
    `within` is only added if the search always evaluates leaves in alpha-beta's order. If leaves are evaluated out of
    alpha-beta's order, a counterexample to the contract `within` does not show which leaves are unnecessary.
    """
    if finding.severity is not Severity.PRUNING:
        return finding
    kinds = {name: claim.witness.kind for name, claim in outcome.items() if claim.witness is not None}
    names = (VISITS.name,) if reading.out_of_order else (VISITS.name, WITHIN.name)
    return structs.replace(finding, contract=next((name for name in names if kinds.get(name) == kind), ""))


def _reason(reading: VisitCounts, held: list[str]) -> str:
    """Why a search evaluates extra leaves, as a clause that begins with "because"; empty if the reason is not known."""
    if _lacks_deep_cutoffs(held):
        return "because it makes no deep cutoffs"
    if STRICT_VISITS.name in held:
        return "because it only cuts off if beta < alpha"
    return reading.why


def _lacks_deep_cutoffs(held: list[str]) -> bool:
    return not all(LAWS[name].deep_cutoffs for name in held)


def _repeated_leaves(reading: VisitCounts, *, takes_window: bool) -> Iterator[Finding]:
    """Yield a finding if leaves are evaluated again. The search fails if plain minimax evaluates far fewer leaves."""
    if reading.entered > (MORE_THAN_MINIMAX if takes_window else FAR_MORE) * reading.leaves:
        often = reading.entered / reading.leaves
        words = f"{REPEATED}: visits leaves {often:.1f} times as often as plain minimax ({_numbers(reading)})"
        yield Finding(Severity.NOTE if reading.nondeterministic else Severity.PRUNING, words, VISITS.name)
    elif reading.again:
        times = reading.read / reading.distinct
        words = f"on {reading.again:,} of {reading.trees:,} trees, evaluates some leaves more than once"
        yield Finding(Severity.FACT, f"{words} (on average, each leaf {times:.2f} times)", VISITS.name)


def _numbers(reading: VisitCounts) -> str:
    beside, least = reading.distinct / reading.alpha_beta, reading.distinct / reading.fewest
    return f"leaves: {beside:.2f}x alpha-beta, {least:.2f}x the minimum, over {reading.trees:,} trees"


def move_order_findings(reading: VisitCounts | None) -> Iterator[Finding]:
    """Yield a finding if a search orders moves by static evaluations, or if it searches the worst moves first."""
    if reading is None or not _ordering_matters(reading):
        return
    beside = (
        f"on {reading.static_trees} trees, it evaluates {reading.ordered:,} leaves; with the sign of all static values "
        f"changed, {reading.disordered:,}"
    )
    if _orders_moves(reading):
        yield Finding(Severity.FACT, f"orders moves by static values ({beside})")
    else:
        yield Finding(Severity.PRUNING, f"wrong move order: the worst moves by static values come first ({beside})")


def _ordering_matters(reading: VisitCounts) -> bool:
    """True if the number of evaluated leaves changes when all static values are negated."""
    better, worse = sorted((reading.ordered, reading.disordered))
    return better > 0 and worse >= (MORE_THAN_CHANCE if reading.nondeterministic else WRONG_WAY) * better


def _orders_moves(reading: VisitCounts) -> bool:
    """True if the search evaluates fewer leaves when the static value of each node is the node's minimax value."""
    return reading.ordered < reading.disordered and _ordering_matters(reading)


def table_findings(reading: VisitCounts | None) -> Iterator[Finding]:
    """Yield a finding on how many leaves a search saves because its table recognises positions by their keys.

    A search whose table saves nothing does not fail, since it may use keys for another purpose.
    """
    if reading is None or reading.table_savings is None:
        return
    table = reading.table_savings
    saved = f"{'costs' if table.saved < 0 else 'saves'} {abs(table.saved):.0%} of" if table.saved else "saves no"
    words = (
        f"over {table.trees} trees with shared positions, the transposition table {saved} evaluations; a reference "
        f"table saves {table.can_be_saved:.0%}"
    )
    yield Finding(Severity.FACT, words)


def findings(
    verdict: VariantVerdict,
    *,
    due: Collection[str],
    takes_window: bool,
    must_prune: bool,
    claimed: bool = False,
    watched: bool = True,
    reading: VisitCounts | None = None,
) -> list[Finding]:
    """List all findings on one search.

    `due` contains the contracts that the search must satisfy; if there are claims, these are the claimed contracts.
    Extra leaves only make the search fail if `must_prune` is True. `reading` contains the numbers of leaves that the
    search and alpha-beta evaluate over many trees. If `watched` is False, prunecheck cannot see which leaves are
    evaluated, and `reading` is ignored.
    """
    outcome = {claim.contract: claim for claim in verdict.claims}
    refuted = [name for name, claim in outcome.items() if claim.outcome is Outcome.REFUTED]
    wrong = [
        Finding(Severity.WRONG, what_is_wrong(name, outcome[name].witness), name)
        for name in weakest(other for other in refuted if other in due)
    ]
    for finding in wrong:
        witness = outcome[finding.contract].witness
        if witness is not None and witness.failure is not None:  # a failure violates all contracts
            return [finding]
    if wrong:
        return wrong
    found = [_strict_depth(claim) for claim in verdict.claims if claim.strict_failure and _is_strongest(claim, outcome)]
    if watched and not claimed:
        found += pruning_findings(outcome, reading, takes_window=takes_window, must_prune=must_prune)
        found += (*move_order_findings(reading), *table_findings(reading))
    return found + [
        Finding(
            Severity.FACT,
            f"differs from the optional contract `{name}`, which says: {with_symbols(outcome[name].says)}",
            name,
        )
        for name in weakest(refuted)
        if name not in {pattern.name for pattern in PATTERNS}
    ]


def what_is_wrong(contract: str, witness: Witness | None) -> str:
    """Describe what a counterexample shows, such as "wrong value: got 0, expected 1"."""
    if witness is None:
        return f"violates {contract}"
    return str(witness.failure) if witness.failure else witness.objection or f"violates {contract}"


def strongest_held(outcome: dict[str, ClaimVerdict]) -> ClaimVerdict | None:
    """Find the strongest contract on returned values that the search is known to satisfy.

    Returns None if the search is not known to satisfy any contract on returned values.
    """
    judged = (outcome[contract.name] for contract in reversed(VALUE_CONTRACTS) if contract.name in outcome)
    return next((claim for claim in judged if claim.outcome is Outcome.HELD), None)


def _is_strongest(claim: ClaimVerdict, outcome: dict[str, ClaimVerdict]) -> bool:
    """True if the search satisfies the claimed contract, but satisfies no contract that implies it."""
    others = (name for name, other in outcome.items() if other.outcome is Outcome.HELD and name != claim.contract)
    return claim.outcome is Outcome.HELD and not any(claim.contract in implied(name) for name in others)


def _strict_depth(claim: ClaimVerdict) -> Finding:
    """Make a finding: some results are right only if values from deeper table entries are allowed."""
    assert claim.strict_failure is not None
    what = "move" if contract(claim.contract).needs_the_move else "answer"
    words = (
        f"on {claim.strict_failure.trees:,} of {claim.trees:,} trees, the {what} came from a deeper table entry "
        "(allowed; --depth-rule exact forbids it)"
    )
    return Finding(Severity.FACT, words, claim.contract)
