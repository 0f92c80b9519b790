"""Trees as plain data: nested lists, dictionaries, and functional style."""

from functools import reduce


def minimax(tree, maximizing=True):
    """Style: the shortest possible minimax, on nested lists."""
    if isinstance(tree, (int, float)):
        return tree
    return (max if maximizing else min)(minimax(branch, not maximizing) for branch in tree)


def alpha_beta(tree, alpha=float("-inf"), beta=float("inf"), maximizing=True):
    """Style: alpha-beta on nested lists, with defaults for all arguments."""
    if not isinstance(tree, list):
        return tree
    if maximizing:
        for branch in tree:
            alpha = max(alpha, alpha_beta(branch, alpha, beta, False))
            if alpha >= beta:
                return alpha
        return alpha
    for branch in tree:
        beta = min(beta, alpha_beta(branch, alpha, beta, True))
        if alpha >= beta:
            return beta
    return beta


def matched(tree, is_max):
    """Style: structural pattern matching."""
    match tree:
        case [*branches]:
            values = [matched(branch, not is_max) for branch in branches]
            return max(values) if is_max else min(values)
        case leaf:
            return leaf


def folded(node):
    """Style: a fold over the children; the position says who is to move."""
    if node.is_terminal():
        return node.value
    better = max if node.is_max else min
    return reduce(better, map(folded, node.children))


def dictionaries(node, depth, alpha, beta, maximizing):
    """Style: nodes are dictionaries with children and a value."""
    if depth == 0 or not node["children"]:
        return node["value"]
    best = float("-inf") if maximizing else float("inf")
    for child in node["children"]:
        score = dictionaries(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
