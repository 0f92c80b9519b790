"""Searches that guess the value and then prove it: MTD(f), DUAL*, bisection, aspiration."""

import math

INF = math.inf


def bound(node, value, beyond):
    """Answer "at least `value`?" or, if `beyond`, "more than `value`?": a lower bound if true, else an upper bound."""
    if node.is_terminal():
        return node.value()
    ours = node.is_max()
    best = -INF if ours else INF
    for child in node.children():
        found = bound(child, value, beyond)
        best = max(best, found) if ours else min(best, found)
        if holds(best, value, beyond) == ours:
            break
    return best


def holds(found, value, beyond):
    return found > value if beyond else found >= value


def a_step_of_one(root):
    """Bug: MTD(f) takes "not at least g + 1" for "at most g", also if values are not whole numbers.

    Breaks: exact
    Declares: domain any
    """
    guess, least, most = 0, -INF, INF
    while least < most:
        # repair: asked = guess
        asked = guess + (guess == least)
        answer = bound(root, asked, asked == least)
        if holds(answer, asked, asked == least):
            least = guess = answer
        else:
            # repair: most = guess = answer
            most = guess = guess if guess == least else answer
    return guess


def same_guess_twice(root):
    """Bug: MTD(f) takes a guess that is returned unchanged for the value, although it may be only a lower bound.

    Breaks: exact
    """
    guess, least, most = 0, -INF, INF
    while least < most:
        before = guess
        beyond = guess == least
        guess = bound(root, before, beyond)
        if holds(guess, before, beyond):
            least = guess
        else:
            most = guess
        # repair: if least == most:
        if guess == before:
            break
    return guess


def answers_with_the_question(root, first_guess=0):
    """Bug: MTD(f) returns the last bound that it asked for, not the last answer.

    Breaks: exact
    """
    f, lower, upper = first_guess, -INF, INF
    while lower < upper:
        gamma = max(f, lower + 1)
        f = bound(root, gamma, False)
        lower, upper = (f, upper) if f >= gamma else (lower, f)
    # repair: return f
    return gamma


def dual_of_nothing(root):
    """Bug: DUAL* rises from below, but asks "at least", which its last answer already is.

    Breaks: exact
    """
    g = -INF
    while True:
        # repair: above = bound(root, g, True)
        above = bound(root, g, False)
        if above <= g:
            return above
        g = above


class MtdDeepening:
    """Bug: MTD(f) for each depth, from the last value; its table has the bounds of all depths under one key.

    Breaks: exact
    """

    def __init__(self):
        self.bounds = {}

    def search(self, pos, depth):
        value = 0
        for plies in range(depth + 1):
            value = self.mtdf(pos, plies, value)
        return value

    def mtdf(self, pos, plies, guess):
        low, high = -INF, INF
        while low < high:
            gamma = guess + 1 if guess == low else guess
            guess = self.mt(pos, plies, gamma)
            low, high = (guess, high) if guess >= gamma else (low, guess)
        return guess

    def mt(self, pos, plies, gamma):
        # repair: key = pos, plies
        key = pos
        low, high = self.bounds.get(key, (-INF, INF))
        if low >= gamma:
            return low
        if high < gamma:
            return high
        if plies == 0 or pos.is_over():
            return pos.evaluate()
        best = -INF
        for child in pos.children():
            best = max(best, -self.mt(child, plies - 1, 1 - gamma))
            if best >= gamma:
                break
        self.bounds[key] = (best, high) if best >= gamma else (low, best)
        return best


def near_enough(root):
    """Bug: bisection of the sorted values of all leaves stops when two of them differ by less than 1.

    Breaks: exact
    Declares: domain any
    """

    def leaves(node):
        return [node.value()] if node.is_terminal() else [v for child in node.children() for v in leaves(child)]

    values = sorted(set(leaves(root)))
    low, high = 0, len(values) - 1
    # repair: while low < high:
    while low < high and values[high] - values[low] >= 1:
        middle = (low + high + 1) // 2
        if bound(root, values[middle], False) >= values[middle]:
            low = middle
        else:
            high = middle - 1
    return values[low]


def three_widths(root):
    """Bug: an aspiration window is widened twice, and the third result is returned even if it is only a bound.

    Breaks: exact
    """
    # repair: for width in 1, 4, INF:
    for width in 1, 4, 16:
        score = clamped(root, -width, width)
        if -width < score < width:
            break
    return score


def clamped(node, alpha, beta):
    if node.is_terminal():
        return max(alpha, min(beta, node.value()))
    for child in node.children():
        score = clamped(child, alpha, beta)
        if node.is_max():
            alpha = max(alpha, score)
        else:
            beta = min(beta, score)
        if alpha >= beta:
            break
    return alpha if node.is_max() else beta
