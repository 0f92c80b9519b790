"""Compiled searches refuse what they cannot run, and never crash or raise an error of Numba."""

import gc
import os
import signal
import subprocess
import sys
import threading
from array import array
from typing import Any

import numpy as np
import pytest

from prunecheck import Window, from_nested, native
from prunecheck.catalog.families import variant
from prunecheck.errors import BudgetError, PreconditionError, PrunecheckError, TreeError, WindowError
from prunecheck.native.guard import POLL, STACKS, in_thread, most_plies
from prunecheck.native.values import kind_of
from prunecheck.trees.compact import MOST, CompactTree, compact
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.models.independent import RandomLeaves
from prunecheck.trees.protocol import INF
from prunecheck.trees.views.counted import counted
from prunecheck.trees.views.cut import cut
from prunecheck.variants.call_forms import by_player
from searches import FORM

PLIES = 100_000


class Endless:
    """A tree without leaves."""

    root = 0

    def children(self, node: int, /) -> range:
        """The next number."""
        return range(node + 1, node + 2)

    def is_terminal(self, node: int, /) -> bool:
        """False for every node."""
        return node < 0

    def evaluate(self, node: int, /) -> int:
        """The number itself."""
        return node

    def is_max(self, node: int, /) -> bool:
        """True for even numbers."""
        return node % 2 == 0

    def key(self, node: int, /) -> int:
        """The number itself."""
        return node


class Untyped(Endless):
    """A tree that does not declare the type of its values."""

    def evaluate(self, node, /):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201  # as a user may write it
        """The number itself."""
        return node


class Halves(Endless):
    """A tree that declares integer values, but whose values are floats."""

    def is_terminal(self, node: int, /) -> bool:
        """True for node 1."""
        return node == 1

    def evaluate(self, node: int, /) -> int:
        """A float, although integers are declared."""
        return node / 2  # type: ignore[return-value]  # the mistake


class Unsupported(Endless):
    """A tree with a Python feature that Numba does not compile."""

    def is_terminal(self, node: int, /) -> bool:
        """True for nodes beyond 3 or 4."""
        return any(node > limit for limit in (3, 4))


def message(search: Any, *args: Any, **options: Any) -> str:
    """The message of the error that a call raises."""
    with pytest.raises(PrunecheckError) as caught:
        search(*args, **options)
    return str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fail_soft", "two_functions"])
def test_deep_trees_are_searched(name: str) -> None:
    nested: object = 7
    for _ in range(PLIES):
        nested = [nested]
    assert native.search(name, from_nested(nested)) == 7


def test_the_stack_has_room_for_the_plies_that_are_known() -> None:
    """The stack is small for few plies, and large if there are many or if their number is unknown."""
    assert most_plies(from_nested([[3, 5], 2])) == 5
    assert most_plies(counted(cut(Endless(), 9))) == 9
    assert most_plies(Endless()) is None
    sizes = [in_thread(lambda size: size, lambda: None, plies) for plies in (5, 10_000, 3_000_000, None)]
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[3]) == (STACKS[-1], STACKS[0])


