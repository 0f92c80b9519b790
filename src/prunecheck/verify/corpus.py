"""Trees, and sequences of calls, on which bugs often show; searches are checked on them before random trees.

Some trees are wide, deep or large, or have ties or shared nodes. Other trees have infinite values, values close
together, or values at the ends of the range that a search accepts. Each tree occurs twice: MAX moves first in one copy,
MIN in the other. The sequences of calls show the most common bugs of a search that stores state between calls.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from prunecheck.oracle.minimax import values as minimax_values
from prunecheck.strategies import Range
from prunecheck.subjects.subject import Subject
from prunecheck.trees.call import Call
from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.views.ordered import ordered
from prunecheck.trees.window import FULL, Window

WIDE, LONG, TEETH = 200, 40, 12
# (children of each inner node, plies, True if the root's player wins everywhere)
BUSHY = ((5, 3, False), (8, 3, False), (5, 4, True), (7, 4, True))
LIMITED = 6, 4  # number of children and plies of the bushy trees with static values
LARGE = 30_000
PLIES: Final = 3  # height of the binary tree in most sequences
STANDS = (  # (search depth, depths at which the position occurs, from left to right)
    *((4, depths) for depths in ((3, 1), (1, 3), (4, 2), (2, 4), (2, 2), (3, 3, 1), (2, 4, 2))),
    *((3, depths) for depths in ((3, 1), (2, 2))),
)


def hard_trees() -> Iterator[ExplicitTree[Number]]:
    """Yield trees on which bugs often show. Each tree occurs twice: with MAX and with MIN to move at the root.

    Leaf values are integers from -30,000 to 30,000.
    """
    yield from _either_first(_nested())
    for children, values in _shared():
        for player in (True, False):
            yield build(children, values, max_at_root=player)


def bushy_trees(*, limited: bool = False) -> Iterator[ExplicitTree[Number]]:
    """Yield larger and larger trees, to find bugs that only affect moves late in the move order and far from leaves.

    Each tree occurs twice: with MAX and with MIN to move at the root. Leaf values are pseudo-random, from -9 to 9. In
    the larger trees, the root's player wins at every leaf, and the best move of each node comes last, after all other
    moves have been searched. If `limited` is True, there are two more trees with random static values. The trees are
    searched with a depth limit, to find searches that reduce the depth for late moves.
    """
    for branches, plies, won in (*BUSHY, *([(*LIMITED, True)] if limited else [])):
        for player in (True, False):
            inner = (branches**plies - 1) // (branches - 1)
            children = [[branches * nth + 1 + child for child in range(branches)] for nth in range(inner)]
            drawn = [_pseudo_random(nth) for nth in range(branches**plies)]
            leaves = [(1 + abs(number)) * (1 if player else -1) for number in drawn] if won else drawn
            values: list[Number | None] = [*[None] * inner, *leaves]
            tree: ExplicitTree[Number] = build(children + [[]] * len(leaves), values, max_at_root=player)
            if (branches, plies) == LIMITED:
                # the root's value decides at which depth the tree is cut
                static = [plies - 1, *map(_pseudo_random, range(1, inner))]
                tree = tree.replaced(values=(*static, *leaves))
            yield _best_last(tree) if won else tree


def _pseudo_random(nth: int) -> int:
    return nth * nth * 7919 // 64 % 19 - 9


def _best_last(tree: ExplicitTree[Number]) -> ExplicitTree[Number]:
    """A copy of the tree in which the children of each node are sorted from worst to best."""
    worth = minimax_values(tree, tree.root)
    best_first = ordered(tree, by=worth.__getitem__)
    return tree.replaced(children=(tuple(best_first.children(node))[::-1] for node in range(len(tree))))


def hard_turns() -> Iterator[ExplicitTree[Number]]:
    """Yield trees on which bugs often show, and in which a player moves several times in a row."""
    for children, values, again in _turning():
        for player in (True, False):
            players = [None if place not in again else player == again[place] for place in range(len(children))]
            signed = [None if value is None else value if player else -value for value in values]
            yield build(children, signed, max_at_root=player, players=players)


def _turning() -> Iterator[tuple[list[list[int]], list[Number | None], dict[int, bool]]]:
    """Yield trees in which a player moves twice in a row.

    Each tree consists of a list with the children of each node, a list of values, and a dictionary of players.

    The dictionary only contains nodes at which it matters who moves. The dictionary's value for a node is True if the
    player to move at the node is the one who moves at the root. At all other nodes, players alternate.
    """
    yield (  # one player moves three times in a row, then the opponent
        [[1, 2], [3, 4], [], [5, 6], [], [7, 8], [], [], []],
        [None, None, 1, None, 0, None, -1, 2, 3],
        {1: True, 3: True},
    )
    yield (  # after every move at the root, the same player moves again
        [[1, 2], [3, 4], [5, 6], [], [], [], []],
        [None, None, None, 1, -2, 3, 2],
        {1: True, 2: True},
    )
    yield (  # the same player moves at each inner node and at the leaves
        [[1, 2], [3, 4], [5, 6], [], [], [], []],
        [None, None, None, -1, 0, 2, -3],
        dict.fromkeys(range(1, 7), True),
    )
    yield (  # after one of two moves, the same player moves again, and then the opponent moves twice
        [[1, 2], [3, 4], [5, 6], [7, 8], [], [], [], [], []],
        [None, None, None, None, 1, 3, -1, 2, -2],
        {2: True, 3: False},
    )
    yield (  # one position occurs twice at the same depth: once MAX moves, once MIN
        [[1, 2], [3], [3], [4, 5], [], []],
        [None, None, None, None, 2, -1],
        {1: True},
    )
    yield (  # one position occurs at two depths, and the same player moves
        [[1, 2], [2, 3], [4, 5], [], [], []],
        [None, None, None, 1, 3, -2],
        {1: True, 2: True},
    )


def hard_depths() -> Iterator[ExplicitTree[Number]]:
    """Yield trees in which a depth-limited search reaches a position twice, with different numbers of plies left.

    The static value of each node differs from all values below the node. prunecheck computes the depth limit of a tree
    from the root's static value, and searches these trees to depth 4.
    """
    # the position is first reached with 3 plies left, later with 1
    more = [[1, 2], [3, 4], [5], [6, 7], [8], [1], [], [], []], [3, 0, 0, 2, 3, 0, -1, 0, 1]
    # the position is first reached with 2 plies left, later with none
    fewer = [[1, 2], [3], [4], [5, 6], [7], [], [], [3]], [3, 0, 0, 2, 0, -1, 1, 0]
    for children, values in (more, fewer):
        for order in (1, -1):
            for sign in (1, -1):
                signed = [sign * value for value in values]
                yield build([children[0][::order], *children[1:]], signed, max_at_root=sign > 0)


def hard_limits() -> Iterator[ExplicitTree[Number]]:
    """Yield trees to search to depth 3 or 4. One position occurs at several depths, with the same player to move.

    At its last occurrence, from left to right, the position has a greater (or smaller) value than at occurrences at
    other depths. If a search has stored a table entry at another depth, and uses this entry at the last occurrence, its
    result can be wrong.
    """
    for limit, depths in STANDS:
        for here in (1, 3):
            for player in (True, False):
                yield tree_with_position_at(limit, depths, here, max_at_root=player)


def tree_with_position_at(limit: int, depths: tuple[int, ...], here: int, *, max_at_root: bool) -> ExplicitTree[Number]:
    """Make a tree for `hard_limits`, which is searched to `limit` plies.

    One position occurs at each depth in `depths`, and its value at the last of these depths is `here`. If MIN moves at
    the root, all values are negated. Below the position, there is a chain of single moves, so a search of the position
    to n plies returns the static value of the nth node in the chain.
    """
    links = limit - min(depths) + 2
    children = [[], *([nth + 2] for nth in range(links - 1)), []]
    values = [limit - 1, 0, *[2] * (links - 1)]  # the root's value decides at which depth the tree is cut
    values[1 + limit - depths[-1]] = here
    for nth, depth in enumerate(depths):
        last = nth == len(depths) - 1
        way = 1  # the path from the position up to a child of the root
        for _ in range(depth - 1):
            children.append([way])
            values.append(0)
            way = len(children) - 1
        if depth > 1 and not last:  # adds a worse child, so that the position does not matter here
            children.append([])
            values.append(-1)
            children[way].append(len(children) - 1)
        children[0].append(way)
    return build(children, values if max_at_root else [-value for value in values], max_at_root=max_at_root)


def _nested() -> Iterator[object]:
    yield 0
    yield -LARGE
    yield LARGE
    yield [7 * nth % WIDE for nth in range(WIDE)]  # many children
    yield [[nth, -nth] for nth in range(TEETH)]
    chain: object = 1
    for _ in range(LONG):
        chain = [chain]
    yield chain  # many plies with one move each
    comb: object = 0
    for nth in range(TEETH):
        comb = [nth % 5 - 2, comb]
    yield comb  # leaves at every depth
    yield [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]  # ties everywhere
    yield [[[-5, -3], [-8, -9]], [[-7, -2], [-4, -6]]]  # all values are negative
    yield [[[5, 3], [8, 9]], [[7, 2], [4, 6]]]
    yield [[LARGE, -LARGE], [-LARGE, -LARGE], [LARGE, LARGE]]
    yield [[-LARGE, -LARGE], [-LARGE]]  # every move loses
    # a value far from the values at smaller depths, so that a search in a window around those only returns a bound
    yield [[-LARGE // 3, -LARGE], [-LARGE // 2, 1 - LARGE]]
    yield [LARGE // 3, [LARGE // 2], LARGE]
    yield [[1], [[2]], [[[3]]], [[[[0]]]]]


def _shared() -> Iterator[tuple[list[list[int]], list[Number | None]]]:
    yield [[1, 2], [3], [3], [4, 5], [], []], [None, None, None, None, 2, 1]  # one position, two paths, one depth
    # one position at two depths, where MAX moves at one and MIN at the other
    yield [[1, 2], [2, 3], [4, 5], [], [], []], [None, None, None, 1, 3, -2]
    yield [[1, 3, 2], [4, 5], [1, 6], [1], [], [], []], [None, None, None, None, 2, -1, 0]
    yield (  # an upper bound of a position, used again in a window below it
        [[1, 2], [3, 4], [5, 6], [7, 8], [], [], [9], [], [10], [10], [11], [12, 13], [], []],
        [None, None, None, None, -9, 3, None, 5, None, None, None, None, 4, 1],
    )
    yield (  # a lower bound of a position, used again in a window above it
        [[1, 2, 3], [4, 5], [], [5], [], [6, 7], [], []],
        [None, None, 5, None, 3, None, 4, 9],
    )
    for sign in (1, -1):  # a bound equal to alpha or beta, used again in a wider window
        yield ([[1, 2], [3, 4, 3], [4], [5], [5, 6], [], []], [None, None, None, None, None, -sign, 3 * sign])
        yield (
            [[1, 2], [3, 4], [6], [], [5], [7], [5], [8, 9], [], []],
            [None, None, None, sign, None, None, None, None, sign, -sign],
        )
    # values that a table may take for mate in N plies; all are at the same depth, so that converting them is correct
    yield [[1, 2], [3], [3], [4, 5], [], []], [None, None, None, None, LARGE, LARGE - 1]


def infinite_trees() -> Iterator[ExplicitTree[Number]]:
    """Yield trees in which every move has an infinite value.

    In trees with infinite values, all moves of a player can have the worst possible value, and a search must still
    choose a move.
    """
    return _either_first(([INF], [-INF], [-INF, -INF], [[INF]], [[[-INF], [-INF]], [[-INF]]], [[[INF, INF]], [[INF]]]))


def huge_trees() -> Iterator[ExplicitTree[Number]]:
    """Yield trees with integers at the limits of 16, 32 and 64 bits, and with integers that floats cannot represent."""
    for bits in (16, 32, 64):
        end = 2 ** (bits - 1)
        for reach in (end - 1, end):
            yield from trees_of_range(Range("int", -reach - 1, reach))


def trees_of_range(declared: Range) -> Iterator[ExplicitTree[Number]]:
    """Yield trees with leaf values at the ends of the range that a search declares, and with values close together.

    Some values can lie outside this range, and the caller must replace such values.
    """
    for a, b, c, d in declared.sets():
        yield from _either_first(([[c, d], [a, b]], [[b, a], [d, c]], [[a], [d, b], c]))


def _either_first(several: Iterable[object]) -> Iterator[ExplicitTree[Number]]:
    """Make two trees from each nested list: one with MAX to move at the root, and one with MIN."""
    for nested in several:
        for player in (True, False):
            yield from_nested(nested, max_at_root=player)


def listed_sequences(subject: Subject) -> Iterator[list[Call]]:
    """Yield sequences of calls of one search, with changing depths, trees, windows and start nodes.

    Each sequence occurs twice: with MAX and with MIN to move at the root. Depths and windows are left out if the
    search, `subject`, does not take them.
    """
    for player in (True, False):
        tree = _binary(max_at_root=player)
        if subject.traits.takes_depth:
            limited = tree_with_position_at(PLIES + 1, (PLIES, 1), 1, max_at_root=player)
            yield from (
                _deepening(explicit_tree, plies) for explicit_tree, plies in ((tree, PLIES), (limited, PLIES + 1))
            )
            either = _with_either_player(max_at_root=player)
            yield from ([Call(either, depth=depth) for depth in depths] for depths in ((2, 3), (3, 2)))
            yield [Call(tree, depth=1, path=(0,)), Call(tree, depth=1, path=(0, 1)), Call(tree)]
        yield [Call(tree), *(Call(tree, path=path) for path in ((0,), (1,), (0, 1), (1, 0))), Call(tree)]
        yield [Call(tree, path=(1, 0)), Call(tree, path=(1,)), Call(tree)]
        yield [Call(tree), Call(_binary(max_at_root=not player)), Call(tree)]
        if subject.traits.takes_window:
            for value in sorted(set(tree.leaf_values)):
                sides = Window(-INF, value), Window(value, INF)
                yield from (
                    [Call(tree, window) for window in (*order, FULL, order[0])] for order in (sides, sides[::-1])
                )
                if subject.traits.takes_depth:  # a shallower search must not use a bound that a deep search has stored
                    yield from ([Call(tree, side), Call(tree, depth=PLIES - 1), Call(tree)] for side in sides)


def _deepening(tree: ExplicitTree[Number], plies: int) -> list[Call]:
    """Make calls that search one tree to 1 ply, then to 2 plies and so on up to `plies`, then to fewer plies again.

    If the search has a transposition table, the table contains entries from shallow searches before the deep ones
    begin.
    """
    return [Call(tree, depth=depth) for depth in (*range(1, plies + 1), *range(plies - 1, 0, -1))]


def _with_either_player(*, max_at_root: bool) -> ExplicitTree[Number]:
    """A tree in which one position occurs twice: once with MAX to move, and once with MIN to move.

    A search to 2 plies has one ply left at the first occurrence; a search to 3 plies has one ply left at the second
    occurrence.
    """
    values = [0, 0, 0, 3, -1, 2]
    return build(
        [[1, 2], [2, 3], [4, 5], [], [], []],
        values if max_at_root else [-value for value in values],
        max_at_root=max_at_root,
    )


def _binary(*, max_at_root: bool) -> ExplicitTree[Number]:
    """A full binary tree with values from -3 to 3, whose minimax value depends on the depth limit."""
    inner = 2**PLIES - 1
    children = [[2 * nth + 1, 2 * nth + 2] if nth < inner else [] for nth in range(2 * inner + 1)]
    return build(children, [3 - 3 * (nth + 1) % 7 for nth in range(2 * inner + 1)], max_at_root=max_at_root)
