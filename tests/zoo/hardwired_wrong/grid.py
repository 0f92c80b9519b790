"""Tic-tac-toe on nested lists, in loops over rows and columns, with +10 and -10 for the players."""

from copy import deepcopy

INFINITY = float("inf")
EMPTY = "_"


def create_board():
    return [["x", "_", "o"], ["_", "o", "_"], ["_", "_", "x"]]


def lines(board):
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return [*board, *([row[c] for row in board] for c in range(3)), *diagonals]


def evaluate(board):
    if ["x"] * 3 in lines(board):
        return 10
    if ["o"] * 3 in lines(board):
        return -10
    return 0


def is_finished(board):
    return ["x"] * 3 in lines(board) or ["o"] * 3 in lines(board) or not any(EMPTY in row for row in board)


def cells(board):
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == EMPTY]


def plain(board, is_max):
    if is_finished(board):
        return evaluate(board)
    values = []
    for r, c in cells(board):
        after = deepcopy(board)
        after[r][c] = "x" if is_max else "o"
        values.append(plain(after, not is_max))
    return (max if is_max else min)(values)


def inner_break(board, depth, is_max, alpha, beta):
    """Bug: `break` leaves only the loop over columns, and the next row is still searched.

    Start: inner_break(create_board(), 0, True, -INFINITY, INFINITY)
    Plain: plain(create_board(), True)
    Breaks: waste
    """
    if is_finished(board):
        return evaluate(board)
    if is_max:
        best = -INFINITY
        for r in range(3):
            for c in range(3):
                if board[r][c] == EMPTY:
                    board[r][c] = "x"
                    best = max(best, inner_break(board, depth + 1, False, alpha, beta))
                    board[r][c] = EMPTY
                    alpha = max(alpha, best)
                    if beta <= alpha:
                        # repair: return best
                        break
        return best
    best = INFINITY
    for r in range(3):
        for c in range(3):
            if board[r][c] == EMPTY:
                board[r][c] = "o"
                best = min(best, inner_break(board, depth + 1, True, alpha, beta))
                board[r][c] = EMPTY
                beta = min(beta, best)
                if beta <= alpha:
                    # repair: return best
                    break
    return best


def bounds_exchanged(board, player, alpha, beta):
    """Bug: the recursive call takes beta for alpha, as in negamax, but nothing is negated.

    Start: bounds_exchanged(create_board(), "x", -INFINITY, INFINITY)
    Plain: plain(create_board(), True)
    Value: [2]
    Breaks: exact
    """
    best = [-1, -1, -INFINITY] if player == "x" else [-1, -1, INFINITY]
    if is_finished(board):
        return [-1, -1, evaluate(board)]
    for r, c in cells(board):
        board[r][c] = player
        # repair: score = bounds_exchanged(board, "o" if player == "x" else "x", alpha, beta)
        score = bounds_exchanged(board, "o" if player == "x" else "x", beta, alpha)
        board[r][c] = EMPTY
        score[0], score[1] = r, c
        if player == "x":
            if score[2] > best[2]:
                best = score
            alpha = max(alpha, best[2])
        else:
            if score[2] < best[2]:
                best = score
            beta = min(beta, best[2])
        if alpha >= beta:
            break
    return best


def root_forgets(board):
    """Bug: the root searches each of its moves with an open window, and never uses what the earlier ones gave.

    Start: root_forgets(create_board())
    Plain: plain(create_board(), True)
    Value: [0]
    Models: aimacode/aima-python 34
    Breaks: waste
    """

    def search(is_max, alpha, beta):
        if is_finished(board):
            return evaluate(board)
        best = -INFINITY if is_max else INFINITY
        for r, c in cells(board):
            board[r][c] = "x" if is_max else "o"
            score = search(not is_max, alpha, beta)
            board[r][c] = EMPTY
            if is_max:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best

    best_score, best_move = -INFINITY, None
    for r, c in cells(board):
        board[r][c] = "x"
        # repair: score = search(False, best_score, INFINITY)
        score = search(False, -INFINITY, INFINITY)
        board[r][c] = EMPTY
        if score > best_score:
            best_score, best_move = score, (r, c)
    return best_score, best_move


def rows_shared(board, is_max, alpha, beta):
    """Bug: `board[:]` copies the list of rows, but not the rows, so moves in the copy are moves on the board.

    Start: rows_shared(create_board(), True, -INFINITY, INFINITY)
    Plain: plain(create_board(), True)
    Breaks: exact
    """
    if is_finished(board):
        return evaluate(board)
    best = -INFINITY if is_max else INFINITY
    for r, c in cells(board):
        # repair: new_board = [row[:] for row in board]
        new_board = board[:]
        new_board[r][c] = "x" if is_max else "o"
        score = rows_shared(new_board, not is_max, alpha, beta)
        if is_max:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def cut_at_own_bound(board, is_max, alpha, beta):
    """Bug: MIN stops at `best >= alpha`, the right comparison with the wrong sign.

    Start: cut_at_own_bound(create_board(), False, -INFINITY, INFINITY)
    Plain: plain(create_board(), False)
    Breaks: exact
    """
    if is_finished(board):
        return evaluate(board)
    if is_max:
        best = -INFINITY
        for r, c in cells(board):
            board[r][c] = "x"
            best = max(best, cut_at_own_bound(board, False, alpha, beta))
            board[r][c] = EMPTY
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best
    best = INFINITY
    for r, c in cells(board):
        board[r][c] = "o"
        best = min(best, cut_at_own_bound(board, True, alpha, beta))
        board[r][c] = EMPTY
        # repair: if best <= alpha:
        if best >= alpha:
            return best
        beta = min(beta, best)
    return best
