"""Nim with a short horizon, in negamax: positions are tuples of heaps, values from the side to move."""

from functools import lru_cache
from math import inf


def moves(heaps):
    return [(i, n) for i, heap in enumerate(heaps) for n in range(1, min(heap, 3) + 1)]


def take(heaps, move):
    i, n = move
    return (*heaps[:i], heaps[i] - n, *heaps[i + 1 :])


def evaluate(heaps):
    """A guess for the side to move: the nim sum minus the number of heaps left; -8 if it has lost."""
    if sum(heaps) == 0:
        return -8
    total = 0
    for heap in heaps:
        total ^= heap % 4
    return 2 * total - sum(heap > 0 for heap in heaps)


def plain(heaps, depth):
    if depth == 0 or not any(heaps):
        return evaluate(heaps)
    return max(-plain(take(heaps, move), depth - 1) for move in moves(heaps))


def sign_forgotten(heaps, depth, alpha, beta):
    """Bug: the window is negated and exchanged, but the child's value is not negated.

    Start: sign_forgotten((3, 2, 1), 4, -inf, inf)
    Plain: plain((3, 2, 1), 4)
    Breaks: exact
    """
    if depth == 0 or not any(heaps):
        return evaluate(heaps)
    best = -inf
    for move in moves(heaps):
        # repair: best = max(best, -sign_forgotten(take(heaps, move), depth - 1, -beta, -alpha))
        best = max(best, sign_forgotten(take(heaps, move), depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def negated_in_place(heaps, depth, alpha, beta):
    """Bug: the window is negated, but its bounds are not exchanged.

    Start: negated_in_place((3, 2, 2), 4, -inf, inf)
    Plain: plain((3, 2, 2), 4)
    Value: [1]
    Breaks: exact
    """
    if depth == 0 or sum(heaps) == 0:
        return None, evaluate(heaps)
    best_move, best = None, -inf
    for move in moves(heaps):
        # repair: _, score = negated_in_place(take(heaps, move), depth - 1, -beta, -alpha)
        _, score = negated_in_place(take(heaps, move), depth - 1, -alpha, -beta)
        if -score > best:
            best_move, best = move, -score
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best_move, best


def window_of_the_parent(heaps, depth, alpha, beta):
    """Bug: values are negated, but the child gets its parent's window as it is.

    Start: window_of_the_parent((3, 2, 1), 4, -inf, inf)
    Plain: plain((3, 2, 1), 4)
    Breaks: exact
    """
    if depth == 0 or not any(heaps):
        return evaluate(heaps)
    for move in moves(heaps):
        # repair: score = -window_of_the_parent(take(heaps, move), depth - 1, -beta, -alpha)
        score = -window_of_the_parent(take(heaps, move), depth - 1, alpha, beta)
        if score >= beta:
            return beta
        if score > alpha:
            alpha = score
    return alpha


def old_alpha_on_cutoff(heaps, depth, a, b):
    """Bug: a fail-soft search returns alpha on a cutoff, as fail-hard ones do at the end.

    Start: old_alpha_on_cutoff((2, 3, 1), 4, -inf, inf)
    Plain: plain((2, 3, 1), 4)
    Breaks: exact
    """
    if depth == 0 or not any(heaps):
        return evaluate(heaps)
    best = -inf
    for move in moves(heaps):
        best = max(best, -old_alpha_on_cutoff(take(heaps, move), depth - 1, -b, -max(a, best)))
        if best >= b:
            # repair: return best
            return a
    return best


memo = {}


def remembered_without_window(heaps, depth, alpha, beta):
    """Bug: the memo's key is the position and the depth, but the value depends on the window, too.

    Start: remembered_without_window((3, 2, 1), 5, -inf, inf)
    Plain: plain((3, 2, 1), 5)
    Models: ryanbhayward/games-puzzles-algorithms 100
    Breaks: exact
    """
    # repair: key = heaps, depth, alpha, beta
    key = heaps, depth
    if key not in memo:
        memo[key] = remembered(heaps, depth, alpha, beta)
    return memo[key]


def remembered(heaps, depth, alpha, beta):
    if depth == 0 or not any(heaps):
        return evaluate(heaps)
    best = -inf
    for move in moves(heaps):
        best = max(best, -remembered_without_window(take(heaps, move), depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


EXACT, LOWER, UPPER = 0, 1, 2


def flags_exchanged(heaps, depth, alpha, beta, table):
    """Bug: a value from a cutoff is stored as an upper bound, and one below the window as a lower bound.

    Start: flags_exchanged((4, 3, 1), 4, -inf, inf, {})
    Plain: plain((4, 3, 1), 4)
    Breaks: exact
    """
    if depth == 0 or not any(heaps):
        return evaluate(heaps)
    first = alpha
    if (heaps, depth) in table:
        flag, value = table[heaps, depth]
        if flag == EXACT or (flag == LOWER and value >= beta) or (flag == UPPER and value <= alpha):
            return value
    best = -inf
    for move in moves(heaps):
        best = max(best, -flags_exchanged(take(heaps, move), depth - 1, -beta, -alpha, table))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if best <= first:
        # repair: flag = UPPER
        flag = LOWER
    elif best >= beta:
        # repair: flag = LOWER
        flag = UPPER
    else:
        flag = EXACT
    table[heaps, depth] = flag, best
    return best


# repair: # without a cache
@lru_cache(maxsize=None)
def hidden_window(heaps, depth):
    """Bug: a cached function reads its window from a global list, which the cache does not see.

    Start: hidden_window((3, 3, 2), 4)
    Plain: plain((3, 3, 2), 4)
    Breaks: exact
    """
    alpha, beta = window[-1]
    if depth == 0 or not any(heaps):
        return evaluate(heaps)
    best = -inf
    for move in moves(heaps):
        window.append((-beta, -max(alpha, best)))
        best = max(best, -hidden_window(take(heaps, move), depth - 1))
        window.pop()
        if best >= beta:
            break
    return best


window = [(-inf, inf)]
