"""The tree of a search's own calls is learned, however its recursion is written."""

from pathlib import Path

import pytest

from piles import WAYS, game, nested
from prunecheck.subjects.own_game.shapes import real_trees


@pytest.mark.parametrize("way", WAYS)
def test_each_way_to_write_a_search_shows_the_same_tree(way: str, tmp_path: Path) -> None:
    """Functions, methods, lambdas and generators; with and without a window, a memo or a cache."""
    largest = list(real_trees(game(tmp_path, WAYS[way])))[-1]
    assert nested(largest) == WAYS[way].tree
