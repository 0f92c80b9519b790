"""Deeper entries explain the same values in a graph of positions as in a tree, in which positions may be repeated."""

from hypothesis import given, settings
from hypothesis import strategies as st

from prunecheck import ExplicitTree
from prunecheck.oracle.deeper_entries import DeeperEntries
from prunecheck.oracle.minimax import value
from prunecheck.oracle.searched_positions import SearchedPositions
from prunecheck.strategies import trees
from prunecheck.trees.protocol import Number
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut


class Wait:
    """Nodes are plies left: MAX takes 2 at once, or waits one ply in the same position; at 0 plies it gets 1."""

    root = 3

    def children(self, node: int, /) -> list[int]:
        """The leaf worth 2, and the same position with one ply less."""
        return [-1, node - 1]

    def is_terminal(self, node: int, /) -> bool:
        """True if no plies are left."""
        return node <= 0

    def evaluate(self, node: int, /) -> Number:
        """The value 1 for the position itself."""
        return 2 if node < 0 else 1

    def is_max(self, node: int, /) -> bool:
        """MAX is always to move."""
        return True

    def key(self, node: int, /) -> int:
        """One key for the position, and another for the leaf."""
        return min(node, 0)


def with_static_values(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """The unfolded tree, with a static value at each interior position."""
    plain = unfolded(tree)
    values = [plain.key(node) % 5 - 2 if held is None else held for node, held in enumerate(plain.values)]
    return plain.replaced(values=values)


@settings(max_examples=30)
@given(tree=trees(), depths=st.integers(1, 4))
def test_a_tree_searched_to_all_depths_explains_the_same_values(tree: ExplicitTree[Number], depths: int) -> None:
    """The recursive form is right for trees whose positions cannot recur below themselves."""
    plain = with_static_values(tree)
    known = DeeperEntries(plain)
    positions = SearchedPositions(cut(plain, depths), lambda node: node[1])
    for depth in range(1, depths + 1):
        known.searched(plain.root, depth)
        assert positions.searched((plain.root, depth)) == value(cut(plain, depth), (plain.root, depth))
    for depth in range(1, depths + 1):
        low, high = positions.span((plain.root, depth))
        expected = known.span(plain.root, depth)
        assert expected is not None
        assert expected[0] <= low <= value(cut(plain, depth), (plain.root, depth)) <= high <= expected[1]


def test_a_position_below_itself_may_have_its_own_deeper_value() -> None:
    """No shallower search explains the value, since the value is 1 if MAX waits to the end."""
    known = SearchedPositions(Wait(), lambda node: node)
    assert [known.searched(depth) for depth in (0, 1)] == [1, 2]
    assert known.span(1) == (2, 2)
    assert known.span(0) == (1, 2)


class Passed:
    """Nodes are plies left: MAX gets 2, or leaves the same position to MIN, who must take 4."""

    root = 2

    def children(self, node: int, /) -> list[int]:
        """The leaf, and the same position with MIN to move."""
        return [-2, 1] if node == 2 else [-4]

    def is_terminal(self, node: int, /) -> bool:
        """True for the two leaves."""
        return node < 0

    def evaluate(self, node: int, /) -> Number:
        """MAX's value of a leaf."""
        return -node

    def is_max(self, node: int, /) -> bool:
        """MAX moves first."""
        return node != 1

    def key(self, node: int, /) -> int:
        """One key for the position, and one for each leaf."""
        return min(node, 0)


def test_values_of_the_side_to_move_make_one_position_of_both_sides() -> None:
    """The entry 4 of the deeper search, with MAX to move, is -4 for MAX if it answers the search with MIN to move."""
    for sign, spans in ((lambda node: 1, [(4, 4), (4, 4)]), (lambda node: -1 if node == 1 else 1, [(2, 4), (-4, 4)])):
        known = SearchedPositions(Passed(), lambda node: node, sign)
        assert known.searched(2) == 4
        assert [known.span(2), known.span(1)] == spans
