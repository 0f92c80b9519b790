"""Hughes's pipeline: minimax over lazy lists of numbers, which leaves out lists that cannot matter. No window.

The value of a node is the maximum, or minimum, of a lazy list with a number for each child. `mapmin` and `omit` leave
out the number of a child once `minleq` has read enough of the child's own list. These are the cutoffs of F1, which are
all shallow.

Source: J. Hughes, "Why functional programming matters" (1989), section 5. In the paper, a lazy list stores what has
been evaluated. Here, `tee` does this. The paper defines MAX's side; MIN's is its mirror image.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import tee

from prunecheck.trees.protocol import N, Tree, V


def hughes(tree: Tree[N, V], node: N) -> V:
    """Value of `node`.

    Viewpoint: MAX. Window: none. Requires: players alternate. Values only need an order.
    Cost: at most one visit of each node; cutoffs depend on the parent's level only.
    Returns: the minimax value v.
    Raises: nothing itself; errors from `tree` pass through.
    """
    return max(maximise(tree, node)) if tree.is_max(node) else min(minimise(tree, node))


def maximise(tree: Tree[N, V], node: N) -> Iterator[V]:
    """Yield numbers: their maximum is the value of `node`, where MAX is to move. This is maximise' in the paper."""
    if tree.is_terminal(node):
        yield tree.evaluate(node)
    else:
        yield from mapmin(minimise(tree, child) for child in tree.children(node))


def minimise(tree: Tree[N, V], node: N) -> Iterator[V]:
    """Yield numbers: their minimum is the value of `node`, where MIN is to move."""
    if tree.is_terminal(node):
        yield tree.evaluate(node)
    else:
        yield from mapmax(maximise(tree, child) for child in tree.children(node))


def mapmin(lists: Iterator[Iterator[V]]) -> Iterator[V]:
    """The minimum of each list, without those that cannot be the maximum."""
    potential = min(next(lists))
    yield potential
    yield from omit(potential, lists, min, minleq)


def mapmax(lists: Iterator[Iterator[V]]) -> Iterator[V]:
    """The maximum of each list, without those that cannot be the minimum."""
    potential = max(next(lists))
    yield potential
    yield from omit(potential, lists, max, maxgeq)


def omit(
    potential: V,
    lists: Iterable[Iterator[V]],
    best: Callable[[Iterator[V]], V],
    passes: Callable[[Iterator[V], V], bool],
) -> Iterator[V]:
    """The best number of each list that is better than the lists before it; `passes` is true for lists that are not."""
    for numbers in lists:
        ahead, numbers_again = tee(numbers)
        if not passes(ahead, potential):
            potential = best(numbers_again)
            yield potential


def minleq(numbers: Iterator[V], potential: V) -> bool:
    """True if the minimum is at most `potential`; reads no further than the first number that shows it."""
    return any(number <= potential for number in numbers)


def maxgeq(numbers: Iterator[V], potential: V) -> bool:
    """True if the maximum is at least `potential`."""
    return any(number >= potential for number in numbers)
