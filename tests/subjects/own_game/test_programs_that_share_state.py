"""Cases from public programs whose calls share state: copies, other modules and lists that are filled again."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

COPIES: Final = """
    from copy import deepcopy
    from math import inf

    class Board:
        def __init__(self):
            self.cells, self.side = [0] * 4, 1

        def play(self, cell):
            self.cells[cell], self.side = self.side, -self.side

    def worth(board):
        return sum((cell * cell * 7 % 5 - 2) * mark for cell, mark in enumerate(board.cells))

    def search(board, depth, alpha, beta, is_max):
        free = [cell for cell in range(4) if not board.cells[cell]]
        if depth == 0 or not free:
            return worth(board)
        best = -inf if is_max else inf
        for cell in free:
            before = deepcopy(board)
            board.play(cell)
            value = search(board, depth - 1, alpha, beta, not is_max)
            RESTORE
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best
"""


@pytest.mark.parametrize(("restore", "right"), [("board = before", True), ("pass", False)])
def test_a_position_may_be_changed_if_each_caller_goes_on_with_a_copy(
    restore: str, right: bool, tmp_path: Path
) -> None:
    subject = own_subject(tmp_path, COPIES.replace("RESTORE", restore), "search", "search(Board(), 3, -inf, inf, True)")
    assert any("does not restore" in fault for fault in subject.faults) != right
    if right:
        assert_right(subject)


FLIPPED: Final = """
    def moves(piles):
        return [nth for nth in range(3) if piles[nth]]

    def search(piles, depth):
        if depth == 0 or not any(piles):
            return piles[0] - piles[2]
        if sum(piles) < 9:
            piles.reverse()
        best = -99
        for nth in moves(piles):
            below = PASSED
            below[nth] -= 1
            best = max(best, -search(below, depth - 1))
            UNDO
        return best
"""


@pytest.mark.parametrize(
    ("passed", "undo", "right"), [("list(piles)", "pass", True), ("piles", "below[nth] += 1", False)]
)
def test_only_a_position_that_the_caller_has_must_be_restored_later(
    passed: str, undo: str, right: bool, tmp_path: Path
) -> None:
    """Positions are only changed some plies after the start."""
    text = FLIPPED.replace("PASSED", passed).replace("UNDO", undo)
    faults = own_subject(tmp_path, text, "search", "search([4, 5, 4], 3)").faults
    assert any("in a later position of the game" in fault for fault in faults) != right


PIECES: Final = """
    class Piece:
        made = 0

        def __init__(self):
            self.number = Piece.made
            Piece.made += 1
"""
GAME: Final = """
    from numbered_pieces import Piece

    class Board:
        def __init__(self):
            self.piece, self.pile = Piece(), 9
"""
STARS: Final = """
    from math import *

    def search(board, pile, depth):
        if depth == 0 or pile == 0:
            return pile % 4
        return max(-search(board, pile - take, depth - 1) for take in (1, 2, 3) if take <= pile)
"""


def test_the_state_of_modules_that_other_modules_import_is_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pieces are numbered by a class in a module that only the board's module imports; `math` has nan, too."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("numbered_pieces", PIECES), ("pieces_game", GAME), ("own_game", STARS)):
        Path(f"{name}.py").write_text(dedent(text), encoding="utf-8")
    subject = own_game_subject("own_game.py:search", ["search(pieces_game.Board(), 9, 3)"])
    assert_right(subject)


LATER: Final = """
    taken = [0] * 3

    def count(piles):
        for nth in range(3):
            taken[nth] = 1 if piles[nth] < 2 else 0
        return taken

    class Piece:
        def __init__(self, size):
            self.size = size

    def search(pieces, piles, marks, depth, is_max):
        if depth == 0 or not any(piles):
            return piles[0] - piles[2] + sum(marks)
        best = -99 if is_max else 99
        for nth in [nth for nth in range(3) if piles[nth]]:
            piles[nth] -= 1
            piece = next((each for each in pieces if each.size == sum(piles)), None)
            if piece is not None:
                pieces.remove(piece)
            value = search(pieces, piles, MARKS, depth - 1, not is_max)
            if piece is not None:
                BACK
            piles[nth] += 1
            best = max(best, value) if is_max else min(best, value)
        return best
"""


@pytest.mark.parametrize(
    ("marks", "back", "right"),
    [
        ("count(piles)", "pieces.append(piece)", True),
        ("marks", "pass", False),
    ],
    ids=["order", "lost piece"],
)
def test_pieces_in_another_order_and_lists_that_are_filled_again_need_not_be_restored(
    marks: str, back: str, right: bool, tmp_path: Path
) -> None:
    """Some plies after the start, pieces are taken off the board, and `taken` changes."""
    text = LATER.replace("MARKS", marks).replace("BACK", back)
    start = "search([Piece(2), Piece(3), Piece(4)], [3, 3, 3], count([3, 3, 3]), 3, True)"
    faults = own_subject(tmp_path, text, "search", start).faults
    assert any("in a later position of the game" in fault for fault in faults) != right


STORE: Final = """
    class HashTable:
        known = {}
"""
WITH_STORE: Final = """
    import class_store

    class Engine:
        def __init__(self):
            self.table = class_store.HashTable()

        def search(self, pile, depth):
            if (pile, depth) in self.table.known:
                return self.table.known[pile, depth]
            if depth == 0 or pile == 0:
                return pile % 5 - 2
            best = max(-self.search(pile - take, depth - 1) for take in (1, 2, 3) if take <= pile)
            self.table.known[pile, depth] = best
            return best
