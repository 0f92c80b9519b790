"""Well-known bugs of alpha-beta, each with the contract that must catch it: the test of the strategies.

Every mutant is one bug away from a search that keeps `fishburn` (and `visits`, if it has no table), terminates, and
gives plausible values. Most are written as Fishburn's negamax, in the viewpoint of the player to move.
"""

from mutant_registry import for_max_at_root, for_player_at_root, in_the_window_of_max, mutant, on_values_of_max
from prunecheck import INF, Number, Tree
from prunecheck.contracts.value import EXACT, FISHBURN, KNUTH
from prunecheck.contracts.visits import VISITS
from prunecheck.trees.protocol import N


@mutant(caught_by=KNUTH, within=60, nodes=4)
def window_not_turned(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The window goes down as it is, neither negated nor swapped: minimax's call in a negamax."""
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
    """Both ends are negated and keep their places, so that every window below the root is upside down."""
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
    """The ends change places and keep their signs."""
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
    """The search is right and called wrongly: with MIN at the root it is given MAX's window."""
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
    """Every child gets the full window, as at a root: right, and nothing is pruned below the first level."""
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
    """A child hears of the best value here and not of alpha, so a cutoff looks one level up: F1 for F2."""
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
    """Each child gets the window of the first: the best value is kept for the result and tells nobody."""
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
    """Principal variation search that takes the answer of a null window, a bound, for the value of a better child."""
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
    """Scout that asks of a later child whether it reaches alpha + 1: 'is it better?' for integers and for no others."""
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


# Where a node ends, and with what value


@mutant(caught_by=VISITS, within=60, nodes=3)
def strict_cutoff(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """`>` where `>=` is due: a value equal to beta goes on."""
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
    """A child that is no better than alpha ends its parent too: MIN's test in the branch of both players."""
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
    """The first value to beat is 0, so a player who is losing anyway believes in a draw."""
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
    """'Infinity' is a large number, and some value is larger."""
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
    """The wrong end of the window comes back from a cutoff: the refuted move looks like the best one."""
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
    """The best value is kept only where it raises alpha, so a node that fails low claims to be lost."""
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
    """A bonus on top of a cutoff: harmless to the value in the window, but no longer a bound on it."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        best = max(best, -cutoff_inflated(tree, child, -beta, -max(alpha, best)))
        if best >= beta:
            return best + 1
    return best


# Children and players


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
    """Children are sorted best first, by a value that costs a read of each leaf before any of them is searched."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in sorted(tree.children(node), key=lambda each: tree.evaluate(each) if tree.is_terminal(each) else 0):
        best = max(best, -leaves_read_to_sort_them(tree, child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@mutant(caught_by=EXACT, within=60, nodes=2)
def forced_move_keeps_the_player(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """An only child is 'forced' and searched in its parent's place, as if the same player moved again."""
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
    """A negamax whose leaves are worth what they are to MAX, whoever moves there."""
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
    """The player is counted from the root, where the machine is thought to be MAX and to move first."""
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
    """MIN's branch is a copy of MAX's in which the call was left as it stood: from depth 2 on MAX plays as MIN."""
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


# Tables
