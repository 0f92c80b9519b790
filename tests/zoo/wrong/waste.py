"""Searches with correct values and too little pruning, or none."""

import math


def never_compares(node, depth, alpha, beta, maximizing):
    """Bug: the window is passed on but never compared.

    Breaks: waste
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    best = -math.inf if maximizing else math.inf
    for child in node.children():
        score = never_compares(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        # missing: if alpha >= beta: break
    return best


def alpha_stays(node, alpha, beta):
    """Bug: alpha is never raised, so only the window of the call causes cutoffs.

    Breaks: waste
    """
    if node.is_terminal():
        return node.value()
    best = -math.inf
    for child in node.children():
        best = max(best, -alpha_stays(child, -beta, -alpha))
        # missing: alpha = max(alpha, best)
        if best >= beta:
            break
    return best


def root_window_not_carried(state, alpha, beta):
    """Bug: each root move is searched in the original window.

    Models: aimacode/aima-python 34
    Breaks: waste
    """
    if state.is_over():
        return state.evaluate()
    best = -math.inf
    for move in state.legal_moves():
        # repair: best = max(best, -carried(state.play(move), -beta, -max(alpha, best)))
        best = max(best, -carried(state.play(move), -beta, -alpha))
        if best >= beta:
            break
    return best


def carried(state, alpha, beta):
    if state.is_over():
        return state.evaluate()
    best = -math.inf
    for move in state.legal_moves():
        best = max(best, -carried(state.play(move), -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def min_does_not_cut(node, alpha, beta, is_max):
    """Bug: MIN lowers beta for its children but never cuts off itself.

    Breaks: waste
    """
    if node.is_leaf():
        return node.value()
    best = -math.inf if is_max else math.inf
    for child in node.children():
        score = min_does_not_cut(child, alpha, beta, not is_max)
        if is_max:
            best = max(best, score)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        else:
            best = min(best, score)
            beta = min(beta, best)
            # missing: if alpha >= beta: break
    return best


def infinite_for_grandchildren(node, alpha, beta, is_max):
    """Bug: MIN passes minus infinity for alpha, which disables deep cutoffs.

    Breaks: waste
    """
    if node.is_leaf():
        return node.value()
    best = -math.inf if is_max else math.inf
    for child in node.children():
        if is_max:
            best = max(best, infinite_for_grandchildren(child, max(alpha, best), beta, False))
            if best >= beta:
                break
        else:
            # repair: best = min(best, infinite_for_grandchildren(child, alpha, min(beta, best), True))
            best = min(best, infinite_for_grandchildren(child, -math.inf, min(beta, best), True))
            if best <= alpha:
                break
    return best


def searched_twice(node, alpha, beta):
    """Bug: each child is searched once for the comparison and once more for its value.

    Breaks: waste
    """
    if node.is_over():
        return node.evaluate()
    best = -math.inf
    for child in node.children():
        low = max(alpha, best)
        # repair: if (score := -searched_twice(child, -beta, -low)) > best:
        if -searched_twice(child, -beta, -low) > best:
            # repair: best = score
            best = -searched_twice(child, -beta, -low)
        if best >= beta:
            break
    return best


class WindowInTheKey:
    """Bug: the window is part of the table's key, so entries are hardly ever found.

    Models: luccabb/moonfish 54
    Breaks: waste
    """

    def __init__(self):
        self.table = {}

    def search(self, pos, alpha, beta):
        # repair: key = pos
        key = pos, alpha, beta
        if key in self.table:
            return self.table[key]
        if pos.is_leaf():
            return pos.evaluate()
        best = -math.inf
        for child in pos.children():
            best = max(best, -self.search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        if alpha < best < beta:
            self.table[key] = best
        return best
