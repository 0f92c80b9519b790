"""The tree of an exercise: a dictionary of children by letter, and one of values."""

children = {
    "A": ["B", "C", "D"],
    "B": ["E", "F"],
    "C": ["G", "H", "I"],
    "D": ["J", "K"],
    "E": ["L", "M"],
    "F": ["N", "O"],
    "G": ["P", "Q"],
    "H": ["R"],
    "J": ["S", "T", "U"],
    "K": ["V", "W"],
}
values = dict(zip("LMNOPQRSTUVWI", [2, 3, 5, 9, 0, 1, 7, 5, 4, -2, 6, 8, -3]))
INFINITY = 10_000
visited = []


def evaluate(node):
    return values[node]


def plain(node, is_max):
    if node not in children:
        return evaluate(node)
    found = [plain(child, not is_max) for child in children[node]]
    return max(found) if is_max else min(found)


def alphabeta(node, is_max, alpha=-INFINITY, beta=INFINITY):
    """Style: a tree in a global dictionary; a large number for infinity; a global list of what was visited.

    Start: alphabeta("A", True)
    Plain: plain("A", True)
    """
    visited.append(node)
    if node not in children:
        return evaluate(node)
    if is_max:
        value = -INFINITY
        for child in children[node]:
            value = max(value, alphabeta(child, False, alpha, beta))
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return value
    value = INFINITY
    for child in children[node]:
        value = min(value, alphabeta(child, True, alpha, beta))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value


def value_and_path(node, is_max, window):
    """Style: the window is one pair; the answer is the value and the line of play to it.

    Start: value_and_path("A", True, (-INFINITY, INFINITY))
    Plain: plain("A", True)
    Value: [0]
    """
    if node not in children:
        return evaluate(node), [node]
    low, high = window
    best, line = (-INFINITY if is_max else INFINITY), []
    for child in children[node]:
        value, path = value_and_path(child, not is_max, (low, high))
        if value > best if is_max else value < best:
            best, line = value, path
        if is_max:
            low = max(low, best)
        else:
            high = min(high, best)
        if low >= high:
            break
    return best, [node, *line]
