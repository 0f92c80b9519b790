"""Three in a row with gravity, on a numpy board of 4 x 4: the search drops discs into a copy."""

import math

import numpy as np

ROWS, COLUMNS = 4, 4
PLAYER, AI = 1, 2


def create_board():
    board = np.zeros((ROWS, COLUMNS), dtype=int)
    board[3, 1] = PLAYER
    board[3, 2] = AI
    return board


def valid_columns(board):
    return [c for c in range(COLUMNS) if board[0, c] == 0]


def drop(board, column, piece):
    after = board.copy()
    row = max(r for r in range(ROWS) if after[r, column] == 0)
    after[row, column] = piece
    return after


def windows_of_three(board):
    grid = board.tolist()
    for r in range(ROWS):
        for c in range(COLUMNS):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if r + 2 * dr < ROWS and 0 <= c + 2 * dc < COLUMNS:
                    yield [grid[r + k * dr][c + k * dc] for k in range(3)]


def wins(board, piece):
    return [piece] * 3 in list(windows_of_three(board))


def is_over(board):
    return wins(board, AI) or wins(board, PLAYER) or not valid_columns(board)


def evaluate(board):
    score = 3 * int(np.sum(board[:, 1] == AI)) - 3 * int(np.sum(board[:, 1] == PLAYER))
    for window in windows_of_three(board):
        score += {3: 100, 2: 5}.get(window.count(AI), 0) - {3: 100, 2: 4}.get(window.count(PLAYER), 0)
    return score


def plain(board, depth, is_max):
    if depth == 0 or is_over(board):
        return evaluate(board)
    values = [plain(drop(board, c, AI if is_max else PLAYER), depth - 1, not is_max) for c in valid_columns(board)]
    return max(values) if is_max else min(values)


def beta_raised(board, depth, alpha, beta, maximizing):
    """Bug: MIN takes the maximum for its bound, so beta stays infinite and MIN's replies are never cut off.

    Start: beta_raised(create_board(), 4, -inf, inf, True)
    Plain: plain(create_board(), 4, True)
    Value: [1]
    Breaks: waste
    """
    if depth == 0 or is_over(board):
        return None, evaluate(board)
    if maximizing:
        value, column = -math.inf, None
        for c in valid_columns(board):
            new_score = beta_raised(drop(board, c, AI), depth - 1, alpha, beta, False)[1]
            if new_score > value:
                value, column = new_score, c
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return column, value
    value, column = math.inf, None
    for c in valid_columns(board):
        new_score = beta_raised(drop(board, c, PLAYER), depth - 1, alpha, beta, True)[1]
        if new_score < value:
            value, column = new_score, c
        # repair: beta = min(beta, value)
        beta = max(beta, value)
        if alpha >= beta:
            break
    return column, value


table = {}


def bound_as_value(board, depth, alpha, beta, maximizing):
    """Bug: the table stores whatever a call returns, also after a cutoff, when it is only a bound.

    Start: bound_as_value(create_board(), 5, -inf, inf, True)
    Plain: plain(create_board(), 5, True)
    Models: luccabb/moonfish 32
    Breaks: exact
    """
    # repair: key = board.tobytes(), maximizing, depth, alpha, beta
    key = board.tobytes(), maximizing, depth
    if key in table:
        return table[key]
    if depth == 0 or is_over(board):
        return evaluate(board)
    value = -math.inf if maximizing else math.inf
    for c in valid_columns(board):
        child = drop(board, c, AI if maximizing else PLAYER)
        score = bound_as_value(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            value = max(value, score)
            alpha = max(alpha, value)
        else:
            value = min(value, score)
            beta = min(beta, value)
        if alpha >= beta:
            break
    table[key] = value
    return value


seen = {}


def deepen(board, depth):
    for d in range(1, depth + 1):
        value = depth_not_in_table(board, d, -math.inf, math.inf, AI)
    return value


def depth_not_in_table(board, depth, alpha, beta, piece):
    """Bug: iterative deepening finds the values of the shallower search in its table, which has no depth.

    Start: deepen(create_board(), 4)
    Plain: plain(create_board(), 4, True)
    Models: ryanbhayward/games-puzzles-algorithms 100
    Breaks: exact
    """
    # repair: key = board.tobytes(), piece, alpha, beta, depth
    key = board.tobytes(), piece, alpha, beta
    if key in seen:
        return seen[key]
    if depth == 0 or is_over(board):
        return evaluate(board)
    value = -math.inf if piece == AI else math.inf
    for c in valid_columns(board):
        score = depth_not_in_table(drop(board, c, piece), depth - 1, alpha, beta, 3 - piece)
        if piece == AI:
            value = max(value, score)
            alpha = max(alpha, value)
        else:
            value = min(value, score)
            beta = min(beta, value)
        if alpha >= beta:
            break
    seen[key] = value
    return value


def infinity_too_small(board, depth, alpha, beta, maximizing):
    """Bug: -10 stands for minus infinity, but a lost position is worth about -100.

    Start: infinity_too_small(lost_board(), 3, -inf, inf, True)
    Plain: plain(lost_board(), 3, True)
    Breaks: exact
    """
    if depth == 0 or is_over(board):
        return evaluate(board)
    # repair: value = -math.inf if maximizing else math.inf
    value = -10 if maximizing else 10
    for c in valid_columns(board):
        child = drop(board, c, AI if maximizing else PLAYER)
        score = infinity_too_small(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            value = max(value, score)
            alpha = max(alpha, value)
        else:
            value = min(value, score)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def lost_board():
    board = create_board()
    board[2, 1] = board[2, 2] = PLAYER
    board[3, 0] = AI
    return board
