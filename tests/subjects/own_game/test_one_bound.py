"""A search that passes on one bound only, as Knuth and Moore's F1 does, is judged with its bound opened."""

from pathlib import Path
from random import Random
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from piles import HEAD
from prunecheck import verify_search
from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject
from prunecheck.trees.protocol import INF
from prunecheck.trees.search import value_of
from prunecheck.variants.forms.minimax import minimax
from prunecheck.verify.outcomes import Severity

TREES: Final = 60
VALUE: Final = """
def worth(pile, depth):
    return (7 * pile + depth) % 5 - 2


"""
MINIMAX: Final = """
def search(pile, depth, is_max, bound):
    if depth == 0 or not moves(pile):
        return worth(pile, depth)
    best = -inf if is_max else inf
    for take in moves(pile):
        value = search(pile - take, depth - 1, not is_max, best)
        best = max(best, value) if is_max else min(best, value)
        if best >= bound if is_max else best <= bound:
            break
    return best
"""
NEGAMAX: Final = """
def search(pile, depth, bound):
    if depth == 0 or not moves(pile):
        return worth(pile, depth)
    best = -inf
    for take in moves(pile):
        best = max(best, -search(pile - take, depth - 1, -best))
        if best >= bound:
            break
    return best
"""
TWO_FUNCTIONS: Final = """
def search(pile, depth, limit):
    if depth == 0 or not moves(pile):
        return worth(pile, depth)
    best = -99
    for take in moves(pile):
        value = smallest(pile - take, depth - 1, best)
        best = max(best, value)
        if value >= limit:
            return value
    return best


def smallest(pile, depth, floor):
    if depth == 0 or not moves(pile):
        return worth(pile, depth)
    best = 99
    for take in moves(pile):
        value = search(pile - take, depth - 1, best)
        best = min(best, value)
        if value <= floor:
            return value
    return best
"""
METHOD: Final = """
class Engine:
    def __init__(self, pile):
        self.pile = pile

    def search(self, depth, is_max, parent_best):
        if depth == 0 or not moves(self.pile):
            return None, worth(self.pile, depth)
        found = None, (-99 if is_max else 99)
        for take in moves(self.pile):
            self.pile -= take
            value = self.search(depth - 1, not is_max, found)[1]
            self.pile += take
            if (value > found[1]) if is_max else (value < found[1]):
                found = take, value
            if parent_best is not None and (value >= parent_best[1] if is_max else value <= parent_best[1]):
                break
        return found
"""
WHILE: Final = """
def search(pile, depth, bound):
    if depth == 0 or not moves(pile):
        return worth(pile, depth)
    best, takes = -inf, moves(pile)
    while takes and best < bound:
        best = max(best, -search(pile - takes.pop(0), depth - 1, -best))
    return best
"""
OPTIONAL: Final = """
def search(pile, depth, is_max, limit=None):
    if depth == 0 or not moves(pile):
        return worth(pile, depth)
    best = None
    for take in moves(pile):
        value = search(pile - take, depth - 1, not is_max, limit=best)
        if best is None or (value > best if is_max else value < best):
            best = value
        if limit is not None and (best >= limit if is_max else best <= limit):
            break
    return best
"""
DRIVER: Final = """


def best_move(pile):
    best, move = -inf, None
    for take in moves(pile):
        value = -search(pile - take, 3, -best)
        if value > best:
            best, move = value, take
    return move
"""
UNNEGATED: Final = NEGAMAX.replace("depth - 1, -best", "depth - 1, best").replace("best >= bound", "-best <= bound")
SAME_PLAYER: Final = """
def search(pile, depth, is_max, bound):
    if depth == 0 or not moves(pile):
        return worth(pile, depth)
    best = -inf if is_max else inf
    for take in moves(pile):
        again = take == 2
        value = search(pile - take, depth - 1, is_max if again else not is_max, PASSED)
        best = max(best, value) if is_max else min(best, value)
        if bound is not None and (best >= bound if is_max else best <= bound):
            break
    return best
"""
MINIMAX_START, NEGAMAX_START = "search(9, 4, True, inf)", "search(9, 4, inf)"
RIGHT: Final = {
    "minimax": (MINIMAX, "search", MINIMAX_START),
    "minimax, from MIN": (MINIMAX, "search", "search(9, 4, False, -inf)"),
    "negamax": (NEGAMAX, "search", NEGAMAX_START),
    "negamax, from a narrow bound": (NEGAMAX, "search", "search(9, 4, -1)"),
    "negamax, with the bound from the parent's point of view": (UNNEGATED, "search", "search(9, 4, -inf)"),
    "negamax, fail-hard": (NEGAMAX.replace("break", "return bound"), "search", NEGAMAX_START),
    "negamax, with a strict test": (NEGAMAX.replace("best >= bound", "best > bound"), "search", NEGAMAX_START),
    "two functions": (TWO_FUNCTIONS, "search", "search(9, 4, 99)"),
    "a method, with pairs, and None at the start": (METHOD, "Engine.search", "Engine(9).search(4, True, None)"),
    "a bound by keyword, None without a value": (OPTIONAL, "search", "search(9, 4, True)"),
    "a driver": (NEGAMAX + DRIVER, "best_move", "best_move(9)"),
    "a test before each move": (WHILE, "search", NEGAMAX_START),
    "a player who moves again": (
        SAME_PLAYER.replace("PASSED", "None if again else best"),
        "search",
        "search(9, 4, True, None)",
    ),
    "a player who moves again, with the bound carried on, and a strict test": (
        SAME_PLAYER.replace("PASSED", "bound if again else best").replace("= bound", " bound"),
        "search",
        "search(9, 4, True, inf)",
    ),
}
WRONG: Final = {
    "minimax, both tests the wrong way round": (
        MINIMAX.replace("best >= bound if is_max else best <= bound", "best <= bound if is_max else best >= bound"),
        "search",
        MINIMAX_START,
    ),
    "minimax, the test of MIN the wrong way round": (
        MINIMAX.replace("else best <= bound", "else best >= bound"),
        "search",
        MINIMAX_START,
    ),
    "minimax, its own bound is passed on": (
        MINIMAX.replace("is_max, best)", "is_max, bound)"),
        "search",
        MINIMAX_START,
    ),
    "negamax, the test the wrong way round": (NEGAMAX.replace(">= bound", "<= bound"), "search", NEGAMAX_START),
    "negamax, no minus sign": (NEGAMAX.replace("depth - 1, -best", "depth - 1, best"), "search", NEGAMAX_START),
    "negamax, a bound of the other player": (
        NEGAMAX.replace("depth - 1, -best", "depth - 1, -max(best, bound)"),
        "search",
        NEGAMAX_START,
    ),
    "negamax, the bound is always returned": (
        NEGAMAX.replace("    return best\n", "    return bound\n"),
        "search",
        NEGAMAX_START,
    ),
    "negamax, cut off one point early": (
        NEGAMAX.replace("best >= bound", "best >= bound - 1"),
        "search",
        NEGAMAX_START,
    ),
    "two functions, one test the wrong way round": (
        TWO_FUNCTIONS.replace("value <= floor", "value >= floor"),
        "search",
        "search(9, 4, 99)",
    ),
    "a player who moves again, with a bound of his own": (
        SAME_PLAYER.replace("PASSED", "best"),
        "search",
        "search(9, 4, True, inf)",
    ),
}


