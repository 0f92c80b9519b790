"""What a search did in one call, with all that a contract may need to judge it."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from prunecheck.contracts.case import Case, Span
from prunecheck.errors import OutsideError, PreconditionError
from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice, Entry
from prunecheck.trees.views.recorded import Recorded, recorded
from prunecheck.trees.window import Window

if TYPE_CHECKING:
    from prunecheck.failures import Failure


@dataclass(frozen=True, slots=True)
class Run(Generic[N]):
    """One call of a search: the value found, move and line, the leaves evaluated in order, or how it failed.

    `refusal`: the search was not called, since it says that it does not take such values.
    """

    found: Number | None
    leaves: list[N]
    failure: "Failure | None" = None
    move: int | None = None
    line: tuple[int, ...] | None = None
    table: tuple[Entry, ...] | None = field(default=None, compare=False)
    refusal: OutsideError | None = field(default=None, compare=False)
    seconds: float = field(default=0.0, compare=False)  # that an answer took

    @property
    def outside(self) -> bool:
        """True if the search was not called."""
        return self.refusal is not None


def run(
    search: AnySearch, tree: Tree[N, Number], window: Window[Number], *, most_questions: int | None = None
) -> Run[N]:
    """Call `search` on the root of `tree`, with every question recorded; stop it after `most_questions`.

    Raises: PreconditionError as `answered` does.
    """
    return answered(search, recorded(tree, most_questions=most_questions), window)


def answered(search: AnySearch, log: Recorded[N, Number], window: Window[Number]) -> Run[N]:
    """Call `search` on the root of a recorded tree. An error of the search is part of the run.

    Raises: PreconditionError if the stated terms of the search exclude the tree: that is not a verdict on it.
    """
    started = perf_counter()
    try:
        answer = search(log, log.root, window.alpha, window.beta)
    except OutsideError as error:
        return Run(None, [], refusal=error)
    except PreconditionError:
        raise
    except Exception as error:
        from prunecheck.failures import failure_of  # noqa: PLC0415  # to name the contracts, nobody needs msgspec

        return Run(None, log.leaves, failure_of(error))
    took = perf_counter() - started
    if isinstance(answer, Choice):
        return Run(answer.value, log.leaves, move=answer.move, line=answer.line, table=answer.table, seconds=took)
    return Run(answer, log.leaves, seconds=took)


class Evidence(NamedTuple, Generic[N]):
    """The run of `search` on the case, in its window of number `nth`.

    `deeper` is the depth rule: an answer may rest on a table entry of a deeper search of the same position. Which were
    searched is known `so_far` of a reused instance; of a fresh one, it follows from this call alone.
    """

    case: Case[N]
    nth: int
    run: Run[N]
    search: AnySearch
    deeper: bool = False
    so_far: DeeperEntries | None = None

    @property
    def window(self) -> Window[Number]:
        """The window of the call."""
        return self.case.windows[self.nth]

    @property
    def in_full_window(self) -> bool:
        """True if that is (-inf, inf)."""
        return self.nth in self.case.full_windows

    @property
    def known(self) -> DeeperEntries:
        """Which values deeper entries explain, whatever the depth rule is."""
        return self.case.searched_alone if self.so_far is None else self.so_far

    @property
    def allows_deeper(self) -> bool:
        """True if deeper entries are allowed, and can be there."""
        return self.deeper and (self.so_far is not None or self.case.has_deeper_entries)

    @property
    def span(self) -> Span:
        """The least and the greatest value that is right at the root: by the depth rule, or the true value twice."""
        case = self.case
        if not self.allows_deeper:
            return case.truth, case.truth
        return self.known.span(case.inner.root, case.depth) or (case.truth, case.truth)

    def span_at(self, node: Any, ply: int, *, below_depth: bool = False) -> Span:
        """The same of a node so many plies below the root; `below_depth` says that it is a node of the uncut tree."""
        case = self.case
        if not self.allows_deeper:
            return case.values[node], case.values[node]
        inner = node if below_depth or case.depth is None else node[0]
        depth = None if case.depth is None else max(case.depth - ply, 0)
        return self.known.span(inner, depth) or (-INF, INF)

    def exact_depth(self) -> "Evidence[N]":
        """The same judged by the rule that every value is that of the tree cut at the depth."""
        return self._replace(deeper=False)

    def ask(self, tree: Tree[Any, Number], window: Window[Number]) -> Run[Any]:
        """What the search does on another tree, or on the same once more."""
        return run(self.search, tree, window, most_questions=self.case.most_questions)
