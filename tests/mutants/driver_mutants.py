"""Mutants with bugs around a form: at the root, in make and unmake, in re-searches, in state that persists."""

from mutant_registry import as_it_is, mutant
from prunecheck import INF, Number, Tree
from prunecheck.contracts.conduct import CONDUCT
from prunecheck.contracts.move import BEST_MOVE, FIRST_BEST
from prunecheck.contracts.value import EXACT
from prunecheck.trees.moves import Moves
from prunecheck.trees.protocol import N
from prunecheck.trees.search import Choice
from prunecheck.variants.call_forms import for_mover, on_moves
from prunecheck.variants.forms.fail_soft import fail_soft

SOFT = for_mover(fail_soft)


def leaf(tree: Tree[N, Number], node: N) -> Choice:
    """The value and no move at a leaf."""
    return Choice(tree.evaluate(node), None)


@mutant(caught_by=FIRST_BEST, within=60, nodes=3, called=as_it_is)
def last_of_equal_moves(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Choice:
    """`>=` instead of `>`: the last of several best moves wins."""
    if tree.is_terminal(node):
        return leaf(tree, node)
    best = Choice(SOFT(tree, node, -INF, INF), None)
    for nth, child in enumerate(tree.children(node)):
        if SOFT(tree, child, -INF, INF) == best.value:
            best = Choice(best.value, nth)
    return best


@mutant(caught_by=EXACT, within=60, nodes=3, called=as_it_is)
def root_always_maximises(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Choice:
    """The root driver takes the greatest child, even if MIN is to move."""
    if tree.is_terminal(node):
        return leaf(tree, node)
    worth = [SOFT(tree, child, -INF, INF) for child in tree.children(node)]
    return Choice(max(worth), worth.index(max(worth)))


@mutant(caught_by=BEST_MOVE, within=60, nodes=3, called=as_it_is)
def sorted_moves_lose_their_place(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Choice:
    """Children are sorted, best first, and the index in the sorted list is returned as the move."""
    if tree.is_terminal(node):
        return leaf(tree, node)
    worth = sorted((SOFT(tree, child, -INF, INF) for child in tree.children(node)), reverse=tree.is_max(node))
    return Choice(worth[0], 0)


@mutant(caught_by=BEST_MOVE, within=3000, nodes=2, called=as_it_is)
def no_move_when_all_is_lost(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Choice:
    """A move is only chosen if it beats the worst possible value."""
    if tree.is_terminal(node):
        return leaf(tree, node)
    sign = 1 if tree.is_max(node) else -1
    best, move = -INF, None
    for nth, child in enumerate(tree.children(node)):
        value = sign * SOFT(tree, child, -INF, INF)
        if value > best:
            best, move = value, nth
    return Choice(sign * best, move)


@mutant(caught_by=BEST_MOVE, within=60, nodes=3, called=as_it_is)
def bound_taken_for_a_better_move(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Choice:
    """A child that fails at the carried bound returns the bound itself, and `>=` lets it win."""
    if tree.is_terminal(node):
        return leaf(tree, node)
    sign, bound, move = 1 if tree.is_max(node) else -1, -INF, None
    for nth, child in enumerate(tree.children(node)):
        value = max(bound, sign * SOFT(tree, child, -INF, INF))
        if value >= bound:
            bound, move = value, nth
    return Choice(sign * bound, move)


@mutant(caught_by=EXACT, within=60, nodes=1, called=as_it_is)
def searched_again_on_one_side_only(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Aspiration around 0 searches again after a fail high. After a fail low, it returns the bound as the value."""
    found = min(1, max(-1, SOFT(tree, node, -1, 1)))
    return SOFT(tree, node, -1, INF) if found >= 1 else found


@mutant(caught_by=EXACT, within=60, nodes=2, called=on_moves)
def move_not_taken_back_on_a_cutoff(position: Moves[int, Number], alpha: Number, beta: Number) -> Number:
    """An early return at a cutoff does not take the last move back."""
    if position.is_terminal():
        return position.evaluate() if position.is_max() else -position.evaluate()
    for move in position.moves():
        position.make(move)
        value = -move_not_taken_back_on_a_cutoff(position, -beta, -alpha)
        if value >= beta:
            return value
        position.unmake(move)
        alpha = max(alpha, value)
    return alpha


@mutant(caught_by=CONDUCT, within=60, nodes=2, called=on_moves)
def move_not_taken_back_on_an_error(position: Moves[int, Number], alpha: Number, beta: Number) -> Number:
    """An error passes through without taking moves back."""
    if position.is_terminal():
        return position.evaluate() if position.is_max() else -position.evaluate()
    for move in position.moves():
        position.make(move)
        value = -move_not_taken_back_on_an_error(position, -beta, -alpha)
        position.unmake(move)
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return alpha


@mutant(caught_by=CONDUCT, within=60, nodes=1, called=as_it_is)
def default_that_remembers(
    tree: Tree[N, Number],
    node: N,
    alpha: Number,
    beta: Number,
    history: list[int] = [],  # noqa: B006  # the bug
) -> Number:
    """A mutable default argument persists: every other call reads the whole tree again to sort its moves."""
    history.append(0)
    if len(history) % 2:
        SOFT(tree, node, -INF, INF)
    return SOFT(tree, node, alpha, beta)


@mutant(caught_by=CONDUCT, within=60, nodes=1, called=as_it_is)
def errors_taken_for_draws(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Every error is turned into a value of 0."""
    try:
        return SOFT(tree, node, alpha, beta)
    except Exception:
        return 0
