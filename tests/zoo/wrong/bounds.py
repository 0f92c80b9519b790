"""Wrong initial values and wrong return values."""

import math
import sys


def best_from_zero(node, depth, alpha, beta, maximizing):
    """Bug: MAX starts from 0, so a position lost by force looks even.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    if maximizing:
        # repair: best = -math.inf
        best = 0
        for child in node.children():
            best = max(best, best_from_zero(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best
    best = math.inf
    for child in node.children():
        best = min(best, best_from_zero(child, depth - 1, alpha, beta, True))
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def worst_is_minus_one(board, depth):
    """Bug: -1 is assumed to be the worst fitness.

    Models: asweigart/PythonStdioGames 15
    Breaks: exact
    """
    if depth == 0 or board.is_over():
        return board.evaluate(), None
    # repair: best, move = -math.inf, None
    best, move = -1, None
    for m in board.legal_moves():
        score = -worst_is_minus_one(board.play(m), depth - 1)[0]
        if score > best:
            best, move = score, m
    return best, move


def thousand_is_infinite(node, alpha, beta, color):
    """Bug: "infinity" is 1,000, but values can be larger.

    Models: lucasart/Demolito 83
    Breaks: exact
    """
    if node.is_terminal():
        return color * node.value()
    # repair: best = -math.inf
    best = -1000
    for child in node.children():
        best = max(best, -thousand_is_infinite(child, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def smallest_float(node, is_max):
    """Bug: the smallest positive float is used as the smallest float.

    Breaks: exact
    """
    if node.is_leaf():
        return node.value
    # repair: best = -math.inf if is_max else math.inf
    best = sys.float_info.min if is_max else math.inf
    for child in node.children:
        score = smallest_float(child, not is_max)
        if score > best if is_max else score < best:
            best = score
    return best


def minimum_from_below(tree, maximizing=True):
    """Bug: both players start from minus infinity.

    Breaks: exact
    """
    if isinstance(tree, (int, float)):
        return tree
    # repair: best = -math.inf if maximizing else math.inf
    best = -math.inf
    for branch in tree:
        score = minimum_from_below(branch, not maximizing)
        best = max(best, score) if maximizing else min(best, score)
    return best


def alpha_at_minimum(node, alpha, beta, is_max):
    """Bug: fail-hard MIN returns alpha instead of beta.

    Breaks: exact
    """
    if node.is_terminal():
        return node.value
    if is_max:
        for child in node.children:
            alpha = max(alpha, alpha_at_minimum(child, alpha, beta, False))
            if alpha >= beta:
                return beta
        return alpha
    for child in node.children:
        beta = min(beta, alpha_at_minimum(child, alpha, beta, True))
        if beta <= alpha:
            return alpha
    # repair: return beta
    return alpha


def last_child_wins(node, alpha, beta):
    """Bug: returns the last child's value instead of the best.

    Breaks: exact
    """
    if node.is_over():
        return node.evaluate()
    best = -math.inf
    for child in node.successors():
        value = -last_child_wins(child, -beta, -max(alpha, best))
        best = max(best, value)
        if best >= beta:
            break
    # repair: return best
    return value


def drops_the_cut_value(node, depth, alpha, beta, maximizing):
    """Bug: a cutoff leaves the loop before the best value is updated.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    best = -math.inf if maximizing else math.inf
    for child in node.children():
        score = drops_the_cut_value(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            alpha = max(alpha, score)
            if beta <= alpha:
                # repair: return max(best, score)
                break
            best = max(best, score)
        else:
            best = min(best, score)
            beta = min(beta, score)
            if beta <= alpha:
                break
    return best


def alpha_for_a_fail_low(root):
    """Bug: the inner search returns alpha instead of its best, and MTD(f) takes that for the value.

    Models: deanmchris/blunder 19
    Breaks: waste, exact
    """
    guess = 0
    score = soft(root, guess - 1, guess)
    while True:
        again = soft(root, score - 1, score) if score < guess else soft(root, score, score + 1)
        if again == score:
            return score
        score = again


def soft(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = -math.inf
    for child in node.children():
        best = max(best, -soft(child, -beta, -max(alpha, best)))
        if best >= beta:
            return best
    # repair: return best
    return max(alpha, best)


def static_above_leaves(node, depth, alpha, beta, maximizing):
    """Bug: the best starts at the position's own static value, as in a quiescence search.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    # repair: best = -math.inf if maximizing else math.inf
    best = node.evaluate()
    for child in node.children():
        score = static_above_leaves(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
