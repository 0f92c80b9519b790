"""Phases for the variants of the catalogue: their known breaks, and whole games."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from prunecheck.catalog.records import Break, Need
from prunecheck.contracts.case import Case
from prunecheck.contracts.order import contract
from prunecheck.trees.search import AnySearch
from prunecheck.verify.explain.witness import witness
from prunecheck.verify.games import matches
from prunecheck.verify.judge import Charge, call, violations
from prunecheck.verify.phases.trees import TREE_PHASES
from prunecheck.verify.records import BreakVerdict, GameVerdict
from prunecheck.verify.run import Phase, Row, Run


class KnownBreaks:
    """Replay each known break on its witness: it must still violate the contract."""

    name = "known breaks"
    gives_evidence = False

    def skip(self, run: Run) -> str:
        """If the plan is about a tree or about claims."""
        return _beside_the_catalogue(run)

    def __call__(self, run: Run) -> Run:
        """Replay them all."""
        return replace(run, rows=tuple(_with_breaks(row, run.plan.contracts) for row in run.rows))


class Games:
    """Search whole games, and judge the value and every leaf."""

    name = "games"
    gives_evidence = False

    def skip(self, run: Run) -> str:
        """If the plan leaves games out, or is about a tree or about claims."""
        return _beside_the_catalogue(run) or ("" if run.plan.games else "the plan leaves them out")

    def __call__(self, run: Run) -> Run:
        """Each row searches each game that it takes."""
        for match in matches(quick=run.plan.quick):
            for nth, row in enumerate(run.rows):
                run.report(f"playing {match.name}", nth, len(run.rows))
                claimed = match.judged(claim.contract for claim in row.claims)
                if claimed and (match.alternates or Need.ALTERNATION not in row.needs):
                    played: GameVerdict = match.play(row.trial.search, claimed)
                    run = run.with_row(nth, replace(row, games=(*row.games, played)))
        return run


def _beside_the_catalogue(run: Run) -> str:
    return run.given or ("claims are given" if run.plan.claims else "")


def _with_breaks(row: Row, contracts: Iterable[str]) -> Row:
    known = (each for each in row.breaks if each.contract in contracts)
    return replace(row, known_breaks=tuple(replayed(row.trial.search, each) for each in known))


def replayed(search: AnySearch, known: Break) -> BreakVerdict:
    """The known break, tried again on its witness."""
    case = Case(known.tree, [known.window], static_values=known.tree.has_static_values)
    broken = contract(known.contract)
    evidence = call(search, case)
    violation = next(violations(evidence, [Charge(broken)]), None)
    return BreakVerdict(
        contract=known.contract,
        says=broken.says,
        why=known.why,
        confirmed=violation is not None,
        witness=witness(broken, evidence) if violation is None else witness(*violation),
    )


CATALOGUE_PHASES: Final[tuple[Phase, ...]] = (*TREE_PHASES, KnownBreaks(), Games())