def subject_of(folder: Path, text: str, name: str, start: str) -> OwnGameSubject:
    """A search in a file of its own."""
    file = folder / "game.py"
    file.write_text(HEAD + VALUE + text, encoding="utf-8")
    return own_game_subject(f"{file}:{name}", [start])


def wrong_trees(subject: OwnGameSubject) -> list[str]:
    """The random trees for which its value is not that of plain minimax."""
    random, instance = Random(1), subject.open()  # noqa: S311 - not for security
    trees = [subject.drawn_tree(random) for _ in range(TREES)]
    found = [value_of(instance.search(tree, tree.root, -INF, INF)) for tree in trees]
    return [f"{tree}: {got}" for tree, got in zip(trees, found, strict=True) if got != minimax(tree, tree.root)]


GROWING: Final = """
def search(pile, is_max, most):
    if not pile:
        return -1 if is_max else 1
    takes = range(1, min(2 * most, pile) + 1)
    values = [search(pile - take, not is_max, take) for take in takes]
    return max(values) if is_max else min(values)
"""


def test_a_number_in_the_rules_is_no_bound(tmp_path: Path) -> None:
    """Larger numbers lead to more moves there, too, but it does not get the values of earlier calls."""
    subject = subject_of(tmp_path, GROWING, "search", "search(6, True, 1)")
    assert not any("takes only one bound" in fact for fact in subject.facts)
    assert "most" in subject.games[0].watched.parts.names
    assert not subject.faults
    assert not wrong_trees(subject)


