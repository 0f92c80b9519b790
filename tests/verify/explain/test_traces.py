"""A search traced node by node: windows, values proved by the evaluated leaves, and why each node was entered."""

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from prunecheck import FULL, INF, ExplicitTree, Number, Search, Tree, TreeError, Window, from_nested
from prunecheck.catalog import VARIANTS, variant
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import value_by_definition
from prunecheck.report.tree_text import tree_lines
from prunecheck.strategies import trees, windows
from prunecheck.trees.protocol import N
from prunecheck.trees.unfold import unfolded
from prunecheck.verify.budgets import MOST_DRAWN, MOST_FOLLOWED
from prunecheck.verify.counterexamples import LeafStatus
from prunecheck.verify.explain.trace import Path, Trace, VisitKind, elided, trace_search
from searches import CUTS_AT_EQUALITY, PARENTS_BOUND_ONLY, PRUNES_NOTHING


def small(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """`tree` as an explicit tree, unless it is too large to trace."""
    try:
        return unfolded(tree, most_nodes=MOST_DRAWN)
    except TreeError:
        reject()


class Witnessed:
    """Fail-soft alpha-beta with a MAX and a MIN branch that records the window and the result of each call."""

    def __init__(self) -> None:
        """Start without calls."""
        self.calls: dict[object, tuple[Number, Number, Number]] = {}

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        """Search the node, and record the call."""
        found = self.search(tree, node, alpha, beta)
        self.calls[node] = (alpha, beta, found)
        return found

    def search(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
        """The value, up to the first child that causes a cutoff."""
        if tree.is_terminal(node):
            return tree.evaluate(node)
        best: Number = -INF if tree.is_max(node) else INF
        for child in tree.children(node):
            if tree.is_max(node):
                best = max(best, self(tree, child, max(alpha, best), beta))
                if best >= beta:
                    break
            else:
                best = min(best, self(tree, child, alpha, min(beta, best)))
                if best <= alpha:
                    break
        return best


def only_the_last_children(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search that follows the last child of each node to a leaf."""
    while not tree.is_terminal(node):
        node = list(tree.children(node))[-1]
    return tree.evaluate(node)


def entries(trace: Trace, *kinds: VisitKind) -> list[tuple[int, ...]]:
    """The paths of the nodes that were entered for one of these reasons."""
    return [node.path for node in trace.nodes if node.entry in kinds]


@pytest.mark.slow
@given(data=st.data(), tree=trees())
def test_the_trace_has_the_window_of_each_node_that_alpha_beta_visits(
    data: st.DataObject, tree: ExplicitTree[Number]
) -> None:
    """Nodes and windows are compared with those recorded by a search."""
    tree = small(tree)
    search = Witnessed()
    nodes = trace_search(search, tree, data.draw(windows(tree))).nodes
    called = {nth: (alpha, beta) for nth, (alpha, beta, _) in search.calls.items()}
    entered = {nth: node.window for nth, node in enumerate(nodes) if node.entry is VisitKind.ENTERED}
    assert {nth: (window.alpha, window.beta) for nth, window in entered.items()} == called


@pytest.mark.slow
@given(data=st.data(), tree=trees())
def test_fail_soft_returns_what_the_leaves_prove(data: st.DataObject, tree: ExplicitTree[Number]) -> None:
    """A fail high returns the proved lower bound, and a fail low the upper one; otherwise both bounds are equal."""
    tree = small(tree)
    search = Witnessed()
    nodes = trace_search(search, tree, data.draw(windows(tree))).nodes
    for nth, (alpha, beta, found) in ((nth, search.calls[nth]) for nth in range(len(nodes)) if nth in search.calls):
        node = nodes[nth]
        assert found <= alpha or node.lower == found
        assert found >= beta or node.upper == found
        assert node.lower <= value_by_definition(tree, nth) <= node.upper


@pytest.mark.slow
@given(data=st.data(), tree=trees(), name=st.sampled_from(sorted(CUTS_AT_EQUALITY)))
def test_forms_that_satisfy_the_law_cut_off_exactly_where_it_requires(
    data: st.DataObject, tree: ExplicitTree[Number], name: str
) -> None:
    """No node is entered unnecessarily, missed, or cut off too early."""
    tree = small(tree)
    trace = trace_search(CUTS_AT_EQUALITY[name], tree, data.draw(windows(tree)))
    assert entries(trace, VisitKind.NOT_CUT, VisitKind.MISSED) == []
    for node in trace.nodes:
        assert node.status in {None, LeafStatus.LAWFUL}
        assert (node.entry is VisitKind.ENTERED) == (node.status is not None)
        assert (node.entry is not VisitKind.CUT) or node.window.alpha >= node.window.beta


@pytest.mark.slow
@given(data=st.data(), tree=trees(), name=st.sampled_from(sorted(PRUNES_NOTHING)))
def test_minimax_proves_every_value_and_enters_nodes_that_alpha_beta_prunes(
    data: st.DataObject, tree: ExplicitTree[Number], name: str
) -> None:
    """Every node's value is exact; nodes are marked as cut off where fail-soft cuts off first."""
    tree = small(tree)
    window = data.draw(windows(tree))
    trace = trace_search(PRUNES_NOTHING[name], tree, window)
    for nth, node in enumerate(trace.nodes):
        assert node.lower == node.upper == value_by_definition(tree, nth)
    cuts = entries(trace_search(CUTS_AT_EQUALITY["fail_soft"], tree, window), VisitKind.CUT)
    assert entries(trace, VisitKind.NOT_CUT) == cuts


@pytest.mark.slow
@given(data=st.data(), tree=trees(), name=st.sampled_from(sorted(VARIANTS)))
def test_each_leaf_has_the_status_that_the_law_requires(
    data: st.DataObject, tree: ExplicitTree[Number], name: str
) -> None:
    """An evaluated leaf is lawful if A < B, and unnecessary otherwise.

    A leaf that was not evaluated is saved if A < B, and pruned otherwise.

    A variant proves what it returns, so none of its leaves is missed, unless it fails for want of a static value.
    """
    tree = small(tree)
    window = data.draw(windows(tree))
    trace = trace_search(variant(name).search, tree, window)
    nodes, failed = trace.nodes, trace.witness.failure is not None
    for leaf in path_bounds(tree, tree.root):
        node = nodes[leaf.node]
        assert node.path == leaf.path
        if node.reads:
            assert (node.status is LeafStatus.UNNECESSARY) == (not leaf.read(window))
        else:
            assert (node.status is not None) == leaf.read(window)
            assert node.status in {None, LeafStatus.SAVED, *([LeafStatus.MISSED] if failed else [])}


@pytest.mark.slow
@given(data=st.data(), tree=trees())
def test_a_leaf_is_saved_if_the_others_prove_the_value_and_missed_if_not(
    data: st.DataObject, tree: ExplicitTree[Number]
) -> None:
    """A search that is wrong on most trees proves its value on some of them."""
    tree = small(tree)
    window = data.draw(windows(tree))
    places = range(len(tree))
    plain: ExplicitTree[Number] = ExplicitTree(
        map(tree.children, places), tree.values, map(tree.is_max, places)
    )  # no repeated positions
    root, *nodes = trace_search(only_the_last_children, plain, window).nodes
    proved = root.lower == root.upper or root.lower >= window.beta or root.upper <= window.alpha
    left_out = {node.status for node in nodes if not node.children and not node.reads}
    assert left_out <= {None, LeafStatus.SAVED if proved else LeafStatus.MISSED}


@pytest.mark.parametrize(
    ("name", "tree", "saved"),
    [
        ("killers", from_nested([0, [1, 0], [1, 0]]), (2, 0)),
        ("with_memory", ExplicitTree([(1, 2), (), ()], [0, 0, 0], [True, False, False], keys=[0, 1, 1]), (1,)),
    ],
)
def test_a_leaf_that_another_order_or_a_table_makes_unnecessary_is_saved(
    name: str, tree: ExplicitTree[Number], saved: Path
) -> None:
    """Alpha-beta evaluates it; the text explains the word in a legend, and calls no leaf missed."""
    trace = trace_search(variant(name).search, tree)
    assert entries(trace, VisitKind.MISSED) == []
    assert entries(trace, VisitKind.SAVED) == [saved]
    lines = [line.text for line in tree_lines([trace])]
    assert "saved         not evaluated, unlike in alpha-beta, since the other leaves prove the value" in lines


def test_only_a_deep_cutoff_is_missed_by_the_parents_bound_alone() -> None:
    """F1 enters a node that the root's 12 cuts off; the trace names the root's first child as its source."""
    trace = trace_search(PARENTS_BOUND_ONLY, from_nested([[12, 15], [[[10, 0, 0], 11], 0]]))
    assert entries(trace, VisitKind.NOT_CUT) == [(1, 0, 0, 1)]
    assert entries(trace, VisitKind.CUT) == [(1, 1)]
    not_cut = next(node.window for node in trace.nodes if node.entry is VisitKind.NOT_CUT)
    assert (not_cut.alpha, not_cut.alpha_from) == (12, (0,))
    assert (not_cut.beta, not_cut.beta_from) == (10, (1, 0, 0, 0))


@pytest.mark.slow
@given(data=st.data(), tree=trees())
def test_windows_only_narrow(data: st.DataObject, tree: ExplicitTree[Number]) -> None:
    """From a node to its children, and from child to child, bounds never widen, even with missed leaves."""
    nodes = trace_search(only_the_last_children, small(tree), data.draw(windows(tree))).nodes
    for node in nodes:
        outer = node.window
        for inner in (nodes[child].window for child in node.children):
            assert outer.alpha <= inner.alpha
            assert outer.beta >= inner.beta
            outer = inner


@pytest.mark.slow
@pytest.mark.parametrize("search", [only_the_last_children, PRUNES_NOTHING["minimax"]])
@given(data=st.data(), tree=trees())
def test_a_tree_has_the_same_windows_whatever_the_search_evaluates(
    search: Search, data: st.DataObject, tree: ExplicitTree[Number]
) -> None:
    """The windows are those of alpha-beta, which searches in the same window at the root."""
    tree, window = small(tree), data.draw(windows(tree))
    nodes, expected = (trace_search(of, tree, window).nodes for of in (search, variant("fail_soft").search))
    assert [node.window for node in nodes] == [node.window for node in expected]
    assert all(node.window.empty for node in nodes if node.entry in {VisitKind.CUT, VisitKind.NOT_CUT})


@pytest.mark.parametrize("max_at_root", [True, False])
def test_the_first_of_equal_bounds_is_named(max_at_root: bool) -> None:
    """A left sibling that only equals an earlier one is not named as the source of the bound."""
    nodes = trace_search(variant("minimax").search, from_nested([3, 3, 3], max_at_root=max_at_root)).nodes
    assert [node.window.alpha_from if max_at_root else node.window.beta_from for node in nodes[1:]] == [
        None,
        (0,),
        (0,),
    ]


def only_the_second_child(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search that reads the first leaf below the root's second child, and nothing else."""
    node = list(tree.children(node))[1]
    return tree.evaluate(next(iter(tree.children(node))))


def test_a_search_that_misses_leaves_is_shown_with_the_windows_of_alpha_beta() -> None:
    """In [5, [3, 9]] the 5 is missed, so the evaluated leaves prove nothing; alpha-beta prunes the 9 because of it."""
    trace = trace_search(only_the_second_child, from_nested([5, [3, 9]]))
    assert entries(trace, VisitKind.MISSED) == [(0,)]
    assert entries(trace, VisitKind.CUT) == [(1, 1)]
    assert trace.nodes[0].lower == -INF
    assert trace.nodes[0].upper == INF


def reads_all_twice(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """A search that reads each leaf of a tree of one ply twice, from right to left, and returns the best."""
    children = list(tree.children(node))[::-1]
    return max(tree.evaluate(child) for child in children * 2)


def test_a_leaf_evaluated_twice_is_one_node_with_two_visits() -> None:
    """The status of the leaf is that of the later evaluation."""
    nodes = trace_search(reads_all_twice, from_nested([1, 2])).nodes
    assert [node.reads for node in nodes] == [4, 2, 2]
    assert [node.status for node in nodes] == [LeafStatus.LAWFUL, LeafStatus.REPEATED, LeafStatus.REPEATED]


def test_a_shared_position_is_listed_where_the_sharing_begins() -> None:
    """A shared node has the same key in all places; shared nodes below it are not listed again."""
    shared = [1, 2]
    nodes = trace_search(variant("minimax").search, from_nested([shared, [shared, 3]])).nodes
    assert [node.path for node in nodes if node.shared] == [(0,), (1, 0)]
    assert len({node.key for node in nodes if node.shared}) == 1


def test_a_tree_of_more_than_thirty_thousand_nodes_is_refused() -> None:
    """The error suggests a depth at which there are fewer nodes."""
    tree = from_nested([[0] * MOST_FOLLOWED])
    with pytest.raises(TreeError, match=r"more than 30,000 nodes.*use a part of it, or cut it at a depth"):
        trace_search(variant("minimax").search, tree)
    with pytest.raises(TreeError, match="use a depth of at most 1"):
        trace_search(variant("minimax").search, tree, depth=2)
    with_values = tree.replaced(values=[0] * len(tree))
    assert len(trace_search(variant("minimax").search, with_values, depth=1).nodes) == 2


def test_a_shared_tree_is_measured_along_its_paths() -> None:
    """Sixteen plies of one shared pair each are 16 positions and 131,071 paths."""
    nested: object = 1
    for _ in range(16):
        nested = [nested, nested]
    with pytest.raises(TreeError, match="more than 30,000 nodes"):
        trace_search(variant("minimax").search, from_nested(nested))


def test_a_search_to_a_depth_is_traced_in_the_cut_tree() -> None:
    """Nodes at the depth are leaves with their static values; reads below it are counted separately."""
    tree = from_nested([[3, 5], [2, 9]]).replaced(values=[0, 4, 3, 5, 7, 2, 9])
    trace = trace_search(variant("fail_soft").search, tree, depth=1)
    assert [(node.path, node.value) for node in trace.nodes] == [((), None), ((0,), 4), ((1,), 7)]
    assert (trace.witness.found, trace.leaves, trace.evaluated, trace.beyond) == (7, 2, 2, 0)


def test_the_best_line_takes_the_first_of_equally_good_children() -> None:
    """Each child on the line has the value of its parent."""
    nodes = trace_search(variant("fail_soft").search, from_nested([[1, 2], [3, 3], [3]])).nodes
    assert [node.path for node in nodes if node.best] == [(), (1,), (1, 0)]


def test_a_large_trace_is_elided_to_its_top() -> None:
    """All leaves are accounted for: those that are not drawn are counted at the nodes above them."""
    nested: object = 0
    for _ in range(6):
        nested = [nested, nested, nested]
    whole = trace_search(variant("fail_soft").search, from_nested(nested))
    top = elided(whole)
    assert len(whole.nodes) == 1093
    assert len(top.nodes) == 40
    assert (top.leaves, top.evaluated) == (whole.leaves, whole.evaluated) == (729, 53)
    assert elided(top) is top


def test_a_search_is_traced_in_the_full_window_by_default() -> None:
    """The root has the window of the search."""
    tree = from_nested([1, 2])
    assert trace_search(variant("f2").search, tree).witness.window == FULL
    root = trace_search(variant("f2").search, tree, Window(0, 1)).nodes[0]
    assert (root.window.alpha, root.window.beta) == (0, 1)
