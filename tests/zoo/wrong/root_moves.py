"""Root functions that return the wrong move."""

import math
from dataclasses import dataclass


def value(state, alpha, beta):
    if state.is_over():
        return state.evaluate()
    best = -math.inf
    for move in state.legal_moves():
        best = max(best, -value(state.play(move), -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def last_equal_wins(state):
    """Bug: a later move with an equal value wins, and that value is only a bound.

    Models: maxpumperla/deep_learning_and_the_game_of_go 49
    Breaks: best-move
    """
    best, choice = -math.inf, None
    for move in state.legal_moves():
        score = -value(state.play(move), -math.inf, -best)
        # repair: if score > best:
        if score >= best:
            best, choice = score, move
    return choice


def index_after_sorting(state):
    """Bug: the moves are sorted, and the index in the sorted list is returned.

    Breaks: best-move
    """
    if state.is_over():
        return state.evaluate(), None
    moves = sorted(state.legal_moves(), reverse=True)
    best, choice = -math.inf, None
    for nth, move in enumerate(moves):
        score = -value(state.play(move), -math.inf, -best)
        if score > best:
            # repair: best, choice = score, move
            best, choice = score, nth
    return best, choice


def grandchilds_move(state, alpha, beta):
    """Bug: returns the move that came with the child's value, which is the reply.

    Breaks: best-move
    """
    if state.is_over():
        return state.evaluate(), None
    best, choice = -math.inf, None
    for move in state.legal_moves():
        score, reply = grandchilds_move(state.play(move), -beta, -max(alpha, best))
        if -score > best:
            # repair: best, choice = -score, move
            best, choice = -score, move if reply is None else reply
        if best >= beta:
            break
    return best, choice


def none_above_zero(board):
    """Bug: only a move worth more than 0 is ever chosen; lost positions have none.

    Models: asweigart/PythonStdioGames 15
    Breaks: best-move
    """
    # repair: best, choice = -math.inf, None
    best, choice = 0, None
    for move in board.legal_moves():
        score = -value(board.play(move), -math.inf, math.inf)
        if score > best:
            best, choice = score, move
    return choice


def first_move_always(board):
    """Bug: the move is chosen before the loop, and the loop only updates the score.

    Breaks: best-move
    """
    if board.is_over():
        return board.evaluate(), None
    moves = board.legal_moves()
    best, choice = -math.inf, moves[0]
    for move in moves:
        score = -value(board.play(move), -math.inf, -best)
        if score > best:
            # repair: best, choice = score, move
            best = score
    return best, choice


def minimum_at_root(state):
    """Bug: the root takes the child that is best for the opponent.

    Breaks: best-move
    """
    # repair: return max(state.legal_moves(), key=lambda move: -value(state.play(move), -math.inf, math.inf))
    return max(state.legal_moves(), key=lambda move: value(state.play(move), -math.inf, math.inf))


def one_too_far(state):
    """Bug: moves are counted from 1.

    Breaks: exact, best-move
    """
    if state.is_over():
        return state.evaluate(), None
    best, choice = -math.inf, None
    # repair: for nth, move in enumerate(state.legal_moves()):
    for nth, move in enumerate(state.legal_moves(), start=1):
        score = -value(state.play(move), -math.inf, math.inf)
        if score > best:
            best, choice = score, nth
    return best, choice


def choose_by_bound(state):
    """Bug: all moves are searched in one narrow window, and bounds are compared as if they were values.

    Breaks: best-move
    """
    choice, best = None, -math.inf
    for move in state.legal_moves():
        # repair: score = -value(state.play(move), -math.inf, math.inf)
        score = -value(state.play(move), -2, 2)
        if choice is None or score > best:
            choice, best = move, score
    return choice


def raises_by_one_less(state, alpha, beta):
    """Bug: the value is the best move's, but the move is the last that raised alpha by more than one.

    Breaks: best-move
    """
    if state.is_over():
        return state.evaluate(), None
    best, choice = -math.inf, None
    for move in state.legal_moves():
        score = -raises_by_one_less(state.play(move), -beta, -max(alpha, best))[0]
        # repair: if choice is None or score > best:
        if choice is None or score > best + 1:
            choice = move
        best = max(best, score)
        if best >= beta:
            break
    return best, choice


def move_to_leave(game, state):
    """Bug: returns MAX's best action when MIN is to move.

    Breaks: best-move
    """
    player = game.to_move(state)

    def worth(state, maximizing):
        if game.is_terminal(state):
            return game.utility(state, player)
        values = [worth(game.result(state, a), not maximizing) for a in game.actions(state)]
        return max(values) if maximizing else min(values)

    if game.is_terminal(state):
        return game.utility(state, player), None
    actions = game.actions(state)
    best = max(worth(game.result(state, a), False) for a in actions)
    # repair: worst = max(actions, key=lambda a: worth(game.result(state, a), False))
    worst = min(actions, key=lambda a: worth(game.result(state, a), False))
    return best, worst


def stale_tail(board, depth):
    """Bug: a row of the triangular PV table is not cleared on entry, so old moves follow new ones.

    Breaks: line-so-far
    """
    rows = [[] for _ in range(depth + 1)]

    def search(left, ply, alpha, beta):
        # missing: rows[ply] = []
        if left == 0 or board.is_game_over():
            return board.evaluate()
        for move in board.legal_moves():
            board.push(move)
            score = -search(left - 1, ply + 1, -beta, -alpha)
            board.pop()
            if score >= beta:
                return score
            if score > alpha:
                alpha = score
                rows[ply] = [move, *rows[ply + 1]]
        return alpha

    return search(depth, 0, -math.inf, math.inf), rows[0]
