"""Well-known bugs of alpha-beta, each with the contract that must catch it. They show whether random trees find bugs.

Every mutant is one bug away from a search that satisfies `fishburn` (and `visits`, if it has no table), terminates, and
returns plausible values. Most mutants are written as Fishburn's negamax, with values for the side to move.
"""

from mutant_registry import for_max_at_root, for_player_at_root, in_the_window_of_max, mutant, on_values_of_max
from prunecheck import INF, Number, Tree
from prunecheck.contracts.value import EXACT, FISHBURN, KNUTH
from prunecheck.contracts.visits import VISITS
from prunecheck.trees.protocol import N


@mutant(caught_by=KNUTH, within=60, nodes=4)
def window_not_turned(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """A negamax that passes the window on without negating and swapping its ends, as minimax does."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -window_not_turned(tree, child, max(alpha, best), beta))
        if best >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=4)
def window_negated_but_not_swapped(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The window is negated but not swapped, so every window below the root is upside down."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -window_negated_but_not_swapped(tree, child, -max(alpha, best), -beta))
        if best >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=4)
def window_swapped_but_not_negated(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The window is swapped but not negated."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -window_swapped_but_not_negated(tree, child, beta, max(alpha, best)))
        if best >= beta:
            break
    return best


@mutant(caught_by=KNUTH, within=60, nodes=3, called=in_the_window_of_max)
def window_not_turned_for_min(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The search is correct, but its caller is wrong: if MIN moves at the root, the search gets MAX's window."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -window_not_turned_for_min(tree, child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@mutant(caught_by=VISITS, within=60, nodes=4)
def window_never_passed(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Every child gets the full window, as at a root: correct, but without pruning below the first level."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -window_never_passed(tree, child, -INF, INF))
        if best >= beta:
            break
    return best


@mutant(caught_by=VISITS, within=60, nodes=4)
def no_deep_cutoffs(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """A child gets the best value here but not alpha, so cutoffs only look one level up: F1 instead of F2."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -no_deep_cutoffs(tree, child, -beta, -best))
        if best >= beta:
            break
    return best


@mutant(caught_by=VISITS, within=60, nodes=5)
def alpha_not_raised(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The window of each child is that of the node: the best value never raises alpha."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -alpha_not_raised(tree, child, -beta, -alpha))
        if best >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=6)
def null_window_without_second_search(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Principal variation search without a re-search: a null window's bound is used as the value of a better child."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for nth, child in enumerate(tree.children(node)):
        low = max(alpha, best)
        high = low + 1 if nth > 0 else beta
        best = max(best, -null_window_without_second_search(tree, child, -high, -low))
        if best >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=300, nodes=3)
def null_window_of_one(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Scout whose null window is (alpha, alpha + 1), which is only right for integers."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for nth, child in enumerate(tree.children(node)):
        if nth > 0 and -null_window_of_one(tree, child, -(alpha + 1), -alpha) < alpha + 1:
            continue
        found = -null_window_of_one(tree, child, -beta, -alpha)
        if found >= beta:
            return found
        alpha = max(alpha, found)
    return alpha


# Bugs in where a node ends, and with what value


@mutant(caught_by=VISITS, within=60, nodes=3)
def strict_cutoff(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """`>` instead of `>=`: a value equal to beta causes no cutoff."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -strict_cutoff(tree, child, -beta, -max(alpha, best)))
        if best > beta:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=6)
def prunes_when_it_fails_low(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """A child that is not better than alpha ends the search of its parent: both players use MIN's test."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -prunes_when_it_fails_low(tree, child, -beta, -max(alpha, best)))
        if best >= beta or best <= alpha:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=2)
def best_starts_at_zero(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The first value to beat is 0, so a lost position looks like a draw."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = 0
    for child in tree.children(node):
        best = max(best, -best_starts_at_zero(tree, child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=300, nodes=2)
def infinity_is_a_million(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """'Infinity' is a large number, and some values are larger."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -1_000_000
    for child in tree.children(node):
        best = max(best, -infinity_is_a_million(tree, child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=5)
def cutoff_returns_alpha(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """A cutoff returns the wrong end of the window, so the refuted move looks like the best one."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    for child in tree.children(node):
        found = -cutoff_returns_alpha(tree, child, -beta, -alpha)
        if found >= beta:
            return alpha
        alpha = max(alpha, found)
    return alpha


@mutant(caught_by=FISHBURN, within=60, nodes=2)
def values_below_alpha_forgotten(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The best value is only updated if it raises alpha, so a node that fails low looks lost."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        found = -values_below_alpha_forgotten(tree, child, -beta, -alpha)
        if found > alpha:
            best = alpha = found
        if best >= beta:
            break
    return best


@mutant(caught_by=FISHBURN, within=60, nodes=2)
def cutoff_inflated(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """A cutoff adds a bonus. This does not change values in the window, but other results are possibly no bounds."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -cutoff_inflated(tree, child, -beta, -max(alpha, best)))
        if best >= beta:
            return best + 1
    return best


# Bugs in children and players


@mutant(caught_by=EXACT, within=60, nodes=3)
def last_child_skipped(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Off by one in the list of children, unnoticed as long as an only child is searched."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    children = list(tree.children(node))
    for child in children[:-1] or children:
        best = max(best, -last_child_skipped(tree, child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@mutant(caught_by=VISITS, within=60, nodes=2)
def leaves_read_to_sort_them(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Children are sorted best first by a value that evaluates each leaf before any of them is searched."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in sorted(tree.children(node), key=lambda inner: tree.evaluate(inner) if tree.is_terminal(inner) else 0):
        best = max(best, -leaves_read_to_sort_them(tree, child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=2)
def forced_move_keeps_the_player(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """An only child is 'forced', and searched as if the same player moved again."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    children = list(tree.children(node))
    if len(children) == 1:
        return forced_move_keeps_the_player(tree, children[0], alpha, beta)
    best: Number = -INF
    for child in children:
        best = max(best, -forced_move_keeps_the_player(tree, child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=1, called=on_values_of_max)
def leaf_not_seen_from_mover(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The leaves of a negamax have MAX's value, whoever is to move."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -leaf_not_seen_from_mover(tree, child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=3, called=for_max_at_root)
def root_taken_for_max(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, is_max: bool) -> Number:
    """The side to move is counted from the root, which is assumed to be MAX's."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF if is_max else INF
    for child in tree.children(node):
        found = root_taken_for_max(tree, child, alpha, beta, not is_max)
        if is_max:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=4, called=for_player_at_root)
def min_hands_on_to_min(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, is_max: bool) -> Number:
    """MIN's branch is a copy of MAX's branch with an unchanged call, so from depth 2 on MAX is treated as MIN."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    if is_max:
        best: Number = -INF
        for child in tree.children(node):
            best = max(best, min_hands_on_to_min(tree, child, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = INF
    for child in tree.children(node):
        best = min(best, min_hands_on_to_min(tree, child, alpha, beta, False))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best


# Bugs in tables
