"""SCOUT, PVS and NegaScout: a test of whether a later move is better, and a second search if it is."""

import math

INF = math.inf


def at_least(pos, v):
    if pos.is_over():
        return pos.score() >= v
    return any(not more_than(reply, -v) for reply in pos.successors())


def more_than(pos, v):
    if pos.is_over():
        return pos.score() > v
    # repair: return any(not at_least(reply, -v) for reply in pos.successors())
    return any(not more_than(reply, -v) for reply in pos.successors())


def pearls_scout(pos):
    """Bug: TEST asks "more than" at every ply, but the negated question is "at least".

    Breaks: exact
    """
    if pos.is_over():
        return pos.score()
    best = None
    for reply in pos.successors():
        if best is None or not more_than(reply, -best - 1):
            best = -pearls_scout(reply)
    return best


def beats(position, score):
    """True if the side to move gets more than `score`."""
    if position.is_leaf():
        return position.value > score
    return any(not reaches(child, -score) for child in position.children)


def reaches(position, score):
    """True if the side to move gets at least `score`."""
    if position.is_leaf():
        return position.value >= score
    return any(not beats(child, -score) for child in position.children)


def scores_in_pawns(position, alpha, beta):
    """Bug: scores are fractions of a pawn, but a move must be a whole pawn better to be searched again.

    Breaks: exact
    Declares: domain any
    """
    if position.is_leaf():
        return position.value
    for nth, child in enumerate(position.children):
        # repair: if nth > 0 and reaches(child, -alpha):
        if nth > 0 and beats(child, -alpha - 1):
            continue
        alpha = max(alpha, -scores_in_pawns(child, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def one_player_looks_twice(node, depth, alpha, beta, maximizing):
    """Bug: only MAX searches again after its null window, and MIN trusts it.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    children = node.get_children()
    value = one_player_looks_twice(children[0], depth - 1, alpha, beta, not maximizing)
    if maximizing:
        for child in children[1:]:
            alpha = max(alpha, value)
            if alpha >= beta:
                break
            guess = one_player_looks_twice(child, depth - 1, alpha, alpha + 1, False)
            if alpha < guess < beta:
                guess = one_player_looks_twice(child, depth - 1, guess, beta, False)
            value = max(value, guess)
        return value
    for child in children[1:]:
        beta = min(beta, value)
        if alpha >= beta:
            break
        guess = one_player_looks_twice(child, depth - 1, beta - 1, beta, True)
        # missing: guess = one_player_looks_twice(child, depth - 1, alpha, guess, True) if alpha < guess < beta else guess
        value = min(value, guess)
    return value


def horizon_is_exact(board, depth, alpha, beta):
    """Bug: the last two plies are not searched again, as in NegaScout, but this search is fail-hard.

    Breaks: exact
    """
    if depth == 0 or board.game_over():
        return min(max(board.evaluate(), alpha), beta)
    principal = True
    for move in board.legal_moves():
        board.do_move(move)
        if principal:
            score = -horizon_is_exact(board, depth - 1, -beta, -alpha)
        else:
            score = -horizon_is_exact(board, depth - 1, -alpha - 1, -alpha)
            # repair: if alpha < score < beta:
            if alpha < score < beta and depth > 2:
                score = -horizon_is_exact(board, depth - 1, -beta, -alpha)
        board.undo_move()
        if score >= beta:
            return beta
        alpha = max(alpha, score)
        principal = False
    return alpha


def reinefeld(n, d, alpha, beta, color):
    """Bug: NegaScout trusts its null window in the last three plies, but it is exact only in the last two.

    Breaks: exact
    """
    if d == 0 or n.is_leaf():
        return color * n.value()
    a, b, first = alpha, beta, True
    best = -INF
    for child in n.successors():
        t = -reinefeld(child, d - 1, -b, -a, -color)
        # repair: if a < t < beta and not first and d > 2:
        if a < t < beta and not first and d > 3:
            t = -reinefeld(child, d - 1, -beta, -t, -color)
        best = max(best, t)
        a = max(a, t)
        if a >= beta:
            return best
        b, first = a + 1, False
    return best


def minus_alpha_plus_one(pos, alpha, beta):
    """Bug: the null window is (-alpha + 1, -alpha) instead of (-(alpha + 1), -alpha).

    Breaks: knuth, exact
    """
    if pos.game_over:
        return pos.evaluate()
    best = -INF
    for child in pos.get_children():
        low = max(alpha, best)
        if best == -INF:
            score = -minus_alpha_plus_one(child, -beta, -low)
        else:
            # repair: score = -minus_alpha_plus_one(child, -(low + 1), -low)
            score = -minus_alpha_plus_one(child, -low + 1, -low)
            if low < score < beta:
                score = -minus_alpha_plus_one(child, -beta, -low)
        best = max(best, score)
        if best >= beta:
            return best
    return best


def above_the_score(state, alpha, beta):
    """Bug: the second search starts one above the score of the first, as if that could not be the value.

    Breaks: knuth, exact
    """
    if state.terminal_test():
        return max(alpha, min(beta, state.utility()))
    width = beta
    for nth, (move, successor) in enumerate(state.successors()):
        score = -above_the_score(successor, -width, -alpha)
        if alpha < score < beta and nth > 0:
            # repair: score = -above_the_score(successor, -beta, -alpha)
            score = -above_the_score(successor, -beta, -score - 1)
        alpha = max(alpha, score)
        if alpha >= beta:
            return beta
        width = alpha + 1
    return alpha


def around_the_best(node, alpha, beta):
    """Bug: the null window is at the best score, which can be below alpha, and the second search needs more than alpha.

    Breaks: knuth, exact
    """
    if node.is_terminal():
        return node.value()
    best = -INF
    for child in node.children():
        if best == -INF:
            best = -around_the_best(child, -beta, -alpha)
        else:
            # repair: bound = max(alpha, best)
            bound = best
            score = -around_the_best(child, -bound - 1, -bound)
            if alpha < score < beta:
                score = -around_the_best(child, -beta, -score)
            best = max(best, score)
        if best >= beta:
            break
    return best


def alpha_of_the_call(node, lower, upper):
    """Bug: null windows and second searches start from the alpha of the call, not from the best score.

    Breaks: waste
    """
    if node.is_leaf:
        return node.value
    best = None
    for kid in node.kids:
        if best is None:
            best = -alpha_of_the_call(kid, -upper, -lower)
        else:
            # repair: low = max(lower, best)
            low = lower
            guess = -alpha_of_the_call(kid, -low - 1, -low)
            if low < guess < upper:
                guess = -alpha_of_the_call(kid, -upper, -low)
            best = max(best, guess)
        if best >= upper:
            break
    return best
