"""The verdict on a search that took its process down with it, and the smallest tree on which it does."""

from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from prunecheck.catalog.records import Need
from prunecheck.contracts.order import contract
from prunecheck.errors import PrunecheckError
from prunecheck.oracle.limit import fewest_leaves
from prunecheck.oracle.minimax import value
from prunecheck.subjects.alone import Ended, InFlight, alone
from prunecheck.subjects.calling import Watch
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.verify.findings import Finding, Weight
from prunecheck.verify.session import Plan
from prunecheck.verify.shrink import shrunk
from prunecheck.verify.stranger import Searched, Tried
from prunecheck.verify.verdict import ClaimVerdict, Outcome, Report, VariantVerdict, Witness

BROKEN: Final = "repeatable"  # what a search breaks that does not come back
NOT_AGAIN: Final = "by itself, this call does not end so: it did after others"
SILENCE: Final = 1.5  # seconds for one call while shrinking
SHRINKING: Final = 8.0  # seconds


def fallen(name: str, find: Callable[[Watch], Subject], plan: Plan, ended: Ended) -> Tried:
    """What came of a trial in which the search `name` took its process down; `find` finds it once more.

    The call in flight is repeated in processes of their own, on smaller and smaller trees.
    """
    call, again = ended.call, False
    if call is not None:
        call, again = _smallest(find, call, monotonic() + SHRINKING)
    failed = f"{ended.failure.value}: {ended.message}"
    claim = ClaimVerdict(
        contract=BROKEN,
        says=contract(BROKEN).says,
        condition="",
        outcome=Outcome.REFUTED,
        trees=0,
        calls=0,
        witness=None if call is None else _witness(call, failed, "" if again else NOT_AGAIN),
    )
    verdict = VariantVerdict(
        name=name,
        title="",
        source="under test",
        source_id="",
        needs=(Need.ALTERNATION.value,) if call is None or call.tree.alternates else (),
        claims=(claim,),
        breaks=(),
    )
    report = Report(plan.seed, plan.examples, False, 0, 0, 0.0, 0.0, (verdict,))
    found = Finding(Weight.BROKEN, f"breaks {BROKEN}: {failed}", BROKEN)
    return Tried(name, report, (Searched(verdict, frozenset({BROKEN}), (found,)),))


def _witness(call: InFlight, failed: str, objection: str) -> Witness:
    searched = _searched(call)
    return Witness(
        tree=call.tree,
        window=call.window,
        truth=value(searched, searched.root),
        found=None,
        error=failed,
        leaves=(),
        fewest=fewest_leaves(searched, call.window),
        objection=objection,
        depth=call.depth,
    )


def _searched(call: InFlight) -> Tree[Any, Number]:
    return call.tree if call.depth is None else cut(call.tree, call.depth)


def _smallest(find: Callable[[Watch], Subject], call: InFlight, end: float) -> tuple[InFlight, bool]:
    """The smallest call near this one that ends in the same way, as far as time allows; and whether this one does."""

    def fails(tree: ExplicitTree[Number]) -> bool:
        return monotonic() < end and _ends(find, InFlight(tree, call.depth, call.window))

    if not fails(call.tree):
        return call, False
    return InFlight(shrunk(call.tree, fails), call.depth, call.window), True


def _ends(find: Callable[[Watch], Subject], call: InFlight) -> bool:
    """True if this very call takes its process down; another may, when it is found out how the search is called."""

    def once(watch: Watch) -> bool:
        subject = find(watch)
        searched = recorded(_searched(call))
        try:
            subject.search(searched, searched.root, call.window.alpha, call.window.beta)
        except Exception:
            return True
        return True

    try:
        done = alone(once, silence=SILENCE)
        return isinstance(done, Ended) and done.call == call
    except PrunecheckError:
        return False
