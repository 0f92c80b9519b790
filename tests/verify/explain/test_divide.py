"""`divide` walks to a node with a wrong result whose children are correct, and reports only that node."""

from functools import cache

import pytest
from hypothesis import given, settings

import form_mutants as plain_bugs
import table_mutants as bugs_with_tables
from mutant_registry import MUTANTS
from prunecheck import FULL, INF, ExplicitTree, Number, Tree, Window, from_nested
from prunecheck.catalog import VARIANTS
from prunecheck.contracts.value import EXACT, KNUTH
from prunecheck.oracle.minimax import value
from prunecheck.report.divide_text import division_lines
from prunecheck.strategies import trees
from prunecheck.trees.explicit import build
from prunecheck.trees.protocol import N
from prunecheck.trees.search import AnySearch, value_of
from prunecheck.verify.explain.divide import Departure, NodeCall, NotCalled, Terms, divide_tree
from prunecheck.verify.hunt.drawn_trees import hunt
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge

TABLED = "bound_kept_as_exact"
BUGS = [
    name
    for name, bug in MUTANTS.items()
    if bug.caught_by in {KNUTH, EXACT}
    and (bug.within <= 300 or name == TABLED)
    and any(hasattr(module, name) for module in (plain_bugs, bugs_with_tables))
]


