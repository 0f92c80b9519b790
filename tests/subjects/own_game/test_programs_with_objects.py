"""Cases from public programs that store or change values in objects, each in a small program."""

from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Final

import pytest

from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject
from prunecheck.trees.protocol import INF
from prunecheck.trees.search import value_of
from prunecheck.variants.forms.minimax import minimax


def _subject(folder: Path, text: str, name: str, start: str) -> OwnGameSubject:
    file = folder / "own_game.py"
    file.write_text(dedent(text), encoding="utf-8")
    return own_game_subject(f"{file}:{name}", [start])


def _assert_right(subject: OwnGameSubject, trees: int = 20) -> None:
    """Assert that the search has no bug, and agrees with plain minimax on random trees of its game."""
    assert subject.faults == ()
    random, search = Random(1), subject.open()  # noqa: S311
    for tree in [subject.drawn_tree(random) for _ in range(trees)]:
        assert value_of(search.search(tree, tree.root, -INF, INF)) == minimax(tree, tree.root), tree


NODES: Final = """
    from math import inf

    class Node:
        made = 0

        def __init__(self, marks=()):
            self.marks, self.children, self.value, self.alpha, self.beta = marks, [], None, -inf, inf
            Node.made += 1

        def expand(self, depth):
            if len(self.marks) == depth:
                self.value = sum((nth + 3) * mark * mark for nth, mark in enumerate(self.marks)) % 41 - 20
            elif not self.children:
                self.children = [Node(self.marks + (mark,)) for mark in (1, 2, 3)]

    def search(node, depth, is_max):
        node.expand(depth)
        if node.value is None:
            values = [search(child, depth, not is_max) for child in node.children]
            node.value = max(values) if is_max else min(values)
        return node.value
"""


def test_a_value_stored_in_its_node_is_no_other_game(tmp_path: Path) -> None:
    """A second search of a node is answered from the node; the window in the node's attributes is never used."""
    subject = _subject(tmp_path, NODES, "search", "search(Node(), 3, True)")
    _assert_right(subject)
    assert subject.has_hidden_table
    assert not subject.traits.takes_window


IN_PLACE: Final = """
    from math import inf

    def worth(marks):
        return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20

    def search(marks, depth, alpha, beta):
        if depth == 0:
            return LEAF
        best = None
        for mark in (1, 2, 3):
            found = search(marks + (mark,), depth - 1, -beta, -alpha)
            found[VALUE] *= -1
            found[MOVE] = mark
            if best is None or found[VALUE] > best[VALUE]:
                best = found
            alpha = max(alpha, found[VALUE])
            if alpha >= beta:
                break
        return best
"""
LIST: Final = {"LEAF": "[None, worth(marks)]", "VALUE": "1", "MOVE": "0"}
DICTIONARY: Final = {"LEAF": '{"value": worth(marks)}', "VALUE": '"value"', "MOVE": '"move"'}


@pytest.mark.parametrize("words", [LIST, DICTIONARY], ids=["list", "dictionary"])
def test_an_answer_may_be_negated_in_place(words: dict[str, str], tmp_path: Path) -> None:
    text = IN_PLACE
    for word, code in words.items():
        text = text.replace(word, code)
    _assert_right(_subject(tmp_path, text, "search", "search((), 3, -inf, inf)"))


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
    subject = _subject(tmp_path, COPIES.replace("RESTORE", restore), "search", "search(Board(), 3, -inf, inf, True)")
    assert any("does not restore" in fault for fault in subject.faults) != right
    if right:
        _assert_right(subject)


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
    faults = _subject(tmp_path, text, "search", "search([4, 5, 4], 3)").faults
    assert any("in a later position of the game" in fault for fault in faults) != right


ROOT_MOVE: Final = """
    from math import inf

    def worth(marks):
        return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20

    def search(marks, depth, top, alpha, beta):
        if depth == 0:
            return worth(marks)
        values = []
        for mark in range(5):
            values.append(-search(marks + (mark,), depth - 1, top, -beta, -max([alpha, *values])))
            if values[-1] >= beta:
                break
        return values.index(max(values)) if depth == top else max(values)
"""


