"""What is refuted by a call that does not come again by itself, told as the searches that led to it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from prunecheck.contracts.order import contract, weakest
from prunecheck.subjects.domain import DepthReading
from prunecheck.subjects.kept import Kept
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.check import broken_contracts, case_of, keeps, run
from prunecheck.verify.hunt import Drawn
from prunecheck.verify.played import broken_in, judged_by
from prunecheck.verify.sequences import SHARE, Sequences, retried, sequences
from prunecheck.verify.session import Plan
from prunecheck.verify.shrink import small_trees
from prunecheck.verify.verdict import ClaimVerdict, Outcome, Step, VariantVerdict, Witness
from prunecheck.verify.witness import witness

SHRINKING: Final = 3  # one in so many of the plan's seconds is for it; of a process, all
LIVES: Final = 3  # in which a story must fail that is told
FEW: Final = 4  # nodes of the trees that are searched before
OFTEN: Final = (2, 8, 32)  # times that a tree is searched before, for what wears out
PLIES: Final = 6  # of that tree, a binary one


def retold(
    subject: Subject,
    verdict: VariantVerdict,
    refuted: set[str],
    plan: Plan,
    drawn_from: Drawn,
    fresh: VariantVerdict | None = None,
) -> tuple[VariantVerdict, Sequences]:
    """The verdict with a story in the place of each witness that a fresh instance or process does not bear out.

    Sequences are drawn, then stories tried that are made from the witness. Where none fails, the witness is that
    against a `fresh` instance, if there is one, or else it says among how many searches it was seen. Of the sequences,
    the numbers of calls and seconds are told.
    """
    known = {each.contract: each for each in verdict.claims}
    witnesses = {name: known[name].witness for name in weakest(refuted)}
    lone = {
        name: seen for name, seen in witnesses.items() if seen is not None and not _comes_again(subject, name, seen)
    }
    spent = Sequences()
    open_ = set(judged_by(frozenset(lone)))
    told: list[list[Step]] = []
    shrinking = plan.seconds / (SHRINKING if subject.kept is not None else 1)

    def took(found: Sequences) -> None:
        nonlocal verdict
        found = _plain_if_alone(subject, found)
        spent.calls, spent.seconds = spent.calls + found.calls, spent.seconds + found.seconds
        if found.witness is not None and _sure(subject, found):
            if found.witness.steps:
                told.append(list(found.witness.steps))
            open_.discard(found.broken)
            verdict = with_story(subject, verdict, found)

    if open_:
        took(
            sequences(
                subject,
                frozenset(open_),
                drawn_from=drawn_from,
                runs=max(1, plan.examples // SHARE),
                seed_number=plan.seed,
                seconds=plan.seconds / SHARE,
                shrinking=shrinking,
            )
        )
    for name in sorted(open_):
        stories = [*told, *_stories(subject, lone[name])]
        took(retried(subject, frozenset({name}), stories, seconds=plan.seconds / SHARE, shrinking=shrinking))
    for name in lone.keys() - (judged_by(frozenset(lone)) - open_):
        other = None if fresh is None else next((each for each in fresh.claims if each.contract == name), None)
        if other is not None and other.witness is not None and _comes_again(subject, name, other.witness):
            verdict = _with(verdict, replace(known[name], witness=other.witness))
            continue
        kept: Any = subject.kept
        among = kept.searches if isinstance(kept, Kept) else known[name].calls
        verdict = _with(verdict, replace(known[name], witness=replace(lone[name], among=among)))
    return verdict, spent


def with_story(subject: Subject, verdict: VariantVerdict, found: Sequences) -> VariantVerdict:
    """The verdict in which the contract that a story breaks is refuted by it."""
    old = next((each for each in verdict.claims if each.contract == found.broken), None)
    if old is None:
        old = ClaimVerdict(found.broken, contract(found.broken).says, "", Outcome.REFUTED, 0, 0)
    reading = "either" if old.reading and subject.reading is DepthReading.WITNESS else old.reading
    return _with(
        verdict,
        replace(
            old,
            outcome=Outcome.REFUTED,
            calls=old.calls + found.calls,
            witness=found.witness,
            reading=reading,
            strict_failure=None,
        ),
    )


def _with(verdict: VariantVerdict, claim: ClaimVerdict) -> VariantVerdict:
    """The verdict with this claim in the place of the one about its contract, or after the others."""
    claims = [claim if each.contract == claim.contract else each for each in verdict.claims]
    return replace(verdict, claims=tuple(claims if claim in claims else [*claims, claim]))


def _comes_again(subject: Subject, name: str, seen: Witness) -> bool:
    """True where the call alone breaks the contract, as the test to paste makes it."""
    if subject.kept is None and subject.living is not None:
        subject.living()  # a fresh process
    explained = bool(seen.explained)
    alone = subject.search
    return bool(broken_contracts(alone, [name], seen.tree, seen.window, depth=seen.depth, deeper_entries=explained))


def _plain_if_alone(subject: Subject, found: Sequences) -> Sequences:
    """A story of one step as a plain call, where that breaks the contract, too."""
    if found.witness is None or len(found.witness.steps) > 1 or found.witness.steps[0].path:
        return found
    seen = found.witness
    case = case_of(unfolded(seen.tree, static_values=seen.tree.has_static_values), seen.depth, [seen.window])
    case.deeper_entries = subject.reading is DepthReading.WITNESS
    done = run(subject.search, case.tree, seen.window, most_questions=case.most_questions)
    broken = contract(found.broken)
    if keeps(broken, subject.search, case, 0, done):
        return found
    return replace(found, witness=witness(subject.search, case, 0, done, broken))


def _sure(subject: Subject, found: Sequences) -> bool:
    """True where a story fails in each of some more lives, in which positions have other keys."""
    assert found.witness is not None
    steps = found.witness.steps
    return not steps or subject.kept is None or all(broken_in(subject, steps, [found.broken]) for _ in range(LIVES))


def _stories(subject: Subject, seen: Witness) -> Iterator[list[Step]]:
    """What was asked about the tree of the witness until then; other trees before it; a larger one again and again."""
    last = Step(seen.tree, seen.window, seen.depth)
    windows = case_of(unfolded(seen.tree, static_values=seen.tree.has_static_values), seen.depth).windows
    until = windows[: windows.index(seen.window) + 1] if seen.window in windows else [seen.window]
    judged = [Step(seen.tree, window, seen.depth) for window in until]
    values = sorted(set(seen.tree.leaf_values))
    middle = values[len(values) // 2]
    narrow = [(-INF, middle), (middle, INF), (values[0], values[-1])]
    before = [Step(seen.tree, FULL, less) for less in range(1, seen.depth or 0)]
    before += [Step(seen.tree, Window(low, high), seen.depth) for low, high in narrow if low < high]
    if subject.kept is not None:
        yield [*before, *judged]
    yield judged
    yield from ([Step(small), last] for small in small_trees(FEW))
    yield from ([*[Step(_binary(PLIES))] * often, last] for often in OFTEN)


def _binary(plies: int) -> ExplicitTree[Number]:
    """A full binary tree, in which each move is better than the one before it, so that little is cut off."""
    values = iter(range(2**plies))

    def below(left: int) -> Any:
        return [below(left - 1), below(left - 1)] if left else next(values) % 4

    return from_nested([below(plies - 1), below(plies - 1)])
