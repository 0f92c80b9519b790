"""Reversi on a board of 4 x 4, a dictionary of squares; a player without a move passes."""

INF = 10**6
SIZE = 4
passes = 0


def near_the_end():
    rows = ["BBW.", "WBW.", ".WB.", "W..B"]
    return {(r, c): rows[r][c] for r in range(SIZE) for c in range(SIZE) if rows[r][c] != "."}


def opponent(color):
    return "W" if color == "B" else "B"


def flipped(board, square, color):
    """The discs that a disc on `square` turns over."""
    found = []
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            r, c, row = square[0] + dr, square[1] + dc, []
            while (dr or dc) and board.get((r, c)) == opponent(color):
                row.append((r, c))
                r, c = r + dr, c + dc
            if board.get((r, c)) == color:
                found += row
    return found


def legal_moves(board, color):
    squares = [(r, c) for r in range(SIZE) for c in range(SIZE)]
    return [square for square in squares if square not in board and flipped(board, square, color)]


def play(board, square, color):
    after = dict(board)
    for each in [square, *flipped(board, square, color)]:
        after[each] = color
    return after


def is_over(board):
    return not legal_moves(board, "B") and not legal_moves(board, "W")


def evaluate(board, color):
    """For `color`: discs, and two more for each corner."""
    total = sum(3 if square in ((0, 0), (0, 3), (3, 0), (3, 3)) else 1 for square in board if board[square] == color)
    enemy = sum(3 if square in ((0, 0), (0, 3), (3, 0), (3, 3)) else 1 for square in board if board[square] != color)
    return total - enemy


def plain(board, depth, color):
    if depth == 0 or is_over(board):
        return evaluate(board, color)
    moves = legal_moves(board, color)
    after = [play(board, move, color) for move in moves] or [board]
    return max(-plain(each, depth - 1, opponent(color)) for each in after)


def window_kept_at_a_pass(board, depth, color, alpha, beta):
    """Bug: a pass negates the value, but hands the window on as it is.

    Start: window_kept_at_a_pass(near_the_end(), 6, "B", -INF, INF)
    Plain: plain(near_the_end(), 6, "B")
    Breaks: exact
    """
    if depth == 0 or is_over(board):
        return evaluate(board, color)
    moves = legal_moves(board, color)
    if not moves:
        # repair: return -window_kept_at_a_pass(board, depth - 1, opponent(color), -beta, -alpha)
        return -window_kept_at_a_pass(board, depth - 1, opponent(color), alpha, beta)
    best = -INF
    for move in moves:
        score = -window_kept_at_a_pass(play(board, move, color), depth - 1, opponent(color), -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def passes_not_reset(board, depth, color, alpha, beta):
    """Bug: two passes in a row end the game, but their counter, a global, counts those of other lines as well.

    Start: passes_not_reset(near_the_end(), 6, "B", -INF, INF)
    Plain: plain(near_the_end(), 6, "B")
    Breaks: exact
    """
    global passes
    if depth == 0 or passes >= 2 or is_over(board):
        return evaluate(board, color)
    best, before = -INF, passes
    moves = legal_moves(board, color)
    # repair: passes = 0 if moves else passes + 1
    passes += not moves
    for after in [play(board, move, color) for move in moves] or [board]:
        best = max(best, -passes_not_reset(after, depth - 1, opponent(color), -beta, -max(alpha, best)))
        if best >= beta:
            break
    # missing: passes = before
    return best


def pass_is_no_turn(board, depth, color, alpha, beta, maximizing=True):
    """Bug: after a pass it is still the same color that moves, but as the player who minimizes.

    Start: pass_is_no_turn(near_the_end(), 6, "B", -INF, INF)
    Plain: plain(near_the_end(), 6, "B")
    Breaks: exact
    """
    if depth == 0 or is_over(board):
        return evaluate(board, color) if maximizing else -evaluate(board, color)
    moves = legal_moves(board, color)
    if not moves:
        # repair: return pass_is_no_turn(board, depth - 1, opponent(color), alpha, beta, not maximizing)
        return pass_is_no_turn(board, depth - 1, color, alpha, beta, not maximizing)
    best = -INF if maximizing else INF
    for move in moves:
        score = pass_is_no_turn(play(board, move, color), depth - 1, opponent(color), alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
