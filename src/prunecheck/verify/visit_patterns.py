"""Known reasons why a search evaluates extra leaves, each with a function that lists the leaves for a tree."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from prunecheck.contracts.case import Case
from prunecheck.contracts.visits import SHALLOW_VISITS, STRICT_VISITS, VISITS, VisitContract
from prunecheck.oracle.law import path_bounds
from prunecheck.trees.protocol import INF, N, Number, Tree
from prunecheck.trees.window import FULL, Window

# lists the leaves that are evaluated below a node
Below: TypeAlias = Callable[[Tree[Any, Number], Any, Window[Number]], list[Any]]


@dataclass(frozen=True, slots=True)
class Way:
    """A known reason why a search evaluates extra leaves, as text, with a function that lists the evaluated leaves.

    The function `reads` lists, in order, all leaves that a search of this kind evaluates in the window (-inf, inf).
    If `windowless` is True, this reason for extra leaves only applies to a search without a window.
    """

    why: str
    reads: Callable[[Case[Any]], list[Any]]
    windowless: bool = False


def _by_law(tree: Tree[N, Number], node: N, window: Window[Number], contract: VisitContract) -> list[N]:
    """List the leaves that a search evaluates in the window (-inf, inf) if it satisfies `contract`."""
    is_max = tree.is_max(node)
    return [leaf.node for leaf in path_bounds(tree, node) if contract.reads(leaf, window, is_max)]


def _strictly_hard(tree: Tree[N, Number], root: N, window: Window[Number]) -> list[N]:
    """List the leaves of a fail-hard search that only cuts off if beta < alpha, not if the bounds are equal."""
    read: list[N] = []

    def found(node: N, alpha: Number, beta: Number) -> Number:
        if tree.is_terminal(node):
            read.append(node)
            return tree.evaluate(node)
        is_max = tree.is_max(node)
        for child in tree.children(node):
            value = found(child, alpha, beta)
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if beta < alpha:
                break
        return alpha if is_max else beta

    found(root, window.alpha, window.beta)
    return read


def _by_one_bound(case: Case[Any], *, strict: bool, carries: bool) -> list[Any]:
    """List the leaves of a search that passes a single bound to its children: the best value so far.

    If the same player moves again at a child, the search passes no bound or, if `carries` is True, the parent's bound.
    """
    tree, read = case.tree, list[Any]()

    def found(node: Any, bound: Number | None) -> Number:
        if tree.is_terminal(node):
            read.append(node)
            return tree.evaluate(node)
        is_max = tree.is_max(node)
        best: Number | None = None
        for child in tree.children(node):
            same = not tree.is_terminal(child) and tree.is_max(child) == is_max
            value = found(child, (bound if carries else None) if same else best)
            best = value if best is None else (max if is_max else min)(best, value)
            if bound is not None and ((best > bound if is_max else best < bound) or (best == bound and not strict)):
                break
        assert best is not None
        return best

    found(tree.root, None)
    return read


def _move_by_move(case: Case[Any], below: Below, *, keeps_best: bool) -> list[Any]:
    """List the leaves for a function that searches each move of the root separately, the first in (-inf, inf).

    If `keeps_best` is True, all later moves are searched in a window that is wide enough to find moves that are as good
    as the best move so far.
    """
    tree = case.tree
    if tree.is_terminal(tree.root):
        return [tree.root]
    is_max, leaves, window = case.max_at_root, [], FULL
    for nth, child in enumerate(tree.children(tree.root), start=1):
        leaves += below(tree, child, window)
        best = (max if is_max else min)(case.child_values[:nth])
        if keeps_best:
            window = Window(best - 1, INF) if is_max else Window(-INF, best + 1)
    return leaves


_PLAIN: Final[tuple[Below, ...]] = (
    *(partial(_by_law, contract=contract) for contract in (VISITS, STRICT_VISITS, SHALLOW_VISITS)),
    _strictly_hard,
)
WAYS: Final[tuple[Way, ...]] = (
    Way(
        "because it only cuts off if beta < alpha, and returns values up to alpha as alpha",
        lambda case: _strictly_hard(case.tree, case.tree.root, FULL),
    ),
    Way("because it only cuts off if beta < alpha", lambda case: case.lawful(STRICT_VISITS, 0)),
    *(
        Way(why, partial(_by_one_bound, strict=strict, carries=carries), windowless=True)
        for why, strict in (
            ("because it makes no deep cutoffs", False),
            ("because it makes no deep cutoffs, and does not cut off if a value equals a bound", True),
        )
        for carries in (False, True)
    ),
    *(
        Way(
            "because it passes no bound from one root move to the next",
            partial(_move_by_move, below=below, keeps_best=False),
            windowless=True,
        )
        for below in _PLAIN
    ),
    *(
        Way(
            (
                "because it searches each root move in a window that is wider by one, to find moves that tie "
                "with the best"
            ),
            partial(_move_by_move, below=below, keeps_best=True),
        )
        for below in _PLAIN
    ),
)
