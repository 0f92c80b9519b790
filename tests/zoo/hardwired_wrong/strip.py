"""Two players write their letters on a strip, a string; equal neighbors score. A table is handed down as an argument."""

from math import inf


def options(strip):
    return [i for i, letter in enumerate(strip) if letter == "."]


def write(strip, i, letter):
    return strip[:i] + letter + strip[i + 1 :]


def evaluate(strip, letter):
    """For `letter`: neighbors in pairs, and its place in the middle."""
    rival = "b" if letter == "a" else "a"
    pairs = sum((x == y == letter) - (x == y == rival) for x, y in zip(strip, strip[1:]))
    middle = strip[len(strip) // 2]
    return 3 * pairs + (middle == letter) - (middle == rival)


def plain(strip, letter, depth):
    if depth == 0 or not options(strip):
        return evaluate(strip, letter)
    rival = "b" if letter == "a" else "a"
    return max(-plain(write(strip, i, letter), rival, depth - 1) for i in options(strip))


def cut_off_as_exact(strip, letter, depth, alpha, beta, memo):
    """Bug: values at or below the window's lower end are marked as bounds, those from cutoffs are not.

    Start: cut_off_as_exact("a......b", "a", 4, -inf, inf, {})
    Plain: plain("a......b", "a", 4)
    Breaks: exact
    """
    if depth == 0 or not options(strip):
        return evaluate(strip, letter)
    known = memo.get((strip, depth))
    if known is not None and (known[1] == "exact" or known[1] == "below" and known[0] <= alpha):
        return known[0]
    best, lower = -inf, alpha
    for i in options(strip):
        child = write(strip, i, letter)
        best = max(best, -cut_off_as_exact(child, "b" if letter == "a" else "a", depth - 1, -beta, -lower, memo))
        lower = max(lower, best)
        if lower >= beta:
            break
    # repair: memo[strip, depth] = best, "below" if best <= alpha else "above" if best >= beta else "exact"
    memo[strip, depth] = best, "below" if best <= alpha else "exact"
    return best


def bound_of_zero(strip, letter, depth, alpha, beta, best=0):
    """Bug: the best score so far is a default argument of 0, so a lost position looks even.

    Start: bound_of_zero("bb...b.a", "a", 4, -inf, inf)
    Plain: plain("bb...b.a", "a", 4)
    Breaks: exact
    """
    if depth == 0 or not options(strip):
        return evaluate(strip, letter)
    # missing: best = -inf
    for i in options(strip):
        child = write(strip, i, letter)
        score = -bound_of_zero(child, "b" if letter == "a" else "a", depth - 1, -beta, -max(alpha, best))
        if score > best:
            best = score
        if best >= beta:
            return best
    return best


def previous_value_returned(strip, letter, depth, alpha, beta):
    """Bug: a cutoff returns before the score that causes it becomes the best.

    Start: previous_value_returned("a......b", "a", 4, -inf, inf)
    Plain: plain("a......b", "a", 4)
    Breaks: exact
    """
    if depth == 0 or not options(strip):
        return evaluate(strip, letter)
    best = -inf
    for i in options(strip):
        child = write(strip, i, letter)
        rival = "b" if letter == "a" else "a"
        score = -previous_value_returned(child, rival, depth - 1, -beta, -max(alpha, best))
        if score >= beta:
            # repair: return score
            return best
        best = max(best, score)
    return best
