"""The phases that judge sequences of calls on one instance: the user's calls, or listed and random sequences."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from msgspec import structs

from prunecheck.contracts.move import BEST_MOVE
from prunecheck.contracts.order import CONTRACTS, contract, implied, owed_by
from prunecheck.contracts.table_entries import TABLE
from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import DepthRule
from prunecheck.subjects.sandbox.time_limits import clock
from prunecheck.subjects.subject import Subject
from prunecheck.trees.call import Call, Scenario
from prunecheck.trees.walk import heights
from prunecheck.verify.budgets import SEQUENCES_SHARE
from prunecheck.verify.corpus import listed_sequences
from prunecheck.verify.hunt.drawn_sequences import Sequences, sequences, witness_of
from prunecheck.verify.hunt.reproduce import RecordingSearch, reproduce, seconds_to_shrink, with_sequence
from prunecheck.verify.hunt.suitable_trees import suitable_trees, takes_tree
from prunecheck.verify.judge import InstanceJudge, contracts_in_sequences
from prunecheck.verify.outcomes import Outcome
from prunecheck.verify.phases.trees import due_of, refuted_in, verdict_on
from prunecheck.verify.plan import Plan, Progress
from prunecheck.verify.records import ClaimVerdict
from prunecheck.verify.run import Phase, Run, check_turns, check_windows, traits_of


def _judge_given_calls(run: Run) -> Run:
    """Make the calls that the user gave on one instance of the search, and judge each result.

    All phases except the given calls are skipped. Results are judged by the contracts that the user claims or, without
    claims, by the contracts that every search must satisfy. Contracts that a sequence of calls cannot decide are left
    out.
    """
    subject, (row,) = run.subject, run.rows
    due = contracts_in_sequences(claim.contract for claim in row.claims)
    if not run.plan.claims:
        due &= owed_by(traits_of(subject))
    judge = InstanceJudge(subject, due)
    try:
        for nth, call in enumerate(run.plan.calls):
            run.report(run.phase, nth, len(run.plan.calls))
            if not judge.carry_out(call):
                break
    except KeyboardInterrupt:
        run = replace(run, interrupted_in=run.phase)
    claims = tuple(_claim_verdict(judge, name, whole=not run.interrupted) for name in CONTRACTS if name in due)
    calls = sum(step.tree is not None for step in judge.done)
    row = replace(row, verdict=structs.replace(verdict_on(run, row), claims=claims), sequences=Sequences(calls=calls))
    return replace(run.with_row(0, row), trees=len(judge.trees))


def _claim_verdict(judge: InstanceJudge, name: str, *, whole: bool) -> ClaimVerdict:
    refuted = judge.broken in implied(name)
    searched = [step for step in judge.done if step.tree is not None]
    decided = any(contract(name).decides_in(step.window) for step in searched) and whole and not judge.broken
    strict = judge.subject.traits.depth_rule is DepthRule.EXACT
    return ClaimVerdict(
        contract=name,
        says=contract(name).says,
        condition="",
        outcome=Outcome.REFUTED if refuted else Outcome.HELD if decided else Outcome.UNDECIDED,
        trees=len(judge.trees),
        calls=len(searched),
        witness=witness_of(judge) if refuted else None,
        depth_rule=(DepthRule.EXACT.value if strict else "either")
        if refuted and judge.subject.traits.takes_depth
        else "",
    )


def check_calls(subject: Subject, plan: Plan) -> None:
    """Check that the user's search accepts the calls in the plan, and that sequences of calls can show its claims.

    Raises: PreconditionError.
    """
    for nth, call in enumerate(plan.calls, 1):
        if isinstance(call, Call):
            _check_call(subject, call, nth)
    beyond = [name for name in plan.claims if plan.calls and name not in contracts_in_sequences(plan.claims)]
    if beyond:
        raise PreconditionError(
            f"{beyond[0]} cannot be judged in a sequence of calls; "
            f"only {BEST_MOVE.name}, {TABLE.name} and contracts on the value can be"
        )


def _check_call(subject: Subject, call: Call, nth: int) -> None:
    """Check that the user's search accepts a call.

    Raises: PreconditionError, which names the call, if the search does not accept the call.
    """
    tree = call.tree
    try:
        check_turns(subject.traits.turns, tree)
        check_windows(subject, (call.window,))
    except PreconditionError as error:
        raise PreconditionError(f"call {nth}: {error}") from None
    node = tree.root
    for move in call.path:
        below = tree.children(node)
        if not 0 <= move < len(below):
            raise PreconditionError(
                f"call {nth}: path {list(call.path)} does not exist in the tree; give child indices from 0"
            )
        node = below[move]
    if call.depth is None:
        return
    if not subject.traits.takes_depth:
        raise PreconditionError(f"call {nth}: this search takes no depth; drop the depth")
    if call.depth < 1:
        raise PreconditionError(f"call {nth}: depth is {call.depth}, not a whole number of at least 1")
    if call.depth < heights(tree, node)[node] and not tree.has_static_values:
        raise PreconditionError(
            f"call {nth}: depth {call.depth} ends above the leaves, but interior nodes have no static values; write "
            "the tree in the flat form of JSON, with static values"
        )


def _taken(subject: Subject, scenarios: Iterable[Scenario]) -> Iterator[Scenario]:
    """Select the sequences of calls whose turn order, windows, depths and values the user's search accepts."""
    for scenario in scenarios:
        calls = [call for call in scenario if isinstance(call, Call)]
        with suppress(PreconditionError):
            for nth, call in enumerate(calls, 1):
                _check_call(subject, call, nth)
            if all(takes_tree(subject, call.tree) for call in calls):
                yield scenario


