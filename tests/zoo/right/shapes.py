"""Various forms of trees, values stored at nodes, and caches of the standard library."""

import math
from collections.abc import Iterable
from functools import lru_cache, wraps


@lru_cache(maxsize=None)
def cached(state, maximizing):
    """Style: minimax cached by the standard library, on positions that can be hashed."""
    if state.is_terminal():
        return state.value()
    values = (cached(child, not maximizing) for child in state.children())
    return max(values) if maximizing else min(values)


def memoized(function):
    memo = {}

    @wraps(function)
    def with_memo(*arguments):
        if arguments not in memo:
            memo[arguments] = function(*arguments)
        return memo[arguments]

    return with_memo


@memoized
def decorated(state, alpha, beta):
    """Style: a custom caching decorator with the window in its key."""
    if state.is_over():
        return state.evaluate()
    best = -math.inf
    for child in state.next_states():
        best = max(best, -decorated(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def pairs(state, alpha, beta):
    """Style: successors are pairs of a move and a state, as in the first editions of Russell and Norvig."""
    if state.is_terminal():
        return state.utility(), None
    best, chosen = (-math.inf if state.is_max() else math.inf), None
    for move, successor in state.successors():
        value, _ = pairs(successor, alpha, beta)
        if value > best if state.is_max() else value < best:
            best, chosen = value, move
        if state.is_max():
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, chosen


def kept_in_nodes(node, maximizing):
    """Style: each node's value is stored in the node, and read from the children."""
    if node.children:
        for child in node.children:
            kept_in_nodes(child, not maximizing)
        values = [child.minimax_value for child in node.children]
        node.minimax_value = max(values) if maximizing else min(values)
    else:
        node.minimax_value = node.value
    return node.minimax_value


def overwritten(node):
    """Style: inner nodes have no value until the search writes it there."""
    if node.is_leaf():
        return node.value
    for child in node.children:
        overwritten(child)
    best = max if node.is_max else min
    node.value = best(child.value for child in node.children)
    return node.value


def tuples(tree, maximizing):
    """Style: nested tuples."""
    if not isinstance(tree, tuple):
        return tree
    values = [tuples(branch, not maximizing) for branch in tree]
    return max(values) if maximizing else min(values)


def iterables(tree, alpha=-math.inf, beta=math.inf, is_max=True):
    """Style: every iterable is a node."""
    if not isinstance(tree, Iterable):
        return tree
    for branch in tree:
        value = iterables(branch, alpha, beta, not is_max)
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if is_max else beta


def typed(tree, depth, isMax):
    """Style: the type is compared, the depth counted down, and the value multiplied by the player's sign."""
    if type(tree) is not list or depth == 0:
        return tree
    sign = 1 if isMax else -1
    return sign * max(sign * typed(branch, depth - 1, not isMax) for branch in tree)


class Node:
    """The class that `own_nodes` names in its annotation."""

    def __init__(self, value=None, children=()):
        self.value = value
        self.children = list(children)

    def is_leaf(self):
        return not self.children


def own_nodes(node: Node, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    """Style: the node's class stands in the same file, with annotations that name it."""
    if node.is_leaf() or depth == 0:
        return node.value
    best = -math.inf if maximizing else math.inf
    for child in node.children:
        score = own_nodes(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, score) if maximizing else min(best, score)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


class TranspositionMoveFirst:
    """Style: iterative deepening; the table's move comes first, and the root's move is the table's."""

    def __init__(self):
        self.table = {}

    def best_move(self, board, depth):
        for d in range(1, depth + 1):
            score = self.negamax(board, d, -math.inf, math.inf)
        if depth == 0 or board.is_over():
            return board.evaluate(), None
        return score, self.table[board][1]

    def negamax(self, board, depth, alpha, beta):
        if depth == 0 or board.is_over():
            return board.evaluate()
        _, hint = self.table.get(board, (None, None))
        moves = list(board.legal_moves())
        if hint is not None:
            moves.sort(key=lambda move: move != hint)
        best, chosen = -math.inf, None
        for move in moves:
            score = -self.negamax(board.play(move), depth - 1, -beta, -max(alpha, best))
            if score > best:
                best, chosen = score, move
            if best >= beta:
                break
        self.table[board] = best, chosen
        return best


def window_in_two_steps(node, alpha, beta):
    """Style: bounds are attributes of a small record instead of numbers."""

    class Bounds:
        low, high = alpha, beta

    def visit(n, bounds):
        if n.is_terminal():
            return n.value()
        mine = type("Bounds", (), {"low": bounds.low, "high": bounds.high})
        for child in n.children():
            score = visit(child, mine)
            if n.is_max():
                mine.low = max(mine.low, score)
            else:
                mine.high = min(mine.high, score)
            if mine.low >= mine.high:
                break
        return mine.low if n.is_max() else mine.high

    return visit(node, Bounds)


def window_as_a_pair(pos, window):
    """Style: the window is one argument, and methods get more arguments than they need."""
    low, high = window
    if pos.is_terminal(0):
        return pos.evaluate(None)
    for child in pos.children(1):
        low = max(low, -window_as_a_pair(child, (-high, -low)))
        if low >= high:
            break
    return low


class Agent:
    """Style: a class whose root returns only an action, with agents 0 and 1 in turn, as in a well-known course."""

    def getAction(self, gameState):  # noqa: N802, N803
        best, chosen = -math.inf, None
        for action in gameState.getLegalActions(0):
            score = self.value(gameState.apply(action), 1, best, math.inf)
            if score > best:
                best, chosen = score, action
        return chosen

    def value(self, state, agent, alpha, beta):
        if state.is_terminal():
            return state.evaluate()
        best = math.inf if agent else -math.inf
        for action in state.getLegalActions(agent):
            score = self.value(state.apply(action), 1 - agent, alpha, beta)
            if agent:
                best = min(best, score)
                beta = min(beta, best)
            else:
                best = max(best, score)
                alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
