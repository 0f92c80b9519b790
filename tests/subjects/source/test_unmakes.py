"""Lines that leave a loop before a move is taken back are found for methods and for boards that are lists."""

import pytest

from prunecheck.subjects.source.suspects import Topic, suspects

SEARCH = """
def negamax(board, depth, alpha, beta, player):
    if depth == 0:
        return score(board)
    for row in range(3):
        for column in range(3):
            if board[row][column] == 0:
                MAKE
                value = -negamax(board, depth - 1, -beta, -alpha, -player)
                BETWEEN
                UNMAKE
                alpha = max(alpha, value)
                if alpha >= beta:
                    return alpha
    return alpha
"""
LISTS = "board[row][column] = player", "board[row][column] = 0"
METHODS = "board.push(row, column)", "board.pop()"
RECORDS = "undo = board.make(row, column)", "board.unmake(undo)"
EARLY = "if value >= beta: return beta"
LATE = "alpha = max(alpha, value)"


def lines(made: str, back: str, between: str) -> list[int]:
    text = SEARCH.replace("UNMAKE", back).replace("MAKE", made).replace("BETWEEN", between)
    return [suspect.line for suspect in suspects(text, "negamax") if suspect.topic is Topic.UNMAKE]


@pytest.mark.parametrize("make_and_unmake", [LISTS, METHODS, RECORDS], ids=["a list", "methods", "records"])
def test_a_return_before_the_move_is_taken_back_is_found(make_and_unmake: tuple[str, str]) -> None:
    made, back = make_and_unmake
    assert lines(made, back, EARLY) == [10]
    assert not lines(made, back, LATE)
    assert not lines(made, back, f"if value >= beta: {back}; return beta")


def test_only_assignments_to_the_same_place_take_a_move_back() -> None:
    made, _ = LISTS
    assert not lines(made, "values[row][column] = value", EARLY)
    assert not lines(made, "board[row] = [0, 0, 0]", EARLY)
