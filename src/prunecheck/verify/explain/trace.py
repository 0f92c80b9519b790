"""Trace a search: for each node of the tree, find the window, and the bounds that the search proves for the value.

The bounds are computed from the evaluated leaves. The value of an evaluated leaf is known; nothing is known about the
value of any other leaf. The bounds on a node's value are the max or min of its children's bounds.

Whatever the search, the windows are those of alpha-beta. The window (A, B) of a node starts as the root's window, and
is narrowed by the left siblings of the nodes on the path from the root to the node. Below a MAX node, a left sibling
can raise the bound A to its own lower bound. Below a MIN node, it can lower the bound B to its own upper bound.
Siblings' bounds follow from the leaves that alpha-beta evaluates. Alpha-beta visits a node only if A < B.
"""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, TypeAlias

from msgspec import structs

from prunecheck.contracts.case import Case, case_of
from prunecheck.contracts.evidence import CallResult, Evidence, run
from prunecheck.contracts.visits import VISITS
from prunecheck.errors import TreeError
from prunecheck.failures import Failure
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import values
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import depth_within, unfolded
from prunecheck.trees.views.cut import cut
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import MOST_DRAWN, MOST_DRAWN_OF_LARGE, MOST_FOLLOWED
from prunecheck.verify.counterexamples import LeafStatus, Witness
from prunecheck.verify.explain.witness import witness

Path: TypeAlias = tuple[int, ...]


class VisitKind(Enum):
    """Whether a search visited a node, and why or why not."""

    ENTERED = "entered"
    NOT_CUT = "not cut"  # visited although A >= B; only for the first such child
    CUT = "cut"  # not visited because A >= B; only for the first such child
    CUT_WITH = "cut off together with an earlier sibling"
    MISSED = "missed"  # not visited, but alpha-beta evaluates a leaf below it
    SAVED = "saved"  # missed, but the evaluated leaves prove the value of the root without it
    BELOW = "below a cut"
    UNSEEN = "not seen"  # the evaluated leaves cannot be observed


@dataclass(frozen=True, slots=True)
class NodeWindow:
    """The window (A, B) of alpha-beta at a node, and the nodes whose values give A and B.

    `alpha_from` is the path to the node whose lower bound is A, or None if A is the alpha of the root's window.
    `beta_from` is the path to the node whose upper bound is B, or None if B is the beta of the root's window.
    """

    alpha: Number
    beta: Number
    alpha_from: Path | None = None
    beta_from: Path | None = None

    @property
    def empty(self) -> bool:
        """True if alpha >= beta at the node. Alpha-beta does not visit such a node."""
        return self.alpha >= self.beta


@dataclass(frozen=True, slots=True)
class Hidden:
    """The leaves below a node that the drawing leaves out: how many there are, and how many of each kind."""

    leaves: int
    evaluated: int
    unnecessary: int
    missed: int
    saved: int


@dataclass(slots=True)
class NodeTrace:
    """One node of a tree, with what a search did at this node.

    `status` says whether a leaf was evaluated, and whether it should have been. For an interior node, `status` is the
    first of `LAWFUL`, `UNNECESSARY`, `MISSED` and `SAVED` that occurs among the leaves below the node. Leaves evaluated
    again, out of order or beyond the depth limit are treated as `LAWFUL` here. `status` is None if all leaves below the
    node are pruned. `reads` is the number of evaluations of leaves at or below the node. `lower` and `upper` are the
    proved bounds on the value. For a leaf that is not cut off, `law` says how the bounds A and B compare. `shared` is
    True if the node's position (numbered `key`) occurs more often in the tree than its parent's position. `best` is
    True if the node is on the leftmost principal variation. `hidden` counts the leaves below the node that the drawing
    leaves out.
    """

    path: Path
    is_max: bool
    children: tuple[int, ...]
    value: Number | None
    key: int
    window: NodeWindow
    shared: bool = False
    status: LeafStatus | None = None
    reads: int = 0
    law: str = ""
    lower: Number = -INF
    upper: Number = INF
    entry: VisitKind = VisitKind.ENTERED
    best: bool = False
    hidden: Hidden | None = None

    @property
    def visited(self) -> bool:
        """True if the search evaluated this leaf, or a leaf below this node."""
        return self.status is not None and self.status.evaluated


