"""Phases that judge single calls, each on a new instance: on the user's tree, listed, random and large trees."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil
from time import perf_counter
from typing import Any, Final

from msgspec import structs

from prunecheck.catalog.records import Claim
from prunecheck.contracts.case import case_of
from prunecheck.contracts.order import contract, owed_by, weakest
from prunecheck.subjects.convention import DepthRule
from prunecheck.subjects.sandbox.time_limits import clock
from prunecheck.trees.protocol import INF
from prunecheck.trees.unfold import unfolded
from prunecheck.verify.budgets import ENOUGH_TREES, SECONDS_FOR_LENIENCE
from prunecheck.verify.hunt.drawn_trees import hunt, lenience, smallest_lenience, smallest_witness
from prunecheck.verify.hunt.tree_judge import Lenience, TreeJudge
from prunecheck.verify.judge import Charge
from prunecheck.verify.outcomes import Outcome
from prunecheck.verify.phases.small_trees import scope_verdict
from prunecheck.verify.records import ClaimVerdict, Report, StrictFailure, VariantVerdict
from prunecheck.verify.run import Phase, Row, Run, traits_of


def _judge_given_tree(run: Run) -> Run:
    """Judge searches on the tree that the user gave, in the given windows or in all windows.

    If the user gave a tree, all phases that judge other trees are skipped.
    """
    tree, plan = run.plan.tree, run.plan
    assert tree is not None
    case = case_of(unfolded(tree, static_values=tree.has_static_values), plan.depth, plan.windows or None)
    for nth, row in enumerate(run.rows):
        run.report(f"judging {row.about.name}", nth, len(run.rows))
        row.judge.judge(case, tree)
        row.judge.trees = 1
        row.witnesses.update((name, found) for name, (_, found) in row.judge.refuted.items())
    return replace(run, trees=1)


def _judge_hard_trees(run: Run) -> Run:
    """Judge searches on a list of trees on which bugs often show."""
    return _hunt(run, len(run.plan.first), first=run.plan.first)


def _judge_large_trees(run: Run) -> Run:
    """Judge searches on larger trees, to find bugs that only affect moves late in the order and far from leaves."""
    return _hunt(run, len(run.plan.last), last=run.plan.last)


def _judge_drawn_trees(run: Run) -> Run:
    """Judge searches on random trees from Hypothesis, in all windows in which results can differ."""
    plan = run.plan
    return _hunt(run, plan.examples, drawn_from=plan.drawn_from, examples=plan.examples, seed_number=plan.seed)


def _hunt(run: Run, total: int, **trees: Any) -> Run:
    """Judge all searches on trees until no contract is left to refute, or until time runs out."""
    started, before = perf_counter(), run.trees

    def on_tree(judged: int) -> None:
        nonlocal run
        run = replace(run, trees=before + judged)
        left = max(row.judge.end for row in run.rows) - clock()
        run.report(run.phase, min(judged, total), total, left if left < INF else None)

    try:
        hunt([row.judge for row in run.rows], on_tree=on_tree, **trees)
    except KeyboardInterrupt:
        run = replace(run, interrupted_in=run.phase)
    return replace(run, drawing_seconds=run.drawing_seconds + perf_counter() - started)


def _shrink(run: Run) -> Run:
    """Shrink the counterexamples that will be reported. Each counterexample gets the same share of the time."""
    refuted = _witnesses_to_shrink(run)
    for nth, (row, charge) in enumerate(refuted):
        run.report(run.phase, nth, len(refuted))
        name, seconds = charge.contract.name, run.plan.seconds / len(refuted)
        row.witnesses[name] = smallest_witness(row.judge.search, charge, row.judge.refuted[name], seconds=seconds)
    return run


def _witnesses_to_shrink(run: Run) -> list[tuple[Row, Charge]]:
    """List the refuted contracts whose counterexample will be reported, but has not been shrunk yet."""
    found: list[tuple[Row, Charge]] = []
    for row in run.rows:
        names = set(_contracts_to_report(row.judge, run.plan.enough)).difference(row.witnesses)
        found += [(row, charge) for charge in row.judge.charges if charge.contract.name in names]
    return found


def _contracts_to_report(judge: TreeJudge, enough: frozenset[str]) -> Sequence[str]:
    """Choose which of the refuted contracts are reported with a counterexample.

    If some refuted contracts are in `enough`, only the weakest of these are reported. If no refuted contract is in
    `enough`, all refuted contracts are reported.
    """
    found = weakest(name for name in judge.refuted if name in enough)
    if not found:
        return list(judge.refuted)
    return found[:1] if judge.refuted[found[0]][1].failure else found


def _compare_depth_rules(run: Run) -> Run:
    """Find a small tree on which a result is only right because values from deeper table entries are allowed.

    A tree that was found for one contract is tried first for the next contract.
    """
    for row in run.rows:
        judge, small = row.judge, None
        for charge in judge.charges:
            name = charge.contract.name
            if name in judge.lenient and name not in judge.refuted:
                small = _smallest_lenience(judge, charge, small)
                judge.lenient[name] = replace(small, trees=judge.lenient[name].trees)
    return run


def _smallest_lenience(judge: TreeJudge, charge: Charge, small: Lenience | None) -> Lenience:
    again = None if small is None else lenience(judge.search, charge, small.tree)
    if small is not None and again is not None:
        return Lenience(small.tree, again)
    first = judge.lenient[charge.contract.name]
    return smallest_lenience(judge.search, charge, first, seconds=SECONDS_FOR_LENIENCE)


def _unless(count: Callable[[Run], object], otherwise: str) -> Callable[[Run], str]:
    """Make a function that returns the reason to skip a phase.

    If the user gave a tree or calls, the phase is skipped for the reason in `user_input`. If `count` returns 0, the
    phase is skipped for the reason `otherwise`. The reason is empty if the phase is not skipped.
    """
    return lambda run: run.user_input or ("" if count(run) else otherwise)


FAILED: Final = "a failure was found already"
NO_TREES: Final = "there are no such trees for this search"
HUNTING: Final = (
    Phase("the tree given", lambda run: "" if run.plan.tree is not None else "no tree is given", _judge_given_tree),
    Phase("hard trees", _unless(lambda run: run.plan.first, NO_TREES), _judge_hard_trees),
    Phase("random trees", _unless(lambda run: run.plan.examples, NO_TREES), _judge_drawn_trees),
    Phase("large trees", _unless(lambda run: run.plan.last, NO_TREES), _judge_large_trees),
)
TREE_PHASES: Final = (
    *HUNTING,
    Phase("shrinking", lambda run: "" if _witnesses_to_shrink(run) else "nothing is refuted", _shrink),
    Phase(
        "depth rule",
        _unless(lambda run: any(row.judge.lenient for row in run.rows), "the depth rule makes no difference"),
        _compare_depth_rules,
    ),
)


def report_of(run: Run) -> Report:
    """Make the report on a finished run."""
    return Report(
        seed=run.plan.seed,
        examples=run.plan.examples,
        interrupted=run.interrupted,
        trees=run.trees,
        calls=run.calls,
        seconds=perf_counter() - run.started,
        drawing_seconds=run.drawing_seconds,
        variants=tuple(verdict_on(run, row) for row in run.rows),
        skipped=run.skipped,
        exhaustive=bool(run.plan.exhaustive),
    )


def verdict_on(run: Run, row: Row) -> VariantVerdict:
    """The verdict on a search: the one that a phase has set, or one made from the results on trees."""
    if row.verdict is not None:
        return row.verdict
    claims = tuple(_claim_verdict(run, row, claim) for claim in row.claims if _is_reported(run, row.judge, claim))
    return structs.replace(row.about, claims=claims, too_slow_from=row.judge.too_slow_from, scope=scope_verdict(row))


def due_of(run: Run, row: Row) -> frozenset[str]:
    """List the judged contracts that the user's search must satisfy.

    If the user claims contracts, the search must satisfy all judged contracts.
    """
    judged = frozenset(claim.contract for claim in verdict_on(run, row).claims)
    return judged if run.plan.claims else judged & owed_by(traits_of(run.subject))


def refuted_in(run: Run, row: Row) -> frozenset[str]:
    """List the contracts that the user's search must satisfy, but violates."""
    refuted = {claim.contract for claim in verdict_on(run, row).claims if claim.outcome is Outcome.REFUTED}
    return due_of(run, row) & refuted


