"""Alpha-beta on a distributive lattice: the subsets of {0, 1, 2}, as bits of an integer, so not all are comparable.

The definitions are those of T. Nipkow, Alpha_Beta_Pruning (Archive of Formal Proofs), theory Alpha_Beta_Lattice. A tree
is a value or a list of trees, which may be empty. MAX moves at the root and takes unions, MIN takes intersections.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from hypothesis import strategies as st

BOTTOM: Final = 0
TOP: Final = 0b111

Value: TypeAlias = int
Tree: TypeAlias = Any  # a value or a list of trees
Path: TypeAlias = tuple[int, ...]  # child indices from the root
Search: TypeAlias = Callable[[Tree, Value, Value, bool, Path, list[Path]], Value]

VALUES: Final = st.integers(BOTTOM, TOP)
TREES: Final = st.recursive(VALUES, lambda inner: st.lists(inner, max_size=3), max_leaves=10)


def at_most(x: Value, y: Value) -> bool:
    """True if x is a subset of y."""
    return x & y == x


def minimax(tree: Tree, *, is_max: bool = True) -> Value:
    """The value of a tree, by definition."""
    if isinstance(tree, int):
        return tree
    value = BOTTOM if is_max else TOP
    for child in tree:
        inner = minimax(child, is_max=not is_max)
        value = value | inner if is_max else value & inner
    return value


def hard(tree: Tree, a: Value, b: Value, is_max: bool, path: Path, visited: list[Path]) -> Value:
    """Fail-hard: ab_sup and ab_inf."""
    visited.append(path)
    if isinstance(tree, int):
        return tree
    for nth, child in enumerate(tree):
        inner = hard(child, a, b, not is_max, (*path, nth), visited)
        if is_max:
            a |= inner
        else:
            b &= inner
        if at_most(b, a):
            break
    return a if is_max else b


def soft(tree: Tree, a: Value, b: Value, is_max: bool, path: Path, visited: list[Path]) -> Value:
    """Fail-soft: ab_sup' and ab_inf'."""
    visited.append(path)
    if isinstance(tree, int):
        return tree
    m = BOTTOM if is_max else TOP
    for nth, child in enumerate(tree):
        if is_max:
            m |= soft(child, a | m, b, False, (*path, nth), visited)
        else:
            m &= soft(child, a, b & m, True, (*path, nth), visited)
        if at_most(b, m) if is_max else at_most(m, a):
            break
    return m


def clamped(tree: Tree, a: Value, b: Value, is_max: bool, path: Path, visited: list[Path]) -> Value:
    """Bird and Hughes: clamp leaves, and end the search of a node if both ends of the window are equal."""
    visited.append(path)
    if isinstance(tree, int):
        return a | (tree & b)
    for nth, child in enumerate(tree):
        inner = clamped(child, a, b, not is_max, (*path, nth), visited)
        if is_max:
            a |= inner
        else:
            b &= inner
        if a == b:
            break
    return a if is_max else b


def delayed(tree: Tree, a: Value, b: Value, is_max: bool, path: Path, visited: list[Path]) -> Value:
    """Fail-hard that tests before each child."""
    visited.append(path)
    if isinstance(tree, int):
        return tree
    for nth, child in enumerate(tree):
        if at_most(b, a):
            break
        inner = delayed(child, a, b, not is_max, (*path, nth), visited)
        if is_max:
            a |= inner
        else:
            b &= inner
    return a if is_max else b


def negated(tree: Tree) -> Tree:
    """Replace each leaf at an odd ply by its complement, which negamax needs."""
    return _negated(tree, odd=False)


def _negated(tree: Tree, *, odd: bool) -> Tree:
    if isinstance(tree, int):
        return TOP & ~tree if odd else tree
    return [_negated(child, odd=not odd) for child in tree]


def negamax(tree: Tree, a: Value, b: Value) -> Value:
    """`ab_negsup`: fail-hard in the negamax style, with set complements instead of negation."""
    if isinstance(tree, int):
        return tree
    for child in tree:
        a |= TOP & ~negamax(child, TOP & ~b, TOP & ~a)
        if at_most(b, a):
            break
    return a


def found(search: Search, tree: Tree, a: Value = BOTTOM, b: Value = TOP) -> Value:
    """The value that a search returns at the root."""
    return search(tree, a, b, True, (), [])


def visits(search: Search, tree: Tree, a: Value, b: Value) -> list[Path]:
    """The nodes that a search visits, in order."""
    visited: list[Path] = []
    search(tree, a, b, True, (), visited)
    return visited
