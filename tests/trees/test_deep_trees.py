"""Depth has no limit: 100,000 plies, or 100,000 children, work everywhere except in recursive forms."""

import tracemalloc
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any, TypeAlias

import pytest

from prunecheck import FULL, INF, ExplicitTree, Number, PreconditionError, Tree, TreeError, Window, from_nested
from prunecheck.catalog import VARIANTS, Need
from prunecheck.oracle.fewest_leaves import fewest_leaves
from prunecheck.oracle.law import path_bounds
from prunecheck.oracle.minimax import best_moves, value, values
from prunecheck.trees.explicit import build
from prunecheck.trees.json import dumps, loads
from prunecheck.trees.nested import to_nested
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.mirrored import mover, negated
from prunecheck.trees.views.ordered import ordered
from prunecheck.trees.views.recorded import recorded
from prunecheck.variants.call_forms import for_mover, guarded
from prunecheck.variants.forms.explicit_stack import explicit_stack
from prunecheck.variants.forms.f2 import f2

DEEP = 100_000
AnyTree: TypeAlias = Tree[Any, Number]


def comb_leaf(ply: int) -> int:
    """The value of the leaf beside the spine at that ply."""
    return ply * 37 % 101 - 50


@cache
def chain_lists() -> object:
    """The leaf 7 inside 100,000 nested lists."""
    nested: object = 7
    for _ in range(DEEP):
        nested = [nested]
    return nested


def comb_lists(plies: int) -> object:
    """A leaf and a deeper comb at each ply."""
    nested: object = comb_leaf(plies)
    for ply in reversed(range(plies)):
        nested = [comb_leaf(ply), nested]
    return nested


def comb_value(plies: int) -> int:
    """The value of the comb, computed from its end."""
    found = comb_leaf(plies)
    for ply in reversed(range(plies)):
        found = (min if ply % 2 else max)(comb_leaf(ply), found)
    return found


@cache
def diamonds() -> ExplicitTree[Number]:
    """Each node has the next one twice as a child: 2 ** 100,000 paths to one leaf."""
    nested: object = [5]
    for _ in range(DEEP - 1):
        nested = [nested, nested]
    return from_nested(nested)


@cache
def chain() -> ExplicitTree[Number]:
    """100,000 single children above a leaf."""
    return from_nested(chain_lists())


@cache
def comb() -> ExplicitTree[Number]:
    """A leaf at each of 100,000 plies."""
    return from_nested(comb_lists(DEEP))


@cache
def star() -> ExplicitTree[Number]:
    """100,000 children of one node."""
    return from_nested([nth * 7 % DEEP for nth in range(DEEP)])


TREES = pytest.mark.parametrize("make", [chain, comb, diamonds, star], ids=lambda make: make.__name__)


@pytest.mark.fast_cases("star")
@TREES
def test_deep_trees_survive_flat_json(make: Callable[[], ExplicitTree[Number]]) -> None:
    """The copy is equal to the original, has the same hash, and an equally short `repr`."""
    tree = make()
    back = loads(dumps(tree))
    assert back is not tree
    assert back == tree
    assert hash(back) == hash(tree)
    assert repr(back) == repr(tree) == f"<ExplicitTree of {len(tree)} nodes, MAX to move>"


@pytest.mark.fast_cases("star")
@TREES
def test_deep_trees_survive_nested_lists(make: Callable[[], ExplicitTree[Number]]) -> None:
    """`from_nested` undoes `to_nested`, also with 2 ** 100,000 paths."""
    assert from_nested(to_nested(make())) == make()


@pytest.mark.slow
def test_nested_lists_survive_at_any_depth() -> None:
    """All 100,000 lists are restored, with the leaf in the last."""
    one, other = chain_lists(), to_nested(chain())
    for _ in range(DEEP):
        assert isinstance(one, list)
        assert isinstance(other, list)
        assert len(one) == len(other) == 1
        one, other = one[0], other[0]
    assert one == other == 7


@pytest.mark.slow
def test_a_difference_in_the_last_leaf_is_noticed() -> None:
    """Equality compares the whole depth."""
    flat = dumps(chain())
    assert loads(flat.replace('"value":7', '"value":8')) != chain()


