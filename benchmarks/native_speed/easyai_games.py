"""easyAI's Negamax on the workloads: games on bit boards and on arrays that take moves back."""

from typing import Any

from benchmarks.native_speed.bitboard import FULL, has_run, moves_of
from benchmarks.native_speed.contender import Answer, Contender, MissingError
from benchmarks.native_speed.workloads import ConnectFourWorkload, FlatWorkload, Workload


class _Loss(int):
    """-1, whatever it is multiplied by: easyAI scales scores by the remaining depth, but all contenders must agree."""

    def __mul__(self, other: object) -> int:
        return -1


LOSS = _Loss(-1)


class BoardGame:
    """A position of Connect Four; `own` are the stones of the player to move."""

    def __init__(self, workload: ConnectFourWorkload) -> None:
        self.own, self.mask = workload.root

    def possible_moves(self) -> list[int]:
        return moves_of(self.mask)

    def make_move(self, move: int) -> None:
        self.own ^= self.mask
        self.mask |= move

    def unmake_move(self, move: int) -> None:
        self.mask ^= move
        self.own ^= self.mask

    def switch_player(self) -> None:
        """Do nothing, because the stones say who moves."""

    def is_over(self) -> bool:
        return self.mask == FULL or has_run(self.own ^ self.mask)

    def scoring(self) -> int:
        return LOSS if has_run(self.own ^ self.mask) else 0


class FlatGame:
    """A path in a flat tree, from the root to the current node."""

    def __init__(self, workload: FlatWorkload) -> None:
        self.first, self.count, self.values = map(list, (workload.first, workload.count, workload.values))
        self.path = [0]

    def possible_moves(self) -> range:
        first = self.first[self.path[-1]]
        return range(first, first + self.count[self.path[-1]])

    def make_move(self, move: int) -> None:
        self.path.append(move)

    def unmake_move(self, move: int) -> None:
        self.path.pop()

    def switch_player(self) -> None:
        """Do nothing, because the length of the path says who moves."""

    def is_over(self) -> bool:
        return not self.count[self.path[-1]]

    def scoring(self) -> int:
        value = self.values[self.path[-1]]
        return value if len(self.path) % 2 else -value


def easyai_contenders(workload: Workload) -> list[Contender]:
    """Make one contender, easyAI's Negamax. Raises: MissingError if easyAI is not installed."""
    try:
        from easyAI import Negamax  # noqa: PLC0415
    except ImportError as missing:
        raise MissingError("easyAI is not installed; run: pip install -e '.[easyai]'") from missing
    kind: Any = BoardGame if isinstance(workload, ConnectFourWorkload) else FlatGame
    game = kind(workload)

    def count() -> Answer:
        nodes = 1

        class Counted(kind):  # type: ignore[misc]
            def make_move(self, move: int) -> None:
                nonlocal nodes
                nodes += 1
                super().make_move(move)

        search = Negamax(workload.depth, scoring=kind.scoring)
        search(Counted(workload))
        return Answer(search.alpha, nodes)

    return [Contender("easyAI Negamax", "library", lambda: Negamax(workload.depth, scoring=kind.scoring)(game), count)]
