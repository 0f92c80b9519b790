"""The oracle: minimax written twice, the path-bound law and the fewest leaves, compared with their definitions."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import FULL, INF, ExplicitTree, Number, Tree, TreeError, Window, from_nested
from prunecheck.catalog import VARIANTS, Need, Variant
from prunecheck.catalog.memory import MEMORY
from prunecheck.catalog.null_windows import MTD
from prunecheck.oracle.fewest_leaves import fewest_leaves
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import best_moves, value, value_by_definition, values
from prunecheck.strategies import trees, windows
from prunecheck.trees.explicit import build
from prunecheck.trees.games.tictactoe import Board, TicTacToe
from prunecheck.trees.protocol import N
from prunecheck.trees.small import Shape, filled, shapes, weak_orders
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import order_distinct_windows
from trees_by_size import small_cases

Ranks: TypeAlias = tuple[int, ...]
SMALL = [(leaves, singles) for leaves in (1, 2, 3, 4) for singles in (0, 1)]


@cache
def small_tree(shape: Shape, ranks: Ranks, max_at_root: bool) -> ExplicitTree[Number]:
    """The tree of that shape with those leaves."""
    return from_nested(filled(shape, iter(ranks)), max_at_root=max_at_root)


def small_trees(leaves: int, singles: int) -> Iterator[ExplicitTree[Number]]:
    """Every shape of that size, with every order of its leaves and either player at the root."""
    for shape in shapes(leaves, single_children=singles):
        for ranks in weak_orders(leaves):
            for max_at_root in (True, False):
                yield small_tree(shape, ranks, max_at_root)


def agree(tree: Tree[N, Number]) -> None:
    """Assert that both minimaxes give the same value for each node."""
    for node, found in values(tree, tree.root).items():
        assert found == value_by_definition(tree, node)


@pytest.mark.slow_cases("4-1")
@pytest.mark.parametrize(("leaves", "singles"), SMALL)
def test_both_minimaxes_agree_on_all_small_trees(leaves: int, singles: int) -> None:
    """The trees have up to 4 leaves and at most one single child, in all shapes and orders, for both players."""
    for tree in small_trees(leaves, singles):
        agree(tree)


@given(trees())
def test_both_minimaxes_agree_on_drawn_trees(tree: ExplicitTree[Number]) -> None:
    """With shared nodes, each distinct node has one value, whichever path leads to it."""
    agree(tree)
    assert len(values(tree, tree.root)) == len(tree)


def test_both_minimaxes_agree_on_tic_tac_toe() -> None:
    """The game is a draw, and every board after five moves has one value."""
    game = TicTacToe(sooner=True)
    known = values(game, game.root)
    assert known[game.root] == 0
    assert len(known) == 5478  # the reachable positions
    assert all(known[board] == value_by_definition(game, board) for board in known if sum(board).bit_count() >= 5)


def test_minimax_only_compares_values() -> None:
    """Infinities are ordinary values, even if a tree has no other values."""
    tree = from_nested([[-INF, -INF], [-INF]])
    assert value(tree, tree.root) == -INF


@given(trees())
def test_the_best_moves_are_the_children_with_the_value_of_the_node(tree: ExplicitTree[Number]) -> None:
    """All of the best moves are returned, in child order; a leaf has none."""
    for node in range(len(tree)):
        truth = value_by_definition(tree, node)
        below = [value_by_definition(tree, child) for child in tree.children(node)]
        assert best_moves(tree, node) == [nth for nth, score in enumerate(below) if score == truth]


def test_every_opening_of_tic_tac_toe_draws() -> None:
    """All nine first moves are best; the only best answer to a corner is the centre."""
    game = TicTacToe()
    assert best_moves(game, game.root) == list(range(9))
    assert [list(game.children((1, 0)))[nth] for nth in best_moves(game, (1, 0))] == [(1, 1 << 4)]


class Faulty(TicTacToe):
    """Tic-tac-toe in which the second move, in the first free cell, leads to `wrong` boards."""

    def __init__(self, wrong: list[Board]) -> None:
        """Start with `wrong`, which replaces the children of that board."""
        super().__init__()
        self.wrong = wrong

    def children(self, node: Board, /) -> Iterator[Board]:
        """The wrong boards at one node, and the correct ones elsewhere."""
        return iter(self.wrong) if node == (0b01, 0b10) else super().children(node)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ([], r"^\[0\]\[0\] has no children and is not terminal.*; give it one or a child$"),
        ([(0, 0)], r"^\[0\]\[0\]\[0\] is one of its own ancestors.*; search it with a depth limit$"),
        ([(0b101, 0b10), (0b01, 0b10)], r"^\[0\]\[0\]\[1\] is one of its own ancestors.*; search it with a depth"),
    ],
    ids=["no children", "back to the root", "back to itself"],
)
def test_a_tree_without_a_value_is_refused_with_the_path(wrong: list[Board], message: str) -> None:
    """Every function that needs values refuses a cycle, and a node with neither children nor a value."""
    tree = Faulty(wrong)
    with pytest.raises(TreeError, match=message):
        values(tree, tree.root)
    with pytest.raises(TreeError, match=message):
        next(path_bounds(tree, tree.root))
    with pytest.raises(TreeError, match=message):
        fewest_leaves(tree, FULL)


def bounds_by_definition(
    tree: ExplicitTree[Number], node: int, alpha: Number, beta: Number
) -> Iterator[tuple[int, Number, Number]]:
    """Each leaf below `node`, with its bounds A and B by the definition of the law."""
    if tree.is_terminal(node):
        yield node, alpha, beta
        return
    children = tree.children(node)
    for nth, child in enumerate(children):
        left = [value_by_definition(tree, sibling) for sibling in children[:nth]]
        if tree.is_max(node):
            yield from bounds_by_definition(tree, child, max([alpha, *left]), beta)
        else:
            yield from bounds_by_definition(tree, child, alpha, min([beta, *left]))


def the_law_holds(tree: ExplicitTree[Number], given_windows: list[Window[Number]]) -> None:
    """Assert that the results of `path_bounds` agree with the definition of A and B, and of the evaluated leaves."""
    found = list(path_bounds(tree, tree.root))
    for leaf in found:
        node = tree.root
        for step in leaf.path:
            node = tree.children(node)[step]
        assert (leaf.node, leaf.value) == (node, tree.evaluate(node))
    for window in given_windows:
        wanted = list(bounds_by_definition(tree, tree.root, window.alpha, window.beta))
        assert [(leaf.node, leaf.lower(window), leaf.upper(window)) for leaf in found] == wanted
        assert [leaf.read(window) for leaf in found] == [low < high for _, low, high in wanted]
        assert [leaf.read_strictly(window) for leaf in found] == [low <= high for _, low, high in wanted]


@pytest.mark.slow_cases("4-0")
@pytest.mark.parametrize(("leaves", "singles"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0)])
def test_the_law_agrees_with_its_definition_on_all_small_trees(leaves: int, singles: int) -> None:
    """A and B of every leaf are compared, in every distinct window for ranks 0 to 3."""
    ends = list(order_distinct_windows(range(leaves)))
    for tree in small_trees(leaves, singles):
        the_law_holds(tree, ends)


@given(trees(), st.data())
def test_the_law_agrees_with_its_definition_on_drawn_trees(tree: ExplicitTree[Number], data: st.DataObject) -> None:
    """Shared leaves have bounds for each path to them."""
    the_law_holds(tree, [data.draw(windows(tree))])


def own_bounds(tree: ExplicitTree[Number], path: tuple[int, ...]) -> list[Number | None]:
    """For each step of a path, the best value among the left siblings, for the player who takes the step."""
    found: list[Number | None] = []
    node = tree.root
    for step in path:
        children = tree.children(node)
        left = [value_by_definition(tree, sibling) for sibling in children[:step]]
        found.append((max(left) if tree.is_max(node) else min(left)) if left else None)
        node = children[step]
    return found


@given(trees())
def test_neighbouring_levels_are_distinguished(tree: ExplicitTree[Number]) -> None:
    """`at_root` is the root's own bound; neighbours cross if MAX's bound is not below MIN's on the next level.

    `siblings_cross` is only true if both of these bounds are values of left siblings.
    """
    for leaf in path_bounds(tree, tree.root):
        own = own_bounds(tree, leaf.path)
        assert (leaf.at_root.value if leaf.at_root else None) == (own[0] if own else None)
        crossed = both_crossed = False
        for nth, (above, here) in enumerate(pairwise([None, *own])):  # the opponent has no bound above the root
            low, high = (here, above) if tree.is_max(tree.root) is (nth % 2 == 0) else (above, here)
            crossed |= (-INF if low is None else low) >= (INF if high is None else high)
            both_crossed |= low is not None and high is not None and low >= high
        assert leaf.neighbours_cross is crossed
        assert leaf.siblings_cross is both_crossed


@pytest.mark.parametrize(
    ("window", "text"),
    [
        (FULL, "alpha 12 from [0] >= beta 10 from [1][0][0][0]"),
        (Window(20, 30), "alpha 20 >= beta 10 from [1][0][0][0]"),
        (Window(0, 5), "alpha 12 from [0] >= beta 5"),
        (Window(12, 13), "alpha 12 from [0] >= beta 10 from [1][0][0][0]"),
    ],
    ids=str,
)
def test_the_law_explains_a_leaf(window: Window[Number], text: str) -> None:
    """The explanation says where both bounds come from: the path of a left sibling, or the end of the window."""
    tree = from_nested([12, [[[10, 11]]]])
    *_, last = path_bounds(tree, tree.root)
    assert last.explain(window) == text


def test_the_law_explains_the_first_leaf() -> None:
    """The bounds of the first leaf are the ends of the window."""
    tree = from_nested([3])
    (leaf,) = path_bounds(tree, tree.root)
    assert leaf.explain(FULL) == "alpha -inf < beta inf"


def minimax_of(shape: Shape, leaves: Iterator[Number], is_max: bool) -> Number:
    """The value of a shape with these leaves."""
    if not shape:
        return next(leaves)
    below = [minimax_of(child, leaves, not is_max) for child in shape]
    return max(below) if is_max else min(below)


@cache
def knowledge(shape: Shape, ranks: Ranks, is_max: bool) -> list[tuple[int, Number, Number]]:
    """For each set of leaves, smallest first: its size, and the least and greatest possible values of the root."""
    found = []
    for size in range(len(ranks) + 1):
        for read in combinations(range(len(ranks)), size):
            low, high = (
                minimax_of(shape, iter([rank if nth in read else other for nth, rank in enumerate(ranks)]), is_max)
                for other in (-INF, INF)
            )
            found.append((size, low, high))
    return found


@pytest.mark.slow_cases("4-0", "3-1")
@pytest.mark.parametrize(("leaves", "singles"), [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0)])
def test_no_smaller_set_of_leaves_proves_the_result(leaves: int, singles: int) -> None:
    """The smallest set that proves >= beta, <= alpha or the value v equals `fewest_leaves`."""
    for shape, ranks, alpha, beta in small_cases(leaves, single_children=singles):
        for max_at_root in (True, False):
            sizes = (
                size
                for size, low, high in knowledge(shape, ranks, max_at_root)
                if low >= beta or high <= alpha or low == high
            )
            assert fewest_leaves(small_tree(shape, ranks, max_at_root), Window(alpha, beta)) == next(sizes)


@given(trees(), st.data())
def test_the_fewest_leaves_of_a_shared_tree_are_counted_path_by_path(
    tree: ExplicitTree[Number], data: st.DataObject
) -> None:
    """The count equals that of the unfolded tree, also below any other node."""
    window = data.draw(windows(tree))
    assert fewest_leaves(tree, window) == fewest_leaves(unfolded(tree), window)


def test_a_leaf_shared_by_two_paths_counts_twice() -> None:
    """MIN is to move, so that a proof must cover both paths to the leaf."""
    tree = build([[1, 1], []], [None, 0], max_at_root=True)
    assert fewest_leaves(tree, FULL) == 2


REMEMBERS = {row.name for row in (*MTD, *MEMORY)}
SEARCHED_AS_IT_IS = {name: row for name, row in VARIANTS.items() if Need.STATIC_VALUES not in row.needs}


@pytest.mark.fast_cases("fail_soft", "f1", "minimax", "principal_line")
@pytest.mark.parametrize("variant", SEARCHED_AS_IT_IS.values(), ids=SEARCHED_AS_IT_IS)
@given(data=st.data())
def test_no_form_evaluates_fewer_leaves(variant: Variant, data: st.DataObject) -> None:
    """`fewest_leaves` is a lower bound in every window; for a search with a memory, only if no position is repeated."""
    tree = data.draw(trees(shared=False) if variant.name in REMEMBERS else trees())
    window = data.draw(windows(tree))
    log = recorded(tree)
    variant.search(log, tree.root, window.alpha, window.beta)
    assert len(log.leaves) >= fewest_leaves(tree, window)


def test_fewest_leaves_works_below_a_node_and_on_a_view() -> None:
    """In (3, 9), one leaf refutes the MIN node [2, 9]; tic-tac-toe cut at one ply needs all nine boards."""
    tree = from_nested([[3, 5], [2, 9]])
    assert fewest_leaves(tree, Window(3, 9), node=tree.children(tree.root)[1]) == 1
    assert fewest_leaves(cut(TicTacToe(), 1), Window(-1, 1)) == 9
