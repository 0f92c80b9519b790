"""Principal variations, complete and partial, and moves in longer tuples."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from prunecheck import FULL, Number, from_nested, verify_search
from prunecheck.contracts.line import LINE_SO_FAR, PRINCIPAL_VARIATION
from prunecheck.contracts.order import implied
from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import Returns
from prunecheck.subjects.find import subject_of
from prunecheck.subjects.load_search import load_object
from prunecheck.subjects.subject import Subject
from prunecheck.trees.protocol import N, Tree
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.verify.corpus import hard_depths
from prunecheck.verify.judge import broken_contracts

SO_FAR, WHOLE = LINE_SO_FAR.name, PRINCIPAL_VARIATION.name
Told = tuple[float, list[Any]]


def telling(line: tuple[int, ...] | None, *, move: int | None = None) -> AnySearch:
    """A search that returns the same answer for any tree."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Choice:
        return Choice(0, move, line)

    return search


def broken(nested: Any, line: tuple[int, ...] | None, move: int | None = None) -> list[str]:
    """The contracts on lines that a line violates."""
    return broken_contracts(telling(line, move=move), [SO_FAR, WHOLE], from_nested(nested), FULL)


@pytest.mark.parametrize("line", [None, (), (1,), (1, 0)])
def test_a_line_may_end_early(line: tuple[int, ...] | None) -> None:
    """The moves that it has are right, but only a complete line is a principal variation."""
    assert broken([3, [5, 9]], line) == ([] if line == (1, 0) else [WHOLE])


@pytest.mark.parametrize("line", [(0,), (1, 1), (1, 2), (1, -1), (1, 0, 0)])
def test_no_part_of_a_line_may_be_wrong(line: tuple[int, ...]) -> None:
    """Wrong parts are a move to another value, an illegal move, and a move after the end of the game."""
    assert broken([3, [5, 9]], line) == [SO_FAR, WHOLE]


def test_a_line_with_the_right_value_may_contain_a_mistake() -> None:
    """The last leaf has the root's value, but the opponent would not have played there."""
    assert broken([[3, 5], 5], (0, 1)) == [SO_FAR, WHOLE]


def test_a_line_begins_with_the_move_beside_it() -> None:
    """A line with another first move is wrong, even if both moves are best; a missing line is fine."""
    assert broken([5, 5], (0,), move=0) == []
    assert broken([5, 5], (), move=1) == [WHOLE]
    assert broken([5, 5], (0,), move=1) == [SO_FAR, WHOLE]


def test_a_whole_line_also_satisfies_the_weaker_contract() -> None:
    """A whole line satisfies both contracts, since one implies the other."""
    assert implied(WHOLE) == {WHOLE, SO_FAR}


class Lines:
    """Negamax to a depth with a table; an entry that is deep enough is used together with its line."""

    def __init__(self) -> None:
        """Start with an empty table."""
        self.table: dict[Any, tuple[int, Told]] = {}

    def search(self, pos: Any, depth: int) -> Told:
        """Value and line."""
        left, told = self.table.get(pos, (-1, (0.0, [])))
        if left >= depth:
            return told
        if depth == 0 or pos.is_over():
            return pos.evaluate(), []
        best: Told = (-math.inf, [])
        for move in pos.legal_moves():
            value, below = self.search(pos.play(move), depth - 1)
            if -value > best[0]:
                best = -value, [move, *below]
        self.table[pos] = depth, best
        return best


@pytest.mark.slow
def test_the_line_of_a_deeper_entry_follows_the_depth_rule() -> None:
    """The line of a table entry may go below the depth limit, which only the exact depth rule forbids."""
    subject = subject_of(load_object(Lines))
    trees = list(hard_depths())
    strict, lenient = (
        [broken_contracts(subject.search, [SO_FAR], tree, FULL, depth=4, deeper_entries=deeper) for tree in trees]
        for deeper in (False, True)
    )
    assert [SO_FAR] in strict
    assert [SO_FAR] not in lenient
    assert verify_search(Lines, examples=30).sound
    assert [
        finding.contract for finding in verify_search(Lines, examples=30, claims=[SO_FAR], depth_rule="exact").findings
    ] == [SO_FAR]


def triangular(board: Any, depth: int, *, emptied: bool, child: bool) -> Told:
    """Negamax with a triangular table of moves or positions; its rows are cleared if `emptied`."""
    rows: list[list[Any]] = [[] for _ in range(depth + 1)]

    def search(node: Any, left: int, ply: int) -> float:
        if emptied:
            rows[ply] = []
        if left == 0 or node.is_over():
            value: float = node.evaluate()
            return value
        best = -math.inf
        for nth, below in enumerate(node.children()):
            score = -search(below, left - 1, ply + 1)
            if score > best:
                best = score
                rows[ply] = [below if child else nth, *rows[ply + 1]]
        return best

    return search(board, depth, 0), rows[0]


def moves(board: Any, depth: int) -> Told:
    """The line as moves."""
    return triangular(board, depth, emptied=True, child=False)


def positions(board: Any, depth: int) -> Told:
    """The line as positions."""
    return triangular(board, depth, emptied=True, child=True)


def stale_moves(board: Any, depth: int) -> Told:
    """The line with old moves at its end."""
    return triangular(board, depth, emptied=False, child=False)


def stale_positions(board: Any, depth: int) -> Told:
    """The line with old positions at its end."""
    return triangular(board, depth, emptied=False, child=True)


