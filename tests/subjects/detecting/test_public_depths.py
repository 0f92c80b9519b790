"""What public programs count as depth: plies left, plies from the root, or rounds, in a parameter or an attribute."""

from pathlib import Path
from typing import Final

import pytest

from program_files import in_file, passes
from prunecheck import verify_search
from prunecheck.subjects.find import find_subject

PACMAN: Final = """
class AlphaBetaAgent:
    def __init__(self, depth="2"):
        self.index = 0
        self.depth = int(depth)

    def getAction(self, state):
        def highest(state, depth, alpha, beta):
            actions = state.getLegalActions(0)
            if not actions or depth == self.depth:
                return state.getScore(), None
            best = float("-inf"), None
            for action in actions:
                best = max(best, (lowest(state.generateSuccessor(0, action), 1, depth, alpha, beta), action), key=first)
                if best[0] > beta:
                    break
                alpha = max(alpha, best[0])
            return best

        def lowest(state, agent, depth, alpha, beta):
            actions = state.getLegalActions(agent)
            if not actions:
                return state.getScore()
            found = float("inf")
            for action in actions:
                after = state.generateSuccessor({agent}, action)
                found = min(found, highest(after, depth + 1, alpha, beta)[0])
                if found < alpha:
                    break
                beta = min(beta, found)
            return found

        def first(pair):
            return pair[0]

        return highest(state, 0, float("-inf"), float("inf"))[1]
"""
SIDE_TWICE: Final = """
class AlphaBetaAgent:
    def search(self, state, depth, alpha=float("-inf"), beta=float("inf"), agent=0, maximizing=True):
        actions = state.getLegalActions(agent)
        if depth == 0 or not actions:
            return state.getScore(), None
        last = agent == state.getNumAgents() - 1
        found = []
        for action in actions:
            after = state.generateSuccessor(agent, action)
            value, _ = self.search(after, depth - last, alpha, beta, 0 if last else agent + 1, last)
            found.append((value, action))
            if maximizing:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if beta <= alpha:
                break
        return max(found, key=lambda each: each[0]) if maximizing else min(found, key=lambda each: each[0])
"""


def test_agents_move_in_turn_and_depth_counts_rounds(tmp_path: Path) -> None:
    """In Pacman projects, the depth counts rounds; a search that lets the wrong agent move is refuted."""
    right = in_file(tmp_path, PACMAN.replace("{agent}", "agent"), "AlphaBetaAgent")
    convention = find_subject(right).traits.convention
    assert convention.limits_in == (2, 0)
    assert convention.words().endswith("depth set to the depth in rounds of 2 plies")
    assert passes(right, "best-move")
    wrong = in_file(tmp_path, PACMAN.replace("{agent}", "0"), "AlphaBetaAgent", "wrong.py")
    verdict = verify_search(wrong, claims=["best-move"], examples=8)
    assert "generateSuccessor was called for agent 0, but agent 1 is to move" in str(verdict)


@pytest.mark.slow
def test_a_depth_parameter_that_counts_rounds_is_not_a_bug(tmp_path: Path) -> None:
    """Only MIN reduces the depth. A second parameter for the side to move keeps its default: MAX moves first."""
    found = verify_search(in_file(tmp_path, SIDE_TWICE, "AlphaBetaAgent.search"), examples=20)
    assert found.sound, str(found)
    assert found.tried.searches[0].verdict.title.endswith(
        "MAX always moves at the root; the depth in rounds of 2 plies"
    )


def test_a_depth_in_an_attribute_is_exercised(tmp_path: Path) -> None:
    """An attribute that holds the current depth is compared with the limit, and interior positions have values."""
    text = """
    class Agent:
        def __init__(self, max_depth=3):
            self.max_depth = max_depth

        def search(self, state, alpha, beta):
            return self.value(state, 0, alpha, beta)

        def value(self, state, depth, alpha, beta):
            if depth == self.max_depth or state.is_terminal():
                return state.evaluate()
            for child in state.children():
                alpha = max(alpha, -self.value(child, depth + 1, -beta, -alpha))
                if alpha >= beta:
                    break
            return alpha
    """
    search = in_file(tmp_path, text, "Agent")
    assert find_subject(search).traits.convention.limits_in == (1, 0)
    assert passes(search)


AGENT: Final = """
import math

class Agent:
    def __init__(self, game, limit=4):
        self.game, self.limit = game, limit

    def max_value(self, state, d, alpha, beta):
        if self.game.is_over(state) or d >= self.limit:
            return self.game.utility(state)
        best = -math.inf
        for move in self.game.actions(state):
            best = max(best, self.min_value(self.game.result(state, move), d + 1, alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def min_value(self, state, d, alpha, beta):
        if self.game.is_over(state) or d >= self.limit:
            return self.game.utility(state)
        best = math.inf
        for move in self.game.actions(state):
            best = min(best, self.max_value(self.game.result(state, move), d + 1, alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best
"""