def test_a_start_may_return_the_index_of_the_first_best_move(tmp_path: Path) -> None:
    """If one move is worse than all others, the index is the same for most of them."""
    subject = _subject(tmp_path, ROOT_MOVE, "search", "search((), 3, 3, -inf, inf)")
    _assert_right(subject)
    assert any("returns a move for the start" in fact for fact in subject.facts)


COUNTED: Final = """
    from math import inf

    def search(marks, depth, top, made, alpha, beta, is_max):
        made += 1
        if depth == 0:
            return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20, made
        values = []
        for mark in range(4):
            value, made = search(marks + (mark,), depth - 1, top, made, alpha, beta, not is_max)
            values.append(value)
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if alpha >= beta:
                break
        best = max(values) if is_max else min(values)
        return values.index(best) if depth == top else best, made
"""


def test_a_counter_beside_the_value_is_not_the_value(tmp_path: Path) -> None:
    """The start returns a move in place of the value, so the counter explains one call more than the value."""
    subject = _subject(tmp_path, COUNTED, "search", "search((), 3, 3, 0, -inf, inf, True)")
    assert subject.games[0].places == {"search": 0}
    _assert_right(subject)


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
    _assert_right(subject)


BOUNDS_WITH_MOVES: Final = """
    from math import inf

    def worth(marks):
        return sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20

    def highest(alpha, beta, depth, marks):
        if depth == 0:
            return worth(marks), alpha[1]
        for mark in (1, 2, 3):
            found = lowest(alpha, beta, depth - 1, marks + (mark,))
            if found[0] >= beta[0]:
                return beta
            if found[0] > alpha[0]:
                alpha = found[0], ("take", mark)
        return alpha

    def lowest(alpha, beta, depth, marks):
        if depth == 0:
            return worth(marks), beta[1]
        for mark in (1, 2, 3):
            found = highest(alpha, beta, depth - 1, marks + (mark,))
            if found[0] <= alpha[0]:
                return alpha
            if found[0] < beta[0]:
                beta = found[0], ("take", mark)
        return beta
"""


def test_a_bound_may_come_before_a_move(tmp_path: Path) -> None:
    start = "highest((-inf, ('take', 0)), (inf, ('take', 0)), 3, ())"
    _assert_right(_subject(tmp_path, BOUNDS_WITH_MOVES, "highest", start))


TURNS: Final = """
    from math import inf

    def search(marks, depth, alpha, beta, color):
        if depth == 0:
            return color * (sum((nth + 3) * mark * mark for nth, mark in enumerate(marks)) % 41 - 20)
        for mark in (1, 2, 3, 4):
            alpha = max(alpha, CHILD)
            if alpha >= beta:
                break
        return alpha
"""
FOR_BOTH: Final = "-search(marks + (mark,), depth - 1, -beta, -alpha, -color)"
FOR_ONE: Final = "search(marks + (mark,), depth - 1, alpha, beta, -color)"


@pytest.mark.parametrize(("child", "right"), [(FOR_BOTH, True), (FOR_ONE, False)])
def test_an_opponent_that_never_moves_is_found_in_two_plies_if_the_turn_changes(
    child: str, right: bool, tmp_path: Path
) -> None:
    subject = _subject(tmp_path, TURNS.replace("CHILD", child), "search", "search((), 2, -inf, inf, 1)")
    assert any(fault.startswith("the opponent never moves") for fault in subject.faults) != right


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
    faults = _subject(tmp_path, text, "search", start).faults
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
    _assert_right(subject)


CHECKED: Final = """
    import time

    MOST = 10_000

    class Clock:
        def __init__(self):
            self.started = time.perf_counter()

    def search(pile, depth, alpha, beta, clock):
        assert -MOST <= alpha < beta <= MOST
        if depth == 0 or pile == 0:
            return pile % 5 - 2
        best = -MOST
        for take in (1, 2, 3):
            if take <= pile:
                best = max(best, -search(pile - take, depth - 1, -beta, -max(alpha, best), clock))
                if best >= beta:
                    break
        return best
"""


def test_bounds_beyond_those_of_the_starting_call_may_be_refused(tmp_path: Path) -> None:
    """The clock of the search started at another time in each run."""
    subject = _subject(tmp_path, CHECKED, "search", "search(12, 3, -MOST, MOST, Clock())")
    assert any("and with 10,000 for infinity" in fact for fact in subject.facts)
    _assert_right(subject)
