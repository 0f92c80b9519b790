"""Print the report on a check of the catalogue: PASS or FAIL, then the failures, then one line for each search."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Console

from prunecheck.catalog.records import Lossy
from prunecheck.contracts.order import CONTRACTS, implied, weakest
from prunecheck.contracts.visits import LAWS
from prunecheck.errors import printable, quantity
from prunecheck.report.lines import STYLES, lossy_as_judged, say
from prunecheck.report.snippet import reproduction
from prunecheck.report.witness_text import outcome, witness_lines
from prunecheck.trees.values import show
from prunecheck.verify.findings import what_is_wrong
from prunecheck.verify.outcomes import Outcome
from prunecheck.verify.records import Certainty, ClaimVerdict, GameVerdict, Report, ScopeVerdict, VariantVerdict

# for up to this many variants, each line also lists the contracts that all variants satisfy, and the last line does not
# repeat the outcome
FEW = 3


def print_report(console: Console, report: Report, *, verbose: bool = False, quiet: bool = False) -> None:
    """Print whether the catalogue passed, all failures, and the contracts that each of its searches satisfies.

    If `verbose` is True, also print known violations of contracts. Lines that users may copy are not wrapped. If
    `quiet` is True, print the first line and nothing else.
    """
    (word, words), alone = _outcome(report), len(list(_failed_parts(report.variants))) == 1
    if quiet or not alone:
        say(console, f"{word}  {words}", STYLES.get(word, "bold magenta"), hang=len(word) + 2)
    if quiet:
        return
    for variant in report.variants:
        _failures(console, variant, verbose=verbose, apart=not alone)
    if not alone or len(report.variants) > 1:
        console.print()
        for line in _summary(report):
            say(console, line, hang=_name_width(report))
    for line in _scopes(report):
        say(console, line, hang=_name_width(report))
    if verbose:
        _known_violations(console, report.variants)
    console.print()
    rate = f" ({report.calls / report.drawing_seconds:,.0f} calls a second)" if report.drawing_seconds > 0 else ""
    again = f"{word}  " if len(report.variants) > FEW else ""  # the first line may have scrolled away
    say(console, f"{again}{report.evidence}{rate if verbose else ''}{'' if verbose else _hint(report)}")


def closing_line(report: Report) -> str:
    """Say in one line whether the catalogue passed, how many trees and calls were tested, and the random seed."""
    return f"{headline(report)} ({report.evidence})"


def headline(report: Report) -> str:
    """Say in one line whether all searches of the catalogue passed."""
    return "  ".join(_outcome(report))


def _outcome(report: Report) -> tuple[str, str]:
    """The outcome for the whole catalogue: the first word of the closing line, such as PASS, and the other words."""
    failed = list(_failed_parts(report.variants))
    if failed:
        return "FAIL", "; ".join(failed)
    if report.interrupted or not report.complete:
        claims = [claim for variant in report.variants for claim in variant.claims]
        decided = sum(claim.outcome is Outcome.HELD for claim in claims)
        word = "INTERRUPTED" if report.interrupted else "INCONCLUSIVE"
        if decided == len(claims):
            return word, f"{decided} claims hold; other checks were not run"
        return word, f"nothing wrong so far; {decided} of {len(claims)} claims decided"
    right = [variant for variant in report.variants if variant.lossy is None]
    lossy = [variant for variant in report.variants if variant.lossy is not None]
    if not right and lossy:
        return "LOSSY", f"{quantity(len(lossy), 'variant')}: {_kinds_of(lossy)}"
    number = sum(len(variant.claims) for variant in right)
    known = sum(len(variant.breaks) for variant in right)
    games = {game.game for variant in right for game in variant.games}
    parts = [f"{quantity(number, 'claim')} hold{'s' if number == 1 else ''}"] if number else []
    parts += [f"{quantity(known, 'known violation')} confirmed"] if known else []
    parts += [f"{quantity(len(games), 'game')} right"] if games else []
    groups = [f"{quantity(len(right), 'variant')}: {', '.join(parts) or 'nothing to check'}"]
    groups += [f"{quantity(len(lossy), 'lossy variant')}: {_kinds_of(lossy)}"] if lossy else []
    return "PASS", "; ".join(groups)


def _kinds_of(lossy: Sequence[VariantVerdict]) -> str:
    """Describe how the values of lossy searches (which skip parts of the tree on purpose) were judged.

    If lossy searches were judged in several ways, add how many were judged in each way.
    """
    said = Counter(lossy_as_judged(variant) for variant in lossy)
    if len(said) == 1:
        return next(iter(said)).words(len(lossy))
    return ", ".join(f"{number} {kind.words(number)}" for kind, number in said.items())


def _failed_parts(variants: Sequence[VariantVerdict]) -> Iterator[str]:
    for variant in variants:
        refuted = [claim.contract for claim in variant.claims if claim.outcome is Outcome.REFUTED]
        if refuted:
            yield f"{variant.name} violates {', '.join(weakest(refuted))}"
        for known_break in variant.breaks:
            if not known_break.confirmed:
                yield f"{variant.name} no longer violates {known_break.contract}"
        for game in variant.games:
            if game.broken:
                yield f"{variant.name} is wrong on {game.game}"


def _failures(console: Console, variant: VariantVerdict, *, verbose: bool, apart: bool) -> None:
    """Print the failures of a search of the catalogue. If `apart` is True, print an empty line before each failure."""
    refuted = {claim.contract: claim for claim in variant.claims if claim.outcome is Outcome.REFUTED}
    for name in weakest(refuted):
        claim = refuted[name]
        _space(console, apart=apart)
        say(console, f"FAIL  {variant.name}  {what_is_wrong(name, claim.witness)}", "bold red", hang=6)
        for line in refutation_lines(claim, verbose=verbose):
            say(console, f"  {line}")
        stronger = [other for other in refuted if other != name and name in implied(other)]
        if stronger:
            implies = "implies" if len(stronger) == 1 else "imply"
            say(console, f"  also    violates {', '.join(stronger)}, which {implies} {name}")
        if claim.witness is not None:
            repeat = reproduction(variant, claim)
            for line in repeat if verbose else repeat[:1]:
                say(console, f"  {line}".rstrip(), verbatim=True)
    for known in variant.breaks:
        if not known.confirmed:
            _space(console, apart=apart)
            words = f"FAIL  {variant.name}  now satisfies {known.contract} on the known counterexample: {known.why}"
            say(console, words, "bold red", hang=6)
            for line in witness_lines(known.witness, leaves=known.contract in LAWS):
                say(console, f"  {line}")
    for game in variant.games:
        if game.broken:
            _space(console, apart=apart)
            say(console, f"FAIL  {variant.name}  {game_words(game)}", "bold red", hang=6)


def _space(console: Console, *, apart: bool) -> None:
    if apart:
        console.print()


def refutation_lines(claim: ClaimVerdict, *, verbose: bool = False) -> list[str]:
    """Lines that show the counterexample to a claim, and what the violated contract says."""
    if claim.witness is None:
        return []
    leaves = verbose or claim.contract in LAWS
    return [*witness_lines(claim.witness, leaves=leaves), printable(f"must    {claim.contract}: {claim.says}")]


def game_words(game: GameVerdict) -> str:
    """Describe what a search returned for a whole game, and what it should have returned."""
    broken = " and ".join(game.broken)
    seen = f"{outcome(game.found, game.failure)}, expected {show(game.truth)}; {game.leaves:,} leaves evaluated"
    return f"violates {broken} on {game.game}: {seen}"


def _name_width(report: Report) -> int:
    return max(len("variant"), *(len(variant.name) for variant in report.variants)) + 2


def _summary(report: Report) -> Iterator[str]:
    """Yield a line for each search with the contracts it satisfies, then a line with the contracts that all satisfy.

    A contract is left out if another listed contract implies it.
    """
    width = _name_width(report)
    held = {variant.name: _held(variant) for variant in report.variants}
    shared = set.intersection(*map(set, held.values())) if len(held) > FEW else set()
    yield f"{'variant'.ljust(width)}satisfies; known to violate"
    for variant in report.variants:
        parts = [", ".join(star for name, star in held[variant.name].items() if name not in shared)]
        if variant.lossy is not None:
            parts = [": ".join(filter(None, (f"lossy, {lossy_as_judged(variant).words()}", *parts)))]
        where = " on the whole tree" if variant.lossy is Lossy.REDUCED_TREE else ""
        for word, names in _others(variant).items():
            parts.append(f"{word} {', '.join(names)}{where}")
        yield f"{variant.name.ljust(width)}{'; '.join(filter(None, parts)) or '-'}"
    if shared:
        yield f"{'all'.ljust(width)}{', '.join(name for name in CONTRACTS if name in shared)}"
    follow = {name for variant in report.variants for name in _claimed(variant) if name not in held[variant.name]}
    if follow:
        yield f"{'implied'.ljust(width)}{', '.join(name for name in CONTRACTS if name in follow)}"
    for variant in report.variants:
        for claim in variant.claims:
            if claim.condition:
                yield f"* {variant.name} satisfies {claim.contract} if {claim.condition}"


def _scopes(report: Report) -> Iterator[str]:
    """Yield the results on all small trees: one line for each different result, with the searches that have it."""
    names: dict[str, list[str]] = {}
    for variant in report.variants:
        if variant.scope is not None and variant.scope.certainty is not Certainty.REFUTED:
            names.setdefault(_scope_words(variant.scope), []).append(variant.name)
    if names:
        yield ""
    for says, variants in names.items():
        yield f"{says}: {', '.join(variants)}"


def _scope_words(scope: ScopeVerdict) -> str:
    if scope.certainty is Certainty.INCOMPLETE:
        return scope.says
    return f"{scope.certainty.value} for all {scope.words} ({scope.total:,} cases)"


def _claimed(variant: VariantVerdict) -> dict[str, ClaimVerdict]:
    return {claim.contract: claim for claim in variant.claims if claim.outcome is Outcome.HELD}


def _held(variant: VariantVerdict) -> dict[str, str]:
    """The contracts that a search satisfies, each with a star if it is only satisfied under a condition.

    A contract is left out if another satisfied contract implies it.
    """
    held = _claimed(variant)
    follow = {weaker for name, claim in held.items() if not claim.condition for weaker in implied(name) - {name}}
    return {name: f"{name}{'*' if held[name].condition else ''}" for name in CONTRACTS if name in held.keys() - follow}


def _others(variant: VariantVerdict) -> dict[str, list[str]]:
    """The undecided contracts and the violated contracts of a search, grouped by outcome.

    If there are several counterexamples to a contract, the number of counterexamples is added.
    """
    found: dict[str, Counter[str]] = {}
    for claim in variant.claims:
        if claim.outcome is not Outcome.HELD:
            word = "VIOLATES" if claim.outcome is Outcome.REFUTED else "undecided:"
            found.setdefault(word, Counter())[claim.contract] += 1
    for known_break in variant.breaks:
        found.setdefault("violates" if known_break.confirmed else "NO LONGER violates", Counter())[
            known_break.contract
        ] += 1
    return {
        word: [name if number == 1 else f"{name} (in {number} ways)" for name, number in names.items()]
        for word, names in found.items()
    }


def _known_violations(console: Console, variants: Sequence[VariantVerdict]) -> None:
    """Print each known counterexample once, with all searches of the catalogue that fail on it."""
    violators: dict[tuple[str, str, str], list[str]] = {}
    for variant in variants:
        for known_break in filter(lambda known: known.confirmed, variant.breaks):
            where = f"{known_break.witness.tree} in {known_break.witness.window}"
            where = where if known_break.witness.max_at_root else f"{where}, MIN to move"
            violators.setdefault((known_break.contract, where, known_break.why), []).append(variant.name)
    if violators:
        console.print()
        say(console, "known violations, each on its smallest counterexample")
    for (contract, where, why), names in violators.items():
        say(console, f"  {contract} on {where}: {why}")
        say(console, f"    {', '.join(names)}")


def _hint(report: Report) -> str:
    return ". More: -v" if any(variant.breaks or not variant.sound for variant in report.variants) else ""