@pytest.mark.slow
def test_a_fault_at_any_depth_is_named_in_one_short_line() -> None:
    """The middle of a long path is left out, for cycles and for leaves with invalid values."""
    nested: list[object] = [None]
    for _ in range(DEEP):
        nested = [nested]
    with pytest.raises(TreeError, match=r"^the leaf at (\[0\]){6}\.\.\.\(99989 more\)\.\.\.(\[0\]){6} is None"):
        from_nested(nested)
    cycle = dumps(chain()).replace('"value":7', '"children":[99999]')
    with pytest.raises(TreeError, match=r"^(\[0\]){6}\.\.\.\(99989 more\)\.\.\.(\[0\]){6} is one of its own ancestors"):
        loads(cycle)


@pytest.mark.slow
def test_nested_json_is_for_shallow_trees() -> None:
    """Both functions refuse deep trees, with the remedy, but not wide ones."""
    with pytest.raises(TreeError, match="use the flat form"):
        dumps(chain(), flat=False)
    with pytest.raises(TreeError, match="write the tree in the flat form"):
        loads("[" * DEEP + "7" + "]" * DEEP)
    assert loads(dumps(star(), flat=False)) == star()


@pytest.mark.fast_cases("star")
@pytest.mark.parametrize(
    ("make", "truth"),
    [(chain, 7), (comb, comb_value(DEEP)), (diamonds, 5), (star, DEEP - 1)],
    ids=["chain", "comb", "diamonds", "star"],
)
def test_the_oracle_knows_the_value(make: Callable[[], ExplicitTree[Number]], truth: Number) -> None:
    """The oracle finds the value of the root and of every node, and the best moves."""
    tree = make()
    known = values(tree, tree.root)
    assert len(known) == len(tree)
    assert known[tree.root] == truth
    assert best_moves(tree, tree.root) == [
        nth for nth, child in enumerate(tree.children(tree.root)) if known[child] == truth
    ]