"""


def test_a_table_may_belong_to_a_class_of_another_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("class_store", STORE), ("own_game", WITH_STORE)):
        Path(f"{name}.py").write_text(dedent(text), encoding="utf-8")
    subject = own_game_subject("own_game.py:Engine.search", ["Engine().search(9, 4)"])
    assert subject.saves_leaves
    assert_right(subject)


STORED_BOUNDS: Final = """
    class Vertex:
        def __init__(self, marks=()):
            self.marks, self.low, self.high = marks, None, None

        def worth(self):
            return sum((nth + 3) * mark * mark for nth, mark in enumerate(self.marks)) % 41 - 20

        def alpha(self, depth):
            if depth == 0:
                return self.worth()
            for mark in (1, 2, 3):
                child = Vertex(self.marks + (mark,))
                child.alpha = self.low
                value = child.beta(depth - 1)
                self.low = value if self.low is None else max(self.low, value)
            return self.low

        def beta(self, depth):
            if depth == 0:
                return self.worth()
            for mark in (1, 2, 3):
                child = Vertex(self.marks + (mark,))
                child.beta = self.high
                value = child.alpha(depth - 1)
                self.high = value if self.high is None else min(self.high, value)
            return self.high
"""


def test_a_bound_in_an_attribute_is_no_part_of_the_position(tmp_path: Path) -> None:
    """The search stores bounds in objects, but never reads them; other values of leaves lead to other bounds."""
    subject = own_subject(tmp_path, STORED_BOUNDS, "Vertex.alpha", "Vertex().alpha(4)")
    assert max(len(node.children) for node in subject.games[0].starts()) == 3
    assert_right(subject)


SIDE: Final = """
    class Row:
        def __init__(self):
            self.free, self.first = set(range(6)), True

        def search(self, depth, alpha, beta):
            step = 1 if self.first else 2
            moves = [cell for cell in sorted(self.free) if cell + step in self.free]
            if depth == 0 or not moves:
                return len(moves)
            best = -50
            for cell in moves:
                self.free -= {cell, cell + step}
                self.first = not self.first
                best = max(best, -self.search(depth - 1, -beta, -alpha))
                self.free |= {cell, cell + step}
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            return best
"""


def test_a_side_to_move_that_a_whole_search_restores_by_chance_is_found(tmp_path: Path) -> None:
    """A move changes the side to move, and taking it back does not, so later moves are those of the other player."""
    (fault,) = own_subject(tmp_path, SIDE, "Row.search", "Row().search(4, -50, 50)").faults
    assert fault == (
        "changes `self.first` and does not restore it, so a second search of a later position reaches different "
        "positions than the first one"
    )


LAST_STONES: Final = """
    from math import inf

    class Board:
        def __init__(self, other=None):
            self.pits = other.pits[:] if other else [1, 0, 1, 0, 1, 2, 0, 0]

        def moves(self):
            return [pit for pit in range(3) if self.pits[pit]]

        def sow(self, pit):
            stones, self.pits[pit] = self.pits[pit], 0
            while stones:
                pit = (pit + 1) % 7
                self.pits[pit] += 1
                stones -= 1
            return pit == 3

        def turned(self):
            board = Board()
            board.pits = self.pits[4:] + self.pits[:4]
            return board

        def over(self):
            if any(self.pits[:3]):
                return False
            self.pits[7] += sum(self.pits[4:7])
            self.pits[4:7] = [0, 0, 0]
            return True

    def search(board, turn, alpha, beta):
        if board.over():
            return turn * (board.pits[3] - board.pits[7])
        best = -inf * turn
        for move in board.moves():
            child = Board(board)
            if child.sow(move):
                value = search(child, turn, alpha, beta)
            else:
                value = search(child.turned(), -turn, alpha, beta)
            if turn == 1:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""


def test_a_leaf_may_change_its_own_copy_of_the_board(tmp_path: Path) -> None:
    """At the end of the game, the last stones are collected, as in mancala."""
    assert_right(own_subject(tmp_path, LAST_STONES, "search", "search(Board(), 1, -inf, inf)"))


COLLECTED: Final = """
    from math import inf

    class Game:
        def __init__(self):
            self.pits = [1, 0, 1, 0, 1, 2, 0, 0]

        def sow(self, pit, turn):
            stones, self.pits[pit] = self.pits[pit], 0
            while stones:
                pit = (pit + 1) % 8
                if pit == (7 if turn == 1 else 3):
                    continue
                self.pits[pit] += 1
                stones -= 1
            return pit == (3 if turn == 1 else 7)

        def over(self, turn):
            own = slice(0, 3) if turn == 1 else slice(4, 7)
            if any(self.pits[own]):
                return False
            self.pits[3] += sum(self.pits[0:3])
            self.pits[7] += sum(self.pits[4:7])
            self.pits[0:3] = self.pits[4:7] = [0, 0, 0]
            return True

        def search(self, turn, depth, alpha, beta):
            if self.over(turn) or depth == 0:
                return self.pits[3] - self.pits[7]
            best = -inf * turn
            for pit in [pit for pit in (range(3) if turn == 1 else range(4, 7)) if self.pits[pit]]:
                saved = self.pits[:]
                again = self.sow(pit, turn)
                value = self.search(turn if again else -turn, depth - 1, alpha, beta)
                RESTORE
                if turn == 1:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
            return best
"""


@pytest.mark.parametrize(("restore", "right"), [("self.pits = saved", True), ("self.pits[:7] = saved[:7]", False)])
def test_a_caller_may_restore_what_a_leaf_has_changed(restore: str, right: bool, tmp_path: Path) -> None:
    """The last stones are collected on the only board."""
    text = COLLECTED.replace("RESTORE", restore)
    subject = own_subject(tmp_path, text, "Game.search", "Game().search(1, 9, -inf, inf)")
    assert bool(subject.faults) != right
    if right:
        assert_right(subject)
