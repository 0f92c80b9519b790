"""Fingerprints are equal for equal contents; data and caches of a module are found."""

import types
from collections.abc import Iterator
from functools import lru_cache, wraps
from types import SimpleNamespace
from typing import Any

import pytest

from prunecheck.subjects.importing.stand_ins import StandIn
from prunecheck.subjects.own_game.hooks.fingerprints import (
    MOST_VISITS,
    cached_functions,
    data_of,
    data_with_names,
    fingerprint,
    is_code,
    parts_of,
)


class Board:
    """A board with slots."""

    __slots__ = ("above", "cells")

    def __init__(self, cells: list[Any]) -> None:
        """Store the cells, and a reference of the board to itself."""
        self.cells, self.above = cells, self


@pytest.mark.parametrize(
    ("one", "other"), [([[1], 2], [[1], 3]), ({1: [2]}, {1: [3]}), ({1, 2}, {1, 3}), (Board([1]), Board([2]))]
)
def test_contents_decide_a_fingerprint(one: Any, other: Any) -> None:
    """The identity of objects does not matter."""
    again = Board(list(one.cells)) if isinstance(one, Board) else type(one)(one)
    assert fingerprint(one) == fingerprint(again) != fingerprint(other)
    hash(fingerprint(one))


def test_arrays_are_compared_by_contents() -> None:
    """The shapes of arrays are compared as well."""
    numpy = pytest.importorskip("numpy")
    assert fingerprint(numpy.zeros((2, 3))) == fingerprint(numpy.zeros((2, 3))) != fingerprint(numpy.zeros((3, 2)))


def test_numbers_of_numpy_are_compared_with_other_numbers() -> None:
    """A hash that NumPy's numbers are combined with, and taken out of again, is the same as before."""
    numpy = pytest.importorskip("numpy")
    changed = (7 ^ numpy.uint64(5)) ^ numpy.uint64(5)
    assert fingerprint(Board([changed])) == fingerprint(Board([7])) != fingerprint(Board([numpy.uint64(2)]))


def test_caches_are_cleared_below_other_decorators() -> None:
    """A hook is a decorator, too, and the cache is below it."""
    module = types.ModuleType("game")

    @lru_cache
    def value(pile: int) -> int:
        return pile

    @wraps(value)
    def hooked(pile: int) -> int:
        return value(pile)

    vars(module).update(value=hooked, pile=[3], math=types)
    hooked(3)
    assert list(cached_functions(module))
    for function in cached_functions(module):
        function.cache_clear()
    assert value.cache_info().currsize == 0
    assert data_of(module) == {"pile": [3]}


def test_data_is_also_found_by_name() -> None:
    """Data includes attributes of the module's classes, and leaves out whatever is not data."""
    module = types.ModuleType("game")
    own = type("Game", (), {"__module__": "game", "size": 3, "board": [1], "moves": lambda self: [], "of": property()})
    vars(module).update(pile=[3], Game=own, types=types, length=len, board=Board([1]), text="a", nothing=None)
    found = data_of(module)
    assert set(found) == {"pile", "Game.size", "Game.board", "board", "text", "nothing"}
    names = (*found, "Game", "Game.moves", "Game.of", "Game.absent", "types", "length", "absent", "__name__", "pile.a")
    assert data_with_names(module, names) == found


def test_an_attribute_of_a_function_is_data_if_it_can_be_changed_in_place() -> None:
    """A table in such an attribute lasts as long as the module; a number is a counter, which no position needs."""
    module = types.ModuleType("engine")
    exec("def search(): pass\nsearch.table, search.nodes = {}, 0", vars(module))  # noqa: S102
    assert data_of(module) == data_with_names(module, ["search.table", "search.nodes"]) == {"search.table": {}}


def test_an_array_of_objects_is_compared_by_its_objects() -> None:
    """The addresses of the objects do not matter."""
    numpy = pytest.importorskip("numpy")
    first, second = (numpy.array([[Board([1]), None]], dtype=object) for _ in range(2))
    assert fingerprint(first) == fingerprint(second)


def test_a_stand_in_for_a_library_is_the_same_in_each_run() -> None:
    """A stand-in is empty, although it has every attribute that is looked up."""
    assert fingerprint([StandIn()]) == fingerprint([StandIn()])


def test_a_stand_in_for_a_library_does_not_count_as_a_cache() -> None:
    """A stand-in has every attribute that is looked up, also those of a cache."""
    module = types.ModuleType("checkers")
    vars(module).update(pygame=StandIn(), Rect=StandIn.Rect)
    assert not list(cached_functions(module))


class Answers:
    """An object that answers any attribute, as wrappers of C libraries do."""

    __slots__ = ()

    def __getattr__(self, _: str) -> Any:
        return self


def test_an_object_that_answers_any_attribute_has_no_variables() -> None:
    """The object's dictionary is not read."""
    assert fingerprint(Answers()) == fingerprint([Answers()])[0]  # type: ignore[index]
    assert next(iter(parts_of("held", Answers())))[0] == "held"


def test_a_callable_object_of_a_library_is_a_function() -> None:
    """Attributes of a library's callable are not part of the position; a user's object is, even if it can be called."""

    class Scorer:
        def __init__(self, weight: int) -> None:
            self.weight = weight

        def __call__(self) -> int:
            return self.weight

    assert not is_code(Scorer(1))
    assert fingerprint(Scorer(1)) != fingerprint(Scorer(2))
    assert is_code(pytest.mark.slow)


def test_a_container_of_a_users_class_is_a_part() -> None:
    """The items of a container of a user's class are a part, and so is each of its attributes."""

    class Table(dict[int, int]):
        """A table that counts its uses."""

    table = Table({1: 2})
    assert dict(parts_of("table", table)) == {"table": table}
    table.used = 3  # type: ignore[attr-defined]
    assert dict(parts_of("table", table)) == {"table": table, "table.used": 3}
    assert dict(parts_of("board", Board([1]))).keys() == {"board"}


def test_objects_that_refer_to_each_other_are_copied_in_few_steps() -> None:
    """The paths through a graph of neighbours are too many, but another node and another value are still noticed."""
    steps = 0

    class Neighbours(list[Any]):
        def __iter__(self) -> Iterator[Any]:
            nonlocal steps
            steps += 1
            return super().__iter__()

    def board(current: int, worth: int = 0) -> list[Any]:
        nodes = [SimpleNamespace(number=nth, worth=worth) for nth in range(7)]
        for node in nodes:
            node.neighbours = Neighbours(other for other in nodes if other is not node)
        return [nodes, nodes[current]]

    seen = fingerprint(board(2))
    assert steps < 2 * MOST_VISITS
    assert seen == fingerprint(board(2))
    assert seen != fingerprint(board(3))
    assert seen != fingerprint(board(2, worth=1))


def test_a_node_of_a_large_tree_is_known_by_the_nodes_around_it() -> None:
    """Nodes refer to their parents, so the whole tree would be copied for each node."""

    def grown(number: int, plies: int, parent: Any = None) -> SimpleNamespace:
        node = SimpleNamespace(parent=parent, number=number)
        node.children = [grown(4 * number + nth, plies - 1, node) for nth in range(4)] if plies else []
        return node

    node = grown(1, 5).children[0].children[0]
    seen = str(fingerprint(node))
    assert f"('number', {node.parent.children[3].number})" in seen
    assert f"('number', {node.children[3].children[3].number})" in seen
    assert f"('number', {node.children[3].children[3].children[3].number})" not in seen
