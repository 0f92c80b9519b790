"""Searches written as in public programs: each has a habit that was once mistaken for a bug."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from program_files import in_file, passes
from prunecheck import INF, PreconditionError, from_nested, verify_search
from prunecheck.failures import Raised
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.convention import Convention, Returns, Role
from prunecheck.subjects.detecting.detection import Detection, TrialCall
from prunecheck.subjects.find import Loading, PythonSubject, find_subject
from prunecheck.subjects.find_start import find_likelier_start
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.subjects.presenting.adapter import Adapter
from prunecheck.verify.options import read_options

MINIMAX: Final = """
INF = float("inf")

def minimax({parameters}):
    if depth == 0 or state.is_over():
        return {value}
    best = {least} if maximizing else {most}
    for child in state.children():
        score = minimax({arguments})
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
USUAL: Final = {
    "parameters": "state, depth, alpha, beta, maximizing",
    "arguments": "child, depth - 1, alpha, beta, not maximizing",
    "value": "state.evaluate()",
    "least": "-INF",
    "most": "INF",
}
BOARD: Final = """
import copy

def create_board():
    return [[0] * 7 for _ in range(6)]

def get_valid_moves(board):
    return [column for column in range(7) if board[0][column] == 0]

def drop_piece(board, column, piece):
    new = copy.deepcopy(board)
    new[0][column] = piece
    return new

def is_terminal_node(board):
    return not get_valid_moves(board)

def score_position(board, piece):
    return sum(row.count(piece) for row in board)

def minimax(board, depth, alpha, beta, maximizing):
    if depth == 0 or is_terminal_node(board):
        return None, score_position(board, 2)
    best, column = float("-inf") if maximizing else float("inf"), None
    for move in get_valid_moves(board):
        score = minimax(drop_piece(board, move, 2 if maximizing else 1), depth - 1, alpha, beta, {turn})[1]
        if score > best if maximizing else score < best:
            best, column = score, move
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return column, best
"""


@pytest.mark.slow
def test_module_functions_of_a_position_are_replaced_by_the_tree(tmp_path: Path) -> None:
    """A search that knows its board only through functions passes, and the same search with a bug is refuted."""
    right = in_file(tmp_path, BOARD.replace("{turn}", "not maximizing"), "minimax")
    convention = find_subject(right).traits.convention
    assert convention.functions == ("drop_piece", "get_valid_moves", "is_terminal_node", "score_position")
    assert "score_position computed from the tree" in convention.words()
    assert passes(right)
    assert not passes(in_file(tmp_path, BOARD.replace("{turn}", "maximizing"), "minimax", "wrong.py"))


def test_the_program_keeps_its_functions(tmp_path: Path) -> None:
    """The program's functions are only replaced during a call; its own game works as before."""
    assert find_subject(in_file(tmp_path, BOARD.replace("{turn}", "not maximizing"), "minimax")).traits.takes_depth
    program = sys.modules["prunecheck_subject_program"]
    assert program.score_position.__closure__ is None
    assert program.minimax(program.create_board(), 2, -INF, INF, True) == (0, 1)


@pytest.mark.slow
def test_constant_arguments_are_guessed_from_calls_or_given(tmp_path: Path) -> None:
    """A player is passed on unchanged. If no call shows the constant, the message proposes `--give`."""
    text = MINIMAX.format(
        **USUAL
        | {
            "parameters": "state, depth, alpha, beta, maximizing, my_piece",
            "arguments": "child, depth - 1, alpha, beta, not maximizing, my_piece",
            "value": "state.evaluate() if my_piece == 'X' else 1 / 0",
        }
    )
    guessed = in_file(
        tmp_path, f"{text}\n\ndef choose(state):\n    minimax(state, 3, -INF, INF, True, 'X')\n", "minimax"
    )
    assert find_subject(guessed).traits.convention.given == ("my_piece='X'",)
    unknown = in_file(tmp_path, text, "minimax", "unknown.py")
    with pytest.raises(PreconditionError, match=r'give its value with --give "my_piece=\.\.\."'):
        find_subject(unknown)
    assert passes(unknown, give="my_piece='X'")
    assert passes(unknown, give="my_piece='X'", takes="node,depth,alpha,beta,maximising")


@pytest.mark.parametrize(
    ("give", "says"),
    [
        ("X", "'X' is not NAME=EXPRESSION"),
        ("f(", "is not NAME=EXPRESSION"),
        ("piece=1", "contains `piece`, which is not a parameter of the search; its parameters are: state, depth"),
        ("depth=NONE", "`depth=NONE`, which cannot be evaluated in the search's module: NameError"),
    ],
)
def test_a_wrong_constant_is_one_plain_message(tmp_path: Path, give: str, says: str) -> None:
    """The message names the constant that the search does not accept."""
    search = in_file(tmp_path, MINIMAX.format(**USUAL), "minimax")
    with pytest.raises(PreconditionError, match=says):
        find_subject(search, declared=read_options({"give": give}).declared())


