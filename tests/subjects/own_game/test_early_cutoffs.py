"""A search that always cuts off after its first move is found, although no window shows the other moves."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from piles import HEAD, MINIMAX, Written, game
from prunecheck import verify_search
from prunecheck.subjects.own_game.notes.tree_notes import tree_notes

WRONG: Final = "if alpha >= beta:", "if not is_max and beta <= best or alpha >= beta:"
NO_CUTOFF: Final = "        if alpha >= beta:\n            break\n", ""


@pytest.mark.parametrize(
    ("change", "is_wrong"), [(("", ""), False), (WRONG, True), (NO_CUTOFF, False)], ids=["right", "wrong", "no cutoff"]
)
def test_a_cutoff_after_each_first_move_is_found(change: tuple[str, str], is_wrong: bool, tmp_path: Path) -> None:
    """MIN compares its bound with the value that it has just given to it."""
    assert change[0] in MINIMAX
    text = MINIMAX.replace(*change) if is_wrong or change[0] else MINIMAX
    found = game(tmp_path, Written(text, start="minimax(9, -inf, inf, True)"))
    assert (
        any(fault.startswith("cuts off moves in a position with the window (-inf, inf)") for fault in found.faults)
        == is_wrong
    )
    assert is_wrong or not found.faults


@pytest.mark.parametrize(("change", "is_wrong"), [(("", ""), False), (WRONG, True)], ids=["right", "wrong"])
def test_it_is_also_found_if_the_search_remembers_its_answers(
    change: tuple[str, str], is_wrong: bool, tmp_path: Path
) -> None:
    text = MINIMAX.replace(*change) if is_wrong else MINIMAX
    text = text.replace("def minimax(", "from functools import cache\n\n@cache\ndef minimax(")
    found = game(tmp_path, Written(text, start="minimax(9, -inf, inf, True)"))
    assert found.remembers
    assert (
        any(fault.startswith("cuts off moves in a position with the window (-inf, inf)") for fault in found.faults)
        == is_wrong
    )
    assert is_wrong or not found.faults


def test_one_player_may_have_a_single_move(tmp_path: Path) -> None:
    """No window shows more moves for a player who only has one."""
    text = MINIMAX.replace("for take in moves(pile):", "for take in moves(pile) if is_max else moves(pile)[:1]:")
    assert not game(tmp_path, Written(text, start="minimax(9, -inf, inf, True)")).faults


@pytest.mark.parametrize("recording", ["the whole game", "the first moves"])
@pytest.mark.parametrize("constant", [0, 1])
def test_a_cutoff_at_a_constant_is_found_unless_it_is_the_largest_value(
    constant: int, recording: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leaves have the values -1, 0 and 1, so MAX can only stop at 1 in the full window."""
    if recording == "the first moves":
        monkeypatch.setattr("prunecheck.subjects.own_game.recording.call_tree.RECORD_SECONDS", 0.0)
    text = MINIMAX.replace("if not moves(pile):", "if pile < 3:").replace("-1 if is_max else 1", "pile - 1")
    text = text.replace("if alpha >= beta:", f"if best >= {constant} and is_max or alpha >= beta:")
    found = game(tmp_path, Written(text, start="minimax(9, -inf, inf, True)"))
    assert any(
        fault.startswith("cuts off moves in a position with the window (-inf, inf)") for fault in found.faults
    ) == (constant == 0)


def test_too_early_cutoffs_do_not_hide_where_answers_hold_the_value(tmp_path: Path) -> None:
    """With random values, most of the recorded calls are cut off. The move beside the value is None at leaves."""
    text = """
def minimax(path, alpha, beta, is_max):
    if len(path) == 4:
        return sum((nth + 2) * step for nth, step in enumerate(path)) % 11 - 5, None
    best, move = -inf if is_max else inf, None
    for step in range(4):
        value, _ = minimax((*path, step), alpha, beta, len(path) != 1)
        if value > best if is_max else value < best:
            best, move = value, step
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if best >= alpha if is_max else best <= alpha:
            break
    return best, move
"""
    found = game(tmp_path, Written(text, start="minimax((), -inf, inf, True)"))
    assert any(fault.startswith("cuts off moves in a position with the window (-inf, inf)") for fault in found.faults)