@dataclass(frozen=True, slots=True)
class Trace:
    """The trace of a search: the search's name, the call with its result, and the tree's nodes in preorder.

    A node that can be reached along several paths occurs once for each path. `move` is the index of the chosen move, if
    any. `beyond` is the number of leaf evaluations below the depth limit. If it is unknown which leaves were evaluated,
    `seen` is False.
    """

    name: str
    witness: Witness
    nodes: tuple[NodeTrace, ...]
    move: int | None = None
    beyond: int = 0
    seen: bool = True

    @property
    def leaves(self) -> int:
        """The number of leaves of the tree. A leaf with several paths from the root is counted once for each path."""
        return sum(node.hidden.leaves if node.hidden else not node.children for node in self.nodes)

    @property
    def evaluated(self) -> int:
        """The number of different leaves that the search evaluated."""
        return sum(
            node.hidden.evaluated if node.hidden else not node.children and node.reads > 0 for node in self.nodes
        )


def trace_search(
    search: AnySearch,
    tree: ExplicitTree[Number],
    window: Window[Number] = FULL,
    *,
    depth: int | None = None,
    name: str = "",
    seen: bool = True,
) -> Trace:
    """Call `search` once on `tree`, to `depth` plies if given, and compare the visited nodes with alpha-beta's.

    `seen` is False if prunecheck cannot observe which leaves the search evaluates. Raises: TreeError if the tree has
    more than 30,000 nodes, or lacks the static values that a search to `depth` needs; PreconditionError if the search
    does not accept the tree.

    >>> from prunecheck import from_nested
    >>> from prunecheck.catalog import variant
    >>> nodes = trace_search(variant("fail_soft").search, from_nested([[9, 4], [3, 0]])).nodes
    >>> [(node.path, node.window.alpha, node.window.beta) for node in nodes if node.entry is VisitKind.CUT]
    [((1, 1), 4, 3)]
    """
    case = case_of(_written_out(tree, depth), depth, [window])
    done = run(search, case.tree, window, most_questions=case.most_questions)
    if done.refusal is not None:
        raise done.refusal
    return _traced(case, done, search, name=name, seen=seen)


def trace_failure(
    failure: Failure,
    tree: ExplicitTree[Number],
    window: Window[Number] = FULL,
    *,
    depth: int | None = None,
    name: str = "",
) -> Trace:
    """Make the trace of a search whose process ended with `failure`, so that the evaluated leaves are not known.

    Raises: the same TreeError as `trace_search`.
    """

    def not_called(_tree: Tree[N, Number], _node: N, _alpha: Number, _beta: Number, /) -> Number:
        raise AssertionError

    case = case_of(_written_out(tree, depth), depth, [window])
    return _traced(case, CallResult(None, [], failure), not_called, name=name, seen=False)


def _traced(case: Case[Any], done: CallResult[Any], search: AnySearch, *, name: str, seen: bool) -> Trace:
    found = trace_of(witness(VISITS, Evidence(case, 0, done, search)), name=name, seen=seen)
    return replace(found, move=done.move)


def trace_of(shown: Witness, *, name: str, seen: bool = True) -> Trace:
    """Trace the search in the recorded call `shown`. If the call has a depth limit, deeper nodes are left out.

    Raises: TreeError if the tree has more than 30,000 nodes.
    """
    tree = _written_out(shown.tree, shown.depth)
    beyond = sum(leaf.status is LeafStatus.BEYOND for leaf in shown.leaves)
    if shown.depth is not None:
        tree = unfolded(cut(tree, shown.depth), static_values=tree.has_static_values)
        above = tuple(leaf for leaf in shown.leaves if leaf.status is not LeafStatus.BEYOND)
        shown = structs.replace(shown, tree=tree, leaves=above)
    nodes = _nodes(tree, NodeWindow(shown.window.alpha, shown.window.beta))
    truths = values(tree, tree.root)
    _mark_best_line(nodes, truths)
    if not seen:
        for node, truth in truths.items():
            nodes[node].lower = nodes[node].upper = truth
            nodes[node].entry = VisitKind.UNSEEN
        return Trace(name, structs.replace(shown, leaves=()), tuple(nodes), seen=False)
    _mark_leaves(nodes, shown)
    evaluated = {nth for nth, entry in enumerate(nodes) if entry.reads}
    for entry, (lower, upper) in zip(nodes, _proved_bounds(nodes, evaluated), strict=True):
        entry.lower, entry.upper = lower, upper
    _narrow_windows(nodes, {leaf.node for leaf in path_bounds(tree, tree.root) if leaf.read(shown.window)})
    _mark_entries(nodes)
    return Trace(name, shown, tuple(nodes), beyond=beyond)


