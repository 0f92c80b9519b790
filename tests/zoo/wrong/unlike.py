"""Bugs in searches that look nothing like a textbook."""

import math
from functools import lru_cache, reduce


def stack_keeps_window(node, alpha, beta):
    """Bug: on an explicit stack, a child's answer raises alpha of the wrong frame.

    Breaks: exact
    """
    answer = None
    stack = [[node, alpha, beta, None, None]]
    while stack:
        frame = stack[-1]
        position, a, b, best, rest = frame
        if rest is None:
            if position.is_terminal():
                answer = position.value()
                stack.pop()
                continue
            frame[4] = rest = iter(position.children())
            frame[3] = best = -math.inf if position.is_max() else math.inf
        elif answer is not None:
            best = max(best, answer) if position.is_max() else min(best, answer)
            frame[3] = best
            # repair: if position.is_max():
            if not position.is_max():
                frame[1] = a = max(a, best)
            else:
                frame[2] = b = min(b, best)
            answer = None
        child = None if a >= b else next(rest, None)
        if child is None:
            answer = best
            stack.pop()
        else:
            stack.append([child, a, b, None, None])
    return answer


def generator_forgets(node, alpha, beta):
    """Bug: a coroutine is resumed with the value of its first child again, if a leaf answers at once.

    Breaks: exact
    """

    def visit(n, a, b):
        if n.is_leaf:
            return n.value
        best = -math.inf if n.is_max else math.inf
        for child in n.children:
            score = yield child, a, b
            if n.is_max:
                best = max(best, score)
                a = max(a, best)
            else:
                best = min(best, score)
                b = min(b, best)
            if a >= b:
                break
        return best

    running, value = [visit(node, alpha, beta)], None
    while running:
        try:
            running.append(visit(*running[-1].send(value)))
            value = None
        except StopIteration as done:
            running.pop()
            # repair: value = done.value
            value = done.value if value is None else value
    return value


# repair: negated = lambda n, a, b: n.value() if n.is_leaf() else best_reply(n.children(), a, b)
negated = lambda n, a, b: n.value() if n.is_leaf() else -best_reply(n.children(), a, b)  # noqa: E731


def best_reply(children, a, b):
    best = -math.inf
    for child in children:
        best = max(best, -negated(child, -b, -max(a, best)))
        if best >= b:
            break
    return best


def lambda_negates_twice(node, alpha, beta):
    """Bug: both the lambda and its helper negate the value.

    Breaks: exact
    """
    return negated(node, alpha, beta)


def tuple_of_score_and_move(state):
    """Bug: pairs of score and move are compared, so with equal bounds the later move wins.

    Models: maxpumperla/deep_learning_and_the_game_of_go 49
    Breaks: best-move
    """
    best = (-math.inf, None)
    for move in state.legal_moves():
        score = -reply(state.play(move), -math.inf, -best[0])
        # repair: best = max(best, (score, move), key=lambda pair: pair[0])
        best = max(best, (score, move), key=lambda pair: (pair[0], -1 if pair[1] is None else pair[1]))
    return best[1]


def reply(state, alpha, beta):
    if state.is_over():
        return state.evaluate()
    for move in state.legal_moves():
        alpha = max(alpha, -reply(state.play(move), -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def fold_from_zero(node):
    """Bug: the fold over the children starts from 0.

    Models: asweigart/PythonStdioGames 15
    Breaks: exact
    """
    if node.is_terminal():
        return node.value
    better = max if node.is_max else min
    # repair: return reduce(better, map(fold_from_zero, node.children))
    return reduce(better, map(fold_from_zero, node.children), 0)


def matched(tree, is_max):
    """Bug: a list with one branch is replaced by that branch, with the same player to move.

    Breaks: exact
    """
    match tree:
        case [branch]:
            # repair: return matched(branch, not is_max)
            return matched(branch, is_max)
        case [*branches]:
            values = [matched(branch, not is_max) for branch in branches]
            return max(values) if is_max else min(values)
        case leaf:
            return leaf


def some_for_all(node):
    """Bug: in a proof by bisection, MIN needs only one child that proves the value.

    Breaks: exact
    """

    def at_least(n, v):
        if n.is_terminal():
            return n.value() >= v
        if n.is_max():
            return any(at_least(child, v) for child in n.children())
        # repair: return all(at_least(child, v) for child in n.children())
        return any(at_least(child, v) for child in n.children())

    low, high = -(10**6), 10**6
    while low < high:
        middle = (low + high + 1) // 2
        if at_least(node, middle):
            low = middle
        else:
            high = middle - 1
    return low


def cached_without_window(node, alpha, beta):
    """Bug: a cache of the standard library returns the first window's result for all windows.

    Models: ryanbhayward/games-puzzles-algorithms 100
    Breaks: exact
    """
    window = {}

    @lru_cache(maxsize=None)
    # repair: def visit(n, a, b):
    def visit(n, a=None, b=None):
        # repair: pass
        a, b = window[n]
        if n.is_terminal():
            return n.value()
        best = -math.inf
        for child in n.children():
            # repair: pass
            window[child] = -b, -max(a, best)
            # repair: best = max(best, -visit(child, -b, -max(a, best)))
            best = max(best, -visit(child))
            if best >= b:
                break
        return best

    window[node] = alpha, beta
    # repair: return visit(node, alpha, beta)
    return visit(node)


def lazy_margin(pos, depth, alpha, beta):
    """Bug: a position whose static value is far outside the window is not searched, but values change by more than that.

    Breaks: exact
    """
    if depth == 0 or pos.is_over():
        return pos.evaluate()
    static = pos.evaluate() or 0
    # repair: if False:
    if static >= beta + 2:
        return static
    best = -math.inf
    for move in pos.legal_moves():
        best = max(best, -lazy_margin(pos.play(move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
