"""Searches that get the values of their calls from attributes, which calls that are answered do not set."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck.errors import PreconditionError, start_needed
from prunecheck.subjects.find import Loading
from prunecheck.subjects.find_start import find_obvious_start

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
REQUEST: Final = "otherwise, declare how to call it, or give a starting call"


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


HEAPS: Final = """
    class Heap:
        def __init__(self, size=6):
            self.size = size

        def __len__(self):
            return self.size

        def __gt__(self, other):
            return LARGER

        def after(self):
            return [Heap(self.size - take) for take in (1, 2, 3) if take <= self.size]

    def best(heap, depth, is_max):
        if depth == 0 or len(heap) == 0:
            return heap
        found = [best(after, depth - 1, not is_max) for after in heap.after()]
        return max(found) if is_max else min(found)

    if __name__ == "__main__":
        best(Heap(), 3, True)
"""


def test_an_attribute_that_does_not_order_the_returned_objects_is_not_their_value(tmp_path: Path) -> None:
    """The search returns the best position, and positions compare by their evaluations."""
    assert_right(
        own_subject(tmp_path, HEAPS.replace("LARGER", "self.size > other.size"), "best", "best(Heap(), 3, True)")
    )
    otherwise = HEAPS.replace("LARGER", "self.size * 7 % 5 > other.size * 7 % 5")
    with pytest.raises(
        PreconditionError, match="compares such objects in another order than that of their `size`; let"
    ):
        own_subject(tmp_path, otherwise, "best", "best(Heap(), 3, True)")
    with pytest.raises(PreconditionError) as refused:
        find_obvious_start(f"{tmp_path / 'own_game.py'}:best", start_needed("it raises", request=REQUEST), Loading())
    assert "move. Or declare how to call it, or give another starting call with --start" in str(refused.value)
