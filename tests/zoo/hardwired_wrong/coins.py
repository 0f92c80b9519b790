"""A row of coins: each player takes one from either end. The game is an object that makes and takes back moves."""

from math import inf


def evaluate(coins, first, second):
    """The doubled lead of the first player, plus the remaining coins modulo 7."""
    return 2 * first - 2 * second + sum(coins) % 7


class Game:
    def __init__(self, coins, first=0, second=0):
        self.coins = list(coins)
        self.totals = [first, second]
        self.taken = []

    def moves(self):
        return ["left", "right"] if len(self.coins) > 1 else ["left"] * len(self.coins)

    def take(self, end, player):
        coin = self.coins.pop(0 if end == "left" else -1)
        self.totals[player] += coin
        self.taken.append((end, player, coin))

    def put_back(self):
        end, player, coin = self.taken.pop()
        self.totals[player] -= coin
        self.coins.insert(0 if end == "left" else len(self.coins), coin)

    def value(self):
        return evaluate(self.coins, *self.totals)


def plain(coins, depth, player, first=0, second=0):
    if depth == 0 or not coins:
        return evaluate(coins, first, second)
    ways = [(coins[0], coins[1:]), (coins[-1], coins[:-1])][: len(coins)]
    if player == 0:
        return max(plain(rest, depth - 1, 1, first + coin, second) for coin, rest in ways)
    return min(plain(rest, depth - 1, 0, first, second + coin) for coin, rest in ways)


class SharedWindow:
    """The window is an attribute, so that no call has to pass it on."""

    def __init__(self, game):
        self.game = game
        self.alpha, self.beta = -inf, inf

    def best(self, depth, player):
        """Bug: alpha and beta belong to the object, so a bound from one child is used in its siblings' subtrees.

        Start: SharedWindow(Game([3, 9, 1, 2, 7, 5])).best(6, 0)
        Plain: plain([3, 9, 1, 2, 7, 5], 6, 0)
        Breaks: exact
        """
        if depth == 0 or not self.game.moves():
            return self.game.value()
        # missing: alpha, beta = self.alpha, self.beta
        best = -inf if player == 0 else inf
        for end in self.game.moves():
            self.game.take(end, player)
            score = self.best(depth - 1, 1 - player)
            self.game.put_back()
            # missing: self.alpha, self.beta = alpha, beta
            if player == 0:
                best = max(best, score)
                # repair: alpha = self.alpha = max(alpha, best)
                self.alpha = max(self.alpha, best)
            else:
                best = min(best, score)
                # repair: beta = self.beta = min(beta, best)
                self.beta = min(self.beta, best)
            if self.alpha >= self.beta:
                break
        return best


class Taker:
    def __init__(self, coins):
        self.board = Game(coins)
        self.best = None

    def max_value(self, depth, alpha, beta):
        """Bug: MIN's cutoff returns before the coin is put back.

        Start: Taker([4, 1, 8, 2, 6, 3]).max_value(6, -inf, inf)
        Plain: plain([4, 1, 8, 2, 6, 3], 6, 0)
        Breaks: exact
        """
        if depth == 0 or not self.board.coins:
            return self.board.value()
        best = -inf
        for end in self.board.moves():
            self.board.take(end, 0)
            best = max(best, self.min_value(depth - 1, alpha, beta))
            self.board.put_back()
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def min_value(self, depth, alpha, beta):
        if depth == 0 or not self.board.coins:
            return self.board.value()
        best = inf
        for end in self.board.moves():
            self.board.take(end, 1)
            best = min(best, self.max_value(depth - 1, alpha, beta))
            # missing: self.board.put_back()
            if best <= alpha:
                return best
            # repair: pass
            self.board.put_back()
            beta = min(beta, best)
        return best

    def pick(self, depth, lower, upper, player):
        """Bug: the best score so far is an attribute, which the calls below overwrite.

        Start: Taker([4, 1, 8, 2, 6, 3]).pick(5, -inf, inf, 0)
        Plain: plain([4, 1, 8, 2, 6, 3], 5, 0)
        Breaks: exact
        """
        if depth == 0 or not self.board.coins:
            return self.board.value()
        # repair: best = -inf if player == 0 else inf
        self.best = -inf if player == 0 else inf
        for end in self.board.moves():
            self.board.take(end, player)
            score = self.pick(depth - 1, lower, upper, 1 - player)
            self.board.put_back()
            if player == 0:
                # repair: best = max(best, score)
                self.best = max(self.best, score)
                # repair: lower = max(lower, best)
                lower = max(lower, self.best)
            else:
                # repair: best = min(best, score)
                self.best = min(self.best, score)
                # repair: upper = min(upper, best)
                upper = min(upper, self.best)
            if lower >= upper:
                break
        # repair: return best
        return self.best
