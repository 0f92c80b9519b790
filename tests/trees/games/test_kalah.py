"""Kalah against a second implementation of its rules, and against the published values.

The second implementation shares no code with the game: stones are in a dictionary, a place is an owner and a distance
from the owner's store, and values are computed only from the stones still in play. Published figures: G. Irving, J.
Donkers, J. Uiterwijk, "Solving Kalah", ICGA Journal 23 (2000), tables 9 and 10, which also capture a last stone
opposite an empty pit.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck import FULL, TreeError
from prunecheck.catalog import Need, variant
from prunecheck.oracle.minimax import value, values
from prunecheck.trees.games.kalah import Kalah, Position
from searches import EVERY_SEARCH

FIRST, SECOND = "first", "second"
Place: TypeAlias = tuple[str, int]  # (owner, steps to the owner's store); 0 is the store
Table: TypeAlias = tuple[dict[Place, int], str]  # (stones at each place, side to move)

# number of pits -> outcomes with 1, 2, ... 6 stones
OUTCOMES = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL", 4: "WWWWWD", 5: "DDWWWW"}
MARGINS = {(4, 1): 2, (4, 2): 6, (5, 1): 0, (6, 1): 2}
PERFECT_GAMES = {  # pits played, the farthest from the store is 0; a dash if the turn passes
    (4, 3, 8): "13-1-032-2-3-0-1320-3-0-2",
    (5, 4, 12): "12-04-03-2-20-41-1-42-32-3-2-40-0-1",
    (5, 6, 2): "2-0-0-3-3-0-2-1-440-4-42-2-121-12-3-1-4-20-0-34-24-324-1-3-3-1-41-43-2-2-3",
    (6, 2, 10): "42-42-30-0-1-1-4-5",
    (6, 3, 2): "4-5-35-250-2-154-451535452-53-3-54-2",
    (6, 4, 10): "25-10-3-3-5153-1-4-5-045-4-535452-53-4-1-3-2-0-54-1-3",
    (6, 5, 12): "12-02-05-2-4-51-53-3-45-20-3-2-2-345-5-4-351-0-54-1-52-354-4-254-3-3",
}
both_rules = pytest.mark.parametrize("empty_capture", [False, True], ids=["usual capture", "empty capture"])


class SecondReading:
    """A second implementation of the rules, written independently."""

    def __init__(self, pits: int, stones: int, *, empty_capture: bool) -> None:
        self.pits, self.stones, self.empty_capture = pits, stones, empty_capture
        self._gains: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}

    def start(self) -> Table:
        """All stones are in the pits, and the first player is to move."""
        places = [(owner, steps) for owner in (FIRST, SECOND) for steps in range(self.pits + 1)]
        return {(owner, steps): self.stones if steps else 0 for owner, steps in places}, FIRST

    def after(self, table: Table, steps: int) -> Table:
        """The table after the player empties the pit at that distance from the store."""
        stones, mover = dict(table[0]), table[1]
        opponent = SECOND if mover == FIRST else FIRST
        lap = [(mover, left) for left in range(self.pits, -1, -1)]
        lap += [(opponent, left) for left in range(self.pits, 0, -1)]
        hand, stones[mover, steps] = stones[mover, steps], 0
        begin = lap.index((mover, steps)) + 1
        last = (mover, steps)
        for last in islice(cycle(lap), begin, begin + hand):
            stones[last] += 1
        facing = (opponent, self.pits + 1 - last[1])
        if last in lap[: self.pits] and stones[last] == 1 and (self.empty_capture or stones[facing] > 0):
            stones[mover, 0] += stones[facing] + 1
            stones[last] = stones[facing] = 0
        if 0 in (sum(self.side(stones, owner)) for owner in (FIRST, SECOND)):
            for owner in (FIRST, SECOND):
                stones[owner, 0] += sum(self.side(stones, owner))
                stones |= {(owner, left): 0 for left in range(1, self.pits + 1)}
        return stones, mover if last == (mover, 0) else opponent

    def side(self, stones: dict[Place, int], owner: str) -> tuple[int, ...]:
        """The stones in the pits of one player, the farthest from the store first."""
        return tuple(stones[owner, left] for left in range(self.pits, 0, -1))

    def following(self, table: Table) -> list[Table]:
        """The tables after each move, the farthest pit first."""
        stones, mover = table
        return [self.after(table, steps) for steps in range(self.pits, 0, -1) if stones[mover, steps]]

    def gain(self, table: Table) -> int:
        """The further gain of the player over the opponent, in stones, with best play by both."""
        stones, mover = table
        opponent = SECOND if mover == FIRST else FIRST
        in_play = self.side(stones, mover), self.side(stones, opponent)
        if in_play not in self._gains:
            lead = stones[mover, 0] - stones[opponent, 0]
            gains = []
            for child in self.following(table):
                now = child[0][mover, 0] - child[0][opponent, 0] - lead
                gains.append(now + (self.gain(child) if child[1] == mover else -self.gain(child)))
            self._gains[in_play] = max(gains, default=0)
        return self._gains[in_play]

    def value(self, table: Table) -> int:
        """The first player's store minus the second's at the end."""
        stones, mover = table
        return stones[FIRST, 0] - stones[SECOND, 0] + (self.gain(table) if mover == FIRST else -self.gain(table))

    def as_node(self, table: Table) -> Position:
        """The table as a node of the game, to compare both implementations."""
        stones, mover = table
        rows = [(*self.side(stones, owner), stones[owner, 0]) for owner in (FIRST, SECOND)]
        return (*rows[0], *rows[1], int(mover == SECOND))


def reachable(game: Kalah, reading: SecondReading) -> Iterator[tuple[Position, Table]]:
    """Yield every position of the game once, with the second implementation's table after the same moves."""
    seen = {game.root}
    waiting = [(game.root, reading.start())]
    while waiting:
        node, table = waiting.pop()
        yield node, table
        if not game.is_terminal(node):
            for child, beside in zip(game.children(node), reading.following(table), strict=True):
                if child not in seen:
                    seen.add(child)
                    waiting.append((child, beside))


