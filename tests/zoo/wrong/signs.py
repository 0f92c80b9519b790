"""Sign errors in negamax: values, windows and colours."""

INF = float("inf")


def value_not_negated(node, depth, alpha, beta, color):
    """Bug: the child's value is not negated.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return color * node.value
    best = -INF
    for child in node.children:
        # repair: score = -value_not_negated(child, depth - 1, -beta, -alpha, -color)
        score = value_not_negated(child, depth - 1, -beta, -alpha, -color)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def colour_not_flipped(node, depth, alpha, beta, color):
    """Bug: the colour is passed on unchanged, so every leaf has the value for the root player.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return color * node.value
    best = -INF
    for child in node.children:
        # repair: best = max(best, -colour_not_flipped(child, depth - 1, -beta, -alpha, -color))
        best = max(best, -colour_not_flipped(child, depth - 1, -beta, -alpha, color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def horizon_unsigned(node, depth, alpha, beta, color):
    """Bug: finished games have the value for the side to move, positions at the depth limit for MAX.

    Models: marianogappa/cheesse 62
    Breaks: exact
    """
    if node.is_terminal():
        return color * node.evaluate()
    if depth == 0:
        # repair: return color * node.evaluate()
        return node.evaluate()
    best = -INF
    for child in node.children():
        best = max(best, -horizon_unsigned(child, depth - 1, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def window_as_it_is(pos, alpha, beta):
    """Bug: the window is passed on neither negated nor swapped.

    Breaks: exact
    """
    if pos.is_over():
        return pos.evaluate()
    best = -INF
    for move in pos.legal_moves():
        # repair: score = -window_as_it_is(pos.play(move), -beta, -alpha)
        score = -window_as_it_is(pos.play(move), alpha, beta)
        if score > best:
            best = score
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best


def window_negated_only(pos, alpha, beta):
    """Bug: the window is negated but not swapped.

    Breaks: exact
    """
    if pos.is_over():
        return pos.evaluate()
    best = -INF
    for move in pos.legal_moves():
        # repair: score = -window_negated_only(pos.play(move), -beta, -alpha)
        score = -window_negated_only(pos.play(move), -alpha, -beta)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


def window_swapped_only(pos, depth, alpha, beta):
    """Bug: the window is swapped but not negated.

    Breaks: exact
    """
    if depth == 0 or pos.game_over():
        return pos.evaluate()
    for move in pos.get_legal_moves():
        # repair: score = -window_swapped_only(pos.make_move(move), depth - 1, -beta, -alpha)
        score = -window_swapped_only(pos.make_move(move), depth - 1, beta, alpha)
        if score >= beta:
            return beta
        if score > alpha:
            alpha = score
    return alpha


def cut_off_unsigned(pos, alpha, beta):
    """Bug: a cutoff returns the bound from the opponent's point of view.

    Models: bsamseth/Goldfish 25
    Breaks: exact
    """
    if pos.is_over():
        return pos.evaluate()
    for move in pos.legal_moves():
        score = -cut_off_unsigned(pos.play(move), -beta, -alpha)
        if score >= beta:
            # repair: return beta
            return -beta
        alpha = max(alpha, score)
    return alpha


def null_window_sign(pos, alpha, beta):
    """Bug: the null window is (alpha, alpha + 1) from the opponent's point of view, too.

    Breaks: exact
    """
    if pos.is_over():
        return pos.evaluate()
    first = True
    for move in pos.legal_moves():
        child = pos.play(move)
        if first:
            score = -null_window_sign(child, -beta, -alpha)
            first = False
        else:
            # repair: score = -null_window_sign(child, -alpha - 1, -alpha)
            score = -null_window_sign(child, alpha, alpha + 1)
            if alpha < score < beta:
                score = -null_window_sign(child, -beta, -alpha)
        if score > alpha:
            alpha = score
        if alpha >= beta:
            return alpha
    return alpha
