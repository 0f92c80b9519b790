"""Users' answers in all forms: other numeric types, repeated positions, missing answers."""

from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from decimal import Decimal
from fractions import Fraction
from math import inf
from numbers import Integral
from typing import Any

import pytest

from prunecheck import from_nested, verify_search
from prunecheck.errors import PreconditionError
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.presenting.answers import bare_value, number, place, plain_move
from prunecheck.subjects.subject import whole_question

PAIR = from_nested([1, 2])


class Wide:
    """A whole number that is not an `int`, as in numpy."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __int__(self) -> int:
        return self.value

    def __eq__(self, other: object) -> bool:
        return self.value == other

    def __gt__(self, other: int) -> bool:
        return self.value > other

    def __hash__(self) -> int:
        return hash(self.value)


Integral.register(Wide)


def told(search: Any, **options: Any) -> str:
    """The report on a refuted search."""
    verdict = verify_search(search, examples=30, **options)
    assert not verdict.sound
    return str(verdict)


@pytest.mark.parametrize("kind", [int, Wide, float])
@pytest.mark.parametrize("nth", [0, 1])
def test_a_whole_number_of_any_type_is_an_index_and_not_a_node(kind: Callable[[int], Any], nth: int) -> None:
    """Nodes of the tree are numbers, too. Here, the second child of the root is node 2."""
    assert place(kind(nth), whole_question(PAIR, PAIR.root)) == nth


@pytest.mark.parametrize("move", [True, False, 0.5, inf, Fraction(1), "1"])
def test_a_number_that_is_not_whole_is_not_a_move(move: Any) -> None:
    """A fraction is not a move, even if it is equal to a node."""
    assert plain_move(move) is None
    with pytest.raises(SubjectError, match="which the position does not have"):
        place(move, whole_question(PAIR, PAIR.root))


def wide(position: Any, chosen: Callable[[list[float]], float]) -> tuple[float, Wide | None]:
    """Value and move index, in a custom numeric type."""
    if position.is_terminal():
        return position.score(), None
    values = [-wide(child, chosen)[0] for child in position.children()]
    return max(values), Wide(values.index(chosen(values)))


def wide_line(position: Any, chosen: Callable[[list[float]], float]) -> tuple[float, list[Wide]]:
    """Value and the line of play."""
    if position.is_terminal():
        return position.score(), []
    found = [wide_line(child, chosen) for child in position.children()]
    values = [-value for value, _ in found]
    nth = values.index(chosen(values))
    return max(values), [Wide(nth), *found[nth][1]]


@pytest.mark.fast_cases("wide")
@pytest.mark.parametrize("search", [wide, wide_line])
def test_moves_of_other_numeric_types_are_judged(search: Callable[..., Any]) -> None:
    """A search that returns the best moves passes, and one that returns the worst fails."""
    assert verify_search(lambda position: search(position, max), examples=40).sound
    faults = verify_search(lambda position: search(position, min), examples=40).searches[0].faults
    assert "best-move" in {fault.contract for fault in faults}


def test_a_fraction_may_be_too_large_for_a_float() -> None:
    """The number stays exact."""
    huge = Fraction(10**400, 3)
    assert number(huge) == huge
    assert verify_search(negamax, tree=from_nested([huge, 1])).sound


@pytest.mark.slow
def test_a_decimal_is_a_number_unless_it_is_nan() -> None:
    """The number stays exact, without rounding to a float."""
    found = [number(Decimal(text)) for text in ("23", "-0.1", "-Infinity", "1e30")]
    assert found == [23, Fraction(-1, 10), -inf, 10**30]
    assert [type(value) for value in found] == [int, Fraction, float, int]
    with pytest.raises(SubjectError, match="returned NaN"):
        number(Decimal("NaN"))
    assert verify_search(in_decimals, examples=20).sound


def in_decimals(node: Any, alpha: Any = Decimal("-Infinity"), beta: Any = Decimal("Infinity")) -> Any:
    """Fail-hard negamax."""
    if node.is_leaf():
        return min(max(Decimal(node.value()), alpha), beta)
    for child in node.children():
        alpha = max(alpha, -in_decimals(child, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def negamax(position: Any) -> float:
    """Negamax."""
    if position.is_over():
        value: float = position.evaluate()
        return value
    return max(-negamax(child) for child in position.children())


class Remembers:
    """The value and the best next position of each position, in a table for repeated positions."""

    probes = True

    def __init__(self) -> None:
        self.table: dict[Any, Any] = {}

    def told(self, position: Any) -> tuple[float, Any]:
        """Value and position."""
        if position.is_over():
            return position.evaluate(), None
        if self.probes and position in self.table:
            found: tuple[float, Any] = self.table[position]
            return found
        values = {child: -self.told(child)[0] for child in position.children()}
        self.table[position] = max(values.values()), self.chosen(values)
        return self.table[position]  # type: ignore[no-any-return]

    def chosen(self, values: dict[Any, float]) -> Any:
        """The best of the answers."""
        return max(values, key=lambda key: values[key])

    def search(self, position: Any) -> Any:
        """Value and best position."""
        return self.told(position)


class RemembersWrong(Remembers):
    """A search that remembers the worst position."""

    def chosen(self, values: dict[Any, float]) -> Any:
        """The worst of the answers."""
        return min(values, key=lambda key: values[key])


class RemembersItself(Remembers):
    """A search that returns the position itself unless it has two moves."""

    def told(self, position: Any) -> tuple[float, Any]:
        """Value and position."""
        value, after = super().told(position)
        return value, after if position.is_over() or len(position.children()) > 1 else position


class Shows(Remembers):
    """The same search with an exposed table; a rewritten entry keeps the position that was stored first."""

    probes = False

    def search(self, position: Any) -> Any:
        """The value alone."""
        return self.told(position)[0]

    def table_entries(self) -> Iterator[Any]:
        """Exact entries."""
        return ((position, value, value, None, move) for position, (value, move) in self.table.items())


class ShowsWrong(RemembersWrong, Shows):
    """A search that exposes the worst move."""


class ShowsNumbers(Shows):
    """Depths and moves in another numeric type."""

    def table_entries(self) -> Iterator[Any]:
        """Exact entries, to the end of the game."""
        for position, (value, move) in self.table.items():
            yield position, value, value, Wide(99), Wide(position.children().index(move))


@pytest.mark.slow
@pytest.mark.parametrize("search", [Remembers, Shows, ShowsNumbers])
def test_an_equal_position_from_another_path_counts_as_the_move(search: Any) -> None:
    """A table returns the first of several equal positions."""
    verdict = verify_search(search, examples=30)
    assert verdict.sound, str(verdict)


@pytest.mark.fast_cases("RemembersWrong*")
@pytest.mark.parametrize(
    "search, contract",
    [
        (RemembersWrong, "best-move"),
        (RemembersItself, "which the position does not have"),
        (ShowsWrong, "best move 0; but this move leads to the value 0"),
    ],
)
def test_a_wrong_position_is_not_a_best_move(search: Any, contract: str) -> None:
    """The position is either the worst move or one that no move leads to."""
    assert contract in told(search)


def no_return(position: Any, depth: int) -> Any:
    """A search that lacks the return at the end."""
    if depth == 0 or position.is_terminal():
        return position.evaluate()
    max(-(no_return(child, depth - 1) or 0) for child in position.children())
    return None


def best_move(position: Any) -> Any:
    """A search without any return."""
    max(position.children(), key=lambda child: -negamax(child))


@pytest.mark.parametrize("search, due", [(no_return, "a number"), (best_move, "a value and a move")])
def test_a_missing_return_is_reported(search: Callable[..., Any], due: str) -> None:
    """The search is not taken for one that chooses no move."""
    with pytest.raises(PreconditionError, match=rf"returned None \(is a return missing\?\), expected {due}"):
        verify_search(search)


def test_an_answer_that_is_too_short_is_reported_as_it_is() -> None:
    """A tuple that is too short to contain the value is reported as a tuple, not as None."""
    with pytest.raises(SubjectError, match=r"returned \(1,\), expected 2 or more items"):
        bare_value((1,), 1)


def test_a_missing_return_is_reported_for_a_declared_move() -> None:
    """The declared answer must have a move."""
    with pytest.raises(PreconditionError, match=r"returned None \(is a return missing\?\), expected a move"):
        verify_search(best_move, returns="move")


def a_branch_without(position: Any, alpha: float, beta: float) -> Any:
    """A search that only returns at a cutoff."""
    if position.is_over():
        return position.evaluate()
    for child in position.children():
        alpha = max(alpha, -(a_branch_without(child, -beta, -alpha) or 0))
        if alpha >= 20:
            return alpha
    return None


def a_move_in_a_branch(position: Any) -> Any:
    """A search that does not return a move with a value up to 0."""
    if position.is_over():
        return None
    values = [-negamax(child) for child in position.children()]
    return values.index(max(values)) if max(values) > 0 else None


@pytest.mark.parametrize(
    "search, words", [(a_branch_without, "returned None (is a return missing?)"), (a_move_in_a_branch, "wrong move: ")]
)
def test_a_search_with_a_branch_that_does_not_return_is_refuted(search: Callable[..., Any], words: str) -> None:
    """The report says what the search returns in that branch."""
    assert words in told(search)


def by_children(*, last: bool) -> Callable[..., Any]:
    """Minimax on a dictionary of children, which returns the best child or, if it is wrong, the last child."""

    def search(graph: Any, node: Any, maximizing: Any, values: Any) -> tuple[Any, Any]:
        if node not in graph:
            return values[node], None
        found = [(search(graph, child, not maximizing, values)[0], child) for child in graph[node]]
        best = (max if maximizing else min)(value for value, _ in found)
        return best, next(child for value, child in found[:: -1 if last else 1] if value == best or last)

    return search


@pytest.mark.slow
def test_a_node_of_a_dictionary_is_a_move_and_not_an_index() -> None:
    """Nodes and moves are both numbers, and a move is judged as a node."""
    right = verify_search(by_children(last=False), claims=["best-move"], examples=30)
    assert right.sound, str(right)
    assert "wrong move: got " in told(by_children(last=True), claims=["best-move"])


def copies_game(game: Any, state: Any, maximizing: Any) -> Any:
    """Minimax that works on copies of the game."""
    own, also = deepcopy(game), copy(game)
    if own.is_terminal(state):
        return also.evaluate(state)
    return (max if maximizing else min)(copies_game(own, child, not maximizing) for child in own.successors(state))


@pytest.mark.slow
def test_a_game_may_be_copied() -> None:
    """Copies are recorded like the game itself."""
    verdict = verify_search(copies_game, examples=40)
    assert verdict.sound, str(verdict)
    assert "nodes are passed as game and position" in verdict.searches[0].verdict.title


def records(state: Any, maximizing: Any) -> dict[str, Any]:
    """Minimax that returns a move if there is one."""
    if state.is_terminal():
        return {"score": state.evaluate()}
    found = [(records(child, not maximizing)["score"], nth) for nth, child in enumerate(state.children())]
    best = (max if maximizing else min)(score for score, _ in found)
    return {"score": best, "move": next(nth for score, nth in found if score == best)}


@pytest.mark.slow
def test_a_dictionary_for_a_position_that_is_over_needs_no_move() -> None:
    """For all other positions, the dictionary needs a move."""
    right = verify_search(records, claims=["best-move"], examples=30)
    assert right.sound, str(right)
    assert "-> value and move" in right.searches[0].verdict.title
    silent = told(lambda state, maximizing: {"score": records(state, maximizing)["score"], "move": 0})
    assert "wrong move: got " in silent


def test_a_value_may_stand_alone_where_there_is_no_move() -> None:
    """A leaf has no move, and a call that is cut off may leave out its move."""

    def search(state: Any, depth: int, alpha: float, beta: float, is_max: bool) -> Any:
        if depth == 0 or state.is_terminal():
            return [state.evaluate()]
        best, move = -inf if is_max else inf, None
        for nth, child in enumerate(state.children()):
            value = search(child, depth - 1, alpha, beta, not is_max)[0]
            if value > best if is_max else value < best:
                best, move = value, nth
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                return [best]
        return [best, move]

    verdict = verify_search(search, examples=30)
    assert verdict.sound
    assert "the first of the best moves on" in str(verdict)
