"""The libraries' searches on the Connect Four that each library ships: the classes as they are, on the same nodes.

Only what the searches take as arguments is set: the value of a position, and for AIMA the test that ends a path. A win
is worth 1, so all values agree with those of our forms. All three games have the same rules and move order.
"""

from collections.abc import Callable
from typing import Any, Final
from unittest.mock import patch

from benchmarks.native_speed.aima_games import aima_module, value_after
from benchmarks.native_speed.contender import Answer, Contender, Kind, MissingError
from benchmarks.native_speed.easyai_games import LOSS
from benchmarks.native_speed.openspiel_games import MAX_PLAYER
from benchmarks.native_speed.workloads import ConnectFourWorkload, Workload

KIND: Final[Kind] = "library with its own game"


def shipped_easyai(workload: Workload) -> list[Contender]:
    """Make one contender, easyAI's Negamax on its ConnectFour. Raises: MissingError if easyAI is not installed."""
    assert isinstance(workload, ConnectFourWorkload)
    try:
        from easyAI import Negamax  # noqa: PLC0415
        from easyAI.games.ConnectFour import ConnectFour  # noqa: PLC0415
    except ImportError as missing:
        raise MissingError("easyAI is not installed; run: pip install -e '.[easyai]'") from missing
    game = ConnectFour([None, None])
    for column in _columns(workload):
        game.make_move(column)
        game.switch_player()

    def searched() -> Any:
        search = Negamax(workload.depth, scoring=lambda position: LOSS if position.lose() else 0)
        search(game)
        return search

    def count() -> Answer:
        with patch.object(ConnectFour, "make_move", autospec=True, side_effect=ConnectFour.make_move) as made:
            value = searched().alpha
        return Answer(value, made.call_count + 1)

    return [Contender("easyAI Negamax, its own game", KIND, searched, count)]


def shipped_aima(workload: Workload) -> list[Contender]:
    """Make one contender, AIMA's search on its ConnectFour. Raises: MissingError if `aima3` is not installed."""
    assert isinstance(workload, ConnectFourWorkload)
    games = aima_module()
    game = games.ConnectFour()
    root = game.initial
    for column in _columns(workload):
        root = game.result(root, game.actions(root)[_place(game.actions(root), column)])

    def cut_off(state: Any, depth: int) -> bool:
        return depth == workload.depth or bool(game.terminal_test(state))

    def value(state: Any) -> Any:
        return game.utility(state, "X")

    def searched(ends: Callable[[Any, int], bool] = cut_off) -> Any:
        return games.alphabeta_cutoff_search(root, game, cutoff_test=ends, eval_fn=value)

    def count() -> Answer:
        nodes = 1  # the search does not call the test for the root

        def counted(state: Any, depth: int) -> bool:
            nonlocal nodes
            nodes += 1
            return cut_off(state, depth)

        move = searched(counted)
        return Answer(value_after(workload, game.actions(root).index(move)), nodes)

    return [Contender("AIMA alphabeta_cutoff_search, its own game", KIND, searched, count)]


def shipped_openspiel(workload: Workload) -> list[Contender]:
    """Make one contender, OpenSpiel's search in Python on its game in C++.

    Raises: MissingError if OpenSpiel is not installed.
    """
    assert isinstance(workload, ConnectFourWorkload)
    try:
        import pyspiel  # noqa: PLC0415
        from open_spiel.python.algorithms import minimax  # noqa: PLC0415
    except ImportError as missing:
        raise MissingError("OpenSpiel is not installed; run: pip install -e '.[openspiel]'") from missing
    root = pyspiel.load_game("connect_four").new_initial_state()
    for column in _columns(workload):
        root.apply_action(column)
    infinity = float("inf")

    def searched() -> Any:
        return minimax._alpha_beta(root, workload.depth, -infinity, infinity, lambda state: 0, MAX_PLAYER)  # noqa: SLF001

    def count() -> Answer:
        search = minimax._alpha_beta  # noqa: SLF001
        with patch.object(minimax, "_alpha_beta", side_effect=search) as called:  # the search calls itself by this name
            value, _ = searched()
        return Answer(value, called.call_count)

    return [Contender("OpenSpiel _alpha_beta (Python), its own game", KIND, searched, count)]


def _columns(workload: ConnectFourWorkload) -> list[int]:
    """The moves to the root, as columns from 0."""
    return [int(column) - 1 for column in workload.start]


def _place(actions: list[tuple[int, int]], column: int) -> int:
    """The place of the move in a column among AIMA's moves, whose columns start at 1."""
    return [x for x, _ in actions].index(column + 1)