ALPHABETA: Final = """
def alphabeta(state, depth, alpha, beta):
    best, choice = float("-inf"), {nothing}
    for move in state.legal_moves():
        score = -value(state.result(move), depth - 1, -beta, -alpha)
        if {better}:
            best, choice = score, move
        alpha = max(alpha, best)
    return choice

def value(state, depth, alpha, beta):
    if depth == 0 or state.is_terminal():
        return state.utility()
    for move in state.legal_moves():
        alpha = max(alpha, -value(state.result(move), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
"""


@pytest.mark.fast_cases("(-1, -1)")
@pytest.mark.parametrize("nothing", ["None", "-1", "(-1, -1)", "''"])
def test_a_search_with_a_window_may_return_a_move_alone(tmp_path: Path, nothing: str) -> None:
    """If no move exists, the search may return what public programs return in place of a move."""
    text = ALPHABETA.replace("{nothing}", nothing).replace("{better}", "score > best")
    search = in_file(tmp_path, text, "alphabeta")
    assert find_subject(search).traits.convention.returns is Returns.MOVE
    assert passes(search, "best-move", returns="move")


@pytest.mark.slow
def test_a_returned_move_is_truthy(tmp_path: Path) -> None:
    """`if not best_move` is a common way to ask whether any move was chosen, so the first move must not be 0."""
    text = ALPHABETA.replace("{nothing}", "None").replace("{better}", "not choice or score > best")
    assert passes(in_file(tmp_path, text, "alphabeta"), "best-move")


@pytest.mark.slow
def test_a_finite_infinity_is_noted_with_its_line(tmp_path: Path) -> None:
    """The search is judged on values below its infinity; a declared domain is binding."""
    search = in_file(tmp_path, MINIMAX.format(**USUAL | {"least": "-1000", "most": "1000"}), "minimax")
    limit = find_subject(search).traits.limit
    assert limit is not None
    assert limit.value == 1000
    assert limit.says.endswith("because of `best = -1000 if maximizing else 1000` (program.py:7)")
    assert passes(search)
    assert not passes(search, domain="whole")


def test_a_finite_infinity_that_hides_the_move_is_noted(tmp_path: Path) -> None:
    """If all values are beyond its infinity, a search that returns only a move finds none."""
    text = ALPHABETA.replace("{nothing}", "None").replace("{better}", "score > best")
    search = in_file(tmp_path, text.replace('best, choice = float("-inf")', "best, choice = -1000"), "alphabeta")
    limit = find_subject(search).traits.limit
    assert limit is not None
    assert limit.value == 999


@pytest.mark.slow_cases("not isinstance(node, tuple)")
@pytest.mark.parametrize("leaf", ["not isinstance(node, list)", "not isinstance(node, tuple)"])
def test_pruning_is_seen_in_nested_lists_and_tuples(tmp_path: Path, leaf: str) -> None:
    """A leaf counts when it is first read."""
    text = f"""
    def minimax(node, alpha, beta, maximizing):
        if {leaf}:
            return node
        best = float("-inf") if maximizing else float("inf")
        for child in node[:]:
            score = minimax(child, alpha, beta, not maximizing)
            best = max(best, score) if maximizing else min(best, score)
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            CUT
        return best
    """
    cutting = in_file(tmp_path, text.replace("CUT", "if alpha >= beta: break"), "minimax")
    assert passes(cutting, "visits")
    assert not passes(in_file(tmp_path, text.replace("CUT", "continue"), "minimax", "wasteful.py"), "visits")


@pytest.mark.parametrize("children", ["state.children", "state.children()"])
def test_the_children_of_a_leaf_may_be_none(tmp_path: Path, children: str) -> None:
    """A search may know a leaf by children that are None."""
    text = MINIMAX.format(**USUAL).replace("state.is_over()", f"{children} is None")
    search = in_file(tmp_path, text.replace("state.children()", children), "minimax")
    assert passes(search)


@pytest.mark.parametrize(
    ("file", "right", "understood"), [("rules.py", 0, False), ("rules.py", 1, True), ("s.py", 0, True)]
)
def test_an_error_in_another_file_shows_that_nodes_are_no_board(file: str, right: int, understood: bool) -> None:
    """If no value is right, the search may have passed nodes to the rules of its own game."""
    frames = (("s.py", 2, "minimax"), (file, 7, "moves"))
    failure = SubjectError(Raised("TypeError", "object of type 'int' has no len()", file, 7, frames))
    tree, adapter = from_nested([17, 23]), Adapter(Convention((Role.NODE, Role.DEPTH), ("board", "depth")))
    failed = TrialCall(tree, 23, None, failure, None, (), 0, looked_below=True, read_leaf=False)
    returned = replace(failed, answer=23 if right else 17, raised=None)
    found = Detection(adapter, (failed, returned))
    assert found.understood is understood


@pytest.mark.slow
def test_pruning_is_seen_in_an_array(tmp_path: Path) -> None:
    """A leaf that is repeated to fill the last ply counts once."""
    text = """
    def minimax(depth, index, maximizing, values, alpha, beta):
        if depth == 3:
            return values[index]
        best = float("-inf") if maximizing else float("inf")
        for child in (2 * index, 2 * index + 1):
            score = minimax(depth + 1, child, not maximizing, values, alpha, beta)
            if maximizing:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if CUT:
                break
        return best
    """
    assert passes(in_file(tmp_path, text.replace("CUT", "beta <= alpha"), "minimax"), "visits")
    assert not passes(in_file(tmp_path, text.replace("CUT", "False"), "minimax", "wasteful.py"), "visits")


