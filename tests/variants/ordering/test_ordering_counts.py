"""The counts of `docs/ordering.md` are exact: leaves with and without a learned order, in games that are cut."""

from typing import Any

import pytest

from documents import Row, table
from prunecheck import FULL, INF, Number, Tree
from prunecheck.catalog import variant
from prunecheck.measure import counts
from prunecheck.trees.views.counted import counted
from prunecheck.variants.ordering.history import History
from prunecheck.variants.ordering.killers import Killers
from prunecheck.variants.ordering.learning import Learning
from prunecheck.workloads.games import game_tree

ROWS = table("docs/ordering.md", "game", "plies", "fail_soft", "killers", "history", "both")


def tree_of(row: Row) -> Tree[Any, Number]:
    """The game of a table row, cut at its depth."""
    return game_tree(row["game"], depth=None if row["plies"] == "all" else int(row["plies"]))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']}-to-{row['plies']}")
def test_the_table_has_the_leaves_with_killers_and_history(row: Row) -> None:
    """The value is the same in each column."""
    values = set()
    for column in ("fail_soft", "killers", "history"):
        tree = counted(tree_of(row))
        values.add(variant(column).search(tree, tree.root, -INF, INF))
        assert f"{tree.leaves:,}" == row[column]
    tree = counted(tree_of(row))
    both = Learning(tree, killers=Killers(), history=History())
    values.add(variant("fail_soft").search(both, both.root, -INF, INF))
    assert f"{tree.leaves:,}" == row["both"]
    assert len(values) == 1


def test_killers_and_history_save_leaves_in_most_games_and_cost_leaves_in_some() -> None:
    """The text of the page says so; in some game, each of them alone is better than both together."""
    leaves = [
        {column: int(n.replace(",", "")) for column, n in row.items() if column not in ("game", "plies")}
        for row in ROWS
    ]
    for column in ("killers", "history", "both"):
        paid = [row[column] < row["fail_soft"] for row in leaves]
        assert sum(paid) > 2 * len(paid) / 3
        assert not all(paid)
    assert any(min(row["killers"], row["history"]) < row["both"] for row in leaves)


def test_a_comparison_counts_the_same_leaves() -> None:
    """`prunecheck compare` counts as many leaves on a tree with other nodes."""
    row = next(listed for listed in ROWS if (listed["game"], listed["plies"]) == ("othello-4", "8"))
    for column in ("killers", "history"):
        assert f"{counts.counted(variant(column).search, tree_of(row), FULL)[1].leaves:,}" == row[column]
