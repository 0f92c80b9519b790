"""Parameters are recognised by the names of many tutorials; for unknown names, a known one is suggested."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from prunecheck import PreconditionError, verify_search


def at_target(curDepth: int, nodeIndex: int, maxTurn: bool, scores: list[float], targetDepth: int) -> float:  # noqa: N803
    """Minimax on the leaves of a complete tree, with its height as an argument."""
    if curDepth == targetDepth:
        return scores[nodeIndex]
    below = (at_target(curDepth + 1, 2 * nodeIndex + nth, not maxTurn, scores, targetDepth) for nth in (0, 1))
    return (max if maxTurn else min)(below)


def with_all_it_writes_to(
    board: Any, depth: int, alpha: float, beta: float, tt: Any, stats: Any, killers: Any
) -> float:
    """Fail-hard negamax with containers from its caller: a table, node counts, and killer moves by depth."""
    stats["nodes"] += 1
    if (board.key(), depth, alpha, beta) in tt:
        return float(tt[board.key(), depth, alpha, beta])
    if depth == 0 or board.is_over():
        return float(min(max(board.evaluate(), alpha), beta))
    window = alpha, beta
    order = sorted(enumerate(board.children()), key=lambda pair: pair[0] not in killers[depth])
    for nth, child in order:
        alpha = max(alpha, -with_all_it_writes_to(child, depth - 1, -beta, -alpha, tt, stats, killers))
        if alpha >= beta:
            killers[depth].append(nth)
            break
    tt[(board.key(), depth, *window)] = alpha
    return alpha


def alpha_beta(node: Any, depth: int, alpha: float, beta: float) -> Any:
    """Fail-soft negamax."""
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    best = -math.inf
    for child in node.children():
        best = max(best, -alpha_beta(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def mtd(root: Any, f: Any, d: int) -> Any:
    """MTD(f), with the parameters of Plaat's paper.

    Its null windows are as narrow as floats allow.
    """
    lower, upper = -math.inf, math.inf
    while lower < upper:
        bound = math.nextafter(f, math.inf) if f == lower else f
        f = alpha_beta(root, d, math.nextafter(bound, -math.inf), bound)
        lower, upper = (lower, f) if f < bound else (f, upper)
    return f


def values_before_the_node(graph: Any, values: Any, node: Any, is_max: bool) -> Any:
    """Minimax on a dictionary of children; the position is the third parameter."""
    if not graph.get(node):
        return values[node]
    return (max if is_max else min)(values_before_the_node(graph, values, child, not is_max) for child in graph[node])


@pytest.mark.slow_cases("with_all_it_writes_to")
@pytest.mark.parametrize("search", [at_target, with_all_it_writes_to, mtd, values_before_the_node])
def test_parameter_names_of_many_tutorials_are_recognised(search: Callable[..., Any]) -> None:
    """The roles of parameters with these names need not be declared."""
    verdict = verify_search(search, claims=["exact"], examples=20)
    assert verdict.sound, str(verdict)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (
            "stelling, diepte, alpha, beta, m",
            "cannot tell what the parameter `diepte` is for. .*node,\\?,alpha,beta,\\?.*'prunecheck list names' shows",
        ),
        ("node, depth, alpha, beta, f", "`f` is for. .*node,depth,alpha,beta,\\?"),
        ("index, state, alpha, beta", "`index` is for. .*\\?,node,alpha,beta"),
        ("depth, node_index, is_max, scores, so_deep", "`so_deep` is for. .*depth,place,maximising,node,\\?"),
    ],
)
def test_suggested_roles_of_parameters_are_known_words(names: str, words: str) -> None:
    """The first role is a position, whatever the parameter's name, unless the search takes an array of leaves."""
    with pytest.raises(PreconditionError, match=words):
        verify_search(eval(f"lambda {names}: 0"))  # noqa: S307  # a search with these parameters


class Player:
    """A search whose class takes arguments."""

    def __init__(self, game: Any, mystery: Any) -> None:
        """Store the arguments."""
        self.game, self.mystery = game, mystery

    def minimax(self, state: Any, depth: int, alpha: float, beta: float) -> float:
        """Return the largest value of the children."""
        return max(self.minimax(child, depth - 1, alpha, beta) for child in state.children())


def test_roles_are_not_asked_for_if_a_class_takes_some_of_the_parameters() -> None:
    """The parameters of the constructor and those of the method are no single list that the user sees."""
    with pytest.raises(PreconditionError, match=r'give its value with give="mystery=') as raised:
        verify_search(Player)
    assert "takes" not in str(raised.value)


def test_no_role_is_suggested_twice() -> None:
    with pytest.raises(PreconditionError, match=r"takes='node,depth,maximising,\?,\?'"):
        verify_search(lambda node, depth, is_max, color, mystery=None: 0 if color else mystery)
