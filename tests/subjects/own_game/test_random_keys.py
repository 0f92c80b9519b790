"""Programs whose objects cannot be compared from run to run: random keys, remaining times, locks, shared boards."""

from pathlib import Path
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.tables.positions import find_positions

ZOBRIST: Final = """
    import random
    import uuid
    from math import inf

    class Engine:
        def __init__(self):
            self.keys = KEYS
            self.key, self.table, self.cells, self.plan = 0, {}, [0] * 5, {}

        def search(self, depth, alpha, beta, side, plan):
            free = [cell for cell in range(5) if not self.cells[cell]]
            if depth == 0 or not free:
                return side * sum((cell * cell * 7 % 5 - 2) * mark for cell, mark in enumerate(self.cells))
            if (self.key, depth, alpha, beta) in self.table:
                return self.table[self.key, depth, alpha, beta]
            first, best = (alpha, beta), -inf
            for cell in free:
                after = {**plan, cell: side}
                self.cells[cell] = side
                self.key ^= self.keys[cell][side > 0]
                if depth == 3:
                    self.plan = after
                    after[-cell - 1] = side
                best = max(best, -self.search(depth - 1, -beta, -alpha, -side, after))
                self.cells[cell] = 0
                self.key ^= self.keys[cell][side > 0]
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            self.table[self.key, depth, *first] = best
            return best
"""
START: Final = "(lambda engine: engine.search(3, -inf, inf, 1, engine.plan))(Engine())"


@pytest.mark.parametrize(
    "keys",
    [
        "[[uuid.uuid4().int for _ in range(2)] for _ in range(5)]",
        "[[random.SystemRandom().getrandbits(60) for _ in range(2)] for _ in range(5)]",
        "[[int(key) for key in row] for row in numpy.random.default_rng().integers(1, 2**60, (5, 2))]",
    ],
)
def test_random_keys_are_the_same_in_each_run(keys: str, tmp_path: Path) -> None:
    """Otherwise, no position would ever occur again."""
    text = ZOBRIST.replace("KEYS", keys)
    if "numpy" in keys:
        pytest.importorskip("numpy", reason="the optional extra `native` is not installed")
        text = text.replace("import random", "import numpy, random")
    subject = own_subject(tmp_path, text, "Engine.search", START)
    assert_right(subject)
    assert [node.in_one_call for node in subject.games[0].root.children] == [1] * 5


LAZY: Final = """
    import random
    from collections import defaultdict
    from math import inf

    KEYS = defaultdict(lambda: DRAW)
    TABLE = {}
    BOARD = [0] * 6

    def negamax(board, depth, alpha, beta, side):
        key = KEYS[side]
        for square in enumerate(board):
            key ^= KEYS[square]
        if (key, depth, alpha, beta) in TABLE:
            return TABLE[key, depth, alpha, beta]
        free = [nth for nth, mark in enumerate(board) if not mark]
        if depth == 0 or not free:
            return side * sum((2 * nth % 5 - 2) * mark for nth, mark in enumerate(board))
        best, first = -inf, (alpha, beta)
        for nth in free:
            board[nth] = side
            best = max(best, -negamax(board, depth - 1, -beta, -alpha, -side))
            board[nth] = 0
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        TABLE[key, depth, *first] = best
        return best
"""


@pytest.mark.parametrize("draw", ["random.getrandbits(60)", "int(numpy.random.randint(1, 2**60))"])
def test_random_keys_that_are_drawn_when_they_are_needed_differ(draw: str, tmp_path: Path) -> None:
    """Different calls of one run draw different numbers."""
    text = LAZY.replace("DRAW", draw)
    if "numpy" in draw:
        pytest.importorskip("numpy", reason="the optional extra `native` is not installed")
        text = text.replace("import random", "import numpy")
    assert_right(own_subject(tmp_path, text, "negamax", "negamax(BOARD, 3, -inf, inf, 1)"))


@pytest.mark.parametrize("draw", ["random.getrandbits(60)", "random.SystemRandom().getrandbits(60)"])
def test_random_keys_drawn_in_the_starting_call_are_not_those_drawn_on_import(draw: str, tmp_path: Path) -> None:
    """The position's key consists of keys from both."""
    text = ZOBRIST.replace("KEYS", f"[[{draw}, OTHER[cell]] for cell in range(5)]")
    text = text.replace("class Engine", f"OTHER = [{draw} for _ in range(5)]\n\n    class Engine")
    assert_right(own_subject(tmp_path, text, "Engine.search", START))


def test_what_calls_get_as_their_position_is_not_a_table(tmp_path: Path) -> None:
    """The search stores a dictionary that it passes on, and that grows."""
    text = ZOBRIST.replace("KEYS", "[[1 << 2 * cell, 2 << 2 * cell] for cell in range(5)]")
    (game,) = own_subject(tmp_path, text, "Engine.search", START).games
    assert game.watched.tables == {"self.table"}
    assert len(find_positions(game).shown()) > 1


