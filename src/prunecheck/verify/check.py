"""Check one search on one tree: what the oracle knows of it, one run of the search, which contracts it broke."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic

from prunecheck.contracts.conduct import ConductContract
from prunecheck.contracts.line import LineContract
from prunecheck.contracts.move import MoveContract
from prunecheck.contracts.order import Contract, TreeContract, contract
from prunecheck.contracts.relations import Becomes, Relation, RelationContract
from prunecheck.contracts.table import Span, TableContract
from prunecheck.contracts.value import ValueContract
from prunecheck.contracts.visits import VisitContract
from prunecheck.errors import OutsideError, PreconditionError, ended_with, told
from prunecheck.oracle.law import PathBounds, path_bounds
from prunecheck.oracle.minimax import values
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice, Entry
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import show
from prunecheck.trees.views.cut import Cut, cut
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.views.recorded import Recorded, recorded
from prunecheck.trees.window import FULL, Window, order_distinct_windows
from prunecheck.verify.explained import Explained

MOST_EXPLAINED = 200  # leaves of a tree whose explained values are worked out
QUESTIONS_A_NODE = 500  # that a search may ask before it is stopped
MOST_WINDOWS = 46  # all that differ for up to four distinct leaf values; of more, an even sample
MOST_VALUES = 128  # of which windows are made: of a thousand, it would take minutes


class Case(Generic[N]):
    """A tree on trial, with all that the oracle knows of it, found once for every search and window.

    Visits are judged path by path, so the nodes of `tree` must tell paths apart: unfold a tree with shared nodes.
    """

    def __init__(
        self,
        tree: Tree[N, Number],
        windows: Sequence[Window[Number]] | None = None,
        *,
        static_values: bool = False,
    ) -> None:
        """`windows` to judge in; left out, all that differ for the leaves' values, or an even sample of them.

        Say if all interior nodes have `static_values`. Raises: TreeError where the tree has no value.
        """
        self.tree = tree
        self.static_values = static_values
        self.deeper_entries = False
        known = self._known = values(tree, tree.root)
        self.truth = known[tree.root]
        self.child_values = [] if tree.is_terminal(tree.root) else [known[child] for child in tree.children(tree.root)]
        self.max_at_root = tree.is_max(tree.root)
        self.leaves: list[PathBounds[N, Number]] = list(path_bounds(tree, tree.root, known))
        self.windows = windows_for(self.leaves) if windows is None else list(windows)
        self.most_questions = QUESTIONS_A_NODE * (len(known) + len(self.leaves))
        self._lawful: dict[tuple[str, int], list[N]] = {}
        self._related: dict[str, tuple[ExplicitTree[Number], Becomes]] = {}

    @property
    def depth(self) -> int | None:
        """The plies to which the tree is cut; None where it is whole."""
        return self._limited[1]

    @property
    def explained(self) -> Span:
        """The least and the greatest value that the witness criterion explains where deeper searches may answer.

        Else it is the true value, twice.
        """
        return self._explained if self._met_deeper else (self.truth, self.truth)

    @cached_property
    def _explained(self) -> Span:
        inner, depth = self._limited
        return self._searched.span(inner.root, depth) or (self.truth, self.truth)

    @cached_property
    def _searched(self) -> Explained:
        inner, depth = self._limited
        known = Explained(inner)
        known.searched(inner.root, known.height(inner.root) if depth is None else depth)
        return known

    def child_values_for(self, move: int) -> list[Number]:
        """The children's true values, or those that the witness criterion explains and that speak most for `move`."""
        if not self._met_deeper or not 0 <= move < len(self.child_values):
            return self.child_values
        inner, depth = self._limited
        spans = [self._searched.span(child, (depth or 1) - 1) for child in inner.children(inner.root)]
        ends = [span or (value, value) for span, value in zip(spans, self.child_values, strict=True)]
        return [max(end) if (nth == move) is self.max_at_root else min(end) for nth, end in enumerate(ends)]

    @property
    def _met_deeper(self) -> bool:
        """True where answers of searches of different depths may meet and count."""
        return self.deeper_entries and self._depths_meet

    @cached_property
    def _depths_meet(self) -> bool:
        """True where they meet, and the tree is small enough to say what they explain."""
        return self.depth is not None and len(self.leaves) <= MOST_EXPLAINED and self.plain.shared

    def line_objection(self, promise: LineContract, done: "Run[N]", *, strict: bool = False) -> str:
        """What speaks against the line told, by the true values or, unless `strict`, by those that are explained.

        What a deeper search has found may lead a line that need not be whole beyond the depth.
        """
        inner, depth = self._limited
        met = not strict and self._met_deeper
        beyond = met and not promise.whole

        def span(node: Any, ply: int) -> Span:
            if not met:
                return self._known[node], self._known[node]
            found = self._searched.span(node if beyond else node[0], max((depth or 0) - ply, 0))
            return (-INF, INF) if found is None else found

        return promise.objection(inner if beyond else self.tree, done.line, span, move=done.move)

    def audit(self, promise: TableContract, table: tuple[Entry, ...] | None) -> str:
        """What speaks against the first false entry of a table that is shown after a search of this tree.

        An entry may also be that of a deeper search, or of one that met the answers of deeper ones.
        """

        def span(node: Any, depth: int | None) -> Span | None:
            return self._searched.span(node, depth)

        return promise.objection(self._limited[0], table, span)

    @cached_property
    def whole(self) -> ExplicitTree[Number]:
        """The tree written out, with what lies below the cut."""
        return unfolded(self._limited[0], static_values=self.static_values)

    @property
    def _limited(self) -> tuple[Tree[Any, Number], int | None]:
        tree: Any = self.tree  # no type says that a tree of some kind of nodes may be a cut
        return (tree.inner, tree.root[1]) if isinstance(tree, Cut) else (tree, None)

    @cached_property
    def plain(self) -> ExplicitTree[Number]:
        """The tree written out."""
        return unfolded(self.tree, static_values=self.static_values)

    def related(self, relation: Relation) -> tuple[ExplicitTree[Number], Becomes]:
        """The other tree that `relation` makes of this one, and what values become in it."""
        if relation.name not in self._related:
            self._related[relation.name] = relation.change(self.plain)
        return self._related[relation.name]

    def lawful(self, contract: VisitContract, nth: int) -> list[N]:
        """The leaves that `contract` asks for in the window of that number, in order."""
        found = self._lawful.get((contract.name, nth))
        if found is None:
            window, reads = self.windows[nth], contract.reads
            found = [leaf.node for leaf in self.leaves if reads(leaf, window, self.max_at_root)]
            self._lawful[contract.name, nth] = found
        return found


