"""Tables with false entries but no effect on the value: they are only used for move ordering."""

import math


class LowForHigh:
    """Bug: what fails low is stored as a lower bound.

    Breaks: table
    """

    def __init__(self):
        self.table = {}

    def table_entries(self):
        return [(pos, *entry) for pos, entry in self.table.items()]

    def search(self, pos, depth, alpha, beta):
        if depth == 0 or pos.is_terminal():
            return pos.evaluate()
        first = self.table[pos][3] if pos in self.table else None
        best, best_move = -math.inf, None
        for move in sorted(pos.legal_moves(), key=lambda move: move != first):
            score = -self.search(pos.play(move), depth - 1, -beta, -max(alpha, best))
            if score > best:
                best, best_move = score, move
            if best >= beta:
                break
        # repair: lower, upper = best if best > alpha else -math.inf, best if best < beta else math.inf
        lower, upper = best if best < beta else -math.inf, best if best >= beta else math.inf
        self.table[pos] = lower, upper, depth, best_move
        return best


class LastMove:
    """Bug: the stored best move is the last one searched.

    Breaks: table
    """

    def __init__(self):
        self.table = {}

    def table_entries(self):
        for pos, (value, flag, move) in self.table.items():
            yield pos, None if flag == "upper" else value, None if flag == "lower" else value, None, move

    def search(self, pos, alpha, beta):
        if pos.is_leaf():
            return pos.evaluate()
        moves = list(pos.legal_moves())
        if pos in self.table:
            moves.sort(key=lambda move: move != self.table[pos][2])
        best, best_move = -math.inf, None
        for move in moves:
            score = -self.search(pos.after(move), -beta, -max(alpha, best))
            # repair: best_move = move if score > best else best_move
            best_move = move
            best = max(best, score)
            if best >= beta:
                break
        self.table[pos] = best, "upper" if best <= alpha else "lower" if best >= beta else "exact", best_move
        return best


class PlyTooDeep:
    """Bug: an entry is stored a ply deeper than it was searched.

    Breaks: table
    """

    def __init__(self):
        self.table = {}

    def table_entries(self):
        return [(pos, lower, upper, depth) for pos, (lower, upper, depth, _) in self.table.items()]

    def search(self, pos, depth, alpha, beta):
        if depth == 0 or pos.is_game_over():
            return pos.evaluate()
        first = self.table[pos][3] if pos in self.table else None
        best, best_move = -math.inf, None
        for move in sorted(pos.legal_moves(), key=lambda move: move != first):
            score = -self.search(pos.play(move), depth - 1, -beta, -max(alpha, best))
            if score > best:
                best, best_move = score, move
            if best >= beta:
                break
        lower, upper = best if best > alpha else -math.inf, best if best < beta else math.inf
        # repair: self.table[pos] = lower, upper, depth, best_move
        self.table[pos] = lower, upper, depth + 1, best_move
        return best
