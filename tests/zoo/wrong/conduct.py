"""Searches that return no answer, or one that is not a number."""

import math
import random
import sys


def none_at_cut_off(node, depth, alpha, beta, maximizing):
    """Bug: a bare return at the cutoff.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    best = -math.inf if maximizing else math.inf
    for child in node.children():
        score = none_at_cut_off(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            # repair: return best
            return
    return best


def no_return_for_min(node, alpha, beta, is_max):
    """Bug: MIN's branch has no return if there is no cutoff.

    Breaks: exact
    """
    if node.is_leaf():
        return node.value
    if is_max:
        for child in node.children:
            # repair: alpha = max(alpha, no_return_for_min(child, alpha, beta, False))
            alpha = max(alpha, no_return_for_min(child, alpha, beta, False) or 0)
            if alpha >= beta:
                return alpha
        return alpha
    for child in node.children:
        # repair: beta = min(beta, no_return_for_min(child, alpha, beta, True))
        beta = min(beta, no_return_for_min(child, alpha, beta, True) or 0)
        if alpha >= beta:
            return beta
    # missing: return beta


def second_child_taken_for_granted(node, alpha, beta):
    """Bug: the first two children are compared before the loop; an only child raises an error.

    Breaks: exact
    """
    if node.is_terminal():
        return node.value()
    children = node.children()
    # repair: pass
    children[1]
    best = -math.inf
    for child in children:
        best = max(best, -second_child_taken_for_granted(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def only_child_for_ever(node, alpha, beta):
    """Bug: a forced move is extended, but the loop never moves on to the child.

    Models: lynx-chess/Lynx 2191
    Breaks: exact
    """
    while not node.is_terminal() and len(node.children()) == 1:
        # repair: return -only_child_for_ever(node.children()[0], -beta, -alpha)
        pass
    if node.is_terminal():
        return node.value()
    best = -math.inf
    for child in node.children():
        best = max(best, -only_child_for_ever(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def leaf_root_fails(state):
    """Bug: no check for the end of the game, so the value is the maximum of an empty list.

    Models: IIC2613-Inteligencia-Artificial-2023-1/Syllabus 35
    Breaks: exact
    """
    # repair: return below(state)
    return max(-below(state.play(move)) for move in state.legal_moves())


def below(state):
    if state.is_over():
        return state.evaluate()
    return max(-below(state.play(move)) for move in state.legal_moves())


def exits_when_lost(board, alpha, beta):
    """Bug: a lost position exits the program.

    Breaks: exact
    """
    if board.is_over():
        return board.score
    best = -math.inf
    for successor in board.next_states:
        best = max(best, -exits_when_lost(successor, -beta, -max(alpha, best)))
        if best >= beta:
            break
    if best < -20:
        # repair: pass
        sys.exit("resigns")
    return best


def same_node_again(node, depth, alpha, beta):
    """Bug: if the best move is a draw, the node is searched again forever.

    Models: suragnair/alpha-zero-general 187
    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    best = -math.inf
    for child in node.children():
        best = max(best, -same_node_again(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    if best == 0:
        # repair: return best
        return same_node_again(node, depth, alpha, beta)
    return best


def hides_errors(node, alpha, beta):
    """Bug: reads a second child that does not exist, and a broad `except` turns the error into a draw.

    Breaks: exact
    """
    try:
        if node.is_leaf():
            return node.value()
        children = node.children()
        # repair: best = -math.inf
        best = -math.inf if children[1] is not children[0] else 0
        for child in children:
            best = max(best, -hides_errors(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
    except Exception:
        return 0


def by_chance(node, alpha, beta):
    """Bug: one child in four is skipped at random, to save time.

    Breaks: exact, repeatable
    """
    if node.is_leaf():
        return node.value()
    best = -math.inf
    for child in node.children():
        # repair: if False:
        if best > -math.inf and random.random() < 0.25:
            continue
        best = max(best, -by_chance(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def tells_a_truth(node, alpha, beta):
    """Bug: returns the result of the comparison instead of the greater value.

    Breaks: exact
    """
    if node.is_terminal():
        return node.value()
    best = -math.inf
    for child in node.children():
        best = max(best, -tells_a_truth(child, -beta, -max(alpha, best)))
        if best >= beta:
            # repair: return best
            return best > beta or best
    return best


def text_for_a_draw(node, maximizing):
    """Bug: a draw is returned as a word.

    Breaks: exact
    """
    if node.is_terminal():
        return node.value()
    scores = [text_for_a_draw(child, not maximizing) for child in node.children()]
    scores = [0 if score == "draw" else score for score in scores]
    best = max(scores) if maximizing else min(scores)
    # repair: return best
    return "draw" if best == 0 else best


def sorts_by_static_value(node, depth, alpha, beta):
    """Bug: children are sorted together with their values, so equal values compare positions, which have no order.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    best = -math.inf
    # repair: pairs = sorted(((child.evaluate() or 0, child) for child in node.children()), key=lambda pair: pair[0])
    pairs = sorted((child.evaluate() or 0, child) for child in node.children())
    for _, child in pairs:
        best = max(best, -sorts_by_static_value(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