def test_a_wrong_value_with_its_tree_is_reported_first(tmp_path: Path) -> None:
    """MIN cuts off at alpha or above. The tree shows the same bug as the early cutoff, and better."""
    text = MINIMAX.replace("if alpha >= beta:", "if (best >= beta if is_max else best >= alpha):")
    file = tmp_path / "pile.py"
    file.write_text(HEAD + text, encoding="utf-8")
    said = str(verify_search(f"{file}:minimax", start="minimax(9, -inf, inf, True)", examples=20))
    assert said.index("wrong value") < said.index("cuts off moves in a position with the window (-inf, inf)")


@pytest.mark.parametrize(("test", "noted"), [("beta and is_max or alpha >= beta", True), ("alpha >= beta", False)])
def test_a_player_that_always_stops_after_one_move_is_noted(test: str, noted: bool, tmp_path: Path) -> None:
    """MAX compares nothing with beta, which is never 0."""
    text = """
def minimax(path, alpha, beta, is_max):
    if len(path) == 3:
        return sum((nth + 2) * step for nth, step in enumerate(path)) % 11 - 5
    best = -inf if is_max else inf
    for step in range(4):
        value = minimax((*path, step), alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if TEST:
            break
    return best
"""
    found = game(tmp_path, Written(text.replace("TEST", test), start="minimax((), -inf, inf, True)"))
    assert any("one player has only one move in all " in note for note in tree_notes(found)) == noted


ENDS_ONLY_THE_ROW = """
    def won(board):
        lines = [*board, *zip(*board)]
        return next((line[0] for line in lines if line[0] == line[1] != ""), "")

    def search(board, mine, alpha, beta):
        if won(board) or all(map(all, board)):
            return {"X": 2, "O": -2}.get(won(board), 0)
        best = -9 if mine else 9
        for row in range(3):
            for column in range(2):
                if board[row][column] == "":
                    board[row][column] = "X" if mine else "O"
                    value = search(board, not mine, alpha, beta)
                    board[row][column] = ""
                    if mine:
                        best = max(best, value)
                        alpha = max(alpha, best)
                    else:
                        best = min(best, value)
                        beta = min(beta, best)
                    if beta <= alpha:
                        break
        return best
"""


@pytest.mark.slow
def test_a_cutoff_may_end_only_the_inner_of_two_loops(tmp_path: Path) -> None:
    """Later moves are not taken for the skipped moves. Some skipped moves end the game."""
    start = "search([['', ''], ['', ''], ['', '']], True, -9, 9)"
    subject = own_subject(tmp_path, ENDS_ONLY_THE_ROW, "search", start)
    assert not subject.faults, subject.faults
    assert_right(subject)


@pytest.mark.parametrize(("bound", "is_wrong"), [("alpha", False), ("beta", True)])
def test_a_cutoff_after_each_first_move_is_found_although_the_pile_looks_like_a_depth(
    bound: str, is_wrong: bool, tmp_path: Path
) -> None:
    """If MIN only tries its first move, it always takes one stone."""
    text = f"""
def maximum(pile, alpha, beta):
    if pile == 0:
        return 1
    best = -inf
    for take in moves(pile):
        best = max(best, minimum(pile - take, alpha, beta))
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best

def minimum(pile, alpha, beta):
    if pile == 0:
        return -1
    best = inf
    for take in moves(pile):
        best = min(best, maximum(pile - take, alpha, beta))
        beta = min(beta, best)
        if best <= {bound}:
            break
    return best
"""
    found = game(tmp_path, Written(text, name="maximum", start="maximum(7, -inf, inf)"))
    assert len(found.faults) == is_wrong
    assert not is_wrong or "`minimum` made 1 of 3 calls" in found.faults[0]
    inner = [node for node in found.root.all() if node.children]
    assert all(found.is_max(node) == (node.function == "maximum") for node in inner)
