"""Find where a search goes wrong: walk down the tree to a node with a wrong result whose children are all right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from prunecheck.contracts.case import QUESTIONS_A_NODE, windows_for
from prunecheck.contracts.value import EXACT, KNUTH, ValueContract
from prunecheck.errors import OutsideError, PreconditionError
from prunecheck.failures import Failure
from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import values
from prunecheck.subject_errors import failure_of
from prunecheck.subjects.convention import DepthRule
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import AnySearch, value_of
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.below import Below
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL, Window


@dataclass(frozen=True, slots=True)
class NodeCall:
    """One call of the search on a node: the window, the returned value, and the minimax value.

    The node is child `nth` of its parent. If the search skips nodes between this node and the call above, `via`
    contains the child indices of the skipped nodes. If values from deeper table entries are allowed, several
    values can be right: `explained` contains the least and the greatest of the right values.
    """

    nth: int
    window: Window[Number]
    found: Number | None
    failure: Failure | None
    truth: Number
    right: bool
    via: tuple[int, ...] = ()
    explained: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class NotCalled:
    """A child node on which the search was not called.

    The search is not called on a child that alpha-beta cuts off. A search that returns moves is not called on a leaf,
    since a leaf has no move to return.
    """

    nth: int
    truth: Number
    via: tuple[int, ...] = ()
    is_leaf: bool = False


Child: TypeAlias = NodeCall | NotCalled


@dataclass(frozen=True, slots=True)
class Departure:
    """The first node at which a search goes wrong.

    `way` lists the calls with wrong results, from the call on the root down to the call on this node. `children` lists
    the calls on the node's children, whose results are all right. If the search cannot be called on a child, `children`
    lists calls on lower nodes instead. `subtree` is the tree below the node; the search goes `depth` plies deep. If the
    result was wrong in a narrower window, `in_full_window` is the call on the node in the window (-inf, inf).
    """

    way: tuple[NodeCall, ...]
    children: tuple[Child, ...]
    subtree: ExplicitTree[Number]
    depth: int | None
    in_full_window: NodeCall | None

    @property
    def call(self) -> NodeCall:
        """The call of the search on this node, which returned a wrong result."""
        return self.way[-1]

    @property
    def path(self) -> tuple[int, ...]:
        """The child indices on the path from the root to the node."""
        return tuple(place for call in self.way[1:] for place in (*call.via, call.nth))

    @property
    def window_explains(self) -> bool:
        """True if the search is wrong at this node in a narrow window, but right in the window (-inf, inf)."""
        return self.in_full_window is not None and self.in_full_window.right


@dataclass(frozen=True, slots=True)
class Division:
    """The first node at which a search goes wrong (`departure`), or None if the search is right at the root.

    If the search takes a window, it is judged by the contract `knuth` (right inside the window, otherwise a bound),
    else by `exact`. `depth_rule` says whether values from deeper table entries are accepted. `depth_rule` is empty if
    the rule makes no difference.
    """

    contract: ValueContract
    windows: tuple[Window[Number], ...]
    departure: Departure | None
    truth: Number
    depth_rule: DepthRule | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """The nodes and windows in which a search may be called, and how its results are judged.

    If `window` is False, the search is only called and judged in the window (-inf, inf). If `roots_player` is True, the
    search assumes MAX at the root, so it is only called on leaves and on nodes where the root's player moves. If
    `leaves` is False, the search is not called on leaves, since it returns a move and no value. If the search has a
    depth limit, `depth_rule` says whether values from deeper table entries are accepted.
    """

    window: bool = True
    roots_player: bool = False
    leaves: bool = True
    depth_rule: DepthRule = DepthRule.EXACT


class _Divider:
    """Calls a search on the nodes of a tree, and compares the results with the minimax values."""

    def __init__(self, search: AnySearch, plain: ExplicitTree[Number], depth: int | None, terms: Terms) -> None:
        self.search = search
        self.plain = plain
        self.depth = depth
        self.terms = terms
        self.contract = KNUTH if terms.window else EXACT
        self.tree: Tree[Any, Number] = plain if depth is None else cut(plain, depth)
        self.truths: dict[Any, Number] = values(self.tree, self.tree.root)
        self.most_questions = 2 * QUESTIONS_A_NODE * len(self.truths)
        self.depth_rule = terms.depth_rule if depth is not None and plain.shared else None
        self._spans: dict[Any, tuple[Number, Number]] = {}

    def call(self, node: Any, nth: int, window: Window[Number], via: tuple[int, ...] = ()) -> NodeCall:
        """Call the search on one node in one window, and judge the result.

        Raises: PreconditionError if the search does not accept the node or window. A search may refuse a node or
        window: this is not a bug.
        """
        log = recorded(self.tree, most_questions=self.most_questions)
        found: Number | None = None
        failure = None
        try:
            found = value_of(self.search(log, node, window.alpha, window.beta))
        except PreconditionError:
            raise
        except Exception as raised:
            failure = failure_of(raised)
        least, greatest = span = self._span(node)
        values_ = {least, greatest} | ({found} if found is not None and least <= found <= greatest else set())
        right = found is not None and any(self.contract.holds(found, value, window) for value in values_)
        explained = () if least == greatest else span
        return NodeCall(nth, window, found, failure, self.truths[node], right, via, explained)

    def _span(self, node: Any) -> tuple[Number, Number]:
        """The least and the greatest value that are accepted as right for a node.

        Each call uses a new instance of the search, so there are no table entries from other calls.
        """
        if self.depth_rule is not DepthRule.DEEPER:
            return self.truths[node], self.truths[node]
        if node not in self._spans:
            start, plies = node
            known = DeeperEntries(self.plain)
            known.searched(start, plies)
            self._spans[node] = known.span(start, plies) or (self.truths[node], self.truths[node])
        return self._spans[node]

    def children(self, node: Any, window: Window[Number], via: tuple[int, ...] = ()) -> Iterator[tuple[Any, Child]]:
        """Call the search on the children of a node, in the windows that alpha-beta uses, until a result is wrong.

        If the search cannot be called on a child, it is called on the nodes below this child instead.
        """
        alpha, beta = window.alpha, window.beta
        for nth, child in enumerate([] if self.tree.is_terminal(node) else self.tree.children(node)):
            truth, leaf = self.truths[child], self.tree.is_terminal(child)
            at = Window(alpha, beta) if self.terms.window and alpha < beta else FULL
            if self.terms.window and alpha >= beta:
                yield child, NotCalled(nth, truth, via)
                continue
            if leaf and not self.terms.leaves:
                yield child, NotCalled(nth, truth, via, is_leaf=True)
            elif not leaf and self.terms.roots_player and self.tree.is_max(child) != self.tree.is_max(self.tree.root):
                for pair in self.children(child, at, (*via, nth)):
                    yield pair
                    if _is_wrong(pair[1]):
                        return
            else:
                try:
                    call = self.call(child, nth, at, via)
                except OutsideError:  # the search does not accept these bounds
                    call = self.call(child, nth, FULL, via)
                yield child, call
                if not call.right:
                    return
            if self.tree.is_max(node):
                alpha = max(alpha, truth)
            else:
                beta = min(beta, truth)

    def departure(self, call: NodeCall) -> Departure:
        """Walk down from the root, where `call` returned a wrong value, to the node where the search goes wrong."""
        node = self.tree.root
        way = [call]
        while True:
            below = list(self.children(node, way[-1].window))
            if below and (wrong := _is_wrong(below[-1][1])):
                node = below[-1][0]
                way.append(wrong)
                continue
            inner, left = (node, None) if self.depth is None else node
            elsewhere = None if way[-1].window == FULL else self.call(node, way[-1].nth, FULL)
            return Departure(
                way=tuple(way),
                children=tuple(called for _, called in below),
                subtree=unfolded(Below(self.plain, inner), static_values=self.plain.has_static_values),
                depth=left,
                in_full_window=elsewhere,
            )


def _is_wrong(child: Child) -> NodeCall | None:
    return child if isinstance(child, NodeCall) and not child.right else None


def divide_tree(
    search: AnySearch,
    tree: ExplicitTree[Number],
    windows: Sequence[Window[Number]] | None = None,
    *,
    depth: int | None = None,
    terms: Terms | None = None,
) -> Division:
    """Walk down from the root of `tree`, searched to `depth`, to the first node where `search` goes wrong.

    The search is called on the root in each of the `windows` until the result is wrong. By default, `windows` contains
    all windows in which results can differ, and begins with (-inf, inf). If the result at the root is wrong, the search
    is called on each child of the root, in the window in which alpha-beta visits the child. The walk continues at the
    first child with a wrong result. `terms` limits how the search may be called; by default, it may be called on any
    node, in any window. If a node can be reached along several paths, the search is called once for each path.
    Raises: TreeError if the tree has no value, PreconditionError if the search does not accept the tree.

    >>> from prunecheck import from_nested
    >>> def no_minimum(tree, node, alpha, beta):  # a bug: MIN takes its first child
    ...     if tree.is_terminal(node):
    ...         return tree.evaluate(node)
    ...     found = [no_minimum(tree, child, alpha, beta) for child in tree.children(node)]
    ...     return max(found) if tree.is_max(node) else found[0]
    >>> found = divide_tree(no_minimum, from_nested([[[3], [4]], [[6, 5], [2]]]))
    >>> found.departure.path, str(found.departure.subtree)
    ((1,), '[[6, 5], [2]]')
    """
    plain = unfolded(tree, static_values=tree.has_static_values)
    terms = Terms() if terms is None else terms
    divider = _Divider(search, plain, depth, terms)
    root = divider.tree.root
    given = windows is not None
    if not terms.window:
        windows = (FULL,)
    elif windows is None:
        windows = windows_for(list(path_bounds(divider.tree, root, divider.truths)))
    departure = None
    asked: list[Window[Number]] = []
    for window in windows:
        try:
            call = divider.call(root, 0, window)
        except OutsideError:
            if given or window == FULL:
                raise
            continue
        asked.append(window)
        if not call.right:
            departure = divider.departure(call)
            break
    else:
        windows = asked
    return Division(divider.contract, tuple(windows), departure, divider.truths[root], divider.depth_rule)