def case_of(
    plain: ExplicitTree[Number], depth: int | None = None, windows: Sequence[Window[Number]] | None = None
) -> Case[Any]:
    """The case of an unfolded tree, cut at `depth` if it is given."""
    static = plain.has_static_values
    if depth is None:
        return Case(plain, windows, static_values=static)
    return Case(cut(plain, depth), windows, static_values=static)


def windows_for(leaves: Sequence[PathBounds[N, Number]]) -> list[Window[Number]]:
    """The order-distinct windows of the leaves' values, the full one first; of more than 46, an even sample.

    Of more than 128 values, an even sample makes windows: there are four for each pair of values.
    """
    points = [leaf.value for leaf in leaves]
    if len(points) > MOST_VALUES:
        points = sorted(set(points))
        apart = max(1, len(points) / MOST_VALUES)
        points = [points[int(nth * apart)] for nth in range(min(len(points), MOST_VALUES))]
    windows = order_distinct_windows(points)
    if len(windows) <= MOST_WINDOWS:
        return list(windows)
    step = len(windows) / MOST_WINDOWS
    shift = len(leaves) % 7 / 7  # another sample for another tree; the full window stays
    return [windows[int((nth + (shift if nth else 0)) * step)] for nth in range(MOST_WINDOWS)]


@dataclass(frozen=True, slots=True)
class Run(Generic[N]):
    """One call of a search: the value found, move and line, the leaves read in order, or the error it ended with.

    With `outside`, the search was not asked, since it says that it does not take such values.
    """

    found: Number | None
    leaves: list[N]
    error: str | None = None
    move: int | None = None
    line: tuple[int, ...] | None = None
    table: tuple[Entry, ...] | None = field(default=None, compare=False)
    outside: bool = False


