"""Tables that only change after a cutoff, so not while a game is recorded: best moves at a depth, or bounds."""

from pathlib import Path
from random import Random
from typing import Final

from own_programs import own_subject
from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.trees.protocol import INF
from prunecheck.trees.search import value_of

ENGINE: Final = """
from math import inf


class Engine:
    def __init__(self, pile):
        self.pile, self.side, self.good = pile, 1, {}

    def moves(self, depth):
        takes = [take for take in (1, 2, 4) if take <= self.pile]
        return sorted(takes, key=lambda take: take != self.good.get(depth))

    def search(self, depth, alpha, beta):
        if depth == 0 or not self.moves(depth):
            return self.side * (self.pile * 37 % 19 - 9)
        best = -inf
        for take in self.moves(depth):
            self.pile, self.side = self.pile - take, -self.side
            best = max(best, -self.search(depth - 1, -beta, -max(alpha, best)))
            self.pile, self.side = self.pile + take, -self.side
            if best >= beta:
                self.good[depth] = take
                break
        return best
"""


BOUNDS: Final = """
from math import inf

at_least = {}


def search(heaps, depth, alpha, beta):
    if depth == 0 or not any(heaps):
        return (heaps[0] * 11 + sum(heaps) * 7) % 15 - 7
    if at_least.get((heaps, depth), -inf) >= beta:
        return at_least[heaps, depth]
    best = -inf
    for nth, heap in enumerate(heaps):
        for taken in range(1, heap + 1):
            after = tuple(sorted((*heaps[:nth], heap - taken, *heaps[nth + 1 :])))
            best = max(best, -search(after, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                at_least[heaps, depth] = best
                return best
    return best
"""


def test_moves_that_caused_a_cutoff_may_come_first(tmp_path: Path) -> None:
    """Then the calls of a position are made in another order than when they were recorded."""
    assert_right_in_windows(own_subject(tmp_path, ENGINE, "Engine.search", "Engine(7).search(5, -inf, inf)"))


def test_a_table_may_only_store_bounds_that_caused_a_cutoff(tmp_path: Path) -> None:
    """Then a position has one value, however it is reached."""
    assert_right_in_windows(own_subject(tmp_path, BOUNDS, "search", "search((2, 2, 3), 5, -inf, inf)"))


def assert_right_in_windows(subject: OwnGameSubject) -> None:
    """Assert that a search finds the values of random trees in windows that contain them."""
    random, search = Random(1), subject.open()  # noqa: S311
    for tree in [subject.drawn_tree(random, large=nth % 2 == 0) for nth in range(40)]:
        true = value(tree, tree.root)
        assert value_of(search.search(tree, tree.root, -INF, INF)) == true
        assert value_of(search.search(tree, tree.root, true - 1, INF)) == true
        assert value_of(search.search(tree, tree.root, -INF, true + 1)) == true
