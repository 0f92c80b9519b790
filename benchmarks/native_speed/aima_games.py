"""AIMA's alpha-beta on the workloads, with games on bit boards and on arrays."""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from benchmarks.native_speed.bitboard import FULL, has_run, moves_of
from benchmarks.native_speed.contender import Answer, Contender, MissingError
from benchmarks.native_speed.workloads import ConnectFourWorkload, FlatWorkload, Workload
from prunecheck.catalog import variant
from prunecheck.trees.games.connect_four import Stones
from prunecheck.trees.protocol import INF
from prunecheck.trees.search import value_of


class BoardGame:
    """Connect Four to a depth; a state is the stones of the player to move, and all stones."""

    def __init__(self, workload: ConnectFourWorkload) -> None:
        self.root = workload.root
        self.parity = self.root[1].bit_count() % 2
        self.depth = workload.depth

    def to_move(self, state: Stones) -> str:
        return "MAX"

    def actions(self, state: Stones) -> list[int]:
        return moves_of(state[1])

    def result(self, state: Stones, action: int) -> Stones:
        own, mask = state
        return own ^ mask, mask | action

    def cut_off(self, state: Stones, depth: int) -> bool:
        own, mask = state
        return depth == self.depth or mask == FULL or has_run(own ^ mask)

    def value(self, state: Stones) -> int:
        own, mask = state
        if has_run(own ^ mask):
            return -1 if mask.bit_count() % 2 == self.parity else 1
        return 0


class FlatGame:
    """A flat tree; a state is a node."""

    root = 0

    def __init__(self, workload: FlatWorkload) -> None:
        self.first, self.count, self.values = map(list, (workload.first, workload.count, workload.values))

    def to_move(self, state: int) -> str:
        return "MAX"

    def actions(self, state: int) -> range:
        first = self.first[state]
        return range(first, first + self.count[state])

    def result(self, state: int, action: int) -> int:
        return action

    def cut_off(self, state: int, depth: int) -> bool:
        return not self.count[state]

    def value(self, state: int) -> int:
        return self.values[state]


def aima_contenders(workload: Workload) -> list[Contender]:
    """Make one contender, AIMA's search with a cutoff test. Raises: MissingError if `aima3` is not installed."""
    search = aima_module().alphabeta_cutoff_search
    game: Any = BoardGame(workload) if isinstance(workload, ConnectFourWorkload) else FlatGame(workload)

    def called(cut_off: Callable[[Any, int], bool]) -> Any:
        return search(game.root, game, cutoff_test=cut_off, eval_fn=game.value)

    def count() -> Answer:
        nodes = 1  # the search does not call the game for the root

        def counted(state: Any, depth: int) -> bool:
            nonlocal nodes
            nodes += 1
            return bool(game.cut_off(state, depth))

        move = called(counted)
        return Answer(value_after(workload, game.actions(game.root).index(move)), nodes)

    return [Contender("AIMA alphabeta_cutoff_search", "library", lambda: called(game.cut_off), count)]


def aima_module() -> Any:
    """Return AIMA's module of games.

    The module imports a progress bar, which may be missing, since the search does not need it.

    Raises: MissingError if `aima3` is not installed.
    """
    stands_in = find_spec("tqdm") is None
    if stands_in:
        sys.modules["tqdm"] = ModuleType("tqdm")
        vars(sys.modules["tqdm"]).update(tqdm=None, tqdm_notebook=None)
    try:
        return import_module("aima3.games")
    except ImportError as missing:
        raise MissingError(
            f"AIMA's programs cannot be imported: {missing}; install them: pip install --no-deps aima3"
        ) from missing
    finally:
        if stands_in:
            del sys.modules["tqdm"]


def value_after(workload: Workload, place: int) -> float:
    """The value of a child of the root, which is computed because AIMA's search only returns a move."""
    tree: Any = workload.tree
    child = list(tree.children(tree.root))[place]
    return float(value_of(variant("fail_soft").search(tree, child, -INF, INF)))
