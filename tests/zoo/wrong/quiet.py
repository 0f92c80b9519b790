"""Quiescence in games in which standing pat is the first move, and ends the game."""

import math

INF = math.inf


def stands_for_the_opponent(pos, alpha, beta):
    """Bug: the score of standing pat has the sign of the opponent.

    Breaks: exact
    """
    if pos.is_over():
        return pos.score()
    pat, *captures = pos.successors()
    if not pat.is_over():
        pat, captures = None, [pat, *captures]
    # repair: best = -INF if pat is None else -pat.score()
    best = -INF if pat is None else pat.score()
    if best >= beta:
        return best
    for capture in captures:
        best = max(best, -stands_for_the_opponent(capture, -beta, -max(alpha, best)))
        if best >= beta:
            return best
    return best


def never_stands_above_beta(pos, alpha, beta):
    """Bug: standing pat raises alpha, but is not compared with beta before the captures.

    Breaks: waste
    """
    if pos.is_terminal():
        return pos.value()
    stand_pat, *captures = pos.children()
    best = -never_stands_above_beta(stand_pat, -beta, -alpha)
    # missing: if best >= beta: return best
    for capture in captures:
        best = max(best, -never_stands_above_beta(capture, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
