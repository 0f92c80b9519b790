"""Check each search of the catalogue on random trees and games: the contracts that it claims, and its known bugs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from prunecheck import catalog
from prunecheck.catalog import Variant
from prunecheck.catalog.records import Break, Need
from prunecheck.contracts.case import Case, ReducedView
from prunecheck.contracts.contract import Contract
from prunecheck.contracts.order import contract
from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.games.kalah import Kalah
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import AnySearch
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL
from prunecheck.verify.explain.witness import witness
from prunecheck.verify.findings import findings
from prunecheck.verify.judge import Charge, call, violations
from prunecheck.verify.options import Options
from prunecheck.verify.phases.small_trees import ALL_SMALL_TREES, decidable
from prunecheck.verify.phases.trees import TREE_PHASES, report_of
from prunecheck.verify.plan import OnProgress, Plan, no_progress
from prunecheck.verify.records import BreakVerdict, GameVerdict, Report
from prunecheck.verify.run import Phase, Run, carry_out, variant_row
from prunecheck.verify.trial_result import SubjectVerdict, TrialResult


class Match:
    """A game and its minimax values. The values are computed once, and used to judge every search."""

    def __init__(self, name: str, tree: Tree[Any, Number], *, alternates: bool = True) -> None:
        """`tree` is the whole game tree. A search of the game starts at the root, in the window (-inf, inf).

        `alternates` is True if players alternate.
        """
        self.name = name
        self.alternates = alternates
        self._case = Case(tree, [FULL])

    def play(self, search: AnySearch, contracts: Iterable[Contract], reduced: ReducedView | None = None) -> GameVerdict:
        """Run a search on the whole game once, and judge the result by the contracts.

        If the search skips nodes on purpose, `reduced` is a function that removes these nodes from the game, and the
        search must return the value of the remaining tree.
        """
        case = self._case.reduced_by(reduced)
        log = recorded(case.searched)
        evidence = call(search, case, log=log)
        broken = tuple(violation.contract.name for violation in violations(evidence, map(Charge, contracts)))
        done = evidence.run
        visited, leaves = log.visited, len(done.leaves)
        return GameVerdict(self.name, FULL, case.truth, done.found, done.failure, visited, leaves, broken)


def matches(*, quick: bool) -> Iterator[Match]:
    """Choose the games that every search of the catalogue plays: small games to the end, larger games to a few plies.

    If `quick` is True, the chosen games have a few thousand nodes in total; otherwise, a few hundred thousand.
    """
    if quick:
        yield Match("tic-tac-toe to 5 plies", cut(TicTacToe(), 5))
        yield Match("nim 1 2 3", Nim((1, 2, 3)))
        yield Match("kalah 3 1", Kalah(3, 1), alternates=False)
        return
    yield Match("tic-tac-toe", TicTacToe())
    yield Match("nim 2 3 4", Nim((2, 3, 4)))
    yield Match("connect three 3 x 4", ConnectFour(3, 4, run=3))
    yield Match("othello 4 x 4 to 8 plies", cut(Othello(4), 8))
    yield Match("kalah 3 2", Kalah(3, 2), alternates=False)


def _replay_known_breaks(run: Run) -> Run:
    """For each search of the catalogue with a known contract violation, check that it still violates the contract."""
    for nth, row in enumerate(run.rows):
        breaks = tuple(
            replay(row.judge.search, known_break)
            for known_break in row.breaks
            if known_break.contract in run.plan.contracts
        )
        run = run.with_row(nth, replace(row, about=structs.replace(row.about, breaks=breaks)))
    return run


def _play_games(run: Run) -> Run:
    """Search whole games with every search of the catalogue that accepts them, and judge the value and every leaf.

    Contracts that need a changed game or a repeated call are left out here, and judged on random trees.
    """
    for match in matches(quick=run.plan.quick):
        for nth, row in enumerate(run.rows):
            run.report(f"playing {match.name}", nth, len(run.rows))
            claimed = [known for known in (contract(claim.contract) for claim in row.claims) if known.by_one_call]
            if claimed and (match.alternates or Need.ALTERNATION.value not in row.about.needs):
                played = match.play(row.judge.search, claimed, row.judge.reduced)
                about = structs.replace(row.about, games=(*row.about.games, played))
                run = run.with_row(nth, replace(row, about=about))
    return run


def replay(search: AnySearch, known: Break) -> BreakVerdict:
    """Repeat a recorded call in which a search of the catalogue violated a contract, and judge the new result."""
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


CATALOGUE_PHASES: Final = (
    ALL_SMALL_TREES,
    *TREE_PHASES,
    Phase("known breaks", lambda run: run.user_input_or_claims, _replay_known_breaks),
    Phase(
        "games",
        lambda run: run.user_input_or_claims or ("" if run.plan.games else "the plan has no games"),
        _play_games,
    ),
)


def verify(plan: Plan, on_progress: OnProgress = no_progress) -> Report:
    """Check the searches that the `plan` lists. After Ctrl-C, return the results so far, with `interrupted` set.

    Raises: TreeError if the plan's tree cannot be judged; PreconditionError if the plan asks for a check of all small
    trees, and this check cannot decide the claims.
    """
    if not plan.variants:
        plan = replace(plan, variants=tuple(catalog.VARIANTS.values()))
    plan = decidable(plan)
    rows = tuple(variant_row(variant, plan) for variant in plan.variants)
    return report_of(carry_out(Run(plan, rows, on_progress=on_progress), CATALOGUE_PHASES))


def merged(reports: Sequence[Report]) -> Report:
    """Merge reports on different searches of the catalogue, all made with the same plan, into one report."""
    first = reports[0]
    return structs.replace(
        first,
        interrupted=any(report.interrupted for report in reports),
        trees=max(report.trees for report in reports),
        calls=sum(report.calls for report in reports),
        seconds=sum(report.seconds for report in reports),
        drawing_seconds=sum(report.drawing_seconds for report in reports),
        variants=tuple(variant for report in reports for variant in report.variants),
        skipped=tuple(dict.fromkeys(phase for report in reports for phase in report.skipped)),
    )


def variant_in(text: str) -> Variant | None:
    """Look up the search of the catalogue that `text` names. Returns None if `text` names a user's search."""
    try:
        return None if ":" in text else catalog.variant(text)
    except UnknownNameError:
        return None


def judge_variant(variant: Variant, wanted: Options, plan: Plan, on_progress: OnProgress) -> TrialResult:
    """Check one search of the catalogue for the contracts that the plan or, by default, the catalogue lists for it.

    Raises: PreconditionError if the search does not accept the plan's tree, if the plan contains a sequence of calls,
    or if an option says how to call the search. (No search of the catalogue stores anything between calls.)
    """
    said = [name for name, _ in wanted.calling if name != "seconds"]
    if said:
        raise PreconditionError(
            f"{said[0]!r} only applies to your own search, but {variant.name} is a variant from the catalogue; drop "
            f"{said[0]!r}"
        )
    if plan.calls:
        raise PreconditionError(
            f"{variant.name} is a variant from the catalogue, which stores nothing between calls; give a tree instead"
        )
    if plan.tree is not None:
        catalog.fitting((variant,), plan.tree, named=True)
    own = replace(variant, breaks=())
    report = verify(replace(plan, variants=(own,), games=False), on_progress)
    (verdict,) = report.variants
    due = frozenset(claim.contract for claim in verdict.claims)
    found = findings(verdict, due=due, takes_window=True, must_prune=True, claimed=True, watched=False)
    return TrialResult(variant.name, report, (SubjectVerdict(verdict, due, tuple(found)),))
