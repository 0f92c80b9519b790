"""A search in which one player makes all moves after the first gets a note: the turn may be passed on wrongly."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from prunecheck import verify_search
from prunecheck.subjects.own_game.notes.tree_notes import tree_notes
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

CELLS: Final = dedent("""\
    LINES = [{0, 1}, {2, 3}, {0, 2, 4}, {1, 3, 5}]

    def value(xs, os, turn):
        if any(line <= xs for line in LINES):
            return 1
        if any(line <= os for line in LINES):
            return -1
        free = [cell for cell in range(6) if cell not in xs | os]
        if not free:
            return 0
        if turn == "x":
            return max(value(xs | {cell}, os, "o") for cell in free)
        return min(value(xs, os | {cell}, "NEXT") for cell in free)
""")
PILE: Final = dedent("""\
    from math import inf

    def search(pile, agent, depth):
        if depth == 0 or pile < 3:
            return pile * 7 % 11 - 5
        after = [search(pile - taken, NEXT, depth - 1) for taken in (1, 2, 3)]
        return max(after) if agent == 0 else min(after)
""")
RESEARCHED: Final = dedent("""\
    def after(row, side):
        for place, stone in enumerate(row):
            if stone == 0:
                yield row[:place] + (side,) + row[place + 1 :]
            elif stone == -side and place > 0 and row[place - 1] == side:
                yield row[:place] + (side,) + row[place + 1 :]

    def value(row, depth, alpha, beta, side):
        rows = list(after(row, side))
        if depth == 0 or not rows:
            return side * sum(stone * (place + 1) * (3 if place % 2 else -2) for place, stone in enumerate(row))
        best, end = -100, beta
        for nth, following in enumerate(rows):
            score = -value(following, depth - 1, -end, -alpha, NEXT)
            if alpha < score < beta and nth > 0:
                score = -value(following, depth - 1, -beta, -score, -side)
            best, alpha = max(best, score), max(alpha, score)
            if alpha >= beta:
                break
            end = alpha + 1
        return best
""")
CELLS_START: Final = "value(frozenset(), frozenset(), 'x')"


def notes(file: Path, text: str, start: str) -> list[str]:
    """The notes about the turn in the game of a search."""
    file.write_text(text, encoding="utf-8")
    (game,) = own_game_subject(f"{file}:{'value' if 'def value' in text else 'search'}", [start]).games
    return [note for note in tree_notes(game) if "the same player" in note]


@pytest.mark.slow
def test_a_turn_that_never_changes_after_the_first_move_is_noted(tmp_path: Path) -> None:
    """Each value is right for the recursion as it is written, so a constant turn is not a failure."""
    file = tmp_path / "cells.py"
    file.write_text(CELLS.replace("NEXT", "o"), encoding="utf-8")
    verdict = verify_search(f"{file}:value", start=CELLS_START, examples=15)
    assert verdict.sound, str(verdict)
    assert (
        "the same player makes all moves after the first: `turn` is 'o' at all later positions; if the players "
        "alternate, line 13 passes on the wrong player"
    ) in str(verdict)


@pytest.mark.slow
def test_players_who_alternate_get_no_note(tmp_path: Path) -> None:
    assert notes(tmp_path / "cells.py", CELLS.replace("NEXT", "x"), CELLS_START) == []


@pytest.mark.slow_cases("extra-turns")
@pytest.mark.parametrize(
    "following", ["(agent + 1) % 5", "agent if pile % 5 == 0 else 1 - agent"], ids=["four-opponents", "extra-turns"]
)
def test_other_orders_of_players_get_no_note(following: str, tmp_path: Path) -> None:
    """Several opponents may move in turn, and a player may have extra turns."""
    assert notes(tmp_path / "pile.py", PILE.replace("NEXT", following), "search(20, 0, 5)") == []


@pytest.mark.slow
def test_one_opponent_who_moves_in_all_later_plies_is_noted(tmp_path: Path) -> None:
    (said,) = notes(tmp_path / "pile.py", PILE.replace("NEXT", "1"), "search(20, 0, 5)")
    assert "`agent` is 1 at all later positions" in said


NODES: Final = dedent("""\
    class Node:
        def __init__(self, marks, is_max):
            self.marks, self.is_max = marks, is_max

    def search(node, depth):
        if depth == 0:
            return sum((3 * nth % 5 - 2) * mark * (mark + nth) for nth, mark in enumerate(node.marks)) % 23 - 11
        after = [search(Node((*node.marks, mark), NEXT), depth - 1) for mark in (1, 2, 4)]
        return max(after) if node.is_max else min(after)
""")


@pytest.mark.parametrize(("following", "said"), [("False", ["`node.is_max` is False"]), ("not node.is_max", [])])
def test_two_later_plies_are_enough_if_the_variable_had_another_value_before(
    following: str, said: list[str], tmp_path: Path
) -> None:
    found = notes(tmp_path / "nodes.py", NODES.replace("NEXT", following), "search(Node((1,), True), 3)")
    assert [part for note in found for part in said if part in note] == said
    assert len(found) == len(said)


def test_a_game_of_one_ply_gets_no_note(tmp_path: Path) -> None:
    assert notes(tmp_path / "nodes.py", NODES.replace("NEXT", "False"), "search(Node((1,), True), 1)") == []


@pytest.mark.slow
@pytest.mark.parametrize("right", [True, False])
def test_a_second_search_for_another_player_than_the_first_is_found(right: bool, tmp_path: Path) -> None:
    """The second search makes calls that were unknown until then, because they are about another player."""
    file = tmp_path / "row.py"
    file.write_text(RESEARCHED.replace("NEXT", "-side" if right else "side"), encoding="utf-8")
    verdict = verify_search(f"{file}:value", start="value((0,) * 6, 3, -100, 100, 1)", examples=10)
    assert verdict.sound is right, str(verdict)
    assert ("`side` stays the same after 40 of 51 moves" in str(verdict)) is not right


PASSES: Final = dedent("""\
    def search(stones, side, depth, alpha, beta):
        if depth == 0 or stones < 2:
            return side * (stones * 7 % 5 - 2)
        if stones % 4 == 1:
            return SIGNsearch(stones - 1, -side, depth - 1, WINDOW)
        for taken in (2, 3):
            alpha = max(alpha, -search(stones - taken, -side, depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha
""")


@pytest.mark.parametrize(("sign", "window", "noted"), [("-", "-beta, -alpha", False), ("", "alpha, beta", True)])
def test_a_pass_that_does_not_negate_the_value_is_noted(sign: str, window: str, noted: bool, tmp_path: Path) -> None:
    """The search is right for the tree of its own calls, in which the same player moves after a pass."""
    file = tmp_path / "passes.py"
    file.write_text(PASSES.replace("SIGN", sign).replace("WINDOW", window), encoding="utf-8")
    subject = own_game_subject(f"{file}:search", ["search(19, 1, 7, -99, 99)"])
    said = "the search does not negate the value; is a minus sign missing, for example after a pass?"
    assert any(said in note for note in tree_notes(subject.games[0])) == noted
