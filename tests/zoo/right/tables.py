"""Searches with a transposition table."""

from functools import lru_cache

EXACT, LOWER, UPPER = range(3)
INF = float("inf")


class Searcher:
    """Style: a class with a transposition table keyed by position and side; fail-soft, flags and depth."""

    def __init__(self):
        self.table = {}

    def search(self, pos, depth, alpha, beta):
        alpha_orig = alpha
        key = (pos.key(), pos.side_to_move(), depth)
        entry = self.table.get(key)
        if entry is not None:
            value, flag = entry
            if flag == EXACT:
                return value
            if flag == LOWER:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                return value
        if depth == 0 or pos.is_terminal():
            return pos.evaluate() * pos.side_to_move()
        best = -INF
        for child in pos.children():
            best = max(best, -self.search(child, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        flag = UPPER if best <= alpha_orig else LOWER if best >= beta else EXACT
        self.table[key] = best, flag
        return best


class DeepEnough:
    """Style: a table entry is used if its depth is at least the required depth, as in nearly all engines."""

    def __init__(self):
        self.table = {}

    def search(self, pos, depth, alpha, beta):
        key = (pos.key, pos.turn)
        entry = self.table.get(key)
        if entry and entry["depth"] >= depth:
            if entry["flag"] == "EXACT":
                return entry["value"]
            if entry["flag"] == "LOWER" and entry["value"] >= beta:
                return entry["value"]
            if entry["flag"] == "UPPER" and entry["value"] <= alpha:
                return entry["value"]
        if depth == 0 or pos.is_leaf:
            return pos.turn * pos.value
        best, low = -INF, alpha
        for child in pos.children:
            best = max(best, -self.search(child, depth - 1, -beta, -low))
            low = max(low, best)
            if low >= beta:
                break
        flag = "UPPER" if best <= alpha else "LOWER" if best >= beta else "EXACT"
        self.table[key] = {"value": best, "depth": depth, "flag": flag}
        return best


class Zobrist:
    """Style: the table is keyed by the Zobrist hash alone, which includes the side to move, as in every engine."""

    def __init__(self):
        self.tt = {}

    def search(self, position, alpha, beta):
        if position.is_game_over():
            return position.evaluate()
        a, b = alpha, beta
        lower, upper = self.tt.get(position.zobrist_hash(), (-INF, INF))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        a, b = max(a, lower), min(b, upper)
        best = -INF
        for move in position.legal_moves():
            best = max(best, -self.search(position.make_move(move), -b, -max(a, best)))
            if best >= b:
                break
        if best <= a:
            upper = min(upper, best)
        elif best >= b:
            lower = max(lower, best)
        else:
            lower = upper = best
        self.tt[position.zobrist_hash()] = lower, upper
        return best


def solver():
    """Style: a factory; the search is a closure with a cache of exact values, keyed by the position itself."""

    @lru_cache(maxsize=None)
    def solve(state):
        if state.is_over():
            return state.score()
        return max(-solve(state.make_move(move)) for move in state.legal_moves())

    return solve


def mtdf_solver():
    """Style: MTD(f) over a search with memory of lower and upper bounds."""
    bounds = {}

    def memory(node, alpha, beta):
        lower, upper = bounds.get(node, (-INF, INF))
        if lower >= beta:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        if node.is_terminal():
            g = node.value()
        elif node.is_max():
            g, a = -INF, alpha
            for child in node.children():
                g = max(g, memory(child, a, beta))
                a = max(a, g)
                if g >= beta:
                    break
        else:
            g, b = INF, beta
            for child in node.children():
                g = min(g, memory(child, alpha, b))
                b = min(b, g)
                if g <= alpha:
                    break
        if g <= alpha:
            bounds[node] = lower, g
        elif g >= beta:
            bounds[node] = g, upper
        else:
            bounds[node] = g, g
        return g

    def mtdf(root):
        g, lower, upper = 0, -INF, INF
        while lower < upper:
            beta = g + 1 if g == lower else g
            g = memory(root, beta - 1, beta)
            if g < beta:
                upper = g
            else:
                lower = g
        return g

    return mtdf


class TwoTiers:
    """Style: two entries per position, the deepest and the latest, kept between searches until a new game."""

    def __init__(self):
        self.new_game()

    def new_game(self):
        self.deepest, self.latest = {}, {}

    def search(self, pos, depth, alpha, beta):
        if depth == 0 or pos.is_game_over():
            return pos.evaluate()
        for tier in (self.deepest, self.latest):
            value, left, flag = tier.get(pos, (0, -1, EXACT))
            if left >= depth:
                if flag == EXACT or (flag == LOWER and value >= beta) or (flag == UPPER and value <= alpha):
                    return value
        best, low = -INF, alpha
        for move in pos.legal_moves():
            best = max(best, -self.search(pos.play(move), depth - 1, -beta, -low))
            low = max(low, best)
            if low >= beta:
                break
        entry = best, depth, UPPER if best <= alpha else LOWER if best >= beta else EXACT
        self.latest[pos] = entry
        if depth >= self.deepest.get(pos, entry)[1]:
            self.deepest[pos] = entry
        return best


class ShowsItsTable:
    """Style: iterative deepening with a table that narrows the window, persists, can be cleared, and is exposed."""

    def __init__(self):
        self.table = {}

    def clear(self):
        self.table.clear()

    def table_entries(self):
        for pos, (depth, lower, upper, move) in self.table.items():
            yield pos, lower, upper, depth, move

    def search(self, pos, depth, alpha, beta):
        for left in range(1, depth):
            self.deepen(pos, left, alpha, beta)
        return self.deepen(pos, depth, alpha, beta)

    def deepen(self, pos, depth, alpha, beta):
        if depth == 0 or pos.is_leaf():
            return pos.evaluate()
        left, lower, upper, best_move = self.table.get(pos, (-1, -INF, INF, None))
        if left < depth:
            lower, upper = -INF, INF
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        low, high = max(alpha, lower), min(beta, upper)
        moves = sorted(pos.get_moves(), key=lambda move: move != best_move)
        best = -INF
        for move in moves:
            score = -self.deepen(pos.after(move), depth - 1, -high, -max(low, best))
            if score > best:
                best, best_move = score, move
            if best >= high:
                break
        if depth >= left:
            self.table[pos] = depth, best if best > low else lower, best if best < high else upper, best_move
        return best
