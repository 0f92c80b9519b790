"""Bugs that only show in positions after the recorded plies: values of finished games, and arguments left changed."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import own_subject
from piles import Written, game

LONG: Final = """
def search(pile, taken, depth, alpha, beta, is_max):
    if not moves(pile):
        return -500 if is_max else 500
    if depth == 0:
        return pile % 3
    best = -BEST if is_max else BEST
    for take in moves(pile):
        taken.append(take)
        value = search(pile - take, taken, depth - 1, alpha, beta, not is_max)
        UNDO
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
START: Final = "search(20, [], 3, -inf, inf, True)"


def _written(best: str = "inf", undo: str = "taken.pop()") -> Written:
    return Written(LONG.replace("BEST", best).replace("UNDO", undo), "search", START)


def test_values_of_a_finished_game_are_drawn_even_if_not_recorded(tmp_path: Path) -> None:
    """Values of finished games show a constant in the search that is too small."""
    found = game(tmp_path, _written())
    assert found.root.all()[-1].ply == 3
    assert found.limits.values == 500
    assert not found.faults


@pytest.mark.parametrize(("undo", "fault"), [("if pile > 8: taken.pop()", "changes `taken`"), ("taken.pop()", "")])
def test_an_argument_that_is_left_changed_only_in_later_positions_is_found(
    undo: str, fault: str, tmp_path: Path
) -> None:
    """In the first plies, the search restores it."""
    (said,) = game(tmp_path, _written(undo=undo)).faults or ("",)
    assert said == (f"{fault} and does not restore it in a later position of the game" if fault else "")


MARKED: Final = """
class Board:
    def __init__(self):
        self.pile, self.mark = 20, False


def search(board, depth, alpha, beta, is_max):
    if depth == 0 or not moves(board.pile):
        return board.pile % 3
    best = -9 if is_max else 9
    for take in moves(board.pile):
        board.pile -= take
        board.mark = board.pile < 12
        value = search(board, depth - 1, alpha, beta, not is_max)
        board.pile, board.mark = board.pile + take, False
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best
"""


@pytest.mark.parametrize(("name", "is_left"), [("few", False), ("turn", True)])
def test_a_truth_value_that_each_move_sets_anew_need_not_be_restored(name: str, is_left: bool, tmp_path: Path) -> None:
    """But one that is named like the side to move must be. In the first plies, it is only true at leaves."""
    faults = game(
        tmp_path, Written(MARKED.replace("mark", name), "search", "search(Board(), 3, -inf, inf, True)")
    ).faults
    assert ("changes `board.turn` and does not restore it in a later position of the game" in faults) == is_left
    assert bool(faults) == is_left


LINE: Final = """
def search(pile, depth, alpha, beta, is_max, line, root):
    if depth == 0 or pile == 0:
        return pile % 3
    best = -1000 if is_max else 1000
    for take in range(1, min(pile, 3) + 1):
        value = search(pile - take, depth - 1, alpha, beta, not is_max, line, False)
        if value > best if is_max else value < best:
            best = value
            if root:
                line.append(take)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best
"""


@pytest.mark.slow
def test_what_only_the_start_leaves_changed_is_not_blamed(tmp_path: Path) -> None:
    """The game reads the line of moves after the search; the starting call takes long to return."""
    assert not game(tmp_path, Written(LINE, "search", "search(40, 9, -inf, inf, True, [], True)")).faults


OWNERS: Final = """
count = 0


def search(cells, owners, depth, alpha, beta, is_max):
    global count
    count += 1
    free = [nth for nth in range(7) if not cells[nth]]
    if depth == 0 or not free:
        return owners.count(1) - owners.count(2)
    before, best = list(owners), -inf if is_max else inf
    for nth in free:
        cells[nth] = 1
        taken = sum(cells) > 4 and nth not in owners[:3]
        if taken:
            owners[nth % 3] = 1 if is_max else 2
        value = search(cells, owners, depth - 1, alpha, beta, is_max if taken else not is_max)
        cells[nth] = 0
        RESTORE
        best = max(best, value) if is_max else min(best, value)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""


@pytest.mark.parametrize(("restore", "right"), [("owners[:] = before", True), ("owners = list(before)", False)])
def test_a_list_that_is_replaced_instead_of_restored_is_found(restore: str, right: bool, tmp_path: Path) -> None:
    """The bug only matters once the list changes, some plies after the starting call."""
    text = OWNERS.replace("RESTORE", restore)
    found = game(tmp_path, Written(text, "search", "search([0] * 7, [0] * 3, 3, -inf, inf, True)"))
    assert ("owners" in " ".join(found.faults)) != right
    assert right or len(found.faults) == 1


FINISHED: Final = """
class Board:
    def __init__(self):
        self.pile, self.taken, self.winner = 20, [], None

    def is_over(self):
        if self.pile == 0:
            self.winner = len(self.taken) % 2
        return self.pile == 0

    def take(self, count):
        self.pile -= count
        self.taken.append(count)

    def undo(self):
        self.pile += self.taken.pop()
        UNDO


class Agent:
    def __init__(self):
        self.board = Board()

    def search(self, depth, alpha, beta, is_max):
        if self.board.is_over() or depth == 0:
            return self.board.pile % 3
        best = -9 if is_max else 9
        for take in moves(self.board.pile):
            self.board.take(take)
            value = self.search(depth - 1, alpha, beta, not is_max)
            self.board.undo()
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best
"""


@pytest.mark.parametrize(("undo", "right"), [("self.winner = None", True), ("pass", False)])
def test_what_a_finished_game_sets_may_be_reset_with_its_last_move(undo: str, right: bool, tmp_path: Path) -> None:
    """The search does not restore it in the finished game itself, where nobody starts a search."""
    written = Written(FINISHED.replace("UNDO", undo), "Agent.search", "Agent().search(3, -inf, inf, True)")
    assert (not game(tmp_path, written).faults) is right


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