def run(
    search: AnySearch, tree: Tree[N, Number], window: Window[Number], *, most_questions: int | None = None
) -> Run[N]:
    """Call `search` on the root of `tree`, with every question recorded; stop it after `most_questions`.

    Raises: PreconditionError as `answered` does.
    """
    return answered(search, recorded(tree, most_questions=most_questions), window)


def answered(search: AnySearch, log: Recorded[N, Number], window: Window[Number]) -> Run[N]:
    """Call `search` on the root of a recorded tree. An error of the search is part of the run.

    Raises: PreconditionError where the stated terms of the search exclude the tree: that is no verdict on it.
    """
    try:
        answer = search(log, log.root, window.alpha, window.beta)
    except OutsideError:
        return Run(None, [], outside=True)
    except PreconditionError:
        raise
    except Exception as error:
        return Run(None, log.leaves, ended_with(error))
    if isinstance(answer, Choice):
        return Run(answer.value, log.leaves, move=answer.move, line=answer.line, table=answer.table)
    return Run(answer, log.leaves)


def keeps(promise: Contract, search: AnySearch, case: Case[N], nth: int, done: Run[N]) -> bool:
    """True if `done`, the run of `search` in the case's window of that number, is as promised; an error never is.

    What was not asked breaks no promise.

    Contracts on moves, lines, relations and conduct are judged in the full window, the latter two by further calls.
    """
    if done.found is None:
        return done.outside
    if isinstance(promise, VisitContract):
        return done.leaves == case.lawful(promise, nth)
    if isinstance(promise, ValueContract):
        window, found = case.windows[nth], done.found
        if promise.holds(found, case.truth, window):
            return True
        least, greatest = case.explained
        right = {least, greatest}
        if least <= found <= greatest:  # bounds from searches of different depths may meet anywhere between
            right.add(found)
        return any(promise.holds(found, each, window) for each in right)
    if isinstance(promise, TableContract):
        return not case.audit(promise, done.table)
    return case.windows[nth] != FULL or not objection(promise, search, case, done)


def holds_strictly(promise: Contract, case: Case[N], nth: int, done: Run[N]) -> bool:
    """False if `done` keeps a promise on value or move by the witness criterion alone, and not by the true values."""
    if isinstance(promise, MoveContract) and done.found is not None and case.windows[nth] == FULL:
        return promise.holds(done.move, case.child_values, case.truth)
    if isinstance(promise, LineContract) and done.found is not None and case.windows[nth] == FULL:
        return not case.line_objection(promise, done, strict=True)
    if not isinstance(promise, ValueContract) or done.found is None:
        return True
    return promise.holds(done.found, case.truth, case.windows[nth])


def objection(promise: TreeContract | TableContract, search: AnySearch, case: Case[N], done: Run[N]) -> str:
    """What speaks against the search, whose run is `done`: by a contract judged in the full window, or on its table."""
    if isinstance(promise, TableContract):
        return case.audit(promise, done.table)
    if isinstance(promise, RelationContract):
        first = run(search, case.plain, FULL, most_questions=case.most_questions)
        return next(filter(None, (_unrelated(each, search, case, first) for each in promise.relations)), "")
    if isinstance(promise, ConductContract):
        return _misconduct(promise, search, case, done)
    if isinstance(promise, LineContract):
        return case.line_objection(promise, done)
    if promise.holds(done.move, case.child_values, case.truth) or _move_explained(promise, case, done.move):
        return ""
    moved = "no move" if done.move is None else f"the move to [{done.move}]"
    return f"chooses {moved}; the children are worth {', '.join(map(show, case.child_values))}"


