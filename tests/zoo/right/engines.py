"""Small engines: deepening, aspiration, ordering, and a root that picks the move."""

import math


class Engine:
    """Style: iterative deepening with aspiration windows; returns score and move."""

    def __init__(self, max_depth=64):
        self.max_depth = max_depth
        self.nodes = 0

    def search(self, board, depth):
        score, move = self.root(board, 0, -math.inf, math.inf)
        for d in range(1, depth + 1):
            window = 2
            alpha, beta = score - window, score + window
            while True:
                score, move = self.root(board, d, alpha, beta)
                if score <= alpha:
                    alpha = -math.inf
                elif score >= beta:
                    beta = math.inf
                else:
                    break
        return score, move

    def root(self, board, depth, alpha, beta):
        if depth == 0 or board.is_game_over():
            return board.evaluate(), None
        best, best_move = -math.inf, None
        for move in board.legal_moves():
            board.make(move)
            score = -self.negamax(board, depth - 1, -beta, -max(alpha, best))
            board.unmake(move)
            if score > best:
                best, best_move = score, move
            if best >= beta:
                break
        return best, best_move

    def negamax(self, board, depth, alpha, beta):
        self.nodes += 1
        if depth == 0 or board.is_game_over():
            return board.evaluate()
        best = -math.inf
        for move in board.legal_moves():
            board.make(move)
            best = max(best, -self.negamax(board, depth - 1, -beta, -max(alpha, best)))
            board.unmake(move)
            if best >= beta:
                break
        return best


class KillerHistory:
    """Style: children are searched in the order of killer moves and a history of cutoffs."""

    def __init__(self):
        self.killers = {}
        self.history = {}

    def search(self, pos, depth, alpha, beta):
        if depth == 0 or pos.game_over:
            return pos.evaluate() * (1 if pos.white_to_move else -1)
        killer = self.killers.get(depth)
        moves = sorted(pos.legal_moves, key=lambda m: (m != killer, -self.history.get((depth, m), 0)))
        best = -math.inf
        for m in moves:
            score = -self.search(pos.play(m), depth - 1, -beta, -alpha)
            best = max(best, score)
            alpha = max(alpha, best)
            if alpha >= beta:
                self.killers[depth] = m
                self.history[depth, m] = self.history.get((depth, m), 0) + depth * depth
                break
        return best


def best_move(state):
    """Style: the root returns only the move; its window narrows from move to move."""
    if state.is_max():
        best, choice = -math.inf, None
        for move in state.moves():
            value = value_of(state.result(move), best, math.inf)
            if value > best:
                best, choice = value, move
        return choice
    best, choice = math.inf, None
    for move in state.moves():
        value = value_of(state.result(move), -math.inf, best)
        if value < best:
            best, choice = value, move
    return choice


def value_of(state, alpha, beta):
    if state.is_terminal():
        return state.value()
    for move in state.moves():
        value = value_of(state.result(move), alpha, beta)
        if state.is_max():
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if state.is_max() else beta


def choose_move(position, depth):
    """Style: each root move is searched in the full window, without bounds from other moves."""
    best_score, best = -math.inf, None
    for move in position.get_moves():
        child = position.copy()
        child.do_move(move)
        score = -inner(child, depth - 1, -math.inf, math.inf)
        if best is None or score > best_score:
            best_score, best = score, move
    return best


def inner(position, depth, alpha, beta):
    if depth == 0 or position.is_over():
        return position.evaluate()
    for move in position.get_moves():
        child = position.copy()
        child.do_move(move)
        alpha = max(alpha, -inner(child, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def static_order(node, depth, alpha, beta, maximizing):
    """Style: children are sorted by their static value before they are searched."""
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    children = sorted(node.get_children(), key=lambda child: child.evaluate() or 0, reverse=maximizing)
    best = -math.inf if maximizing else math.inf
    for child in children:
        score = static_order(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
