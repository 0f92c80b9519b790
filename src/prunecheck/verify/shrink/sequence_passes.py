"""The passes over sequences of searches on one instance: fewer steps, wider windows, fewer and smaller trees.

Each proposes sequences one change away from one that fails. The tree passes serve here too, for each of its trees.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, order_distinct_windows
from prunecheck.verify.records import Step
from prunecheck.verify.shrink.shrinker import Pass
from prunecheck.verify.shrink.tree_passes import TREE_PASSES, TreeSize, small_trees, tree_size

Plain: TypeAlias = ExplicitTree[Number]
Steps: TypeAlias = tuple[Step, ...]
SequenceSize: TypeAlias = tuple[int, int, list[TreeSize], int, int, int]

FEW: Final = 4  # nodes of the small trees that are tried in place of a larger one
MANY: Final = 24  # steps, of which not every part is dropped
MOST_WINDOWS: Final = 40  # that are tried for one step


def sequence_size(steps: Steps) -> SequenceSize:
    """What makes one sequence smaller than another.

    Fewer steps, fewer and smaller trees, searches that start further up, go less deep, and have plainer windows.
    """
    trees = sorted(tree_size(tree) for tree in trees_of(steps))
    return (
        len(steps),
        len(trees),
        trees,
        sum(len(step.path) for step in steps),
        sum(0 if step.depth is None else step.depth for step in steps),
        sum((step.window.alpha != FULL.alpha) + (step.window.beta != FULL.beta) for step in steps),
    )


def trees_of(steps: Steps) -> list[Plain]:
    """The different trees, in the order in which they come."""
    return list(dict.fromkeys(step.tree for step in steps if step.tree is not None))


def drop_steps(steps: Steps) -> Iterator[Steps]:
    """Drop steps in a row, many before few: as many candidates as half the square of the steps.

    What happens at every other search does not show with a single step less, but it does with two. Of many steps, a
    half is dropped first, then quarters, and so on: twice as many candidates as steps.
    """
    many = len(steps) > MANY
    width = len(steps) // 2 if many else len(steps) - 1
    while width:
        for nth in range(0, len(steps) - width, width if many else 1):
            yield (*steps[:nth], *steps[nth + width :])
        width = width // 2 if many else width - 1


def take_a_small_tree(steps: Steps) -> Iterator[Steps]:
    """Put one of the smallest trees in place of a larger one: far fewer candidates than the changes that lead there."""
    for tree in sorted(trees_of(steps), key=tree_size, reverse=True):
        for small in sorted([*small_trees(FEW), *small_trees(FEW, (2, 0, 1))], key=tree_size):
            yield tuple(replace(step, tree=small, path=()) if step.tree == tree else step for step in steps)


def take_the_same_tree(steps: Steps) -> Iterator[Steps]:
    """Search the tree of another step."""
    for nth, step in _searches(steps):
        for tree in trees_of(steps):
            if tree != step.tree:
                yield _with(steps, nth, replace(step, tree=tree))


def start_further_up(steps: Steps) -> Iterator[Steps]:
    """Search from a node nearer to the root."""
    for nth, step in _searches(steps):
        shorter = [step.path[:up] for up in range(len(step.path))]
        shorter += [step.path[1:]] if len(step.path) > 1 else []
        for path in shorter:
            yield _with(steps, nth, replace(step, path=path))


def search_less_deep(steps: Steps) -> Iterator[Steps]:
    """Search without a depth limit, or to fewer plies."""
    for nth, step in _searches(steps):
        for depth in (None, *range(1, step.depth or 0)):
            yield _with(steps, nth, replace(step, depth=depth))


def open_the_window(steps: Steps) -> Iterator[Steps]:
    """Search in the full window, or in another of those that differ for the tree."""
    for nth, step in _searches(steps):
        assert step.tree is not None
        for window in order_distinct_windows(step.tree.leaf_values)[:MOST_WINDOWS]:
            yield _with(steps, nth, replace(step, window=window))


class _ForEachTree:
    """A pass over trees, for each tree of a sequence: wherever it is searched, the smaller one is."""

    def __init__(self, tree_pass: Pass[Plain]) -> None:
        self._pass = tree_pass

    def __call__(self, steps: Steps) -> Iterator[Steps]:
        for tree in trees_of(steps):
            for smaller in self._pass(tree):
                yield from _exchanged(steps, tree, smaller)


def _exchanged(steps: Steps, tree: Plain, other: Plain) -> Iterator[Steps]:
    """The steps with another tree in place of one; in the same windows, then with the same ones by number."""
    yield tuple(replace(step, tree=other) if step.tree == tree else step for step in steps)
    old, new = order_distinct_windows(tree.leaf_values), order_distinct_windows(other.leaf_values)
    numbers = {window: nth for nth, window in enumerate(old)}
    if len(old) == len(new) and old != new:
        yield tuple(
            replace(step, tree=other, window=new[numbers[step.window]])
            if step.tree == tree and step.window in numbers
            else step
            for step in steps
        )


def _searches(steps: Steps) -> Iterator[tuple[int, Step]]:
    """The steps that search a tree, each with its place."""
    return ((nth, step) for nth, step in enumerate(steps) if step.tree is not None)


def _with(steps: Steps, nth: int, step: Step) -> Steps:
    return (*steps[:nth], step, *steps[nth + 1 :])


SEQUENCE_PASSES: Final[tuple[Pass[Steps], ...]] = (
    drop_steps,
    take_a_small_tree,
    take_the_same_tree,
    start_further_up,
    search_less_deep,
    open_the_window,
    *map(_ForEachTree, TREE_PASSES),
)
