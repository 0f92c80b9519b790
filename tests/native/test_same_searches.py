"""Compiled searches and plain Python agree on the value, and on every call to the tree, in order."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prunecheck.catalog.families import variant
from prunecheck.catalog.records import Need
from prunecheck.native import compiled
from prunecheck.strategies.trees import trees
from prunecheck.trees.examples import TREES
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.models.branch_sums import BranchSums
from prunecheck.trees.models.forward import ForwardModel
from prunecheck.trees.models.hashed import HashedLeaves
from prunecheck.trees.models.independent import FewValues, RandomLeaves
from prunecheck.trees.models.unprunable import NothingPruned
from prunecheck.trees.protocol import Number
from prunecheck.trees.views.below import Below
from prunecheck.trees.views.counted import counted
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.mirrored import negated
from prunecheck.trees.views.ordered import ordered
from prunecheck.trees.views.pruned import best_half, decided
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL, Window, windows_of_same_kind
from speeds import COMPILED, at_native_speed, plain


def agree(name: str, make: Callable[[], Any], window: Window[Number] = FULL) -> None:
    """Check that a variant has the same value and makes the same calls compiled and in plain Python."""
    by_plain, by_native = recorded(make()), recorded(make())
    assert at_native_speed(name, by_native, window) == plain(name, by_plain, window)
    assert by_native.log == by_plain.log


def as_float(value: Number) -> float:
    """The nearest float; an infinity for integers beyond all floats."""
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def fitting(name: str, *, extreme_values: bool) -> st.SearchStrategy[ExplicitTree[Number]]:
    """Trees that a variant accepts; if it does not need alternating players, players do not alternate."""
    turns = Need.ALTERNATION not in variant(name).needs
    return trees(turns=turns, static_values=False, extreme_values=extreme_values)


@pytest.mark.fast_cases("fail_soft")
@pytest.mark.parametrize("name", COMPILED)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_forms_agree_on_trees_of_integers(name: str, data: st.DataObject) -> None:
    tree = data.draw(fitting(name, extreme_values=False))
    agree(name, lambda: tree, data.draw(st.sampled_from(windows_of_same_kind(tree.leaf_values))))


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPILED)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_forms_agree_on_trees_of_floats_with_infinities(name: str, data: st.DataObject) -> None:
    tree = data.draw(fitting(name, extreme_values=True)).with_values(as_float)
    ends = data.draw(st.sampled_from(windows_of_same_kind(tree.leaf_values)))
    alpha, beta = as_float(ends.alpha), as_float(ends.beta)
    agree(name, lambda: tree.with_values(as_float), Window(alpha, beta) if alpha < beta else FULL)


SHAPES = {"branching": st.integers(1, 5), "depth": st.integers(0, 4), "max_at_root": st.booleans()}
SEED = st.integers(0, 2**63 - 1)
MODELS = {
    "random-leaves": st.builds(RandomLeaves, **SHAPES, seed=SEED),
    "hashed-leaves": st.builds(HashedLeaves, **SHAPES, seed=SEED),
    "few-values": st.builds(FewValues, **SHAPES, seed=SEED, values=st.integers(1, 9)),
    "branch-sums": st.builds(BranchSums, **SHAPES, seed=SEED),
    "forward": st.builds(ForwardModel, **SHAPES, seed=SEED, values=st.integers(1, 9)),
    "nothing-pruned": st.builds(NothingPruned, **SHAPES),
}


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_models_agree_for_all_seeds(model: str, data: st.DataObject) -> None:
    tree = data.draw(MODELS[model])
    agree("fail_soft", lambda: tree)


@pytest.mark.slow
def test_recorded_trees_whose_roots_differ_share_compiled_code() -> None:
    """The root of this model depends on the seed."""
    signatures = []
    for seed in range(2):
        at_native_speed("fail_soft", recorded(HashedLeaves(2, 2, seed=seed)))
        signatures.append(len(compiled(variant("fail_soft").search, "float").nopython_signatures))
    assert signatures[0] == signatures[1]


def by_place(node: tuple[int, int, int]) -> int:
    """A rank that differs from the static value, with ties."""
    return node[1] % 3


def small() -> ForwardModel:
    """A tree with static values."""
    return ForwardModel(4, 4, values=9, seed=5)


VIEWS: dict[str, Callable[[], Any]] = {
    "counted": lambda: counted(small()),
    "recorded": lambda: recorded(small()),
    "cut": lambda: cut(small(), 2),
    "negated": lambda: negated(small()),
    "ordered": lambda: ordered(small()),
    "ordered by a function": lambda: ordered(small(), by=by_place),
    "below": lambda: Below(small(), next(iter(small().children(small().root)))),
    "decided": lambda: decided(small(), win=6, loss=2),
    "best half": lambda: best_half(small()),
    "stacked": lambda: cut(ordered(counted(negated(recorded(small())))), 3),
    "explicit": lambda: cut(recorded(TREES["lecture"].build()), 9),
}


@pytest.mark.slow
@pytest.mark.parametrize("view", VIEWS)
def test_views_agree(view: str) -> None:
    by_plain, by_native = VIEWS[view](), VIEWS[view]()
    assert at_native_speed("fail_soft", by_native) == plain("fail_soft", by_plain)
    while by_plain is not None:
        for log in ("log", "visits", "leaves", "expansions", "evaluations", "turns"):
            assert getattr(by_native, log, None) == getattr(by_plain, log, None)
        by_plain, by_native = behind(by_plain), behind(by_native)


def behind(tree: Any) -> Any:
    """The tree behind a view, or None."""
    return getattr(tree, "quiet", getattr(tree, "inner", None))


GAMES: dict[str, Callable[[], Any]] = {
    "tic-tac-toe": lambda: cut(TicTacToe(order=(4, 0, 2, 6, 8, 1, 3, 5, 7), sooner=True), 5),
    "connect four": lambda: cut(ConnectFour(score="weak"), 4),
    "connect four with foresight": lambda: cut(ConnectFour(5, 4, run=3, order=(2, 1, 3, 0, 4), foresight=True), 5),
    "nim": lambda: Nim((1, 2, 3), misere=True),
    "othello": lambda: cut(Othello(4), 6),
    "othello without passes": lambda: cut(Othello(6, skip_passes=True), 3),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_games_agree(game: str) -> None:
    agree("fail_soft", GAMES[game])
    agree("moving_bounds", GAMES[game])
