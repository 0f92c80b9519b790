"""Hexapawn, three pawns each: one board in a global list, moves made and taken back, scores from the side to move."""

import math

board = ["b", "b", "b", ".", ".", ".", "w", "w", "w"]
turn = "w"
nodes = 0


def legal_moves(side):
    step, enemy = (-3, "b") if side == "w" else (3, "w")
    found = []
    for square in range(9):
        if board[square] != side:
            continue
        for target in (square + step - 1, square + step, square + step + 1):
            if not 0 <= target < 9 or abs(target % 3 - square % 3) > 1:
                continue
            if board[target] == ("." if target == square + step else enemy):
                found.append((square, target))
    return found


def make(move):
    square, target = move
    captured = board[target]
    board[target], board[square] = board[square], "."
    return captured


def unmake(move, captured):
    square, target = move
    board[square], board[target] = board[target], captured


def promoted():
    return "w" in board[:3] or "b" in board[6:]


def evaluate(squares, side):
    """The value for the side to move: pawns, and how far they are; -50 if the other side has just promoted."""
    if "w" in squares[:3] or "b" in squares[6:]:
        return -50
    count = sum(
        (7 + (2 - i // 3) * (i % 3)) * (p == "w") - (7 + i // 3 + i % 2) * (p == "b") for i, p in enumerate(squares)
    )
    return count if side == "w" else -count


def other(side):
    return "b" if side == "w" else "w"


def plain(depth, side):
    moves = legal_moves(side)
    if depth == 0 or promoted() or not moves:
        return evaluate(board, side)
    values = []
    for move in moves:
        captured = make(move)
        values.append(-plain(depth - 1, other(side)))
        unmake(move, captured)
    return max(values)


def pawn_left_behind(depth, alpha, beta, side):
    """Bug: `break` on a cutoff stands before `unmake`, so the global board keeps the move.

    Start: pawn_left_behind(5, -math.inf, math.inf, "w")
    Plain: plain(5, "w")
    Breaks: exact
    """
    moves = legal_moves(side)
    if depth == 0 or promoted() or not moves:
        return evaluate(board, side)
    best = -math.inf
    for move in moves:
        captured = make(move)
        best = max(best, -pawn_left_behind(depth - 1, -beta, -alpha, other(side)))
        alpha = max(alpha, best)
        # missing: unmake(move, captured)
        if alpha >= beta:
            break
        # repair: pass
        unmake(move, captured)
    return best


def turn_not_given_back(depth, alpha, beta):
    """Bug: a global holds the side to move, and a cutoff returns before it is set back.

    Start: turn_not_given_back(5, -math.inf, math.inf)
    Plain: plain(5, "w")
    Breaks: exact
    """
    global turn
    moves = legal_moves(turn)
    if depth == 0 or promoted() or not moves:
        return evaluate(board, turn)
    for move in moves:
        captured = make(move)
        turn = other(turn)
        score = -turn_not_given_back(depth - 1, -beta, -alpha)
        unmake(move, captured)
        if score >= beta:
            # repair: turn = other(turn); return beta
            return beta
        turn = other(turn)
        alpha = max(alpha, score)
    return alpha


def no_second_search(depth, alpha, beta, side):
    """Bug: principal variation search with null windows, but without the second search when one fails high.

    Start: no_second_search(5, -math.inf, math.inf, "w")
    Plain: plain(5, "w")
    Breaks: exact
    """
    moves = legal_moves(side)
    if depth == 0 or promoted() or not moves:
        return evaluate(board, side)
    best = -math.inf
    for nth, move in enumerate(moves):
        captured = make(move)
        if nth == 0:
            score = -no_second_search(depth - 1, -beta, -alpha, other(side))
        else:
            score = -no_second_search(depth - 1, -alpha - 1, -alpha, other(side))
            # missing: if alpha < score < beta: score = -no_second_search(depth - 1, -beta, -alpha, other(side))
        unmake(move, captured)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def second_search_too_late(depth, alpha, beta, side):
    """Bug: after a null window, only a score of at least beta is searched again, and not one inside the window.

    Start: second_search_too_late(5, -math.inf, math.inf, "b")
    Plain: plain(5, "b")
    Breaks: exact
    """
    moves = legal_moves(side)
    if depth == 0 or promoted() or not moves:
        return evaluate(board, side)
    bound = beta
    for nth, move in enumerate(moves):
        captured = make(move)
        score = -second_search_too_late(depth - 1, -bound, -alpha, other(side))
        # repair: if nth > 0 and alpha < score < beta:
        if nth > 0 and score >= beta:
            score = -second_search_too_late(depth - 1, -beta, -alpha, other(side))
        unmake(move, captured)
        if score > alpha:
            alpha = score
        if alpha >= beta:
            return alpha
        bound = alpha + 1
    return alpha


def raised_with_the_wrong_sign(depth, alpha, beta, side):
    """Bug: alpha is raised by the score as the other side sees it.

    Start: raised_with_the_wrong_sign(5, -math.inf, math.inf, "w")
    Plain: plain(5, "w")
    Value: ["score"]
    Breaks: exact
    """
    global nodes
    nodes += 1
    moves = legal_moves(side)
    if depth == 0 or promoted() or not moves:
        return {"score": evaluate(board, side), "move": None}
    best = {"score": -math.inf, "move": None}
    for move in moves:
        captured = make(move)
        score = -raised_with_the_wrong_sign(depth - 1, -beta, -alpha, other(side))["score"]
        unmake(move, captured)
        if score > best["score"]:
            best = {"score": score, "move": move}
        # repair: alpha = max(alpha, score)
        alpha = max(alpha, -score)
        if alpha >= beta:
            break
    return best
