"""The search is given trees of its game in any window; positions are described; random trees fit the game."""

from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from own_programs import own_subject
from piles import HEAD, MINIMAX, WAYS, Written, game
from prunecheck import INF, from_nested
from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.judging.describing import position_lines
from prunecheck.subjects.own_game.judging.game_trees import drawn_tree
from prunecheck.subjects.own_game.judging.shown_tree import answer_of, value_in
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.own_game_subject import MADE_UP, own_game_subject
from prunecheck.trees.views.recorded import recorded

TREE = from_nested([[[1], 0], [-1], 1])


def answer(found: OwnGame, tree: Any, alpha: float = -INF, beta: float = INF) -> Any:
    """The search's value for a tree, and the leaves that it evaluated."""
    start = found.start_of(tree)
    assert start is not None
    log = recorded(tree)
    return value_in(found, start, answer_of(found, start, log, tree.root, alpha, beta)), len(log.leaves)


@pytest.mark.parametrize("way", [way for way in WAYS if way not in ("a nested function", "no window")])
def test_leaves_have_the_values_of_the_tree(way: str, tmp_path: Path) -> None:
    """Every search gets the values of the tree, even after runs in other trees."""
    found = game(tmp_path, WAYS[way])
    random = Random(0)  # noqa: S311 - not for security
    for _ in range(5):
        tree = drawn_tree(found, random)
        got, leaves = answer(found, tree)
        assert got == value(tree, tree.root)
        assert 0 < leaves <= len(tree)


def test_a_window_is_passed_on(tmp_path: Path) -> None:
    """With this window, the first move is cut off after its first answer."""
    found = game(tmp_path, WAYS["a function"])
    assert answer(found, TREE) == (1, 4)
    assert answer(found, TREE, 0, 0.5)[1] == 4
    assert answer(found, TREE, -INF, -0.5)[1] == 2


def test_a_position_below_the_start_is_described(tmp_path: Path) -> None:
    """The description has its arguments, and a board is printed in rows."""
    text = """
def minimax(board, alpha, beta, is_max):
    empty = [nth for nth, cell in enumerate(board[0]) if cell == "."]
    if not empty:
        return board[0].index("x")
    best = -inf if is_max else inf
    for nth in empty:
        board[0][nth] = "x" if is_max else "o"
        value = minimax(board, alpha, beta, not is_max)
        board[0][nth] = "."
        best = max(best, value) if is_max else min(best, value)
    return best
"""
    found = game(tmp_path, Written(text, start="minimax([['.', '.', '.'], ['#', '#', '#']], -inf, inf, True)"))
    tree = from_nested([[0], [0]], max_at_root=False)
    start = found.start_of(tree)
    assert start is not None
    assert position_lines(found, start, tree) == (
        "minimax(board=[['x', '.', '.'], ['#', '#', '#']], is_max=False)",
        "x . .",
        "# # #",
    )


ROWS = """
class Board:
    def __init__(self, cells):
        self.cells = cells

    def __str__(self):
        return {printed}


def minimax(board, alpha, beta, is_max):
    empty = [nth for nth, cell in enumerate(board.cells) if cell == " "]
    if not empty:
        return board.cells.index("x")
    best = -inf if is_max else inf
    for nth in empty:
        board.cells[nth] = "x" if is_max else "o"
        value = minimax(board, alpha, beta, not is_max)
        board.cells[nth] = " "
        best = max(best, value) if is_max else min(best, value)
    return best
"""


@pytest.mark.parametrize(
    ("printed", "rows"),
    [
        (r"'\n\n 0 1 2\n\n ' + ' '.join(self.cells) + '\n   \n'", (" 0 1 2", " x    ")),
        (r"''.join(self.cells) + '\n\n' + '###' + '\n\n'", ("x  ", "###")),
        (r"'###\n   \n' + ''.join(self.cells)", ("###", "   ", "x  ")),
    ],
)
def test_a_board_is_printed_without_blank_lines(printed: str, rows: tuple[str, ...], tmp_path: Path) -> None:
    """A row of spaces as long as the others is kept, since it may be a row of empty cells."""
    found = game(tmp_path, Written(ROWS.format(printed=printed), start="minimax(Board(list('   ')), -inf, inf, True)"))
    tree = from_nested([[0], [0]], max_at_root=False)
    start = found.start_of(tree)
    assert start is not None
    assert position_lines(found, start, tree)[1:] == rows