def failure_found(run: Run) -> str:
    """Say why a phase that looks for more failures is skipped: a call on a new instance has already failed.

    Returns an empty text if no call on a new instance has failed.
    """
    return FAILED if refuted_in(run, run.rows[0]) else ""


def _claim_verdict(run: Run, row: Row, claim: Claim) -> ClaimVerdict:
    name, judge, stated = claim.contract, row.judge, contract(claim.contract)
    refuted = judge.refuted.get(name)
    hunted = run.interrupted_in not in [phase.name for phase in HUNTING]
    outcome = Outcome.HELD if hunted and _enough_tried(run, row, claim) else Outcome.UNDECIDED
    lenient = judge.lenient.get(name)
    if refuted is not None:
        outcome, lenient = Outcome.REFUTED, None
    elif any(violation.contract == name for violation in row.seen_once):
        outcome = Outcome.UNDECIDED if name in row.due else Outcome.REFUTED
    reduced = judge.reduced is not None and stated.by_reduced_tree
    judged = judge.trees if stated.by_one_call else ceil(judge.trees / judge.window_step)
    return ClaimVerdict(
        contract=name,
        says=f"{stated.says}; v is the value of the tree without skipped moves" if reduced else stated.says,
        condition=claim.condition,
        outcome=outcome,
        trees=judge.refuted_at.get(name, judged - judge.unnamed * stated.needs_the_move),
        calls=judge.calls,
        # the first witness, if it is not yet shrunk
        witness=row.witnesses.get(name, None if refuted is None else refuted[1]),
        depth_rule=_depth_rule(row, name, outcome, lenient),
        strict_failure=None if lenient is None else StrictFailure(lenient.trees, lenient.witness),
    )


