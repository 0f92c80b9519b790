"""The predicates and additional searches of T. Nipkow's Alpha_Beta_Pruning for linear orders, by their definitions.

Archive of Formal Proofs, theory Alpha_Beta_Linear. In the theory, a node may have no children. Here, every interior
node has some, so cases for empty lists are missing. Windows may be empty (a >= b) if a theorem allows it.
"""

from collections.abc import Callable
from typing import TypeAlias

from prunecheck import ExplicitTree, Number, Tree, from_nested
from prunecheck.contracts.case import Case
from prunecheck.trees.protocol import N

Ends: TypeAlias = tuple[Number, Number]
AtMost: TypeAlias = Callable[[Number, Number], bool]
SearchOfNumbered: TypeAlias = Callable[[Tree[int, Number], int, Number, Number], Number]
Start: TypeAlias = Callable[[int, Number], Number]  # (node, bound of the side to move) -> start value of its loop


def below(tree: ExplicitTree[Number]) -> list[Ends]:
    """The distinct windows with a < b for the leaves, or an even sample of them."""
    return [(window.alpha, window.beta) for window in Case(tree).windows]


def not_above(tree: ExplicitTree[Number]) -> list[Ends]:
    """The windows of `below`, and those with a = b at each leaf's value."""
    return below(tree) + [(end, end) for end in sorted(set(tree.leaf_values))]


def any_ends(tree: ExplicitTree[Number]) -> list[Ends]:
    """The windows of `not_above`, and those with a > b."""
    return not_above(tree) + [(b, a) for a, b in below(tree)]


def knuth(a: Number, b: Number, x: Number, y: Number) -> bool:
    """`y` and `x` are on the same side of the window (a, b), and equal inside it."""
    return (y > a or x <= a) and (not a < y < b or y == x) and (y < b or x >= b)


def fishburn(a: Number, b: Number, v: Number, ab: Number) -> bool:
    """`ab` is an upper bound on `v` at or below a, a lower bound at or above b, and equal inside."""
    return (ab > a or v <= ab) and (not a < ab < b or ab == v) and (ab < b or ab <= v)


def lb_ub(a: Number, b: Number, f: Number, g: Number) -> bool:
    """If `f` is at least a, so is `g`; if `f` is at most b, so is `g`."""
    return (f < a or g >= a) and (f > b or g <= b)


def squash(a: Number, x: Number, b: Number) -> Number:
    """Clamp `x` to [a, b]; called mm in the theory."""
    return min(max(a, x), b)


def hard_max(tree: Tree[N, Number], node: N, a: Number, b: Number, /) -> Number:
    """ab_max of the theory, one of a pair of functions that call each other."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        a = max(a, hard_min(tree, child, a, b))
        if a >= b:
            break
    return a


def hard_min(tree: Tree[N, Number], node: N, a: Number, b: Number, /) -> Number:
    """ab_min of the theory."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        b = min(b, hard_max(tree, child, a, b))
        if b <= a:
            break
    return b


def at_most(x: Number, y: Number) -> bool:
    """The order itself."""
    return x <= y


def at_least(x: Number, y: Number) -> bool:
    """The reversed order."""
    return x >= y


def hard_by_order(tree: Tree[N, Number], node: N, own: Number, other: Number, le: AtMost = at_most) -> Number:
    """ab_le: both functions as one function, which takes the order as an argument.

    `own` is the bound of the player to move.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        found = hard_by_order(tree, child, other, own, lambda x, y: le(y, x))
        own = found if le(own, found) else own
        if le(other, own):
            break
    return own


def delayed_by_order(tree: Tree[N, Number], node: N, own: Number, other: Number, le: AtMost = at_most) -> Number:
    """ab_le3: the same as `hard_by_order`, with the test before the next child."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        if le(other, own):
            break
        found = delayed_by_order(tree, child, other, own, lambda x, y: le(y, x))
        own = found if le(own, found) else own
    return own


def soft_from_left(start_max: Start, start_min: Start) -> SearchOfNumbered:
    """abil0' of LeftSoft: fail-soft whose loops start at values that the caller chooses."""

    def search(tree: Tree[int, Number], node: int, a: Number, b: Number, /) -> Number:
        if tree.is_terminal(node):
            return tree.evaluate(node)
        if tree.is_max(node):
            best = start_max(node, a)
            for child in tree.children(node):
                best = max(best, search(tree, child, max(best, a), b))
                if best >= b:
                    break
            return best
        best = start_min(node, b)
        for child in tree.children(node):
            best = min(best, search(tree, child, a, min(best, b)))
            if best <= a:
                break
        return best

    return search


def soft_from_right(start_max: Start, start_min: Start) -> SearchOfNumbered:
    """abir0' of SoftGeneral: fail-soft with the last child first, and the test before a child."""

    def search(tree: Tree[int, Number], node: int, a: Number, b: Number, /) -> Number:
        if tree.is_terminal(node):
            return tree.evaluate(node)
        if tree.is_max(node):
            best = start_max(node, a)
            for child in reversed(list(tree.children(node))):
                if best >= b:
                    break
                best = max(search(tree, child, max(best, a), b), best)
            return best
        best = start_min(node, b)
        for child in reversed(list(tree.children(node))):
            if best <= a:
                break
            best = min(search(tree, child, a, min(best, b)), best)
        return best

    return search


def hard_from_right(tree: Tree[int, Number], node: int, a: Number, b: Number, /) -> Number:
    """abr0 and abr1: fail-hard with the last child first."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    is_max = tree.is_max(node)
    for child in reversed(list(tree.children(node))):
        if a >= b:
            break
        if is_max:
            a = max(hard_from_right(tree, child, a, b), a)
        else:
            b = min(hard_from_right(tree, child, a, b), b)
    return a if is_max else b


def mirrored(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """The tree with the children of every node in the opposite order."""

    def nested(node: int) -> object:
        below = tree.children(node)
        return [nested(child) for child in reversed(below)] if below else tree.evaluate(node)

    return from_nested(nested(tree.root), max_at_root=tree.is_max(tree.root))
