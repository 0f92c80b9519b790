"""Unusual arguments are detected: inverted flags, players as constants, dictionaries, lines from the root."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from prunecheck import verify_search
from prunecheck.errors import PreconditionError
from prunecheck.verify.outcomes import Severity

INF = math.inf


def minimizing(node: Any, depth: int, alpha: float, beta: float, opponents_turn: bool = False) -> Any:  # noqa: FBT002
    """Minimax with a flag that is true for MIN, and has a default."""
    if depth == 0 or node.is_leaf():
        return node.value()
    best = INF if opponents_turn else -INF
    for child in node.children():
        value = minimizing(child, depth - 1, alpha, beta, not opponents_turn)
        if opponents_turn:
            best = min(best, value)
            beta = min(beta, best)
        else:
            best = max(best, value)
            alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def one_or_two(node: Any, depth: int, alpha: float, beta: float, who: int) -> Any:
    """The side to move is 1 or 2, in a parameter with an unknown name."""
    if depth == 0 or node.is_leaf():
        return node.value()
    for child in node.children():
        value = one_or_two(child, depth - 1, alpha, beta, 3 - who)
        alpha, beta = (max(alpha, value), beta) if who == 1 else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if who == 1 else beta


def truth(node: Any, alpha: float, beta: float, white: bool) -> Any:
    """The side to move changes by an exclusive or."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        value = truth(child, alpha, beta, white ^ True)
        alpha, beta = (max(alpha, value), beta) if white else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if white else beta


def letters(node: Any, alpha: float, beta: float, who: str) -> Any:
    """The side to move is a letter."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        value = letters(child, alpha, beta, "W" if who == "B" else "B")
        alpha, beta = (max(alpha, value), beta) if who == "B" else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if who == "B" else beta


def dictionaries(children: Any, values: Any, root: Any, is_max: bool) -> Any:
    """Alpha-beta on a stack of frames, with one dictionary for the children and one for the values."""
    if not children.get(root):
        return values[root]
    stack = [[root, is_max, -INF, INF, iter(children[root])]]
    while True:
        _, to_move, alpha, beta, left = stack[-1]
        child = next(left, None) if alpha < beta else None
        if child in children:
            stack.append([child, not to_move, alpha, beta, iter(children[child])])
            continue
        if child is not None:
            value = values[child]
        else:
            stack.pop()
            value = alpha if to_move else beta
            if not stack:
                return value
        frame = stack[-1]
        if frame[1]:
            frame[2] = max(frame[2], value)
        else:
            frame[3] = min(frame[3], value)


def on_a_stack(root: Any) -> Any:
    """Minimax for MAX at the root, on a stack with its own function `push`, which makes no move."""
    stack: list[tuple[Any, bool, Any, list[float]]] = []

    def push(node: Any, to_move: bool) -> None:
        stack.append((node, to_move, iter(node.children()), []))

    push(root, True)
    while True:
        node, to_move, left, values = stack[-1]
        child = next(left, None)
        if child is not None:
            push(child, not to_move)
            continue
        value = (max if to_move else min)(values) if values else node.evaluate()
        stack.pop()
        if not stack:
            return value
        stack[-1][3].append(value)


def path_from_the_root(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
    """Alpha-beta that returns the value and the positions of the best line, from the root on."""
    if not node.children:
        return node.value, [node]
    best: tuple[float, list[Any]] | None = None
    for child in node.children:
        value, path = path_from_the_root(child, alpha, beta, not is_max)
        if best is None or (value > best[0] if is_max else value < best[0]):
            best = value, [node, *path]
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return best


def rose_tree(tree: Any, is_max: bool) -> Any:
    """Minimax on a tree with subtrees and labels, as in Haskell."""
    if not tree.subtrees():
        return tree.label()
    values = [rose_tree(subtree, not is_max) for subtree in tree.subtrees()]
    return max(values) if is_max else min(values)


def unknown_words(tree: Any, is_max: bool) -> Any:
    """The same with a word that no game uses."""
    values = [unknown_words(child, not is_max) for child in tree.things_below()]
    return (max(values) if is_max else min(values)) if values else tree.label()


def path_of_the_last_child(node: Any, alpha: float, beta: float, is_max: bool) -> Any:
    """A search whose line goes through the last child that was searched, not the best one."""
    value, line = path_from_the_root(node, alpha, beta, is_max)
    if not node.children:
        return value, line
    last = node.children[-1]
    return value, [node, *path_from_the_root(last, -INF, INF, not is_max)[1]]


@pytest.mark.fast_cases("one_or_two", "on_a_stack")
@pytest.mark.parametrize(
    "search", [minimizing, one_or_two, truth, letters, dictionaries, on_a_stack, rose_tree, path_from_the_root]
)
def test_a_right_search_with_unusual_arguments_passes(search: Callable[..., Any]) -> None:
    """The search passes without any declaration."""
    verdict = verify_search(search, examples=20)
    assert verdict.sound, str(verdict)


def test_an_unknown_word_may_be_one_of_its_own_game() -> None:
    """The message proposes other names and a starting call."""
    with pytest.raises(
        PreconditionError,
        match=r"Rename `things_below` to a name that 'prunecheck list names' shows, or give a starting call",
    ):
        verify_search(unknown_words)


def test_a_path_from_the_root_to_another_leaf_fails() -> None:
    """Only the first position of a line may be the root."""
    verdict = verify_search(path_of_the_last_child, examples=20)
    assert {finding.contract for finding in verdict.findings if finding.severity is Severity.WRONG} >= {"best-move"}