def _written_out(tree: ExplicitTree[Number], depth: int | None) -> ExplicitTree[Number]:
    """Copy `tree` so that each node has one parent. The nodes are in preorder: a parent comes before its children.

    If the result would be too large, all nodes below `depth` are left out.
    """
    within = depth_within(tree, MOST_FOLLOWED)
    if within is None:
        return unfolded(tree, static_values=tree.has_static_values)
    if depth is None or depth > within:
        raise TreeError(
            f"the tree has more than {MOST_FOLLOWED:,} nodes (a shared node counts once for each path to it), too "
            "many to trace; "
            + ("use a part of it, or cut it at a depth" if depth is None else f"use a depth of at most {within}")
        )
    return unfolded(cut(tree, depth), static_values=tree.has_static_values)


NOT_EVALUATED: Final = {LeafStatus.MISSED: VisitKind.MISSED, LeafStatus.SAVED: VisitKind.SAVED}
WORST_FIRST = (
    LeafStatus.BEYOND,
    LeafStatus.UNNECESSARY,
    LeafStatus.REPEATED,
    LeafStatus.OUT_OF_ORDER,
    LeafStatus.MISSED,
    LeafStatus.SAVED,
    LeafStatus.LAWFUL,
)


def _nodes(tree: ExplicitTree[Number], window: NodeWindow) -> list[NodeTrace]:
    """List the nodes of the tree in preorder. The fields that describe what the search did are still empty."""
    places = Counter(tree.key(node) for node in range(len(tree)))
    nodes = [
        NodeTrace(
            path=(),
            is_max=tree.is_max(node),
            children=tree.children(node),
            value=tree.evaluate(node) if tree.is_terminal(node) else None,
            key=tree.key(node),
            window=window,
            shared=places[tree.key(node)] > 1,
        )
        for node in range(len(tree))
    ]
    for node in nodes:
        for nth, child in enumerate(node.children):
            nodes[child].path = (*node.path, nth)
            nodes[child].shared = places[nodes[child].key] > places[node.key]
    return nodes


def _mark_best_line(nodes: Sequence[NodeTrace], truths: Mapping[int, Number]) -> None:
    at = 0
    nodes[at].best = True
    while nodes[at].children:
        at = next(child for child in nodes[at].children if truths[child] == truths[at])
        nodes[at].best = True


def _mark_leaves(nodes: Sequence[NodeTrace], seen: Witness) -> None:
    """Set the status of each node and, for each leaf, the number of evaluations and how the bounds A and B compare."""
    by_path = {node.path: node for node in nodes}
    for leaf in seen.leaves:
        node = by_path[leaf.path]
        node.law = leaf.law
        node.reads += leaf.status.evaluated
        node.status = min(node.status or leaf.status, leaf.status, key=WORST_FIRST.index)
    for node in reversed(nodes):
        below = {nodes[child].status for child in node.children}
        node.reads += sum(nodes[child].reads for child in node.children)
        if below - {None, LeafStatus.UNNECESSARY, *NOT_EVALUATED}:
            node.status = LeafStatus.LAWFUL
        elif node.children:
            order = (LeafStatus.UNNECESSARY, *NOT_EVALUATED)
            node.status = next((status for status in order if status in below), None)


