"""A table that answers a position with another position's entry: by an object's address, or with an incomplete key."""

from pathlib import Path
from textwrap import dedent

import pytest

from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject
from prunecheck.subjects.source.keys import address_in_key

OBJECTS = """
    from math import inf

    TABLE = {{}}

    class Board:
        def __init__(self, pile, taken=0):
            self.pile, self.taken = pile, taken

        def moves(self):
            return [take for take in (1, 2, 3) if take <= self.pile]

        def after(self, take):
            return Board(self.pile - take, take)

        def worth(self):
            return self.pile * 7 % 5 - 2 - self.taken

    def search(board, depth, alpha, beta, is_max):
        key = {key}
        if key in TABLE:
            return TABLE[key]
        if depth == 0 or not board.moves():
            return board.worth()
        best, low, high = -inf if is_max else inf, alpha, beta
        for take in board.moves():
            value = search(board.after(take), depth - 1, alpha, beta, not is_max)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        if low < best < high:
            TABLE[key] = best
        return best
"""
IN_PLACE = """
    from math import inf

    TABLE = {{}}
    BOARD = [0] * 6

    def worth(board):
        return sum((2 * nth % 5 - 2) * each for nth, each in enumerate(board))

    def negamax(board, depth, alpha, beta, side):
        key = {key}, depth, side
        if key in TABLE:
            return TABLE[key]
        free = [nth for nth, each in enumerate(board) if not each]
        if depth == 0 or not free:
            return side * worth(board)
        best, low = -inf, alpha
        for nth in free:
            board[nth] = side
            best = max(best, -negamax(board, depth - 1, -beta, -alpha, -side))
            board[nth] = 0
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        if low < best < beta:
            TABLE[key] = best
        return best
"""


def _objects(folder: Path, key: str) -> OwnGameSubject:
    file = folder / "objects.py"
    file.write_text(dedent(OBJECTS.format(key=key)))
    return own_game_subject(f"{file}:search", ["search(Board(9), 4, -inf, inf, True)"])


def _in_place(folder: Path, key: str) -> OwnGameSubject:
    file = folder / "in_place.py"
    file.write_text(dedent(IN_PLACE.format(key=key)))
    return own_game_subject(f"{file}:negamax", ["negamax(BOARD, 3, -inf, inf, 1)"])


@pytest.mark.parametrize("address", ["id(board)", "hash(board)"])
def test_the_address_of_an_object_is_not_a_key(address: str, tmp_path: Path) -> None:
    """A new object may get the address of an old one, which depends on the memory in use; the line is named."""
    try:
        subject = _objects(tmp_path, f"{address}, depth, is_max")
        (said,) = subject.faults or [note for note in subject.facts if "line 20" in note]
    except PreconditionError as error:
        said = str(error)
    assert f"ine 20 uses `{address}`, the address of an object" in said  # perhaps at the start of a sentence
    assert said.endswith("; make the key from the contents of the object")


def test_the_address_of_a_board_that_changes_is_not_a_key(tmp_path: Path) -> None:
    """All positions have the same key."""
    (fault,) = _in_place(tmp_path, "id(board)").faults
    assert fault.startswith("wrong value: got ")
    assert "from the table entry of another position in the global variable `" in fault
    assert ". Line 11 uses `id(board)`, the address of an object" in fault


def test_a_key_that_leaves_out_a_part_of_the_position_is_wrong(tmp_path: Path) -> None:
    """Positions that differ in this part get the values of one another."""
    (fault,) = _in_place(tmp_path, "tuple(board[2:])").faults
    assert "from the table entry of another position" in fault
    assert "address" not in fault


@pytest.mark.parametrize("key", ["board.pile, board.taken, depth, is_max", "(board, depth)"])
def test_the_contents_of_an_object_are_a_key(key: str, tmp_path: Path) -> None:
    """An object in the key stays alive, so that its address is not used again."""
    assert not _objects(tmp_path, key).faults


@pytest.mark.slow_cases("tuple(sorted(zip(board, range(6))))")
@pytest.mark.parametrize("key", ["tuple(board)", "tuple(sorted(zip(board, range(6))))"])
def test_a_key_of_all_squares_is_right(key: str, tmp_path: Path) -> None:
    """Different positions have different keys."""
    assert not _in_place(tmp_path, key).faults


def test_symmetric_positions_may_share_an_entry(tmp_path: Path) -> None:
    """Symmetric positions have the same value."""
    file = tmp_path / "symmetric.py"
    text = IN_PLACE.format(key="min(tuple(board), tuple(board[::-1]))")
    file.write_text(dedent(text).replace("2 * nth % 5 - 2", "nth * (5 - nth) % 4 - 1"))
    assert not own_game_subject(f"{file}:negamax", ["negamax(BOARD, 3, -inf, inf, 1)"]).faults


@pytest.mark.parametrize(
    "text",
    [
        "class AI:\n def play(self, board):\n  state = tuple(board)\n  return TABLE[hash(state)]",
        "class Board:\n def moves(self): ...\ndef hash(b): return 1\ndef f(b): return b.moves(), hash(b)",
        "class Board:\n def moves(self): ...\n def __hash__(self): return 1\ndef f(b): return b.moves(), hash(b)",
    ],
    ids=["hash of a tuple", "own function named hash", "own hash of a class"],
)
def test_other_hashes_are_made_from_contents(text: str) -> None:
    """Only objects of a class without its own hash are hashed by their addresses."""
    assert address_in_key(text) == ""