@pytest.mark.fast_cases("star")
@pytest.mark.parametrize(
    ("make", "window"),
    [(chain, FULL), (comb, FULL), (comb, Window(-10, 10)), (comb, Window(49, 50)), (star, Window(0, DEEP // 2))],
    ids=["chain", "comb, open", "comb, narrow", "comb, high", "star"],
)
def test_an_iterative_search_obeys_the_law(make: Callable[[], ExplicitTree[Number]], window: Window[Number]) -> None:
    """The search evaluates the leaves with A < B and returns the value.

    `fewest_leaves` does not exceed their number.
    """
    tree = make()
    log = recorded(tree)
    found = explicit_stack(log, tree.root, window.alpha, window.beta)
    truth = value(tree, tree.root)
    assert min(truth, window.beta) <= found <= max(truth, window.alpha)
    assert log.leaves == [leaf.node for leaf in path_bounds(tree, tree.root) if leaf.read(window)]
    assert 1 <= fewest_leaves(tree, window) <= len(log.leaves)


@pytest.mark.slow
def test_the_path_of_the_deepest_leaf_is_complete() -> None:
    """The path has 100,000 steps, each past the leaf beside it; its bounds come from the first best leaves."""
    *_, last = path_bounds(comb(), 0)
    assert last.path == (1,) * DEEP
    assert last.lower(FULL) == max(comb_leaf(ply) for ply in range(0, DEEP, 2))
    assert last.upper(FULL) == min(comb_leaf(ply) for ply in range(1, DEEP, 2))
    assert last.explain(FULL).startswith(f"alpha {last.lower(FULL)} from [1]")


@pytest.mark.slow
def test_the_bounds_of_all_leaves_need_memory_in_proportion() -> None:
    """Twice the plies need about twice the memory, although all paths together are four times as long."""
    peaks = []
    for plies in (4000, 8000):
        tree = from_nested(comb_lists(plies))
        known = values(tree, tree.root)
        tracemalloc.start()
        kept = list(path_bounds(tree, tree.root, known))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert len(kept) == plies + 1
    assert peaks[1] < 3 * peaks[0]


@pytest.mark.slow
def test_strategies_are_counted_on_all_paths() -> None:
    """The count is Knuth and Moore's minimum, b^ceil(d/2) + b^floor(d/2) - 1, at b = 2 and d = 99,999."""
    half = (DEEP - 1) // 2
    assert fewest_leaves(diamonds(), FULL) == 2 ** (half + 1) + 2**half - 1
    assert fewest_leaves(chain(), FULL) == 1


@pytest.mark.slow
def test_unfolding_has_a_limit() -> None:
    """A tree without sharing is its own unfolded tree; a tree with too many paths is refused."""
    assert unfolded(chain()) == chain()
    assert unfolded(comb()) == comb()
    with pytest.raises(TreeError, match="more than 200000 nodes when unfolded; cut it at a depth"):
        unfolded(diamonds(), most_nodes=200_000)


def test_recording_stores_every_call() -> None:
    """A search of the chain visits each node once and evaluates one leaf."""
    log = recorded(chain())
    assert explicit_stack(log, log.root, -INF, INF) == 7
    assert log.visited == DEEP + 1
    assert log.leaves == [DEEP]
    assert len(log.asked("children")) == len(log.asked("is_max")) == DEEP


@pytest.mark.fast_cases("negated")
@pytest.mark.parametrize(
    ("view", "truth"),
    [
        (lambda tree: cut(tree, DEEP), comb_value(DEEP)),
        (lambda tree: cut(cut(tree, DEEP + 1), DEEP), comb_value(DEEP)),
        (lambda tree: ordered(tree, by=lambda node: node % 3), comb_value(DEEP)),
        (negated, -comb_value(DEEP)),
        (lambda tree: negated(recorded(ordered(cut(tree, DEEP), by=lambda node: -node[0]))), -comb_value(DEEP)),
    ],
    ids=["cut", "cut twice", "ordered", "negated", "stacked"],
)
def test_views_are_as_deep_as_their_tree(view: Callable[[AnyTree], AnyTree], truth: Number) -> None:
    """The oracle and an iterative search work on them."""
    tree = view(comb())
    assert value(tree, tree.root) == truth
    assert explicit_stack(tree, tree.root, -INF, INF) == truth


@pytest.mark.slow
def test_a_deep_cut_uses_static_values() -> None:
    """The cut is halfway down the chain, whose nodes have their depth as static value."""
    tree = build([*([ply + 1] for ply in range(DEEP)), []], range(DEEP + 1))
    halfway = cut(tree, DEEP // 2)
    assert value(halfway, halfway.root) == explicit_stack(halfway, halfway.root, -INF, INF) == DEEP // 2


def test_the_side_to_move_gets_its_own_value_of_the_deepest_leaf() -> None:
    """MAX is to move at the end of a chain of even length."""
    seen = mover(chain())
    assert (seen.is_max(DEEP), seen.evaluate(DEEP)) == (True, 7)


RECURSIVE = [  # the chain has no static values
    name for name, row in VARIANTS.items() if Need.RECURSION in row.needs and Need.STATIC_VALUES not in row.needs
]


@pytest.mark.parametrize("name", RECURSIVE)
def test_a_recursive_form_on_a_deep_tree_reports_it(name: str) -> None:
    """A one-line error with the remedy replaces Python's own error."""
    with pytest.raises(
        PreconditionError,
        match=rf"^{VARIANTS[name].calls or name} is recursive, .* use explicit_stack, or raise .* sys\.setrec[^\n]*$",
    ):
        VARIANTS[name].search(chain(), 0, -INF, INF)


def test_the_guard_changes_nothing_on_a_shallow_tree() -> None:
    """The value and all other errors are those of the search without the guard."""
    search = guarded(for_mover(f2), "f2")
    assert search(from_nested([[3, 5], [2, 9]]), 0, -INF, INF) == 3
    with pytest.raises(TreeError, match="node 1 has none"):
        search(cut(from_nested([[1]]), 1), (0, 1), -INF, INF)


@pytest.mark.slow
def test_one_node_may_have_100_000_children() -> None:
    """The greatest child is found, and each leaf's A is the greatest value to its left."""
    tree = star()
    so_far: Number = -INF
    for leaf in islice(path_bounds(tree, tree.root), DEEP):
        assert leaf.lower(FULL) == so_far
        so_far = max(so_far, leaf.value)
    assert list(ordered(tree).children(0)) == sorted(tree.children(0), key=tree.evaluate, reverse=True)
