"""Domineering on a numpy board of 3 x 4: one player lays dominoes upright, the other flat; whoever cannot loses."""

import numpy as np

INF = np.inf
EXACT, LOWER, UPPER = "exact", "lower", "upper"


def empty_board():
    board = np.zeros((3, 4), dtype=np.int8)
    board[0, 0] = board[2, 3] = 1
    return board


def places(board, upright):
    """The board as a boolean mask of the cells at which a domino may begin."""
    free = board == 0
    both = free[:-1] & free[1:] if upright else free[:, :-1] & free[:, 1:]
    return [tuple(map(int, place)) for place in np.argwhere(both)]


def lay(board, place, upright):
    after = board.copy()
    row, column = place
    after[row, column] = after[(row + 1, column) if upright else (row, column + 1)] = 1
    return after


def evaluate(board, upright):
    """The value for the side to move: its places minus the other side's; -20 without a place."""
    if not places(board, upright):
        return -20
    return len(places(board, upright)) - len(places(board, not upright))


def plain(board, depth, upright):
    if depth == 0 or not places(board, upright):
        return evaluate(board, upright)
    return max(-plain(lay(board, place, upright), depth - 1, not upright) for place in places(board, upright))


def fail_hard(board, depth, alpha, beta, upright):
    """Style: negamax, fail-hard, on copies of the numpy array.

    Start: fail_hard(empty_board(), 4, -INF, INF, True)
    Plain: plain(empty_board(), 4, True)
    """
    if depth == 0 or not places(board, upright):
        return evaluate(board, upright)
    for place in places(board, upright):
        score = -fail_hard(lay(board, place, upright), depth - 1, -beta, -alpha, not upright)
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha


def principal_variation(board, depth, alpha, beta, upright):
    """Style: principal variation search: later moves get a null window, and the full one if they fail high.

    Start: principal_variation(empty_board(), 4, -INF, INF, True)
    Plain: plain(empty_board(), 4, True)
    """
    if depth == 0 or not places(board, upright):
        return evaluate(board, upright)
    first, best = True, -INF
    for place in places(board, upright):
        child = lay(board, place, upright)
        if first:
            score = -principal_variation(child, depth - 1, -beta, -alpha, not upright)
        else:
            score = -principal_variation(child, depth - 1, -alpha - 1, -alpha, not upright)
            if alpha < score < beta:
                score = -principal_variation(child, depth - 1, -beta, -score, not upright)
        first, best = False, max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


class Player:
    """A transposition table in the object; entries have the depth and the direction of the bound."""

    def __init__(self):
        self.table = {}
        self.nodes = 0

    def search(self, board, depth, alpha, beta, upright):
        """Style: negamax with a transposition table: entries are values or bounds, and used if they are deep enough.

        Start: Player().search(empty_board(), 4, -INF, INF, True)
        Plain: plain(empty_board(), 4, True)
        """
        self.nodes += 1
        if depth == 0 or not places(board, upright):
            return evaluate(board, upright)
        before, key = alpha, (board.tobytes(), upright)
        entry = self.table.get(key)
        if entry is not None and entry[0] >= depth:
            _, flag, value = entry
            if flag == EXACT or (flag == LOWER and value >= beta) or (flag == UPPER and value <= alpha):
                return value
        best = -INF
        for place in places(board, upright):
            best = max(best, -self.search(lay(board, place, upright), depth - 1, -beta, -alpha, not upright))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        flag = UPPER if best <= before else LOWER if best >= beta else EXACT
        self.table[key] = depth, flag, best
        return best


def middle_first(board, depth, alpha, beta, upright):
    """Style: places are sorted, those next to the middle first.

    Start: middle_first(empty_board(), 4, -INF, INF, True)
    Plain: plain(empty_board(), 4, True)
    """
    legal = sorted(places(board, upright), key=lambda place: abs(place[0] - 1) + abs(place[1] - 1.5))
    if depth == 0 or not legal:
        return evaluate(board, upright)
    value = -INF
    for place in legal:
        value = max(value, -middle_first(lay(board, place, upright), depth - 1, -beta, -alpha, not upright))
        if value >= beta:
            break
        alpha = max(alpha, value)
    return value
