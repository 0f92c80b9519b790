"""The parts that identify a position: without the list of moves so far, since a table could not recognise positions."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from piles import Written, game
from prunecheck import verify_search

TABLE: Final = """
class Board:
    def __init__(self):
        self.cells = [0] * 4
        self.made = []

    def free(self):
        return [nth for nth, cell in enumerate(self.cells) if not cell]


table = {}


def search(board, depth, alpha, beta):
    key = tuple(board.cells)
    if key in table and table[key][0] >= depth:
        return table[key][1]
    if depth == 0 or not board.free():
        return sum(nth * cell for nth, cell in enumerate(board.cells)) * (-1) ** len(board.made)
    best = -inf
    for nth in board.free():
        board.cells[nth] = 1 if len(board.made) % 2 == 0 else -1
        board.made.append(nth)
        best = max(best, -search(board, depth - 1, -beta, -max(alpha, best)))
        board.made.pop()
        board.cells[nth] = 0
        if best >= beta:
            break
    table[key] = depth, best
    return best
"""
START: Final = "search(Board(), 4, -inf, inf)"

# the board is an attribute of the search's owner
METHOD: Final = (
    TABLE.replace(
        "def search(board, depth", "class Player:\n  def __init__(self): self.board = Board()\n  def search(self, depth"
    )
    .replace("    key = tuple", "    board = self.board\n    key = tuple")
    .replace("search(board, depth", "self.search(depth")
)

# the rules, another argument, refer to the board
RULES: Final = """
class Rules:
    def __init__(self, board):
        self.board = board


def start():
    board = Board()
    return search(board, Rules(board), 4, -inf, inf)
"""

# the position reads its moves once, so that a call changes it; the best move so far is passed on to the next call
BEST_SO_FAR: Final = """
class Board:
    def __init__(self, made=()):
        self.made, self.known = made, None

    def moves(self):
        if self.known is None:
            self.known = [[len(self.made), nth] for nth in range(3)]
        return self.known


def value_of(board):
    return sum((3 * nth + 2) * move[1] % 5 for nth, move in enumerate(board.made))


def search(board, depth, is_max, best):
    if depth == 0:
        return value_of(board), best
    value = -inf if is_max else inf
    for move in board.moves():
        below = Board((*board.made, move))
        found, best = search(below, depth - 1, not is_max, best)
        value = max(value, found) if is_max else min(value, found)
        if is_max and found == value:
            best = move
    return value, best
"""

# the counter is never reset; the best move, an object, is only set when the first call has found one
BEST_OUTSIDE: Final = """
class Move:
    def __init__(self, take):
        self.take = take


calls = 0


def search(piles, depth):
    global best_move, calls
    calls += 1
    if depth == 0 or not any(piles):
        return sum(piles) % 5
    best = -inf
    for nth, pile in enumerate(piles):
        for take in range(1, pile + 1):
            piles[nth] -= take
            value = -search(piles, depth - 1)
            piles[nth] += take
            if value > best:
                best = value
                if depth == 3:
                    best_move = Move(10 * nth + take)
    return best
"""

# the position refers to the player, who has the table
PLAYER: Final = """
class Game:
    def __init__(self, player, places, turn=0):
        self.players, self.places, self.turn = (player, None), places, turn

    def after(self, step):
        mover = self.players[self.turn]
        return Game(self.players[0], {**self.places, mover: self.places[mover] * 3 + step}, 1 - self.turn)


class Player:
    def __init__(self):
        self.table = {}

    def search(self, game, depth):
        key = game.turn, depth, game.places[self], game.places[None]
        if key in self.table:
            return self.table[key]
        if depth == 0:
            return (game.places[self] * 7 - game.places[None] * 5) % 11
        best = max if game.turn == 0 else min
        self.table[key] = best(self.search(game.after(step), depth - 1) for step in range(3))
        return self.table[key]


def start():
    player = Player()
    return player.search(Game(player, {player: 0, None: 0}), 3)
"""


WALK: Final = """
class Walk:
    def __init__(self):
        self.place, self.side, self.made = 0, 1, []

    def go(self, step):
        self.made.append(step)
        self.place, self.side = self.place + step, -self.side

    def back(self):
        self.place, self.side = self.place - self.made.pop(), -self.side


table = {}


def search(walk, depth, alpha, beta):
    key = KEY
    if key in table and table[key][0] >= depth and (table[key][2] or table[key][1] >= beta):
        return table[key][1]
    if depth == 0:
        return walk.side * (walk.place * 7 % 5 - 2)
    best, first = -inf, alpha
    for step in (1, -1, 2):
        walk.go(step)
        best = max(best, -search(walk, depth - 1, -beta, -alpha))
        walk.back()
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if best > first:
        table[key] = depth, best, best < beta
    return best
