"""The rows of a verification: a variant of the catalogue, or a subject in each way of using it; and its terms."""

from time import perf_counter
from typing import Final

from prunecheck.catalog.records import Claim, Need, Variant
from prunecheck.contracts.order import CONTRACTS, contract, implied
from prunecheck.contracts.table import TABLE
from prunecheck.contracts.traits import SearchTraits
from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import DepthReading, Domain, NodeKind, Turns
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.hunt.drawn_trees import Trial
from prunecheck.verify.hunt.reproduce import History, ReusedInstance
from prunecheck.verify.hunt.suitable_trees import takes_related
from prunecheck.verify.judge import Charge
from prunecheck.verify.plan import Plan
from prunecheck.verify.records import Origin
from prunecheck.verify.run import Row

UNDER_TEST: Final = "under test"  # in the place of a source


def row_of(variant: Variant, plan: Plan) -> Row:
    """The row of a variant: its own claims as far as the plan is about them, or those of the plan."""
    claims = tuple(map(Claim, plan.claims))
    if not claims:
        claims = tuple(claim for claim in variant.claims if claim.contract in plan.contracts)
    static = Need.STATIC_VALUES in variant.needs
    charges = tuple(Charge(contract(claim.contract), claim.inner_root, static) for claim in claims)
    return Row(
        name=variant.name,
        title=variant.title,
        source=variant.source,
        source_id=variant.source_id,
        trial=_trial(variant.search, charges, plan),
        claims=claims,
        needs=variant.needs,
        breaks=variant.breaks,
    )


def rows(subject: Subject, plan: Plan, claims: tuple[str, ...] = ()) -> tuple[Row, ...]:
    """The subject with a fresh instance for each call and, if it keeps something, with one instance for all calls.

    It is judged by all contracts that apply to it, or by `claims` and what follows from them.
    Raises: PreconditionError for a claim that its domain excludes, or that nothing could be seen of.
    """
    traits = traits_of(subject)
    asked = tuple(each.name for each in CONTRACTS.values() if each.applies_to(traits))
    if claims:
        wanted = {weaker for name in claims for weaker in implied(name)}
        asked = tuple(name for name in CONTRACTS if name in wanted)
        for name in (*claims, *asked):  # what was said first
            if refusal := contract(name).refusal(traits):
                raise PreconditionError(refusal)
    if subject.traits.keeps_state and subject.traits.external:  # one process serves all calls
        return (_row(subject, plan, asked, History(subject.search, clears=True)),)
    found = [_row(subject, plan, asked, subject.search)]
    if subject.traits.keeps_state:
        judged = tuple(name for name in asked if contract(name).in_sequences and name != TABLE.name)
        found.append(_row(subject, plan, judged, ReusedInstance(subject), reused=True))
    return tuple(found)


def traits_of(subject: Subject) -> SearchTraits:
    """What a contract may know of the subject."""
    traits, refusal = subject.traits, ""
    if not takes_related(subject):
        refusal = "beyond those that the reply to hello says it takes; leave the claim out"
    elif traits.domain is Domain.SMALL:
        refusal = "beyond --domain small; claim it with --domain whole"
    return SearchTraits(
        takes_window=traits.takes_window,
        gives_value=traits.gives_value,
        gives_move=traits.gives_move,
        gives_line=traits.gives_line,
        gives_table=traits.gives_table,
        sees_leaves=traits.sees_leaves,
        alternate=traits.turns is Turns.ALTERNATE,
        takes_related=not refusal and traits.node is not NodeKind.ARRAY,  # which has no room for more children
        related_refusal=refusal,
    )


def check_turns(turns: Turns, tree: ExplicitTree[Number] | None) -> None:
    """Refuse a tree that a search cannot be tried on. Raises: PreconditionError."""
    if turns is Turns.ALTERNATE and tree is not None and not tree.alternates:
        raise PreconditionError(
            "the players of this tree do not alternate; say --turns any if the search takes such trees"
        )


def check_windows(subject: Subject, windows: tuple[Window[Number], ...]) -> None:
    """Refuse windows that a search cannot be tried in. Raises: PreconditionError."""
    if not subject.traits.takes_window and any(each != FULL for each in windows):
        raise PreconditionError("this search takes no window and is judged in the full one alone; leave the window out")


def _row(subject: Subject, plan: Plan, asked: tuple[str, ...], search: AnySearch, *, reused: bool = False) -> Row:
    traits = subject.traits
    move_alone = not traits.gives_value  # a leaf has no move, and nobody asks for one
    deeper = traits.takes_depth and traits.depth_reading is DepthReading.WITNESS
    window = traits.takes_window
    charges = tuple(Charge(contract(name), move_alone, full_window=not window, deeper_entries=deeper) for name in asked)
    return Row(
        name=subject.name,
        title=traits.convention.words(),
        source=UNDER_TEST,
        trial=_trial(search, charges, plan),
        claims=tuple(Claim(name, inner_root=move_alone) for name in asked),
        needs=frozenset({Need.RECURSION} | ({Need.ALTERNATION} if traits.turns is Turns.ALTERNATE else set())),
        depth_reading=traits.depth_reading if traits.takes_depth else None,
        origin=Origin.NAMED if subject.findable else Origin.OBJECT,
        reused=reused,
    )


def _trial(search: AnySearch, charges: tuple[Charge, ...], plan: Plan) -> Trial:
    """The trial begins now: its time to judge ends after the plan's seconds."""
    end = perf_counter() + plan.seconds
    return Trial(search, charges, enough=plan.enough, hurried=plan.seconds < INF, end=end)
