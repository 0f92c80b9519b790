"""A search followed through its tree, node by node: what each node had for a window, and what it came to be worth.

Both follow from the leaves that were read. A leaf that was read proves its value, one that was not proves nothing; what
the children prove, their node proves by max or min. A node's window is that of the root, narrowed by what the left
siblings of its path prove: A the greatest lower bound below the MAX ancestors, B the least upper bound below the MIN
ancestors. Where no leaf is missing, that is the window in which alpha-beta visits the node.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from msgspec import structs

from prunecheck.contracts.case import Case
from prunecheck.contracts.evidence import Evidence, run
from prunecheck.contracts.visits import VISITS
from prunecheck.errors import TreeError
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import MOST_TRACED
from prunecheck.verify.explain.witness import witness
from prunecheck.verify.records import LeafStatus, Witness

Path: TypeAlias = tuple[int, ...]


class Entry(Enum):
    """How a search came to a node, or did not."""

    ENTERED = "entered"
    NOT_CUT = "not cut"  # entered although A >= B, the first child of its parent where that is so
    CUT = "cut"  # left out as A >= B, the first child of its parent that is
    CUT_WITH = "cut with an earlier sibling"
    TOO_SOON = "cut too soon"  # left out although the leaves read leave A < B
    MISSED = "missed"  # left out, and alpha-beta reads a leaf of it
    BELOW = "below a cut"


@dataclass(frozen=True, slots=True)
class NodeWindow:
    """A and B of a node, and the left siblings of its path that prove them; None where the root's window does."""

    alpha: Number
    beta: Number
    alpha_from: Path | None = None
    beta_from: Path | None = None

    @property
    def empty(self) -> bool:
        """True where alpha-beta does not visit the node: A >= B."""
        return self.alpha >= self.beta


@dataclass(frozen=True, slots=True)
class NodeTrace:
    """One node of the tree. `status` is that of a leaf, or the best among the leaves below; None where all is pruned.

    `reads` counts how often the leaf, or any below, was read. `lower` and `upper` are what the leaves read prove of the
    value. `law` is the law's comparison for a leaf that was read or missed. `shared` is true where the position, of
    number `key`, stands in more places than its parent.
    """

    path: Path
    is_max: bool
    children: tuple[int, ...]
    value: Number | None
    key: int
    shared: bool
    status: LeafStatus | None
    reads: int
    law: str
    lower: Number
    upper: Number
    window: NodeWindow
    entry: Entry


@dataclass(frozen=True, slots=True)
class Trace:
    """One search of one tree: the search's name, the witness, and the nodes in preorder, each path by itself."""

    name: str
    witness: Witness
    nodes: tuple[NodeTrace, ...]


def traced(search: AnySearch, tree: ExplicitTree[Number], window: Window[Number] = FULL, *, name: str = "") -> Trace:
    """`search` called once on `tree`, and followed; the leaves are judged by alpha-beta's law.

    Raises: TreeError for a tree of more than 400 nodes; PreconditionError where the terms of the search exclude it.

    >>> from prunecheck import from_nested
    >>> from prunecheck.catalog import variant
    >>> nodes = traced(variant("fail_soft").search, from_nested([[9, 4], [3, 0]])).nodes
    >>> [(node.path, node.window.alpha, node.window.beta) for node in nodes if node.entry is Entry.CUT]
    [((1, 1), 4, 3)]
    """
    case = Case(_written_out(tree), [window], static_values=tree.has_static_values)
    done = run(search, case.tree, window, most_questions=case.most_questions)
    return trace_of(witness(VISITS, Evidence(case, 0, done, search)), name=name)


def trace_of(seen: Witness, *, name: str = "") -> Trace:
    """The trace of the search that `seen` tells of; of one to a depth, in the tree as it is cut.

    Raises: TreeError for a tree of more than 400 nodes.
    """
    tree = _written_out(seen.tree)
    if seen.depth is not None:
        tree = unfolded(cut(tree, seen.depth), static_values=tree.has_static_values)
        above = tuple(leaf for leaf in seen.leaves if leaf.status is not LeafStatus.BEYOND)
        seen = structs.replace(seen, tree=tree, leaves=above)
    paths: list[Path] = [()] * len(tree)
    places: dict[int, int] = {}  # key -> in how many places the position stands
    parents = [0] * len(tree)
    for node in range(len(tree)):
        places[tree.key(node)] = places.get(tree.key(node), 0) + 1
        for nth, child in enumerate(tree.children(node)):
            paths[child] = (*paths[node], nth)
            parents[child] = node
    statuses, reads, laws = _standings(tree, paths, seen)
    lower, upper = _proved(tree, reads)
    windows = _windows(tree, paths, seen.window, lower, upper)
    entries = _entries(tree, statuses, windows)
    nodes = tuple(
        NodeTrace(
            path=paths[node],
            is_max=tree.is_max(node),
            children=tree.children(node),
            value=tree.evaluate(node) if tree.is_terminal(node) else None,
            key=tree.key(node),
            shared=places[tree.key(node)] > (places[tree.key(parents[node])] if node else 1),
            status=statuses[node],
            reads=reads[node],
            law=laws.get(node, ""),
            lower=lower[node],
            upper=upper[node],
            window=windows[node],
            entry=entries[node],
        )
        for node in range(len(tree))
    )
    return Trace(name, seen, nodes)


