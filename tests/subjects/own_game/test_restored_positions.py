"""What a search changes in a position that it shares with its caller must be restored, and is named if it is not."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from piles import HEAD
from prunecheck import verify_search
from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

ON_A_WINDOW = """
    import tkinter

    class Game(tkinter.Tk):
        def search(self, depth, mine):
            if depth == 0:
                return len(self.board) % 3
            values = []
            for square in [each for each in range(4) if each not in self.board]:
                self.board[square] = mine
                self.played.append(square)
                values.append(self.search(depth - 1, not mine))
                {undo}
            return max(values) if mine else min(values)

    def game():
        found = Game.__new__(Game)
        found.board, found.played = {{0: True}}, []
        return found
"""


UNDO_ONE, UNDO_ALL = "del self.board[self.played.pop()]", "while self.played: del self.board[self.played.pop()]"


@pytest.mark.parametrize("undo, faults", [(UNDO_ONE, 0), (UNDO_ALL, 1)], ids=["one move", "all moves"])
def test_a_call_must_restore_a_position_that_it_shares_with_its_caller(undo: str, faults: int, tmp_path: Path) -> None:
    """An object whose class inherits from a stand-in for a library has its own position as well."""
    subject = own_subject(tmp_path, ON_A_WINDOW.format(undo=undo), "Game.search", "game().search(3, True)")
    assert len(subject.faults) == faults, subject.faults
    assert not faults or "changes `self.board` and does not restore it before it returns" in subject.faults[0]


MOVES_STORE_UNDO = """
    class Move:
        def __init__(self, take):
            self.take, self.was_last = take, False

    class Game:
        def __init__(self, stones):
            self.stones = stones

        def moves(self):
            return [Move(take) for take in (1, 2, 3) if take <= self.stones]

        def make(self, move):
            self.stones -= move.take
            if self.stones == 0:
                move.was_last = True

    def search(game, moves, depth, mine):
        if depth == 0 or not moves:
            return game.stones % 3 if moves else (-3 if mine else 3)
        values = []
        for move in moves:
            game.make(move)
            values.append(search(game, game.moves(), depth - 1, not mine))
            game.stones += move.take
        return max(values) if mine else min(values)
"""


def test_a_move_may_store_what_to_undo(tmp_path: Path) -> None:
    """The last move of the game is only made in later positions, and each call has a list of moves of its own."""
    start = "search(Game(20), Game(20).moves(), 3, True)"
    subject = own_subject(tmp_path, MOVES_STORE_UNDO, "search", start)
    assert not subject.faults, subject.faults


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


def test_a_failing_start_says_what_was_not_restored(tmp_path: Path) -> None:
    """The search returns before it takes move 3 back, so that its caller cannot play that move."""
    text = """
        left = set(range(5))

        def search(depth, alpha, beta):
            if depth == 0:
                return sum(left) % 3
            best = -inf
            for move in tuple(left):
                left.remove(move)
                best = max(best, -search(depth - 1, -beta, -max(alpha, best)))
                if best >= beta or move == 3:
                    return best
                left.add(move)
            return best
    """
    file = tmp_path / "game.py"
    file.write_text(HEAD + dedent(text), encoding="utf-8")
    with pytest.raises(
        PreconditionError,
        match=r"KeyError: .*. Before it fails, it changes the global variable `left` and does not restore it",
    ):
        own_game_subject(f"{file}:search", ["search(4, -inf, inf)"])
    found = str(verify_search(f"{file}:search", start="search(4, -inf, inf)"))
    assert "cause   before it fails, it changes the global variable `left` and does not restore it" in found


def test_a_wrong_type_is_not_explained_by_what_was_not_restored(tmp_path: Path) -> None:
    """Only one player's calls return the move, too. The children of a node are stored in the node."""
    text = """
        class Node:
            def __init__(self, pile, parent=None):
                self.pile, self.parent, self.children = pile, parent, {}

        def search(node, depth, is_max):
            if depth == 0:
                return node.pile % 3, None
            values = {}
            for take in moves(node.pile):
                node.children[take] = Node(node.pile - take, node)
                values[take], _ = search(node.children[take], depth - 1, not is_max)
            if is_max:
                return max(values.values()), max(values, key=values.get)
            return min(values.values())
    """
    file = tmp_path / "game.py"
    file.write_text(HEAD + dedent(text), encoding="utf-8")
    found = str(verify_search(f"{file}:search", start="search(Node(7), 3, True)"))
    assert "TypeError: cannot unpack non-iterable int object" in found
    assert "cause" not in found


def test_a_refusal_names_what_was_not_restored(tmp_path: Path) -> None:
    """Each call exchanges the players and never exchanges them back; a counter of calls is not named."""
    text = """
        player, calls = 1, 0

        def search(pile, alpha, beta):
            global player, calls
            calls += 1
            if not moves(pile):
                return pile
            player = -player
            best = -inf
            for take in moves(pile):
                best = max(best, -search(pile - take, -beta, -max(alpha, best)))
                if best >= beta:
                    break
            return best + player * pile
    """
    file = tmp_path / "game.py"
    file.write_text(HEAD + dedent(text), encoding="utf-8")
    with pytest.raises(
        PreconditionError,
        match="The search also changes the global variable `player` and does not restore it, which may be",
    ):
        own_game_subject(f"{file}:search", ["search(7, -inf, inf)"])
