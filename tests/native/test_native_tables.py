"""A compiled table and a table in plain Python with the same settings have the same entries, statistics, and calls."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given, settings

from prunecheck import INF, PreconditionError, native
from prunecheck.strategies import trees
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.models.independent import RandomLeaves
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.cut import Cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.variants.call_forms import by_player
from prunecheck.variants.forms.f1 import f1
from prunecheck.variants.forms.fail_soft import fail_soft
from prunecheck.variants.forms.minimax import minimax
from prunecheck.variants.forms.negamax import negamax
from prunecheck.variants.forms.two_functions import max_value, min_value
from prunecheck.variants.memory.call_with_table import for_mover_with_memory
from prunecheck.variants.memory.enhanced_cutoffs import enhanced_cutoffs
from prunecheck.variants.memory.internal_deepening import internal_deepening
from prunecheck.variants.memory.negascout_with_memory import negascout_with_memory
from prunecheck.variants.memory.remembered import remembered
from prunecheck.variants.memory.remembering import remembering
from prunecheck.variants.memory.table import Table
from prunecheck.variants.memory.table_move import table_move
from prunecheck.variants.memory.with_memory import with_memory
from prunecheck.variants.null_windows.ask import ask
from prunecheck.variants.null_windows.negascout import negascout

SEARCHES: Final[dict[str, Any]] = {
    "with_memory": with_memory,
    "table_move": for_mover_with_memory(table_move),
    "enhanced_cutoffs": for_mover_with_memory(enhanced_cutoffs),
    "negascout_with_memory": negascout_with_memory,
    "minimax": remembering(minimax)[0],
    "negamax": for_mover_with_memory(*remembering(negamax)),
    "f1": for_mover_with_memory(*remembering(f1)),
    "negascout": for_mover_with_memory(remembering(negascout, ask)[0]),
    "fail_soft": for_mover_with_memory(*remembering(fail_soft)),
    "two_functions": by_player(*remembering(max_value, min_value)),  # type: ignore[arg-type]  # a tree that remembers
}
TABLES: Final[dict[str, Callable[[], Table]]] = {
    "new": lambda: Table(64),
    "deep": lambda: Table(16, policy="deep", deeper=True),
    "two-deep": lambda: Table(8, policy="two_deep"),
    "unchecked": lambda: Table(8, key_bits=2),
}


def agree(search: Any, make_tree: Callable[[], Any], make_table: Callable[[], Table], times: int = 2) -> None:
    """Search twice in each way with one table, and compare everything that can be observed."""
    plain, fast = make_table(), make_table()
    for _ in range(times):
        by_plain, by_native = recorded(make_tree()), recorded(make_tree())
        tree = remembered(by_plain, plain)
        expected = search(tree, tree.root, -INF, INF)
        assert native.search(search, remembered(by_native, fast)) == expected
        assert by_native.log == by_plain.log
        assert (fast.entries(), fast.statistics) == (plain.entries(), plain.statistics)
    assert plain.statistics.probes > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("table", TABLES)
def test_both_speeds_agree_on_games(name: str, table: str) -> None:
    """Keys are tuples, and two depth-limited searches share one table."""
    agree(SEARCHES[name], lambda: Cut(TicTacToe(), 3), TABLES[table])


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("make", [lambda: Nim((1, 2, 3)), lambda: RandomLeaves(3, 4, seed=5)], ids=["nim", "floats"])
def test_both_speeds_agree_on_whole_trees(name: str, make: Callable[[], Any]) -> None:
    """Keys are nested, and values are floats."""
    agree(SEARCHES[name], make, TABLES["new"])


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(tree=trees(static_values=False, extreme_values=False))
def test_both_speeds_agree_on_drawn_trees(tree: Any) -> None:
    """Positions occur several times, sometimes with the other player to move."""
    agree(SEARCHES["with_memory"], lambda: unfolded(tree), TABLES["new"])


@pytest.mark.slow
def test_both_speeds_agree_on_a_search_inside_a_search() -> None:
    """Internal deepening needs the plies left at a node."""
    agree(for_mover_with_memory(internal_deepening), lambda: Cut(Othello(4), 5), TABLES["two-deep"])


@pytest.mark.slow
def test_entries_of_8_by_8_othello_keep_all_64_bits() -> None:
    """The keys do not fit a signed word, so compiled code may use other slots; the entries are right."""
    table = Table(4096)
    tree = remembered(Cut(Othello(8), 3), table)
    native.search(with_memory, tree)
    plain = remembered(Cut(Othello(8), 3))
    with_memory(plain, plain.root, -INF, INF)
    assert set(table.entries()) == set(plain.table.entries())


def test_a_table_without_a_limit_is_refused_at_native_speed() -> None:
    """The message says what to use instead."""
    with pytest.raises(
        PreconditionError, match=r"table in compiled code needs a fixed size; give a number of slots, as in Table"
    ):
        native.search(with_memory, remembered(Nim((1, 2))))
