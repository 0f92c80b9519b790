"""A stranger's search as rows of the catalogue, one for each way of keeping it; and the terms on which it is tried."""

from typing import Final

from prunecheck.catalog.records import Claim, Need, Variant
from prunecheck.contracts.line import LineContract
from prunecheck.contracts.move import BEST_MOVE, MoveContract
from prunecheck.contracts.order import CONTRACTS, contract, implied
from prunecheck.contracts.relations import RelationContract
from prunecheck.contracts.table import TableContract
from prunecheck.contracts.value import ValueContract
from prunecheck.contracts.visits import SHALLOW_VISITS, VisitContract
from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import NodeKind, Returns
from prunecheck.subjects.domain import Domain, Turns
from prunecheck.subjects.subject import Subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.ranged import takes_related

KEPT: Final = ", instance kept"


def rows(subject: Subject, claims: tuple[str, ...] = ()) -> tuple[Variant, ...]:
    """The subject as rows for a trial: itself, and with one instance for all calls, if it is made by a factory.

    It is tried for all that applies to it, or for `claims` and what follows from them.
    Raises: PreconditionError for a claim that its domain excludes, or of which nothing could be seen.
    """
    asked = tuple(name for name in CONTRACTS if _applies(name, subject))
    if claims:
        wanted = {weaker for name in claims for weaker in implied(name)}
        asked = tuple(name for name in CONTRACTS if name in wanted)
        _check_seen(subject, (*claims, *asked))  # what was said first
        beyond = [name for name in asked if isinstance(contract(name), RelationContract)]
        if beyond and not takes_related(subject):
            raise PreconditionError(
                f"{beyond[0]} is about trees with other values, beyond those that the reply to hello says it takes; "
                "leave the claim out"
            )
        if beyond and subject.domain is Domain.SMALL:
            raise PreconditionError(
                f"{beyond[0]} is about trees with other values, beyond --domain small; claim it with --domain whole"
            )
    found = [_row(subject.name, subject, asked)]
    if subject.kept is not None:
        values = tuple(name for name in asked if isinstance(contract(name), ValueContract) or name == BEST_MOVE.name)
        found.append(_row(subject.name + KEPT, subject, values, kept=True))
    return tuple(found)


def _check_seen(subject: Subject, asked: tuple[str, ...]) -> None:
    """Refuse claims that nothing could speak for or against. Raises: PreconditionError."""
    for name in asked:
        if isinstance(contract(name), VisitContract) and not subject.sees_reads:
            raise PreconditionError(
                f"{name} is about the leaves that are read, and what this search reads cannot be seen from here; "
                "leave the claim out"
            )
        if isinstance(contract(name), ValueContract) and name != "exact" and not subject.window:
            raise PreconditionError(f"{name} is about windows, and this search takes none; leave the claim out")


def check_turns(turns: Turns, tree: ExplicitTree[Number] | None, claims: tuple[str, ...]) -> None:
    """Refuse what a search cannot be tried on, or for. Raises: PreconditionError."""
    if turns is Turns.ALTERNATE and tree is not None and not tree.alternates:
        raise PreconditionError(
            "the players of this tree do not alternate; say --turns any if the search takes such trees"
        )
    if turns is Turns.ANY and SHALLOW_VISITS.name in claims:
        raise PreconditionError(
            f"{SHALLOW_VISITS.name} is about players who alternate; claim it with --turns alternate"
        )


def check_windows(subject: Subject, windows: tuple[Window[Number], ...]) -> None:
    """Refuse windows that a search cannot be tried in. Raises: PreconditionError."""
    if not subject.window and any(each != FULL for each in windows):
        raise PreconditionError("this search takes no window and is judged in the full one alone; leave the window out")


def _row(name: str, subject: Subject, asked: tuple[str, ...], *, kept: bool = False) -> Variant:
    alone = subject.convention.returns is Returns.MOVE  # a leaf has no move, and nobody asks for one
    search = subject.kept if kept and subject.kept is not None else subject.search
    return Variant(
        name=name,
        title=subject.convention.words(),
        source="under test",
        search=search,
        claims=tuple(Claim(each, inner_root=alone) for each in asked),
        breaks=(),
        needs=frozenset({Need.RECURSION} | ({Need.ALTERNATION} if subject.turns is Turns.ALTERNATE else set())),
        takes_window=subject.window,
        depth_reading=subject.reading if subject.convention.depth else None,
    )


def _applies(name: str, subject: Subject) -> bool:
    promise = contract(name)
    if isinstance(promise, LineContract):
        return subject.tells_line
    if isinstance(promise, RelationContract):  # related trees have more children than an array has room for, and
        return (  # other values
            subject.convention.node is not NodeKind.ARRAY
            and subject.domain is not Domain.SMALL
            and takes_related(subject)
        )
    if isinstance(promise, MoveContract):
        return subject.tells_move
    if isinstance(promise, TableContract):
        return subject.tells_table
    if isinstance(promise, VisitContract):
        return subject.sees_reads and not (promise is SHALLOW_VISITS and subject.turns is Turns.ANY)
    if isinstance(promise, ValueContract) and subject.convention.returns is Returns.MOVE:
        return False  # the move says it all
    if isinstance(promise, ValueContract):
        return subject.window or name == "exact"
    return True
