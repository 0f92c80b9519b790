"""State that outlives a node or a call: moves not taken back, globals, default arguments, reused instances."""

import math

best_so_far = -math.inf


def not_undone_at_cut_off(board, depth, alpha, beta):
    """Bug: a cutoff leaves the loop before the move is taken back.

    Models: Checkora/Checkora 90
    Breaks: exact
    """
    if depth == 0 or board.is_game_over():
        return board.evaluate()
    best = -math.inf
    for move in board.legal_moves():
        board.push(move)
        best = max(best, -not_undone_at_cut_off(board, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            # repair: board.pop(); return best
            return best
        board.pop()
    return best


def undone_twice(board, depth, alpha, beta):
    """Bug: a cutoff takes the move back, and so does the line after the loop.

    Breaks: exact
    """
    if depth == 0 or board.is_game_over():
        return board.evaluate()
    best = -math.inf
    for move in board.legal_moves():
        board.make(move)
        best = max(best, -undone_twice(board, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            # repair: pass
            board.unmake()
            board.unmake()
            break
        board.unmake()
    return best


def copy_forgotten(board, depth, alpha, beta):
    """Bug: the first move is made on a copy, all others on the board itself.

    Models: Manwe56/competitive-programming 11
    Breaks: exact
    """
    if depth == 0 or board.is_over():
        return board.evaluate()
    best = -math.inf
    for move in board.get_moves():
        # repair: child = board.copy()
        child = board.copy() if move == 0 else board
        child.do_move(move)
        best = max(best, -copy_forgotten(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def global_best(node, alpha, beta, is_max):
    """Bug: the root's best is a global that no call resets.

    Breaks: exact
    """
    global best_so_far
    if node.is_terminal() or not is_max:
        return ordinary(node, alpha, beta, is_max)
    # missing: best_so_far = -math.inf
    for child in node.children():
        best_so_far = max(best_so_far, ordinary(child, max(alpha, best_so_far), beta, False))
        if best_so_far >= beta:
            break
    return best_so_far


def ordinary(node, alpha, beta, is_max):
    if node.is_terminal():
        return node.value()
    best = -math.inf if is_max else math.inf
    for child in node.children():
        score = ordinary(child, alpha, beta, not is_max)
        if is_max:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


# repair: def mutable_default(node, alpha, beta, path=(), memo=None):
def mutable_default(node, alpha, beta, path=(), memo={}):
    """Bug: a memo in a default argument, keyed by the path of moves, is reused for other trees.

    Breaks: exact
    """
    # missing: memo = {} if memo is None else memo
    if (path, alpha, beta) in memo:
        return memo[path, alpha, beta]
    if node.is_terminal():
        return node.evaluate()
    best = -math.inf
    for nth, child in enumerate(node.children()):
        best = max(best, -mutable_default(child, -beta, -max(alpha, best), (*path, nth), memo))
        if best >= beta:
            break
    memo[path, alpha, beta] = best
    return best


class BestInTheInstance:
    """Bug: the best value is an attribute of the instance, shared by all nodes of the recursion.

    Breaks: exact
    """

    def search(self, pos, alpha, beta):
        if pos.is_over():
            return pos.evaluate()
        # repair: best = -math.inf
        self.best = -math.inf
        for move in pos.legal_moves():
            score = -self.search(pos.play(move), -beta, -alpha)
            # repair: best = max(best, score)
            self.best = max(self.best, score)
            # repair: alpha = max(alpha, best)
            alpha = max(alpha, self.best)
            if alpha >= beta:
                break
        # repair: return best
        return self.best


class TableAcrossWindows:
    """Bug: the root's answer is reused in the next call, whatever its window.

    Breaks: exact
    """

    def __init__(self):
        self.roots = {}

    def search(self, root, alpha, beta):
        # repair: if True:
        if root not in self.roots:
            self.roots[root] = inner(root, alpha, beta)
        return self.roots[root]


def inner(pos, alpha, beta):
    if pos.is_over():
        return pos.evaluate()
    best = -math.inf
    for child in pos.children():
        best = max(best, -inner(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


class CounterNotReset:
    """Bug: the node budget is never reset, so a reused instance runs out of it.

    Breaks: exact
    """

    def __init__(self):
        self.left = 400

    def search(self, pos, alpha, beta):
        # missing: self.left = 10**9
        return self._search(pos, alpha, beta)

    def _search(self, pos, alpha, beta):
        self.left -= 1
        if pos.is_over():
            return pos.evaluate()
        best = -math.inf
        for child in pos.children():
            if self.left < 0:
                return 0
            best = max(best, -self._search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best


class KillerOfAnotherNode:
    """Bug: the killer move is searched first, and the first move, whatever it is, is left out.

    Breaks: exact
    """

    def __init__(self):
        self.killers = {}

    def search(self, pos, depth, alpha, beta):
        if depth == 0 or pos.is_over():
            return pos.evaluate()
        moves = list(pos.legal_moves())
        killer = self.killers.get(depth)
        if killer is not None and killer < len(moves):
            # repair: moves = [killer, *(m for m in moves if m != killer)]
            moves = [killer, *moves[1:]]
        best = -math.inf
        for m in moves:
            best = max(best, -self.search(pos.play(m), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                self.killers[depth] = m
                break
        return best


class StopStays:
    """Bug: a new game stops a running search, but no search resets the stop flag.

    Breaks: exact
    """

    def __init__(self):
        self.stopped = False

    def new_game(self):
        self.stopped = True

    def search(self, pos, alpha, beta):
        # missing: self.stopped = False
        return self._search(pos, alpha, beta)

    def _search(self, pos, alpha, beta):
        if pos.is_over():
            return pos.evaluate()
        best = -math.inf
        for child in pos.children():
            if self.stopped:
                return 0
            best = max(best, -self._search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
