"""State that a search leaves changed is a bug if a second search of the same position finds other values."""

from pathlib import Path
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import own_game_subject

GAME: Final = """
from math import inf

made = 0
history = [0] * 4


class Count:
    made = 0


def free(board):
    return [cell for cell in range(4) if board[cell] == 0]


def score(board):
    return sum((cell * cell * 7 % 5 - 2) * mark for cell, mark in enumerate(board)) SCORE


def start(board, depth):
    skipped = 0

    def search(depth, alpha, beta, who):
        BEGIN
        if depth == 0 or not free(board):
            return score(board) LEAF
        best = -inf * who
        for cell in MOVES:
            board[cell] = who
            STEP
            value = search(depth - 1, alpha, beta, -who)
            board[cell] = 0
            best = max(best, value) if who == 1 else min(best, value)
            if who == 1:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                CUT
                break
        return best

    return search(depth, -inf, inf, 1)
"""
USUAL: Final = {"SCORE": "", "BEGIN": "pass", "LEAF": "", "MOVES": "free(board)", "STEP": "pass", "CUT": "pass"}
CHANGES: Final = {
    "a global": (
        {"BEGIN": "global made", "STEP": "made += 1", "SCORE": "+ made"},
        "changes the global variable `made`",
    ),
    "a class attribute": (
        {"STEP": "Count.made += 1", "SCORE": "+ Count.made"},
        "changes the global variable `Count.made`",
    ),
    "a closure": ({"BEGIN": "nonlocal skipped", "STEP": "skipped += 1", "LEAF": "+ skipped"}, "changes `skipped`"),
}
RIGHT: Final = {
    "a node counter": {"BEGIN": "global made", "STEP": "made += 1"},
    "a node counter in a closure": {"BEGIN": "nonlocal skipped", "STEP": "skipped += 1"},
    "history": {"CUT": "history[cell] += depth", "MOVES": "sorted(free(board), key=lambda each: -history[each])"},
}


def _faults(folder: Path, change: dict[str, str]) -> tuple[str, ...]:
    text = GAME
    for word, code in (USUAL | change).items():
        text = text.replace(word, code)
    file = folder / "game.py"
    file.write_text(text, encoding="utf-8")
    return own_game_subject(f"{file}:start", ["start([0] * 4, 3)"]).faults


@pytest.mark.parametrize("kind", CHANGES)
def test_a_change_that_changes_values_is_a_bug(kind: str, tmp_path: Path) -> None:
    change, says = CHANGES[kind]
    (fault,) = _faults(tmp_path, change)
    assert fault.startswith(
        f"{says} and does not restore it, so a second search of the same position finds other values"
    )


@pytest.mark.parametrize("kind", RIGHT)
def test_a_change_that_changes_no_value_is_not_a_bug(kind: str, tmp_path: Path) -> None:
    assert _faults(tmp_path, RIGHT[kind]) == ()


TURNS: Final = """
from math import inf

turn = 1


def search(board, depth, alpha, beta):
    global turn
    BEGIN
    if depth == 0 or 0 not in board:
        END
        return turn * sum((cell * 7 % 5 - 2) * mark for cell, mark in enumerate(board))
    best = -inf
    for cell in [each for each in range(4) if board[each] == 0]:
        board[cell] = 1 if depth % 2 else -1
        STEP
        best = max(best, -search(board, depth - 1, -beta, -max(alpha, best)))
        board[cell] = 0
        BACK
        if best >= beta:
            break
    END
    return best
"""
TOGGLE: Final = "turn = -turn"


@pytest.mark.parametrize(
    ("change", "is_wrong"),
    [
        ({"STEP": TOGGLE, "BACK": TOGGLE}, False),
        ({"STEP": TOGGLE}, True),
        ({"BEGIN": TOGGLE, "END": TOGGLE}, False),
        ({"BEGIN": TOGGLE, "BACK": TOGGLE}, False),
        ({"BEGIN": TOGGLE}, True),
    ],
    ids=["restored", "not restored", "restored by the call", "left to the caller", "not restored by the caller"],
)
def test_a_toggle_that_ends_where_it_began_is_found(change: dict[str, str], is_wrong: bool, tmp_path: Path) -> None:
    """The first search makes an even number of moves, so only later positions show that the turn is not restored."""
    text = TURNS
    for word in ("BEGIN", "STEP", "BACK", "END"):
        text = text.replace(word, change.get(word, "pass"))
    file = tmp_path / "game.py"
    file.write_text(text, encoding="utf-8")
    faults = own_game_subject(f"{file}:search", ["search([0] * 4, 3, -inf, inf)"]).faults
    assert [fault.partition(",")[0] for fault in faults] == [
        "changes the global variable `turn` and does not restore it"
    ] * is_wrong


STALE_MOVES: Final = """
class Token:
    def __init__(self):
        self.at, self.moves = 3, [2, 4]

    def go(self, to):
        if to not in (self.at - 1, self.at + 1):
            raise ValueError(f"{to} is too far away")
        self.at, self.moves = to, [to - 1, to + 1]

    def go_back(self, to):
        self.at = to
        UPDATE

def search(token, depth, is_max):
    if depth == 0:
        return token.at * 7 % 5
    values, here = [], token.at
    for to in token.moves:
        token.go(to)
        values.append(search(token, depth - 1, not is_max))
        token.go_back(here)
    return max(values) if is_max else min(values)
"""


@pytest.mark.parametrize(("update", "right"), [("self.moves = [to - 1, to + 1]", True), ("pass", False)])
def test_a_second_search_that_crashes_is_a_bug_of_the_first(update: str, right: bool, tmp_path: Path) -> None:
    """A list of moves that is not updated when a move is taken back may contain moves that are not possible."""
    (tmp_path / "token_walk.py").write_text(STALE_MOVES.replace("UPDATE", update), encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'token_walk.py'}:search", ["search(Token(), 3, True)"])
    crash = "changes `token.moves` and does not restore it, so a second search of the same position crashes: ValueError"
    assert any(fault.startswith(crash) for fault in subject.faults) != right, subject.faults
