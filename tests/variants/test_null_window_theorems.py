"""Theorems on searches with null windows, as properties, and false beliefs, each with its smallest witness."""

from collections.abc import Callable
from itertools import permutations, product
from typing import Any, Final

import pytest
from hypothesis import given

from documents import DOCUMENTS
from families import uniform
from prunecheck import FULL, INF, ExplicitTree, Number, Window, from_nested
from prunecheck.contracts.evidence import run
from prunecheck.strategies import trees
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.models.forward import ForwardModel
from prunecheck.trees.models.independent import FewValues, RandomLeaves
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.mirrored import mover
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import order_distinct_windows
from prunecheck.variants.null_windows.ask import ask
from prunecheck.workloads.catalog import WORKLOADS
from searches import FORM, SCOUTS

WITHIN: Final = ("pvs", "negascout", "negascout_last_plies")
TREES: Final = trees(shared=False, static_values=False)
WORLDS: Final[dict[str, Callable[[], Any]]] = {
    "random-leaves": lambda: RandomLeaves(3, 4),
    "many-ties": lambda: FewValues(2, 7, values=2),
    "forward": lambda: ForwardModel(3, 5, values=5),
    "tic-tac-toe": lambda: cut(TicTacToe(), 5),
    "connect-four": lambda: cut(ConnectFour(), 4),
    "nim": lambda: Nim((1, 2, 3)),
}


def read(name: str, tree: Any) -> list[Any]:
    """The leaves that a search evaluates in the full window, in order and with repetitions."""
    log = recorded(tree)
    ({**FORM, **SCOUTS})[name](log, log.root, FULL.alpha, FULL.beta)
    return log.leaves


@pytest.mark.parametrize("world", WORLDS)
def test_reinefeld_1989_negascout_evaluates_only_leaves_of_alpha_beta(world: str) -> None:
    """The trees are those of models and games, with and without ties."""
    tree = WORLDS[world]()
    leaves = set(read("f2", tree))
    for name in WITHIN:
        assert set(read(name, tree)) <= leaves


@pytest.mark.slow
@given(tree=TREES)
def test_nipkow_a_null_window_reads_a_part_of_what_the_full_window_reads(tree: ExplicitTree[Number]) -> None:
    """The theorem holds for every bound and both null windows at it.

    For other windows, see `abt_max_prefix_windows`.
    """
    leaves = set(read("f2", tree))
    for bound, strict in product({*tree.leaf_values, 0}, (True, False)):
        if bound != (INF if strict else -INF):  # no value is > inf, and every value is >= -inf
            log = recorded(tree)
            ask(mover(log), tree.root, bound, strict)
            assert set(log.leaves) <= leaves


@pytest.mark.slow
@given(tree=TREES)
def test_fail_hard_and_fail_soft_null_windows_read_the_same_leaves(tree: ExplicitTree[Number]) -> None:
    """PVS is fail-hard and NegaScout fail-soft; they evaluate the same leaves, in order, in every window."""
    for window in order_distinct_windows(tree.leaf_values):
        assert run(SCOUTS["pvs"], tree, window).leaves == run(SCOUTS["negascout"], tree, window).leaves


@pytest.mark.parametrize("beta", [1, 2])
@pytest.mark.parametrize("name", WITHIN)
def test_a_child_that_reaches_beta_is_not_searched_again(name: str, beta: int) -> None:
    """The first answer is enough for a cutoff, so each leaf is evaluated once, and the last child is not searched."""
    assert run(SCOUTS[name], from_nested([0, [[2], [3]], 4]), Window(-1, beta)).leaves == [1, 4, 6]


def test_negascout_may_evaluate_more_than_alpha_beta() -> None:
    """The opposite is a common belief. With two moves each, it evaluates more in 18 of the 24 orders of the leaves."""
    smallest, small = from_nested([0, 1]), from_nested([[0, 1], [2, 3]])
    assert (len(read("negascout", smallest)), len(read("f2", smallest))) == (3, 2)
    assert (len(read("negascout", small)), len(read("f2", small))) == (5, 4)
    orders = [from_nested(uniform(2, 2, iter(leaves))) for leaves in permutations(range(4))]
    assert sum(len(read("negascout", tree)) > len(read("f2", tree)) for tree in orders) == 18


def test_negascout_may_also_evaluate_less_than_alpha_beta() -> None:
    """An example is the whole of tic-tac-toe, as docs/null-windows.md says."""
    tree = WORKLOADS["tic-tac-toe"].build()
    costs = len(read("negascout", tree)), len(read("fail_soft", tree))
    assert costs == (6_827, 7_330)
    for count in costs:
        assert f"{count:,}" in DOCUMENTS["docs/null-windows.md"]


def test_scout_may_evaluate_a_leaf_that_alpha_beta_prunes() -> None:
    """The opposite is a common belief, and true up to depth 3."""
    tree = from_nested([0, [[[0, 0], 1]]])
    pruned = set(read("scout", tree)) - set(read("f2", tree))
    assert [tree.evaluate(leaf) for leaf in pruned] == [0]
    for seed in range(20):
        shallow = RandomLeaves(3, 3, seed=seed)
        assert set(read("scout", shallow)) <= set(read("f2", shallow))
