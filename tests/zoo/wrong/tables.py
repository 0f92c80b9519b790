"""Transposition tables that store too little, or the wrong thing."""

import math

EXACT, LOWER, UPPER = "exact", "lower", "upper"


class BoundAsExact:
    """Bug: the value of a node with a cutoff is stored as exact.

    Models: ryanbhayward/games-puzzles-algorithms 100
    Breaks: exact
    """

    def __init__(self):
        self.table = {}

    def search(self, pos, alpha, beta):
        if pos in self.table:
            return self.table[pos]
        if pos.is_terminal():
            return pos.evaluate()
        best = -math.inf
        for child in pos.children():
            best = max(best, -self.search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        # repair: self.table.update({pos: best} if alpha < best < beta else {})
        self.table[pos] = best
        return best


class ClampedAsExact:
    """Bug: a fail-hard search stores alpha as exact after a fail low.

    Models: SebLague/Chess-Coding-Adventure 12
    Breaks: exact
    """

    def __init__(self):
        self.table = {}

    def search(self, pos, alpha, beta):
        key = pos.key(), pos.side_to_move()
        if key in self.table:
            return max(alpha, min(beta, self.table[key]))
        if pos.is_over():
            return max(alpha, min(beta, pos.evaluate()))
        low = alpha
        for child in pos.successors():
            score = -self.search(child, -beta, -low)
            if score >= beta:
                return beta
            low = max(low, score)
        # repair: self.table.update({key: low} if low > alpha else {})
        self.table[key] = low
        return low


class DirectionsExchanged:
    """Bug: fail low is stored as a lower bound, fail high as an upper one.

    Models: Aryan1508/Bit-Genie 92
    Breaks: exact
    """

    def __init__(self):
        self.table = {}

    def search(self, pos, alpha, beta):
        key = pos.key, pos.turn
        value, flag = self.table.get(key, (None, None))
        if flag == EXACT or (flag == LOWER and value >= beta) or (flag == UPPER and value <= alpha):
            return value
        if pos.is_leaf():
            return pos.turn * pos.value
        best = -math.inf
        for child in pos.children():
            best = max(best, -self.search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        # repair: flag = UPPER if best <= alpha else LOWER if best >= beta else EXACT
        flag = LOWER if best <= alpha else UPPER if best >= beta else EXACT
        self.table[key] = best, flag
        return best


class FlagFromRaisedAlpha:
    """Bug: the flag compares with alpha as it was raised in the loop, so exact values are stored as upper bounds.

    Breaks: exact
    """

    def __init__(self):
        self.table = {}

    def search(self, node, alpha, beta):
        first = alpha
        value, flag = self.table.get(node, (None, None))
        if flag == EXACT or (flag == LOWER and value >= beta) or (flag == UPPER and value <= alpha):
            return value
        if node.is_terminal():
            return node.value()
        best = -math.inf
        for child in node.children():
            best = max(best, -self.search(child, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        # repair: flag = LOWER if best >= beta else EXACT if best > first else UPPER
        flag = LOWER if best >= beta else EXACT if best >= first else UPPER
        self.table[node] = best, flag
        return best


class UpperForExact:
    """Bug: a value within the window is stored as an upper bound, and an upper bound below beta is used as exact.

    Breaks: exact
    """

    def __init__(self):
        self.table = {}

    def search(self, node, alpha, beta):
        value, flag = self.table.get(node, (None, None))
        # repair: if flag == LOWER and value >= beta or flag == UPPER and value <= alpha:
        if flag == LOWER and value >= beta or flag == UPPER and value < beta:
            return value
        if node.is_terminal():
            return node.value()
        best = -math.inf
        for child in node.children():
            best = max(best, -self.search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        self.table[node] = best, LOWER if best >= beta else UPPER
        return best


class DepthForgotten:
    """Bug: an entry of a shallow search answers for a deep one.

    Models: SebLague/Chess-Challenge 412
    Breaks: exact
    """

    def __init__(self):
        self.table = {}

    def search(self, board, depth, alpha, beta):
        # repair: key = board.key(), board.turn, depth
        key = board.key(), board.turn
        lower, upper = self.table.get(key, (-math.inf, math.inf))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        if depth == 0 or board.is_game_over():
            return board.evaluate() * board.turn
        best = -math.inf
        for move in board.legal_moves():
            best = max(best, -self.search(board.play(move), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        self.table[key] = best if best > alpha else -math.inf, best if best < beta else math.inf
        return best


class DepthBoosted:
    """Bug: exact entries are stored two plies deeper than they were searched.

    Models: SH11235/rshogi 212
    Breaks: exact
    """

    def __init__(self):
        self.table = {}

    def search(self, pos, depth, alpha, beta):
        key = pos.key(), pos.turn
        entry = self.table.get(key)
        if entry is not None and entry[0] >= depth:
            return entry[1]
        if depth == 0 or pos.is_terminal():
            return pos.evaluate() * pos.turn
        best = -math.inf
        for child in pos.children():
            best = max(best, -self.search(child, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        if alpha < best < beta:
            # repair: self.table[key] = depth, best
            self.table[key] = depth + 2, best
        return best


class SideForgotten:
    """Bug: the key lacks the side to move, but the value is from its point of view.

    Models: bsamseth/Goldfish 25
    Breaks: exact
    """

    def __init__(self):
        self.table = {}

    def search(self, pos, alpha, beta):
        # repair: key = pos.key(), pos.side_to_move()
        key = pos.key()
        if key in self.table:
            return self.table[key]
        if pos.is_terminal():
            return pos.evaluate() * pos.side_to_move()
        best = -math.inf
        for child in pos.children():
            best = max(best, -self.search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        if alpha < best < beta:
            self.table[key] = best
        return best


class EightSlots:
    """Bug: the position in a slot of the table is not compared.

    Models: jj1guj/dekunobou 58
    Breaks: exact
    """

    def __init__(self):
        self.slots = [None] * 8

    def search(self, pos, alpha, beta):
        slot = hash(pos) % 8
        entry = self.slots[slot]
        # repair: if entry is not None and entry[0] == pos:
        if entry is not None:
            return entry[1]
        if pos.is_over():
            return pos.evaluate()
        best = -math.inf
        for child in pos.children():
            best = max(best, -self.search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        if alpha < best < beta:
            self.slots[slot] = pos, best
        return best


class InvertedWindow:
    """Bug: bounds from the table may close the window, but the search goes on.

    Models: jvc56/MAGPIE 687
    Breaks: exact
    """

    def __init__(self):
        self.bounds = {}

    def search(self, pos, alpha, beta):
        if pos.is_leaf():
            return pos.evaluate()
        lower, upper = self.bounds.get(pos, (-math.inf, math.inf))
        a, b = max(alpha, lower), min(beta, upper)
        # repair: if a >= b:
        if a == b:
            return lower if lower >= beta or lower == upper else upper
        best = -math.inf
        for child in pos.children():
            best = max(best, -self.search(child, -b, -max(a, best)))
            if best >= b:
                break
        if best <= a:
            upper = best
        elif best >= b:
            lower = best
        else:
            lower = upper = best
        self.bounds[pos] = lower, upper
        return best


class NarrowedThenStored:
    """Bug: a value at the narrowed bound is stored as exact though only the other bound is known.

    Breaks: exact
    """

    def __init__(self):
        self.bounds = {}

    def search(self, pos, alpha, beta):
        if pos.is_leaf():
            return pos.evaluate()
        lower, upper = self.bounds.get(pos, (-math.inf, math.inf))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        best = -math.inf
        for child in pos.children():
            best = max(best, -self.search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        # repair: self.bounds[pos] = best if best > alpha else lower, best if best < beta else upper
        self.bounds[pos] = best, best if best <= beta else upper
        return best


class ParentsValue:
    """Bug: the value is stored from the opponent's point of view.

    Models: bsamseth/Goldfish 25
    Breaks: exact
    """

    def __init__(self):
        self.table = {}

    def search(self, pos, alpha, beta):
        if pos.is_terminal():
            return pos.evaluate()
        best = -math.inf
        for child in pos.children():
            if child in self.table:
                score = -self.table[child]
            else:
                score = -self.search(child, -beta, -max(alpha, best))
                if max(alpha, best) < score < beta:
                    # repair: self.table[child] = -score
                    self.table[child] = score
            best = max(best, score)
            if best >= beta:
                break
        return best
