"""Pieces on a row that step to a neighbour and capture: own ones are positive numbers, the other side's negative."""

from math import inf

ROW = (1, 5, -1, 0, 3, -3, 0, -5)


def moves(row, only_captures=False):
    """The moves (from, to) of the side to move; the row is turned after each move, so that its pieces are positive."""
    found = []
    for i, piece in enumerate(row):
        for target in (i - 1, i + 1):
            if piece > 0 and 0 <= target < len(row) and (row[target] < 0 or (row[target] == 0 and not only_captures)):
                found.append((i, target))
    return found


def play(row, move):
    squares = list(row)
    squares[move[1]], squares[move[0]] = squares[move[0]], 0
    return tuple(-piece for piece in reversed(squares))


def evaluate(row):
    return sum(row)


def plain(row, depth):
    if depth == 0 or not moves(row):
        return evaluate(row)
    return max(-plain(play(row, move), depth - 1) for move in moves(row))


def plain_exchange(row):
    """Minimax over captures, which each side may stop."""
    return max(evaluate(row), *(-plain_exchange(play(row, move)) for move in moves(row, only_captures=True)), -inf)


def plain_quiet(row, depth):
    if depth == 0 or not moves(row):
        return plain_exchange(row)
    return max(-plain_quiet(play(row, move), depth - 1) for move in moves(row))


def plain_decay(row, depth):
    if depth == 0 or not moves(row):
        return evaluate(row)
    return max(-nearer_to_zero(plain_decay(play(row, move), depth - 1)) for move in moves(row))


def quiesce(row, alpha, beta):
    stand_pat = evaluate(row)
    if stand_pat >= beta:
        return stand_pat
    alpha, best = max(alpha, stand_pat), stand_pat
    for move in moves(row, only_captures=True):
        best = max(best, -quiesce(play(row, move), -beta, -alpha))
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best


def with_quiescence(row, depth, alpha, beta):
    """Style: at depth 0 a second function searches captures alone, from a value for stopping there.

    Start: with_quiescence(ROW, 3, -inf, inf)
    Plain: plain_quiet(ROW, 3)
    """
    if not moves(row) or depth == 0:
        return quiesce(row, alpha, beta)
    best = -inf
    for move in moves(row):
        best = max(best, -with_quiescence(play(row, move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def nearer_to_zero(score):
    return score - 1 if score > 0 else score + 1 if score < 0 else 0


def later_is_less(row, depth, alpha, beta):
    """Style: a score loses a point for each move on the way up, and the window is widened for it.

    Start: later_is_less(ROW, 4, -inf, inf)
    Plain: plain_decay(ROW, 4)
    """
    if depth == 0 or not moves(row):
        return evaluate(row)
    best = -inf
    for move in moves(row):
        score = later_is_less(play(row, move), depth - 1, -beta - 1, -alpha + 1)
        best = max(best, -nearer_to_zero(score))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


best_moves = {}


def deepening(row, depth):
    """Style: iterative deepening; the best move of the last round is searched first.

    Start: deepening(ROW, 4)
    Plain: plain(ROW, 4)
    Value: [0]
    """
    for limit in range(1, depth + 1):
        value = alpha_beta(row, limit, -inf, inf)
    return value, best_moves.get(row)


def alpha_beta(row, depth, alpha, beta):
    if depth == 0 or not moves(row):
        return evaluate(row)
    best = -inf
    for move in sorted(moves(row), key=lambda move: move != best_moves.get(row)):
        score = -alpha_beta(play(row, move), depth - 1, -beta, -alpha)
        if score > best:
            best, best_moves[row] = score, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
