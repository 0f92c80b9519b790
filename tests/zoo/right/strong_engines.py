"""Programs that play well: null windows, best-first search, memory, and moves in a good order."""

import math
from collections import defaultdict

INF = math.inf


def negascout(node, depth, alpha, beta, color):
    """Style: NegaScout with Reinefeld's rule: no second search in the last two plies, in which the first is exact."""
    if depth == 0 or node.is_terminal():
        return color * node.value()
    best, b, n = -INF, beta, alpha
    for i, child in enumerate(node.children()):
        t = -negascout(child, depth - 1, -b, -n, -color)
        if n < t < beta and i > 0 and depth > 2:
            t = -negascout(child, depth - 1, -beta, -t, -color)
        best = max(best, t)
        n = max(n, t)
        if n >= beta:
            break
        b = n + 1
    return best


def better(pos, value, strictly):
    """True if the side to move gets more than the value, or at least as much."""
    if pos.is_over():
        return pos.score() > value if strictly else pos.score() >= value
    return any(not better(reply, -value, not strictly) for reply in pos.successors())


def pearl(pos):
    """Style: SCOUT, whose TEST is a yes or no question with two strictnesses, so values may be fractions.

    Declares: domain any
    """
    if pos.is_over():
        return pos.score()
    best = None
    for reply in pos.successors():
        if best is None or not better(reply, -best, False):
            best = -pearl(reply)
    return best


def stockman(root):
    """Style: SSS* with a list of states (path, status, merit); the leftmost of the best is taken.

    Declares: domain any
    """
    max_is_first = root.is_max
    nodes, states = {(): root}, [((), "live", INF)]

    def expand(path):
        for nth, child in enumerate(nodes[path].children):
            nodes[*path, nth] = child
        return range(len(nodes[path].children))

    while True:
        path, status, merit = min(states, key=lambda state: (-state[2], state[0]))
        states.remove((path, status, merit))
        ours = len(path) % 2 == 0
        if status == "live" and nodes[path].is_leaf:
            value = nodes[path].value if max_is_first else -nodes[path].value
            states.append((path, "solved", min(merit, value)))
        elif status == "live":
            states += [((*path, nth), "live", merit) for nth in expand(path) if ours or nth == 0]
        elif not path:
            return merit if max_is_first else -merit
        elif ours and (*path[:-1], path[-1] + 1) in nodes:
            states.append(((*path[:-1], path[-1] + 1), "live", merit))
        else:
            if not ours:
                states = [state for state in states if state[0][: len(path) - 1] != path[:-1]]
            states.append((path[:-1], "solved", merit))


class MtdPlayer:
    """Style: MTD(f) in iterative deepening; a table with bounds, depth and move, and enhanced cutoffs."""

    def __init__(self):
        self.table = {}

    def new_game(self):
        self.table.clear()

    def search(self, board, depth):
        guess = 0
        for left in range(depth + 1):
            low, high = -INF, INF
            while low < high:
                gamma = max(guess, low + 1)
                guess = self.at_least(board, left, gamma)
                low, high = (guess, high) if guess >= gamma else (low, guess)
        return guess, self.table[board][3] if board in self.table else None

    def probe(self, board, depth):
        left, low, high, move = self.table.get(board, (-1, -INF, INF, None))
        return (low, high, move) if left == depth else (-INF, INF, move)

    def at_least(self, board, depth, gamma):
        if depth == 0 or board.is_game_over():
            return board.evaluate()
        low, high, first = self.probe(board, depth)
        if low >= gamma:
            return low
        if high < gamma:
            return high
        moves = sorted(board.legal_moves(), key=lambda move: move != first)
        best, choice = -INF, first
        for move in moves:
            known = -self.probe(board.play(move), depth - 1)[1]
            if known > best:
                best, choice = known, move
        for move in moves if best < gamma else ():
            score = -self.at_least(board.play(move), depth - 1, 1 - gamma)
            if score > best:
                best, choice = score, move
            if best >= gamma:
                break
        self.table[board] = (depth, best, high, choice) if best >= gamma else (depth, low, best, choice)
        return best


class Tournament:
    """Style: deepening with killers, history, table moves, internal deepening and an aspiration window that widens."""

    def __init__(self):
        self.hash_moves, self.history, self.killers = {}, defaultdict(int), defaultdict(list)

    def search(self, pos, depth):
        score = self.negamax(pos, 0, -INF, INF, 0)
        for left in range(1, depth + 1):
            below = above = 2
            while True:
                alpha, beta = score - below, score + above
                result = self.negamax(pos, left, alpha, beta, 0)
                if alpha < result < beta:
                    break
                below, above = (below * 4, above) if result <= alpha else (below, above * 4)
            score = result
        return score

    def ordered(self, pos, ply):
        def rank(move):
            return move != self.hash_moves.get(pos), move not in self.killers[ply], -self.history[ply, move]

        return sorted(pos.legal_moves(), key=rank)

    def negamax(self, pos, depth, alpha, beta, ply):
        if depth == 0 or pos.is_terminal():
            return pos.evaluate()
        if pos not in self.hash_moves and depth > 2:
            self.negamax(pos, depth - 2, alpha, beta, ply)
        best = -INF
        for move in self.ordered(pos, ply):
            score = -self.negamax(pos.play(move), depth - 1, -beta, -max(alpha, best), ply + 1)
            if score > best:
                best, self.hash_moves[pos] = score, move
            if best >= beta:
                self.history[ply, move] += depth * depth
                self.killers[ply] = [move, *self.killers[ply]][:2]
                break
        return best


def stands_pat(pos, alpha, beta):
    """Style: quiescence in a game in which the first move is to stand pat, which may end the game."""
    if pos.is_over():
        return pos.score()
    pat, *captures = pos.successors()
    best = -stands_pat(pat, -beta, -alpha)
    for capture in captures:
        if best >= beta:
            break
        best = max(best, -stands_pat(capture, -beta, -max(alpha, best)))
    return best
