"""Kalah with three pits and two seeds in each, on one list of eight; a last seed in the own store moves again."""

from typing import NamedTuple

INF = float("inf")
START = (2, 2, 2, 0, 2, 2, 2, 0)  # pits 0 to 2 and store 3, pits 4 to 6 and store 7


class Answer(NamedTuple):
    value: float
    pit: int | None


def pits(board, player):
    return [pit for pit in (range(3) if player == 0 else range(4, 7)) if board[pit]]


def sow(board, pit, player):
    """The next board, and the player to move."""
    after = list(board)
    seeds, after[pit] = after[pit], 0
    while seeds:
        pit = (pit + 1) % 8
        if pit != (7 if player == 0 else 3):
            after[pit] += 1
            seeds -= 1
    return tuple(after), player if pit in (3, 7) else 1 - player


def evaluate(board):
    """The value for player 0."""
    return 3 * (board[3] - board[7]) + sum(board[:3]) - sum(board[4:7])


def plain(board, player, depth):
    if depth == 0 or not pits(board, player):
        return evaluate(board)
    values = [plain(*sow(board, pit, player), depth - 1) for pit in pits(board, player)]
    return max(values) if player == 0 else min(values)


def negamax(board, player, depth, alpha, beta):
    """Style: negamax with extra moves: nothing is negated if the same player moves again.

    Start: negamax(START, 0, 6, -INF, INF)
    Plain: plain(START, 0, 6)
    """
    if depth == 0 or not pits(board, player):
        return evaluate(board) if player == 0 else -evaluate(board)
    best = -INF
    for pit in pits(board, player):
        after, following = sow(board, pit, player)
        if following == player:
            score = negamax(after, following, depth - 1, alpha, beta)
        else:
            score = -negamax(after, following, depth - 1, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def by_keyword(*, board, player, depth, alpha=-INF, beta=INF):
    """Style: everything is passed by keyword; the answer is a dictionary.

    Start: by_keyword(board=START, player=0, depth=6)
    Plain: plain(START, 0, 6)
    Value: ["value"]
    """
    if depth == 0 or not pits(board, player):
        return {"value": evaluate(board), "pit": None}
    best = {"value": -INF if player == 0 else INF, "pit": None}
    for pit in pits(board, player):
        after, following = sow(board, pit, player)
        value = by_keyword(board=after, player=following, depth=depth - 1, alpha=alpha, beta=beta)["value"]
        if value > best["value"] if player == 0 else value < best["value"]:
            best = {"value": value, "pit": pit}
        if player == 0:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if beta <= alpha:
            break
    return best


def named(board, player, depth, alpha, beta):
    """Style: a named tuple of value and pit; the cutoff test is strict.

    Start: named(START, 0, 6, -INF, INF)
    Plain: plain(START, 0, 6)
    Value: .value
    """
    if depth == 0 or not pits(board, player):
        return Answer(evaluate(board), None)
    best = Answer(-INF if player == 0 else INF, None)
    for pit in pits(board, player):
        value = named(*sow(board, pit, player), depth - 1, alpha, beta).value
        if player == 0:
            best = Answer(value, pit) if value > best.value else best
            alpha = max(alpha, value)
        else:
            best = Answer(value, pit) if value < best.value else best
            beta = min(beta, value)
        if beta < alpha:
            break
    return best
