"""MTD with a transposition table has the same null windows, table and value when it is compiled as in plain Python."""

from collections.abc import Callable
from typing import Any

import pytest

from prunecheck import FULL, Number, Window, native
from prunecheck.oracle.minimax import value
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.models.independent import RandomLeaves
from prunecheck.trees.protocol import N
from prunecheck.trees.views.recorded import recorded
from prunecheck.variants.memory.remembered import Memory, remembered
from prunecheck.variants.memory.table import Table
from prunecheck.variants.null_windows.mt_dual import mt_dual
from prunecheck.variants.null_windows.mt_sss import mt_sss
from prunecheck.variants.null_windows.mtd_f import mtd_f

TREES: dict[str, Callable[[], Any]] = {
    "integers": lambda: ConnectFour(3, 4, run=3),
    "floats": lambda: RandomLeaves(3, 6, seed=1),
}


def from_zero(tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
    """MTD(f) with 0 as the first guess."""
    return mtd_f(tree, node, alpha, beta, 0)


@pytest.mark.slow  # compiles the search
@pytest.mark.parametrize("slots", [2**12, 64])
@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("search", [mt_sss, mt_dual, from_zero])
def test_both_speeds_find_the_same_with_a_table(search: Any, tree: str, slots: int) -> None:
    """The table is large, or so small that it loses entries."""
    truth = value(TREES[tree](), TREES[tree]().root)
    for window in (FULL, Window(truth - 1, truth), Window(truth, truth + 1)):
        logs = [recorded(TREES[tree]()) for _ in range(2)]
        plain, fast = (remembered(log, Table(slots)) for log in logs)
        found = search(plain, plain.root, window.alpha, window.beta)
        assert native.search(search, fast, window) == found
        assert min(truth, window.beta) <= found <= max(truth, window.alpha)
        assert logs[0].log == logs[1].log
        assert fast.table.statistics == plain.table.statistics
        assert fast.table.entries() == plain.table.entries()
