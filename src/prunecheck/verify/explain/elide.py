"""Leave out the lower part of a traced search that has too many nodes to draw, and count what is left out."""

from collections import Counter
from dataclasses import replace

from prunecheck.errors import TreeError
from prunecheck.verify.budgets import MOST_DRAWN, MOST_DRAWN_OF_LARGE
from prunecheck.verify.explain.trace import Hidden, NodeTrace, Trace
from prunecheck.verify.records import LeafStatus


def elided(trace: Trace) -> Trace:
    """The trace. If it has more than 400 nodes, only its top: as many plies as fit into a hundred nodes.

    The lowest nodes of the top have counts of the leaves below them.
    Raises: TreeError if the root has 400 children or more.
    """
    if len(trace.nodes) <= MOST_DRAWN:
        return trace
    depth = _depth_within(trace, MOST_DRAWN_OF_LARGE)
    if depth < 1:
        depth = _depth_within(trace, MOST_DRAWN)
    if depth < 1:
        children = len(trace.nodes[0].children)
        raise TreeError(f"the root has {children:,} children: too many to draw; use a part of the tree")
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
    """The greatest depth at which the trace has at most that many nodes; -1 if there is none."""
    at_depth = Counter(len(node.path) for node in trace.nodes)
    depth, nodes = -1, 0
    while nodes + at_depth[depth + 1] <= most_nodes:
        depth += 1
        nodes += at_depth[depth]
    return depth
