"""Null windows and re-searches: PVS, NegaScout, MTD(f), aspiration."""

import math

INF = float("inf")


def no_second_search(pos, alpha, beta):
    """Bug: a move that beats the null window is never re-searched.

    Breaks: exact
    """
    if pos.is_over():
        return pos.score()
    best = -INF
    for nth, child in enumerate(pos.children()):
        if nth == 0:
            score = -no_second_search(child, -beta, -alpha)
        else:
            score = -no_second_search(child, -alpha - 1, -alpha)
            if alpha < score < beta:
                # repair: score = -no_second_search(child, -beta, -alpha)
                pass
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def again_when_it_fails_high(pos, alpha, beta):
    """Bug: re-searches if the null window's result is above beta, instead of within the window.

    Breaks: exact
    """
    if pos.is_over():
        return pos.score()
    best = -INF
    for nth, child in enumerate(pos.children()):
        if nth == 0:
            score = -again_when_it_fails_high(child, -beta, -alpha)
        else:
            score = -again_when_it_fails_high(child, -alpha - 1, -alpha)
            # repair: if score > alpha:
            if score >= beta:
                score = -again_when_it_fails_high(child, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def again_in_the_null_window(pos, alpha, beta):
    """Bug: the re-search has the null window again.

    Breaks: exact
    """
    if pos.is_over():
        return pos.score()
    best = -INF
    for nth, child in enumerate(pos.children()):
        if nth == 0:
            score = -again_in_the_null_window(child, -beta, -alpha)
        else:
            score = -again_in_the_null_window(child, -alpha - 1, -alpha)
            if alpha < score < beta:
                # repair: score = -again_in_the_null_window(child, -beta, -alpha)
                score = -again_in_the_null_window(child, -alpha - 1, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def all_in_null_windows(node, depth, alpha, beta, color):
    """Bug: the first child too gets the null window, and is not re-searched.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return color * node.value()
    best = -INF
    # repair: b = beta
    b = alpha + 1
    for i, child in enumerate(node.children()):
        score = -all_in_null_windows(child, depth - 1, -b, -alpha, -color)
        if alpha < score < beta and i > 0:
            score = -all_in_null_windows(child, depth - 1, -beta, -score, -color)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
        b = alpha + 1
    return best


def from_the_score_down(node, depth, alpha, beta, color):
    """Bug: NegaScout's re-search has beta and score exchanged.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return color * node.value()
    best, b = -INF, beta
    for i, child in enumerate(node.children()):
        score = -from_the_score_down(child, depth - 1, -b, -alpha, -color)
        if alpha < score < beta and i > 0:
            # repair: score = -from_the_score_down(child, depth - 1, -beta, -score, -color)
            score = -from_the_score_down(child, depth - 1, -score, -alpha, -color)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
        b = alpha + 1
    return best


def empty_window(pos, alpha, beta):
    """Bug: the null window is empty, (alpha, alpha).

    Breaks: exact
    """
    if pos.is_leaf():
        return pos.value()
    best = -INF
    for nth, child in enumerate(pos.children()):
        low = max(alpha, best)
        if nth == 0:
            score = -empty_window(child, -beta, -low)
        else:
            # repair: score = -empty_window(child, -low - 1, -low)
            score = -empty_window(child, -low, -low)
            if low < score < beta:
                score = -empty_window(child, -beta, -low)
        best = max(best, score)
        if best >= beta:
            break
    return best


def within(node, alpha, beta):
    if node.is_terminal():
        return node.value()
    if node.is_max():
        best = -INF
        for child in node.children():
            best = max(best, within(child, max(alpha, best), beta))
            if best >= beta:
                break
        return best
    best = INF
    for child in node.children():
        best = min(best, within(child, alpha, min(beta, best)))
        if best <= alpha:
            break
    return best


def mtdf_bounds_exchanged(root):
    """Bug: MTD(f) takes a fail low for a lower bound.

    Breaks: exact
    """
    g, lower, upper = 0, -INF, INF
    while lower < upper:
        beta = g + 1 if g == lower else g
        g = within(root, beta - 1, beta)
        # repair: if g < beta:
        if g >= beta + 1:
            upper = g
        else:
            lower = g
    return g


def mtdf_never_moves(root):
    """Bug: MTD(f) repeats the same null window for ever if its guess is the lower bound.

    Breaks: exact
    """
    g, lower, upper = 0, -INF, INF
    while lower < upper:
        # repair: beta = g + 1 if g == lower else g
        beta = g
        g = within(root, beta - 1, beta)
        if g < beta:
            upper = g
        else:
            lower = g
    return g


def mtdf_three_tries(root):
    """Bug: MTD(f) stops after three searches and returns whatever it has.

    Breaks: exact
    """
    g, lower, upper = 0, -INF, INF
    # repair: while lower < upper:
    for _ in range(3):
        beta = g + 1 if g == lower else g
        g = within(root, beta - 1, beta)
        if g < beta:
            upper = g
        else:
            lower = g
        if lower >= upper:
            break
    return g


def bisection_one_off(node):
    """Bug: bisection by tests takes "at least the middle" for "above the middle".

    Breaks: exact
    """
    low, high = -(10**5), 10**5
    while low < high:
        middle = (low + high + 1) // 2
        # repair: if within(node, middle - 1, middle) >= middle:
        if within(node, middle - 1, middle) > middle:
            low = middle
        else:
            high = middle - 1
    return low


def fail_low_ignored(node):
    """Bug: aspiration widens if it fails high, and takes a fail low for the value.

    Models: ekmadsen/MadChess 8
    Breaks: exact
    """
    guess = node.value() if node.is_terminal() else within(node.children()[0], -INF, INF)
    alpha, beta = guess - 1, guess + 1
    score = within(node, alpha, beta)
    # repair: if score >= beta or score <= alpha:
    if score >= beta:
        score = within(node, -INF, INF)
    return score


def fail_high_ignored(node):
    """Bug: aspiration only widens if it fails low.

    Breaks: exact
    """
    guess = 0
    alpha, beta = guess - 2, guess + 2
    score = within(node, alpha, beta)
    # repair: if score <= alpha or score >= beta:
    if score <= alpha:
        return within(node, -INF, INF)
    return score


def widens_the_wrong_side(node):
    """Bug: after a fail low aspiration raises beta, and then trusts the result.

    Models: official-stockfish/Stockfish 3845
    Breaks: exact
    """
    alpha, beta = -2, 2
    while True:
        score = within(node, alpha, beta)
        # repair: if score <= alpha:
        if score <= alpha and beta < INF:
            # repair: alpha = -INF
            beta = INF
        elif score >= beta:
            beta = INF
        else:
            return score


def aspiration_inclusive(node):
    """Bug: a score equal to the bound of the aspiration window counts as inside it.

    Breaks: exact
    """
    low, high = -1, 1
    score = within(node, low, high)
    # repair: if score <= low or score >= high:
    if score < low or score > high:
        return within(node, -INF, INF)
    return score
