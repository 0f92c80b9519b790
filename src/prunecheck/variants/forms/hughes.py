"""Hughes's pipeline: minimax over lazy lists of numbers, which stops reading a list that can no longer matter.

The search takes no window.

The value of a node is the maximum, or minimum, of a lazy list with a number for each child. `mapmin` and `omit` drop a
child as soon as `minleq` has read enough numbers of the child's own children. The search makes the same cutoffs as
Knuth and Moore's F1, which are all shallow.

Source: J. Hughes, "Why functional programming matters" (1989), section 5. A lazy list in the paper stores the elements
that have been evaluated; here, `tee` stores them. The paper defines the functions for MAX; the functions for MIN mirror
them.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import tee

from prunecheck.trees.protocol import N, Tree, V


def hughes(tree: Tree[N, V], node: N) -> V:
    """The value of `node`.

    Viewpoint: the result is from MAX's point of view. Window: this function takes none. Requires: players alternate.
    Values need not be numbers, but must have an order.
    Cost: each node is visited at most once; there are no deep cutoffs.
    Returns: the minimax value v.
    Raises: only errors that `tree` raises.
    """
    return max(maximise(tree, node)) if tree.is_max(node) else min(minimise(tree, node))


def maximise(tree: Tree[N, V], node: N) -> Iterator[V]:
    """Yield numbers whose maximum is the value of `node`; MAX is to move.

    The paper calls the function maximise'.
    """
    if tree.is_terminal(node):
        yield tree.evaluate(node)
    else:
        yield from mapmin(minimise(tree, child) for child in tree.children(node))


def minimise(tree: Tree[N, V], node: N) -> Iterator[V]:
    """Yield numbers whose minimum is the value of `node`; MIN is to move."""
    if tree.is_terminal(node):
        yield tree.evaluate(node)
    else:
        yield from mapmax(maximise(tree, child) for child in tree.children(node))


def mapmin(lists: Iterator[Iterator[V]]) -> Iterator[V]:
    """Yield the minimum of each list, but skip a list as soon as its minimum cannot be the greatest of all."""
    potential = min(next(lists))
    yield potential
    yield from omit(potential, lists, min, minleq)


def mapmax(lists: Iterator[Iterator[V]]) -> Iterator[V]:
    """Yield the maximum of each list, but skip a list as soon as its maximum cannot be the least of all."""
    potential = max(next(lists))
    yield potential
    yield from omit(potential, lists, max, maxgeq)


def omit(
    potential: V,
    lists: Iterable[Iterator[V]],
    best: Callable[[Iterator[V]], V],
    passes: Callable[[Iterator[V], V], bool],
) -> Iterator[V]:
    """Yield the best number of each list, but skip each list that cannot improve on the last number yielded."""
    for numbers in lists:
        ahead, numbers_again = tee(numbers)
        if not passes(ahead, potential):
            potential = best(numbers_again)
            yield potential


def minleq(numbers: Iterator[V], potential: V) -> bool:
    """True if the minimum of `numbers` is at most `potential`.

    Stops reading at the first number that is small enough.
    """
    return any(number <= potential for number in numbers)


def maxgeq(numbers: Iterator[V], potential: V) -> bool:
    """True if the maximum of `numbers` is at least `potential`."""
    return any(number >= potential for number in numbers)