def test_a_program_that_asks_for_the_exact_type_gets_plain_lists(tmp_path: Path) -> None:
    """`type(node) is list` rejects the recording lists, so plain ones are passed, and the leaves are not counted."""
    text = """
    def solve(tree, is_max=True):
        if type(tree) is not list:
            return tree
        values = [solve(child, not is_max) for child in tree]
        return max(values) if is_max else min(values)
    """
    assert not find_subject(in_file(tmp_path, text, "solve")).traits.sees_leaves


def test_an_adapter_uses_the_words_of_the_search_that_it_imports(tmp_path: Path) -> None:
    """Parts of unknown names are also looked up in the imported file."""
    in_file(
        tmp_path,
        """
        class Engine:
            def search(self, board, depth, alpha, beta):
                if depth == 0 or board.isGameOver():
                    return board.scoreForSide()
                for move in board.allPossibleMoves():
                    alpha = max(alpha, -self.search(board.applyMove(move), depth - 1, -beta, -alpha))
                    if alpha >= beta:
                        break
                return alpha
        """,
        "Engine",
        "engine_of_another_file.py",
    )
    text = """
    from engine_of_another_file import Engine

    def search(board, depth, alpha, beta):
        return Engine().search(board, depth, alpha, beta)
    """
    assert passes(in_file(tmp_path, text, "search", "adapter.py"))


def test_a_search_that_is_never_called_on_a_finished_game_is_not_refuted(tmp_path: Path) -> None:
    """How the search behaves on a finished game is only a note."""
    text = """
    def decide(state, depth):
        scores = [-value(child, depth - 1) for child in state.children()]
        return max(scores)

    def value(state, depth):
        if depth == 0 or state.is_terminal():
            return state.evaluate()
        return max(-value(child, depth - 1) for child in state.children())
    """
    search = in_file(tmp_path, text, "decide")
    verdict = verify_search(search, claims=["exact"], examples=8)
    assert verdict.sound
    assert "raises an error if the game is over at the root, which is allowed: ValueError" in str(verdict)


@pytest.mark.parametrize("body", ["return 0", "return board.evaluate() * 0", "return float('-inf')"])
def test_a_search_that_fits_no_calling_convention_is_not_refuted(tmp_path: Path, body: str) -> None:
    """The search never looks below the root, however it is called."""
    search = in_file(tmp_path, f"def negamax(board, depth, alpha, beta):\n    {body}\n", "negamax")
    with pytest.raises(PreconditionError, match="cannot tell how to call `negamax`: it returns"):
        find_subject(search)


@pytest.mark.slow
def test_functions_are_only_replaced_if_all_values_are_then_right(tmp_path: Path) -> None:
    """If values stay wrong, the search may be playing its own game, and the failure would not show a bug."""
    search = in_file(tmp_path, BOARD.replace("{turn}", "maximizing"), "minimax")
    with pytest.raises(PreconditionError, match=r"the right value on only \d+ of 24 trees.* --start"):
        find_subject(search)


def test_a_player_is_not_taken_for_a_position(tmp_path: Path) -> None:
    """A method that takes only the player searches the board of its object."""
    search = in_file(tmp_path, "class Game:\n    def search(self, player):\n        return 0\n", "Game.search")
    with pytest.raises(PreconditionError, match="no parameter of the search seems to be its position"):
        find_subject(search)


def test_an_array_of_a_tree_that_is_not_binary_is_its_own_game(tmp_path: Path) -> None:
    """The call at the end of the file shows the shape of the array."""
    text = """
    def minimax(depth, index, maximizing, values, alpha, beta):
        if depth == 2:
            return values[index]
        scores = [minimax(depth + 1, 2 * index + nth, not maximizing, values, alpha, beta) for nth in range(2 - depth)]
        return max(scores) if maximizing else min(scores)

    print(minimax(0, 0, True, [3, 12, 8, 2], -1000, 1000))
    """
    found = find_subject(in_file(tmp_path, text, "minimax"))
    assert isinstance(found, PythonSubject)
    assert isinstance(find_likelier_start(found, Loading()), OwnGameSubject)


def test_moves_are_positions_in_a_program_that_never_makes_a_move(tmp_path: Path) -> None:
    """Checkers programs represent a move by the board after it."""
    text = """
    def minimax(position, depth, max_player):
        if depth == 0 or position.winner() != None:
            return position.evaluate(), position
        best, best_move = float("-inf") if max_player else float("inf"), None
        for move in get_all_moves(position, "white" if max_player else "black"):
            score = minimax(move, depth - 1, not max_player)[0]
            best = max(best, score) if max_player else min(best, score)
            if best == score:
                best_move = move
        return best, best_move

    def get_all_moves(board, color):
        return [board.after(piece) for piece in board.get_all_pieces(color)]
    """
    assert passes(in_file(tmp_path, text, "minimax"), "best-move")
