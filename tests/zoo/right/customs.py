"""Various conventions for names, for the side to move, and for arguments."""

import copy
import math
import random
from functools import partial

MAX_PLY = 60


def counted_up(node, ply, alpha, beta, maximizing):
    """Style: plies are counted up from 0, to a limit in a global."""
    if ply == MAX_PLY or node.is_terminal():
        return node.evaluate()
    best = -math.inf if maximizing else math.inf
    for child in node.children():
        score = counted_up(child, ply + 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


class AlphaBeta:
    """Style: the constructor takes the tree's root, and the search takes only a node."""

    def __init__(self, root=None):
        self.root = root
        self.visited = 0

    def search(self, node):
        return self.max_value(node, -math.inf, math.inf) if node.is_max else self.min_value(node, -math.inf, math.inf)

    def max_value(self, node, alpha, beta):
        self.visited += 1
        if node.is_leaf:
            return node.value
        value = -math.inf
        for child in node.children:
            value = max(value, self.min_value(child, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, node, alpha, beta):
        self.visited += 1
        if node.is_leaf:
            return node.value
        value = math.inf
        for child in node.children:
            value = min(value, self.max_value(child, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value


def deep_copies(board, depth, alpha, beta):
    """Style: each move is made on a deep copy, as the standard library makes it."""
    if depth == 0 or board.game_over():
        return board.evaluate()
    best = -math.inf
    for move in board.get_legal_moves():
        after = copy.deepcopy(board)
        after.make_move(move)
        best = max(best, -deep_copies(after, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def chess_like(board, depth, alpha, beta):
    """Style: in the manner of python-chess, with moves and turn as attributes and White for True."""
    if depth == 0 or board.is_game_over():
        return board.evaluate()
    if board.turn:
        best = -math.inf
        for move in board.legal_moves:
            board.push(move)
            best = max(best, chess_like(board, depth - 1, alpha, beta))
            board.pop()
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best
    best = math.inf
    for move in board.legal_moves:
        board.push(move)
        best = min(best, chess_like(board, depth - 1, alpha, beta))
        board.pop()
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def camelCase(currentNode, maxDepth, alphaValue, betaValue, isMaximizingPlayer):
    """Style: names in the manner of Java."""
    if maxDepth == 0 or currentNode.isTerminal():
        return currentNode.getValue()
    best = -math.inf if isMaximizingPlayer else math.inf
    for child in currentNode.getChildren():
        score = camelCase(child, maxDepth - 1, alphaValue, betaValue, not isMaximizingPlayer)
        if isMaximizingPlayer:
            best = max(best, score)
            alphaValue = max(alphaValue, best)
        else:
            best = min(best, score)
            betaValue = min(betaValue, best)
        if betaValue <= alphaValue:
            break
    return best


class Static:
    """Style: a class as a namespace; the search is static and calls itself by the class's name."""

    @staticmethod
    def search(node, alpha, beta, maximizing):
        if node.is_terminal():
            return node.value
        for child in node.children:
            score = Static.search(child, alpha, beta, not maximizing)
            if maximizing:
                alpha = max(alpha, score)
            else:
                beta = min(beta, score)
            if alpha >= beta:
                break
        return alpha if maximizing else beta


def value_and_child(node, alpha, beta):
    """Style: returns the value and the child itself instead of a move number."""
    if node.is_terminal():
        return node.value(), None
    best, chosen = (-math.inf if node.is_max() else math.inf), None
    for child in node.successors():
        score, _ = value_and_child(child, alpha, beta)
        if score > best if node.is_max() else score < best:
            best, chosen = score, child
        if node.is_max():
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen


def best_child(node):
    """Style: returns the best child itself."""
    worth = max if node.is_max() else min
    return worth(node.children(), key=full_value)


def full_value(node):
    if node.is_terminal():
        return node.value()
    return (max if node.is_max() else min)(map(full_value, node.children()))


def list_of_two(board, depth, player):
    """Style: score and move in a list, the player 1 or -1, as in many games of noughts and crosses."""
    best = [None, -math.inf if player == 1 else math.inf]
    if depth == 0 or board.is_over():
        return [None, board.evaluate()]
    for move in board.possible_moves():
        score = list_of_two(board.play(move), depth - 1, -player)[1]
        if score > best[1] if player == 1 else score < best[1]:
            best = [move, score]
    return best


def players_one_and_two(node, depth, alpha, beta, player):
    """Style: players are 1 and 2; the opponent is `3 - player`."""
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    best = -math.inf if player == 1 else math.inf
    for child in node.children():
        score = players_one_and_two(child, depth - 1, alpha, beta, 3 - player)
        if player == 1:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def noughts_and_crosses(state, alpha, beta, player):
    """Style: players are the letters X and O, and X is MAX."""
    if state.is_over():
        return state.score()
    best = -math.inf if player == "X" else math.inf
    for move in state.moves():
        score = noughts_and_crosses(state.play(move), alpha, beta, "O" if player == "X" else "X")
        if player == "X":
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def numbered_players(state):
    """Style: the position says who is to move as a number, 0 for MAX or 1."""
    if state.is_terminal():
        return state.value()
    values = [numbered_players(child) for child in state.children()]
    return max(values) if state.current_player() == 0 else min(values)


def named_players(node):
    """Style: the node says who is to move as a word."""
    if node.is_terminal():
        return node.value
    values = [named_players(child) for child in node.children]
    return max(values) if node.player == "MAX" else min(values)


def yielding(node, depth):
    """Style: a generator that yields an answer for each depth; the last one counts."""
    for d in range(depth + 1):
        yield limited(node, d, -math.inf, math.inf)


def limited(node, depth, alpha, beta):
    if depth == 0 or node.is_over():
        return node.evaluate()
    best = -math.inf
    for child in node.children():
        best = max(best, -limited(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def random_among_equals(state):
    """Style: chooses randomly among the best moves; no bound is mistaken for a value."""
    if state.is_over():
        return state.evaluate(), None
    scores = {move: -limited(state.play(move), 99, -math.inf, math.inf) for move in state.legal_moves()}
    best = max(scores.values())
    return best, random.choice([move for move, score in scores.items() if score == best])


def with_evaluation(evaluate, node, depth, alpha, beta):
    if depth == 0 or node.is_over():
        return evaluate(node)
    best = -math.inf
    for child in node.children():
        best = max(best, -with_evaluation(evaluate, child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def handed_evaluation(node, depth, alpha, beta):
    """Style: the evaluation function is an argument."""
    return partial(with_evaluation, lambda position: position.static_eval())(node, depth, alpha, beta)


class KeptBest:
    """Style: returns the value, and stores the best move in an attribute of the instance."""

    def __init__(self):
        self.best_move = None
        self.root = None

    def negamax(self, pos, depth, alpha, beta, ply=0):
        if depth == 0 or pos.game_over():
            return pos.evaluate()
        best = -math.inf
        for move in pos.generate_moves():
            pos.do_move(move)
            score = -self.negamax(pos, depth - 1, -beta, -alpha, ply + 1)
            pos.undo_move(move)
            if score > best:
                best = score
                if ply == 0:
                    self.best_move = move
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best
