"""Forms of answers other than a number."""

import math
from collections import namedtuple
from dataclasses import dataclass


@dataclass
class Result:
    value: float
    move: int | None = None


def records(node, alpha, beta):
    """Style: the answer is a dataclass with value and move."""
    if node.is_terminal():
        return Result(node.value())
    best = Result(-math.inf if node.is_max() else math.inf)
    for move in node.moves():
        value = records(node.child(move), alpha, beta).value
        if node.is_max():
            if value > best.value:
                best = Result(value, move)
            alpha = max(alpha, value)
        else:
            if value < best.value:
                best = Result(value, move)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best


Best = namedtuple("Best", "score move")


def named(state, depth):
    """Style: a named tuple of score and move, plain negamax without a window."""
    if depth == 0 or state.is_over():
        return Best(state.evaluate(), None)
    best = Best(-math.inf, None)
    for move in state.legal_moves():
        score = -named(state.play(move), depth - 1).score
        if score > best.score:
            best = Best(score, move)
    return best


def with_line(node, depth, alpha, beta, maximizing):
    """Style: value and the line of play, a list of moves; the line of a leaf is empty."""
    if depth == 0 or node.is_terminal:
        return node.value, []
    best, line = (-math.inf if maximizing else math.inf), []
    for index, child in enumerate(node.children):
        value, below = with_line(child, depth - 1, alpha, beta, not maximizing)
        if value > best if maximizing else value < best:
            best, line = value, [index, *below]
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, line


def dictionary(state, alpha, beta, maximizing):
    """Style: a dictionary with score and move."""
    if state.game_over():
        return {"score": state.score(), "move": None}
    best = {"score": -math.inf if maximizing else math.inf, "move": None}
    for move in state.possible_moves():
        score = dictionary(state.get_next_state(move), alpha, beta, not maximizing)["score"]
        if score > best["score"] if maximizing else score < best["score"]:
            best = {"score": score, "move": move}
        if maximizing:
            alpha = max(alpha, score)
        else:
            beta = min(beta, score)
        if beta <= alpha:
            break
    return best


def move_then_score(board, depth, alpha, beta, is_maximizing):
    """Style: the move comes first, then the score."""
    if depth == 0 or board.is_game_over():
        return None, board.evaluate()
    best_move = None
    best_score = -math.inf if is_maximizing else math.inf
    for move in board.get_legal_moves():
        board.make_move(move)
        _, score = move_then_score(board, depth - 1, alpha, beta, not is_maximizing)
        board.undo_move()
        if is_maximizing and score > best_score:
            best_score, best_move = score, move
            alpha = max(alpha, score)
        elif not is_maximizing and score < best_score:
            best_score, best_move = score, move
            beta = min(beta, score)
        if beta <= alpha:
            break
    return best_move, best_score


def annotated(node, alpha, beta):
    """Style: the value and the best child are stored as attributes of the node."""
    if node.is_leaf():
        return node.value
    best = -math.inf if node.is_max else math.inf
    for child in node.children:
        score = annotated(child, alpha, beta)
        if score > best if node.is_max else score < best:
            best = score
            node.best_child = child
        if node.is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    node.minimax_value = best
    return best
