"""The strategies draw trees that expose bugs, in the stated shares, and shrink to readable trees."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from prunecheck import FULL, INF, ExplicitTree, Number
from prunecheck.catalog import VARIANTS
from prunecheck.contracts.evidence import run
from prunecheck.strategies import trees, windows
from prunecheck.strategies.encoding import MOST_PATHS, RANKS, TABLE, decode
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.window import windows_of_same_kind

Tree = ExplicitTree[Number]
DRAWN, BYTES = 2000, 20


@cache
def drawn() -> Sequence[Tree]:
    """Trees from seeded bytes, with the strategy's average length."""
    generator = random.Random(4)  # noqa: S311  # no secret is made of them
    return [decode(generator.randbytes(BYTES)) for _ in range(DRAWN)]


def leaf_depths(tree: Tree) -> set[int]:
    """The depths of the leaves."""
    plain = unfolded(tree)
    depth = [0] * len(plain)
    for node in range(len(plain)):
        for child in plain.children(node):
            depth[child] = depth[node] + 1
    return {depth[node] for node in range(len(plain)) if plain.is_terminal(node)}


def needs_deep_cutoff(tree: Tree) -> bool:
    """True if F1 evaluates more leaves than F2."""
    plain = unfolded(tree)
    return len(run(VARIANTS["f1"].search, plain, FULL).leaves) > len(run(VARIANTS["f2"].search, plain, FULL).leaves)


def two_sided(tree: Tree) -> bool:
    """True if some position is reached with either player to move."""
    return len({tree.key(node) for node in range(len(tree))}) < len(tree)


FACTS: dict[str, tuple[float, float, Callable[[Tree], bool]]] = {
    "ties": (0.8, 1.0, lambda tree: len(set(tree.leaf_values)) < len(tree.leaf_values)),
    "single children": (0.4, 0.9, lambda tree: any(len(tree.children(node)) == 1 for node in range(len(tree)))),
    "leaves at mixed depth": (0.8, 1.0, lambda tree: len(leaf_depths(tree)) > 1),
    "MIN at the root": (0.3, 0.6, lambda tree: not tree.is_max(0)),
    "shared nodes": (0.25, 0.6, lambda tree: tree.shared),
    "both players at one position": (0.1, 0.5, two_sided),
    "static values": (0.08, 0.3, lambda tree: tree.static_value(0) is not None and not tree.is_terminal(0)),
    "infinities": (0.02, 0.2, lambda tree: bool({INF, -INF} & set(tree.leaf_values))),
    "huge integers": (
        0.02,
        0.2,
        lambda tree: any(isinstance(value, int) and abs(value) > 2**64 for value in tree.leaf_values),
    ),
    "fractions": (0.02, 0.2, lambda tree: any(isinstance(value, Fraction) for value in tree.leaf_values)),
    "neighbouring floats": (0.02, 0.2, lambda tree: 1.0 + 2.0**-52 in tree.leaf_values),
    "all distinct": (0.02, 0.2, lambda tree: len(set(unfolded(tree).leaf_values)) == len(tree.leaf_values) > 4),
    "a deep cutoff needed": (0.3, 0.7, needs_deep_cutoff),
}


@pytest.mark.parametrize("fact", FACTS)
def test_the_drawn_trees_have(fact: str) -> None:
    """The share of these trees lies between the stated bounds."""
    low, high, holds = FACTS[fact]
    assert low <= sum(map(holds, drawn())) / DRAWN <= high


@given(marks=st.binary(max_size=80))
def test_every_string_of_bytes_is_a_tree(marks: bytes) -> None:
    """The tree has values, children in order of first visit, and a bounded unfolded size."""
    tree = decode(marks)
    assert len(unfolded(tree)) <= MOST_PATHS + len(marks)
    assert tree.alternates
    assert all(tree.is_terminal(node) == (not tree.children(node)) for node in range(len(tree)))
    assert len(tree.leaf_values) >= 1


@given(tree=trees(shared=False, static_values=False, extreme_values=False))
def test_disabled_features_are_not_drawn(tree: Tree) -> None:
    """Values are then integers from -3 to 3, without sharing and static values."""
    assert not tree.shared
    assert set(tree.leaf_values) <= set(RANKS)
    assert all(tree.static_value(node) is None for node in range(len(tree)) if tree.children(node))


@given(data=st.data(), tree=trees())
def test_a_drawn_window_is_one_of_the_distinct_ones(data: st.DataObject, tree: Tree) -> None:
    """The window is distinct by its order among the tree's leaves."""
    assert data.draw(windows(tree)) in windows_of_same_kind(tree.leaf_values)


@pytest.mark.slow_cases("any", "deep cutoff", "shared")
@pytest.mark.parametrize(
    "holds, most_nodes",
    [
        (lambda tree: True, 1),
        (lambda tree: not tree.is_max(0), 1),
        (lambda tree: tree.shared, 6),
        (lambda tree: INF in tree.leaf_values, 1),
        (lambda tree: len(leaf_depths(tree)) > 1, 5),
        (needs_deep_cutoff, 12),
    ],
    ids=["any", "MIN", "shared", "infinity", "mixed depth", "deep cutoff"],
)
def test_the_simplest_tree_of_a_kind_is_small(holds: Callable[[Tree], bool], most_nodes: int) -> None:
    """Hypothesis alone shrinks to that number of nodes."""
    assert len(find(trees(), holds)) <= most_nodes


def test_a_lower_byte_is_a_simpler_mark() -> None:
    """Mark 0 does nothing, and mark 1 exchanges the players. The first leaf of a level has the simplest value."""
    assert [mark.kind.name for mark in TABLE[:3]] == ["NOTHING", "EXCHANGE", "LEAF"]
    assert len(TABLE) == 256
    assert decode(b"") == decode(bytes(40))
