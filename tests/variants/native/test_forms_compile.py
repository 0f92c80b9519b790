"""Every form of the catalogue compiles from the same source as in Python, with the same results."""

import random
from functools import cache
from inspect import unwrap
from types import FunctionType
from typing import Any

import pytest

pytest.importorskip("numba", reason="the optional extra `native` is not installed")

from compiling import Native
from flat import FLOATS, INTEGERS, Kind, breadth_first
from prunecheck import FULL, INF, ExplicitTree, Number, TreeError, Window, from_nested
from prunecheck.catalog import VARIANTS, Variant
from prunecheck.catalog.records import Form
from prunecheck.contracts.evidence import run
from prunecheck.strategies.encoding import decode
from prunecheck.trees.window import order_distinct_windows

TREES, MOST_BYTES, WINDOWS = 300, 44, 5

native = cache(Native)
each_kind = pytest.mark.parametrize("kind", [INTEGERS, FLOATS], ids=["int64", "float64"])
NOT_COMPILED = {"make_unmake", "hughes"}  # positions with moves, and generators, have no native copy yet
COMPILED = [variant for variant in VARIANTS.values() if isinstance(variant, Form) and variant.name not in NOT_COMPILED]
each_variant = pytest.mark.parametrize("variant", COMPILED, ids=lambda variant: variant.name)


def quartered(rank: Number) -> Number:
    """Whole numbers that leave room for the ends of a window between any two of them."""
    return 4 * rank


def with_infinities(rank: Number) -> Number:
    """Half of a rank, but infinities for the smallest and the largest rank, -3 and 3."""
    return INF if rank == 3 else -INF if rank == -3 else rank / 2


@cache
def cases(kind: Kind) -> list[tuple[ExplicitTree[Number], list[Window[Number]]]]:
    """Different trees, each with the full window and some of the others."""
    rng = random.Random(5)  # noqa: S311  # trees need no secrecy
    drawn: dict[ExplicitTree[Number], list[Window[Number]]] = {}
    while len(drawn) < TREES:
        ranks = decode(rng.randbytes(rng.randint(0, MOST_BYTES)), scales=())
        tree = breadth_first(ranks, quartered if kind is INTEGERS else with_infinities)
        full, *others = order_distinct_windows(tree.leaf_values)
        drawn[tree] = [full, *rng.sample(others, min(len(others), WINDOWS - 1))]
    return list(drawn.items())


@pytest.mark.fast_cases("fail_soft-float64")
@each_kind
@each_variant
def test_a_compiled_search_returns_the_same_value_after_the_same_leaves(variant: Variant, kind: Kind) -> None:
    """The compiled search is compared with plain Python in each window of each tree."""
    done: dict[FunctionType, Any] = {}
    compiled = native(kind).compiled(
        unwrap(variant.search), done
    )  # without `guarded`, since compiled code raises no RecursionError
    for tree, windows in cases(kind):
        twin = native(kind).tree(tree)
        for window in windows:
            assert native(kind).run(compiled, twin, window) == run(variant.search, tree, window), (tree, window)
    for function, dispatcher in done.items():
        assert dispatcher.py_func.__code__ is function.__code__, "the source is the form's own"
        assert dispatcher.nopython_signatures, "machine code has run"


@each_kind
def test_the_trees_can_tell_searches_apart(kind: Kind) -> None:
    """The trees include a single leaf, either player at the root, infinite floats, deep cutoffs and equal bounds."""
    trees = [tree for tree, _ in cases(kind)]
    assert min(map(len, trees)) == 1
    assert {tree.is_max(tree.root) for tree in trees} == {False, True}
    assert any({INF, -INF} <= set(tree.leaf_values) for tree in trees) is (kind is FLOATS)
    for other in ("f1", "strict_test", "minimax"):
        searches = VARIANTS[other].search, VARIANTS["fail_soft"].search
        assert any(len({tuple(run(search, tree, FULL).leaves) for search in searches}) == 2 for tree in trees)


@pytest.mark.parametrize("value", [2**63 - 1, -(2**63 - 1), -(2**63), 2**63, INF, -INF])
def test_an_integer_tree_has_no_leaf_at_or_beyond_its_infinity(value: float) -> None:
    """The forms use the bound of int64 as infinity, so a leaf must not have that value."""
    with pytest.raises(TreeError, match="stands for infinity"):
        native(INTEGERS).tree(from_nested([0, value]))
    assert native(INTEGERS).tree(from_nested([0, 2**63 - 2])).evaluate(2) == 2**63 - 2