"""


@pytest.mark.parametrize("key", ["walk.place", "walk.place, walk.side"])
def test_the_moves_so_far_are_left_out_if_a_table_confuses_the_sides(key: str, tmp_path: Path) -> None:
    """The wrong results of the table do not depend on the moves so far."""
    found = game(tmp_path, Written(WALK.replace("KEY", key), "search", "search(Walk(), 4, -inf, inf)"))
    assert found.identity is not None
    assert found.identity.names == {"walk.place", "walk.side"}


def test_the_moves_so_far_are_left_out(tmp_path: Path) -> None:
    """The moves so far are left out if the rest of the position differs after each move."""
    found = game(tmp_path, Written(TABLE, "search", START))
    assert found.identity is not None
    assert found.identity.names == {"board.cells"}
    assert found.watched.parts.names == {"board.cells", "board.made"}


def test_the_moves_so_far_inside_a_part_are_left_out(tmp_path: Path) -> None:
    """The list of moves is in the board, which is itself an attribute."""
    found = game(tmp_path, Written(METHOD, "Player.search", "Player().search(4, -inf, inf)"))
    assert found.identity is not None
    assert found.identity.names == {"self.board"}
    assert found.identity.left_out == (("self.board", frozenset({"made"})),)


def test_an_attribute_that_is_an_argument_is_left_out(tmp_path: Path) -> None:
    """The rules refer to the board, which is an argument itself, so the moves so far can be left out."""
    search = TABLE.replace("search(board, depth", "search(board, rules, depth")
    found = game(tmp_path, Written(search + RULES, "search", "start()"))
    assert found.identity is not None
    assert found.identity.names == {"board.cells"}
    assert found.watched.parts.names == {"board.cells", "board.made"}


def test_the_best_move_so_far_is_left_out(tmp_path: Path) -> None:
    """An argument that comes from the answers of earlier calls depends on their values, not on the position."""
    found = game(tmp_path, Written(BEST_SO_FAR, "search", "search(Board(), 3, True, None)"))
    assert found.identity is not None
    assert found.identity.names == {"board.made", "is_max"}
    assert all(len(node.children) in (0, 3) for node in found.root.all())


def test_a_variable_that_the_search_creates_is_left_out(tmp_path: Path) -> None:
    """The best move so far is not a part of the position, although the calls after it see another value."""
    found = game(tmp_path, Written(BEST_OUTSIDE, "search", "search([3, 4], 3)"))
    assert found.identity is not None
    assert found.identity.names == {"piles"}


def test_a_part_that_refers_to_the_owner_of_the_table_identifies_a_position(tmp_path: Path) -> None:
    """A position may hold the player whose table grows during the search; this changes no position."""
    found = game(tmp_path, Written(PLAYER, "Player.search", "start()"))
    assert found.identity is not None
    assert "game.places" in found.identity.names
    assert not found.faults


@pytest.mark.slow
def test_a_bound_that_is_stored_as_a_value_is_found(tmp_path: Path) -> None:
    """The table does not contain the moves so far."""
    file = tmp_path / "game.py"
    file.write_text("from math import inf\n" + TABLE, encoding="utf-8")
    found = verify_search(f"{file}:search", start=[START], examples=100, seconds=10)
    assert "the result is right if the table is emptied before each call" in str(found)


SHOWS_ITS_WINDOW = """
    class Position:
        def __init__(self, stones, alpha, beta):
            self.stones, self.alpha, self.beta = stones, alpha, beta

    def search(position, depth, alpha, beta):
        if depth == 0:
            return position.stones % 5 - 2
        best = -9
        for take in (1, 2, 3, 4):
            child = Position(position.stones - take, -beta, -alpha)
            best = max(best, -search(child, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
"""


def test_a_window_that_is_stored_in_a_position_does_not_identify_it(tmp_path: Path) -> None:
    subject = own_subject(tmp_path, SHOWS_ITS_WINDOW, "search", "search(Position(30, -9, 9), 3, -9, 9)")
    (game,) = subject.games
    assert len(game.root.children) == 4
    assert game.watched.parts.names == {"position.stones"}
    assert_right(subject)


STORES_A_TIME = """
    import time

    class Position:
        def __init__(self, stones):
            self.stones, self.made = stones, time.time()

    def search(position, depth):
        if depth == 0:
            return position.stones % 5 - 2
        return max(-search(Position(position.stones - take), depth - 1) for take in (1, 2, 3, 4))
"""


def test_a_position_may_store_when_it_was_made(tmp_path: Path) -> None:
    assert_right(own_subject(tmp_path, STORES_A_TIME, "search", "search(Position(30), 3)"))


NODES_WITH_CHILDREN = """
    class Node:
        def __init__(self, stones):
            self.stones, self.children = stones, []

    def search(node, mine):
        for take in (1, 2):
            if take <= node.stones:
                node.children.append(Node(node.stones - take))
        if not node.children:
            return 1 if mine else -1
        values = [search(child, not mine) for child in node.children]
        return max(values) if mine else min(values)
"""


def test_children_that_a_node_keeps_are_not_a_table(tmp_path: Path) -> None:
    """Each call has its own list of children."""
    subject = own_subject(tmp_path, NODES_WITH_CHILDREN, "search", "search(Node(5), True)")
    assert not subject.saves_leaves
    assert_right(subject, trees=40)


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
