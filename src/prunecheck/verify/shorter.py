"""From a sequence of searches that fails to the shortest story near it: fewer steps, wider windows, smaller trees."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, order_distinct_windows
from prunecheck.verify.shrink import Size, shrunk, size, small_trees
from prunecheck.verify.verdict import Step

FEW: Final = 4  # nodes of the small trees that are tried in the place of a larger one

StorySize: TypeAlias = tuple[int, int, list[Size], int, int, int]
Replay: TypeAlias = Callable[[list[Step]], list[Step] | None]  # the steps up to the one that fails, if one does


def size_of(steps: Sequence[Step]) -> StorySize:
    """What makes one story shorter than another.

    Fewer steps, fewer and smaller trees, searches that start further up, go less deep, and have plainer windows.
    """
    trees = sorted(size(tree) for tree in _trees(steps))
    return (
        len(steps),
        len(trees),
        trees,
        sum(len(step.path) for step in steps),
        sum(0 if step.depth is None else step.depth for step in steps),
        sum((step.window.alpha != FULL.alpha) + (step.window.beta != FULL.beta) for step in steps),
    )


def shorter(steps: Sequence[Step], replay: Replay) -> list[Step]:
    """The shortest story that one can come to from a failing one, change by change, each still failing."""
    best = _with_small_trees(_fewest(list(steps), replay), replay)
    improved = True
    while improved:
        improved = False
        for candidate in _simpler(best):
            if size_of(candidate) < size_of(best) and (found := replay(candidate)) and size_of(found) < size_of(best):
                best, improved = found, True
                break
        if improved:
            continue
        for tree in _trees(best):
            found = _with_smaller(tree, best, replay)
            if size_of(found) < size_of(best):
                best, improved = found, True
    return best


def _with_smaller(tree: ExplicitTree[Number], steps: list[Step], replay: Replay) -> list[Step]:
    """The same steps with one tree shrunk as far as it goes."""
    best = steps

    def fails(candidate: ExplicitTree[Number]) -> bool:
        nonlocal best
        for exchanged in _exchanged(steps, tree, candidate):
            found = replay(exchanged)
            if found is not None and len(found) <= len(steps):
                best = found
                return True
        return False

    shrunk(tree, fails)
    return best


def _fewest(steps: list[Step], replay: Replay) -> list[Step]:
    """The story without the steps that it does not need."""
    best, found = steps, steps
    while found:
        best = found
        found = next((shown for fewer in _fewer(best) if (shown := replay(fewer))), [])
    return best


def _with_small_trees(steps: list[Step], replay: Replay) -> list[Step]:
    """The same steps with small trees in the place of large ones: far fewer to try than the changes that lead there."""
    best = steps
    for tree in sorted(_trees(steps), key=size, reverse=True):
        for small in sorted([*small_trees(FEW), *small_trees(FEW, (2, 0, 1))], key=size):
            changed = [replace(step, tree=small, path=()) if step.tree == tree else step for step in best]
            if size(small) < size(tree) and (found := replay(changed)) and size_of(found) < size_of(best):
                best = found
                break
    return best


def _exchanged(steps: Sequence[Step], tree: ExplicitTree[Number], other: ExplicitTree[Number]) -> Iterator[list[Step]]:
    """The steps with another tree in the place of one; in the same windows, then with the same ones by number."""
    yield [replace(step, tree=other) if step.tree == tree else step for step in steps]
    old, new = order_distinct_windows(tree.leaf_values), order_distinct_windows(other.leaf_values)
    numbers = {window: nth for nth, window in enumerate(old)}
    if len(old) == len(new) and old != new:
        yield [
            replace(step, tree=other, window=new[numbers[step.window]])
            if step.tree == tree and step.window in numbers
            else step
            for step in steps
        ]


def _simpler(steps: list[Step]) -> Iterator[list[Step]]:
    """Stories one change away: some steps less, the tree of another step, the root, fewer plies, a plainer window."""
    yield from _fewer(steps)
    for nth, step in enumerate(steps):
        if step.tree is None:
            continue
        others = [tree for tree in _trees(steps) if tree != step.tree]
        changed = [replace(step, tree=tree) for tree in others]
        changed += [replace(step, path=step.path[:up]) for up in range(len(step.path))]
        changed += [replace(step, path=step.path[1:])] if len(step.path) > 1 else []
        changed += [replace(step, depth=depth) for depth in (None, *range(1, step.depth or 0))]
        changed += [replace(step, window=window) for window in order_distinct_windows(step.tree.leaf_values)[:40]]
        for each in changed:
            yield [*steps[:nth], each, *steps[nth + 1 :]]


def _fewer(steps: list[Step]) -> Iterator[list[Step]]:
    for width in range(len(steps) - 1, 0, -1):  # what happens every other search is not shorter by a single one
        for nth in range(len(steps) - width):
            yield [*steps[:nth], *steps[nth + width :]]


def _trees(steps: Sequence[Step]) -> list[ExplicitTree[Number]]:
    """The different trees, in the order in which they come."""
    return list(dict.fromkeys(step.tree for step in steps if step.tree is not None))
