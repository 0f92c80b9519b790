"""Records of one call of a search: its result, and everything that is needed to judge the result."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from prunecheck.contracts.case import Case, Span
from prunecheck.errors import OutsideError, PreconditionError
from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice, Entry, UnknownChoice
from prunecheck.trees.views.recorded import Recorded, recorded
from prunecheck.trees.window import Window

if TYPE_CHECKING:
    from prunecheck.failures import Failure


@dataclass(frozen=True, slots=True)
class CallResult(Generic[N]):
    """The result of one call of a search: value, move, principal variation, evaluated leaves; or how the call failed.

    `refusal` is the reason why the search was not called: the search declares that it does not accept the tree's
    values. If the search was called, `refusal` is None.
    """

    found: Number | None
    leaves: list[N]
    failure: "Failure | None" = None
    move: int | None = None
    line: tuple[int, ...] | None = None
    table: tuple[Entry, ...] | None = field(default=None, compare=False)
    move_known: bool = True  # False if it is not known which child was chosen
    refusal: OutsideError | None = field(default=None, compare=False)
    seconds: float = field(default=0.0, compare=False)  # duration of the call

    @property
    def outside(self) -> bool:
        """True if the search was not called, because it declares that it does not accept the tree's values."""
        return self.refusal is not None


def run(
    search: AnySearch, tree: Tree[N, Number], window: Window[Number], *, most_questions: int | None = None
) -> CallResult[N]:
    """Call `search` on the root of `tree`, and stop the search after `most_questions` calls of the tree's methods.

    Raises: PreconditionError if the search declares that it does not accept `tree`.
    """
    return answered(search, recorded(tree, most_questions=most_questions), window)


def answered(search: AnySearch, log: Recorded[N, Number], window: Window[Number]) -> CallResult[N]:
    """Call `search` on the root of a tree that records calls of its methods.

    If the search raises an error, the returned result contains the error.

    Raises: PreconditionError if the search declares that it does not accept the tree, which is not a bug.
    """
    started = perf_counter()
    try:
        answer = search(log, log.root, window.alpha, window.beta)
    except OutsideError as error:
        return CallResult(None, [], refusal=error)
    except PreconditionError:
        raise
    except Exception as error:
        from prunecheck.subject_errors import failure_of  # noqa: PLC0415  # msgspec is not needed to name the contracts

        return CallResult(None, log.leaves, failure_of(error))
    took = perf_counter() - started
    if isinstance(answer, Choice):
        return CallResult(
            answer.value,
            log.leaves,
            move=answer.move,
            line=answer.line,
            table=answer.table,
            move_known=not isinstance(answer, UnknownChoice),
            seconds=took,
        )
    return CallResult(answer, log.leaves, seconds=took)


class Evidence(NamedTuple, Generic[N]):
    """A call of `search` on the tree of `case`, in window number `nth` of `case`, with the result `run`.

    `deeper` is True if a value may also come from a table entry that a deeper search of the same position stored. If
    the search was called before and may have stored state, `so_far` contains the earlier searches; otherwise, it is
    None.
    """

    case: Case[N]
    nth: int
    run: CallResult[N]
    search: AnySearch
    deeper: bool = False
    so_far: DeeperEntries | None = None

    @property
    def window(self) -> Window[Number]:
        """The window in which the search was called."""
        return self.case.windows[self.nth]

    @property
    def in_full_window(self) -> bool:
        """True if the window is (-inf, inf)."""
        return self.nth in self.case.full_windows

    @property
    def known(self) -> DeeperEntries:
        """The values that a search can return if it reuses table entries from deeper searches.

        If `deeper` is False, `known` still contains the values from deeper entries, but such a value is then wrong.
        """
        return self.case.searched_alone if self.so_far is None else self.so_far

    @property
    def allows_deeper(self) -> bool:
        """True if values from deeper table entries are allowed, and deeper entries can exist in this call."""
        return self.deeper and (self.so_far is not None or self.case.has_deeper_entries)

    @property
    def span(self) -> Span:
        """The least and the greatest value that the root may have.

        If values from deeper table entries are not allowed, both are the root's minimax value.
        """
        case = self.case
        if not self.allows_deeper:
            return case.truth, case.truth
        return self.known.span(case.inner.root, case.depth) or (case.truth, case.truth)

    def span_at(self, node: Any, ply: int, *, below_depth: bool = False) -> Span:
        """The least and the greatest value that `node`, which is `ply` plies below the root, may have.

        If `below_depth` is True, `node` is a node of the tree without the depth limit, so it may be below the limit.
        """
        case = self.case
        if not self.allows_deeper:
            return case.values[node], case.values[node]
        inner = node if below_depth or case.depth is None else node[0]
        depth = None if case.depth is None else max(case.depth - ply, 0)
        return self.known.span(inner, depth) or (-INF, INF)

    @property
    def of_searched_tree(self) -> "Evidence[Any]":
        """The same call, but judged by the value of the whole tree, even if the search may skip parts of the tree."""
        return self._replace(case=self.case.unreduced)

    def ask(self, tree: Tree[Any, Number], window: Window[Number]) -> CallResult[Any]:
        """Call the search on another tree, or once more on the same tree."""
        return run(self.search, tree, window, most_questions=self.case.most_questions)
