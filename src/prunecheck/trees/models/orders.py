"""Uniform trees with distinct leaf values: in random order, or with each node's children sorted.

Source: Fuller, Gaschnig and Gillogly 1973 for the random order; D. E. Knuth and R. W. Moore, "An analysis of alpha-beta
pruning" (1975), for the best order. The functions in this file sort the whole tree at once, so they return trees stored
in memory, with at most a million leaves. Interior nodes have no static value.
"""

from collections.abc import Callable
from fractions import Fraction
from operator import itemgetter
from typing import Final, TypeAlias

from prunecheck.errors import TreeError
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.models.splitmix import below, bits_at, output, unit
from prunecheck.trees.models.uniform import check_uniform
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number

MOST_LEAVES: Final = 1_000_000

Subtree: TypeAlias = tuple[int, object]  # (minimax value, nested lists)
# (siblings, True if MAX is to move, random bits) -> siblings
Arrange: TypeAlias = Callable[[list[Subtree], bool, int], list[Subtree]]


def random_order(branching: int, depth: int, *, seed: int = 0, max_at_root: bool = True) -> ExplicitTree[Number]:
    """A uniform tree with leaf values 0, 1, ..., branching**depth - 1 in random order. All orders are equally likely.

    Raises: TreeError if the shape is impossible, or has more than a million leaves.
    """
    return _grown(branching, depth, seed, lambda siblings, is_max, bits: siblings, max_at_root=max_at_root)


def best_first(branching: int, depth: int, *, seed: int = 0, max_at_root: bool = True) -> ExplicitTree[Number]:
    """The tree that `random_order` makes from the same seed, with children sorted by minimax value, best first.

    Raises: the same TreeError as `random_order`.
    """
    return _grown(
        branching,
        depth,
        seed,
        lambda siblings, is_max, bits: sorted(siblings, key=itemgetter(0), reverse=is_max),
        max_at_root=max_at_root,
    )


def worst_first(branching: int, depth: int, *, seed: int = 0, max_at_root: bool = True) -> ExplicitTree[Number]:
    """The tree that `random_order` makes from the same seed, with children sorted by minimax value, worst first.

    From depth 4 on, alpha-beta still prunes some trees sorted worst first, but it never prunes a `NothingPruned` tree.
    Raises: the same TreeError as `random_order`.
    """
    return _grown(
        branching,
        depth,
        seed,
        lambda siblings, is_max, bits: sorted(siblings, key=itemgetter(0), reverse=not is_max),
        max_at_root=max_at_root,
    )


def often_best_first(
    branching: int,
    depth: int,
    *,
    probability: float | Fraction = 0.5,
    seed: int = 0,
    max_at_root: bool = True,
) -> ExplicitTree[Number]:
    """The tree that `random_order` makes from the same seed, with one child of each node moved to the front.

    At each node, independently of all other nodes, the best child for the side to move is moved to the front with the
    given probability. If the best child is not moved, a random sibling of the best child is moved to the front; all
    siblings are equally likely. (An only child is not moved.) The remaining children keep their random order.

    Let b be the branching, d the depth, p the given probability, and n the number of interior nodes. An order of the
    b^d leaves in which i of the n interior nodes have their best child first has the probability
    `(b p)^i (b (1 - p) / (b - 1))^(n - i) / (b^d)!`. For p = 1 / b, this is the distribution of `random_order`. For
    p = 1, alpha-beta evaluates no more leaves than with `best_first`.
    Raises: the same TreeError as `random_order`, and TreeError if the probability is not between 0 and 1.
    """
    if not 0 <= probability <= 1:
        raise TreeError(f"the probability is {probability}; use a number from 0 to 1")

    def one_to_the_front(siblings: list[Subtree], is_max: bool, bits: int) -> list[Subtree]:
        best = (max if is_max else min)(range(len(siblings)), key=lambda nth: siblings[nth][0])
        first = best
        if len(siblings) > 1 and not unit(output(bits, 0)) < probability:
            others = [nth for nth in range(len(siblings)) if nth != best]
            first = others[below(output(bits, 1), len(others))]
        return [siblings[first], *siblings[:first], *siblings[first + 1 :]]

    return _grown(branching, depth, seed, one_to_the_front, max_at_root=max_at_root)


def shuffled(count: int, seed: int) -> list[int]:
    """The numbers 0, 1, ..., count - 1 in random order, by a Fisher-Yates shuffle whose swap i uses random number i."""
    numbers = list(range(count))
    for last in range(count - 1, 0, -1):
        other = below(output(seed, last), last + 1)
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


def _grown(branching: int, depth: int, seed: int, arrange: Arrange, *, max_at_root: bool) -> ExplicitTree[Number]:
    """Build a uniform tree with randomly ordered leaf values, from the leaves up to the root.

    `arrange` orders a node's children as soon as their values are known.
    """
    check_uniform(branching, depth)
    leaves = branching**depth
    if leaves > MOST_LEAVES:
        raise TreeError(
            f"a tree with {branching}**{depth} leaves is too large (at most {MOST_LEAVES} leaves); use a smaller depth"
        )
    row: list[Subtree] = [(leaf, leaf) for leaf in shuffled(leaves, output(seed, depth))]
    for ply in range(depth - 1, -1, -1):
        is_max = (ply % 2 == 0) == max_at_root
        best = max if is_max else min
        above: list[Subtree] = []
        for place in range(branching**ply):
            siblings = row[place * branching : (place + 1) * branching]
            value = best(value for value, _ in siblings)
            arranged = arrange(siblings, is_max, bits_at(seed, ply, place))
            above.append((value, [subtree for _, subtree in arranged]))
        row = above
    return from_nested(row[0][1], max_at_root=max_at_root)