PIECES: Final = """
class Piece:
    pass

class Board:
    def __init__(self):
        self.cells = [Piece(), '.', '.']

    def __str__(self):
        return f"{{self.cells[0]}} {{self.cells[1]}}\\n{{self.cells[2]}} ."

def minimax({board}, alpha, beta, is_max):
    empty = [nth for nth, cell in enumerate({cells}) if cell == '.']
    if not empty:
        return 1
    best = -inf if is_max else inf
    for nth in empty:
        {cells}[nth] = Piece()
        value = minimax({board}, alpha, beta, not is_max)
        {cells}[nth] = '.'
        best = max(best, value) if is_max else min(best, value)
    return best
"""


@pytest.mark.parametrize(
    ("cells", "start_text", "rows"),
    [
        ("board.cells", "Board()", ("Piece .", ". .")),
        ("board[0]", "[[Piece(), '.', '.'], ['#'] * 3]", ("Piece . .", "# # #")),
    ],
)
def test_a_piece_that_does_not_print_itself_is_shown_by_its_class(
    cells: str, start_text: str, rows: tuple[str, ...], tmp_path: Path
) -> None:
    """Addresses in memory would hide the board."""
    written = Written(PIECES.format(board="board", cells=cells), start=f"minimax({start_text}, -inf, inf, True)")
    found = game(tmp_path, written)
    tree = from_nested([[0], [0]])
    start = found.start_of(tree)
    assert start is not None
    assert position_lines(found, start, tree)[1:] == rows


SLOTS: Final = """
class Pile:
    __slots__ = ("left",)

    def __init__(self, left):
        self.left = left


def negamax(pile, alpha, beta):
    if not pile.left:
        return -1
    for take in moves(pile.left):
        alpha = max(alpha, -negamax(Pile(pile.left - take), -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
"""


def test_a_position_with_slots_is_shown_by_its_class_and_attributes(tmp_path: Path) -> None:
    """Its class does not print itself, and an address in memory would say nothing."""
    found = game(tmp_path, Written(SLOTS, "negamax", "negamax(Pile(3), -inf, inf)"))
    tree = from_nested([0, 0, 0])
    start = found.start_of(tree)
    assert start is not None
    assert position_lines(found, start, tree) == ("negamax(pile=Pile)", "pile.left = 3")


def test_attributes_that_are_the_same_in_each_position_are_not_shown(tmp_path: Path) -> None:
    """The size of a board says nothing about the position."""
    text = SLOTS.replace('("left",)', '("left", "size")').replace("self.left = left", "self.left, self.size = left, 3")
    found = game(tmp_path, Written(text, "negamax", "negamax(Pile(3), -inf, inf)"))
    tree = from_nested([0, 0, 0])
    start = found.start_of(tree)
    assert start is not None
    assert position_lines(found, start, tree) == ("negamax(pile=Pile)", "pile.left = 3")


def test_blank_cells_and_empty_rows_of_a_list_are_printed_as_dots(tmp_path: Path) -> None:
    """Without dots, a row of empty cells, or an empty row, would look like a blank line."""
    text = ROWS.format(printed="''").replace("board.cells", "board[0]")
    found = game(tmp_path, Written(text, start="minimax([[' ', ' ', ' '], ['', '', ''], []], -inf, inf, True)"))
    tree = from_nested([[0], [0]], max_at_root=False)
    start = found.start_of(tree)
    assert start is not None
    assert position_lines(found, start, tree)[1:] == ("x . .", ". . .", ".")


HELD: Final = """
from dataclasses import dataclass

class Game:
    def __init__(self, board):
        self.board = board

@dataclass
class Data:
    board: list

class Player:
    def __init__(self, held):
        self.held = held

    def look(self, alpha, beta, is_max):
        board = {board}
        empty = [nth for nth, cell in enumerate(board[0]) if cell == " "]
        if not empty:
            return board[0].index("x")
        best = -inf if is_max else inf
        for nth in empty:
            board[0][nth] = "x" if is_max else "o"
            value = self.look(alpha, beta, not is_max)
            board[0][nth] = " "
            best = max(best, value) if is_max else min(best, value)
        return best
"""
PLAYED: Final = "Player({}).look(-inf, inf, True)"


