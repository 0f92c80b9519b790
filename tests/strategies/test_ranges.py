"""Ranges of values: trees fitted into a range keep their order, and all declared values are drawn."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prunecheck import INF, from_nested
from prunecheck.strategies import Range, trees
from prunecheck.strategies.encoding import SCALES, WITHIN_BOUNDS
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.verify.corpus import trees_of_range

RANGES = [
    Range("int", -1_000_000, 1_000_000),
    Range("int", -1, 1),
    Range("int", 1, 50, mover=True),
    Range("int", 7, 7),
    Range("int", 10**40, 10**40 + 9, infinities=True),
    Range("float", -1.0, 1.0, infinities=True),
    Range("float", 1e300, 1.7976931348623157e308),
    Range("fraction", 0, Fraction(1, 3), mover=True),
    Range("fraction", -(10**400), 10**400, infinities=True),
    Range("fraction", 10**400, 10**401),
]


def sent(tree: ExplicitTree[Number], declared: Range) -> list[Number]:
    """All values of the tree, as they are sent."""
    known = [(node, tree.static_value(node)) for node in range(len(tree))]
    return [-v if declared.mover and not tree.is_max(node) else v for node, v in known if v is not None]


@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("declared", RANGES, ids=str)
@given(data=st.data())
def test_drawn_values_are_in_the_range(declared: Range, data: st.DataObject) -> None:
    """Leaves and interior nodes are checked, also if values are sent for the side to move."""
    tree = data.draw(trees(within=declared, large_values=declared.room_for(120_000)))
    assert all(map(declared.has, sent(tree, declared)))


@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("declared", RANGES, ids=str)
@given(tree=trees())
def test_a_tree_fitted_into_a_range_keeps_its_shape_and_order(declared: Range, tree: ExplicitTree[Number]) -> None:
    """Greater values stay greater, or become equal if the range has fewer values; finite values stay finite."""
    found = declared.brought_inside(tree)
    before, after = sent(tree, declared), sent(found, declared)
    assert all(map(declared.has, after))
    pairs = sorted(zip(before, after, strict=True))
    assert [pair for _, pair in pairs] == sorted(after)
    assert [found.children(node) for node in range(len(tree))] == [tree.children(node) for node in range(len(tree))]
    assert [found.key(node) for node in range(len(tree))] == [tree.key(node) for node in range(len(tree))]


@pytest.mark.parametrize("declared", RANGES, ids=str)
def test_the_trees_of_declared_values_are_in_range(declared: Range) -> None:
    """All trees are in range after fitting, and the first tree has values at the ends of the range."""
    found = [declared.brought_inside(tree) for tree in trees_of_range(declared)]
    assert all(declared.has(value) for tree in found for value in sent(tree, declared))
    assert {declared.least, declared.greatest} <= set(sent(found[0], declared)) or declared.mover
    assert any(INF in tree.leaf_values for tree in found) is declared.infinities


def test_a_program_without_a_declared_range_gets_the_usual_whole_numbers() -> None:
    """The program gets the same trees as before ranges were introduced."""
    usual = Range("int", -1_000_000, 1_000_000)
    assert usual.scales(large=True) == WITHIN_BOUNDS
    assert Range("int", -100, 100).scales(large=False) == ()
    tree = from_nested([[30_000, 5], [-30_000, 0]])
    assert usual.brought_inside(tree) is tree


@pytest.mark.parametrize("declared", RANGES, ids=str)
@pytest.mark.parametrize("large", [True, False])
def test_there_are_no_more_scales_than_marks_for_them(declared: Range, large: bool) -> None:
    """A sixth scale would never be drawn."""
    assert len(declared.scales(large=large)) <= len(SCALES)


def test_values_are_shifted_before_they_are_spread_out() -> None:
    """Neighbouring values stay neighbours if there is room."""
    assert str(Range("int", 1, 50).brought_inside(from_nested([[-3, 0], [-2, 3]]))) == "[[1, 4], [2, 7]]"
    assert str(Range("int", 1, 5).brought_inside(from_nested([[-3, 0], [-2, 3]]))) == "[[1, 3], [2, 5]]"
    assert str(Range("int", 0, 1).brought_inside(from_nested([[-3, 0], [-2, 3]]))) == "[[0, 0], [0, 1]]"
