"""The game tree is learned from a search's own calls, however its recursion is written."""

from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Final

import pytest

from piles import WAYS, Written, game, nested
from prunecheck import verify_search
from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.judging.game_trees import drawn_tree, real_trees


@pytest.mark.parametrize("way", WAYS)
def test_each_way_to_write_a_search_shows_the_same_tree(way: str, tmp_path: Path) -> None:
    """The examples are functions, methods, lambdas and generators, with and without a window, a memo or a cache."""
    largest = real_trees(game(tmp_path, WAYS[way]))[-1]
    assert nested(largest) == WAYS[way].tree


@pytest.mark.parametrize(("shortcut", "right"), [("value > 0", True), ("value == 1", True), ("value < 1", False)])
def test_a_search_may_stop_at_a_sure_win(shortcut: str, right: bool, tmp_path: Path) -> None:
    """A cutoff at a win is right within the values of the game; a cutoff at any other value is a bug."""
    text = """
def negamax(pile, alpha, beta):
    if not moves(pile):
        return -1
    best = -inf
    for take in moves(pile):
        value = -negamax(pile - take, -beta, -max(alpha, best))
        best = max(best, value)
        if SHORTCUT or best >= beta:
            break
    return best
"""
    found = game(tmp_path, Written(text.replace("SHORTCUT", shortcut), "negamax", "negamax(6, -inf, inf)"))
    assert (not found.faults) == right
    assert bool(found.limits.among) == (shortcut == "value > 0")


def test_standing_values_are_recognized(tmp_path: Path) -> None:
    """A standing value is found even if a child's random value hides its parent's: 2 of one pile, and -2 of two."""
    text = """
def quiet(pile, alpha, beta):
    best = pile * 7 % 11 - 5
    for take in moves(pile):
        if best >= beta:
            break
        best = max(best, -quiet(pile - take, -beta, -max(alpha, best)))
    return best
"""
    for pile in (1, 3, 5):  # few positions must work, too, although they may all have the same value
        with pytest.raises(PreconditionError, match="as in quiescence"):
            game(tmp_path, Written(text, "quiet", f"quiet({pile}, -inf, inf)"))


def test_a_game_may_only_have_values_that_count_as_infinite(tmp_path: Path) -> None:
    """The game is then checked with small values."""
    text = "def negamax(pile):\n    return max((-negamax(pile - take) for take in moves(pile)), default=-(10**12))\n"
    assert game(tmp_path, Written(text, "negamax", "negamax(4)")).limits.values == 1


INVERTED = """
def search(pile, alpha, beta, is_max):
    if not moves(pile):
        return -1 if is_max else 1
    best = -inf if is_max else inf
    for take in reversed(moves(pile)):
        value = search(pile - take, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if TEST:
            break
    return best
"""


@pytest.mark.parametrize(("test", "made"), [("alpha >= beta", ""), ("alpha <= beta", "1"), ("best <= beta", "1")])
def test_a_cutoff_test_the_wrong_way_round_is_found(test: str, made: str, tmp_path: Path) -> None:
    """No window that the search passes shows the moves that it always skips."""
    found = game(tmp_path, Written(INVERTED.replace("TEST", test), "search", "search(6, -inf, inf, True)"))
    assert bool(found.faults) == bool(made)
    assert not made or f"`search` made {made} of" in found.faults[0]


@pytest.mark.slow
def test_pruning_is_measured_at_a_driver_separately(tmp_path: Path) -> None:
    """The driver may search each of its moves in the full window, which gets a note."""
    text = (
        INVERTED.replace("TEST", "alpha >= beta")
        + """

def choose(pile):
    return max((search(pile - take, -inf, inf, False), take) for take in moves(pile))
"""
    )
    found = game(tmp_path, Written(text, "choose", "choose(6)"))
    assert found.root.function == found.program.driver == "choose"
    random = Random(0)  # noqa: S311
    starts = {found.start_of(drawn_tree(found, random, large=large)) for large in (False, True) for _ in range(20)}
    assert found.root in starts
    large = [found.start_of(drawn_tree(found, random, large=True)) for _ in range(20)]
    assert found.root not in large
    assert found.start_of(drawn_tree(found, random, large=True, at_driver=True)) is found.root
    verdict = verify_search(f"{tmp_path / 'game.py'}:choose", start="choose(6)", examples=20)
    assert verdict.sound, str(verdict)
    assert (
        "the function that calls the search evaluates more leaves than alpha-beta, because it passes no bound from one "
        "root" in str(verdict)
    )


