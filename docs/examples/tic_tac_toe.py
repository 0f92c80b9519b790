"""Tic-tac-toe against the computer. The search has a bug that many programs have."""

from math import inf

COMPUTER, HUMAN, EMPTY = "X", "O", "."
DEPTH = 3


def create_board():
    """Three empty rows."""
    return [[EMPTY] * 3 for _ in range(3)]


def has_won(board, player):
    """Whether a row, a column or a diagonal is the player's."""
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return any(all(cell == player for cell in line) for line in [*board, *zip(*board, strict=True), *diagonals])


def empty_cells(board):
    """The cells that can be played, as pairs of row and column."""
    return [(row, column) for row in range(3) for column in range(3) if board[row][column] == EMPTY]


def minimax(board, depth, alpha, beta, is_maximizing):
    """1 if the computer wins, -1 if the human wins, else 0."""
    if has_won(board, COMPUTER):
        return 1
    if has_won(board, HUMAN):
        return -1
    if depth == 0 or not empty_cells(board):
        return 0
    best = -inf if is_maximizing else inf
    for row in range(3):
        for column in range(3):
            if board[row][column] != EMPTY:
                continue
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


def best_move(board):
    """The computer's move."""
    scores = {}
    for row, column in empty_cells(board):
        board[row][column] = COMPUTER
        scores[row, column] = minimax(board, DEPTH, -inf, inf, is_maximizing=False)
        board[row][column] = EMPTY
    return max(scores, key=scores.get)


def play():
    """Play a game."""
    board = create_board()
    while empty_cells(board) and not has_won(board, COMPUTER):
        row, column = map(int, input("row and column, from 0: ").split())
        board[row][column] = HUMAN
        if empty_cells(board) and not has_won(board, HUMAN):
            row, column = best_move(board)
            board[row][column] = COMPUTER
        print(*map("".join, board), sep="\n")


if __name__ == "__main__":
    play()
