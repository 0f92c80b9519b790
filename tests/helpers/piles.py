"""Searches of one small game in various styles: take 1, 2 or 3 from a pile; whoever cannot take has lost."""

from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.learning.learn import learn
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number

HEAD: Final = """
from math import inf


def moves(pile):
    return [take for take in (1, 2, 3) if take <= pile]


"""
MINIMAX: Final = """
def minimax(pile, alpha, beta, is_max):
    if not moves(pile):
        return -1 if is_max else 1
    best = -inf if is_max else inf
    for take in moves(pile):
        value = minimax(pile - take, alpha, beta, not is_max)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
NEGAMAX: Final = """
def negamax(pile, alpha, beta):
    if not moves(pile):
        return -1
    best = -inf
    for take in moves(pile):
        best = max(best, -negamax(pile - take, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
"""
START: Final = "minimax(3, -inf, inf, True)"
TREE: Final = [[[1], -1], [-1], 1]  # the tree of a pile of three, for MAX
Nested: TypeAlias = Any  # a number, or a list of such values


class Written(NamedTuple):
    """A search as a text to put after `HEAD`, with its name and a starting call on a pile of three."""

    text: str
    name: str = "minimax"
    start: str = START
    tree: Nested = TREE


WAYS: Final = {
    "a function": Written(MINIMAX),
    "negamax": Written(NEGAMAX, "negamax", "negamax(3, -inf, inf)"),
    "no window": Written(
        """
def minimax(pile, is_max):
    if not moves(pile):
        return -1 if is_max else 1
    values = [minimax(pile - take, not is_max) for take in moves(pile)]
    return max(values) if is_max else min(values)
""",
        start="minimax(3, True)",
    ),
    "a method that makes and unmakes moves": Written(
        """
class Engine:
    def __init__(self, pile):
        self.pile = pile

    def search(self, alpha, beta):
        if not self.pile:
            return -1
        for take in moves(self.pile):
            self.pile -= take
            value = -self.search(-beta, -alpha)
            self.pile += take
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return alpha
""",
        "Engine.search",
        "Engine(3).search(-inf, inf)",
    ),
    "a class, with a method that calls the search": Written(
        """
class Player:
    def choose(self, pile):
        return max(moves(pile), key=lambda take: self.low(pile - take, -inf, inf))

    def low(self, pile, alpha, beta):
        if not moves(pile):
            return 1
        return min(self.high(pile - take, alpha, beta) for take in moves(pile))

    def high(self, pile, alpha, beta):
        if not moves(pile):
            return -1
        return max(self.low(pile - take, alpha, beta) for take in moves(pile))
""",
        "Player",
        "Player().choose(3)",
        [[1], -1],
    ),
    "a global board": Written(
        """
board = {"pile": 3}


def search(is_max, alpha, beta):
    if not board["pile"]:
        return -1 if is_max else 1
    best = -inf if is_max else inf
    for take in moves(board["pile"]):
        board["pile"] -= take
        value = search(not is_max, alpha, beta)
        board["pile"] += take
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best
""",
        "search",
        "search(True, -inf, inf)",
    ),
    "a static method": Written(
        """
class Engine:
    @staticmethod
    def search(pile, alpha, beta):
        if not moves(pile):
            return -1
        for take in moves(pile):
            alpha = max(alpha, -Engine.search(pile - take, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha
""",
        "Engine.search",
        "Engine.search(3, -inf, inf)",
    ),
    "a class method": Written(
        """
class Engine:
    @classmethod
    def search(cls, pile, alpha, beta):
        if not moves(pile):
            return -1
        for take in moves(pile):
            alpha = max(alpha, -cls.search(pile - take, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha
""",
        "Engine.search",
        "Engine.search(3, -inf, inf)",
    ),
    "a nested function": Written(
        """
def best_value(pile):
    def search(pile, alpha, beta):
        if not moves(pile):
            return -1
        for take in moves(pile):
            alpha = max(alpha, -search(pile - take, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    return search(pile, -inf, inf)
""",
        "best_value",
        "best_value(3)",
        [TREE],
    ),
    "functions that call each other": Written(
        """
def high(pile, alpha, beta):
    if not moves(pile):
        return -1
    for take in moves(pile):
        alpha = max(alpha, low(pile - take, alpha, beta))
        if alpha >= beta:
            break
    return alpha


def low(pile, alpha, beta):
    if not moves(pile):
        return 1
    for take in moves(pile):
        beta = min(beta, high(pile - take, alpha, beta))
        if alpha >= beta:
            break
    return beta
""",
        "high",
        "high(3, -inf, inf)",
    ),
    "a lambda": Written(
        "negamax = lambda pile: max(-negamax(pile - take) for take in moves(pile)) if pile else -1\n",
        "negamax",
        "negamax(3)",
    ),
    "a generator between its calls": Written(
        """
def values(pile):
    for take in moves(pile):
        yield -negamax(pile - take)


def negamax(pile):
    return max(values(pile), default=-1)
""",
        "negamax",
        "negamax(3)",
    ),
    "a generator of better and better values": Written(
        """
def negamax(pile, alpha, beta):
    if not moves(pile):
        yield -1
    best = -inf
    for take in moves(pile):
        for value in negamax(pile - take, -beta, -max(alpha, best)):
            pass
        best = max(best, -value)
        yield best
        if best >= beta:
            break
""",
        "negamax",
        "negamax(3, -inf, inf)",
    ),
    "a generator that returns its value": Written(
        """
def negamax(pile, alpha, beta):
    yield pile
    if not moves(pile):
        return -1
    for take in moves(pile):
        alpha = max(alpha, -(yield from negamax(pile - take, -beta, -alpha)))
        if alpha >= beta:
            break
    return alpha
""",
        "negamax",
        "negamax(3, -inf, inf)",
    ),
    "a cache": Written(
        """
from functools import lru_cache


@lru_cache(maxsize=None)
def negamax(pile):
    return max((-negamax(pile - take) for take in moves(pile)), default=-1)
""",
        "negamax",
        "negamax(3)",
    ),
    "a memo as a default": Written(
        """
def negamax(pile, memo={}):
    if pile not in memo:
        memo[pile] = max((-negamax(pile - take) for take in moves(pile)), default=-1)
    return memo[pile]
""",
        "negamax",
        "negamax(3)",
    ),
}


def nested(tree: ExplicitTree[Number], node: int = 0) -> Nested:
    """A tree as nested lists."""
    below = [nested(tree, child) for child in tree.children(node)]
    return below or tree.evaluate(node)


def program(folder: Path, written: Written) -> OwnProgram:
    """A search in its own file, ready to be hooked."""
    file = folder / "game.py"
    file.write_text(HEAD + written.text, encoding="utf-8")
    return OwnProgram(str(file), written.name, written.start)


def game(folder: Path, written: Written) -> OwnGame:
    """The game that the search plays from its start."""
    return learn(program(folder, written))
