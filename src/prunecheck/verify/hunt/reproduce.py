"""For a failure that a single call does not reproduce, find the shortest sequence of calls that reproduces it.

All calls on a reused instance of a search are recorded. After a failure, the last few calls are repeated on a new
instance. If the last few calls do not reproduce the failure, more and more of the earlier calls are included. The first
sequence that fails again is shrunk.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from msgspec import structs

from prunecheck.contracts.case import case_of
from prunecheck.contracts.order import contract, weakest
from prunecheck.subjects.convention import DepthRule
from prunecheck.subjects.subject import Subject, quiet
from prunecheck.trees.call import CLEAR, Call, Clear, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import Cut, cut
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import FAILING_INSTANCES, REPRODUCING_SHARE, SEQUENCES_SHARE
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.explain.witness import witness
from prunecheck.verify.hunt.drawn_sequences import Sequences, sequences
from prunecheck.verify.judge import Charge, broken_contracts, broken_in, contracts_in_sequences, violations_on
from prunecheck.verify.outcomes import Outcome
from prunecheck.verify.plan import OnProgress, Plan, no_progress
from prunecheck.verify.records import ClaimVerdict, VariantVerdict


def earlier_calls(tree: ExplicitTree[Number], depth: int | None) -> Iterator[tuple[Window[Number], int | None]]:
    """Choose earlier calls that fill a search's table: first smaller depths, then narrower windows."""
    for less in range(1, depth or 0):
        yield FULL, less
    values = sorted(set(tree.leaf_values))
    middle = values[len(values) // 2]
    for low, high in ((-INF, middle), (middle, INF), (values[0], values[-1])):
        if low < high:
            yield Window(low, high), depth


class RecordingSearch:
    """Wraps a search and records its calls in `calls`.

    If `clears` is True, clearing the search's state is also recorded, whenever the tree changes.
    """

    def __init__(self, search: AnySearch, *, clears: bool = False) -> None:
        """Wrap `search`, and start with an empty list of calls."""
        self.calls: list[Call | Clear] = []
        self._search = search
        self._clears = clears
        self._last: object = None  # the last tree

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """Record the call, then make it: call the wrapped search on `node`, which must be the root."""
        whole, depth = _whole(quiet(tree))
        if self._clears and self._last is not None and self._last is not whole:
            self.calls.append(CLEAR)
        self._last = whole
        self.calls.append(Call(whole, Window(alpha, beta), depth))
        return self._search(tree, node, alpha, beta)


class ReusedInstance(RecordingSearch):
    """One instance of a user's search, which is opened in the first call and used for all later calls.

    Before the first call on a tree, other calls are made on this instance. What the search stores during earlier calls
    must not change later results. The entries of a transposition table that prunecheck can read are not checked here,
    since the table grows from tree to tree.
    """

    def __init__(self, subject: Subject) -> None:
        """Prepare to open an instance of the search `subject`, but do not open it before the first call."""
        super().__init__(self._first)
        self._subject = subject.with_traits(gives_table=False)
        self._tree: object = None

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """Call the instance of the search on `node`."""
        bare: Tree[Any, Number] = quiet(tree)
        if bare is not self._tree:
            self._tree = bare
            with suppress(Exception):  # the error occurs again when the call is judged
                self._search_before(bare)
        return super().__call__(tree, node, alpha, beta)

    def _first(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        self._search = self._subject.open().search
        return self._search(tree, node, alpha, beta)

    def _search_before(self, bare: Tree[Any, Number]) -> None:
        inner, depth = _whole(bare)
        for window, plies in earlier_calls(inner, depth):
            if plies == depth and not self._subject.traits.takes_window:
                break
            before: Tree[Any, Number] = bare if plies is None or plies == depth else cut(inner, plies)
            super().__call__(before, before.root, window.alpha, window.beta)


def _whole(tree: Any) -> tuple[ExplicitTree[Number], int | None]:
    """Take the depth limit off a tree. Returns the tree without the limit, and the limit (None if there is none)."""
    if not isinstance(tree, Cut):
        return tree, None
    whole: Any = tree.inner
    return whole, tree.root[1]


def seconds_to_shrink(subject: Subject, plan: Plan) -> float:
    """How many seconds shrinking may take: a part of the plan's seconds, or all of them for an external program."""
    return plan.seconds / (1 if subject.traits.external else REPRODUCING_SHARE)


def reproduce(
    subject: Subject,
    verdict: VariantVerdict,
    refuted: frozenset[str],
    plan: Plan,
    history: Sequence[Call | Clear],
    fresh: VariantVerdict | None = None,
    on_progress: OnProgress = no_progress,
) -> tuple[VariantVerdict, Sequences]:
    """If a counterexample passes on a new instance or in a new process, replace it by a sequence of calls that fails.

    `history` lists the calls so far. `fresh` is the verdict on calls that each used a new instance. If no part of the
    history fails when repeated, the result contains a counterexample from `fresh`. If `fresh` has no counterexample,
    the old counterexample stays in the result, with the number of calls among which it failed. The returned `Sequences`
    only contains the number of calls that were made.
    """
    known = {claim.contract: claim for claim in verdict.claims}
    witnesses = {name: known[name].witness for name in weakest(refuted)}
    unconfirmed = {
        name: seen for name, seen in witnesses.items() if seen is not None and not _is_confirmed(subject, name, seen)
    }
    spent = Sequences()
    shrinking = seconds_to_shrink(subject, plan)
    for name, seen in unconfirmed.items():
        if contracts_in_sequences([name]):
            found = sequences(
                subject,
                frozenset({name}),
                listed=last_parts(_up_to(history, seen)),
                seconds=plan.seconds / SEQUENCES_SHARE,
                shrinking=shrinking,
                on_progress=on_progress,
            )
            found = _plain_if_single(subject, found)
            spent.calls += found.calls
            if found.witness is not None and _fails_surely(subject, found):
                verdict = with_sequence(subject, verdict, found)
                continue
        other = None if fresh is None else fresh.claim(name)
        if other is not None and other.witness is not None and _is_confirmed(subject, name, other.witness):
            verdict = verdict.with_claim(structs.replace(known[name], witness=other.witness))
            continue
        among = len(history) or known[name].calls
        verdict = verdict.with_claim(structs.replace(known[name], witness=structs.replace(seen, among=among)))
    return verdict, spent


def _up_to(history: Sequence[Call | Clear], seen: Witness) -> Sequence[Call | Clear]:
    """The calls in `history` up to the call in the counterexample, or all calls if this call is not among them."""
    last = Call(seen.tree, seen.window, seen.depth)
    end = next((nth for nth in range(len(history), 0, -1) if history[nth - 1] == last), len(history))
    return history[:end]


def last_parts(calls: Sequence[Call | Clear]) -> Iterator[Scenario]:
    """Yield the last 2, 4, 8, ... calls, and finally all calls."""
    length = 2
    while length < 2 * len(calls):
        yield tuple(calls[-length:])
        length *= 2


def with_sequence(subject: Subject, verdict: VariantVerdict, found: Sequences) -> VariantVerdict:
    """Add a failing sequence of calls to the verdict, as the counterexample to the contract that it violates."""
    first = ClaimVerdict(found.broken, contract(found.broken).says, "", Outcome.REFUTED, 0, 0)
    old = verdict.claim(found.broken) or first
    depth_rule = "either" if old.depth_rule and subject.traits.depth_rule is DepthRule.DEEPER else old.depth_rule
    return verdict.with_claim(
        structs.replace(
            old,
            outcome=Outcome.REFUTED,
            calls=old.calls + found.calls,
            witness=found.witness,
            depth_rule=depth_rule,
            strict_failure=None,
        )
    )


def _is_confirmed(subject: Subject, name: str, seen: Witness) -> bool:
    """True if the call violates the contract on a new instance of the search, so a regression test can repeat it."""
    explained = bool(seen.explained)
    alone = (subject.reload() or subject).search
    return bool(broken_contracts(alone, [name], seen.tree, seen.window, depth=seen.depth, deeper_entries=explained))


def _plain_if_single(subject: Subject, found: Sequences) -> Sequences:
    """Replace a sequence that consists of one call by this call, if the call violates the contract on its own."""
    if found.witness is None or len(found.witness.steps) > 1 or found.witness.steps[0].path:
        return found
    seen = found.witness
    case = case_of(unfolded(seen.tree, static_values=seen.tree.has_static_values), seen.depth, [seen.window])
    deeper, charge = subject.traits.depth_rule is DepthRule.DEEPER, Charge(contract(found.broken))
    violation = next(violations_on(subject.search, case, [charge], deeper_entries=deeper), None)
    return found if violation is None else replace(found, witness=witness(*violation))


def _fails_surely(subject: Subject, found: Sequences) -> bool:
    """True if a sequence of calls also fails on several new instances of the search, even with other position keys."""
    assert found.witness is not None
    scenario = found.witness.scenario
    if subject.traits.external:
        return True
    if not scenario:
        return _is_confirmed(subject, found.broken, found.witness)
    subjects = [subject] * FAILING_INSTANCES + [subject.reload() or subject]
    return all(broken_in(candidate, scenario, [found.broken]) for candidate in subjects)