AGAIN = """
class State:
    def __init__(self, pile, player):
        self.pile, self.player = pile, player

    def take(self, number):
        return State(self.pile - number, self.player if number == 2 else 1 - self.player)


def search(state, alpha, beta):
    if not moves(state.pile):
        return -1
    for take in moves(state.pile):
        below = state.take(take)
        if TEST:
            value = search(below, alpha, beta)
        else:
            value = -search(below, -beta, -alpha)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha
"""


@pytest.mark.parametrize(("test", "right"), [("below.player == state.player", True), ("False", False)])
def test_a_player_who_moves_again_must_not_be_taken_for_the_opponent(test: str, right: bool, tmp_path: Path) -> None:
    """An attribute of the position says who moves."""
    found = game(tmp_path, Written(AGAIN.replace("TEST", test), "search", "search(State(6, 0), -inf, inf)"))
    assert [fault.partition(" after ")[0] for fault in found.faults] == (
        [] if right else ["`state.player` stays the same"]
    )


FOLD = """
def search(pile, depth, alpha, beta):
    if depth == 0 or not moves(pile):
        return pile
    return fold({piles}, depth, alpha, beta, -inf)


def fold(piles, depth, alpha, beta, best):
    {first}
    if first is None or best >= beta:
        return best
    best = max(best, -search(first, depth - 1, -beta, -max(alpha, best)))
    return fold({rest}, depth, max(alpha, best), beta, best)
"""


@pytest.mark.parametrize(
    ("piles", "first", "rest", "reason"),
    [
        (
            "iter([pile - take for take in moves(pile)])",
            "first = next(piles, None)",
            "piles",
            "takes an iterator as `piles`, which can only be read once",
        ),
        (
            "[pile - take for take in moves(pile)]",
            "first = piles[0] if piles else None",
            "piles[1:]",
            "passes the best value so far to `fold` as `best`",
        ),
    ],
)
def test_a_fold_over_the_moves_is_refused(piles: str, first: str, rest: str, reason: str, tmp_path: Path) -> None:
    """The calls of a fold over the moves cannot be repeated with other values."""
    text = FOLD.format(piles=piles, first=first, rest=rest)
    with pytest.raises(PreconditionError, match=reason):
        game(tmp_path, Written(text, "search", "search(6, 4, -inf, inf)"))


def test_a_search_may_return_a_truth_value_beside_another_value(tmp_path: Path) -> None:
    """An answer that is sometimes a truth value and sometimes a string has no value to compare."""
    text = "def wins(pile):\n    return any(not wins(pile - take) for take in moves(pile)) if pile else 'lost'\n"
    with pytest.raises(PreconditionError, match="no part of its answers is a number in every call"):
        game(tmp_path, Written(text, "wins", "wins(5)"))


def test_numbers_inside_lists_are_not_overlooked_in_the_reason(tmp_path: Path) -> None:
    """The search returns the best moves and their values, and each move adds what it takes to its value."""
    text = """
def ranked(pile, depth, is_max):
    if depth == 0 or pile == 0:
        return None, [pile % 3]
    scored = []
    for take in (1, 2, 3):
        if take <= pile:
            value = ranked(pile - take, depth - 1, not is_max)[1][0]
            scored.append((value + (7 * take if is_max else -7 * take), take))
    scored.sort(reverse=is_max)
    return [take for _, take in scored], [value for value, _ in scored]
"""
    with pytest.raises(PreconditionError, match="no part is the best value of the recursive calls; let it return this"):
        game(tmp_path, Written(text, "ranked", "ranked(7, 3, True)"))


def test_a_bug_in_prunecheck_is_not_reported_as_one_of_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error without a call in the user's code may be ours, and the message says so."""
    place = "prunecheck.subjects.own_game.learning.game_from_calls.record_plies"
    monkeypatch.setattr(place, itemgetter("a mistake of ours"))
    with pytest.raises(
        PreconditionError, match=r"cannot compare the calls of .*: TypeError.*\. This may be a bug in prunecheck: "
    ):
        game(tmp_path, WAYS["negamax"])


