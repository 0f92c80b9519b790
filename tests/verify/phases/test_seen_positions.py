"""Searches that do not search a position again, as if it could not be reached."""

from pathlib import Path

from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.verify.phases.own_sequences import OWN_SEQUENCES
from prunecheck.verify.plan import Plan
from prunecheck.verify.run import Run

VISITOR = """
from math import inf


class Visitor:
    def __init__(self):
        self.seen = set()

    def best(self, moves, depth, is_max):
        if depth == 0:
            return sum(moves) % 5 - 2
        if moves in self.seen:
            return -inf if is_max else inf
        self.seen.add(moves)
        values = [self.best((*moves, move), depth - 1, not is_max) for move in (1, 2, 3)]
        return max(values) if is_max else min(values)
"""


def test_leaves_without_a_value_of_their_own_are_called_all_leaves(tmp_path: Path) -> None:
    """No leaf is listed, since the second search is wrong whatever values the leaves have."""
    file = tmp_path / "visitor.py"
    file.write_text(VISITOR, encoding="utf-8")
    subject = own_game_subject(f"{file}:Visitor.best", ["Visitor().best((), 2, True)"])
    sequences = OWN_SEQUENCES.judge(Run(Plan(examples=60, seconds=20), (), subject)).own_sequences
    assert sequences is not None
    assert sequences.difference is not None
    assert "leaves  all leaves have the value 0. These values are made up" in sequences.difference.lines
