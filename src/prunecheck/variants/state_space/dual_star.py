"""DUAL*, which is SSS* with the players exchanged: a best-first search for MIN's best strategy.

A strategy of MIN has one move at each MIN node and all moves at each MAX node. The value of a strategy is the greatest
value of its leaves. A state stands for the strategies that pass through the state's node. The merit of a state is a
lower bound on the values of the strategies that it stands for. DUAL* always expands the state with the lowest merit, so
the first strategy that it completes is a best strategy.

Source: T. A. Marsland, A. Reinefeld and J. Schaeffer, "Low overhead alternatives to SSS*", Artificial Intelligence 31
(1987), with the cases of the operator Gamma numbered as in Stockman 1979. If merits are equal, the leftmost node is
expanded first.
"""

from heapq import heappop, heappush
from itertools import islice

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.walk import no_children
from prunecheck.variants.state_space.states import LowestFirst, expand


def dual_star(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it. The result is never less than alpha.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    MIN may be at the root.
    Requires: alpha < beta. Cost: a leaf is evaluated at most once, and only if alpha-beta does not prune it; the list
    of open states stores one path for each state.
    Returns: r with max(min(v, beta), alpha) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: TreeError if a node has neither a value nor children; also raises any error from `tree`.
    """
    opened = [LowestFirst(alpha, (), node, False, None)]
    while True:
        state = heappop(opened)
        node, path, merit, family = state.node, state.path, state.merit, state.family
        if family is not None and family.purged:
            continue
        if merit >= beta:  # a lower bound on every strategy
            return merit
        if state.solved:
            if family is None:  # the root
                return merit
            parent = LowestFirst(merit, path[:-1], family.parent, True, family.above)
            if not family.is_max:  # case 1: MIN's best move solves the parent; purge the states of all others
                family.purge()
                heappush(opened, parent)
            elif (sibling := next(family.unopened, None)) is not None:  # case 2: MAX's next move
                heappush(opened, LowestFirst(merit, (*parent.path, path[-1] + 1), sibling, False, family))
            else:  # case 3: MAX's last move solves the parent
                heappush(opened, parent)
        elif tree.is_terminal(node):  # case 4
            heappush(opened, LowestFirst(max(merit, tree.evaluate(node)), path, node, True, family))
        else:  # case 5: only the first move of MAX; or case 6: all moves of MIN
            family = expand(tree, node, family)
            moves = list(islice(family.unopened, 1 if family.is_max else None))
            if not moves:
                raise no_children(path)
            for nth, child in enumerate(moves):
                heappush(opened, LowestFirst(merit, (*path, nth), child, False, family))
