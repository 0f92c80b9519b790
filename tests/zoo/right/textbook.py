"""Searches from textbooks and encyclopedias: the side to move is a flag, the window two numbers."""

import math


def alphabeta(node, depth, alpha, beta, maximizingPlayer):
    """Style: two branches, one for each player; depth, window and flag are passed down."""
    if depth == 0 or node.is_terminal():
        return node.value
    if maximizingPlayer:
        value = -math.inf
        for child in node.children:
            value = max(value, alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = math.inf
    for child in node.children:
        value = min(value, alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value


def fail_hard(node, depth, alpha, beta, maximizing_player):
    """Style: fail-hard; bounds are returned, never anything outside of them."""
    if depth == 0 or not node.children:
        return max(alpha, min(beta, node.evaluate()))
    if maximizing_player:
        for child in node.children:
            score = fail_hard(child, depth - 1, alpha, beta, False)
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        return alpha
    for child in node.children:
        score = fail_hard(child, depth - 1, alpha, beta, True)
        if score <= alpha:
            return alpha
        if score < beta:
            beta = score
    return beta


def strict(position, alpha, beta, is_max):
    """Style: the cutoff test is strict, so equal values cause no cutoff."""
    if position.is_leaf():
        return position.value()
    best = float("-inf") if is_max else float("inf")
    for successor in position.successors():
        score = strict(successor, alpha, beta, not is_max)
        if is_max:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta < alpha:
            break
    return best


def minimax(node, depth, maximizing):
    """Style: plain minimax with a depth and a flag; without pruning and window."""
    if depth == 0 or len(node.children) == 0:
        return node.value
    values = [minimax(child, depth - 1, not maximizing) for child in node.children]
    return max(values) if maximizing else min(values)


def max_value(state, alpha, beta):
    """Style: two functions that call each other; the one for MAX is the entry."""
    if state.terminal_test():
        return state.utility()
    v = -math.inf
    for s in state.successors():
        v = max(v, min_value(s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.terminal_test():
        return state.utility()
    v = math.inf
    for s in state.successors():
        v = min(v, max_value(s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def shallow(node, bound=None):
    """Style: only one bound, as in the branch and bound of 1963; no deep cutoffs and no window."""
    if node.is_terminal():
        return node.value
    best = None
    for child in node.children:
        value = shallow(child, best)
        if best is None or (value > best if node.is_max else value < best):
            best = value
        if bound is not None and (best >= bound if node.is_max else best <= bound):
            break
    return best
