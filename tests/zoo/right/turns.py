"""Searches that ask who moves, for games in which a player may move again, such as Kalah."""

import math


def asks_the_position(node, depth, alpha, beta):
    """Style: the position says who is to move, and no flag is passed on.

    Declares: turns any
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    best = -math.inf if node.is_max() else math.inf
    for child in node.children():
        value = asks_the_position(child, depth - 1, alpha, beta)
        if node.is_max():
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def compares_sides(board, depth, alpha, beta):
    """Style: negamax on a board with moves made and taken back; sign and window change with the side to move.

    Declares: turns any
    """
    if depth == 0 or board.is_game_over():
        return board.evaluate()
    side = board.turn
    for move in board.legal_moves():
        board.push(move)
        if board.turn == side:
            score = compares_sides(board, depth - 1, alpha, beta)
        else:
            score = -compares_sides(board, depth - 1, -beta, -alpha)
        board.pop()
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha


def flag_of_the_child(state, depth, alpha, beta, maximizing):
    """Style: the flag comes from the child position.

    Declares: turns any
    """
    if depth == 0 or state.game_over():
        return state.score()
    if maximizing:
        value = -math.inf
        for child in state.get_children():
            value = max(value, flag_of_the_child(child, depth - 1, alpha, beta, child.white_to_move))
            if value >= beta:
                break
            alpha = max(alpha, value)
        return value
    value = math.inf
    for child in state.get_children():
        value = min(value, flag_of_the_child(child, depth - 1, alpha, beta, child.white_to_move))
        if value <= alpha:
            break
        beta = min(beta, value)
    return value


def game_and_state(game, state, alpha, beta):
    """Style: a game is queried about states, in a nested function.

    Declares: turns any
    """

    def search(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, "MAX"), None
        best, chosen = None, None
        for action in game.actions(state):
            value, _ = search(game.result(state, action), alpha, beta)
            if game.to_move(state) == "MAX":
                if best is None or value > best:
                    best, chosen = value, action
                alpha = max(alpha, best)
            else:
                if best is None or value < best:
                    best, chosen = value, action
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, chosen

    return search(state, alpha, beta)


class Remembers:
    """Style: negamax with a table whose key includes the side to move; the factor is 1 or -1.

    Declares: turns any
    """

    def __init__(self):
        """Start with an empty table."""
        self.table = {}

    def search(self, position, alpha, beta):
        """The value for the player to move."""
        if position.is_leaf():
            return position.value()
        known = self.table.get(position.zobrist())
        if known is not None:
            low, high = known
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            alpha, beta = max(alpha, low), min(beta, high)
        best, lower = -math.inf, alpha
        for child in position.successors():
            factor = 1 if child.side == position.side else -1
            window = (lower, beta) if factor == 1 else (-beta, -lower)
            best = max(best, factor * self.search(child, *window))
            lower = max(lower, best)
            if best >= beta:
                break
        if best <= alpha:
            self.table[position.zobrist()] = (-math.inf, best)
        elif best >= beta:
            self.table[position.zobrist()] = (best, math.inf)
        else:
            self.table[position.zobrist()] = (best, best)
        return best
