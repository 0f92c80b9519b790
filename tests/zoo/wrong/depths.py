"""Wrong depth limits: miscounted, ignored, or tested in the wrong place."""

import math


def two_at_a_time(node, depth, alpha, beta, maximizing):
    """Bug: each ply reduces the depth by two.

    Breaks: exact
    """
    if depth <= 0 or node.is_terminal():
        return node.evaluate()
    best = -math.inf if maximizing else math.inf
    for child in node.children():
        # repair: score = two_at_a_time(child, depth - 1, alpha, beta, not maximizing)
        score = two_at_a_time(child, depth - 2, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def one_ply_short(pos, depth, alpha, beta):
    """Bug: the search stops at depth 1 instead of 0.

    Breaks: exact
    """
    # repair: if depth == 0 or pos.is_over():
    if depth == 1 or pos.is_over():
        return pos.evaluate()
    for move in pos.legal_moves():
        alpha = max(alpha, -one_ply_short(pos.play(move), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def min_keeps_depth(node, depth, alpha, beta, maximizing):
    """Bug: MIN's branch passes the depth on without reducing it.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    if maximizing:
        best = -math.inf
        for child in node.children():
            best = max(best, min_keeps_depth(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = math.inf
    for child in node.children():
        # repair: best = min(best, min_keeps_depth(child, depth - 1, alpha, beta, True))
        best = min(best, min_keeps_depth(child, depth, alpha, beta, True))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def depth_sinks_in_loop(board, depth, alpha, beta):
    """Bug: the depth is reduced within the loop, so later children are searched less deep.

    Breaks: exact
    """
    if depth <= 0 or board.game_over():
        return board.evaluate()
    best = -math.inf
    for move in board.legal_moves():
        board.push(move)
        # repair: pass
        depth -= 1
        # repair: best = max(best, -depth_sinks_in_loop(board, depth - 1, -beta, -max(alpha, best)))
        best = max(best, -depth_sinks_in_loop(board, depth, -beta, -max(alpha, best)))
        board.pop()
        if best >= beta:
            break
    return best


def depth_alone(pos, depth, alpha, beta):
    """Bug: only the depth ends the search, although a finished game has no moves.

    Models: lynx-chess/Lynx 2191
    Breaks: exact
    """
    # repair: if depth == 0 or pos.is_over():
    if depth == 0:
        return pos.evaluate()
    best = -math.inf
    for move in pos.legal_moves():
        best = max(best, -depth_alone(pos.play(move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def late_moves_reduced(pos, depth, alpha, beta):
    """Bug: later moves are searched less deep, and are never re-searched when they turn out well.

    Breaks: exact
    """
    if depth <= 0 or pos.is_over():
        return pos.evaluate()
    best = -math.inf
    for nth, move in enumerate(pos.legal_moves()):
        child = pos.play(move)
        # repair: score = -late_moves_reduced(child, depth - 1, -beta, -alpha)
        score = -late_moves_reduced(child, depth - 1 - (nth > 1), -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def static_inside(node, depth, alpha, beta, maximizing):
    """Bug: futility: a position whose static value is below alpha is not searched, at any depth.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    # repair: if False:
    if maximizing and (node.evaluate() or 0) < alpha - 1:
        return node.evaluate()
    best = -math.inf if maximizing else math.inf
    for child in node.children():
        score = static_inside(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def nearer_is_better(node, depth, alpha, beta, maximizing):
    """Bug: the depth left is added to every value, also at the depth limit.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        # repair: return node.evaluate()
        return node.evaluate() + depth
    best = -math.inf if maximizing else math.inf
    for child in node.children():
        score = nearer_is_better(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def deepening_stops_early(pos, depth):
    """Bug: iterative deepening stops one iteration before the required depth.

    Breaks: exact
    """
    score, move = fixed(pos, 0)
    # repair: for d in range(1, depth + 1):
    for d in range(1, depth):
        score, move = fixed(pos, d)
    return score, move


def fixed(pos, depth, alpha=-math.inf, beta=math.inf):
    if depth == 0 or pos.is_over():
        return pos.evaluate(), None
    best = None
    for move in pos.legal_moves():
        score = -fixed(pos.play(move), depth - 1, -beta, -alpha)[0]
        if score > alpha or best is None:
            alpha, best = score, move
        if alpha >= beta:
            break
    return alpha, best
