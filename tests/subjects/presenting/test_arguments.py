"""Arguments and state of users' searches: a depth or player beside a position, limits, local modules, deep lists."""

import sys
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

import pytest

from prunecheck import from_nested, verify_search
from prunecheck.subjects.convention import Convention, Role
from prunecheck.subjects.find import find_subject, subject_of
from prunecheck.subjects.known_trees import MOST_MEASURED_NODES, UNMEASURED_HEIGHT, unique_key
from prunecheck.subjects.load_search import load_object
from prunecheck.subjects.presenting.adapter import Adapter
from prunecheck.subjects.presenting.python_search import Patience, PythonSearch
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL

pytestmark = pytest.mark.usefixtures("few_statistics")


def told(search: Any, **options: Any) -> str:
    """The report on a refuted search."""
    verdict = verify_search(search, examples=30, **options)
    assert not verdict.sound
    return str(verdict)


def with_functions(node: Any, depth: int, children: Any, evaluate: Any) -> float:
    """Negamax that passes the plies left to its evaluation."""
    below = children(node)
    if depth == 0 or not below:
        value: float = evaluate(node, depth)
        return value
    return max(-with_functions(child, depth - 1, children, evaluate) for child in below)


def with_functions_wrong(node: Any, depth: int, children: Any, evaluate: Any) -> float:
    """A search with functions as arguments that never negates."""
    below = children(node)
    if depth == 0 or not below:
        value: float = evaluate(node, depth)
        return value
    return max(with_functions_wrong(child, depth - 1, children, evaluate) for child in below)


def of_game(game: Any, state: Any, depth: int) -> float:
    """A search on a game object."""
    if depth == 0 or game.is_terminal(state):
        value: float = game.evaluate(state, depth)
        return value
    return max(-of_game(game, child, depth - 1) for child in game.children(state))


def of_game_wrong(game: Any, state: Any, depth: int) -> float:
    """A search on a game object that searches one ply too few."""
    if depth == 1 or game.is_terminal(state):
        value: float = game.evaluate(state, depth)
        return value
    return max(-of_game(game, child, depth - 1) for child in game.children(state))


def by_color(node: Any, depth: int, color: int, children: Any, evaluate: Any) -> float:
    """Negamax that passes the player to its evaluation."""
    below = children(node)
    if depth == 0 or not below:
        value: float = evaluate(node, color)
        return value
    return max(-by_color(child, depth - 1, -color, children, evaluate) for child in below)


def by_color_wrong(node: Any, depth: int, color: int, children: Any, evaluate: Any) -> float:
    """A search that never changes the player."""
    below = children(node)
    if depth == 0 or not below:
        value: float = evaluate(node, color)
        return value
    return max(-by_color_wrong(child, depth - 1, color, children, evaluate) for child in below)


def by_color_of_other(node: Any, depth: int, color: int, children: Any, evaluate: Any) -> float:
    """A search whose evaluation gets the other player."""
    below = children(node)
    if depth == 0 or not below:
        value: float = evaluate(node, -color)
        return value
    return max(-by_color_of_other(child, depth - 1, -color, children, evaluate) for child in below)


def for_me(game: Any, state: Any, player: int) -> float:
    """Minimax from the point of view of one of two players, 1 and 2."""

    def search(state: Any, mover: int) -> float:
        if game.is_over(state):
            value: float = game.evaluate(state, player)
            return value
        return (max if mover == player else min)(search(child, 3 - mover) for child in game.children(state))

    return search(state, player)


def for_other(game: Any, state: Any, player: int) -> float:
    """Minimax from the opponent's point of view."""
    return for_me(game, state, 3 - player)


@pytest.mark.fast_cases("by_color")
@pytest.mark.parametrize("search", [with_functions, of_game, by_color, for_me])
def test_an_evaluation_may_take_a_depth_or_a_player(search: Callable[..., Any]) -> None:
    """A depth of 1 is not mistaken for player 1."""
    verdict = verify_search(search, examples=40)
    assert verdict.sound, str(verdict)


@pytest.mark.fast_cases("by_color_of_other", "of_game_wrong")
@pytest.mark.parametrize("search", [with_functions_wrong, of_game_wrong, by_color_wrong, by_color_of_other, for_other])
def test_a_wrong_search_with_extra_evaluation_arguments_is_refuted(search: Callable[..., Any]) -> None:
    """Each kind of additional argument is covered."""
    assert not verify_search(search, examples=40).sound


class Limited:
    """Negamax with a depth limit in its instance."""

    sign = -1

    def __init__(self) -> None:
        self.max_depth = 2

    def __call__(self, position: Any, ply: int = 0) -> float:
        """The value for the player to move."""
        if ply == self.max_depth or position.is_over():
            value: float = position.evaluate()
            return value
        return max(self.sign * self(child, ply + 1) for child in position.children())


