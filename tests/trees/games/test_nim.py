"""Nim is compared with Bouton's theorem, which says who wins without a search."""

from itertools import product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import FULL, Search, TreeError
from prunecheck.oracle.minimax import value, values
from prunecheck.trees.games.nim import Nim, Position, bouton
from prunecheck.trees.views.recorded import recorded
from searches import EVERY_SEARCH, PRUNES_NOTHING

rules = pytest.mark.parametrize("misere", [False, True], ids=["last stone wins", "last stone loses"])


def by_theorem(node: Position, *, misere: bool) -> int:
    """The value for MAX that the theorem gives."""
    heaps, max_moves = node
    return 1 if bouton(heaps, misere=misere) == max_moves else -1


@rules
@pytest.mark.parametrize("size", [(20,), (8, 8), (5, 5, 5), (3, 3, 3, 3)], ids=str)
@pytest.mark.parametrize("max_moves", [True, False], ids=["MAX moves", "MIN moves"])
def test_minimax_agrees_with_boutons_theorem(size: tuple[int, ...], misere: bool, max_moves: bool) -> None:
    """Every choice of heaps up to that size is searched, with either player to move."""
    game = Nim(size, misere=misere)
    for heaps in product(*(range(heap + 1) for heap in size)):
        assert value(game, (heaps, max_moves)) == by_theorem((heaps, max_moves), misere=misere)


@rules
@pytest.mark.parametrize("search", EVERY_SEARCH.values(), ids=EVERY_SEARCH)
def test_every_search_finds_what_the_theorem_says(search: Search, misere: bool) -> None:
    """Some heaps are won and some are lost. Searches start at the root and at nodes where MIN is to move."""
    for heaps in [(), (1,), (2, 2), (1, 2, 3), (1, 1, 1), (0, 3, 2)]:
        game = Nim(heaps, misere=misere)
        for node in [game.root, (heaps, False)]:
            assert search(game, node, FULL.alpha, FULL.beta) == by_theorem(node, misere=misere)


@rules
@given(heaps=st.lists(st.integers(0, 40), max_size=6), nth=st.integers(0, 5), left=st.integers(0, 39))
def test_every_move_from_a_lost_position_leads_to_a_won_one(
    misere: bool, heaps: list[int], nth: int, left: int
) -> None:
    """If every move leads to a won position, the theorem is consistent."""
    if not bouton(heaps, misere=misere) and nth < len(heaps) and left < heaps[nth]:
        assert bouton([*heaps[:nth], left, *heaps[nth + 1 :]], misere=misere)


@rules
@given(heaps=st.lists(st.integers(0, 40), max_size=6))
def test_a_won_position_has_a_move_to_a_lost_one(misere: bool, heaps: list[int]) -> None:
    """With no stone left, misere play is already won."""
    if bouton(heaps, misere=misere) and any(heaps):
        children = [child for child, _ in Nim(heaps, misere=misere).children((tuple(heaps), True))]
        assert not all(bouton(child, misere=misere) for child in children)


def test_children_come_heap_by_heap_and_one_stone_first() -> None:
    """The heaps stay in the same order, even if some of them are empty."""
    game = Nim((2, 0, 1))
    assert list(game.children(game.root)) == [((1, 0, 1), False), ((0, 0, 1), False), ((2, 0, 0), False)]


@pytest.mark.parametrize("stones", range(1, 11))
def test_a_single_heap_has_a_node_for_every_way_to_begin_taking_it(stones: int) -> None:
    """A finished game writes n stones as an ordered sum, in one of 2^(n-1) ways; there are 2^n nodes in all."""
    log = recorded(Nim((stones,)))
    PRUNES_NOTHING["minimax"](log, log.root, FULL.alpha, FULL.beta)
    assert (log.visited, len(log.leaves)) == (2**stones, 2 ** (stones - 1))


@pytest.mark.parametrize("heaps", range(1, 6))
def test_heaps_of_one_stone_can_be_taken_in_every_order(heaps: int) -> None:
    """There are n! games, and the first player takes the last stone if n is odd."""
    log = recorded(Nim((1,) * heaps))
    assert PRUNES_NOTHING["minimax"](log, log.root, FULL.alpha, FULL.beta) == (1 if heaps % 2 else -1)
    assert len(log.leaves) == factorial(heaps)


def test_the_same_heaps_have_one_key_for_either_player() -> None:
    """The key is the position without the side to move; a table needs both, since the values differ."""
    game = Nim((2, 1))
    known = values(game, game.root)
    pairs = [(node, (node[0], not node[1])) for node in known if (node[0], not node[1]) in known]
    assert ((0, 1), False) in known
    assert all(game.key(one) == game.key(other) and known[one] == -known[other] for one, other in pairs)


@pytest.mark.parametrize("heaps", [(1, -1), (-2,)])
def test_a_heap_with_a_negative_number_of_stones_is_refused(heaps: tuple[int, ...]) -> None:
    """The error is one line that names the parameter and the remedy."""
    with pytest.raises(TreeError, match=r"heaps is .*0 stones or more"):
        Nim(heaps)