def nodes_by_ply(game: Kalah, plies: int) -> list[int]:
    """The number of nodes after 1, 2, ... moves; finished games have no more."""
    counts = []
    level = Counter({game.root: 1})
    for _ in range(plies):
        following: Counter[Position] = Counter()
        for node, paths in level.items():
            if not game.is_terminal(node):
                for child in game.children(node):
                    following[child] += paths
        level = following
        counts.append(level.total())
    return counts


def tables_by_ply(reading: SecondReading, plies: int) -> list[int]:
    """The counts of the second implementation, which follows every path."""
    counts = []
    level = [reading.start()]
    for _ in range(plies):
        level = [child for table in level for child in reading.following(table)]
        counts.append(len(level))
    return counts


@pytest.mark.slow_cases("3-3-*", "2-9-*")
@both_rules
@pytest.mark.parametrize(
    ("pits", "stones"), [(1, 1), (1, 7), (2, 1), (2, 2), (2, 3), (2, 6), (2, 9), (3, 1), (3, 2), (3, 3), (4, 1)]
)
def test_both_kalah_implementations_agree_on_every_position_of_small_boards(
    pits: int, stones: int, empty_capture: bool
) -> None:
    """Moves, their order, the resulting positions, the side to move, ends and best play are compared."""
    game = Kalah(pits, stones, empty_capture=empty_capture)
    reading = SecondReading(pits, stones, empty_capture=empty_capture)
    truth = values(game, game.root)
    for node, table in reachable(game, reading):
        assert node == reading.as_node(table)
        assert game.is_max(node) == (table[1] == FIRST)
        assert game.is_terminal(node) == (reading.following(table) == [])
        assert truth[node] == reading.value(table)


@pytest.mark.slow
@given(st.integers(1, 7), st.integers(1, 16), st.booleans(), st.randoms(use_true_random=False))
def test_both_kalah_implementations_agree_along_games_on_any_board(
    pits: int, stones: int, empty_capture: bool, random: Random
) -> None:
    """Boards have up to 7 pits with 16 stones, so a move can go round the board and past the opponent's store."""
    game = Kalah(pits, stones, empty_capture=empty_capture)
    reading = SecondReading(pits, stones, empty_capture=empty_capture)
    node, table = game.root, reading.start()
    while not game.is_terminal(node):
        children, tables = list(game.children(node)), reading.following(table)
        assert children == [reading.as_node(board) for board in tables]
        nth = random.randrange(len(children))
        node, table = children[nth], tables[nth]
        assert sum(game.key(node)) == 2 * pits * stones
        assert game.evaluate(node) == table[0][FIRST, 0] - table[0][SECOND, 0]
    assert reading.following(table) == []