@pytest.mark.slow_cases("moves")
@pytest.mark.parametrize("search", [moves, positions])
def test_a_line_of_moves_or_positions_is_read(search: Callable[[Any, int], Told]) -> None:
    """A search whose line is a list of moves or positions satisfies both contracts on lines."""
    verdict = verify_search(search, examples=30)
    assert verdict.sound
    claims = {claim.contract: claim.outcome.value for claim in verdict.searches[0].verdict.claims}
    assert (claims[SO_FAR], claims[WHOLE]) == ("held", "held")
    assert {SO_FAR, WHOLE} & verdict.searches[0].due == {SO_FAR}


@pytest.mark.parametrize("search", [stale_moves, stale_positions])
def test_a_stale_tail_is_found(search: Callable[[Any, int], Told]) -> None:
    """Values and moves are right, but the line is not; no likely cause for wrong values is reported."""
    (finding,) = verify_search(search, examples=30).findings
    assert (finding.contract, finding.cause) == (SO_FAR, "")


def both(node: Any) -> dict[str, Any]:
    """A dictionary with score, move and line."""
    if node.is_leaf():
        return {"score": node.evaluate(), "move": None, "pv": []}
    found = [(-told["score"], nth, told["pv"]) for nth, told in enumerate(map(both, node.children()))]
    score, move, line = max(found, key=lambda answer: answer[0])
    return {"score": score, "move": move, "pv": [move, *line]}


def both_apart(node: Any) -> dict[str, Any]:
    """A search that returns a move and a line, which begins after the move."""
    told = both(node)
    return {**told, "pv": told["pv"][1:]}


@pytest.mark.slow
def test_a_move_and_a_line_may_be_named_fields() -> None:
    """A move and a line in named fields are read and compared."""
    assert verify_search(both, examples=30).sound
    (finding,) = verify_search(both_apart, examples=30).findings
    assert finding.contract == SO_FAR


def negamax(board: Any, depth: int) -> tuple[float, int | None]:
    """Value and move."""
    if depth == 0 or board.is_game_over():
        return board.evaluate(), None
    found = [(-negamax(child, depth - 1)[0], nth) for nth, child in enumerate(board.children())]
    return max(found, key=lambda answer: answer[0])


def depth_first(board: Any, depth: int) -> tuple[Any, ...]:
    """Depth, score, move."""
    return depth, *negamax(board, depth)


def nodes_last(board: Any, depth: int) -> tuple[Any, ...]:
    """Score, move, nodes."""
    return *negamax(board, depth), 99


def score_between(board: Any, depth: int) -> list[Any]:
    """Move, score, depth, in a list."""
    score, move = negamax(board, depth)
    return [move, score, depth]


def nothing_last(board: Any, depth: int) -> tuple[Any, ...]:
    """Move, score, and None, which could stand for a move."""
    score, move = negamax(board, depth)
    return move, score, None


def at_the_end(board: Any, depth: int) -> tuple[Any, ...]:
    """Two counts, then move and score."""
    score, move = negamax(board, depth)
    return 0, 17.5, move, score


def deepening(board: Any, depth: int) -> Iterator[tuple[Any, ...]]:
    """Depth, score, move, yielded for each depth."""
    for plies in range(depth + 1):
        yield plies, *negamax(board, plies)


PLACES = {
    depth_first: (1, 2),
    nodes_last: (0, 1),
    score_between: (1, 0),
    nothing_last: (1, 0),
    at_the_end: (3, 2),
    deepening: (1, 2),
}


def found(search: Callable[..., Any], **declared: Any) -> Subject:
    """The detected subject of a search."""
    return subject_of(load_object(search), declared=declared)


@pytest.mark.fast_cases("depth_first")
@pytest.mark.parametrize("search", PLACES, ids=lambda search: search.__name__)
def test_value_and_move_are_found_in_longer_tuples(search: Callable[..., Any]) -> None:
    """Detection tries all indices, and the report gives the ones found."""
    subject = found(search)
    assert subject.traits.convention.places == PLACES[search]
    assert ("the value at [" in subject.traits.convention.words()) == (search is not nodes_last)
    assert verify_search(search, examples=30).sound


def test_a_wrong_move_in_a_longer_tuple_is_still_wrong() -> None:
    """Most moves are right, so that detection finds the move's index; then the wrong ones fail."""

    def first_always(board: Any, depth: int) -> tuple[Any, ...]:
        score, move = negamax(board, depth)
        return depth, score, None if move is None else 0

    (finding,) = verify_search(first_always, examples=30).findings
    assert finding.contract == "best-move"


def test_only_the_declared_order_of_value_and_move_is_tried() -> None:
    """The value may come before or after the move, with other items between them."""
    assert found(depth_first, returns=Returns.VALUE_MOVE).traits.convention.places == (1, 2)
    assert found(at_the_end, returns=Returns.MOVE_VALUE).traits.convention.places == (3, 2)
    assert found(at_the_end, returns=Returns.VALUE_MOVE).traits.convention.returns is Returns.VALUE_MOVE


def test_a_tuple_that_is_too_short_is_not_an_answer() -> None:
    """A tuple with a single item is neither a value nor a pair of value and move."""
    with pytest.raises(PreconditionError, match="expected a"):
        found(lambda board, depth: (negamax(board, depth)[0],))
