"""A row of coins: each player takes one from either end. A method searches the object's own game."""

from collections import deque
from dataclasses import dataclass

INFINITY = float("inf")
ROW = (5, 3, 7, 10, 1, 8)


def evaluate(row, lead):
    """The value for the first player: the lead, and a little for a high coin at an end."""
    return 3 * lead + (row[0] % 4 if row else 0)


def plain(row, lead, first, depth):
    if depth == 0 or not row:
        return evaluate(row, lead)
    values = []
    for coin, rest in ((row[0], row[1:]), (row[-1], row[:-1])):
        values.append(plain(rest, lead + coin if first else lead - coin, not first, depth - 1))
    return max(values) if first else min(values)


@dataclass
class Found:
    value: float
    end: str | None = None


class CoinGame:
    def __init__(self, row=ROW):
        self.row = deque(row)
        self.lead = 0

    def take(self, end, first):
        coin = self.row.popleft() if end == "left" else self.row.pop()
        self.lead += coin if first else -coin
        return coin

    def undo(self, end, first, coin):
        self.lead -= coin if first else -coin
        if end == "left":
            self.row.appendleft(coin)
        else:
            self.row.append(coin)


class Solver:
    def __init__(self, game):
        self.board = game
        self.calls = 0

    def search(self, depth, alpha, beta, first):
        """Style: a method on `self.board`, which makes and takes back moves; the answer is a dataclass.

        Start: Solver(CoinGame()).search(5, -INFINITY, INFINITY, True)
        Plain: plain(ROW, 0, True, 5)
        Value: .value
        """
        self.calls += 1
        if depth == 0 or not self.board.row:
            return Found(evaluate(tuple(self.board.row), self.board.lead))
        best = Found(-INFINITY if first else INFINITY)
        for end in ("left", "right"):
            coin = self.board.take(end, first)
            try:
                found = self.search(depth - 1, alpha, beta, not first)
            finally:
                self.board.undo(end, first, coin)
            if first and found.value > best.value or not first and found.value < best.value:
                best = Found(found.value, end)
            if first:
                alpha = max(alpha, best.value)
            else:
                beta = min(beta, best.value)
            if alpha >= beta:
                return best
        return best

    @classmethod
    def floor_and_ceiling(cls, row, lead, first, depth, floor, ceiling):
        """Style: a class method; the window is called floor and ceiling.

        Start: Solver.floor_and_ceiling(ROW, 0, False, 6, -INFINITY, INFINITY)
        Plain: plain(ROW, 0, False, 6)
        """
        if not row or depth == 0:
            return evaluate(row, lead)
        result = None
        for coin, rest in ((row[0], row[1:]), (row[-1], row[:-1])):
            after = lead + coin if first else lead - coin
            score = cls.floor_and_ceiling(rest, after, not first, depth - 1, floor, ceiling)
            if result is None or (score > result if first else score < result):
                result = score
            if first and result > floor:
                floor = result
            if not first and result < ceiling:
                ceiling = result
            if floor >= ceiling:
                break
        return result


def successors(row, lead, first):
    for coin, rest in ((row[0], row[1:]), (row[-1], row[:-1])):
        yield rest, lead + coin if first else lead - coin


def maximum(row, lead, depth, a, b):
    """Style: two functions that call each other, over a generator of positions.

    Start: maximum(ROW, 0, 6, -INFINITY, INFINITY)
    Plain: plain(ROW, 0, True, 6)
    """
    if depth == 0 or not row:
        return evaluate(row, lead)
    v = -INFINITY
    for rest, after in successors(row, lead, True):
        v = max(v, minimum(rest, after, depth - 1, a, b))
        if v >= b:
            return v
        a = max(a, v)
    return v


def minimum(row, lead, depth, a, b):
    if depth == 0 or not row:
        return evaluate(row, lead)
    v = INFINITY
    for rest, after in successors(row, lead, False):
        v = min(v, maximum(rest, after, depth - 1, a, b))
        if v <= a:
            return v
        b = min(b, v)
    return v