def _enough_tried(run: Run, row: Row, claim: Claim) -> bool:
    """False if too few trees tested the claim, because time ran out, or because the user's tree cannot decide it."""
    judge = row.judge
    if run.plan.tree is not None:
        return claim.contract in judge.decided
    if run.plan.exhaustive:
        return row.scope is not None and row.scope.complete and row.failed_once is None
    if not judge.open or run.plan.seconds == INF:
        return True  # the hunt ended because of a refutation, or after all examples
    return judge.evident.get(claim.contract, 0) >= min(ENOUGH_TREES, run.plan.examples // 2)


def _is_reported(run: Run, judge: TreeJudge, claim: Claim) -> bool:
    """True if the report contains the outcome of this claim.

    If the user gave a tree that can only decide some of the claims, the outcomes of all other claims are left out.
    """
    name = claim.contract
    return run.plan.tree is None or not judge.decided or name in judge.decided or name in judge.refuted


def _depth_rule(row: Row, name: str, outcome: Outcome, lenient: Lenience | None) -> str:
    """Name the rule by which values from depth-limited searches were judged.

    Returns an empty text if the search takes no depth, or if the rule makes no difference for the contract.
    """
    if row.depth_rule is None or not contract(name).by_depth_rule:
        return ""
    if outcome is Outcome.REFUTED and row.depth_rule is DepthRule.DEEPER:
        return "either"
    return DepthRule.EXACT.value if lenient is None else DepthRule.DEEPER.value
