"""The search of `tic_tac_toe.py` without its bug."""

from math import inf

from tic_tac_toe import COMPUTER, EMPTY, HUMAN, create_board, empty_cells, has_won


def minimax(board, depth, alpha, beta, is_maximizing):
    """1 if the computer wins, -1 if the human wins, else 0."""
    if has_won(board, COMPUTER):
        return 1
    if has_won(board, HUMAN):
        return -1
    if depth == 0 or not empty_cells(board):
        return 0
    best = -inf if is_maximizing else inf
    for row, column in empty_cells(board):
        board[row][column] = COMPUTER if is_maximizing else HUMAN
        score = minimax(board, depth - 1, alpha, beta, not is_maximizing)
        board[row][column] = EMPTY
        if is_maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


if __name__ == "__main__":
    print(minimax(create_board(), 9, -inf, inf, is_maximizing=True))
