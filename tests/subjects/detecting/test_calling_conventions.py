"""Detection of unusual calling conventions: optional parameters, constructor arguments, and slow answers."""

from pathlib import Path
from typing import Any

import pytest

from prunecheck import INF, PreconditionError, from_nested, verify_search
from prunecheck.failures import TooManyQuestions
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.find import subject_of
from prunecheck.subjects.load_search import load_object
from prunecheck.trees.views.recorded import recorded


class Pair:
    """A library's window class, which a pair of numbers cannot replace."""

    def __init__(self, alpha: Any = -INF, beta: Any = INF) -> None:
        self.alpha, self.beta = alpha, beta


def with_its_own_window(state: Any, depth: int, maximizing: bool, window: Any = None) -> Any:
    """Alpha-beta with its own window class."""
    window = window or Pair()
    if depth == 0 or state.is_terminal():
        return state.evaluate()
    best = -INF if maximizing else INF
    for child in state.children():
        best = (max if maximizing else min)(best, with_its_own_window(child, depth - 1, not maximizing, window))
        inner = (max(window.alpha, best), window.beta) if maximizing else (window.alpha, min(window.beta, best))
        window = Pair(*inner)
        if window.alpha >= window.beta:
            break
    return best


@pytest.mark.slow
def test_an_optional_window_of_an_unknown_class_is_omitted() -> None:
    """The search is called without a window, so it uses the default."""
    verdict = verify_search(with_its_own_window, examples=40)
    assert verdict.sound, str(verdict)
    title = verdict.searches[0].verdict.title
    assert title.startswith("(state, depth, maximizing) -> value; maximizing is True for MAX and False for MIN;")


def by_letter(n: Any, d: int, a: float, b: float, q: bool) -> Any:
    """The side to move has an uninformative name, and is negated after each move."""
    if d == 0 or n.is_terminal():
        return n.evaluate()
    best = -INF if q else INF
    for child in n.children():
        found = by_letter(child, d - 1, a, b, not q)
        best = (max if q else min)(best, found)
        a, b = (max(a, best), b) if q else (a, min(b, best))
        if a >= b:
            break
    return best


def by_truths(n: Any, q: bool) -> Any:
    """The side to move is passed as True or False."""
    if n.is_terminal():
        return n.evaluate()
    if q:
        return max(by_truths(child, False) for child in n.children())
    return min(by_truths(child, True) for child in n.children())


@pytest.mark.slow_cases("by_letter")
@pytest.mark.parametrize("search", [by_letter, by_truths])
def test_the_side_to_move_is_recognised_by_its_use(search: Any) -> None:
    """A parameter with an uninformative name is the side to move if no other parameter has that role."""
    assert verify_search(search, claims=["exact"], examples=40).sound


IN_PLACE = """
def search(game, maximizing):
    if game.is_game_over():
        return game.who_has_won()
    best = -2 if maximizing else 2
    for move in game.get_legal_moves():
        game.make_move(move)
        best = (max if maximizing else min)(best, search(game, not maximizing))
        game.undo_move(move)
    return best
"""


@pytest.mark.slow
def test_unknown_attributes_are_reported_also_for_in_place_moves(tmp_path: Path) -> None:
    """A missing attribute of a position is reported, and does not count against any calling convention."""
    (tmp_path / "asks.py").write_text(IN_PLACE, encoding="utf-8")
    with pytest.raises(PreconditionError, match="Rename `who_has_won` to a name that 'prunecheck list names"):
        verify_search(f"{tmp_path / 'asks.py'}:search")