def _move_explained(promise: MoveContract, case: Case[N], move: int | None) -> bool:
    if move is None or not case.child_values:
        return False
    known = case.child_values_for(move)
    return promise.holds(move, known, max(known) if case.max_at_root else min(known))


def _unrelated(relation: Relation, search: AnySearch, case: Case[N], first: Run[int]) -> str:
    """What speaks against the search, whose run on the plain tree is `first`, by one relation."""
    tree, becomes = case.related(relation)
    other = run(search, tree, FULL, most_questions=case.most_questions)
    if first.outside or other.outside:
        return ""
    if first.found is None or other.found != becomes(first.found):
        return f"{relation.says}; on the tree {tree} it {_ended(other)}"
    if relation.same_reads and other.leaves != first.leaves:
        return f"{relation.says}; on the tree {tree} it reads other leaves"
    return ""


def _misconduct(promise: ConductContract, search: AnySearch, case: Case[N], done: Run[N]) -> str:
    again = run(search, case.tree, FULL, most_questions=case.most_questions)
    if promise.strict:
        again_alike = replace(again, leaves=done.leaves) == done
    else:  # one of several equal moves may be chosen by chance
        again_alike = (again.found, again.error) == (done.found, done.error) or _explained_again(case, done, again)
    if not again_alike:
        return f"the same call again {_ended(again)}"
    if not promise.strict:
        return ""
    if again.leaves != done.leaves:
        return "the same call again reads other leaves"
    if not done.leaves:
        return ""
    try:
        search(_Failing(case.tree, len(done.leaves) // 2), case.tree.root, FULL.alpha, FULL.beta)
    except _FailingError:
        return ""
    except Exception as error:
        return f"an error of the tree becomes {told(error)}"
    return "an error of the tree is lost"


def _explained_again(case: Case[N], done: Run[N], again: Run[N]) -> bool:
    """True where what is kept from one call to the next may make the difference, by the witness criterion."""
    least, greatest = case.explained
    return all(each.found is not None and least <= each.found <= greatest for each in (done, again))


def _ended(done: Run[N]) -> str:
    return f"finds {show(done.found)}" if done.error is None else f"ends with {done.error}"


class _FailingError(Exception):
    """What a failing tree raises; no search knows it."""


class _Failing(Inner[N, Number]):
    """A tree of which one reading of a leaf, counted from 0, fails."""

    def __init__(self, tree: Tree[N, Number], reading: int) -> None:
        super().__init__(tree)
        self._left = reading

    def evaluate(self, node: N, /) -> Number:
        """The inner value, until the reading that fails."""
        self._left -= self._tree.is_terminal(node)
        if self._left < 0:
            raise _FailingError
        return self._tree.evaluate(node)


def broken_contracts(
    search: AnySearch,
    contracts: Sequence[str],
    tree: ExplicitTree[Number],
    window: Window[Number] | None = None,
    *,
    depth: int | None = None,
    deeper_entries: bool = False,
) -> list[str]:
    """The names of those of `contracts` that `search` breaks on `tree`, in `window` or any order-distinct one.

    The tree is cut at `depth`, if that is given; with `deeper_entries`, values count as right that deeper searches of a
    position met again explain.

    For a test of one tree: assert that the list is empty. Raises: UnknownNameError for a contract that is none,
    TreeError where the tree has no value.

    >>> from prunecheck import from_nested
    >>> from prunecheck.catalog import variant
    >>> broken_contracts(variant("strict_test").search, ["fishburn", "visits"], from_nested([0, [0, 0]]))
    ['visits']
    """
    plain = unfolded(tree, static_values=tree.has_static_values)
    case = case_of(plain, depth, None if window is None else [window])
    case.deeper_entries = deeper_entries
    runs = [run(search, case.tree, each, most_questions=case.most_questions) for each in case.windows]
    return [
        name
        for name in contracts
        if not all(keeps(contract(name), search, case, nth, done) for nth, done in enumerate(runs))
    ]