REMAINING: Final = """
    import threading
    import time
    from math import inf

    class Agent:
        lock = threading.Lock()
        searches = 0

        @staticmethod
        def search(self, cells, depth, side, alpha, beta, seconds):
            start = time.time()
            free = [cell for cell in range(5) if not cells[cell]]
            if depth == 0 or not free or seconds <= 0:
                return sum((cell * cell * 7 % 5 - 2) * mark for cell, mark in enumerate(cells))
            best = -inf * side
            for cell in free:
                after = (*cells[:cell], side, *cells[cell + 1 :])
                left = seconds - (time.time() - start)
                found = self.search(self, after, depth - 1, -side, alpha, beta, left)
                best = max(best, found) if side > 0 else min(best, found)
                alpha, beta = (max(alpha, best), beta) if side > 0 else (alpha, min(beta, best))
                if alpha >= beta:
                    break
            return best
"""


def test_the_remaining_time_is_no_part_of_the_position(tmp_path: Path) -> None:
    """It is different in each run. The static method gets `self` as an argument."""
    start = "Agent.search(Agent(), (0,) * 5, 3, 1, -inf, inf, 1000.0)"
    subject = own_subject(tmp_path, REMAINING, "Agent.search", start)
    assert_right(subject)
    assert len(subject.games[0].root.children) == 5
    assert subject.games[0].program.recorder.parameters("Agent.search").has_window


LOCKED: Final = """
    import queue
    from math import inf

    class Game:
        waiting = queue.Queue()
        count = 0

        def search(self, pile, depth, alpha, beta):
            Game.count += 1
            Game.waiting.put(pile)
            if depth == 0 or pile == 0:
                return pile * 7 % 5 - 2
            best = -inf
            for take in range(1, min(3, pile) + 1):
                best = max(best, -self.search(pile - take, depth - 1, -beta, -max(alpha, best)))
                if best >= beta:
                    break
            Game.waiting.get()
            return best
"""


def test_a_variable_that_cannot_be_copied_is_set_up_again(tmp_path: Path) -> None:
    """Python cannot copy the lock of a queue."""
    assert_right(own_subject(tmp_path, LOCKED, "Game.search", "Game().search(9, 3, -inf, inf)"))


def test_a_parameter_of_a_lambda_is_not_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder has a file of this name, which must not be loaded."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.py").write_text("raise RuntimeError", encoding="utf-8")
    start = "(lambda g: (g.waiting.empty(), g.search(9, 3, -inf, inf))[1])(Game())"
    assert_right(own_subject(tmp_path, LOCKED, "Game.search", start))


PLANNED: Final = """
    from math import inf

    class Game:
        def __init__(self):
            self.plans = {9: [1, 2, 3]}

        def search(self, pile, depth, alpha, beta):
            takes = self.plans.get(pile, [])
            if depth == 0 or not takes:
                return pile * 7 % 5 - 2
            best = -inf
            for take in takes:
                self.plans[pile - take] = [1, 2, 3] if pile - take > 3 else [1]
                best = max(best, -self.search(pile - take, depth - 1, -beta, -max(alpha, best)))
                if best >= beta:
                    break
            return best
"""


def test_a_search_that_finds_no_moves_without_its_tables_is_not_judged_in_sequences(tmp_path: Path) -> None:
    """Each call stores the moves of the next positions where a table could be."""
    (game,) = own_subject(tmp_path, PLANNED, "Game.search", "Game().search(9, 3, -inf, inf)").games
    with pytest.raises(PreconditionError, match="cannot tell which moves the search makes if its tables are emptied"):
        find_positions(game)


TIMED: Final = """
    class Agent:
        def search(self, cells, agent_id, depth, ours, time_limit):
            free = [cell for cell in range(5) if not cells[cell]]
            if depth == 0 or not free or time_limit <= 0:
                return sum((cell * cell * 7 % 5 - 2) * mark for cell, mark in enumerate(cells))
            side = [1, -1][(agent_id + (not ours)) % 2]
            found = []
            for cell in free:
                after = (*cells[:cell], side, *cells[cell + 1 :])
                found.append(self.search(after, agent_id, depth - 1, not ours, time_limit - cell % 2 / 1000))
            return max(found) if ours else min(found)
"""


def test_a_number_and_a_time_are_not_a_window(tmp_path: Path) -> None:
    """The time comes closer to the number, as beta comes closer to alpha."""
    assert_right(own_subject(tmp_path, TIMED, "Agent.search", "Agent().search((0,) * 5, 0, 3, True, 1000.0)"))