def _written_out(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """`tree` with a node for each path, numbered in preorder: a parent comes before its children."""
    try:
        return unfolded(tree, most_nodes=MOST_TRACED, static_values=tree.has_static_values)
    except TreeError:
        raise TreeError(
            f"the tree has more than {MOST_TRACED} nodes, shared ones counted along each path: too many to follow; "
            "cut it at a depth, or take a part of it"
        ) from None


WORST_FIRST = (
    LeafStatus.BEYOND,
    LeafStatus.NEEDLESS,
    LeafStatus.REPEATED,
    LeafStatus.OUT_OF_ORDER,
    LeafStatus.MISSED,
    LeafStatus.LAWFUL,
)


def _standings(
    tree: ExplicitTree[Number], paths: Sequence[Path], seen: Witness
) -> tuple[list[LeafStatus | None], list[int], dict[int, str]]:
    """The status of each node, how often each leaf was read, and the law's word on it."""
    node_at = {path: node for node, path in enumerate(paths)}
    statuses: list[LeafStatus | None] = [None] * len(tree)
    reads = [0] * len(tree)
    laws: dict[int, str] = {}
    for leaf in seen.leaves:
        node = node_at[leaf.path]
        laws[node] = leaf.law
        reads[node] += leaf.status is not LeafStatus.MISSED
        known = statuses[node]
        statuses[node] = leaf.status if known is None else min(known, leaf.status, key=WORST_FIRST.index)
    for node in reversed(range(len(tree))):
        children = tree.children(node)
        below = {statuses[child] for child in children}
        reads[node] += sum(reads[child] for child in children)
        if below - {None, LeafStatus.NEEDLESS, LeafStatus.MISSED}:
            statuses[node] = LeafStatus.LAWFUL
        elif children:
            order = (LeafStatus.NEEDLESS, LeafStatus.MISSED)
            statuses[node] = next((each for each in order if each in below), None)
    return statuses, reads, laws


def _proved(tree: ExplicitTree[Number], reads: Sequence[int]) -> tuple[list[Number], list[Number]]:
    """The least and the greatest value that each node can have, given the leaves that were read."""
    lower: list[Number] = [-INF] * len(tree)
    upper: list[Number] = [INF] * len(tree)
    for node in reversed(range(len(tree))):
        children = tree.children(node)
        if children:
            best = max if tree.is_max(node) else min
            lower[node] = best(lower[child] for child in children)
            upper[node] = best(upper[child] for child in children)
        elif reads[node]:
            lower[node] = upper[node] = tree.evaluate(node)
    return lower, upper


def _windows(
    tree: ExplicitTree[Number],
    paths: Sequence[Path],
    window: Window[Number],
    lower: Sequence[Number],
    upper: Sequence[Number],
) -> list[NodeWindow]:
    """A and B of each node."""
    windows = [NodeWindow(window.alpha, window.beta)] * len(tree)
    for node in range(len(tree)):
        at = windows[node]
        for child in tree.children(node):
            windows[child] = at
            if tree.is_max(node):
                if lower[child] > at.alpha:
                    at = replace(at, alpha=lower[child], alpha_from=paths[child])
            elif upper[child] < at.beta:
                at = replace(at, beta=upper[child], beta_from=paths[child])
    return windows


def _entries(
    tree: ExplicitTree[Number],
    statuses: Sequence[LeafStatus | None],
    windows: Sequence[NodeWindow],
) -> list[Entry]:
    """How each node was come to."""
    visited = [status not in {None, LeafStatus.MISSED} for status in statuses]
    entries = [Entry.ENTERED if visited[tree.root] else Entry.MISSED] * len(tree)
    for node in range(len(tree)):
        cut = False
        crossed = windows[node].empty  # at the node itself: no child is the first
        for child in tree.children(node):
            crosses = windows[child].empty
            if visited[child]:
                entries[child] = Entry.NOT_CUT if crosses and not crossed else Entry.ENTERED
            elif statuses[child] is LeafStatus.MISSED:
                entries[child] = Entry.MISSED
            elif not visited[node]:
                entries[child] = Entry.BELOW
            elif cut:
                entries[child] = Entry.CUT_WITH
            else:
                entries[child] = Entry.CUT if crosses else Entry.TOO_SOON
                cut = True
            crossed = crossed or crosses
    return entries
