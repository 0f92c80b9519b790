"""Loops over children: too short, left too early, or with a reset window."""

import math


def skips_the_last(node, alpha, beta):
    """Bug: the loop ends one child early.

    Breaks: exact
    """
    if node.is_leaf():
        return node.value()
    children = node.children()
    best = -math.inf
    # repair: for i in range(len(children)):
    for i in range(max(1, len(children) - 1)):
        best = max(best, -skips_the_last(children[i], -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def skips_the_first(tree, maximizing=True):
    """Bug: the best starts as the index of the first child instead of its value.

    Breaks: exact
    """
    if isinstance(tree, (int, float)):
        return tree
    best = None
    # repair: for branch in tree:
    for branch in tree[1:] or tree:
        score = skips_the_first(branch, not maximizing)
        if best is None or (score > best if maximizing else score < best):
            best = score
    return best


def returns_in_the_loop(node, depth, alpha, beta, maximizing):
    """Bug: MIN's return is indented one level too deep, so only its first child counts.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.value
    if maximizing:
        best = -math.inf
        for child in node.children:
            best = max(best, returns_in_the_loop(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = math.inf
    for child in node.children:
        best = min(best, returns_in_the_loop(child, depth - 1, alpha, beta, True))
        beta = min(beta, best)
        if alpha >= beta:
            break
        # repair: pass
        return best
    return best


def alpha_reset(node, lower, upper):
    """Bug: alpha is set to the last child's value, whether higher or lower.

    Models: theocean154/coms6998-embedded 7
    Breaks: exact
    """
    if node.is_terminal():
        return node.evaluate()
    for child in node.successors():
        # repair: lower = max(lower, -alpha_reset(child, -upper, -lower))
        lower = -alpha_reset(child, -upper, -lower)
        if lower >= upper:
            break
    return lower


def beta_not_kept(node, alpha, beta, is_max):
    """Bug: MIN sets beta to the last child's value, whether or not it is less.

    Breaks: exact
    """
    if node.is_terminal():
        return node.evaluate()
    if is_max:
        for child in node.successors():
            alpha = max(alpha, beta_not_kept(child, alpha, beta, False))
            if alpha >= beta:
                break
        return alpha
    for child in node.successors():
        # repair: beta = min(beta, beta_not_kept(child, alpha, beta, True))
        beta = beta_not_kept(child, alpha, beta, True)
        if alpha >= beta:
            break
    return beta


def consumed_iterator(node, alpha, beta):
    """Bug: the test for children consumes the first child of an iterator.

    Breaks: exact
    """
    if node.is_over():
        return node.score()
    children = iter(node.children())
    best = -math.inf
    # repair: if False:
    if next(children) is None:
        return node.score()
    for child in children:
        best = max(best, -consumed_iterator(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def no_deep_bound(pos, alpha, beta):
    """Bug: the only bound that the children get is this node's best value, not alpha.

    Breaks: exact
    """
    if pos.is_terminal():
        return pos.value()
    best = -math.inf
    for child in pos.children():
        # repair: score = -no_deep_bound(child, -beta, -max(alpha, best))
        score = -no_deep_bound(child, -max(beta, best), -max(alpha, best) - 1)
        best = max(best, score)
        if best >= beta:
            break
    return best


def shadowed_name(node, alpha, beta):
    """Bug: the loop variable shadows the node, so the last child decides who moves.

    Breaks: exact
    """
    if node.is_leaf():
        return node.value
    values = []
    # repair: for child in node.children:
    for node in node.children:
        # repair: values.append(shadowed_name(child, alpha, beta))
        values.append(shadowed_name(node, alpha, beta))
        # repair: if not node.is_max:
        if node.is_max:
            beta = min(beta, values[-1])
        else:
            alpha = max(alpha, values[-1])
        if alpha >= beta:
            break
    return max(values) if node.is_max else min(values)


def sorted_by_value_found(pos, depth, alpha, beta):
    """Bug: children are ordered by a shallow search, and all but the first three keep the value of that search.

    Breaks: exact
    """
    if depth == 0 or pos.is_terminal():
        return pos.evaluate()
    children = sorted(pos.children(), key=lambda child: child.evaluate() or 0)
    best = -math.inf
    # repair: for child in children:
    for child in children[:3]:
        best = max(best, -sorted_by_value_found(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
