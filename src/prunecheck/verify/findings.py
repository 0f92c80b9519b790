"""The findings about a user's search: the contracts it violates or satisfies, and which leaves it evaluates."""

from collections.abc import Collection
from enum import Enum
from typing import Final

from msgspec import Struct

from prunecheck.contracts.order import implied, weakest
from prunecheck.verify.budgets import FAR_MORE, HARDLY_PRUNES, MORE_THAN_CHANCE, MORE_THAN_MINIMAX, WRONG_WAY
from prunecheck.verify.records import ClaimVerdict, Outcome, VariantVerdict
from prunecheck.verify.visit_statistics import VisitCounts

PLAIN_READERS: Final = {  # contracts on visits, and what a search does that satisfies one
    "visits": "reads exactly the leaves of alpha-beta",
    "strict-visits": "reads exactly the leaves of alpha-beta with the test beta < alpha: also those where A = B",
    "shallow-visits": "reads exactly the leaves of alpha-beta without deep cut-offs",
    "every-leaf": "reads every leaf",
}
READINGS: Final = {  # depth rule of a claim, and the words for it in a sentence
    "": "",
    "strict": " by the strict reading",
    "witness": " by the witness criterion",
    "either": " by either reading",
}
VALUES: Final = ("clamped", "fishburn", "knuth", "exact")  # the strongest first


class Weight(Enum):
    """What a finding means for the verdict."""

    BROKEN = "broken"
    WASTE = "waste"
    NOTE = "note"


class Finding(Struct, frozen=True):
    """One finding in words, with the contract it is about, and the likely cause, if there is one."""

    weight: Weight
    words: str
    contract: str = ""
    cause: str = ""


def _note(words: str, contract: str = "") -> Finding:
    return Finding(Weight.NOTE, words, contract)


def _waste(words: str, contract: str = "") -> Finding:
    return Finding(Weight.WASTE, words, contract)


def findings(
    verdict: VariantVerdict,
    *,
    due: Collection[str],
    takes_window: bool,
    claimed: bool = False,
    watched: bool = True,
    reading: VisitCounts | None = None,
) -> list[Finding]:
    """What came out for one search, of which the contracts that are `due` must hold: those that it claimed, if any.

    Unless it is to be `watched`, nothing is said of what it reads.

    `reading` is what it reads over many trees, where that can be seen.
    """
    outcome = {claim.contract: claim for claim in verdict.claims}
    refuted = [name for name, claim in outcome.items() if claim.outcome is Outcome.REFUTED]
    found = [
        Finding(Weight.BROKEN, f"breaks {name}{READINGS[outcome[name].reading]}: {outcome[name].says}", name)
        for name in weakest(each for each in refuted if each in due)
    ]
    for each in found:
        witness = outcome[each.contract].witness
        if witness is not None and witness.failure is not None:  # it violates all contracts: one finding is enough
            return [Finding(Weight.BROKEN, f"fails on a legal tree: {witness.failure}", each.contract)]
    if found:
        return found
    undecided = [name for name in outcome if name in due and outcome[name].outcome is Outcome.UNDECIDED]
    if undecided:
        found.append(_note(f"not decided, as hardly a tree said anything of it: {', '.join(undecided)}"))
    values = [name for name in VALUES if name in outcome and outcome[name].outcome is Outcome.HELD]
    if values:
        kept = outcome[values[0]]
        said = f"keeps {kept.contract}{READINGS[kept.reading]}: {kept.says}"
        stronger = [name for name in VALUES if name in refuted and values[0] in implied(name)]
        found.append(_note(said, stronger[-1] if stronger else ""))
        found += _of_strict_rule(kept)
    elif "best-move" in outcome:
        found += _of_strict_rule(outcome["best-move"])
    if "table" in outcome and outcome["table"].outcome is Outcome.HELD:
        found.append(_note(f"shows a table that is true: {outcome['table'].says}"))
    if watched and not claimed:
        found += _of_visits(outcome, reading, takes_window=takes_window)
        found += _of_move_order(reading)
        found += _of_table(reading)
    found += [
        _note(f"does not keep {name}: {outcome[name].says}", name)
        for name in weakest(refuted)
        if name not in PLAIN_READERS and name not in VALUES
    ]
    return found


def _of_strict_rule(claim: ClaimVerdict) -> list[Finding]:
    """The strict depth rule violated by a contract that holds if deeper entries are allowed."""
    if claim.strict_failure is None:
        return []
    where = f"on {claim.strict_failure.trees} of {claim.trees} trees"
    why = "where only a deeper search of a position met again explains the value"
    return [_note(f"breaks {claim.contract} by the strict reading {where}, {why}", claim.contract)]


