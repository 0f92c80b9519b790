"""Three searches to try `prunecheck verify` with: one right, one wrong, one wasteful."""


def right(position, depth, alpha, beta):
    """Fail-soft alpha-beta; scores from the side to move."""
    if depth == 0 or position.is_terminal():
        return position.evaluate()
    best = -float("inf")
    for child in position.children():
        best = max(best, -right(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def wrong(position, depth, alpha, beta):
    """The same with a bug: no value is worse than 0."""
    if depth == 0 or position.is_terminal():
        return position.evaluate()
    best = 0
    for child in position.children():
        best = max(best, -wrong(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def wasteful(position, depth, alpha, beta):
    """The same, but the window does not go down."""
    if depth == 0 or position.is_terminal():
        return position.evaluate()
    best = -float("inf")
    for child in position.children():
        best = max(best, -wasteful(child, depth - 1, -beta, -alpha))
        if best >= beta:
            break
    return best
