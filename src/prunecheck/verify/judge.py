"""Judge single calls of a search: `call` makes a call and records it; `violations` compares the record with contracts.

The result of a call on a new instance of the search depends on this call alone. The result of a call on a reused
instance may depend on all earlier calls, which `InstanceJudge` records.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from prunecheck.contracts.case import QUESTIONS_A_NODE, Case, ReducedView, case_of
from prunecheck.contracts.contract import Contract, Objection
from prunecheck.contracts.evidence import Evidence, answered
from prunecheck.contracts.move import BEST_MOVE
from prunecheck.contracts.order import CONTRACTS, contract
from prunecheck.contracts.table_entries import TABLE
from prunecheck.errors import PreconditionError
from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.subject_errors import failure_of
from prunecheck.subjects.convention import DepthRule
from prunecheck.subjects.subject import Instance, Subject
from prunecheck.trees.call import Call, Clear
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.below import Below
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import Recorded, recorded
from prunecheck.trees.window import FULL, Window
from prunecheck.trees.written_out import written_out
from prunecheck.verify.counterexamples import Step


@dataclass(frozen=True, slots=True)
class Charge:
    """A contract to judge a search by, and the trees and windows to which the contract applies.

    If `inner_root` is True, the contract only applies to trees whose root has children. If `static_values` is True, the
    contract only applies to trees in which interior nodes have static values. If `full_window` is True, the contract
    only applies in the window (-inf, inf), for example because the search takes no window. If `deeper_entries` is True,
    values that come from deeper table entries for repeated positions are accepted. If the search skips parts of a tree
    on purpose, `reduced` is a function that removes these parts. If `reduced` is given, the right result is the value
    of the tree without the removed parts.
    """

    contract: Contract
    inner_root: bool = False
    static_values: bool = False
    full_window: bool = False
    deeper_entries: bool = False
    reduced: ReducedView | None = None

    def decided_by(self, case: Case[N]) -> bool:
        """True if a search can violate the contract in at least one window of the case (a tree to search)."""
        return any(self.contract.decides_in(window) for window in case.windows if self.judges_in(window))

    def judges_in(self, window: Window[Number]) -> bool:
        """True if the contract judges calls in this window."""
        return not self.full_window or window == FULL

    def about(self, case: Case[N]) -> bool:
        """True if the contract applies to the case (a tree to search)."""
        is_leaf = case.tree.is_terminal(case.tree.root)
        return not (self.inner_root and is_leaf) and not (self.static_values and not case.static_values)


class Violation(NamedTuple):
    """A contract that a call of a search violates, the record of the call, and an objection that says what is wrong."""

    contract: Contract
    evidence: Evidence[Any]
    objection: Objection


def call(
    search: AnySearch,
    case: Case[N],
    nth: int = 0,
    *,
    deeper_entries: bool = False,
    so_far: DeeperEntries | None = None,
    log: Recorded[Any, Number] | None = None,
) -> Evidence[N]:
    """Call `search` once, on the tree of `case` in its window number `nth`, and return the record of the call.

    The search gets `log`, a wrapper of the tree that records which methods the search calls; by default, a new one is
    made. If the instance was called before, `so_far` contains the earlier searches.

    Raises: PreconditionError if the search does not accept trees like that of `case`. Leaf values that the search does
    not accept raise no PreconditionError.
    """
    if log is None:
        log = recorded(case.searched, most_questions=case.most_questions)
    return Evidence(case, nth, answered(search, log, case.windows[nth]), search, deeper_entries, so_far)


def violations(evidence: Evidence[N], charges: Iterable[Charge]) -> Iterator[Violation]:
    """Compare the record of a call with each contract in `charges`, and yield violations in the order of `charges`.

    If the search was called before, contracts that cannot judge later calls are left out. A call that failed violates
    all contracts. If the search skips parts of a tree on purpose, contracts on the value are judged by the remaining
    tree, and all other contracts by the whole tree.
    """
    window = evidence.window
    by_all = evidence.so_far is None or evidence.run.found is None
    reduced = evidence.case.is_reduced
    for charge in charges:
        if charge.judges_in(window) and (by_all or charge.contract.judges_again(evidence)):
            judged = evidence.of_searched_tree if reduced and not charge.contract.by_reduced_tree else evidence
            objection = charge.contract.judge(judged)
            if objection is not None:
                yield Violation(charge.contract, judged, objection)


def violations_on(
    search: AnySearch, case: Case[N], charges: Sequence[Charge], *, deeper_entries: bool = False
) -> Iterator[Violation]:
    """Call `search` on one tree in each window that the contracts judge, and yield the contracts that it violates."""
    for nth, window in enumerate(case.windows):
        if any(charge.judges_in(window) for charge in charges):
            yield from violations(call(search, case, nth, deeper_entries=deeper_entries), charges)


def broken_contracts(
    search: AnySearch,
    contracts: Sequence[str],
    tree: Tree[Any, Number] | type[Tree[Any, Number]],
    window: Window[Number] | None = None,
    *,
    depth: int | None = None,
    deeper_entries: bool = False,
) -> list[str]:
    """The names of the `contracts` that `search` violates on `tree`, in `window` or, by default, in any window.

    If `depth` is set, it is the depth limit of the search. If `deeper_entries` is True, a value may come from a table
    entry that a deeper search of the same position stored.

    Raises: UnknownNameError if the contract is unknown, TreeError if `tree` is not a tree or has no value.

    >>> from prunecheck import from_nested
    >>> from prunecheck.catalog import variant
    >>> broken_contracts(variant("strict_test").search, ["fishburn", "visits"], from_nested([0, [0, 0]]))
    ['visits']
    """
    plain = written_out(tree)
    case = case_of(unfolded(plain, static_values=plain.has_static_values), depth, None if window is None else [window])
    charges = [Charge(contract(name)) for name in contracts]
    found = violations_on(search, case, charges, deeper_entries=deeper_entries)
    broken = {violation.contract.name for violation in found}
    return [name for name in contracts if contract(name).name in broken]


@dataclass(slots=True)
class InstanceJudge:
    """Calls one instance of a search, judges each result, and records all calls and results so far.

    By default, the first call opens a new instance that shares no state with other instances. If there is an instance
    `shared`, all calls are made on `shared` instead. Contracts in `due` that cannot judge later calls of an instance
    are left out.
    """

    subject: Subject
    due: frozenset[str]
    shared: Instance | None = None
    done: list[Step] = field(default_factory=list)
    broken: str = ""  # the contract that the last call violated
    objection: Objection = field(default_factory=Objection)
    explained: tuple[Number, ...] = ()  # least and greatest right value, if they differ
    _trees: dict[ExplicitTree[Number], tuple[ExplicitTree[Number], DeeperEntries]] = field(default_factory=dict)
    _charges: list[Charge] = field(init=False)  # weakest contract first

    def __post_init__(self) -> None:
        """Sort the contracts in `due`: a contract comes before any contract that implies it."""
        self._charges = [Charge(contract) for contract in CONTRACTS.values() if contract.name in self.due]

    @property
    def trees(self) -> list[ExplicitTree[Number]]:
        """The trees that have been searched so far, in the order of their first search."""
        return list(self._trees)

    @property
    def instance(self) -> Instance:
        """The instance of the search on which calls are made. The instance is opened when it is first needed."""
        if self.shared is None:
            self.shared = self.subject.open(isolated=True)
        return self.shared

    def play(self, call: Call | Clear) -> bool:
        """Make a call, and return False if the result is wrong. If the search does not accept the tree, return True."""
        try:
            return self.carry_out(call)
        except PreconditionError:
            return True

    def carry_out(self, call: Call | Clear) -> bool:
        """Make a call, and return True if the result is right.

        Raises: PreconditionError if the search does not accept the tree.
        """
        return self._clear() if isinstance(call, Clear) else self._search(call)

    def _clear(self) -> bool:
        clear, failure = self.instance.clear, None
        if clear is None:
            return True
        try:
            clear()
        except PreconditionError:
            raise
        except Exception as error:
            failure = failure_of(error)
            self.broken = self._charges[0].contract.name
        self.done.append(Step(None, failure=failure))
        return failure is None

    def _search(self, asked: Call) -> bool:
        if asked.tree not in self._trees:
            # so that each path has its own node
            unshared = unfolded(asked.tree, static_values=asked.tree.has_static_values)
            self._trees[asked.tree] = unshared, DeeperEntries(unshared)
        plain, explained = self._trees[asked.tree]
        path, node = self._start(plain, asked.path)
        traits = self.subject.traits
        if (traits.fails_when_over or not traits.gives_value) and not plain.children(node):
            return True  # a leaf has no move
        height = explained.height(node)
        depth = self._depth(height, asked.depth if plain.has_static_values else None)
        plies = height if depth is None else depth
        explained.searched(node, plies)
        window = asked.window if self.subject.traits.takes_window else FULL
        limit = plies if plies < height else None
        case = case_of(Below(plain, node), limit, [window])
        tree: Tree[Any, Number] = plain if depth is None else cut(plain, depth)
        evidence = call(
            _from_node(self.instance.search, node if depth is None else (node, depth)),
            case,
            deeper_entries=self.subject.traits.depth_rule is DepthRule.DEEPER,
            so_far=explained,
            log=recorded(tree, most_questions=QUESTIONS_A_NODE * 2 * len(plain)),
        )
        run = evidence.run
        if run.refusal is not None:
            raise run.refusal
        self.done.append(Step(asked.tree, window, limit, path, run.found, case.truth, run.failure))
        found = list(violations(evidence, self._charges))
        if run.found is None:  # so the first violation is of the weakest contract that applies in this window
            found = [violation for violation in found if violation.contract.decides_in(window)] or found
        else:
            self.explained = () if len(set(evidence.span)) == 1 else evidence.span
        if found:
            self.broken, self.objection = found[0].contract.name, found[0].objection
        return not found

    def _start(self, plain: ExplicitTree[Number], wanted: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """Follow a path of child indices down from the root, as far as it exists in the tree.

        Returns the longest part of the path `wanted` that exists, and the node at its end. If the search assumes that
        MAX moves at the root, the returned path is shortened until it ends at a node where the root player moves.
        """
        path: list[int] = []
        nodes = [plain.root]
        for move in wanted:
            below = plain.children(nodes[-1])
            if not below:
                break
            path.append(move % len(below))
            nodes.append(below[path[-1]])
        if self.subject.traits.convention.max_at_root:
            while plain.is_max(nodes[-1]) != plain.is_max(plain.root):
                path.pop()
                nodes.pop()
        return tuple(path), nodes[-1]

    def _depth(self, height: int, wanted: int | None) -> int | None:
        """The depth limit to pass to the search, or None if the search takes no depth or the node is a leaf."""
        if not self.subject.traits.takes_depth or not height:
            return None
        return height if wanted is None else max(1, min(wanted, height))


def _from_node(search: AnySearch, start: Any) -> AnySearch:
    """Wrap a search so that it starts at the node `start` of a tree instead of at the root."""

    def search_from_node(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        return search(tree, start, alpha, beta)

    return search_from_node


def contracts_in_sequences(contracts: Iterable[str]) -> frozenset[str]:
    """From the given contracts, select those that can judge a call in a sequence of calls. Returns their names.

    >>> sorted(contracts_in_sequences(["fail-soft", "repeatable"]))
    ['fishburn']
    """
    return frozenset(row.name for row in map(contract, contracts) if row.in_sequences)


def broken_in(subject: Subject, scenario: Iterable[Call | Clear], contracts: Iterable[str]) -> list[str]:
    """Make a sequence of calls on a new instance. Returns a list with the first violated contract, if any.

    A regression test asserts that the list is empty. Equal trees in the sequence are treated as one tree.
    Raises: PreconditionError for a search without state, or if no given contract can judge a sequence of calls;
    UnknownNameError if a contract is unknown.
    """
    names = list(contracts)
    due = contracts_in_sequences(names)
    if not due:
        raise PreconditionError(
            f"{' or '.join(names) or 'an empty list of contracts'} cannot be judged in a sequence of calls; "
            f"only {BEST_MOVE.name}, {TABLE.name} and contracts on the value can be"
        )
    player = InstanceJudge(subject, due)
    return [] if all(map(player.play, scenario)) else [player.broken]