@pytest.mark.slow_cases("a method, *", "two functions", "a driver")
@pytest.mark.parametrize("way", RIGHT)
def test_a_right_search_has_the_values_of_minimax(way: str, tmp_path: Path) -> None:
    """The values are compared on trees with all moves, whoever moves."""
    subject = subject_of(tmp_path, *RIGHT[way])
    assert not subject.traits.takes_window
    assert any("takes only one bound" in fact for fact in subject.facts)
    assert not subject.faults
    assert max(len(node.children) for node in subject.games[0].starts()) == 3
    assert not wrong_trees(subject)


@pytest.mark.slow_cases("negamax, the bound is always returned", "two functions, one test the wrong way round")
@pytest.mark.parametrize("way", WRONG)
def test_a_wrong_search_has_not(way: str, tmp_path: Path) -> None:
    """Values differ although the root is searched with a bound that cuts nothing off."""
    subject = subject_of(tmp_path, *WRONG[way])
    assert subject.faults or wrong_trees(subject)


def test_a_bound_that_the_first_plies_do_not_show_is_not_blamed_for_its_cutoffs(tmp_path: Path) -> None:
    """The first plies have one move each. A search that takes only beta cannot be opened, and is refused."""
    text = NEGAMAX.replace("in moves(pile)", "in moves(pile)[: 1 if depth > 2 else 3]").replace("bound", "beta")
    with pytest.raises(PreconditionError, match="`search` takes only one bound, `beta`, so"):
        subject_of(tmp_path, text, "search", "search(9, 5, inf)")


@pytest.mark.fast_cases("negamax")
@pytest.mark.parametrize(
    "way",
    [
        "negamax",
        "negamax, with a strict test",
        "a player who moves again, with the bound carried on, and a strict test",
    ],
)
def test_missing_deep_cutoffs_are_only_a_note(way: str, tmp_path: Path) -> None:
    """With the true reason."""
    subject = subject_of(tmp_path, *RIGHT[way])
    found = verify_search(subject.name, start=RIGHT[way][2], examples=15)
    assert found.sound
    (said,) = [finding for finding in found.findings if "because it makes no deep cutoffs" in finding.words]
    assert said.severity is Severity.NOTE


ONE_BOUND = """
    def largest(stones, depth, alpha):
        if depth == 0 or stones <= 0:
            return stones % 5
        best = -99
        for take in (1, 2, 3):
            value = smallest(stones - take, depth - 1, best)
            best = max(best, value)
            if value > alpha:
                break
        return best

    def smallest(stones, depth, beta):
        if depth == 0 or stones <= 0:
            return stones % 3
        best = 99
        for take in (1, 2, 3):
            value = largest(stones - take, depth - 1, best)
            best = min(best, value)
            if value < beta:
                break
        return best
"""


@pytest.mark.slow_cases("usual")
@pytest.mark.parametrize("named", [("alpha", "beta"), ("best_so_far", "limit")], ids=["usual", "other names"])
def test_a_search_with_one_bound_alone_is_not_blamed_for_its_cutoffs(named: tuple[str, str], tmp_path: Path) -> None:
    """The search's bound is opened, whatever its name. A bound gets values of earlier calls, and cuts moves off."""
    text = ONE_BOUND.replace("alpha", named[0]).replace("beta", named[1])
    assert_right(own_subject(tmp_path, text, "largest", "largest(9, 4, 99)"), trees=40)


@pytest.mark.slow_cases("usual")
@pytest.mark.parametrize("named", [("alpha", "beta"), ("best_so_far", "limit")], ids=["usual", "other names"])
def test_a_search_is_refused_if_no_infinite_bound_opens_it(named: tuple[str, str], tmp_path: Path) -> None:
    """A search that only cuts off at an equal value is not blamed for its cutoffs, either."""
    text = ONE_BOUND.replace("value > alpha", "value == alpha").replace("value < beta", "value == beta")
    text = text.replace("alpha", named[0]).replace("beta", named[1])
    with pytest.raises(PreconditionError, match=rf"takes only one bound, `({'|'.join(named)})`, so prunecheck cannot"):
        own_subject(tmp_path, text, "largest", "largest(9, 4, 99)")
