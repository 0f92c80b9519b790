"""Transposition tables with additional uses: enhanced cutoffs, internal deepening, table moves."""

import math

EXACT, LOWER, UPPER = "exact", "lower", "upper"
INF = math.inf


class DeepEnoughReversed:
    """Bug: the comparison of depths is reversed, so only entries of shallower searches are used.

    Breaks: exact
    """

    def __init__(self):
        self.tt = {}

    def search(self, state, depth, alpha, beta):
        if depth == 0 or state.is_terminal():
            return state.evaluate()
        entry = self.tt.get(state)
        # repair: if entry is not None and entry["depth"] >= depth:
        if entry is not None and entry["depth"] <= depth:
            if entry["low"] >= beta or entry["low"] == entry["high"]:
                return entry["low"]
            if entry["high"] <= alpha:
                return entry["high"]
        value = -INF
        for action in state.actions():
            value = max(value, -self.search(state.result(action), depth - 1, -beta, -max(alpha, value)))
            if value >= beta:
                break
        low, high = value if value > alpha else -INF, value if value < beta else INF
        self.tt[state] = {"depth": depth, "low": low, "high": high}
        return value


class WrongEnd:
    """Bug: the enhanced cutoff takes a child's lower bound, negated, for a lower bound of the node.

    Breaks: exact
    """

    def __init__(self):
        self.table = {}

    def search(self, pos, depth, alpha, beta):
        if depth == 0 or pos.is_over():
            return pos.evaluate()
        lower, upper, left = self.table.get(pos, (-INF, INF, -1))
        if left >= depth and (lower >= beta or upper <= alpha or lower == upper):
            return lower if lower >= beta else upper
        for child in pos.children():
            low, high, left = self.table.get(child, (-INF, INF, -1))
            # repair: if left >= depth - 1 and -high >= beta:
            if left >= depth - 1 and -low >= beta:
                # repair: return -high
                return -low
        best = -INF
        for child in pos.children():
            best = max(best, -self.search(child, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        self.table[pos] = best if best > alpha else -INF, best if best < beta else INF, depth
        return best


class PlyTooShallow:
    """Bug: the enhanced cutoff accepts children that were searched a ply less deep, in the previous iteration.

    Breaks: exact
    """

    def __init__(self):
        self.tt = {}

    def search(self, position, depth):
        score = position.evaluate() if depth == 0 else 0
        for plies in range(1, depth + 1):
            score = self.visit(position, plies, -INF, INF)
        return score

    def lookup(self, position, draft):
        entry = self.tt.get(position)
        return (-INF, INF) if entry is None or entry[0] < draft else entry[1:]

    def visit(self, position, depth, alpha, beta):
        if depth == 0 or position.game_over():
            return position.evaluate()
        low, high = self.lookup(position, depth)
        if low >= beta:
            return low
        if high <= alpha:
            return high
        successors = [position.make_move(move) for move in position.legal_moves()]
        for successor in successors:
            # repair: if -self.lookup(successor, depth - 1)[1] >= beta:
            if -self.lookup(successor, depth - 2)[1] >= beta:
                return beta
        best = -INF
        for successor in successors:
            best = max(best, -self.visit(successor, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        self.tt[position] = depth, -INF if best <= alpha else best, INF if best >= beta else best
        return best


class EarlyCutoffIsExact:
    """Bug: the bound of an enhanced cutoff is stored as the value of the node.

    Breaks: exact
    """

    def __init__(self):
        self.least, self.most = {}, {}

    def search(self, pos):
        for width in 1, 4, INF:
            score = self.visit(pos, -width, width)
            if -width < score < width:
                break
        return score

    def visit(self, pos, alpha, beta):
        if pos.is_terminal():
            return pos.value()
        least, most = self.least.get(pos, -INF), self.most.get(pos, INF)
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        for child in pos.get_children():
            known = -self.most.get(child, INF)
            if known >= beta:
                self.least[pos] = known
                # repair: pass
                self.most[pos] = known
                return known
        best = -INF
        for child in pos.get_children():
            best = max(best, -self.visit(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        if best > alpha:
            self.least[pos] = best
        if best < beta:
            self.most[pos] = best
        return best


class InternalValue:
    """Bug: internal iterative deepening starts the best score with the score of the shallow search.

    Breaks: exact
    """

    def __init__(self):
        self.best_moves = {}

    def negamax(self, board, depth, alpha, beta):
        if depth == 0 or board.is_game_over():
            return board.evaluate()
        best = -INF
        if board not in self.best_moves and depth > 1:
            # repair: self.negamax(board, depth - 2, alpha, beta)
            best = self.negamax(board, depth - 2, alpha, beta)
        first = self.best_moves.get(board)
        for move in sorted(board.legal_moves(), key=lambda move: move != first):
            score = -self.negamax(board.play(move), depth - 1, -beta, -max(alpha, best))
            if score > best:
                best, self.best_moves[board] = score, move
            if best >= beta:
                break
        return best


class InternalDepth:
    """Bug: internal iterative deepening reduces the depth and does not restore it.

    Breaks: exact
    """

    def __init__(self):
        self.hash_moves = {}

    def search(self, pos, depth, alpha, beta):
        if depth == 0 or pos.is_over():
            return pos.evaluate()
        if self.hash_moves.get(pos) is None and depth >= 3:
            depth -= 2
            self.search(pos, depth, alpha, beta)
            # missing: depth += 2
        moves = list(pos.legal_moves())
        hash_move = self.hash_moves.get(pos)
        if hash_move is not None:
            moves.remove(hash_move)
            moves.insert(0, hash_move)
        for move in moves:
            score = -self.search(pos.after(move), depth - 1, -beta, -alpha)
            if score > alpha:
                alpha = score
                self.hash_moves[pos] = move
            if alpha >= beta:
                break
        return alpha


class MoveOfAnotherPosition:
    """Bug: the table has few slots, and its move is played first even if the position does not have it.

    Breaks: exact
    """

    def __init__(self):
        self.slots = [None] * 16

    def search(self, board, alpha, beta):
        if board.is_game_over():
            return board.evaluate()
        slot = board.zobrist_hash() % 16
        moves, hint = board.get_legal_moves(), self.slots[slot]
        # repair: if hint in moves:
        if hint is not None:
            moves = [hint, *(move for move in moves if move != hint)]
        best = -INF
        for move in moves:
            board.make_move(move)
            score = -self.search(board, -beta, -max(alpha, best))
            board.unmake_move(move)
            if score > best:
                best, self.slots[slot] = score, move
            if best >= beta:
                break
        return best


class StoredBeforeUndo:
    """Bug: at a cutoff the bound is stored before the move is taken back, under the key of the child.

    Breaks: knuth, exact
    """

    def __init__(self):
        self.at_least = {}

    def search(self, board, alpha, beta):
        if board.is_over():
            return board.evaluate()
        if self.at_least.get(board.hash_key(), -INF) >= beta:
            return beta
        for move in board.moves():
            board.push(move)
            score = -self.search(board, -beta, -alpha)
            # repair: board.pop()
            pass
            if score >= beta:
                self.at_least[board.hash_key()] = beta
                # repair: return beta
                board.pop()
                return beta
            # repair: alpha = max(alpha, score)
            board.pop()
            alpha = max(alpha, score)
        return alpha


class LowerIsEnough:
    """Bug: a lower bound above alpha is returned, although the value may be higher and still below beta.

    Breaks: exact
    """

    def __init__(self):
        self.entries = {}

    def search(self, node, alpha, beta):
        flag, score = self.entries.get(node, (None, None))
        # repair: if flag == EXACT or (flag == LOWER and score >= beta) or (flag == UPPER and score <= alpha):
        if flag == EXACT or (flag == LOWER and score > alpha) or (flag == UPPER and score <= alpha):
            return score
        if node.is_leaf():
            return node.value()
        best = -INF
        for child in node.successors():
            low = max(alpha, best)
            if best > -INF:
                score = -self.search(child, -low - 1, -low)
            if best == -INF or low < score < beta:
                score = -self.search(child, -beta, -low)
            best = max(best, score)
            if best >= beta:
                break
        self.entries[node] = EXACT if alpha < best < beta else LOWER if best >= beta else UPPER, best
        return best


class FlagsOfTheRoot:
    """Bug: whether a value is exact is decided by the window of the root, not by that of the node.

    Breaks: exact
    """

    def __init__(self):
        self.known = {}

    def search(self, pos, alpha, beta):
        self.alpha, self.beta = alpha, beta
        return self.visit(pos, alpha, beta)

    def visit(self, pos, alpha, beta):
        if pos.is_over():
            return pos.score()
        if pos in self.known:
            return self.known[pos]
        best = -INF
        for child in pos.next_states():
            best = max(best, -self.visit(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        # repair: if alpha < best < beta:
        if self.alpha < best < self.beta:
            self.known[pos] = best
        return best


class DepthOfTheDeepest:
    """Bug: an entry keeps the greatest depth, but its value is replaced by each search.

    Breaks: exact
    """

    def __init__(self):
        self.table = {}

    def search(self, pos, depth, alpha, beta):
        left, value, flag = self.table.get(pos, (-1, 0, EXACT))
        if left >= depth:
            if flag == EXACT or (flag == LOWER and value >= beta) or (flag == UPPER and value <= alpha):
                return value
        if depth == 0 or pos.game_over():
            return pos.evaluate()
        best = -INF
        for move in pos.get_moves():
            best = max(best, -self.search(pos.make_move(move), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        flag = UPPER if best <= alpha else LOWER if best >= beta else EXACT
        # repair: self.table[pos] = depth, best, flag
        self.table[pos] = max(left, depth), best, flag
        return best


class BoundOfAnotherDepth:
    """Bug: a deeper search replaces one bound of an entry and its depth, but keeps the other bound.

    Breaks: exact
    """

    def __init__(self):
        self.bounds = {}

    def search(self, pos, depth):
        guess = 0
        for plies in range(depth + 1):
            low, high = -INF, INF
            while low < high:
                gamma = max(guess, low + 1)
                guess = self.test(pos, plies, gamma)
                low, high = (guess, high) if guess >= gamma else (low, guess)
        return guess

    def test(self, pos, depth, gamma):
        if depth == 0 or pos.is_leaf():
            return pos.evaluate()
        draft, low, high = self.bounds.get(pos, (0, -INF, INF))
        if draft >= depth and low >= gamma:
            return low
        if draft >= depth and high < gamma:
            return high
        # missing: low, high = (low, high) if draft == depth else (-INF, INF)
        best = -INF
        for child in pos.children():
            best = max(best, -self.test(child, depth - 1, 1 - gamma))
            if best >= gamma:
                break
        self.bounds[pos] = (depth, best, high) if best >= gamma else (depth, low, best)
        return best
