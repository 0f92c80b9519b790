"""Judge a variant of the catalogue that is named in the place of a user's search."""

from dataclasses import replace

from prunecheck import catalog
from prunecheck.catalog import Variant
from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.verify.findings import findings
from prunecheck.verify.options import Options
from prunecheck.verify.plan import Plan
from prunecheck.verify.progress import OnProgress
from prunecheck.verify.session import verify
from prunecheck.verify.trial import SubjectVerdict, TrialResult


def variant_in(text: str) -> Variant | None:
    """The variant that `text` names; None if it names a search of the user's own, for which none is loaded."""
    try:
        return None if ":" in text else catalog.variant(text)
    except UnknownNameError:
        return None


def judge_variant(variant: Variant, wanted: Options, plan: Plan, on_progress: OnProgress) -> TrialResult:
    """Judge a variant by the claims that are wanted, or else by its own.

    Raises: PreconditionError for a tree that it does not take, for calls, and if it is said how it is called.
    """
    said = [name for name, _ in wanted.calling if name != "seconds"]
    if said:
        raise PreconditionError(f"{variant.name} is a variant of the catalogue; leave {said[0]!r} out")
    if plan.calls:
        raise PreconditionError(
            f"{variant.name} is a variant of the catalogue and keeps nothing between calls; give a tree instead"
        )
    if plan.tree is not None:
        catalog.fitting((variant,), plan.tree, named=True)
    own = replace(variant, breaks=())
    report = verify(replace(plan, variants=(own,), claims=wanted.claims, games=False), on_progress)
    (verdict,) = report.variants
    due = frozenset(claim.contract for claim in verdict.claims)
    found = findings(verdict, due=due, takes_window=True, claimed=True, watched=False)
    return TrialResult(variant.name, report, (SubjectVerdict(verdict, due, tuple(found)),))
