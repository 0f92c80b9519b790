"""MT, the memory-enhanced test: a null-window question that remembers a lower and an upper bound on each node.

A later question in the same tree is answered from memory if the bounds decide it. A leaf has equal bounds once it is
evaluated, so no leaf is evaluated twice.

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial
Intelligence 87 (1996), whose question is always `v >= bound`.
"""

from typing import TypeAlias

from prunecheck.trees.protocol import INF, N, Number, Tree

Bounds: TypeAlias = tuple[Number, Number]  # lower <= v <= upper
UNKNOWN: Bounds = (-INF, INF)


def mt(tree: Tree[N, Number], node: N, bound: Number, strict: bool, memory: dict[N, Bounds]) -> Number:
    """A bound on the value v of `node` that answers `v > bound` if `strict`, else `v >= bound`.

    Viewpoint: MAX, for the result and the bound. Players need not alternate.
    Requires: `memory` is empty, or comes from earlier questions in the same tree; its index is the node itself, which
    determines its subtree. Cost: at most one visit of each node, and no leaf that is in `memory`.
    Returns: if the answer is yes, r <= v that passes the question; if it is no, r >= v that does not pass it.
    Raises: nothing itself; errors from `tree` pass through.
    """
    lower, upper = memory.get(node, UNKNOWN)
    if passes(lower, bound, strict):
        return lower
    if not passes(upper, bound, strict):
        return upper
    if tree.is_terminal(node):
        lower = upper = best = tree.evaluate(node)
    else:
        is_max = tree.is_max(node)
        best = -INF if is_max else INF
        for child in tree.children(node):
            found = mt(tree, child, bound, strict, memory)
            best = max(best, found) if is_max else min(best, found)
            if passes(best, bound, strict) == is_max:  # the other children cannot change the answer
                break
        if passes(best, bound, strict):
            lower = best
        else:
            upper = best
    memory[node] = lower, upper
    return best


def passes(value: Number, bound: Number, strict: bool) -> bool:
    """The question: `value > bound` if `strict`, else `value >= bound`."""
    return value > bound or (value == bound and not strict)
