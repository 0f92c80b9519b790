"""Two players add letters to a text in turn; the game ends when a letter occurs twice, or after five letters. A bound may be None."""

from math import inf


def letters(text):
    over = len(text) == 5 or text[-1:] == text[-2:-1] != ""
    return [] if over else list("abc")


def other(player):
    return "you" if player == "me" else "me"


def evaluate(text, player):
    return (5 * text.count("b") + 3 * text.count("a")) % 7 - 3


def plain(text, player):
    values = [plain(text + each, other(player)) for each in letters(text)]
    return evaluate(text, player) if not values else max(values) if player == "me" else min(values)


def with_none(text, player, alpha=None, beta=None):
    """Style: alpha, beta and the best value are None until a value is known.

    Start: with_none("", "me")
    Plain: plain("", "me")
    Value: [0]
    """
    if not letters(text):
        return evaluate(text, player), ""
    best, letter = None, ""
    for each in letters(text):
        value, _ = with_none(text + each, other(player), alpha, beta)
        if best is None or (value > best if player == "me" else value < best):
            best, letter = value, each
        if player == "me":
            alpha = best if alpha is None else max(alpha, best)
        else:
            beta = best if beta is None else min(beta, best)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return best, letter


class Table(dict):
    def bounds(self, *key):
        return self.get(key, (-inf, inf))

    def store(self, lower, upper, *key):
        self[key] = lower, upper


table = Table()


def in_a_table(text, player, alpha, beta):
    """Style: the table is an instance of a subclass of dict, and has a lower and an upper bound for each position.

    Start: in_a_table("", "me", -inf, inf)
    Plain: plain("", "me")
    """
    if not letters(text):
        return evaluate(text, player)
    lower, upper = table.bounds(text, player)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    low, high = max(alpha, lower), min(beta, upper)
    best = -inf if player == "me" else inf
    a, b = low, high
    for each in letters(text):
        value = in_a_table(text + each, other(player), a, b)
        if player == "me":
            best = max(best, value)
            a = max(a, best)
        else:
            best = min(best, value)
            b = min(b, best)
        if a >= b:
            break
    table.store(best if best > low else lower, best if best < high else upper, text, player)
    return best
