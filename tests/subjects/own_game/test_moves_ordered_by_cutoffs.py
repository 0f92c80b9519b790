"""A search that orders moves by earlier cutoffs is right, although it calls its moves in different orders."""

from pathlib import Path
from random import Random
from typing import Final

from own_programs import own_subject
from prunecheck.oracle.minimax import value
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


def test_moves_that_caused_a_cutoff_may_come_first(tmp_path: Path) -> None:
    """In full windows, nothing is cut off, so the order of moves does not change while the game is recorded."""
    subject = own_subject(tmp_path, ENGINE, "Engine.search", "Engine(7).search(5, -inf, inf)")
    random, search = Random(1), subject.open()  # noqa: S311
    for tree in [subject.drawn_tree(random, large=True) for _ in range(20)]:
        true = value(tree, tree.root)
        assert value_of(search.search(tree, tree.root, true - 1, INF)) == true
        assert value_of(search.search(tree, tree.root, -INF, true + 1)) == true
