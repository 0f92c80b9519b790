"""The tree models: the same tree for the same seed in any order of access, and each model's own distribution.

Statistical tests have fixed seeds and allow 4.5 standard errors; `samples` explains the power of that.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import Number, Tree, TreeError, UnknownNameError
from prunecheck.trees.models.branch_sums import BranchSums
from prunecheck.trees.models.catalog import MODELS, Model, named_model
from prunecheck.trees.models.forward import ForwardModel
from prunecheck.trees.models.independent import FewValues, RandomLeaves
from prunecheck.trees.models.orders import best_first, often_best_first, random_order, worst_first
from prunecheck.trees.models.splitmix import MOST_CHOICES, below, bits_at, output, unit
from prunecheck.trees.models.unprunable import NothingPruned
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import cut

AnyTree: TypeAlias = Tree[Any, Number]
Path: TypeAlias = tuple[int, ...]

WORD = 2**64
SEEDED = [model for model in MODELS.values() if "seed" in model.defaults]
RANDOM_ORDERS = [random_order, best_first, worst_first, often_best_first]

every_model = pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
every_seeded_model = pytest.mark.parametrize("model", SEEDED, ids=lambda model: model.name)
both_players = pytest.mark.parametrize("max_at_root", [True, False], ids=["MAX", "MIN"])


def sequential(seed: int) -> Iterator[int]:
    """Splitmix64 as published: a state that advances with each number."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) % WORD
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
        yield z ^ z >> 31


def nth_of(numbers: Iterator[int], nth: int) -> int:
    for _ in range(nth):
        next(numbers)
    return next(numbers)


def leaf_values(tree: AnyTree) -> tuple[Number, ...]:
    """The leaf values, left to right."""
    return tuple(unfolded(tree).leaf_values)


def answers(tree: AnyTree, order: Callable[[list[Any]], list[Any]]) -> dict[Path, tuple[object, ...]]:
    """All answers of the tree by path; `order` is the order in which siblings are visited."""
    found: dict[Path, tuple[object, ...]] = {}
    stack: list[tuple[Path, Any]] = [((), tree.root)]
    while stack:
        path, node = stack.pop()
        terminal = tree.is_terminal(node)
        value = tree.evaluate(node) if terminal else None
        found[path] = (node, terminal, tree.is_max(node), tree.key(node), value)
        if not terminal:
            stack += order([((*path, nth), child) for nth, child in enumerate(tree.children(node))])
    return found