def _proved_bounds(nodes: Sequence[NodeTrace], known: Container[int]) -> list[tuple[Number, Number]]:
    """The least and the greatest value that each node can have if only the values of the leaves `known` are known."""
    bounds: list[tuple[Number, Number]] = [(-INF, INF)] * len(nodes)
    for nth, node in reversed([*enumerate(nodes)]):
        if node.children:
            best = max if node.is_max else min
            lower, upper = zip(*(bounds[child] for child in node.children), strict=True)
            bounds[nth] = best(lower), best(upper)
        elif nth in known and node.value is not None:
            bounds[nth] = node.value, node.value
    return bounds


def _narrow_windows(nodes: Sequence[NodeTrace], alpha_beta: Container[int]) -> None:
    """Set alpha-beta's window at each node below the root, from the leaves `alpha_beta` that alpha-beta evaluates."""
    bounds = _proved_bounds(nodes, alpha_beta)
    for node in nodes:
        window = node.window
        for nth in node.children:
            child, (lower, upper) = nodes[nth], bounds[nth]
            child.window = window
            if node.is_max:
                if lower > window.alpha:
                    window = replace(window, alpha=lower, alpha_from=child.path)
            elif upper < window.beta:
                window = replace(window, beta=upper, beta_from=child.path)


def _mark_entries(nodes: Sequence[NodeTrace]) -> None:
    """Record, for each node, whether the search visited it, and why or why not."""
    nodes[0].entry = VisitKind.ENTERED if nodes[0].visited else VisitKind.MISSED
    for node in nodes:
        cut = False
        crossed = node.window.empty  # the bounds cross at the node itself, so no child of it is the first one
        for child in (nodes[child] for child in node.children):
            if child.visited:
                child.entry = VisitKind.NOT_CUT if child.window.empty and not crossed else VisitKind.ENTERED
            elif child.status is not None:
                child.entry = NOT_EVALUATED[child.status]
            elif not node.visited:
                child.entry = VisitKind.BELOW
            else:
                child.entry = VisitKind.CUT_WITH if cut else VisitKind.CUT
                cut = True
            crossed = child.window.empty


def elided(trace: Trace) -> Trace:
    """Shorten a trace of more than 400 nodes: keep as many plies from the root down as fit into a hundred nodes.

    Leaves below these plies are counted, but not listed. Raises: TreeError if the root has 400 children or more.
    """
    if len(trace.nodes) <= MOST_DRAWN:
        return trace
    depth = _depth_within(trace, MOST_DRAWN_OF_LARGE)
    if depth < 1:
        depth = _depth_within(trace, MOST_DRAWN)
    if depth < 1:
        children = len(trace.nodes[0].children)
        raise TreeError(f"the root has {children:,} children, too many to draw; use a part of the tree")
    hidden: dict[int, Counter[str]] = {}
    top = 0
    for nth, node in enumerate(trace.nodes):
        if len(node.path) == depth:
            top, hidden[nth] = nth, Counter()
        elif len(node.path) > depth and not node.children:
            hidden[top]["leaves"] += 1
            hidden[top]["evaluated"] += node.reads > 0
            hidden[top]["unnecessary"] += node.status is LeafStatus.UNNECESSARY
            hidden[top]["missed"] += node.status is LeafStatus.MISSED
            hidden[top]["saved"] += node.status is LeafStatus.SAVED
    kept = [nth for nth, node in enumerate(trace.nodes) if len(node.path) <= depth]
    number = {old: new for new, old in enumerate(kept)}
    nodes: list[NodeTrace] = []
    for nth in kept:
        node, count = trace.nodes[nth], hidden.get(nth)
        if count:
            below = Hidden(count["leaves"], count["evaluated"], count["unnecessary"], count["missed"], count["saved"])
            nodes.append(replace(node, children=(), hidden=below))
        else:
            nodes.append(replace(node, children=tuple(number[child] for child in node.children)))
    return replace(trace, nodes=tuple(nodes))


def _depth_within(trace: Trace, most_nodes: int) -> int:
    """The greatest depth down to which the tree has at most `most_nodes` nodes.

    Returns -1 if no depth is small enough.
    """
    at_depth = Counter(len(node.path) for node in trace.nodes)
    depth, nodes = -1, 0
    while nodes + at_depth[depth + 1] <= most_nodes:
        depth += 1
        nodes += at_depth[depth]
    return depth
