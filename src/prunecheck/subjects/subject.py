"""A search under test, ready to be judged: how it is called, and what may be asked of it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from prunecheck.errors import PreconditionError
from prunecheck.subjects.calling import NESTED, QUESTIONS, SECONDS, Watch, as_search
from prunecheck.subjects.convention import Convention, Returns
from prunecheck.subjects.detect import detect
from prunecheck.subjects.domain import DepthReading, Domain, Turns
from prunecheck.subjects.kept import Kept
from prunecheck.subjects.living import Living, LivingInstance
from prunecheck.subjects.load import Loaded
from prunecheck.subjects.process.messages import Domain as Numbers
from prunecheck.subjects.tables import POSITIONS, shown_by
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import AnySearch


@dataclass(frozen=True, slots=True)
class Subject:
    """A search under test. `kept` is the same with one instance for all calls, where it is made by a factory.

    `sees_reads`: what it reads of a tree is logged. `numbers` are the values that a program says it takes, as they are
    sent.
    """

    name: str
    search: AnySearch
    kept: AnySearch | None
    convention: Convention
    sees_reads: bool
    tells_line: bool
    numbers: Numbers | None = None
    domain: Domain = Domain.WHOLE
    turns: Turns = Turns.ALTERNATE
    reading: DepthReading = DepthReading.WITNESS  # of the values of one that takes a depth
    tells_table: bool = False
    living: Callable[[], Living] | None = None  # a fresh one, of what keeps something from search to search
    without_value: Callable[[], Number | None] = lambda: None  # what it gave back where there was no move to find
    anew: Callable[[], AnySearch | None] = lambda: None  # the same where nothing was searched before
    close: Callable[[], object] = lambda: None  # ends what was started for it

    @property
    def window(self) -> bool:
        """True where it takes a window."""
        return self.convention.window

    @property
    def tells_move(self) -> bool:
        """True where it tells a move."""
        return self.convention.returns is not Returns.VALUE


def subject_of(
    loaded: Loaded,
    *,
    declared: dict[str, Any] | None = None,
    seconds: float = SECONDS,
    spare_plies: int = 0,
    watch: Watch | None = None,
) -> Subject:
    """The subject of a search in Python that was found; `declared` fixes fields of its convention, domain and turns.

    A tree that is not cut is searched to its height and `spare_plies` more; with one to spare, each leaf is asked
    whether it is one, and so is seen to be entered. `watch` is told of each call before it is made.

    Raises: PreconditionError where there is no way to call it, or none that lets it know whose turn it is, though the
    same player may move again.
    """
    said = dict(declared or {})
    domain = said.pop("domain", Domain.WHOLE)
    turns = said.pop("turns", Turns.ALTERNATE)
    small = domain is Domain.SMALL
    found = detect(
        loaded.make, loaded.words, name=loaded.name, declared=said, watch=watch, small=small, seconds=seconds
    )
    called = found.called
    if turns is Turns.ANY and called.convention.node in NESTED:
        raise PreconditionError(
            f"{loaded.name} is given nested lists, which do not say who moves; leave --turns any out, "
            "or search positions that do"
        )
    called.seconds, called.questions, called.asks_again = seconds, QUESTIONS, True
    called.audited = called.convention.node in POSITIONS and shown_by(loaded.make()) is not None
    kept: Any = Kept(called) if loaded.keeps_state else None  # it answers as `called` does
    called.spare_plies = spare_plies
    return Subject(
        name=loaded.name,
        search=as_search(called),
        kept=kept,
        convention=called.convention,
        tells_line=found.line,
        sees_reads=called.convention.node not in NESTED,
        domain=domain,
        turns=turns,
        tells_table=called.audited,
        living=partial(LivingInstance, called) if loaded.keeps_state else None,
        without_value=lambda: called.without_value,
    )