def test_the_generator_gives_the_published_numbers() -> None:
    """The first five outputs of splitmix64 from the seed 1234567."""
    assert [output(1234567, nth) for nth in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_generator_fills_the_published_five_bins() -> None:
    """100,000 outputs from the seed 987654321 are scaled to five bins."""
    bins = Counter(5 * output(987654321, nth) // WORD for nth in range(100_000))
    assert [bins[number] for number in range(5)] == [20027, 19892, 20073, 19978, 20030]


@given(st.integers(), st.integers(0, 40))
def test_any_output_is_available_without_the_earlier_ones(seed: int, nth: int) -> None:
    """Output number n equals that of the moving state after n others; seeds count modulo 2**64."""
    assert output(seed, nth) == nth_of(sequential(seed % WORD), nth)


@given(st.integers(0, WORD - 1), st.integers(1, MOST_CHOICES))
def test_numbers_drawn_are_in_range(bits: int, choices: int) -> None:
    """0 <= below < choices and 0 <= unit < 1, for all bits."""
    assert 0 <= below(bits, choices) < choices
    assert 0 <= unit(bits) < 1


def test_a_number_that_would_bias_a_choice_is_drawn_again() -> None:
    """Of 2**32 upper halves, each of three choices takes 1431655765; the one left over is drawn again."""
    thirds = [below(half << 32, 3) for half in (1, 1431655765, 1431655766, 2863311530, 2863311531, 2**32 - 1)]
    assert thirds == [0, 0, 1, 1, 2, 2]
    assert below(0, 3) == below(output(0, 0), 3)


@pytest.mark.slow
def test_the_generator_compiles_to_the_same_numbers() -> None:
    """On integers that wrap at 64 bits, with `WORD` set to -1, the same sources give the same bits."""
    numba = pytest.importorskip("numba", reason="the optional extra `native` is not installed")
    from types import FunctionType  # noqa: PLC0415  # with Numba alone

    from prunecheck.trees.models import splitmix  # noqa: PLC0415

    names: dict[str, Any] = vars(splitmix) | {"WORD": -1}
    for name in ("mixed", "output", "bits_at", "unit", "below"):
        names[name] = numba.njit(FunctionType(names[name].__code__, names, name))
    for seed, place in product((0, -1, 1234567, 2**63 - 1), range(50)):
        bits = bits_at(seed, 3, place)
        native = names["bits_at"](seed, 3, place)
        assert native % WORD == bits
        assert names["unit"](native) == unit(bits)
        for choices in (1, 3, 1_500_000_000, MOST_CHOICES):
            assert names["below"](native, choices) == below(bits, choices)


@given(st.integers(0, WORD - 1), st.integers(1, 4), st.integers(0, 3), st.data())
def test_leaves_follow_from_the_documented_formula(seed: int, branching: int, depth: int, data: st.DataObject) -> None:
    """Leaf i at depth d is output i of the generator that starts with output d of the seed's generator."""
    place = data.draw(st.integers(0, branching**depth - 1))
    bits = nth_of(sequential(nth_of(sequential(seed), depth)), place)
    assert RandomLeaves(branching, depth, seed=seed).evaluate((depth, place)) == (bits >> 11) / 2**53


@every_model
@both_players
def test_the_order_of_access_changes_nothing(model: Model, max_at_root: bool) -> None:
    """From left to right, right to left, at random, or twice, nodes, players, keys and values are the same."""
    random = Random(1)  # noqa: S311  # an order, not a secret
    tree = model.build(branching=3, depth=4, max_at_root=max_at_root)
    first = answers(tree, lambda below: below)
    assert len(first) == 121
    assert answers(tree, lambda below: below[::-1]) == first
    assert answers(tree, lambda below: random.sample(below, len(below))) == first
    assert answers(model.build(branching=3, depth=4, max_at_root=max_at_root), lambda below: below) == first


@pytest.mark.slow_cases("often-best-first")
@every_model
@given(st.data())
def test_a_node_reached_alone_has_the_same_answers(model: Model, data: st.DataObject) -> None:
    """Following one path of a new deep tree twice gives the same leaf."""
    changes = {"branching": 2, "depth": 6}
    if "seed" in model.defaults:
        changes["seed"] = data.draw(st.integers(0, 3))
    steps = data.draw(st.lists(st.integers(0, 1), min_size=6, max_size=6))
    found = []
    for _ in range(2):
        tree = model.build(**changes)
        node = tree.root
        for step in steps:
            node = list(tree.children(node))[step]
        assert tree.is_terminal(node)
        found.append((node, tree.evaluate(node)))
    assert found[0] == found[1]


@every_model
@pytest.mark.parametrize(("branching", "depth"), [(1, 0), (1, 5), (2, 0), (2, 1), (2, 5), (3, 3), (5, 2)])
@both_players
def test_trees_are_uniform(model: Model, branching: int, depth: int, max_at_root: bool) -> None:
    """Each node has b children, all leaves are at depth d, players alternate, no position occurs twice."""
    tree = model.build(branching=branching, depth=depth, max_at_root=max_at_root)
    said = answers(tree, lambda below: below)
    assert Counter(map(len, said)) == {ply: branching**ply for ply in range(depth + 1)}
    assert len({node for node, *_ in said.values()}) == len({key for *_, key, _ in said.values()}) == len(said)
    for path, (_, terminal, is_max, *_) in said.items():
        assert terminal == (len(path) == depth)
        assert is_max == (max_at_root if len(path) % 2 == 0 else not max_at_root)


@every_seeded_model
def test_seeds_make_different_trees(model: Model) -> None:
    """A hundred seeds give a hundred trees."""
    trees = {leaf_values(model.build(branching=3, depth=3, seed=seed)) for seed in range(100)}
    assert len(trees) == 100


@every_seeded_model
def test_seeds_count_modulo_two_to_the_64(model: Model) -> None:
    """Any integer is a seed; only its lowest 64 bits matter."""
    assert leaf_values(model.build(seed=-1)) == leaf_values(model.build(seed=WORD - 1))


@pytest.mark.parametrize("make", [BranchSums, ForwardModel])
@both_players
def test_a_cut_tree_is_a_tree_of_the_same_model(make: Callable[..., AnyTree], max_at_root: bool) -> None:
    """Static values turn interior nodes into leaves: the tree of depth 6 cut at 3 is the tree of depth 3."""
    deep, shallow = (make(3, depth, seed=7, max_at_root=max_at_root) for depth in (6, 3))
    assert leaf_values(cut(deep, 3)) == leaf_values(shallow)


@pytest.mark.parametrize(
    "tree",
    [RandomLeaves(2, 3), FewValues(2, 3), NothingPruned(2, 3), *(make(2, 3) for make in RANDOM_ORDERS)],
    ids=["random leaves", "few values", "nothing pruned", *(make.__name__ for make in RANDOM_ORDERS)],
)
def test_other_models_have_no_static_values(tree: AnyTree) -> None:
    """An interior node without a static value raises an error."""
    with pytest.raises(TreeError, match=r"orderings need static values, but node .* has none"):
        tree.evaluate(tree.root)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: RandomLeaves(0, 2), "branching is 0; use at least 1 child and at most 2147483648"),
        (lambda: best_first(-1, 2), "branching is -1; use at least 1 child and at most 2147483648"),
        (lambda: NothingPruned(2, -1), "depth is -1; use 0 or more plies"),
        (
            lambda: RandomLeaves(2, 64),
            "depth 64 with branching 2 gives more leaves than 63 bits can number; use a smaller depth",
        ),
        (
            lambda: ForwardModel(3, 10**9),
            "depth 1000000000 with branching 3 gives more leaves than 63 bits can number; use a smaller depth",
        ),
        (lambda: FewValues(2, 2, values=0), "the number of values is 0; use at least 1 and at most 2147483648"),
        (
            lambda: ForwardModel(2, 2, values=2**31 + 1),
            "the number of values is 2147483649; use at least 1 and at most 2147483648",
        ),
        (
            lambda: random_order(2, 20),
            "a tree with 2**20 leaves is too large (at most 1000000 leaves); use a smaller depth",
        ),
        (lambda: often_best_first(2, 2, probability=1.5), "the probability is 1.5; use a number from 0 to 1"),
        (
            lambda: often_best_first(2, 2, probability=float("nan")),
            "the probability is nan; use a number from 0 to 1",
        ),
    ],
)
def test_parameters_out_of_range_are_refused(make: Callable[[], AnyTree], message: str) -> None:
    """One line names the parameter, its value and the remedy."""
    with pytest.raises(TreeError) as refused:
        make()
    assert str(refused.value) == message


def test_a_chain_and_a_deep_tree_need_no_memory() -> None:
    """The trees have one child and a million plies, or two to the power of 63 leaves, and only one path is visited."""
    assert 0 <= RandomLeaves(1, 10**6).evaluate((10**6, 0)) < 1
    tree = ForwardModel(2, 63, values=1000)
    node = tree.root
    while not tree.is_terminal(node):
        *_, node = tree.children(node)
    assert node[:2] == (63, 2**63 - 1)


@every_model
def test_a_model_is_listed_under_its_name(model: Model) -> None:
    """Names may be spelled in any way; every row has a source and a description."""
    assert named_model(model.name.upper().replace("-", "_")) is MODELS[model.name] is model
    assert model.source
    assert model.shows


def test_an_unknown_model_or_parameter_suggests_the_nearest() -> None:
    """Both errors suggest the nearest name."""
    with pytest.raises(UnknownNameError, match="unknown model 'foward'; did you mean 'forward'"):
        named_model("foward")
    with pytest.raises(UnknownNameError, match="unknown parameter 'branch'; did you mean 'branching'"):
        named_model("forward").build(branch=3)
    with pytest.raises(UnknownNameError, match="unknown parameter 'seed'"):
        named_model("nothing-pruned").build(seed=3)
