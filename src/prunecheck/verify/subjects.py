"""A stranger's search on trial: all that may be asked of it, what it must keep, and what it reads in vain."""

from typing import Final

from prunecheck.catalog.records import Claim, Need, Variant
from prunecheck.contracts.line import LineContract
from prunecheck.contracts.move import BEST_MOVE, MoveContract
from prunecheck.contracts.order import CONTRACTS, contract, implied
from prunecheck.contracts.value import ValueContract
from prunecheck.contracts.visits import VisitContract
from prunecheck.subjects.convention import Returns
from prunecheck.subjects.subject import Subject

KEPT: Final = ", instance kept"


def rows(subject: Subject, claims: tuple[str, ...] = ()) -> tuple[Variant, ...]:
    """The subject as rows for a trial: itself, and with one instance for all calls, if it is made by a factory.

    It is tried for all that applies to it, or for `claims` and what follows from them.
    """
    asked = tuple(name for name in CONTRACTS if _applies(name, subject))
    if claims:
        wanted = {weaker for name in claims for weaker in implied(name)}
        asked = tuple(name for name in CONTRACTS if name in wanted)
    found = [_row(subject.name, subject, asked)]
    if subject.kept is not None:
        values = tuple(name for name in asked if isinstance(contract(name), ValueContract) or name == BEST_MOVE.name)
        found.append(_row(subject.name + KEPT, subject, values, kept=True))
    return tuple(found)


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
        needs=frozenset({Need.ALTERNATION, Need.RECURSION}),
        takes_window=subject.window,
        deeper_entries=subject.convention.depth,
    )


def _applies(name: str, subject: Subject) -> bool:
    promise = contract(name)
    if isinstance(promise, LineContract):
        return subject.tells_line
    if isinstance(promise, MoveContract):
        return subject.tells_move
    if isinstance(promise, VisitContract):
        return subject.sees_reads
    if isinstance(promise, ValueContract) and subject.convention.returns is Returns.MOVE:
        return False  # the move says it all
    if isinstance(promise, ValueContract):
        return subject.window or name == "exact"
    return True
