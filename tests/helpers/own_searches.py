"""Typical searches of users, right and wrong, as functions and as the text of a file."""

from typing import Any

FILE = """
def right(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = -float("inf")
    for child in node.children():
        best = max(best, -right(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def wrong(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = 0
    for child in node.children():
        best = max(best, -wrong(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def wasteful(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    return max(-wasteful(child, -beta, -alpha) for child in node.children())


class Engine:
    def search(self, node, alpha, beta):
        return right(node, alpha, beta)
"""


def right(node: Any, alpha: Any, beta: Any) -> Any:
    """Fail-soft alpha-beta, scores from the side to move."""
    if node.is_leaf():
        return node.value()
    best = -float("inf")
    for child in node.children():
        best = max(best, -right(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def wrong(node: Any, alpha: Any, beta: Any) -> Any:
    """Fail-soft alpha-beta whose best value starts at 0, so that a loss looks like a draw."""
    if node.is_leaf():
        return node.value()
    best: Any = 0
    for child in node.children():
        best = max(best, -wrong(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def without_window(node: Any) -> Any:
    """Plain minimax, which takes no window."""
    return node.value() if node.is_leaf() else max(-without_window(child) for child in node.children())


class Engine:
    """An engine that counts its searches."""

    def __init__(self) -> None:
        self.searches = 0

    def search(self, node: Any, alpha: Any, beta: Any) -> Any:
        """Fail-soft alpha-beta, like `right`."""
        self.searches += 1
        return right(node, alpha, beta)


class Forgetful:
    """An engine that is only right in its first search."""

    def __init__(self) -> None:
        self.searches = 0

    def search(self, node: Any, alpha: Any, beta: Any) -> Any:
        """The value, which is wrong after the first search."""
        self.searches += 1
        return right(node, alpha, beta) if self.searches == 1 else 1_234_567
