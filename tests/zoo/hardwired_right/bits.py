"""Tic-tac-toe on two integers, a bit for each square; values from the side to move."""

from functools import cache
from math import inf

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
OWN, OTHER = 0b000010001, 0b101000000  # X on 0 and 4, O on 6 and 8


def squares(own, other):
    return [bit for bit in (1 << i for i in range(9)) if not (own | other) & bit]


def won(stones):
    return any(stones & line == line for line in LINES)


def over(own, other):
    return won(own) or won(other) or own | other == 0b111111111


def evaluate(own, other):
    return won(own) - won(other)


def plain(own, other):
    if over(own, other):
        return evaluate(own, other)
    return max(-plain(other, own | bit) for bit in squares(own, other))


@cache
def cached(own, other, alpha, beta):
    """Style: `functools.cache` on the whole search; the window is part of the key.

    Start: cached(OWN, OTHER, -inf, inf)
    Plain: plain(OWN, OTHER)
    """
    if over(own, other):
        return evaluate(own, other)
    best = -inf
    for bit in squares(own, other):
        best = max(best, -cached(other, own | bit, -beta, -max(alpha, best)))
        if best >= beta:
            return best
    return best


def with_memo(own, other, alpha, beta, memo):
    """Style: a memo is handed down as an argument: for each position a lower and an upper bound.

    Start: with_memo(OWN, OTHER, -inf, inf, {})
    Plain: plain(OWN, OTHER)
    """
    if over(own, other):
        return evaluate(own, other)
    low, high = memo.get((own, other), (-inf, inf))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    lower = alpha = max(alpha, low)
    beta = min(beta, high)
    best = -inf
    for bit in squares(own, other):
        best = max(best, -with_memo(other, own | bit, -beta, -lower, memo))
        lower = max(lower, best)
        if best >= beta:
            break
    memo[own, other] = (best if best > alpha else low), (best if best < beta else high)
    return best


def by_lambda(own, other):
    """Style: plain negamax as a lambda expression, without a window.

    Start: by_lambda(OWN, OTHER)
    Plain: plain(OWN, OTHER)
    """
    value = lambda x, o: evaluate(x, o) if over(x, o) else max(-value(o, x | bit) for bit in squares(x, o))
    return value(own, other)