def first_child_of_min(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A bug: MIN takes its first child."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    found = [first_child_of_min(tree, child, alpha, beta) for child in tree.children(node)]
    return max(found) if tree.is_max(node) else found[0]


@cache
def wrong_tree(name: str) -> ExplicitTree[Number]:
    """A random tree on which a mutant violates its contract."""
    bug = MUTANTS[name]
    judge = TreeJudge(bug.search, (Charge(bug.caught_by),))
    hunt([judge], examples=bug.within, seed_number=0, drawn_from=trees(static_values=False))
    tree, _ = judge.refuted[bug.caught_by.name]
    return tree


def departure(*found: Departure | None) -> Departure:
    """The only departure in this list."""
    (only,) = found
    assert only is not None
    return only


@pytest.mark.slow_cases("bound_kept_as_exact")
@pytest.mark.parametrize("name", BUGS)
def test_a_bug_is_wrong_at_the_node_and_right_at_its_children(name: str) -> None:
    """Every call on the path violates its contract, no call of a child does, and the true values are the oracle's."""
    tree = wrong_tree(name)
    at = departure(divide_tree(MUTANTS[name].search, tree).departure)
    for call in at.way:
        assert call.found is None or not KNUTH.holds(call.found, call.truth, call.window)
    for child in at.children:
        assert not isinstance(child, NodeCall) or child.right
    assert at.call.truth == value(at.subtree, at.subtree.root)
    assert [child.truth for child in at.children] == [
        value(at.subtree, child) for child in at.subtree.children(at.subtree.root)
    ]


@given(tree=trees(extreme_values=False, static_values=False))
@settings(max_examples=100)
def test_a_bug_of_min_is_found_at_the_lowest_node_on_the_path(tree: ExplicitTree[Number]) -> None:
    """If MIN takes its first child, the walk ends at a MIN node whose first child is not its best."""
    found = divide_tree(first_child_of_min, tree, terms=Terms(window=False))
    if found.departure is None:
        assert first_child_of_min(tree, tree.root, -INF, INF) == value(tree, tree.root)
        return
    at = found.departure
    assert not at.subtree.is_max(at.subtree.root)
    assert at.children[0].truth > at.call.truth
    node = tree.root
    for step in at.path:
        node = tree.children(node)[step]
    assert value(tree, node) == at.call.truth


@given(tree=trees(extreme_values=False, static_values=False))
@settings(max_examples=50)
def test_a_search_that_satisfies_knuth_is_right_at_every_root(tree: ExplicitTree[Number]) -> None:
    """`divide` finds nothing wrong with a search that satisfies `knuth`, in any window."""
    found = divide_tree(VARIANTS["fail_soft"].search, tree)
    assert found.departure is None
    assert found.windows[0] == FULL


def test_a_child_is_called_in_the_window_that_alpha_beta_passes() -> None:
    """After a child worth 3, MAX's next child is called in (3, inf); after one worth 5, MIN's next one below 5."""

    def worth_less(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        right = value_of(VARIANTS["fail_soft"].search(tree, node, alpha, beta))
        return right - 1 if tree.is_max(node) and not tree.is_terminal(node) else right

    assert windows_of_children(worth_less, [[3, 5], [2, 9]], FULL) == [FULL, Window(3, INF)]
    assert windows_of_children(first_child_of_min, [[5, 3]], Window(4, INF)) == [Window(4, INF), Window(4, 5)]


def windows_of_children(search: AnySearch, nested: object, window: Window[Number]) -> list[Window[Number]]:
    """The windows in which the children of the departure's node were called."""
    at = departure(divide_tree(search, from_nested(nested), [window]).departure)
    return [child.window for child in at.children if isinstance(child, NodeCall)]


def test_the_children_that_alpha_beta_cuts_off_are_not_called() -> None:
    """The first child gives the root the value 7, in a window that ends at 4."""

    def always_zero(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return tree.evaluate(node) if tree.is_terminal(node) else 0

    at = departure(divide_tree(always_zero, from_nested([7, 9]), [Window(1, 4)]).departure)
    assert at.children == (NodeCall(0, Window(1, 4), 7, None, 7, right=True), NotCalled(1, 9))


def test_only_the_window_explains_a_node_that_is_right_in_the_full_one() -> None:
    """A window that is not negated for MIN is harmless as long as it is the full window."""
    name = "window_not_turned_for_min"
    tree = wrong_tree(name)
    found = divide_tree(MUTANTS[name].search, tree)
    at = departure(found.departure)
    assert at.call.window != FULL
    assert at.window_explains
    assert divide_tree(MUTANTS[name].search, tree, [FULL]).departure is None
    (last,) = [line for line in division_lines("bug", found) if line.startswith("  so")]
    assert f"and only wrong in the window {at.call.window}" in last


def test_an_error_is_a_departure() -> None:
    """The departure is the first failing node whose children can be searched."""

    def fails_at_threes(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        if tree.is_terminal(node):
            return tree.evaluate(node)
        below = list(tree.children(node))
        if len(below) == 3:
            raise KeyError("no third")
        best = max if tree.is_max(node) else min
        return best(fails_at_threes(tree, child, alpha, beta) for child in below)

    at = departure(divide_tree(fails_at_threes, from_nested([1, [2, [3, 4, 5]]])).departure)
    assert at.path == (1, 1)
    assert str(at.call.failure) == "KeyError: 'no third'"
    assert len(at.way) == 3


def test_an_endless_search_is_stopped() -> None:
    """The search exceeds the limit on calls to positions, which is reported as its error."""

    def asks_for_ever(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        while not tree.is_terminal(node):
            pass
        return tree.evaluate(node)

    at = departure(divide_tree(asks_for_ever, from_nested([1, 2])).departure)
    assert at.path == ()
    assert "stopped after" in str(at.call.failure)


def test_a_depth_limit_decreases_along_the_walk() -> None:
    """If the root is searched to two plies, a child is searched to one; values at the limit are static."""
    tree = build([[1, 2], [3, 4], [], [5], [], []], [0, 1, 4, 6, 2, 9])  # [[[9], 2], 4]; the static value of [9] is 6
    at = departure(divide_tree(first_child_of_min, tree, depth=2, terms=Terms(window=False)).departure)
    assert (at.path, at.depth, str(at.subtree)) == ((0,), 1, "[[9], 2]")
    assert (at.call.found, at.call.truth) == (6, 2)
    whole = departure(divide_tree(first_child_of_min, tree, terms=Terms(window=False)).departure)
    assert (whole.path, whole.depth, whole.call.found) == ((0,), None, 9)
    assert divide_tree(first_child_of_min, tree, depth=0).departure is None


def test_a_shared_node_is_reported_by_the_path_on_which_it_is_wrong() -> None:
    """One list is right at a MAX node and wrong at two MIN nodes."""
    again = [4, 1]
    found = divide_tree(first_child_of_min, from_nested([again, [again, again]], max_at_root=False), [FULL])
    assert departure(found.departure).path == (1, 0)


@pytest.mark.slow
def test_repeated_positions_below_the_node_are_reported() -> None:
    """The bug is in a table and only shows with shared positions; each child alone is right."""
    found = divide_tree(MUTANTS[TABLED].search, wrong_tree(TABLED))
    assert departure(found.departure).subtree.shared
    assert any("ome positions below this node occur twice" in line for line in division_lines("bug", found))


def test_a_long_path_and_many_children_are_shortened() -> None:
    chain: object = [*range(40, 0, -1)]
    for _ in range(60):
        chain = [chain]
    lines = list(division_lines("bug", divide_tree(first_child_of_min, from_nested(chain, max_at_root=False), [FULL])))
    assert any("more nodes above, all of them wrong" in line for line in lines)
    assert any("more children" in line for line in lines)
    assert len(lines) < 70


@given(tree=trees(extreme_values=False, static_values=False))
@settings(max_examples=50)
def test_a_path_that_skips_nodes_names_nodes_of_one_player(tree: ExplicitTree[Number]) -> None:
    """The path contains nodes of the root player only, or ends at a leaf."""
    found = divide_tree(first_child_of_min, tree, terms=Terms(window=False, roots_player=True))
    if found.departure is None:
        return
    at, node = found.departure, tree.root
    for call in at.way[1:]:
        for step in (*call.via, call.nth):
            node = tree.children(node)[step]
        assert tree.is_max(node) == tree.is_max(tree.root) or tree.is_terminal(node)
    assert all(child.right for child in at.children if isinstance(child, NodeCall))
    assert value(tree, node) == at.call.truth


def test_a_call_that_runs_out_of_memory_is_reported_as_in_a_verdict() -> None:
    """The error itself has an empty message."""

    def greedy(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        raise MemoryError

    departure = divide_tree(greedy, from_nested([1, 2]), [FULL]).departure
    assert departure is not None
    assert str(departure.way[0].failure) == "out of memory"
