"""Shrinking passes for sequences of calls on one instance: fewer calls (steps), wider windows, smaller trees.

Each shrinking pass proposes sequences that differ from a failing sequence by one change. The passes for trees are
applied to each tree of a sequence.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from prunecheck.trees.call import Call, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, windows_of_same_kind
from prunecheck.verify.budgets import MANY_STEPS, SMALLER_TREE_NODES, WINDOWS_TRIED
from prunecheck.verify.shrink.shrinker import Pass
from prunecheck.verify.shrink.tree_passes import TREE_PASSES, TreeSize, small_trees, tree_size

Plain: TypeAlias = ExplicitTree[Number]
SequenceSize: TypeAlias = tuple[int, int, list[TreeSize], int, int, int]


def sequence_size(steps: Scenario) -> SequenceSize:
    """The size of a sequence of calls, to decide which of two failing sequences is smaller.

    The following properties are compared in this order: the number of steps (calls), the number and sizes of trees, how
    near to the root the calls start, how deep the calls search, and how simple the windows are.
    """
    trees = sorted(tree_size(tree) for tree in trees_of(steps))
    return (
        len(steps),
        len(trees),
        trees,
        sum(len(call.path) for _, call in _searches(steps)),
        sum(0 if call.depth is None else call.depth for _, call in _searches(steps)),
        sum((call.window.alpha != FULL.alpha) + (call.window.beta != FULL.beta) for _, call in _searches(steps)),
    )


def trees_of(steps: Scenario) -> list[Plain]:
    """All different trees in a sequence of calls, in the order of first use."""
    return list(dict.fromkeys(call.tree for _, call in _searches(steps)))


def drop_steps(steps: Scenario) -> Iterator[Scenario]:
    """Drop consecutive steps (calls): first many at a time, then few. For n steps, there are about n * n / 2 tries.

    Sometimes several steps must be dropped together: if every second call of a search fails, the failure disappears
    when one step is dropped, but not when two are dropped. If there are many steps, halves of the sequence are dropped
    first, then quarters, and so on, and the number of candidates is twice the number of steps.
    """
    many = len(steps) > MANY_STEPS
    width = len(steps) // 2 if many else len(steps) - 1
    while width:
        for nth in range(0, len(steps) - width, width if many else 1):
            yield (*steps[:nth], *steps[nth + width :])
        width = width // 2 if many else width - 1


def take_a_small_tree(steps: Scenario) -> Iterator[Scenario]:
    """Replace one tree of a sequence by one of the smallest possible trees.

    Each tree of the sequence is replaced by each of the smallest trees in turn. Replacing a whole tree takes far fewer
    tries than changing a tree step by step.
    """
    for tree in sorted(trees_of(steps), key=tree_size, reverse=True):
        for small in sorted(
            [*small_trees(SMALLER_TREE_NODES), *small_trees(SMALLER_TREE_NODES, (2, 0, 1))], key=tree_size
        ):
            yield _with_each(steps, tree, partial(replace, tree=small, path=()))


def take_the_same_tree(steps: Scenario) -> Iterator[Scenario]:
    """Make a call on the tree of another call. Yields one candidate for each call and each tree of other calls."""
    for nth, step in _searches(steps):
        for tree in trees_of(steps):
            if tree != step.tree:
                yield _with(steps, nth, replace(step, tree=tree))


def start_further_up(steps: Scenario) -> Iterator[Scenario]:
    """Start a call nearer to the root. Yields about one candidate for each move between root and start node."""
    for nth, step in _searches(steps):
        shorter = [step.path[:up] for up in range(len(step.path))]
        shorter += [step.path[1:]] if len(step.path) > 1 else []
        for path in shorter:
            yield _with(steps, nth, replace(step, path=path))


def search_less_deep(steps: Scenario) -> Iterator[Scenario]:
    """Remove or reduce the depth limit of one call. Yields a candidate for each smaller depth limit."""
    for nth, step in _searches(steps):
        for depth in (None, *range(1, step.depth or 0)):
            yield _with(steps, nth, replace(step, depth=depth))


def open_the_window(steps: Scenario) -> Iterator[Scenario]:
    """Change the window of one call to (-inf, inf), or to a window that can give a different result on the tree.

    For each call, the number of candidates is limited (`WINDOWS_TRIED`).
    """
    for nth, step in _searches(steps):
        for window in windows_of_same_kind(step.tree.leaf_values)[:WINDOWS_TRIED]:
            yield _with(steps, nth, replace(step, window=window))


class _ForEachTree:
    """Turns a shrinking pass for trees into one for sequences of calls: it shrinks one tree in all calls on this tree.

    Each candidate of the pass for trees leads to one or two sequences.
    """

    def __init__(self, tree_pass: Pass[Plain]) -> None:
        self._pass = tree_pass

    def __call__(self, steps: Scenario) -> Iterator[Scenario]:
        for tree in trees_of(steps):
            for smaller in self._pass(tree):
                yield from _exchanged(steps, tree, smaller)


def _exchanged(steps: Scenario, tree: Plain, other: Plain) -> Iterator[Scenario]:
    """Replace one tree in all steps (calls) of a sequence.

    In the first candidate, the windows are not changed. In the second candidate, each window is replaced by the window
    with the same index in the new tree's list of windows.
    """
    yield _with_each(steps, tree, partial(replace, tree=other))
    old, new = windows_of_same_kind(tree.leaf_values), windows_of_same_kind(other.leaf_values)
    if len(old) == len(new) and old != new:
        same = dict(zip(old, new, strict=True))

        def exchanged(call: Call) -> Call:
            return replace(call, tree=other, window=same[call.window]) if call.window in same else call

        yield _with_each(steps, tree, exchanged)


def _with_each(steps: Scenario, tree: Plain, change: Callable[[Call], Call]) -> Scenario:
    return tuple(change(step) if isinstance(step, Call) and step.tree == tree else step for step in steps)


def _searches(steps: Scenario) -> Iterator[tuple[int, Call]]:
    """The steps of a sequence that search a tree (not those that clear state), each with the index."""
    return ((nth, step) for nth, step in enumerate(steps) if isinstance(step, Call))


def _with(steps: Scenario, nth: int, step: Call) -> Scenario:
    return (*steps[:nth], step, *steps[nth + 1 :])


SEQUENCE_PASSES: Final[tuple[Pass[Scenario], ...]] = (
    drop_steps,
    take_a_small_tree,
    take_the_same_tree,
    start_further_up,
    search_less_deep,
    open_the_window,
    *map(_ForEachTree, TREE_PASSES),
)
