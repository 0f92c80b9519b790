"""SSS*: a best-first search for MAX's best strategy, with a list OPEN of states (node, live or solved, merit).

A strategy of MAX has one move at each MAX node and all moves at each MIN node. The value of a strategy is the least
value of its leaves. A state stands for the strategies that pass through the state's node. The merit of a state is an
upper bound on the values of the strategies that it stands for. SSS* always expands the state with the highest merit, so
the first strategy that it completes is a best strategy.

Source: G. C. Stockman, "A minimax algorithm better than alpha-beta?", Artificial Intelligence 12 (1979), with the six
cases of its operator Gamma; J. Pearl, "Heuristics" (1984). If merits are equal, the leftmost node is expanded first.
"""

from heapq import heappop, heappush
from itertools import islice

from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.walk import no_children
from prunecheck.variants.state_space.states import HighestFirst, expand


def sss_star(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it. The result is never more than beta.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    MIN may be at the root.
    Requires: alpha < beta. Cost: a leaf is evaluated at most once, and only if alpha-beta does not prune it; the list
    of open states stores one path for each state.
    Returns: r with min(v, beta) <= r <= min(max(v, alpha), beta), where v is the minimax value of `node`.
    Raises: TreeError if a node has neither a value nor children; also raises any error from `tree`.
    """
    opened = [HighestFirst(beta, (), node, False, None)]
    while True:
        state = heappop(opened)
        node, path, merit, family = state.node, state.path, state.merit, state.family
        if family is not None and family.purged:
            continue
        if merit <= alpha:  # an upper bound on every strategy
            return merit
        if state.solved:
            if family is None:  # the root
                return merit
            parent = HighestFirst(merit, path[:-1], family.parent, True, family.above)
            if family.is_max:  # case 1: MAX's best move solves the parent; purge the states of all others
                family.purge()
                heappush(opened, parent)
            elif (sibling := next(family.unopened, None)) is not None:  # case 2: MIN's next move
                heappush(opened, HighestFirst(merit, (*parent.path, path[-1] + 1), sibling, False, family))
            else:  # case 3: MIN's last move solves the parent
                heappush(opened, parent)
        elif tree.is_terminal(node):  # case 4
            heappush(opened, HighestFirst(min(merit, tree.evaluate(node)), path, node, True, family))
        else:  # case 5: only the first move of MIN; or case 6: all moves of MAX
            family = expand(tree, node, family)
            moves = list(islice(family.unopened, None if family.is_max else 1))
            if not moves:
                raise no_children(path)
            for nth, child in enumerate(moves):
                heappush(opened, HighestFirst(merit, (*path, nth), child, False, family))
