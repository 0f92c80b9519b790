"""Trees in which a player may move again are drawn, shrunk, and searched by forms that ask who moves."""

import random
from collections.abc import Callable
from functools import cache
from hashlib import sha256

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from prunecheck import ExplicitTree, Number
from prunecheck.catalog import VARIANTS, Need, Variant
from prunecheck.contracts.order import contract
from prunecheck.oracle.minimax import value
from prunecheck.strategies import trees
from prunecheck.strategies.encoding import SPARE, TABLE, TURNS, Kind, decode
from prunecheck.trees.explicit import build
from prunecheck.trees.unfold import unfolded
from prunecheck.verify.corpus import hard_trees, hard_turns
from prunecheck.verify.hunt.drawn_trees import case_of_drawn, hunt
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge
from prunecheck.verify.shrink.tree_passes import shrink_tree, tree_size

Tree = ExplicitTree[Number]
DRAWN, BYTES, EXAMPLES = 2000, 20, 150

FREE = [row for row in VARIANTS.values() if Need.ALTERNATION not in row.needs]


@cache
def drawn() -> list[Tree]:
    """Trees from seeded bytes, with the strategy's average length."""
    generator = random.Random(4)  # noqa: S311  # no secret is made of them
    return [decode(generator.randbytes(BYTES), turns=True) for _ in range(DRAWN)]


def again(tree: Tree) -> int:
    """How often a player moves again in the unfolded tree."""
    plain = unfolded(tree)
    return sum(
        plain.is_max(node) == plain.is_max(below) for node in range(len(plain)) for below in plain.children(node)
    )


def in_a_row(tree: Tree) -> int:
    """The longest series of moves by one player."""
    plain = unfolded(tree)
    longest = [1] * len(plain)
    for node in range(len(plain)):
        for below in plain.children(node):
            if plain.is_max(below) == plain.is_max(node) and plain.children(below):
                longest[below] = longest[node] + 1
    return max(longest)


def either_player_at_one_depth(tree: Tree) -> bool:
    """True if some position is reached after equally many moves with MAX and with MIN to move."""
    plain = unfolded(tree)
    depth = [0] * len(plain)
    players: dict[tuple[int, int], set[bool]] = {}
    for node in range(len(plain)):
        players.setdefault((plain.key(node), depth[node]), set()).add(plain.is_max(node))
        for below in plain.children(node):
            depth[below] = depth[node] + 1
    return any(len(both) == 2 for both in players.values())


def test_marks_for_alternating_trees_are_unchanged() -> None:
    """With alternating players, five hundred strings of bytes give the trees of the recorded checksum."""
    generator = random.Random(9)  # noqa: S311  # as above
    written = sha256()
    for _ in range(500):
        tree = decode(generator.randbytes(generator.randint(0, 90)))
        nodes = range(len(tree))
        written.update(
            repr([(tree.children(n), tree.static_value(n), tree.is_max(n), tree.key(n)) for n in nodes]).encode()
        )
    assert written.hexdigest() == "94d6adae8805ccb41fbe4d872349c91b5a488500f6e38433f559059e126405d9"


def test_only_spare_marks_have_another_meaning() -> None:
    """The spare marks are the last ones of the table, which are leaves if players alternate."""
    assert TURNS[:-SPARE] == TABLE[:-SPARE]
    assert {mark.kind for mark in TURNS[-SPARE:]} == {Kind.TURN}
    assert {mark.kind for mark in TABLE[-SPARE:]} == {Kind.LEAF}


@given(marks=st.binary(max_size=80))
def test_turn_marks_only_change_who_moves(marks: bytes) -> None:
    """Without these marks, the tree is the same with alternating players."""
    without = bytes(mark for mark in marks if TURNS[mark].kind is not Kind.TURN)
    tree, plain = (unfolded(decode(raw, turns=True, static_values=False)) for raw in (marks, without))
    assert plain.alternates
    assert tree == plain.replaced(players=tree.players)
    assert tree.is_max(0) == plain.is_max(0)


@pytest.mark.parametrize(
    "low, high, holds",
    [
        (0.05, 0.2, lambda tree: not again(tree)),
        (0.1, 0.4, lambda tree: in_a_row(tree) > 2),
        (0.02, 0.2, either_player_at_one_depth),
        (0.3, 0.6, lambda tree: not tree.is_max(0)),
    ],
    ids=["players alternate", "three times in a row", "either player at one depth", "MIN at the root"],
)
def test_the_drawn_trees_have(low: float, high: float, holds: Callable[[Tree], bool]) -> None:
    """The share of these trees lies between the stated bounds."""
    assert low <= sum(map(holds, drawn())) / DRAWN <= high


@pytest.mark.fast_cases("shared")
@pytest.mark.parametrize(
    "holds, most_nodes, agains",
    [
        (lambda tree: True, 1, 0),
        (lambda tree: again(tree) > 0, 5, 1),
        (lambda tree: in_a_row(tree) > 2, 7, 2),
        (lambda tree: tree.shared, 6, 0),
    ],
    ids=["any", "again", "three times in a row", "shared"],
)
def test_the_simplest_tree_of_a_kind_is_small(holds: Callable[[Tree], bool], most_nodes: int, agains: int) -> None:
    """Hypothesis alone shrinks it to that number of nodes, with as much alternation as possible."""
    simplest = find(trees(turns=True), holds)
    assert len(simplest) <= most_nodes
    assert again(simplest) == agains


