"""A user's own tree is converted to an explicit tree, or refused with the reason."""

from typing import Any

import pytest

from prunecheck import TreeError
from prunecheck.catalog import variant
from prunecheck.trees.written_out import written_out
from prunecheck.verify.judge import broken_contracts


class Matches:
    """Two players take turns to take one or two matches. Whoever takes the last match wins."""

    root = (3, True)

    def children(self, node: tuple[int, bool]) -> list[tuple[int, bool]]:
        """The positions after taking one, then two."""
        return [(node[0] - take, not node[1]) for take in (1, 2) if take <= node[0]]

    def is_terminal(self, node: tuple[int, bool]) -> bool:
        """True if no match is left."""
        return node[0] == 0

    def evaluate(self, node: tuple[int, bool]) -> Any:
        """The result at the end of the game."""
        return None if node[0] else -1 if node[1] else 1

    def is_max(self, node: tuple[int, bool]) -> bool:
        """The side to move."""
        return node[1]

    def key(self, node: tuple[int, bool]) -> int:
        """The number of matches left."""
        return node[0]


class Counted(Matches):
    """The same game, but with a static value at each node."""

    def evaluate(self, node: tuple[int, bool]) -> Any:
        """The number of matches left."""
        return node[0]


@pytest.mark.parametrize("tree", [Matches, Matches()])
def test_a_class_or_an_object_is_a_tree(tree: Any) -> None:
    """A contract is judged on a tree of the user's class as on an explicit tree."""
    assert written_out(tree).leaf_values == [1, -1, -1]
    assert broken_contracts(variant("strict_test").search, ["exact", "visits"], tree) == ["visits"]


def test_interior_nodes_keep_their_static_values_if_all_have_one() -> None:
    """Static values are left out if some node has none."""
    assert written_out(Counted()).has_static_values
    assert not written_out(Matches()).has_static_values


@pytest.mark.parametrize(
    "broken, says",
    [
        ([[1, 2], 3], "of type list, is not a tree"),
        (type("Raising", (Matches,), {"children": lambda *_: 1 / 0}), "fails: ZeroDivisionError"),
        (type("Unvalued", (Matches,), {"evaluate": lambda *_: "x"}), "a leaf with the value 'x'; return a number"),
        (type("Endless", (Matches,), {"is_terminal": lambda *_: False}), "without children|no children"),
    ],
)
def test_an_object_that_is_not_a_tree_is_refused(broken: Any, says: str) -> None:
    """The error is one line."""
    with pytest.raises(TreeError, match=says):
        broken_contracts(variant("strict_test").search, ["exact"], broken)