SOLVER: Final = """
from functools import cache


@cache
def solved(pile):
    if pile == END:
        return 0
    drawn = False
    for take in moves(pile):
        reply = solved(pile - take)
        if reply == -1:
            return 1
        drawn = drawn or reply == 0
    return 0 if drawn else -1
"""


@pytest.mark.parametrize(("end", "values"), [(-1, (-1, 1)), (2, (-1, 0, 1))], ids=["no draws", "draws"])
def test_a_solver_that_remembers_results_gets_no_other_values(
    end: int, values: tuple[int, ...], tmp_path: Path
) -> None:
    """Other values do not occur in its game, and would count as losses."""
    found = game(tmp_path, Written(SOLVER.replace("END", str(end)), "solved", "solved(9)"))
    assert found.limits.among == values
    assert not found.faults


SHARED: Final = """
class Best:
    value = 0


def search(pile, depth, mine, best):
    if depth == 0 or not moves(pile):
        return pile * 7 % 11 - 5
    for take in moves(pile):
        value = search(pile - take, depth - 1, not mine, best)
        if value > best.value if mine else value < best.value:
            best.value = value
    return best.value
"""


def test_a_search_that_returns_values_of_other_positions_is_refused(tmp_path: Path) -> None:
    """All calls share one object for the best value."""
    with pytest.raises(PreconditionError, match="the value of a position in another branch: it keeps its best value"):
        game(tmp_path, Written(SHARED, "search", "search(9, 3, True, Best())"))


REWARDS: Final = """
def search(pile, turn, depth):
    if depth == 3:
        return pile * 537 % 301 - 150
    added = [turn * (pile * 37 % 50 + take) for take in (1, 2, 3, 4, 5)]
    values = [reward + search(pile - take, -turn, depth + 1) for take, reward in enumerate(added, start=1)]
    if MOVE and depth == 0:
        return 1 + values.index(max(values)), pile
    return max(values) if turn == 1 else min(values)
"""


@pytest.mark.parametrize("move", [False, True], ids=["value", "move"])
def test_a_search_that_adds_rewards_is_refused_for_them(move: bool, tmp_path: Path) -> None:
    """The move of the starting call is two numbers. Some sums equal values of other branches by chance."""
    with pytest.raises(PreconditionError, match="changes the values that its recursive calls return"):
        game(tmp_path, Written(REWARDS.replace("MOVE", str(move)), "search", "search(30, 1, 0)"))


RARE_REWARD: Final = """
def search(path, alpha, beta):
    if len(path) == 4:
        return sum((nth + 2) * step for nth, step in enumerate(path)) % 11 - 5
    best = -inf
    for step in range(3):
        after = (*path, step)
        if after == (1, 1, 1):
            value = 2 + search(after, alpha - 2, beta - 2)
        else:
            value = -search(after, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""


def test_a_search_that_adds_a_reward_in_one_position_is_not_said_to_be_wrong(tmp_path: Path) -> None:
    """The player who gets the reward moves again, as in dots and boxes."""
    with pytest.raises(PreconditionError, match="changes the values that its recursive calls return"):
        game(tmp_path, Written(RARE_REWARD, "search", "search((), -inf, inf)"))


CACHED: Final = """
class Node:
    cached = None

    def __init__(self, value, children=()):
        self.value, self.children = value, list(children)


def search(node, alpha=-inf, beta=inf):
    if node.cached is not None:
        return node.cached
    if not node.children:
        return node.value
    best = -inf
    for child in node.children:
        best = max(best, -search(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    node.cached = best
    return best


def sample():
    small = [Node(0, [Node(5), Node(1)]), Node(0, [Node(2), Node(3), Node(4)])]
    return Node(0, [*small, Node(0, [Node(0, [Node(2), Node(7)]), Node(3), Node(0, [Node(4), Node(6)])])])
"""


def test_a_refusal_names_an_attribute_that_the_search_sets(tmp_path: Path) -> None:
    """The attribute of the class has a value before the first call, but the node itself has none."""
    with pytest.raises(PreconditionError, match=r"also changes `node\.cached` and .* which may be the reason"):
        game(tmp_path, Written(CACHED, "search", "search(sample())"))