def _skip_sequences(run: Run) -> str:
    return run.user_input or ("" if run.subject.traits.keeps_state else "it stores nothing between calls")


def _judge_sequences(run: Run) -> Run:
    """Judge sequences of calls on one instance: trees, windows and depths vary, and state is sometimes cleared.

    Results are judged by those contracts that the search must satisfy and that a sequence can decide. If a call only
    fails after certain earlier calls, the earlier calls are found as well. The number of sequences is a fifth of the
    number of trees. Sequences may take all seconds of the plan that are left, but always at least a fifth. If
    prunecheck can read the search's table, and the user has not claimed other contracts, the table entries are judged
    as well.
    """
    subject, row, nth = run.subject, run.rows[-1], len(run.rows) - 1
    verdict, due, plan = verdict_on(run, row), due_of(run, row), run.plan

    def on_progress(at: Progress) -> None:
        run.report(at.stage, at.done, at.total)

    if refuted := refuted_in(run, row):
        history = row.judge.search.calls if isinstance(row.judge.search, RecordingSearch) else []
        fresh = verdict_on(run, run.rows[0]) if row.about.reused else None
        verdict, found = reproduce(subject, verdict, refuted, plan, history, fresh, on_progress)
        return run.with_row(nth, replace(row, verdict=verdict, sequences=found))
    if subject.traits.gives_table and (not plan.claims or TABLE.name in plan.claims):
        due |= {TABLE.name}
    if not contracts_in_sequences(due):
        return run
    found = sequences(
        subject,
        due,
        listed=(*_taken(subject, plan.first_calls), *(listed_sequences(subject) if plan.examples else ())),
        drawn_from=suitable_trees(subject),
        runs=max(1, plan.examples // SEQUENCES_SHARE),
        seed_number=plan.seed,
        seconds=max(plan.seconds / SEQUENCES_SHARE, plan.seconds - (clock() - run.begun)),
        shrinking=seconds_to_shrink(subject, plan),
        on_progress=on_progress,
    )
    if found.witness is not None:
        verdict = with_sequence(subject, verdict, found)
    return run.with_row(nth, replace(row, verdict=verdict, sequences=found))


GIVEN_CALLS: Final = Phase(
    "the calls given", lambda run: "" if run.plan.calls else "none are given", _judge_given_calls
)
SEQUENCES: Final = Phase("sequences", _skip_sequences, _judge_sequences, gives_evidence=True)
