"""Irregular trees, grown at random from a seed.

The Hypothesis strategies are not used for these trees, since strategies can change between versions, but workloads must
never change. All random numbers come from `random()` with a seed. Python guarantees that a seed always gives the same
random numbers.
"""

from random import Random
from typing import Final

from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.protocol import Number

SHARED: Final = 0.02  # probability that a child is a node that already exists


def uneven(positions: int, seed: int, *, max_at_root: bool = True) -> ExplicitTree[Number]:
    """A tree with about `positions` positions: mixed depth, one to five children, ties, and some shared nodes.

    >>> uneven(3, 1)
    <ExplicitTree [1, 2, -3, -3, 2], MAX to move>
    """
    random = Random(seed)  # noqa: S311  # no secret is made of it
    children: list[list[int]] = [[]]
    leaves = [0]
    while len(children) < positions:
        parent = leaves.pop(int(len(leaves) * random.random()))
        for _ in range(1 + int(5 * random.random())):
            later = len(children) - parent - 1  # a link to a later position cannot close a cycle
            if later and random.random() < SHARED:
                children[parent].append(parent + 1 + int(later * random.random()))
            else:
                children[parent].append(len(children))
                leaves.append(len(children))
                children.append([])
    leaf_values: list[Number | None] = [None if below else int(7 * random.random()) - 3 for below in children]
    return build(children, leaf_values, max_at_root=max_at_root)