@pytest.mark.fast_cases("other name")
@pytest.mark.parametrize(
    "changes",
    [
        [],
        [("limit=4", "most_plies=4"), ("= game, limit", "= game, most_plies")],
        [(", limit=4", ""), ("self.game, self.limit = game, limit", "self.game, self.limit = game, 4")],
        [
            (", limit=4", ""),
            (", self.limit = game, limit", " = game"),
            ("self.limit", "LIMIT"),
            ("import", "LIMIT = 4; import"),
        ],
    ],
    ids=["optional parameter", "other name", "number", "constant"],
)
def test_a_number_that_ends_the_search_is_a_depth_limit(tmp_path: Path, changes: list[tuple[str, str]]) -> None:
    """A parameter that counts up is compared with it. Its name need not say that it is a depth."""
    text = AGENT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    search = in_file(tmp_path, text, "Agent.max_value")
    assert find_subject(search).traits.convention.limits_in == (1, 0)
    assert passes(search)


@pytest.mark.slow_cases("level-*")
@pytest.mark.parametrize(("name", "passed"), [("depth", "depth + 1"), ("level", "level - 1")])
def test_what_a_parameter_counts_is_judged_in_its_function(tmp_path: Path, name: str, passed: str) -> None:
    """The depth that a function passes to itself decides, even if another method counts the other way round."""
    other = passed.replace("+", "*").replace("-", "+").replace("*", "-")
    end = "self.MAX_DEPTH" if "+" in passed else "0"
    text = f"""
    class Agent:
        MAX_DEPTH = 3

        def minimax(self, state, {name}):
            return max(-self.minimax(child, {other}) for child in state.children())

        def negamax(self, state, {name}, alpha, beta):
            if {name} == {end} or state.is_terminal():
                return state.evaluate()
            for child in state.children():
                alpha = max(alpha, -self.negamax(child, {passed}, -beta, -alpha))
                if alpha >= beta:
                    break
            return alpha
    """
    assert passes(in_file(tmp_path, text, "Agent.negamax"))


PAIR: Final = """
import math

class Agent:
    def __init__(self, game=None, depth=100):
        self.game, self.depth = game, depth

    def max_value(self, game, depth, alpha, beta):
        {max_ends}
        best = -math.inf
        for child in game.children():
            best = max(best, self.min_value(child, {max_passes}, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def min_value(self, game, depth, alpha, beta):
        {min_ends}
        best = math.inf
        for child in game.children():
            best = min(best, self.max_value(child, {min_passes}, alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best
"""


def test_a_search_that_calls_its_limit_a_draw_gets_a_higher_limit(tmp_path: Path) -> None:
    """At its limit, it returns 0 without looking at the position."""
    ends = "if depth == self.depth: return 0\n        if game.is_terminal(): return game.evaluate()"
    text = PAIR.format(max_ends=ends, min_ends=ends, max_passes="depth + 1", min_passes="depth + 1")
    assert passes(in_file(tmp_path, text, "Agent.max_value"))
    text += "\n    def is_first(self):\n        return self.game.current_player == 1\n"
    assert passes(in_file(tmp_path, text, "Agent.max_value", "sides.py"))


@pytest.mark.parametrize(
    ("max_passes", "min_passes", "sound"), [("depth", "depth - 1", True), ("depth - 1", "depth", False)]
)
def test_depth_in_rounds_is_reduced_by_min(tmp_path: Path, max_passes: str, min_passes: str, *, sound: bool) -> None:
    """A round ends with MIN's move. Reduced by MAX alone, depth is not a number of rounds."""
    ends = "if depth == 0 or game.is_terminal(): return game.evaluate()"
    text = PAIR.format(max_ends=ends, min_ends=ends, max_passes=max_passes, min_passes=min_passes)
    assert passes(in_file(tmp_path, text, "Agent.max_value")) is sound


def test_a_parameter_that_a_count_is_compared_with_is_the_depth(tmp_path: Path) -> None:
    """A module constant with the name of the parameter is not taken for its value."""
    text = """
    depth = 1

    def search(node, depth, lim, alpha, beta):
        if depth == lim or node.is_terminal():
            return node.evaluate()
        for child in node.children():
            alpha = max(alpha, -search(child, depth + 1, lim, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    def best(node):
        return search(node, 0, depth + 3, -1e9, 1e9)
    """
    search = in_file(tmp_path, text, "search")
    assert find_subject(search).traits.convention.depth
    assert passes(search)
