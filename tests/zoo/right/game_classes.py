"""Searches that query a game about states, as in Russell and Norvig's book and in game libraries."""

infinity = float("inf")


def alpha_beta_search(state, game):
    """Style: like the book: returns the move, with values for the root player."""
    player = game.to_move(state)

    def max_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = -infinity
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a), alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = infinity
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a), alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    best_score, best_action = -infinity, None
    for a in game.actions(state):
        v = min_value(game.result(state, a), best_score, infinity)
        if v > best_score:
            best_score, best_action = v, a
    return best_action


def fourth_edition(game, state):
    """Style: like the book's newer edition: returns value and move."""
    player = game.to_move(state)

    def max_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = -infinity, None
        for a in game.actions(state):
            v2, _ = min_value(game.result(state, a), alpha, beta)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def min_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = infinity, None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a), alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move

    return max_value(state, -infinity, infinity)


def asks_the_tree(tree, node, alpha, beta):
    """Style: all methods belong to the tree and take a node."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    if tree.is_max(node):
        best = -infinity
        for child in tree.children(node):
            best = max(best, asks_the_tree(tree, child, max(alpha, best), beta))
            if best >= beta:
                break
        return best
    best = infinity
    for child in tree.children(node):
        best = min(best, asks_the_tree(tree, child, alpha, min(beta, best)))
        if best <= alpha:
            break
    return best
