"""Kalah with three pits and two seeds in each: a last seed in one's own store gives another move."""

from collections import namedtuple

Position = namedtuple("Position", "pits stores player")
Result = namedtuple("Result", "pit value")
INFINITY = float("inf")


def start_position():
    return Position((2, 2, 2, 2, 2, 2), (0, 0), 0)


def pits_to_sow(position):
    own = range(3) if position.player == 0 else range(3, 6)
    return [pit for pit in own if position.pits[pit]]


def sow(position, pit):
    """The next position; seeds are sown in pits 0 to 2, the store of player 0, pits 3 to 5, the store of player 1."""
    player, pits, stores = position.player, list(position.pits), list(position.stores)
    seeds, pits[pit], place = pits[pit], 0, pit + (pit > 2)
    while seeds:
        place = (place + 1) % 8
        if place == (7 if player == 0 else 3):
            continue
        seeds -= 1
        if place in (3, 7):
            stores[place == 7] += 1
        else:
            pits[place - (place > 3)] += 1
    again = place == (3 if player == 0 else 7)
    return Position(tuple(pits), tuple(stores), player if again else 1 - player)


def evaluate(position):
    """The value for player 0: two for each seed in a store, one for each in a pit."""
    return 2 * (position.stores[0] - position.stores[1]) + sum(position.pits[:3]) - sum(position.pits[3:])


def plain(position, depth):
    if depth == 0 or not pits_to_sow(position):
        return evaluate(position)
    values = [plain(sow(position, pit), depth - 1) for pit in pits_to_sow(position)]
    return max(values) if position.player == 0 else min(values)


def negated_at_another_move(position, depth, alpha, beta):
    """Bug: negamax that does not negate the value after another move, but still swaps the window.

    Start: negated_at_another_move(start_position(), 6, -INFINITY, INFINITY)
    Plain: plain(start_position(), 6)
    Breaks: exact
    """
    sign = 1 if position.player == 0 else -1
    if depth == 0 or not pits_to_sow(position):
        return sign * evaluate(position)
    best = -INFINITY
    for pit in pits_to_sow(position):
        child = sow(position, pit)
        if child.player == position.player:
            # repair: score = negated_at_another_move(child, depth - 1, alpha, beta)
            score = negated_at_another_move(child, depth - 1, -beta, -alpha)
        else:
            score = -negated_at_another_move(child, depth - 1, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def max_value(position, depth, alpha, beta):
    """Bug: two functions that call each other; another move of MIN starts with an open upper bound.

    Start: max_value(start_position(), 6, -INFINITY, INFINITY)
    Plain: plain(start_position(), 6)
    Value: .value
    Breaks: waste
    """
    if depth == 0 or not pits_to_sow(position):
        return Result(None, evaluate(position))
    best = Result(None, -INFINITY)
    for pit in pits_to_sow(position):
        child = sow(position, pit)
        answer = (max_value if child.player == 0 else min_value)(child, depth - 1, alpha, beta)
        if answer.value > best.value:
            best = Result(pit, answer.value)
        if best.value >= beta:
            return best
        alpha = max(alpha, best.value)
    return best


def min_value(position, depth, alpha, beta):
    if depth == 0 or not pits_to_sow(position):
        return Result(None, evaluate(position))
    best = Result(None, INFINITY)
    for pit in pits_to_sow(position):
        child = sow(position, pit)
        if child.player == 1:
            # repair: answer = min_value(child, depth - 1, alpha, beta)
            answer = min_value(child, depth - 1, alpha, INFINITY)
        else:
            # repair: answer = max_value(child, depth - 1, alpha, beta)
            answer = max_value(child, depth - 1, alpha, INFINITY)
        if answer.value < best.value:
            best = Result(pit, answer.value)
        if best.value <= alpha:
            return best
        beta = min(beta, best.value)
    return best
