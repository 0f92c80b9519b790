"""Reversi on a global board of 4 x 4, nested lists: discs are turned over and turned back; players may have to pass."""

import math

BLACK, WHITE, EMPTY = 1, -1, 0
board = [[1, 1, -1, 0], [-1, 1, -1, 0], [0, -1, 1, 0], [-1, 0, 0, 1]]
nodes = 0
history = []


def turned_over(row, column, color):
    found = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            r, c, line = row + down, column + right, []
            while (down or right) and 0 <= r < 4 and 0 <= c < 4 and board[r][c] == -color:
                line.append((r, c))
                r, c = r + down, c + right
            if 0 <= r < 4 and 0 <= c < 4 and board[r][c] == color:
                found.extend(line)
    return found


def legal(color):
    return [(r, c) for r in range(4) for c in range(4) if board[r][c] == EMPTY and turned_over(r, c, color)]


def place(row, column, color):
    turned = turned_over(row, column, color)
    for r, c in (*turned, (row, column)):
        board[r][c] = color
    history.append((row, column, turned))


def take_back(color):
    row, column, turned = history.pop()
    board[row][column] = EMPTY
    for r, c in turned:
        board[r][c] = -color


def evaluate(squares, color):
    return color * sum((1 + 2 * (r in (0, 3)) * (c in (0, 3))) * squares[r][c] for r in range(4) for c in range(4))


def plain(depth, color):
    if depth == 0 or (not legal(color) and not legal(-color)):
        return evaluate(board, color)
    if not legal(color):
        return -plain(depth - 1, -color)
    values = []
    for move in legal(color):
        place(*move, color)
        values.append(-plain(depth - 1, -color))
        take_back(color)
    return max(values)


def negamax(depth, color, alpha, beta):
    """Style: negamax on a global board; a pass is a recursive call with the other color; a global counts nodes.

    Start: negamax(6, BLACK, -math.inf, math.inf)
    Plain: plain(6, BLACK)
    """
    global nodes
    nodes += 1
    moves = legal(color)
    if depth == 0 or (not moves and not legal(-color)):
        return evaluate(board, color)
    if not moves:
        return -negamax(depth - 1, -color, -beta, -alpha)
    best = -math.inf
    for row, column in moves:
        place(row, column, color)
        score = -negamax(depth - 1, -color, -beta, -alpha)
        take_back(color)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def square_and_score(depth, color, alpha, beta):
    """Style: minimax for two colors; a list of row, column and score is returned, with -1 for no square.

    Start: square_and_score(6, BLACK, -math.inf, math.inf)
    Plain: plain(6, BLACK)
    Value: [2]
    """
    moves = legal(color)
    if depth == 0 or (not moves and not legal(-color)):
        return [-1, -1, color * evaluate(board, color)]
    best = [-1, -1, -math.inf if color == BLACK else math.inf]
    if not moves:
        return [-1, -1, square_and_score(depth - 1, -color, alpha, beta)[2]]
    for row, column in moves:
        place(row, column, color)
        score = square_and_score(depth - 1, -color, alpha, beta)[2]
        take_back(color)
        if color == BLACK:
            if score > best[2]:
                best = [row, column, score]
            alpha = max(alpha, score)
        else:
            if score < best[2]:
                best = [row, column, score]
            beta = min(beta, score)
        if beta <= alpha:
            break
    return best