@pytest.mark.slow_cases("6-6-False-counts2")
@pytest.mark.parametrize(
    ("pits", "stones", "empty_capture", "counts"),
    [
        (6, 4, False, [6, 35, 185, 942, 4_690, 23_233]),
        (6, 4, True, [6, 35, 185, 942, 4_685, 23_169]),
        (6, 6, False, [6, 35, 190, 1_056, 5_882, 32_243]),
        (4, 3, False, [4, 15, 50, 158, 488, 1_510, 4_637]),
        (4, 3, True, [4, 15, 50, 158, 488, 1_507, 4_621]),
        (2, 2, False, [2, 3, 2, 3, 5, 5, 4, 1, 0]),
        (2, 2, True, [2, 3, 2, 3, 5, 5, 3, 0]),
    ],
)
def test_nodes_after_each_move(pits: int, stones: int, empty_capture: bool, counts: list[int]) -> None:
    """Both implementations count a move after an extra move as another ply; finished games have no further moves."""
    game = Kalah(pits, stones, empty_capture=empty_capture)
    assert nodes_by_ply(game, len(counts)) == counts
    assert tables_by_ply(SecondReading(pits, stones, empty_capture=empty_capture), len(counts)) == counts


@pytest.mark.parametrize(
    ("pits", "stones"),
    [*((pits, stones) for pits in (1, 2) for stones in range(1, 7)), (3, 1), (3, 2), (3, 3), (4, 1), (5, 1)],
)
def test_outcomes_are_the_published_ones(pits: int, stones: int) -> None:
    """The first player wins, draws or loses."""
    game = Kalah(pits, stones, empty_capture=True)
    found = value(game, game.root)
    assert "LDW"[(found > 0) - (found < 0) + 1] == OUTCOMES[pits][stones - 1]


@pytest.mark.slow_cases("4-2", "6-1")
@pytest.mark.parametrize(("pits", "stones"), MARGINS)
def test_margins_are_the_published_ones(pits: int, stones: int) -> None:
    """Margins are the first player's, in stones, by the second implementation, which needs fewer positions."""
    reading = SecondReading(pits, stones, empty_capture=True)
    assert reading.value(reading.start()) == MARGINS[pits, stones]


@pytest.mark.parametrize(("pits", "stones", "margin"), PERFECT_GAMES)
def test_published_games_end_with_their_margin(pits: int, stones: int, margin: int) -> None:
    """Perfect games from the literature are legal, and pass the turn and end as published."""
    game = Kalah(pits, stones, empty_capture=True)
    node, first_moves = game.root, True
    for turn in PERFECT_GAMES[pits, stones, margin].split("-"):
        for pit in turn:
            assert not game.is_terminal(node)
            assert game.is_max(node) == first_moves
            row = node[:pits] if first_moves else node[pits + 1 : -2]
            assert row[int(pit)]
            node = list(game.children(node))[sum(map(bool, row[: int(pit)]))]
        first_moves = not first_moves
    assert game.is_terminal(node)
    assert game.evaluate(node) == margin


@both_rules
@pytest.mark.parametrize(("pits", "stones"), [(2, 3), (3, 1)])
def test_searches_that_ask_who_moves_find_the_value(pits: int, stones: int, empty_capture: bool) -> None:
    """All searches that do not need alternating players are run."""
    game = Kalah(pits, stones, empty_capture=empty_capture)
    truth = value(game, game.root)
    for name, search in EVERY_SEARCH.items():
        if Need.ALTERNATION not in variant(name).needs:
            assert search(game, game.root, FULL.alpha, FULL.beta) == truth


def test_a_search_that_assumes_alternating_players_is_wrong() -> None:
    """Negamax changes the sign at every ply, and so takes a lead of 2 for a draw."""
    game = Kalah(3, 2)
    assert EVERY_SEARCH["negamax"](game, game.root, FULL.alpha, FULL.beta) != value(game, game.root)


def test_the_last_stone_in_the_store_earns_another_move() -> None:
    """The third pit of six has four stones here."""
    game = Kalah()
    assert list(game.children(game.root))[2] == (4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4, 0, 0)


def test_a_lap_that_ends_where_it_began_captures() -> None:
    """The starting pit is empty when the last stone gets there."""
    game = Kalah(1, 3)
    assert list(game.children(game.root)) == [(0, 6, 0, 0, 1)]


@pytest.mark.parametrize(("pits", "stones", "named"), [(0, 4, "pits is 0"), (6, 0, "stones is 0"), (-1, 4, "pits")])
def test_a_board_without_pits_or_stones_is_refused(pits: int, stones: int, named: str) -> None:
    """The error is one line that names the parameter."""
    with pytest.raises(TreeError, match=named):
        Kalah(pits, stones)
