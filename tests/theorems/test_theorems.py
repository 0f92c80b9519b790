"""Each theorem of the table on random trees, on all small trees, on trees of real games, and in the best order."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prunecheck import FULL, INF, ExplicitTree, Number, Window, from_nested
from prunecheck.contracts.case import Case
from prunecheck.strategies import trees
from prunecheck.theorems import THEOREMS, Statement
from prunecheck.theorems.conditions import UNIFORM
from prunecheck.trees.unfold import unfolded
from prunecheck.workloads.games import game_tree
from trees_by_size import best_first, shuffled, smaller_trees

GENERAL = {name: theorem for name, theorem in THEOREMS.items() if UNIFORM not in theorem.conditions}
IN_BEST_ORDER = {name: theorem for name, theorem in THEOREMS.items() if UNIFORM in theorem.conditions}
SIZES = [(2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (4, 2)]
GAMES: dict[str, tuple[str, int | None]] = {  # (moves from the start, plies to search; None for the end of the game)
    "tic-tac-toe": ("0,3,1,2", None),
    "connect-three-3x4": ("12", 5),
    "connect-four-4x4": ("112132", 5),
    "othello-4": ("", 5),
    "nim-2-3-1": ("", None),
}

# by the fast tests of their packages
TESTED_ELSEWHERE = ("sss-*", "dual-*", "mtd-*", "memory-*", "table-*")

each_theorem = pytest.mark.parametrize("theorem", GENERAL.values(), ids=GENERAL)
each_formula = pytest.mark.parametrize("theorem", IN_BEST_ORDER.values(), ids=IN_BEST_ORDER)


def windows_of(theorem: Statement, tree: ExplicitTree[Number]) -> list[Window[Number]]:
    """The distinct windows that a theorem is about, or an even sample of them."""
    if not theorem.is_about(tree, FULL):
        return []
    return [FULL] if theorem.full_window else Case(tree).windows


@pytest.mark.slow_cases(*TESTED_ELSEWHERE)
@each_theorem
@settings(max_examples=25)
@given(tree=trees(shared=False, static_values=False), data=st.data())
def test_a_theorem_holds_on_drawn_trees(theorem: Statement, tree: ExplicitTree[Number], data: st.DataObject) -> None:
    """The trees have ties, single children and infinite leaves, and are searched in a random window."""
    if windows := windows_of(theorem, tree):
        assert theorem.objection(tree, data.draw(st.sampled_from(windows))) is None


@pytest.mark.slow_cases(*(f"3-{pattern}" for pattern in TESTED_ELSEWHERE))
@each_theorem
@pytest.mark.parametrize("most_leaves", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_a_theorem_holds_on_all_small_trees(theorem: Statement, most_leaves: int) -> None:
    """All trees up to some size, in all orders with ties and with either player at the root, in all windows."""
    about = 0
    for tree in smaller_trees((most_leaves, most_leaves + (3 if theorem.full_window else 2))):
        for window in windows_of(theorem, tree):
            about += 1
            assert theorem.objection(tree, window) is None, (tree, window)
    assert about > 250


@cache
def game(name: str) -> ExplicitTree[Number]:
    """The tree of a game below a position, to the depth in the table, with static values at the end."""
    position, depth = GAMES[name]
    return unfolded(game_tree(name, position=position, depth=depth))


@pytest.mark.fast_cases("othello-4-*")
@each_theorem
@pytest.mark.parametrize("name", GAMES)
def test_a_theorem_holds_on_trees_of_games(theorem: Statement, name: str) -> None:
    """Real games have few values, and therefore many ties."""
    tree = game(name)
    for window in (FULL, Window[Number](-1, 1), Window[Number](0, 3)):
        assert theorem.objection(tree, window) is None, window


@pytest.mark.parametrize(
    ("name", "nested", "window"),
    [
        ("f1-is-f2", [0, [[[0, 0]]]], FULL),
        ("hughes-is-f1", [INF, 0], FULL),
        ("hughes-is-f1", [0, 0], Window(-INF, 0)),
        ("scout-within-f1", [INF, 0], FULL),
        ("scout-within-f1", [0, 0], Window(-INF, 0)),
    ],
)
def test_a_condition_is_needed(name: str, nested: object, window: Window[Number]) -> None:
    """The theorem excludes this tree and window, and would be false for them."""
    theorem, tree = THEOREMS[name], from_nested(nested)
    assert not theorem.is_about(tree, window)
    assert any(relation.objection(tree, window) for relation in theorem.relations)


@each_formula
@pytest.mark.parametrize(("branching", "depth"), SIZES)
def test_a_formula_holds_in_the_best_order(theorem: Statement, branching: int, depth: int) -> None:
    """The trees are uniform with distinct leaves, sorted by true values, with either player at the root."""
    for max_at_root in (True, False):
        tree = best_first(shuffled(branching, depth, max_at_root=max_at_root))
        assert theorem.is_about(tree, FULL)
        assert theorem.objection(tree, FULL) is None
