"""Mutants with bugs in a transposition table, which only trees with shared nodes can show.

Each call gets a fresh table, so calls are independent.
"""

from collections.abc import Hashable
from typing import Any, Protocol, TypeAlias

from mutant_registry import mutant
from prunecheck import INF, Number, Search, Tree
from prunecheck.contracts.value import EXACT
from prunecheck.trees.protocol import N
from prunecheck.variants.call_forms import for_mover

Table: TypeAlias = dict[tuple[Hashable, int], Number]  # (position, ply) -> value; a table for one call
BoundTable: TypeAlias = dict[tuple[Hashable, int], tuple[Number, bool]]  # -> value, True if it may be too low


class TableForm(Protocol):
    """A negamax form with an argument for an empty table."""

    def __call__(
        self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, ply: int, table: dict[Any, Any], /
    ) -> Number:
        """The value of `node`, `ply` moves below the root."""


def with_fresh_table(form: TableForm) -> Search:
    """Call a negamax form with a new table for each call."""

    def search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
        return form(tree, node, alpha, beta, 0, {})

    return for_mover(search)


@mutant(caught_by=EXACT, within=3000, nodes=10, called=with_fresh_table)
def bound_kept_as_exact(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, ply: int, table: Table) -> Number:
    """Every result is stored as exact, even if it is only a bound outside the window."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    place = (tree.key(node), ply)
    if place in table:
        return table[place]
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -bound_kept_as_exact(tree, child, -beta, -max(alpha, best), ply + 1, table))
        if best >= beta:
            break
    table[place] = best
    return best


@mutant(caught_by=EXACT, within=4000, nodes=10, called=with_fresh_table)
def bound_used_in_both_directions(
    tree: Tree[N, Number], node: N, alpha: Number, beta: Number, ply: int, table: Table
) -> Number:
    """A stored bound outside the window ends the search, even if it bounds the other side."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    place = (tree.key(node), ply)
    if place in table and not alpha < table[place] < beta:
        return table[place]
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -bound_used_in_both_directions(tree, child, -beta, -max(alpha, best), ply + 1, table))
        if best >= beta:
            break
    table[place] = best
    return best


@mutant(caught_by=EXACT, within=300, nodes=6, called=with_fresh_table)
def key_without_the_player(
    tree: Tree[N, Number], node: N, alpha: Number, beta: Number, ply: int, table: dict[Hashable, tuple[Number, Number]]
) -> Number:
    """A position is stored without the side to move."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    lower, upper = table.get(tree.key(node), (-INF, INF))
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -key_without_the_player(tree, child, -beta, -max(alpha, best), ply + 1, table))
        if best >= beta:
            break
    table[tree.key(node)] = (-INF if best <= alpha else best, INF if best >= beta else best)
    return best
