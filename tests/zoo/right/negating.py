"""Negamax in various styles."""

INFINITY = 10**9


def negamax(node, depth, alpha, beta, color):
    """Style: the colour is a sign; values of leaves are MAX's."""
    if depth == 0 or node.is_terminal():
        return color * node.value()
    value = -INFINITY
    for child in node.children():
        value = max(value, -negamax(child, depth - 1, -beta, -alpha, -color))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


def search(pos, alpha, beta, depth):
    """Style: the position evaluates for the player to move; depth comes last."""
    if depth == 0 or pos.game_over():
        return pos.evaluate()
    for move in pos.legal_moves():
        score = -search(pos.make_move(move), -beta, -alpha, depth - 1)
        if score >= beta:
            return beta
        if score > alpha:
            alpha = score
    return alpha


def push_and_pop(board, depth, alpha, beta):
    """Style: moves are made and taken back on one board, as chess programs do."""
    if board.is_game_over() or depth <= 0:
        return board.evaluate() if board.turn == 1 else -board.evaluate()
    best = -INFINITY
    for move in board.legal_moves():
        board.push(move)
        score = -push_and_pop(board, depth - 1, -beta, -max(alpha, best))
        board.pop()
        if score > best:
            best = score
            if best >= beta:
                return best
    return best


def negascout(node, depth, alpha, beta, color=1):
    """Style: NegaScout with integer null windows and a full window for the first child."""
    if depth == 0 or node.is_terminal:
        return color * node.value
    b = beta
    best = -INFINITY
    for i, child in enumerate(node.children):
        t = -negascout(child, depth - 1, -b, -alpha, -color)
        if alpha < t < beta and i > 0:
            t = -negascout(child, depth - 1, -beta, -t, -color)
        best = max(best, t)
        alpha = max(alpha, t)
        if alpha >= beta:
            return best
        b = alpha + 1
    return best


def pvs(position, alpha, beta):
    """Style: principal variation search; a move that beats the null window is re-searched."""
    if position.is_over():
        return position.score()
    first = True
    for child in position.children():
        if first:
            score = -pvs(child, -beta, -alpha)
            first = False
        else:
            score = -pvs(child, -alpha - 1, -alpha)
            if alpha < score < beta:
                score = -pvs(child, -beta, -alpha)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha


negalambda = lambda n, a, b: (  # noqa: E731
    n.value if n.is_leaf() else best_of(n.children(), a, b)
)


def best_of(children, a, b):
    best = -INFINITY
    for child in children:
        best = max(best, -negalambda(child, -b, -max(a, best)))
        if best >= b:
            break
    return best


def by_lambda(node, alpha, beta):
    """Style: the recursion is a lambda that calls a helper."""
    return negalambda(node, alpha, beta)
