"""Tic-tac-toe on a list of nine strings: moves are made and taken back on one board."""

from math import inf

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def late_board():
    return ["X", "O", "X", " ", "O", " ", " ", " ", " "]


def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None


def game_over(board):
    return winner(board) is not None or " " not in board


def evaluate(board):
    return {"X": 1, "O": -1, None: 0}[winner(board)]


def free_squares(board):
    return [i for i in range(9) if board[i] == " "]


def plain(board, is_max):
    if game_over(board):
        return evaluate(board)
    values = []
    for i in free_squares(board):
        values.append(plain([*board[:i], "X" if is_max else "O", *board[i + 1 :]], not is_max))
    return max(values) if is_max else min(values)


def bound_to_alpha(board, is_max, alpha, beta):
    """Bug: one line after the branches raises alpha for both players, so MIN writes its bound to alpha.

    Start: bound_to_alpha(late_board(), True, -inf, inf)
    Plain: plain(late_board(), True)
    Breaks: waste
    """
    if game_over(board):
        return evaluate(board)
    best = -inf if is_max else inf
    for i in free_squares(board):
        board[i] = "X" if is_max else "O"
        score = bound_to_alpha(board, not is_max, alpha, beta)
        board[i] = " "
        if is_max:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            # repair: beta = min(beta, best)
            alpha = min(beta, best)
        if beta <= alpha:
            break
    return best


def window_not_passed_on(board, turn, alpha=-inf, beta=inf):
    """Bug: the recursive call leaves the window out, so each child starts with an open one.

    Start: window_not_passed_on(late_board(), "X")
    Plain: plain(late_board(), True)
    Breaks: waste
    """
    if game_over(board):
        return evaluate(board)
    if turn == "X":
        best = -inf
        for i in free_squares(board):
            board[i] = "X"
            # repair: best = max(best, window_not_passed_on(board, "O", alpha, beta))
            best = max(best, window_not_passed_on(board, "O"))
            board[i] = " "
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = inf
    for i in free_squares(board):
        board[i] = "O"
        # repair: best = min(best, window_not_passed_on(board, "X", alpha, beta))
        best = min(best, window_not_passed_on(board, "X"))
        board[i] = " "
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def best_from_zero(board, player, alpha, beta):
    """Bug: the best score starts at 0, so a player who must lose sees a draw.

    Start: best_from_zero(["O", "X", " ", " ", "O", "X", " ", " ", " "], "X", -inf, inf)
    Plain: plain(["O", "X", " ", " ", "O", "X", " ", " ", " "], True)
    Value: [0]
    Breaks: exact
    """
    if game_over(board):
        return evaluate(board), None
    best_move = None
    # repair: best = -inf if player == "X" else inf
    best = 0
    for move in free_squares(board):
        board[move] = player
        score, _ = best_from_zero(board, "O" if player == "X" else "X", alpha, beta)
        board[move] = " "
        if player == "X" and score > best:
            best, best_move = score, move
            alpha = max(alpha, score)
        if player == "O" and score < best:
            best, best_move = score, move
            beta = min(beta, score)
        if alpha >= beta:
            break
    return best, best_move


def tested_before_update(board, is_max, alpha, beta):
    """Bug: the cutoff test comes before the bound is updated, so each cutoff is a child late.

    Start: tested_before_update([" ", "O", "X", " ", " ", " ", " ", "X", "O"], True, -inf, inf)
    Plain: plain([" ", "O", "X", " ", " ", " ", " ", "X", "O"], True)
    Breaks: waste
    """
    if game_over(board):
        return evaluate(board)
    best = -inf if is_max else inf
    for i in free_squares(board):
        board[i] = "X" if is_max else "O"
        score = tested_before_update(board, not is_max, alpha, beta)
        board[i] = " "
        if is_max:
            best = max(best, score)
            # missing: alpha = max(alpha, best)
            if beta <= alpha:
                break
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            # missing: beta = min(beta, best)
            if beta <= alpha:
                break
            beta = min(beta, best)
    return best


def square_stays_taken(board, is_max, alpha, beta):
    """Bug: a cutoff leaves the loop before the square is emptied.

    Start: square_stays_taken(late_board(), True, -inf, inf)
    Plain: plain(late_board(), True)
    Models: Checkora/Checkora 90
    Breaks: exact
    """
    if game_over(board):
        return evaluate(board)
    best = -inf if is_max else inf
    for i in free_squares(board):
        board[i] = "X" if is_max else "O"
        score = square_stays_taken(board, not is_max, alpha, beta)
        if is_max:
            best = max(best, score)
            alpha = max(alpha, score)
        else:
            best = min(best, score)
            beta = min(beta, score)
        if beta <= alpha:
            # repair: board[i] = " "; break
            break
        board[i] = " "
    return best


def nothing_on_cutoff(board, is_max, alpha, beta):
    """Bug: a cutoff returns without a value.

    Start: nothing_on_cutoff(late_board(), True, -inf, inf)
    Plain: plain(late_board(), True)
    Breaks: exact
    """
    if game_over(board):
        return evaluate(board)
    best = -inf if is_max else inf
    for i in free_squares(board):
        board[i] = "X" if is_max else "O"
        score = nothing_on_cutoff(board, not is_max, alpha, beta)
        board[i] = " "
        if is_max:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            # repair: return best
            return
    return best