class LimitedWrong(Limited):
    """A search that never negates values."""

    sign = 1


def a_limited() -> Limited:
    """A factory."""
    return Limited()


def a_limited_wrong() -> Limited:
    """A factory of wrong instances."""
    return LimitedWrong()


@pytest.mark.fast_cases("Limited")
@pytest.mark.parametrize("search", [Limited, a_limited, Limited(), partial(Limited(), ply=0), Limited().__call__])
def test_the_depth_limit_of_a_callable_instance_is_always_set(search: Any) -> None:
    """The instance may come from a class, a factory or a partial, or be passed directly."""
    verdict = verify_search(search, examples=40)
    assert verdict.sound, str(verdict)
    assert subject_of(load_object(search)).traits.convention.limits == ("max_depth",)


@pytest.mark.slow_cases("a_limited_wrong")
@pytest.mark.parametrize("search", [a_limited_wrong, LimitedWrong()])
def test_a_wrong_callable_instance_is_refuted(search: Any) -> None:
    """The bug is not in the instance's limit."""
    assert not verify_search(search, examples=40).sound


class ForColor:
    """A constructor that takes a player, and a method that takes any further arguments."""

    sign = -1

    def __init__(self, color: int) -> None:
        self.color = color

    def search(self, state: Any, *args: Any, **options: Any) -> float:
        """The value for the player to move."""
        if state.is_terminal():
            value: float = state.evaluate()
            return value
        return max(self.sign * self.search(child) for child in state.children())


class ForColorWrong(ForColor):
    """A class whose search never negates."""

    sign = 1


@pytest.mark.slow
def test_variadic_arguments_of_a_method_are_left_out() -> None:
    """An instance is made for each call, and its method is called without further arguments."""
    assert verify_search(ForColor, examples=40).sound
    assert not verify_search(ForColorWrong, examples=40).sound


SEARCH = """
import beside{inside}
def search(position):
    if position.is_over():
        return position.evaluate()
    return max(beside{inside}.SIGN * search(child) for child in position.children())
"""


@pytest.mark.parametrize("inside", ["", ".below"])
def test_each_file_imports_the_modules_in_its_folder(inside: str, tmp_path: Path) -> None:
    """Modules with the same names were loaded for another file before."""
    found = {}
    for folder, sign in (("first", 1), ("second", -1)):
        package = tmp_path / folder / "beside" if inside else tmp_path / folder
        package.mkdir(parents=True)
        (package / ("below.py" if inside else "beside.py")).write_text(f"SIGN = {sign}\n")
        if inside:
            (package / "__init__.py").write_text("")
        (tmp_path / folder / "mine.py").write_text(SEARCH.format(inside=inside))
        found[folder] = find_subject(f"{tmp_path / folder / 'mine.py'}:search")
    tree = from_nested([[1, 2], [3, 4]])
    assert found["second"].search(tree, tree.root, FULL.alpha, FULL.beta) == 3
    assert found["first"].search(tree, tree.root, FULL.alpha, FULL.beta) != 3
    kept = sys.modules["beside"]
    find_subject(f"{tmp_path / 'second' / 'mine.py'}:search")
    assert sys.modules["beside"] is kept  # once loaded, the file keeps its own module


def with_a_stack(tree: Any, is_max: bool) -> float:
    """Iterative minimax on lists."""
    values: dict[int, float] = {}
    open_lists = [(tree, is_max, False)]
    while open_lists:
        node, player, done = open_lists.pop()
        if not isinstance(node, list) or id(node) in values:
            continue
        if done:
            below = (values[id(child)] if isinstance(child, list) else child for child in node)
            values[id(node)] = (max if player else min)(below)
        else:
            open_lists += [(node, player, True), *((child, not player, False) for child in node)]
    return values[id(tree)] if isinstance(tree, list) else tree


def with_a_stack_and_a_pop(tree: Any, is_max: bool) -> float:
    """A search that changes the last list of a chain."""
    found = with_a_stack(tree, is_max)
    while isinstance(tree, list) and len(tree) == 1:
        if not isinstance(tree[0], list):
            tree.pop()
            break
        tree = tree[0]
    return found


def with_a_stack_and_a_list(tree: Any, is_max: bool) -> float:
    """A search that replaces a single leaf by a list."""
    found = with_a_stack(tree, is_max)
    if isinstance(tree, list) and len(tree) == 1:
        tree[0] = [tree[0]]
    return found


