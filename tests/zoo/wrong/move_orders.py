"""Killer moves, history and deepening: move orders that lose some moves, or add some."""

import math

INF = math.inf


class KillerOfAnotherGame:
    """Bug: the killer of a ply is played first, even if it is from an earlier game and not legal here.

    Breaks: exact
    """

    def __init__(self):
        self.killers = {}

    def search(self, board, depth, alpha, beta):
        if depth == 0 or board.is_game_over():
            return board.evaluate()
        moves = list(board.legal_moves())
        killer = self.killers.get(depth)
        # repair: if killer in moves:
        if killer is not None:
            moves = [killer] + [move for move in moves if move != killer]
        for move in moves:
            board.push(move)
            score = -self.search(board, depth - 1, -beta, -alpha)
            board.pop()
            if score >= beta:
                self.killers[depth] = move
                return score
            alpha = max(alpha, score)
        return alpha


class OneKillerPlayed:
    """Bug: two killers are kept, one is played first, and both are left out of the rest.

    Breaks: knuth, exact
    """

    def __init__(self):
        self.killers = {}

    def search(self, pos, depth, alpha, beta):
        if depth == 0 or pos.is_terminal():
            return pos.evaluate()
        best = -INF
        for move in self.ordered(pos.legal_moves(), self.killers.get(depth, [])):
            best = max(best, -self.search(pos.play(move), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                self.killers[depth] = [move, *self.killers.get(depth, [])][:2]
                break
        return best

    def ordered(self, moves, killers):
        first = [move for move in moves if move in killers]
        # repair: return first + [move for move in moves if move not in killers]
        return first[:1] + [move for move in moves if move not in killers]


class KillerPositions:
    """Bug: killers are positions, and that of another branch is searched as if it could be reached from here.

    Breaks: knuth, exact
    """

    def __init__(self):
        self.killers = {}

    def search(self, state, depth, alpha, beta):
        if depth == 0 or state.is_terminal():
            return state.utility()
        children = list(state.successors())
        killer = self.killers.get(depth)
        # repair: if killer in children:
        if killer is not None:
            children.sort(key=lambda child: child != killer)
            # repair: pass
            children = [killer, *children]
        best = -INF
        for child in children:
            best = max(best, -self.search(child, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                self.killers[depth] = child
                break
        return best


class HistoryOfScores:
    """Bug: moves are sorted as a dictionary from history score to move, which keeps one move of each score.

    Breaks: exact
    """

    def __init__(self):
        self.history = {}

    def search(self, pos, depth, alpha, beta):
        if depth == 0 or pos.game_over:
            return pos.evaluate()
        # repair: moves = sorted(pos.legal_moves, key=lambda move: -self.history.get((depth, move), 0))
        moves = [move for _, move in sorted({self.history.get((depth, m), 0): m for m in pos.legal_moves}.items())]
        best = -INF
        for move in moves:
            best = max(best, -self.search(pos.play(move), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                self.history[depth, move] = self.history.get((depth, move), 0) + depth**2
                break
        return best


def fixed_depth(board, depth, alpha, beta):
    if depth == 0 or board.is_over():
        return board.evaluate()
    best = -INF
    for move in board.legal_moves():
        best = max(best, -fixed_depth(board.play(move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def root_search(board, depth, moves):
    """Score and move at this depth; `moves` are sorted so that the best is first next time."""
    if depth == 0 or board.is_over():
        return board.evaluate(), None
    best, choice = -INF, None
    for move in list(moves):
        score = -fixed_depth(board.play(move), depth - 1, -INF, -best)
        if score > best:
            best, choice = score, move
    moves.sort(key=lambda move: move != choice)
    return best, choice


def best_of_all_depths(board, depth):
    """Bug: the score of an iteration counts only if it is better than that of a shallower one.

    Breaks: exact
    """
    moves = [] if board.is_over() else list(board.legal_moves())
    best, choice = root_search(board, 0, moves)
    for plies in range(1, depth + 1):
        score, move = root_search(board, plies, moves)
        # repair: best, choice = score, move
        best, choice = (score, move) if score >= best else (best, choice)
    return best, choice


def score_without_its_move(board, depth):
    """Bug: the score is that of the last iteration, but the move only changes when the score rises.

    Breaks: best-move
    """
    moves = [] if board.is_over() else list(board.legal_moves())
    score, choice = root_search(board, 0, moves)
    for plies in range(1, depth + 1):
        last = score
        score, move = root_search(board, plies, moves)
        # repair: choice = move
        choice = move if choice is None or score > last else choice
    return score, choice


def winners_only(board, depth):
    """Bug: root moves that did not raise alpha in one iteration are not searched in the next.

    Breaks: exact
    """
    if board.is_over():
        return board.evaluate()
    value, moves = board.evaluate(), list(board.legal_moves())
    for plies in range(depth):
        value, raised = -INF, []
        for move in moves:
            score = -fixed_depth(board.play(move), plies, -INF, -value)
            if score > value:
                value = score
                raised.insert(0, move)
        # repair: moves.sort(key=lambda move: move not in raised)
        moves = raised
    return value
