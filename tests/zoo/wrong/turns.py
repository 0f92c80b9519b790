"""Searches that assume alternating players in games in which a player may move again."""

import math


def always_negates(board, depth, alpha, beta):
    """Bug: the value is negated after every move, even if the same player moves again.

    Models: suragnair/alpha-zero-general 18
    Breaks: exact
    Declares: turns any
    """
    if depth == 0 or board.is_game_over():
        return board.evaluate()
    side = board.turn
    for move in board.legal_moves():
        board.push(move)
        same = board.turn == side
        low, high = (alpha, beta) if same else (-beta, -alpha)
        score = always_negates(board, depth - 1, low, high)
        board.pop()
        # repair: alpha = max(alpha, score if same else -score)
        alpha = max(alpha, -score)
        if alpha >= beta:
            break
    return alpha


def window_always_negated(position, alpha, beta):
    """Bug: the value is negated only if the side changes, but the window is negated after every move.

    Breaks: knuth
    Declares: turns any
    """
    if position.is_leaf():
        return position.value()
    best = -math.inf
    for child in position.children():
        lower = max(alpha, best)
        if child.player == position.player:
            # repair: score = window_always_negated(child, lower, beta)
            score = window_always_negated(child, -beta, -lower)
        else:
            score = -window_always_negated(child, -beta, -lower)
        best = max(best, score)
        if best >= beta:
            break
    return best


def flag_flips(state, depth, alpha, beta, maximizing_player):
    """Bug: the flag is flipped after every move, whoever is to move.

    Breaks: exact
    Declares: turns any
    """
    if depth == 0 or state.is_terminal():
        return state.evaluate()
    best = -math.inf if maximizing_player else math.inf
    for child in state.get_children():
        # repair: value = flag_flips(child, depth - 1, alpha, beta, child.is_max_turn())
        value = flag_flips(child, depth - 1, alpha, beta, not maximizing_player)
        if maximizing_player:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def min_always_follows_max(game, state, alpha, beta):
    """Bug: two functions always call each other, even if the same player moves again.

    Breaks: exact
    Declares: turns any
    """

    def below(state, alpha, beta):
        return max_value(state, alpha, beta) if game.to_move(state) == "MAX" else min_value(state, alpha, beta)

    def max_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, "MAX")
        best = -math.inf
        for action in game.actions(state):
            # repair: best = max(best, below(game.result(state, action), alpha, beta))
            best = max(best, min_value(game.result(state, action), alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def min_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, "MAX")
        best = math.inf
        for action in game.actions(state):
            # repair: best = min(best, below(game.result(state, action), alpha, beta))
            best = min(best, max_value(game.result(state, action), alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best

    return below(state, alpha, beta)


def mover_by_parity(state, depth, alpha, beta, is_max, ply=0):
    """Bug: the side to move is computed from the ply number.

    Breaks: exact
    Declares: turns any
    """
    if depth == 0 or state.game_over():
        return state.score()
    # repair: maximising = state.max_to_move()
    maximising = is_max == (ply % 2 == 0)
    best = None
    for child in state.successors():
        value = mover_by_parity(child, depth - 1, alpha, beta, is_max, ply + 1)
        if best is None or (value > best if maximising else value < best):
            best = value
        if maximising:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def leaf_is_the_opponents(position, alpha, beta):
    """Bug: the value of a finished game is negated even if the same player is to move.

    Breaks: exact
    Declares: turns any
    """
    if position.is_over():
        return position.value()
    best = -math.inf
    for child in position.children():
        lower = max(alpha, best)
        # repair: if child.side != position.side:
        if child.is_over() or child.side != position.side:
            score = -leaf_is_the_opponents(child, -beta, -lower)
        else:
            score = leaf_is_the_opponents(child, lower, beta)
        best = max(best, score)
        if best >= beta:
            break
    return best


class KeyWithoutTheSide:
    """Bug: the key is the position and the height, without the side to move.

    Breaks: exact
    Declares: turns any
    """

    def __init__(self):
        """Start with an empty table."""
        self.known = {}

    def search(self, node, depth):
        """The value for MAX."""
        if depth == 0 or node.is_terminal():
            return node.evaluate()
        # repair: key = node.key(), depth, node.is_max()
        key = node.key(), depth
        if key not in self.known:
            values = [self.search(child, depth - 1) for child in node.children()]
            self.known[key] = max(values) if node.is_max() else min(values)
        return self.known[key]