@pytest.mark.slow
def test_lists_are_compared_however_deep_they_are() -> None:
    """An iterative search passes on a chain of thousands of lists, unless it changes the lists."""
    nested: Any = 1
    for _ in range(3_000):
        nested = [nested]
    assert verify_search(with_a_stack, tree=from_nested(nested)).sound
    assert "nested lists differ" in told(with_a_stack_and_a_pop, tree=from_nested(nested))
    assert "nested lists differ" in told(with_a_stack_and_a_list, tree=from_nested([3]))


def test_a_list_with_many_paths_is_compared_once() -> None:
    """The number of paths doubles with every ply."""
    plies = range(60)
    tree: ExplicitTree[Number] = ExplicitTree(
        [*([nth + 1, nth + 1] for nth in plies), []], [*(None for _ in plies), 7], [nth % 2 == 0 for nth in range(61)]
    )
    search: Any = subject_of(load_object(with_a_stack)).search
    assert search(tree, tree.root, FULL.alpha, FULL.beta) == 7


def test_a_wide_key_is_unique_to_its_tree() -> None:
    """Keys that differ in any bit stay different, and so do keys of different trees."""
    wide_keys = [low | bit for low, bit in product(range(20), (0, *(1 << nth for nth in range(45, 70))))]
    keys = {
        unique_key(sign * key, serial) for key, sign, serial in product(set(wide_keys) - {0}, (1, -1), range(1, 20))
    }
    assert len(keys) == 2 * 19 * len(set(wide_keys) - {0})
    assert all(isinstance(key, int) and 0 <= key < 1 << 62 for key in keys)


def test_new_instances_see_equal_trees_with_equal_keys() -> None:
    """A failure that depends on the keys therefore occurs again. Different trees have different keys."""

    class Noting:
        keys: ClassVar[list[Any]] = []

        def search(self, board: Any) -> float:
            """Negamax that notes the keys of all positions."""
            self.keys.append(board.zobrist_key())
            if board.is_over():
                value: float = board.evaluate()
                return value
            return max(-self.search(child) for child in board.children())

    search: Any = subject_of(load_object(Noting)).search

    def keys(nested: list[Any]) -> set[Any]:
        Noting.keys.clear()
        tree = from_nested(nested)
        search(tree, tree.root, FULL.alpha, FULL.beta)
        return set(Noting.keys)

    first, other = keys([[0, -1], [3]]), keys([[0, -2], [3]])
    assert len(first) == 6
    assert not first & other
    assert keys([[0, -1], [3]]) == first


TYPED = """
from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Optional


class Side(Enum):
    MIN = "-"
    MAX = "+"

    @property
    def opponent(self) -> Side:
        return Side.MIN if self is Side.MAX else Side.MAX


class Window(NamedTuple):
    alpha: float = float("-inf")
    beta: float = float("inf")

    def raised(self, value: float, side: Side) -> Window:
        if side is Side.MAX:
            return self._replace(alpha=max(self.alpha, value))
        return self._replace(beta=min(self.beta, value))


def search(state, depth: int, side: Optional[Side], window: Window = Window()) -> float:
    if depth == 0 or state.is_terminal():
        return state.evaluate()
    best = None
    for child in state.successors():
        value = search(child, depth - 1, side.opponent, window)
        best = value if best is None else (max if side is Side.MAX else min)(best, value)
        window = window.raised(best, side)
        if window.alpha >= window.beta:
            break
    return best
"""


@pytest.mark.slow
def test_an_enum_of_players_is_used_directly_and_a_window_class_is_left_out(tmp_path: Path) -> None:
    """The members may have any values; the first one named in the source is MAX, who moves first."""
    (tmp_path / "typed_engine.py").write_text(TYPED, encoding="utf-8")
    verdict = verify_search(f"{tmp_path / 'typed_engine.py'}:search", claims=["exact"], examples=30)
    assert verdict.sound
    assert "side is Side.MAX for MAX and Side.MIN for MIN" in verdict.searches[0].verdict.title


def test_the_depth_given_for_a_large_tree_is_its_height() -> None:
    """All nodes of an explicit tree are measured, however many; a huge game gets a large number."""
    nested: list[Any] = [[0] * MOST_MEASURED_NODES]
    for _ in range(UNMEASURED_HEIGHT):
        nested = [nested]
    takes = Convention((Role.NODE, Role.DEPTH), ("node", "depth"))
    python = PythonSearch(Adapter(takes), Patience())

    def depth_for(asked: Any) -> object:
        return python.answer(lambda _, depth: depth, asked, asked.root, FULL.alpha, FULL.beta)

    tree = from_nested(nested)
    assert depth_for(tree) == UNMEASURED_HEIGHT + 2
    game = ConnectFour(7, 6)
    assert depth_for(game) == UNMEASURED_HEIGHT
