"""Whole games on trial: their value, and every read of a leaf, against the oracle's."""

from typing import Generic

from prunecheck.contracts.conduct import ConductContract
from prunecheck.contracts.order import contract
from prunecheck.contracts.relations import RelationContract
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL
from prunecheck.verify.check import Case, answered, keeps
from prunecheck.verify.verdict import GameVerdict


class Match(Generic[N]):
    """A game with what the oracle knows of it, worked out once for all searches."""

    def __init__(self, name: str, tree: Tree[N, Number]) -> None:
        """`tree` is searched from its root in the full window."""
        self.name = name
        self._case = Case(tree, [FULL])

    def play(self, search: AnySearch, contracts: list[str]) -> GameVerdict:
        """One search of the whole game, and which of `contracts` it broke.

        Contracts that want the game changed, or searched again and again, are left to drawn trees.
        """
        log = recorded(self._case.tree)
        done = answered(search, log, FULL)
        promises = [contract(name) for name in contracts]
        broken = [
            each.name
            for each in promises
            if not isinstance(each, RelationContract | ConductContract) and not keeps(each, search, self._case, 0, done)
        ]
        return GameVerdict(
            game=self.name,
            window=FULL,
            truth=self._case.truth,
            found=done.found,
            error=done.error,
            visited=log.visited,
            leaves=len(done.leaves),
            broken=tuple(broken),
        )


def tic_tac_toe(*, quick: bool) -> Match[tuple[int, int]] | Match[tuple[tuple[int, int], int]]:
    """The whole game, or its first five plies."""
    if quick:
        return Match("tic-tac-toe, 5 plies", cut(TicTacToe(), 5))
    return Match("tic-tac-toe", TicTacToe())
