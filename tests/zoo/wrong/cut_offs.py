"""Cutoff tests that compare the wrong things, the wrong way round, or too early."""

import math


def wrong_way_round(node, depth, alpha, beta, maximizing):
    """Bug: the test is `beta > alpha`, so it stops at once.

    Breaks: exact
    """
    if depth == 0 or node.is_leaf():
        return node.value()
    if maximizing:
        value = -math.inf
        for child in node.children():
            value = max(value, wrong_way_round(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            # repair: if beta <= alpha:
            if beta >= alpha:
                break
        return value
    value = math.inf
    for child in node.children():
        value = min(value, wrong_way_round(child, depth - 1, alpha, beta, True))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value


def one_too_soon(state, alpha, beta):
    """Bug: a window of width one counts as closed.

    Models: GunshipPenguin/shallow-blue 16
    Breaks: exact
    """
    if state.is_terminal():
        return state.evaluate()
    best = -math.inf
    for successor in state.successors():
        best = max(best, -one_too_soon(successor, -beta, -alpha))
        alpha = max(alpha, best)
        # repair: if alpha >= beta:
        if alpha >= beta - 1:
            break
    return best


def max_value(state, alpha, beta):
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
        # repair: if v <= alpha:
        if v <= beta:
            return v
        beta = min(beta, v)
    return v


def minimum_against_beta(state, alpha, beta):
    """Bug: in two functions: MIN's function compares with its own bound, beta.

    Breaks: exact
    """
    return max_value(state, alpha, beta)


def stops_at_no_better(node, alpha, beta, is_max):
    """Bug: MAX stops at a child that is no better than alpha, as if the children were sorted.

    Breaks: exact
    """
    if node.is_terminal():
        return node.value()
    best = -math.inf if is_max else math.inf
    for child in node.children():
        score = stops_at_no_better(child, alpha, beta, not is_max)
        if is_max:
            best = max(best, score)
            # repair: if best >= beta:
            if score <= alpha:
                break
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            if best <= alpha:
                break
            beta = min(beta, best)
    return best


def stops_at_better(node, alpha, beta, is_max):
    """Bug: MAX stops at the first child above alpha.

    Breaks: exact
    """
    if node.is_terminal():
        return node.value()
    best = -math.inf if is_max else math.inf
    for child in node.children():
        score = stops_at_better(child, alpha, beta, not is_max)
        if is_max:
            best = max(best, score)
            # repair: if best >= beta:
            if best > alpha:
                break
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            if best <= alpha:
                break
            beta = min(beta, best)
    return best


def absolute_margin(position, alpha, beta):
    """Bug: a contempt margin in the cutoff test.

    Breaks: exact
    """
    if position.is_over:
        return position.score
    for successor in position.next_positions:
        alpha = max(alpha, -absolute_margin(successor, -beta, -alpha))
        # repair: if alpha >= beta:
        if alpha + 2 > beta:
            return alpha
    return alpha


def old_alpha(node, depth, alpha, beta, maximizing):
    """Bug: MIN compares with the alpha of the root, from a default argument.

    Breaks: waste
    """
    return _old_alpha(node, depth, alpha, beta, maximizing, alpha)


def _old_alpha(node, depth, alpha, beta, maximizing, first):
    if depth == 0 or not node.children:
        return node.value
    best = -math.inf if maximizing else math.inf
    for child in node.children:
        score = _old_alpha(child, depth - 1, alpha, beta, not maximizing, first)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        else:
            best = min(best, score)
            beta = min(beta, best)
            # repair: if beta <= alpha:
            if beta <= first:
                break
    return best


def sums_instead(position, alpha, beta):
    """Bug: the test adds the bounds, as if both had the same point of view.

    Breaks: exact
    """
    if position.is_leaf():
        return position.evaluate()
    best = -math.inf
    for child in position.get_children():
        best = max(best, -sums_instead(child, -beta, -alpha))
        alpha = max(alpha, best)
        # repair: if alpha >= beta:
        if alpha + beta >= 0:
            break
    return best
