"""Theorems and counterexamples on alpha-beta in a distributive lattice, where two values need not be comparable.

T. Nipkow, Alpha_Beta_Pruning (Archive of Formal Proofs), theory Alpha_Beta_Lattice.
"""

import pytest
from hypothesis import given

from lattices import (
    TREES,
    VALUES,
    Search,
    Tree,
    Value,
    at_most,
    clamped,
    delayed,
    found,
    hard,
    minimax,
    negamax,
    negated,
    soft,
    visits,
)

BOTH = pytest.mark.parametrize("search", [hard, soft])


@BOTH
@given(tree=TREES, a=VALUES, b=VALUES)
def test_bounded_val_ab(search: Search, tree: Tree, a: Value, b: Value) -> None:
    """In any window, b inf v <= r <= a sup v, and so a sup (r inf b) = a sup (v inf b)."""
    r, v = found(search, tree, a, b), minimax(tree)
    assert at_most(b & v, r)
    assert at_most(r, a | v)
    assert a | (r & b) == a | (v & b)


@BOTH
@given(tree=TREES)
def test_the_full_window_gives_the_value(search: Search, tree: Tree) -> None:
    """In the full window, from the bottom to the top of the lattice, h = s = v."""
    assert found(search, tree) == minimax(tree)


@given(tree=TREES, a=VALUES, b=VALUES)
def test_ab_sup2_clamps_the_value(tree: Tree, a: Value, b: Value) -> None:
    """With clamped leaves, the result is a sup (v inf b), if a <= b."""
    assert found(clamped, tree, a, a | b) == a | (minimax(tree) & (a | b))


@given(tree=TREES, a=VALUES, b=VALUES)
def test_fail_soft_inside_the_window_is_at_most_fail_hard(tree: Tree, a: Value, b: Value) -> None:
    """In any window, s inf b <= h."""
    assert at_most(found(soft, tree, a, b) & b, found(hard, tree, a, b))


@given(tree=TREES, a=VALUES, b=VALUES)
def test_ab_sup_ab_negsup(tree: Tree, a: Value, b: Value) -> None:
    """In a De Morgan algebra, one function can serve both players."""
    assert negamax(negated(tree), a, b) == found(hard, tree, a, b)


# Not theorems


@given(tree=TREES, a=VALUES, b=VALUES)
def test_open_questions_of_the_source_have_no_drawn_counterexample(tree: Tree, a: Value, b: Value) -> None:
    """In windows with a < b, random trees do not refute bounded_ab'_ab and ab_sup3_ab_sup."""
    b |= a
    if a != b:
        s, h = found(soft, tree, a, b), found(hard, tree, a, b)
        assert at_most(b & s, h)
        assert at_most(h, a | s)
        assert found(delayed, tree, a, b) == h


@pytest.mark.parametrize(("search", "tree"), [(hard, [0b001]), (soft, [0b001, [0b010, 0b000]])])
def test_a_result_inside_the_window_may_be_wrong(search: Search, tree: Tree) -> None:
    """Neither `knuth` nor `fishburn` holds: {0} and {1} are not comparable, and the result is beta, their union."""
    assert minimax(tree) == 0b001
    assert found(search, tree, 0b010, 0b011) == 0b011


@pytest.mark.parametrize(
    ("tree", "a", "b"),
    [([0b001, 0b000], 0b010, 0b011), ([[0b101, 0b100], [0b110]], 0b010, 0b110)],
    ids=["smallest", "published"],
)
def test_fail_soft_and_fail_hard_may_search_different_trees(tree: Tree, a: Value, b: Value) -> None:
    """On [{0}, {}] in the window ({1}, {0, 1}), fail-soft does not notice that {0} and alpha together are beta."""
    short, long = visits(hard, tree, a, b), visits(soft, tree, a, b)
    assert short == long[: len(short)]
    assert len(short) < len(long)
