"""Tables that are right in one search and wrong in a sequence: half cleared, stale, or from the other player."""

import math


class ClearForgetsHalf:
    """Bug: `clear` empties the values of the table but not their depths.

    Breaks: exact
    """

    def __init__(self):
        self.values, self.depths = {}, {}

    def clear_table(self):
        # repair: self.values, self.depths = {}, {}
        self.values = {}

    def search(self, pos, depth, alpha, beta):
        if self.depths.get(pos, -1) >= depth:
            return self.values.get(pos, 0)
        if depth == 0 or pos.is_over():
            return pos.evaluate()
        best = -math.inf
        for child in pos.children():
            best = max(best, -self.search(child, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        if alpha < best < beta:
            self.values[pos], self.depths[pos] = best, depth
        return best


class AgeOfTwoBits:
    """Bug: entries are valid for searches of the same age, which has two bits and so repeats at another depth.

    Breaks: exact
    """

    def __init__(self):
        self.table = {}
        self.age = self.depth = 0

    def search(self, pos, depth, alpha, beta):
        if depth != self.depth:
            # repair: self.depth, self.age = depth, self.age + 1
            self.depth, self.age = depth, (self.age + 1) % 4
        return self._search(pos, depth, alpha, beta)

    def _search(self, pos, left, alpha, beta):
        if left == 0 or pos.is_terminal():
            return pos.evaluate()
        key = pos, self.depth - left
        if key in self.table and self.table[key][1] == self.age:
            return self.table[key][0]
        best = -math.inf
        for child in pos.children():
            best = max(best, -self._search(child, left - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        if alpha < best < beta:
            self.table[key] = best, self.age
        return best


class RootsEyes:
    """Bug: values are from the root player's point of view, but the table is kept when the root player changes.

    Breaks: exact
    """

    def __init__(self):
        self.table = {}
        self.root = 0

    def search(self, pos, depth, alpha, beta):
        # missing: self.table = self.table if pos.side_to_move() == self.root else {}
        self.root = pos.side_to_move()
        return self._search(pos, depth, alpha, beta)

    def _search(self, pos, depth, alpha, beta):
        ours = pos.side_to_move() == self.root
        if (pos, depth) in self.table:
            return self.table[pos, depth]
        if depth == 0 or pos.is_terminal():
            return pos.evaluate() if ours else -pos.evaluate()
        low, high, best = alpha, beta, -math.inf if ours else math.inf
        for child in pos.children():
            score = self._search(child, depth - 1, low, high)
            best = max(best, score) if ours else min(best, score)
            low, high = (max(low, best), high) if ours else (low, min(high, best))
            if low >= high:
                break
        if alpha < best < beta:
            self.table[pos, depth] = best
        return best
