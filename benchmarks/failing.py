"""Describe what a variant returns when it fails low or high, by a phrase that is checked on all small trees."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from prunecheck import INF, ExplicitTree, Number, Window, from_nested
from prunecheck.catalog import VARIANTS, Need
from prunecheck.contracts.evidence import run
from prunecheck.oracle.minimax import value
from prunecheck.trees.small import Shape, shapes, weak_orders

Small: TypeAlias = tuple[ExplicitTree[Number], Window[Number]]

NO_BOUND: Final = "no bound"


class Failed(NamedTuple):
    """A search that failed low or high, with values for the side to move; `leaves` are the root's leaf children."""

    r: Number
    v: Number
    alpha: Number
    beta: Number
    leaves: Sequence[Number]


RETURNED: Final[dict[str, Callable[[Failed], bool]]] = {  # the simplest first
    "the value": lambda it: it.r == it.v,
    "alpha": lambda it: it.r == it.alpha,
    "beta": lambda it: it.r == it.beta,
    "the first value >= beta": lambda it: it.r == it.beta or (it.beta < it.r <= it.v and it.r in it.leaves),
    "the best found": lambda it: it.v <= it.r <= it.alpha or it.beta <= it.r <= it.v,
}


def returned(name: str) -> tuple[str, str]:
    """Describe what a variant returns when it fails low, and when it fails high, by phrases that fit all small trees.

    >>> returned("fail_soft")
    ('the best found', 'the best found')
    """
    low, high = (
        next((word for word, holds in RETURNED.items() if all(map(holds, failed))), NO_BOUND)
        for failed in failures(name)
    )
    return low, high


def nested(shape: Shape, values: Iterator[Number]) -> object:
    """Fill the leaves of the nested lists `shape` with `values`, from left to right."""
    return [nested(below, values) for below in shape] if shape else next(values)


@cache
def small(leaves: int, single_children: int, *, only_full: bool = False) -> tuple[Small, ...]:
    """Every tree of that size, with either player at the root, in every window or only in the full window.

    All other trees have values in the same order as one of these; leaves and window ends may be infinite.
    """
    found: dict[Small, None] = {}
    for shape in shapes(leaves, single_children=single_children):
        for ranks in weak_orders(leaves + (0 if only_full else 2)):
            top = max(ranks)
            for low, high in product((-INF, 0), (INF, top)):
                scale: list[Number] = [low, *range(1, top + 1)]
                scale[top] = high if top or high == INF else low
                values = [scale[rank] for rank in ranks]
                alpha, beta = (-INF, INF) if only_full else values[leaves:]
                if alpha < beta:
                    for max_at_root in (True, False):
                        tree = from_nested(nested(shape, iter(values)), max_at_root=max_at_root)
                        found[tree, Window(alpha, beta)] = None
    return tuple(found)


def found_by(name: str, tree: ExplicitTree[Number], window: Window[Number]) -> Number:
    """The value that a variant returns.

    If the variant needs static values, each interior node has the static value 2.
    """
    if Need.STATIC_VALUES in VARIANTS[name].needs:
        tree = tree.replaced(values=[2 if tree.children(node) else leaf for node, leaf in enumerate(tree.values)])
    found = run(VARIANTS[name].search, tree, window).found
    assert found is not None
    return found


@cache
def failures(name: str) -> tuple[list[Failed], list[Failed]]:
    """The calls on small trees in which a variant fails low, and those in which it fails high.

    Each root has children.
    """
    low: list[Failed] = []
    high: list[Failed] = []
    for size in product((1, 2), (0, 1, 2)):
        for tree, window in small(*size):
            if tree.is_terminal(tree.root):
                continue
            sign = 1 if tree.is_max(tree.root) else -1
            alpha, beta = sorted((sign * window.alpha, sign * window.beta))
            leaves = [sign * tree.evaluate(child) for child in tree.children(tree.root) if tree.is_terminal(child)]
            v = sign * value(tree, tree.root)
            failed = Failed(sign * found_by(name, tree, window), v, alpha, beta, leaves)
            if v <= alpha:
                low.append(failed)
            if v >= beta:
                high.append(failed)
    return low, high
