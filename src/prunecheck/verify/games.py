"""Whole games on trial: their value, and every read of a leaf, against the oracle's."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeAlias

from prunecheck.contracts.case import Case
from prunecheck.contracts.contract import Contract
from prunecheck.contracts.order import contract
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.games.kalah import Kalah
from prunecheck.trees.games.nim import Nim
from prunecheck.trees.games.othello import Othello
from prunecheck.trees.games.tictactoe import TicTacToe
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch
from prunecheck.trees.views.cut import cut
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL
from prunecheck.verify.judge import Charge, call, violations
from prunecheck.verify.records import GameVerdict


class Match(Generic[N]):
    """A game with what the oracle knows of it, worked out once for all searches."""

    def __init__(self, name: str, tree: Tree[N, Number], *, alternates: bool = True) -> None:
        """`tree` is searched from its root in the full window; say if its players do not alternate."""
        self.name = name
        self.alternates = alternates
        self._case = Case(tree, [FULL])

    def judged(self, contracts: Iterable[str]) -> list[Contract]:
        """Those of the contracts that a game can be judged by.

        What wants the game changed, or searched again and again, is left to drawn trees.
        """
        return [each for each in map(contract, contracts) if each.by_one_call]

    def play(self, search: AnySearch, promises: Sequence[Contract]) -> GameVerdict:
        """One search of the whole game, and which of the promises it broke."""
        log = recorded(self._case.tree)
        evidence = call(search, self._case, log=log)
        done, broken = evidence.run, [each.contract.name for each in violations(evidence, map(Charge, promises))]
        return GameVerdict(
            game=self.name,
            window=FULL,
            truth=self._case.truth,
            found=done.found,
            failure=done.failure,
            visited=log.visited,
            leaves=len(done.leaves),
            broken=tuple(broken),
        )


_AnyMatch: TypeAlias = Match[Any]  # of nodes of whatever kind; a match gives verdicts, never nodes


def matches(*, quick: bool) -> Iterator[_AnyMatch]:
    """The games that every variant plays: whole and small ones, and the beginnings of larger ones.

    The quick ones have some thousand nodes together, the others some hundred thousand.
    """
    if quick:
        yield Match("tic-tac-toe to 5 plies", cut(TicTacToe(), 5))
        yield Match("nim 1 2 3", Nim((1, 2, 3)))
        yield Match("kalah 3 1", Kalah(3, 1), alternates=False)
        return
    yield Match("tic-tac-toe", TicTacToe())
    yield Match("nim 2 3 4", Nim((2, 3, 4)))
    yield Match("connect three 3 x 4", ConnectFour(3, 4, run=3))
    yield Match("othello 4 x 4 to 8 plies", cut(Othello(4), 8))
    yield Match("kalah 3 2", Kalah(3, 2), alternates=False)
