"""Mutants with bugs in depth limits and in the principal variation.

A search with a depth parameter is called on a cut tree, with the number of plies to the cut. Interior nodes have static
values. On a tree that is not cut, it gets more plies than it needs.
"""

from collections.abc import Hashable
from typing import Any, Protocol

from mutant_registry import as_it_is, mutant
from prunecheck import INF, Number, Search, Tree
from prunecheck.contracts.line import PRINCIPAL_VARIATION
from prunecheck.contracts.value import EXACT
from prunecheck.trees.protocol import N
from prunecheck.trees.search import Choice
from prunecheck.trees.views.mirrored import mover
from prunecheck.variants.call_forms import for_mover
from prunecheck.variants.forms.fail_soft import fail_soft

ENOUGH = 1_000  # plies that are enough if the tree is not cut
SOFT = for_mover(fail_soft)


class DepthForm(Protocol):
    """A negamax form that counts the plies left down to 0."""

    def __call__(self, tree: Tree[N, Number], node: N, depth: int, alpha: Number, beta: Number, /) -> Number:
        """The value of `node`, for the player to move."""


def plies_left(node: Hashable) -> int:
    """The plies left at a node of a cut tree."""
    return node[1] if isinstance(node, tuple) else ENOUGH


def to_depth(form: DepthForm) -> Search:
    """Call a form with the plies left as its depth limit."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        depth = plies_left(node)
        if tree.is_max(node):
            return form(mover(tree), node, depth, alpha, beta)
        return -form(mover(tree), node, depth, -beta, -alpha)

    return search


@mutant(caught_by=EXACT, within=300, nodes=2, called=to_depth)
def stops_a_ply_too_soon(tree: Tree[N, Number], node: N, depth: int, alpha: Number, beta: Number) -> Number:
    """The depth limit is off by one: the last ply is not searched."""
    if depth <= 1 or tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -stops_a_ply_too_soon(tree, child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=1, called=to_depth)
def end_of_the_game_tested_after_the_moves(
    tree: Tree[N, Number], node: N, depth: int, alpha: Number, beta: Number
) -> Number:
    """The end of the game is tested too late: a position without moves is worth minus infinity."""
    if depth == 0:
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -end_of_the_game_tested_after_the_moves(tree, child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            return best
    if best > -INF and tree.is_terminal(node):
        return tree.evaluate(node)
    return best


@mutant(caught_by=EXACT, within=600, nodes=4, called=to_depth)
def later_moves_lose_two_plies(tree: Tree[N, Number], node: N, depth: int, alpha: Number, beta: Number) -> Number:
    """The depth is reduced both in the loop and in the call, so later moves are searched less deep."""
    if depth <= 0 or tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -later_moves_lose_two_plies(tree, child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
        depth -= 1
    return best


@mutant(caught_by=EXACT, within=300, nodes=3, called=as_it_is)
def table_forgets_the_depth(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Iterative deepening with one table for all depths: a deep search uses entries of a shallow search."""
    table: dict[Hashable, Number] = {}
    seen = mover(tree)

    def search(node: Any, depth: int) -> Number:
        known = table.get((tree.key(node), tree.is_max(node)))
        if known is not None:
            return known
        if depth == 0 or seen.is_terminal(node):
            found = seen.evaluate(node)
        else:
            found = max(-search(child, depth - 1) for child in seen.children(node))
        table[tree.key(node), tree.is_max(node)] = found
        return found

    found: Number = 0
    for depth in range(1, plies_left(node) + 1) if isinstance(node, tuple) else (ENOUGH,):
        table.pop((tree.key(node), tree.is_max(node)), None)
        found = search(node, depth)
    return found if tree.is_max(node) else -found


@mutant(caught_by=PRINCIPAL_VARIATION, within=60, nodes=3, called=as_it_is)
def line_of_the_move_searched_last(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Choice:
    """The line is updated at each child, not only if it is better than the best so far."""
    line: list[int] = []
    at = node
    while not tree.is_terminal(at):
        below = list(tree.children(at))
        line.append(len(below) - 1)
        at = below[-1]
    return Choice(SOFT(tree, node, alpha, beta), line[0] if line else None, tuple(line))


@mutant(caught_by=PRINCIPAL_VARIATION, within=60, nodes=3, called=as_it_is)
def line_without_the_reply(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Choice:
    """The line only has the move of the root, because the child's line is not appended."""
    value = SOFT(tree, node, -INF, INF)
    if tree.is_terminal(node):
        return Choice(value, None, ())
    moves = [nth for nth, child in enumerate(tree.children(node)) if SOFT(tree, child, -INF, INF) == value]
    return Choice(value, moves[0], (moves[0],))
