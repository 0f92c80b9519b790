"""Tic-tac-toe on a dictionary with keys 1 to 9, as in beginners' programs; X is the computer and maximizes."""

import math

WINS = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))


def position():
    return {1: "X", 2: " ", 3: "O", 4: " ", 5: "O", 6: " ", 7: "X", 8: " ", 9: " "}


def has_won(board, player):
    return any(all(board[square] == player for square in line) for line in WINS)


def is_finished(board):
    return has_won(board, "X") or has_won(board, "O") or " " not in board.values()


def evaluate(board):
    return 100 * (has_won(board, "X") - has_won(board, "O"))


def with_bonus(score, depth):
    if score > 0:
        return score - depth
    return score + depth if score < 0 else score


def plain(board, is_max, bonus=False, depth=0):
    if is_finished(board):
        return with_bonus(evaluate(board), depth) if bonus else evaluate(board)
    letter = "X" if is_max else "O"
    values = [plain({**board, i: letter}, not is_max, bonus, depth + 1) for i in board if board[i] == " "]
    return max(values) if is_max else min(values)


def minimax(board, is_max):
    """Style: plain minimax on one board; no window and no pruning.

    Start: minimax(position(), True)
    Plain: plain(position(), True)
    """
    if is_finished(board):
        return evaluate(board)
    best = -math.inf if is_max else math.inf
    for square in board:
        if board[square] == " ":
            board[square] = "X" if is_max else "O"
            score = minimax(board, not is_max)
            board[square] = " "
            best = max(score, best) if is_max else min(score, best)
    return best


def score_and_move(board, player, alpha, beta):
    """Style: a pair of score and square is returned; at the end of the game the square is None.

    Start: score_and_move(position(), "X", -math.inf, math.inf)
    Plain: plain(position(), True)
    Value: [0]
    """
    if is_finished(board):
        return evaluate(board), None
    best_move = None
    best = -math.inf if player == "X" else math.inf
    for square in [i for i in board if board[i] == " "]:
        board[square] = player
        score, _ = score_and_move(board, "O" if player == "X" else "X", alpha, beta)
        board[square] = " "
        if player == "X":
            if score > best:
                best, best_move = score, square
            alpha = max(alpha, best)
        else:
            if score < best:
                best, best_move = score, square
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move


def sooner_is_better(board, depth, is_max, alpha, beta):
    """Style: a win counts more the sooner it comes: the depth so far is taken from the score of a leaf.

    Start: sooner_is_better(position(), 0, True, -math.inf, math.inf)
    Plain: plain(position(), True, True)
    """
    if is_finished(board):
        return with_bonus(evaluate(board), depth)
    if is_max:
        best = -math.inf
        for square in range(1, 10):
            if board[square] == " ":
                board[square] = "X"
                best = max(best, sooner_is_better(board, depth + 1, False, alpha, beta))
                board[square] = " "
                alpha = max(alpha, best)
                if beta <= alpha:
                    return best
        return best
    best = math.inf
    for square in range(1, 10):
        if board[square] == " ":
            board[square] = "O"
            best = min(best, sooner_is_better(board, depth + 1, True, alpha, beta))
            board[square] = " "
            beta = min(beta, best)
            if beta <= alpha:
                return best
    return best


def best_move(board):
    """Style: the search is a function inside the function that picks the move, and takes the board from there.

    Start: best_move(position())
    Plain: plain(position(), True)
    Value: [1]
    """

    def search(is_max, alpha, beta):
        if is_finished(board):
            return evaluate(board)
        value = -math.inf if is_max else math.inf
        for square in [i for i in board if board[i] == " "]:
            board[square] = "X" if is_max else "O"
            score = search(not is_max, alpha, beta)
            board[square] = " "
            if is_max:
                value = max(value, score)
                alpha = max(alpha, value)
            else:
                value = min(value, score)
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value

    best, move = -math.inf, None
    for square in [i for i in board if board[i] == " "]:
        board[square] = "X"
        score = search(False, best, math.inf)
        board[square] = " "
        if score > best:
            best, move = score, square
    return move, best


def wins_at_once(board, is_max, alpha, beta):
    """Style: a move that wins is returned at once, without a recursive call and without trying other moves.

    Start: wins_at_once(position(), True, -math.inf, math.inf)
    Plain: plain(position(), True)
    """
    if is_finished(board):
        return evaluate(board)
    letter = "X" if is_max else "O"
    best = -math.inf if is_max else math.inf
    for square in [i for i in board if board[i] == " "]:
        board[square] = letter
        if has_won(board, letter):
            score = evaluate(board)
            board[square] = " "
            return score
        score = wins_at_once(board, not is_max, alpha, beta)
        board[square] = " "
        if is_max:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
