"""The side to move: MIN forgotten, players confused, max and min exchanged."""

import math


def min_never_better(node, depth, alpha, beta):
    """Bug: MIN's comparison can never be true, so it keeps its first child.

    Models: krajzeg/compact-conflict 2
    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    best = None
    for child in node.children():
        value = min_never_better(child, depth - 1, alpha, beta)
        # repair: if best is None or (node.is_max() and value > best) or (not node.is_max() and value < best):
        if best is None or (node.is_max() and value > best) or (not node.is_max() and value is None):
            best = value
        if node.is_max():
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def forgets_min(node, alpha, beta, is_max):
    """Bug: the flag stays True in the recursion, so both players maximise.

    Breaks: exact
    """
    if node.is_leaf():
        return node.value()
    best = -math.inf if is_max else math.inf
    for child in node.children():
        # repair: score = forgets_min(child, alpha, beta, not is_max)
        score = forgets_min(child, alpha, beta, True)
        if is_max:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def wrong_player_at_root(state, depth):
    """Bug: the root searches its children as if the same player moved again.

    Models: aalekhpatel07/minimax 3
    Breaks: best-move
    """
    best_score, best = (-math.inf, None) if state.is_max() else (math.inf, None)
    for move in state.moves():
        # repair: score = plain(state.result(move), depth - 1, not state.is_max())
        score = plain(state.result(move), depth - 1, state.is_max())
        if best is None or (score > best_score if state.is_max() else score < best_score):
            best_score, best = score, move
    return best


def plain(state, depth, maximizing):
    if depth == 0 or state.is_terminal():
        return state.value()
    scores = [plain(state.result(move), depth - 1, not maximizing) for move in state.moves()]
    return max(scores) if maximizing else min(scores)


def root_only_maximises(state):
    """Bug: the root takes the greatest value whoever moves.

    Models: aalekhpatel07/minimax 3
    Breaks: best-move
    """
    if state.is_over():
        return state.score(), None
    choices = [(deeper(state.next_state(move)), move) for move in state.moves()]
    # repair: best = (max if state.is_max() else min)(value for value, _ in choices)
    best = max(value for value, _ in choices)
    return next(choice for choice in choices if choice[0] == best)


def deeper(state):
    if state.is_over():
        return state.score()
    return (max if state.is_max() else min)(deeper(state.next_state(move)) for move in state.moves())


def inverted_below(state, depth, alpha, beta, player):
    """Bug: below the root the branches of the two players are exchanged.

    Models: marianogappa/cheesse 62
    Breaks: exact
    """
    if depth == 0 or state.game_over():
        return state.evaluate()
    best = -math.inf if player else math.inf
    for move in state.legal_moves():
        # repair: score = inverted(state.play(move), depth - 1, alpha, beta, not player)
        score = inverted(state.play(move), depth - 1, alpha, beta, player)
        if player:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def inverted(state, depth, alpha, beta, player):
    if depth == 0 or state.game_over():
        return state.evaluate()
    best = -math.inf if player else math.inf
    for move in state.legal_moves():
        score = inverted(state.play(move), depth - 1, alpha, beta, not player)
        if player:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def same_player_after_first(node, depth, alpha, beta, maximizing_player):
    """Bug: only the first child is searched for the other player.

    Breaks: exact
    """
    if depth == 0 or node.is_terminal():
        return node.value
    best = -math.inf if maximizing_player else math.inf
    other = not maximizing_player
    for child in node.children:
        score = same_player_after_first(child, depth - 1, alpha, beta, other)
        # repair: pass
        other = maximizing_player
        if maximizing_player:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def wrong_pair(node, depth, alpha, beta, maximizing):
    """Bug: alpha is raised to beta instead of the best value.

    Breaks: exact
    """
    if depth == 0 or not node.children:
        return node.value
    if maximizing:
        best = -math.inf
        for child in node.children:
            best = max(best, wrong_pair(child, depth - 1, alpha, beta, False))
            # repair: alpha = max(alpha, best)
            alpha = max(alpha, beta)
            if beta <= alpha:
                break
        return best
    best = math.inf
    for child in node.children:
        best = min(best, wrong_pair(child, depth - 1, alpha, beta, True))
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def beta_at_max(node, alpha, beta):
    """Bug: MAX lowers beta, MIN raises alpha.

    Breaks: exact
    """
    if node.is_terminal():
        return node.value()
    best = -math.inf if node.is_max() else math.inf
    for child in node.children():
        score = beta_at_max(child, alpha, beta)
        if node.is_max():
            best = max(best, score)
            # repair: alpha = max(alpha, best)
            beta = min(beta, best)
        else:
            best = min(best, score)
            # repair: beta = min(beta, best)
            alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def utility_of_the_mover(state, game):
    """Bug: takes the utility for the side to move at the leaf instead of the root player.

    Breaks: best-move
    """
    player = game.to_move(state)

    def value(state, maximizing):
        if game.terminal_test(state):
            # repair: return game.utility(state, player)
            return game.utility(state, game.to_move(state))
        values = [value(game.result(state, a), not maximizing) for a in game.actions(state)]
        return max(values) if maximizing else min(values)

    return max(game.actions(state), key=lambda a: value(game.result(state, a), False))