@pytest.mark.parametrize(
    ("held", "board"),
    [("Game(ROWS)", "self.held.board"), ("Data(ROWS)", "self.held.board"), ("(ROWS, 'x')", "self.held[0]")],
)
def test_a_board_inside_an_attribute_is_printed_in_rows(held: str, board: str, tmp_path: Path) -> None:
    """The board is an attribute of a plain object or of a dataclass, or an item of a tuple."""
    start_text = PLAYED.format(held.replace("ROWS", "[['#', ' ', ' ', ' '], ['#'] * 4]"))
    found = game(tmp_path, Written(HELD.format(board=board), "Player.look", start_text))
    tree = from_nested([[0], [0]], max_at_root=False)
    start = found.start_of(tree)
    assert start is not None
    assert position_lines(found, start, tree)[1:] == ("# x . .", "# # # #")


def test_without_a_printed_board_the_parts_that_identify_the_position_are_shown(tmp_path: Path) -> None:
    """The board is an attribute, and its class has no `__str__`."""
    text = ROWS.replace("    def __str__(self):\n        return {printed}\n", "")
    found = game(tmp_path, Written(text, start="minimax(Board(list('   ')), -inf, inf, True)"))
    tree = from_nested([[0], [0]], max_at_root=False)
    start = found.start_of(tree)
    assert start is not None
    assert position_lines(found, start, tree)[1:] == ("board.cells = ['x', ' ', ' ']",)


@pytest.mark.parametrize(("tree", "made_up"), [([[-1], 1], False), ([[1], -1], True)])
def test_values_that_are_not_those_of_the_game_are_said_to_be_made_up(
    tree: list[Any], made_up: bool, tmp_path: Path
) -> None:
    """A reader may not take the values for those of the program's evaluation."""
    file = tmp_path / "game.py"
    file.write_text(HEAD + MINIMAX, encoding="utf-8")
    subject = own_game_subject(f"{file}:minimax", ["minimax(2, -inf, inf, True)"])
    first, *others = subject.position_of(from_nested(tree))
    assert first == "minimax(pile=2, is_max=True)"
    assert others == [MADE_UP] * made_up


def test_a_tree_of_another_shape_is_not_one_of_the_game(tmp_path: Path) -> None:
    """No position of the game corresponds to that tree."""
    assert game(tmp_path, WAYS["a function"]).start_of(from_nested([1, 2, 3, 4])) is None


WITH_TABLE: Final = """
table = {}

def negamax(pile):
    if not moves(pile):
        return -1
    if pile not in table:
        table[pile] = max(-negamax(pile - take) for take in moves(pile))
    return table[pile]
"""


@pytest.mark.parametrize(
    ("tree", "is_possible"), [([[[1], -1], [-1], 1], True), ([[-3, 2], 3, -2], True), ([[-3, 2], -3, -2], False)]
)
def test_a_position_has_one_value_for_the_side_to_move(tree: list[Any], is_possible: bool, tmp_path: Path) -> None:
    """A pile of one is reached with MIN and with MAX to move; a right table returns the same value for both."""
    tree = [tree[0], tree[1], tree[2]]
    assert (
        game(tmp_path, Written(WITH_TABLE, "negamax", "negamax(3)")).start_of(from_nested(tree)) is None
    ) != is_possible


def test_drawn_trees_are_positions_of_the_game(tmp_path: Path) -> None:
    """Random trees start at the root or below it, with either player to move, cut short, and with ties."""
    found = game(tmp_path, Written(MINIMAX, start="minimax(6, -inf, inf, True)"))
    random = Random(0)  # noqa: S311 - not for security
    trees = [drawn_tree(found, random) for _ in range(50)]
    assert all(found.start_of(tree) is not None for tree in trees)
    assert len({len(tree) for tree in trees}) > 5
    assert {tree.is_max(tree.root) for tree in trees} == {True, False}
    assert any(len(set(tree.leaf_values)) < len(tree.leaf_values) for tree in trees)


CHAINS: Final = """
TREE = [[[[[1]]]], [[[[2]]]], [[[[3]]], [[[[4]]]], [[[[5]]]]], [[[[6]]]], [[[[7]]]]]


def search(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    best = -99 if is_max else 99
    for child in node:
        value = search(child, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""


def test_most_random_trees_have_cutoffs_in_a_game_with_few_choices(tmp_path: Path) -> None:
    """Only two of the 30 inner positions have more than one move."""
    subject = own_subject(tmp_path, CHAINS, "search", "search(TREE, -99, 99, True)")
    random = Random(0)  # noqa: S311 - not for security
    drawn = [subject.drawn_tree(random) for _ in range(100)]
    assert sum(len(tree.leaf_values) > 1 for tree in drawn) > 80