def _of_visits(outcome: dict[str, ClaimVerdict], reading: VisitCounts | None, *, takes_window: bool) -> list[Finding]:
    tried = [name for name in PLAIN_READERS if name in outcome]
    if not tried:
        return [_note("what it reads cannot be seen from here")]
    kept = [name for name in tried if outcome[name].outcome is Outcome.HELD]
    if not kept:
        return [_of_counts(reading, takes_window=takes_window)] if reading else []
    if kept == ["every-leaf"] and takes_window:
        return [_waste("prunes nothing, though it takes a window: every leaf is read", "visits")]
    if kept[0] == "shallow-visits" and takes_window:
        return [_waste(f"{PLAIN_READERS[kept[0]]}, though it takes a window", "visits")]
    return [_note(PLAIN_READERS[kept[0]], "" if kept[0] == "visits" else "visits")]


def _of_move_order(reading: VisitCounts | None) -> list[Finding]:
    """Whether static values order the moves: fewer leaves if they are true, or more; else nothing."""
    if reading is None or not reading.hinted or reading.ordered == reading.disordered:
        return []
    better, worse = sorted((reading.ordered, reading.disordered))
    beside = (
        f"over {reading.hinted} trees {reading.ordered} leaves where static values are the true ones, "
        f"{reading.disordered} where they are those negated"
    )
    if worse < (MORE_THAN_CHANCE if reading.restless else WRONG_WAY) * better:
        return []
    if reading.ordered == better:
        return [_note(f"orders moves by static values: {beside}")]
    return [_waste(f"orders moves the wrong way round: {beside}")]


def _of_table(reading: VisitCounts | None) -> list[Finding]:
    """How much a search that asks for keys saves: only a note, as the purpose of the keys is not known."""
    if reading is None or reading.met is None:
        return []
    met = reading.met
    saved = f"{'costs' if met.saved < 0 else 'saves'} {abs(met.saved):.0%}" if met.saved else "saves none"
    words = (
        f"knowing positions again {saved} of the leaves, over {met.trees} trees that share some; "
        f"a plain table of bounds saves {met.can_be_saved:.0%}"
    )
    return [_note(words)]


def _of_counts(reading: VisitCounts, *, takes_window: bool) -> Finding:
    """A search that satisfies no contract on visits: extra leaves in one pass are waste, except for a known reason.

    What searches again until its time is over does so on a small tree more often than anybody would have it.
    """
    if not reading.trees:
        return _note("what it reads was not measured")
    beside = (
        f"over {reading.trees} trees {reading.read / reading.alpha_beta:.2f} x the leaves of alpha-beta, "
        f"{reading.read / reading.leaves:.2f} x all leaves, {reading.read / reading.fewest:.2f} x the fewest possible"
    )
    if reading.one_pass and reading.needless:
        where = f"reads leaves in vain on {reading.needless} of {reading.trees} trees"
        if reading.why and not _ignores_window(reading):
            return _note(f"{where}, {reading.why}: {beside}", "visits")
        if not takes_window and reading.read > HARDLY_PRUNES * reading.leaves:
            return _note(f"hardly prunes, and takes no window: {beside}", "visits")
        return _waste(f"{where}, in one pass from left to right: {beside}", "visits")
    if reading.entered > (MORE_THAN_MINIMAX if takes_window else FAR_MORE) * reading.leaves:
        often = f"enters leaves {reading.entered / reading.leaves:.1f} times as often as plain minimax: {beside}"
        return Finding(Weight.NOTE if reading.restless else Weight.WASTE, often, "visits")
    ways = [
        f"{words} on {number}"
        for words, number in (
            ("leaves again", reading.again),
            ("not all that alpha-beta reads", reading.missed),
            ("in another order", reading.out_of_order),
        )
        if number
    ]
    if not ways and _ignores_window(reading):
        deaf = f"makes no use of the window it is given: on {reading.deaf} trees it reads as many leaves as without one"
        return _waste(deaf, "visits")
    if not ways:
        return Finding(
            Weight.NOTE, f"reads the leaves of alpha-beta on all of {reading.trees} trees in the full window"
        )
    return _note(f"reads {', '.join(ways)} of {reading.trees} trees; {beside}")


def _ignores_window(reading: VisitCounts) -> bool:
    """True if a window made no difference on any tree on which it should."""
    return 0 < reading.closed == reading.deaf