class Player:
    """Made for a game, with a depth limit smaller than the tree's height."""

    def __init__(self, game: Any, depth: int = 2) -> None:
        self.game, self.depth = game, depth

    def get_move(self, state: Any) -> Any:
        """The first of the best moves for MAX."""
        return self._best(state, self.depth, maximizing=True)[1]

    def _best(self, state: Any, depth: int, *, maximizing: bool) -> tuple[Any, Any]:
        if depth == 0 or self.game.is_terminal(state):
            return self.game.evaluate(state), None
        found = [
            (self._best(self.game.make_move(state, move), depth - 1, maximizing=not maximizing)[0], move)
            for move in self.game.get_legal_moves(state)
        ]
        best = (max if maximizing else min)(value for value, _ in found)
        return best, next(move for value, move in found if value == best)


class Fixed(Player):
    """A search whose source contains the depth limit."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.max_depth = 2

    def get_move(self, state: Any) -> Any:
        """The first of the best moves for MAX."""
        return self._best(state, self.max_depth, maximizing=True)[1]


@pytest.mark.slow_cases("Fixed")
@pytest.mark.parametrize("kind", [Player, Fixed])
def test_an_instance_made_for_a_game_searches_the_whole_tree(kind: Any) -> None:
    """The instance limits itself to two plies, but is given the whole height of the tree."""
    verdict = verify_search(kind, claims=["best-move"], examples=30)
    assert verdict.sound, str(verdict)


def steps(node: Any) -> Any:
    """Move a window of width one until the value is inside."""
    guess = 0
    while True:
        found = within(node, guess - 1, guess + 1)
        if abs(found - guess) < 1:
            return found
        guess += 1 if found > guess else -1


def within(node: Any, alpha: Any, beta: Any) -> Any:
    """Alpha-beta, fail-hard."""
    if node.is_leaf():
        return max(alpha, min(node.value(), beta))
    for child in node.children():
        alpha = max(alpha, -within(child, -beta, -alpha))
        if alpha >= beta:
            return beta
    return alpha


def test_a_search_may_make_as_many_calls_as_time_allows() -> None:
    """The search makes many steps to a distant value, without a table or a better first guess."""
    called = subject_of(load_object(steps)).search
    log = recorded(from_nested([9_000, -9_000]), most_questions=100)
    assert called(log, log.root, -INF, INF) == 9_000
    assert len(log.log) > 9_000


def asks_for_ever(node: Any) -> Any:
    """Make calls forever on a tree of two moves."""
    while len(node.children()) == 2:
        node.is_leaf()
    return node.value() if node.is_leaf() else max(-asks_for_ever(child) for child in node.children())


@pytest.mark.slow
def test_endless_calls_are_a_hang_and_only_the_first_are_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a hang, later searches may make fewer calls."""
    monkeypatch.setattr("prunecheck.subjects.find.QUESTIONS", 2_000)
    monkeypatch.setattr("prunecheck.subjects.presenting.python_search.QUESTIONS_AFTER_A_HANG", 1_000)
    monkeypatch.setattr("prunecheck.subjects.presenting.python_search.QUESTIONS_TOLD", 50)
    called = subject_of(load_object(asks_for_ever)).search
    for most in ("2,000", "1,000"):
        log = recorded(from_nested([1, 2]), most_questions=100)
        with pytest.raises(SubjectError, match=f"no answer after {most} method calls on positions") as caught:
            called(log, log.root, -INF, INF)
        assert caught.value.failure == TooManyQuestions(int(most.replace(",", "")))
        assert len(log.log) == 50


class ByText:
    """Minimax with a table whose keys are texts."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, int], float] = {}

    def search(self, state: Any, depth: int) -> float:
        """The value for the player to move."""
        key = str(state), depth
        if key not in self.known:
            over = depth == 0 or state.is_terminal()
            self.known[key] = (
                state.evaluate() if over else max(-self.search(child, depth - 1) for child in state.children())
            )
        return self.known[key]


@pytest.mark.slow
def test_the_text_of_a_position_can_be_a_key() -> None:
    """The text of a position differs between trees, and is equal for a repeated position."""
    verdict = verify_search(ByText, examples=30)
    assert verdict.sound, str(verdict)
