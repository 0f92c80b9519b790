"""OpenSpiel's alpha-beta in Python on the workloads, with states on bit boards and on arrays."""

from typing import Any

from benchmarks.native_speed.bitboard import FULL, has_run, moves_of
from benchmarks.native_speed.contender import Answer, Contender, MissingError
from benchmarks.native_speed.workloads import ConnectFourWorkload, FlatWorkload, Workload

MAX_PLAYER, MIN_PLAYER = 0, 1


class BoardState:
    """A position of Connect Four; `own` are the stones of the player to move."""

    __slots__ = ("mask", "own", "player")

    def __init__(self, own: int, mask: int, player: int) -> None:
        self.own, self.mask, self.player = own, mask, player

    def is_terminal(self) -> bool:
        return self.mask == FULL or has_run(self.own ^ self.mask)

    def current_player(self) -> int:
        return self.player

    def legal_actions(self) -> list[int]:
        return moves_of(self.mask)

    def clone(self) -> "BoardState":
        return self.__class__(self.own, self.mask, self.player)

    def apply_action(self, action: int) -> None:
        self.own ^= self.mask
        self.mask |= action
        self.player = 1 - self.player

    def player_return(self, player: int) -> int:
        if has_run(self.own ^ self.mask):
            return -1 if self.player == player else 1
        return 0

    @classmethod
    def initial(cls, workload: ConnectFourWorkload) -> "BoardState":
        return cls(*workload.root, MAX_PLAYER)


class FlatState:
    """A node of a flat tree."""

    __slots__ = ("arrays", "node", "player")

    def __init__(self, arrays: tuple[list[int], list[int], list[int]], node: int, player: int) -> None:
        self.arrays, self.node, self.player = arrays, node, player

    def is_terminal(self) -> bool:
        return not self.arrays[1][self.node]

    def current_player(self) -> int:
        return self.player

    def legal_actions(self) -> range:
        first = self.arrays[0][self.node]
        return range(first, first + self.arrays[1][self.node])

    def clone(self) -> "FlatState":
        return self.__class__(self.arrays, self.node, self.player)

    def apply_action(self, action: int) -> None:
        self.node = action
        self.player = 1 - self.player

    def player_return(self, player: int) -> int:
        value = self.arrays[2][self.node]
        return value if player == MAX_PLAYER else -value

    @classmethod
    def initial(cls, workload: FlatWorkload) -> "FlatState":
        return cls((list(workload.first), list(workload.count), list(workload.values)), 0, MAX_PLAYER)


def openspiel_contenders(workload: Workload) -> list[Contender]:
    """Make one contender, OpenSpiel's search in Python. Raises: MissingError if OpenSpiel is not installed."""
    try:
        from open_spiel.python.algorithms.minimax import _alpha_beta  # noqa: PLC0415
    except ImportError as missing:
        raise MissingError("OpenSpiel is not installed; run: pip install -e '.[openspiel]'") from missing
    kind: Any = BoardState if isinstance(workload, ConnectFourWorkload) else FlatState
    infinity = float("inf")

    def called(state: Any) -> Any:
        def value_at_limit(state: Any) -> Any:
            return state.player_return(MAX_PLAYER)

        return _alpha_beta(state, workload.depth, -infinity, infinity, value_at_limit, MAX_PLAYER)

    def count() -> Answer:
        nodes = 0

        class Counted(kind):  # type: ignore[misc]
            __slots__ = ()

            def is_terminal(self) -> bool:
                nonlocal nodes
                nodes += 1
                return bool(super().is_terminal())

        value, _ = called(Counted.initial(workload))
        return Answer(value, nodes)

    root = kind.initial(workload)
    return [Contender("OpenSpiel _alpha_beta (Python)", "library", lambda: called(root), count)]
