"""Correct searches in the styles of textbooks, courses and tutorials, each with a change that makes it wrong."""

from typing import Final

# (correct search, text in it, replacement that is a bug)
STYLES: Final = {
    "greek_letters": (
        """
def search(node, depth, \N{GREEK SMALL LETTER ALPHA}, \N{GREEK SMALL LETTER BETA}, color):
    if depth == 0 or node.is_terminal():
        return color * node.heuristic_value()
    value = -float("inf")
    for child in node.get_children():
        window = -\N{GREEK SMALL LETTER BETA}, -\N{GREEK SMALL LETTER ALPHA}
        value = max(value, -search(child, depth - 1, *window, -color))
        \N{GREEK SMALL LETTER ALPHA} = max(\N{GREEK SMALL LETTER ALPHA}, value)
        if \N{GREEK SMALL LETTER ALPHA} >= \N{GREEK SMALL LETTER BETA}:
            break
    return value
""",
        "*window",
        "*reversed(window)",
    ),
    "fourth_edition": (
        """
def search(game, state):
    player = state.to_move
    def max_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = -float("inf"), None
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
        v, move = float("inf"), None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a), alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move
    return max_value(state, -float("inf"), float("inf"))
""",
        "v <= alpha",
        "v <= beta",
    ),
    "cut_off_test": (
        """
def search(state, game, d=4, cutoff_test=None, eval_fn=None):
    player = game.to_move(state)
    def value(state, alpha, beta, depth, is_max):
        if cutoff_test(state, depth):
            return eval_fn(state)
        best = -float("inf") if is_max else float("inf")
        for a in game.actions(state):
            found = value(game.result(state, a), alpha, beta, depth + 1, not is_max)
            best = max(best, found) if is_max else min(best, found)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best
    cutoff_test = cutoff_test or (lambda state, depth: depth > d or game.terminal_test(state))
    eval_fn = eval_fn or (lambda state: game.utility(state, player))
    return max(
        game.actions(state), key=lambda a: value(game.result(state, a), -float("inf"), float("inf"), 1, False)
    )
""",
        "max(\\n        game.actions",
        "min(\\n        game.actions",
    ),
    "array_of_leaves": (
        """
MAX, MIN = float("inf"), -float("inf")

def search(depth, nodeIndex, maximizingPlayer, values, alpha, beta):
    if depth == 3:
        return values[nodeIndex]
    best = MIN if maximizingPlayer else MAX
    for i in range(0, 2):
        val = search(depth + 1, nodeIndex * 2 + i, not maximizingPlayer, values, alpha, beta)
        if maximizingPlayer:
            best = max(best, val)
            alpha = max(alpha, best)
        else:
            best = min(best, val)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
""",
        "not maximizingPlayer, values",
        "False, values",
    ),
    "array_of_any_height": (
        """
def search(depth, node_index, is_max, scores, alpha, beta, max_depth):
    if depth == max_depth:
        return scores[node_index]
    best = -float("inf") if is_max else float("inf")
    for i in range(2):
        val = search(depth + 1, node_index * 2 + i, not is_max, scores, alpha, beta, max_depth)
        best = max(best, val) if is_max else min(best, val)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best
""",
        "node_index * 2 + i",
        "node_index + i",
    ),
    "pacman": (
        """
class search:
    def __init__(self, evalFn=None, depth="2"):
        self.evaluationFunction = evalFn or (lambda state: state.getScore())
        self.depth = int(depth)
    def getAction(self, gameState):
        return self.alphabeta(gameState, 0, 0, -float("inf"), float("inf"))[1]
    def alphabeta(self, state, agentIndex, depth, alpha, beta):
        if agentIndex == state.getNumAgents():
            agentIndex, depth = 0, depth + 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        best = None
        for action in state.getLegalActions(agentIndex):
            successor = state.generateSuccessor(agentIndex, action)
            value = self.alphabeta(successor, agentIndex + 1, depth, alpha, beta)[0]
            if best is None or (value > best[0] if agentIndex == 0 else value < best[0]):
                best = value, action
            if agentIndex == 0:
                alpha = max(alpha, best[0])
            else:
                beta = min(beta, best[0])
            if alpha > beta:
                break
        return best
""",
        "alpha > beta",
        "alpha < beta",
    ),
    "made_with_the_tree": (
        """
class search:
    def __init__(self, game_tree):
        self.root = game_tree.root
    def search(self):
        return self.max_value(self.root, -float("inf"), float("inf"))
    def max_value(self, node, alpha, beta):
        if len(node.children) == 0:
            return node.value
        value = -float("inf")
        for child in node.children:
            value = max(value, self.min_value(child, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value
    def min_value(self, node, alpha, beta):
        if len(node.children) == 0:
            return node.value
        value = float("inf")
        for child in node.children:
            value = min(value, self.max_value(child, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value
""",
        "return value\\n            beta",
        "return alpha + 1\\n            beta",
    ),
    "hidden_by_a_decorator": (
        """
def counted(function):
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)
    wrapper.calls = 0
    return wrapper

@counted
def search(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_leaf():
        return node.data
    best = -float("inf") if maximizing else float("inf")
    for child in node.children:
        found = search(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, found) if maximizing else min(best, found)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best
""",
        "not maximizing)",
        "maximizing)",
    ),
    "coroutine": (
        """
async def search(node, maximizing):
    if node.is_leaf():
        return node.evaluate()
    found = [await search(child, not maximizing) for child in node.children]
    return max(found) if maximizing else min(found)
""",
        "max(found) if",
        "found[0] if",
    ),
    "given_functions": (
        """
def search(state, depth, alpha, beta, maximizing, get_children, evaluation_fn):
    children = get_children(state)
    if depth == 0 or not children:
        return evaluation_fn(state)
    best = -float("inf") if maximizing else float("inf")
    for child in children:
        found = search(child, depth - 1, alpha, beta, not maximizing, get_children, evaluation_fn)
        best = max(best, found) if maximizing else min(best, found)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best
""",
        "alpha >= beta",
        "alpha <= beta",
    ),
    "dictionaries": (
        """
def search(graph, node, alpha, beta, is_max, heuristics):
    if node not in graph:
        return heuristics[node]
    best = -float("inf") if is_max else float("inf")
    for child in graph[node]:
        found = search(graph, child, alpha, beta, not is_max, heuristics)
        best = max(best, found) if is_max else min(best, found)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best
""",
        "not is_max",
        "is_max",
    ),
    "player_first": (
        """
def opponent(player):
    return "black" if player == "white" else "white"

def search(player, board, alpha, beta, depth):
    if depth == 0 or board.is_over():
        return board.score(player), None
    best, best_move = -float("inf"), None
    for move in board.legal_moves(player):
        found = -search(opponent(player), board.make_move(move, player), -beta, -max(alpha, best), depth - 1)[0]
        if best_move is None or found > best:
            best, best_move = found, move
        if best >= beta:
            break
    return best, best_move
""",
        "found > best",
        "found >= best",
    ),
    "made_for_a_player": (
        """
class search:
    def __init__(self, symbol, depth):
        self.symbol = symbol
        self.depth = depth
    def get_move(self, board):
        return max(board.get_valid_moves(), key=lambda move: self.value(board.apply_move(move), self.depth - 1, False))
    def value(self, board, depth, mine):
        if depth == 0 or board.is_game_over():
            return board.evaluate(self.symbol)
        found = [self.value(board.apply_move(move), depth - 1, not mine) for move in board.get_valid_moves()]
        return max(found) if mine else min(found)
""",
        "self.depth - 1, False",
        "self.depth - 1, True",
    ),
    "the_depth_goes_to_the_value": (
        """
def search(node, plies):
    if plies == 0 or node.is_terminal():
        return node.evaluate(plies)
    return max(-search(child, plies - 1) for child in node.children())
""",
        "return max(",
        "return min(",
    ),
    "all_by_name": (
        """
def search(node, depth, alpha, beta):
    if depth == 0 or node.is_terminal():
        return node.evaluate(depth=depth)
    best = -float("inf")
    for action in node.legal_moves(in_order=True):
        child = node.apply_move(action=action)
        best = max(best, -search(node=child, depth=depth - 1, alpha=-beta, beta=-max(alpha, best)))
        if best >= beta:
            break
    return best
""",
        "alpha=-beta, beta=-max(alpha, best)",
        "alpha=-best, beta=-alpha",
    ),
    "the_player_by_name": (
        """
def search(state, root=None):
    if root is None:
        root = state.current_player()
    if state.game_over():
        return state.get_value(player=root)
    values = []
    for action in state.get_actions():
        state.make_action(action=action)
        values.append(search(state, root))
        state.undo()
    return max(values) if state.current_player() == root else min(values)
""",
        "get_value(player=root)",
        "get_value(player=state.current_player())",
    ),
    "a_winner_or_a_full_board": (
        """
def search(board, depth, alpha, beta, maximizing):
    winner = board.check_winner()
    if depth == 0 or winner is not None or board.is_full():
        return board.evaluate()
    best = -float("inf") if maximizing else float("inf")
    for move in board.available_moves():
        board.make_move(move)
        value = search(board, depth - 1, alpha, beta, not maximizing)
        board.undo_move()
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
""",
        "beta = min(beta, best)",
        "beta = min(beta, alpha)",
    ),
    "depth_counted_up": (
        """
def search(board, depth, is_maximizing):
    if board.is_game_over():
        return board.evaluate()
    found = []
    for cell in board.empty_cells():
        board.place_piece(cell)
        found.append(search(board, depth + 1, not is_maximizing))
        board.undo_last_piece()
    return max(found) if is_maximizing else min(found)
""",
        "return board.evaluate()",
        "return board.evaluate() - depth",
    ),
}