@pytest.mark.slow
def test_a_search_that_needs_more_stack_than_its_tree_suggests_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search runs again on the largest stack; its nodes are counted once."""
    monkeypatch.setattr("prunecheck.native.guard.A_PLY", 1)
    tree = counted(cut(Endless(), PLIES))
    assert native.search("fail_soft", tree) == PLIES
    assert tree.visits == PLIES + 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fail_soft", "two_functions"])
def test_a_tree_too_deep_for_the_stack_is_an_error(name: str) -> None:
    with pytest.raises(PreconditionError, match="too deep for the stack"):
        native.search(name, Endless())


@pytest.mark.slow
def test_a_search_stops_at_its_budget_of_nodes() -> None:
    tree = from_nested([[3, 5], [2, 9]])
    assert native.search("fail_soft", tree, most_nodes=6) == 3
    with pytest.raises(BudgetError, match="after 5 nodes"):
        native.search("fail_soft", tree, most_nodes=5)


@pytest.mark.slow
def test_an_interrupt_ends_a_search() -> None:
    tree = RandomLeaves(12, 16)
    with pytest.raises(BudgetError):
        native.search("fail_soft", tree, most_nodes=1)  # the first call compiles the search
    before, handler = threading.active_count(), signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # pytest-xdist ignores interrupts in its workers
    try:
        threading.Timer(20 * POLL, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            native.search("fail_soft", tree, most_nodes=3_000_000_000)
    finally:
        signal.signal(signal.SIGINT, handler)
    assert threading.active_count() <= before + 1  # the timer may still be ending


@pytest.mark.slow
def test_integers_that_stand_for_infinity_are_refused() -> None:
    for value in (2**63 - 1, -(2**63) + 1, -(2**63), 2**70):
        assert "compiled searches" in message(compact, from_nested([1, value]))
    assert native.search("minimax", from_nested([1, MOST])) == MOST
    assert native.search("minimax", from_nested([-MOST, -MOST])) == -MOST
    assert "not exact as a float64" in message(compact, from_nested([0.5, 2**53 + 1]))
    assert native.search("minimax", from_nested([INF, 3])) == INF


@pytest.mark.slow
def test_window_ends_are_converted_or_refused() -> None:
    tree = from_nested([[3, 5], [2, 9]])
    assert native.search("f2", tree, Window(4, INF)) == 4
    assert native.search("f2", from_nested([[0.5]]), Window(-INF, 4)) == 0.5
    assert "window ends that are whole numbers, not 0.5" in message(native.search, "f2", tree, Window(0.5, INF))
    with pytest.raises(WindowError, match="beyond"):
        native.search("f2", tree, Window(0, 2**64))


@pytest.mark.slow
def test_a_full_window_that_finds_nothing_is_infinite_again() -> None:
    assert native.search("f2", from_nested([[3, 5], [2, 9]]), Window(-INF, INF)) == 3
    assert native.search(variant("two_functions"), from_nested([1]), Window(-INF, 1)) == 1


def columns(**changes: Any) -> dict[str, Any]:
    """The columns of a tree of three nodes, with changes."""
    return {
        "first": array("q", [1, 0, 0]),
        "count": array("q", [2, 0, 0]),
        "values": array("q", [0, 3, 5]),
        "players": b"\1\0\0",
        **changes,
    }


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"first": array("q", [0, 0, 0])}, "the children of node 0 are 0 to 1"),
        ({"count": array("q", [3, 0, 0])}, "number them from 1 to 2"),
        ({"count": array("q", [-1, 0, 0])}, "node 0 has -1 children"),
        ({"count": array("d", [2, 0, 0])}, "format 'd'"),
        ({"values": array("f", [0, 3, 5])}, "one of the formats i, l, q, d"),
        ({"values": np.zeros(6, np.int64)[::2]}, "not contiguous"),
        ({"values": np.zeros((3, 1), np.int64)}, "2 dimensions"),
        ({"values": array("d", [0, 3, float("nan")])}, "node 2 has the value NaN"),
        ({"values": array("q", [0, 3, MOST + 1])}, "stands for infinity"),
        ({"values": [0, 3, 5]}, "is a list; use an array"),
        ({"players": b"\1\0"}, "2 \\(players\\)"),
    ],
)
def test_wrong_columns_are_refused_when_the_tree_is_built(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(TreeError, match=words):
        CompactTree(**columns(**changes))


def test_a_compact_tree_does_not_change_with_the_arrays_it_was_made_from() -> None:
    given = columns()
    tree: CompactTree[int] = CompactTree(**given)
    given["values"][1] = given["values"][2] = 99
    assert [tree.evaluate(node) for node in tree.children(tree.root)] == [3, 5]
    with pytest.raises(TypeError):
        tree.values[1] = 4  # type: ignore[index]  # it is read-only


@pytest.mark.slow
def test_what_cannot_be_compiled_is_named_with_its_place() -> None:
    assert "explicit_stack cannot be compiled: compiled code cannot store iterators" in message(
        native.search, "explicit_stack", from_nested([1, 2])
    )
    assert "hughes cannot be compiled: compiled code cannot store iterators (next)" in message(
        native.search, "hughes", from_nested([1, 2])
    )
    assert "cannot create objects (Walked)" in message(native.search, "make_unmake", from_nested([1, 2]))
    assert "annotate it" in message(native.search, "fail_soft", Untyped())
    said = message(native.search, "fail_soft", Unsupported())
    assert "test_limits.py, line" in said
    assert "Traceback" not in said
    assert "cannot be compiled" in message(native.search, len, from_nested([1, 2]))


class Named(Endless):
    """A tree with a class attribute, and with attributes named like a class and a function of this module."""

    levels = 5

    def __init__(self) -> None:
        self.Window = 3
        self.next = 4

    def is_terminal(self, node: int, /) -> bool:
        """True for all nodes from a certain number on."""
        return node >= self.levels

    def evaluate(self, node: int, /) -> int:
        """The number and 12."""
        return node + self.Window * self.next


@pytest.mark.slow
def test_attributes_may_have_any_name_and_belong_to_the_class() -> None:
    """Attributes with the name of a class, or of `next`, are not refused, and a changed class attribute is seen."""
    tree = Named()
    assert native.search("fail_soft", tree) == FORM["fail_soft"](tree, tree.root, -INF, INF) == 17
    Named.levels = 6
    assert native.search("fail_soft", tree) == FORM["fail_soft"](tree, tree.root, -INF, INF) == 18


def test_a_driver_is_refused_with_the_form_it_calls() -> None:
    said = message(native.search, "carried_window", from_nested([1, 2]))
    calls = variant("carried_window").calls
    assert said == f"carried_window cannot be compiled, unlike the search that it calls; use {calls}"
    said = message(native.search, "killers", from_nested([1, 2]))
    assert said == "killers only runs in plain Python; use fail_soft, or another search of the family forms"


def test_a_search_of_a_refused_one_is_refused_each_time() -> None:
    outer = by_player(FORM["explicit_stack"], FORM["explicit_stack"])
    first = message(native.search, outer, from_nested([1, 2]))
    assert "cannot store iterators" in first
    assert message(native.search, outer, from_nested([1, 2])) == first


@pytest.mark.slow
def test_nodes_and_boards_beyond_64_bits_are_refused() -> None:
    assert "64 bits" in message(native.search, "fail_soft", Endless(), node=2**63)
    assert "64 bits" in message(native.search, "fail_soft", cut(Othello(10), 2))
    assert "64 bits" in message(native.search, "fail_soft", Endless(), node="a")


def test_a_node_that_is_not_in_the_tree_is_refused() -> None:
    tree = from_nested([1, 2])
    for node in (7, -1):
        for stored in (tree, compact(tree)[0]):
            assert message(native.search, "fail_soft", stored, node=node).startswith(f"the tree has no node {node}")


def test_only_the_result_of_evaluate_needs_a_type_that_can_be_read() -> None:
    class Typed(Endless):
        def evaluate(self, node: "Unknown", /) -> "float":  # type: ignore[name-defined, override]  # noqa: F821
            return float(node)

    assert kind_of(Typed()) == "float"


@pytest.mark.slow
def test_floats_from_a_tree_of_integers_are_refused() -> None:
    assert "declare it to return float" in message(native.search, "fail_soft", Halves())


def test_a_block_keeps_what_it_points_to() -> None:
    block = native.Block(compact(from_nested([[3, 5], [2, 9]]))[0], "int")
    gc.collect()
    assert native.compiled(variant("fail_soft").search, "int")(block, 0, -native.BOUND, native.BOUND) == 3


@pytest.mark.slow
def test_errors_of_the_tree_are_those_of_plain_python() -> None:
    tree = cut(from_nested([[3, 5], [2, 9]]), 1)
    assert message(native.search, "fail_soft", tree) == message(variant("fail_soft").search, tree, tree.root, -INF, INF)


@pytest.mark.slow
def test_without_numba_an_error_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from prunecheck.errors import PreconditionError\n"
        "try:\n    import prunecheck.native\nexcept PreconditionError as error:\n    print(error)"
    )
    done = subprocess.run(  # noqa: S603  # our own code
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "pip install -e '.[native]'" in done.stdout
