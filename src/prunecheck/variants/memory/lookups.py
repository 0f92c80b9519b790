"""Functions that add a transposition table to a recursive search: the search calls these functions instead of itself.

A search function (a *form*) that is fail-soft at every node satisfies the contract `fishburn`. A fail-soft form may be
called with its window narrowed to known bounds: the form's result is also right for the original window. For a proof,
see Nipkow's cache lemma (`ab_twice_lb`, `ab_twice_ub`) in Alpha_Beta_Pruning (Archive of Formal Proofs). So the same
four steps work for every fail-soft form: look up the bounds, narrow the window, call the form, and store the bounds
that follow from its result. Results are clamped to the window, since a form that clamps its leaves, as in Bird and
Hughes 1987, needs results in [alpha, beta] from the nodes below. If a form takes only one bound, or none, each missing
bound counts as infinite. A null-window search, also called a *question*, is looked up as in MT: if a stored bound
answers the question, that bound is the result.

A lazy list of numbers, as in Hughes's pipeline, gives better bounds with each number that is read. With a transposition
table, the list of a node begins with the bound that the table contains for the node. Each later number that is read
from the list is stored in the table as a new bound.
"""

from collections.abc import Callable, Iterator
from typing import Any

from prunecheck.trees.protocol import INF, N, Number
from prunecheck.variants.memory.call_with_table import MemoryForm
from prunecheck.variants.memory.mt import passes
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.memory.table import NO_MOVE

# two functions that the copy of a form calls instead of itself: with the form's parameters, and with a window
Lookup = tuple[Callable[..., Any], Any]


def lookup_in_windows(form: MemoryForm) -> Lookup:
    """Make a function that looks a node up before it calls `form`.

    A stored bound outside the window is the result. A stored bound inside the window narrows the window.
    """

    def with_table(tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        lower, upper = tree.bounds(node)
        if lower >= beta or upper <= alpha or lower == upper:
            return max(alpha, min(lower if lower > alpha else upper, beta))
        alpha = max(alpha, lower)
        beta = min(beta, upper)
        value = form(tree, node, alpha, beta)
        tree.remember(node, value if value > alpha else -INF, value if value < beta else INF, NO_MOVE)
        return value

    return with_table, with_table


def lookup_with_a_bound(form: Callable[..., Number]) -> Lookup:
    """Make a function that looks a node up before it calls `form`, which takes only an upper bound.

    A stored lower bound is the result if it is at least the upper bound that `form` takes.

    A smaller upper bound from the table replaces the upper bound of the search.
    """

    def with_table(tree: Memory[N], node: N, bound: Number, /) -> Number:
        lower, upper = tree.bounds(node)
        if lower >= bound or lower == upper:
            return lower
        bound = min(bound, upper)
        value = form(tree, node, bound)
        tree.remember(node, value, value if value < bound else INF, NO_MOVE)
        return value

    def in_window(tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        return with_table(tree, node, beta)

    return with_table, in_window


def lookup_without_window(form: Callable[..., Number]) -> Lookup:
    """Make a function that looks a node up before it calls `form`, which takes no window.

    A stored exact value is the result.
    """

    def with_table(tree: Memory[N], node: N, /) -> Number:
        lower, upper = tree.bounds(node)
        if lower == upper:
            return lower
        value = form(tree, node)
        tree.remember(node, value, value, NO_MOVE)
        return value

    def in_window(tree: Memory[N], node: N, alpha: Number, beta: Number, /) -> Number:
        return with_table(tree, node)

    return with_table, in_window


def lookup_of_questions(form: Callable[..., Number]) -> Lookup:
    """Make a function that looks a node up before it calls `form`, a null-window search.

    A stored bound that answers the question of the null-window search is the result.
    """

    def with_table(tree: Memory[N], node: N, bound: Number, strict: bool, /) -> Number:
        lower, upper = tree.bounds(node)
        if passes(lower, bound, strict):
            return lower
        if not passes(upper, bound, strict):
            return upper
        value = form(tree, node, bound, strict)
        yes = passes(value, bound, strict)
        tree.remember(node, value if yes else -INF, INF if yes else value, NO_MOVE)
        return value

    return with_table, with_table


def lookup_of_lists(form: Callable[..., Iterator[Number]]) -> Lookup:
    """Make a function that looks a node up before it calls `form`, which yields a lazy list.

    The first number yielded is the stored bound, if there is one. Each number that `form` yields is stored as a new
    bound.
    """

    def with_table(tree: Memory[N], node: N, /) -> Iterator[Number]:
        lower, upper = tree.bounds(node)
        if lower == upper:
            yield lower
            return
        is_max = tree.is_max(node)
        best = lower if is_max else upper
        if -INF < best < INF:
            yield best
        for number in form(tree, node):
            best = max(best, number) if is_max else min(best, number)
            tree.remember(node, best if is_max else -INF, INF if is_max else best, NO_MOVE)
            yield number
        tree.remember(node, best, best, NO_MOVE)

    return with_table, with_table
