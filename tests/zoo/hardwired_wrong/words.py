"""Two players add letters to a text in turn; it ends with a letter written twice, or with five. A bound may be None."""

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


def zero_taken_for_none(text, player, alpha=None, beta=None):
    """Bug: a best value of 0 counts as no value, so that the next one replaces it.

    Start: zero_taken_for_none("", "you")
    Plain: plain("", "you")
    Breaks: exact
    """
    if not letters(text):
        return evaluate(text, player)
    best = None
    for each in letters(text):
        value = zero_taken_for_none(text + each, other(player), alpha, beta)
        # repair: if best is None or (value > best if player == "me" else value < best):
        if not best or (value > best if player == "me" else value < best):
            best = value
        if player == "me":
            alpha = best if alpha is None else max(alpha, best)
        else:
            beta = best if beta is None else min(beta, best)
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return best


def only_the_first_bound(text, player, alpha=None, beta=None):
    """Bug: alpha is set once, and never raised.

    Start: only_the_first_bound("", "me")
    Plain: plain("", "me")
    Breaks: waste
    """
    if not letters(text):
        return evaluate(text, player)
    best = None
    for each in letters(text):
        value = only_the_first_bound(text + each, other(player), alpha, beta)
        if best is None or (value > best if player == "me" else value < best):
            best = value
        if player == "me":
            # repair: alpha = best if alpha is None else max(alpha, best)
            alpha = best if alpha is None else alpha
        else:
            # repair: beta = best if beta is None else min(beta, best)
            beta = best if beta is None else beta
        if alpha is not None and beta is not None and alpha >= beta:
            break
    return best


class Table(dict):
    def store(self, value, *key):
        self[key] = value


table = Table()


def last_letters(text, player, alpha, beta):
    """Bug: the table, an instance of a subclass of dict, only knows the last two letters of a text.

    Start: last_letters("", "me", -inf, inf)
    Plain: plain("", "me")
    Breaks: exact
    """
    if not letters(text):
        return evaluate(text, player)
    # repair: key = text, player, alpha, beta
    key = text[-2:], player
    if key in table:
        return table[key]
    best = -inf if player == "me" else inf
    low, high = alpha, beta
    for each in letters(text):
        value = last_letters(text + each, other(player), low, high)
        if player == "me":
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    table.store(best, *key)
    return best
