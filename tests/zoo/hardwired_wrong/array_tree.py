"""A complete binary tree whose leaves are an array, as in many exercises: node i has the children 2i and 2i + 1."""

MAX, MIN = 1000, -1000
values = [3, 5, 6, 9, 1, 2, 0, -1, 8, 4, 7, -6, -3, 10, -5, 11]
HEIGHT = 4


def evaluate(index):
    return values[index]


def plain(depth, index, is_max):
    if depth == HEIGHT:
        return evaluate(index)
    return (max if is_max else min)(plain(depth + 1, 2 * index + i, not is_max) for i in range(2))


def continues(depth, index, maximizing, alpha, beta):
    """Bug: `continue` instead of `break`: nothing is cut off.

    Start: continues(0, 0, True, MIN, MAX)
    Plain: plain(0, 0, True)
    Breaks: waste
    """
    if depth == HEIGHT:
        return evaluate(index)
    best = MIN if maximizing else MAX
    for i in range(2):
        val = continues(depth + 1, index * 2 + i, not maximizing, alpha, beta)
        if maximizing:
            best = max(best, val)
            alpha = max(alpha, best)
        else:
            best = min(best, val)
            beta = min(beta, best)
        if beta <= alpha:
            # repair: break
            continue
    return best


def copied_branch(depth, index, maximizing, alpha, beta):
    """Bug: MIN's branch was copied from MAX's and still starts from the lowest value.

    Start: copied_branch(0, 0, True, MIN, MAX)
    Plain: plain(0, 0, True)
    Breaks: exact
    """
    if depth == HEIGHT:
        return evaluate(index)
    if maximizing:
        best = MIN
        for i in range(2):
            best = max(best, copied_branch(depth + 1, index * 2 + i, False, alpha, beta))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best
    # repair: best = MAX
    best = MIN
    for i in range(2):
        best = min(best, copied_branch(depth + 1, index * 2 + i, True, alpha, beta))
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def alpha_on_cutoff(depth, index, maximizing, alpha, beta):
    """Bug: MAX's cutoff returns alpha, which has not been raised yet, instead of the value that caused it.

    Start: alpha_on_cutoff(0, 0, False, MIN, MAX)
    Plain: plain(0, 0, False)
    Breaks: exact
    """
    if depth == HEIGHT:
        return evaluate(index)
    if maximizing:
        best = MIN
        for i in range(2):
            best = max(best, alpha_on_cutoff(depth + 1, index * 2 + i, False, alpha, beta))
            if best >= beta:
                # repair: return best
                return alpha
            alpha = max(alpha, best)
        return best
    best = MAX
    for i in range(2):
        best = min(best, alpha_on_cutoff(depth + 1, index * 2 + i, True, alpha, beta))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best
