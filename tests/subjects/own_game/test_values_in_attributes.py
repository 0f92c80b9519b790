"""Searches that get the values of their calls from attributes, which calls that are answered do not set."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck.errors import PreconditionError

NODES: Final = """
    class Node:
        def __init__(self, pile):
            self.pile, self.score = pile, 0

        def search(self, depth, is_max):
            takes = range(1, min(3, self.pile) + 1)
            if depth == 0 or not takes:
                self.score = self.pile * 7 % 5 - 2
                return self.score
            scores = []
            for take in takes:
                after = Node(self.pile - take)
                value = after.search(depth - 1, not is_max)
                scores.append(VALUE)
            self.score = max(scores) if is_max else min(scores)
            return self.score
"""
START: Final = "Node(9).search(3, True)"


@pytest.mark.parametrize("start", [START, "Node(40).search(10, True)"], ids=["whole", "cut"])
def test_values_from_attributes_are_not_taken_for_wrong_values(start: str, tmp_path: Path) -> None:
    """The error says what to change; then the search is right. A large game is only recorded in part."""
    with pytest.raises(PreconditionError, match="search` always returns 0, whatever its recursive calls return; if"):
        own_subject(tmp_path, NODES.replace("VALUE", "after.score"), "Node.search", start)
    assert_right(own_subject(tmp_path, NODES.replace("VALUE", "value"), "Node.search", START))


def test_a_search_that_always_returns_the_same_value_is_judged(tmp_path: Path) -> None:
    """In its own game, it does not return the best value either."""
    faults = own_subject(tmp_path, NODES.replace("VALUE", "7"), "Node.search", START).faults
    assert any("whichever move has the best value" in str(fault) for fault in faults)