@pytest.mark.slow
@given(tree=trees(turns=True))
def test_a_failure_without_turns_shrinks_to_alternating_players(tree: Tree) -> None:
    """The failure needs two leaves with different signs."""

    def fails(candidate: Tree) -> bool:
        return min(candidate.leaf_values) < 0 < max(candidate.leaf_values)

    if fails(tree):
        small = shrink_tree(tree, fails)
        assert tree_size(small) <= tree_size(tree)
        assert (len(small), small.alternates, small.is_max(0)) == (3, True, True)


@pytest.mark.slow
@given(tree=trees(turns=True))
def test_a_failure_of_turns_shrinks_to_the_turns_it_needs(tree: Tree) -> None:
    """The failure needs a player who moves twice, and a value that differs from that with alternating players."""

    def fails(candidate: Tree) -> bool:
        plain = unfolded(candidate)
        other = plain.replaced(players=alternating(plain))
        return value(plain, 0) != value(other, 0)

    if fails(tree):
        small = shrink_tree(tree, fails)
        assert (len(small.leaf_values), again(small), small.is_max(0)) == (2, 1, True)


def alternating(tree: Tree) -> list[bool]:
    """Who would move at each node of an unfolded tree if players alternated."""
    players = [tree.is_max(0)] * len(tree)
    for node in range(len(tree)):
        for below in tree.children(node):
            players[below] = not players[node]
    return players


def test_a_position_for_both_players_can_be_shrunk() -> None:
    """After an extra move, one key occurs with either player to move, which alternating players cannot reach."""
    tree: Tree = ExplicitTree(
        [(1, 2), (3,), (4,), (5, 6), (5, 6), (), ()],
        [None, None, None, None, None, 1, -1],
        [True, True, False, True, False, True, True],
        [0, 1, 2, 3, 3, 4, 5],
    )
    small = shrink_tree(tree, lambda candidate: len(unfolded(candidate)) > 3)
    assert len(unfolded(small)) == 4


def test_hard_trees_with_turns_are_legal_and_have_either_player_first() -> None:
    """Players do not alternate in any of the trees.

    Each tree comes with its mirror image, which has the negated value.
    """
    found = list(hard_turns())
    assert not any(tree.alternates for tree in found)
    for tree, mirrored in zip(found[::2], found[1::2], strict=True):
        assert tree.is_max(0)
        assert not mirrored.is_max(0)
        assert value(tree, 0) == -value(mirrored, 0)
    assert max(map(in_a_row, found)) >= 3
    assert any(all(tree.is_max(below) == tree.is_max(0) for below in tree.children(0)) for tree in found)
    assert any(map(either_player_at_one_depth, found))
    assert all(tree.alternates for tree in hard_trees())


def judge_of(row: Variant) -> TreeJudge:
    """A form, checked for all contracts that it claims."""
    static = Need.STATIC_VALUES in row.needs
    charges = (Charge(contract(claim.contract), claim.inner_root, static, reduced=row.reduced) for claim in row.claims)
    return TreeJudge(row.search, tuple(charges))


@cache
def tried() -> dict[str, TreeJudge]:
    """Every form that does not need alternating players, and F2, which does, checked on the same trees."""
    judges = {row.name: judge_of(row) for row in (*FREE, VARIANTS["f2"])}
    hunt(
        list(judges.values()),
        examples=EXAMPLES,
        seed_number=7,
        drawn_from=trees(turns=True),
        first=list(hard_turns()),
    )
    return judges


@pytest.mark.slow
@pytest.mark.parametrize("row", FREE, ids=lambda row: row.name)
def test_a_form_for_any_turns_satisfies_its_claims_on_them(row: Variant) -> None:
    """Values, leaves, relations and conduct are checked on random trees and the hard ones, in every window."""
    judge = tried()[row.name]
    assert not judge.refuted
    if Need.STATIC_VALUES not in row.needs:
        assert judge.trees >= EXAMPLES


def test_forms_for_any_turns_are_those_that_ask_who_moves() -> None:
    """These forms are five of the catalogue, and the drivers that call no others."""
    assert {row.name for row in FREE} >= {
        "minimax",
        "strict_test",
        "moving_bounds",
        "inherited_bounds",
        "explicit_stack",
    }


@pytest.mark.slow
def test_a_form_that_always_negates_is_refuted() -> None:
    """F2 is wrong if a player moves again, so the trees expose it."""
    refuted = tried()["f2"].refuted
    assert "exact" in refuted
    assert not any(tree.alternates for tree, _ in refuted.values())


@given(tree=trees(turns=True))
def test_every_drawn_tree_can_be_judged(tree: Tree) -> None:
    """The tree is unfolded, and cut if it has static values. The oracle then finds its value and its leaves."""
    assert len(case_of_drawn(tree).leaves) >= 1


def test_positions_are_encoded_as_built() -> None:
    """A player declared for a position moves there, on every path to it."""
    tree = build([[1, 2], [3], [3], [4], []], [None, None, None, None, 1], players=[None, True, None, None, None])
    assert either_player_at_one_depth(tree)
