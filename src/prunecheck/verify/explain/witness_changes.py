"""Changes to a counterexample. If a failure disappears after a change, the change shows the likely cause.

Each change makes one kind of bug harmless.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import count
from math import ceil, floor
from typing import Final, TypeAlias

from prunecheck.oracle.minimax import values as minimax_values
from prunecheck.trees.explicit import ExplicitTree, without_keys
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import simplest
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import LARGE_VALUES, MOST_DOUBLED, MOST_UNFOLDED
from prunecheck.verify.counterexamples import Witness

LIFT: Final = 1_000
# (factor, summand) for changed keys; enough of them to make keys in a table with eight slots collide or not collide
OTHER_KEYS: Final = tuple((2 * nth + 3, nth) for nth in range(24))

Plain: TypeAlias = ExplicitTree[Number]
Changed: TypeAlias = tuple[Plain, Window[Number], int | None]  # (tree, window, depth to search to)
# the changed calls: the cause is found if the search is right in all of them. Empty if the change does not apply
Change: TypeAlias = Callable[[Witness], list[Changed]]
TreeChange: TypeAlias = Callable[[Plain], Plain | None]  # None means that the change does not apply


def _of_tree(change: TreeChange) -> Change:
    """Turn a function that changes a tree into a function that changes the tree in a counterexample."""

    def changed(witness: Witness) -> list[Changed]:
        tree = change(witness.tree)
        return [] if tree is None else [(tree, witness.window, witness.depth)]

    return changed


def _alternating(tree: Plain) -> Plain | None:
    """Copy a tree and make the players alternate. In the copy, each node has one parent.

    Returns None if the players already alternate.
    """
    if tree.alternates:
        return None
    plain = _unfolded(tree)
    players = [plain.is_max(plain.root)] * len(plain)
    for node in range(len(plain)):  # a node has a smaller number than its children
        for child in plain.children(node):
            players[child] = not players[node]
    return plain.replaced(players=players)


def _true_static_values(tree: Plain) -> Plain:
    worth = minimax_values(tree, tree.root)
    return tree.with_static_values(worth.__getitem__)


def _without_shared_positions(tree: Plain) -> Plain | None:
    return without_keys(tree) if tree.shared else None


def with_sides_in_keys(tree: Plain) -> Plain | None:
    """Change the position keys so that they include the side to move.

    Returns None if no position occurs both with MAX and with MIN to move.
    """
    sided = [2 * key + player for key, player in zip(tree.keys, tree.players, strict=True)]
    return tree.replaced(keys=sided) if len(set(sided)) > len(set(tree.keys)) else None


class _UnknownPositions(ExplicitTree[Number]):
    """A tree whose `key` returns a new number in each call, so no table ever finds an entry for a position."""

    __slots__ = ("_next",)

    def __init__(self, tree: Plain) -> None:
        nodes = range(len(tree))
        super().__init__(map(tree.children, nodes), tree.values, tree.players)
        self._next = count(len(tree))

    def key(self, _: int, /) -> int:
        """Return a number that was not returned before."""
        return next(self._next)


def with_other_keys(tree: Plain, factor: int, summand: int) -> Plain:
    """Change all position keys of a tree: multiply each key by `factor`, then add `summand`."""
    return tree.replaced(keys=[factor * key + summand for key in tree.keys])


def _only_children_doubled(tree: Plain) -> Plain | None:
    children = [tree.children(node) for node in range(len(tree))]
    if len(tree) > MOST_DOUBLED or all(len(below) != 1 for below in children):
        return None
    return _unfolded(tree.replaced(children=[below * (2 if len(below) == 1 else 1) for below in children]))


def children_reversed(tree: Plain) -> Plain:
    """Copy a tree with the children of each node in reverse order."""
    return tree.replaced(children=[tree.children(node)[::-1] for node in range(len(tree))])


def _spare_depth(witness: Witness, *, limited: bool) -> list[Changed]:
    """Search the counterexample with a larger depth limit than necessary.

    If `limited` is True, this change only applies to counterexamples with a depth limit; otherwise, only to small
    counterexamples without a depth limit.
    """
    if (witness.depth is not None) != limited or (not limited and len(witness.tree) > MOST_DOUBLED):
        return []
    return [(witness.tree, witness.window, len(witness.tree) + 1)]


def _full_window(witness: Witness) -> list[Changed]:
    return [] if witness.window == FULL else [(witness.tree, FULL, witness.depth)]


def _small_values(witness: Witness) -> list[Changed]:
    """Replace large leaf values by small ones without changing their order.

    Shrinking has already made all values small, unless the failure needs large values.
    """
    return _ranked(witness) if any(max(value, -value) > LARGE_VALUES for value in _known(witness)) else []


def _lifted(witness: Witness, *, by: int) -> list[Changed]:
    """Add `by` to all leaf values and to alpha and beta.

    If `by` is positive, this change only applies to a tree with a value below 0. If `by` is negative, it only applies
    to a tree with a value above 0.
    """
    if not any(value < 0 if by > 0 else value > 0 for value in _known(witness)):
        return []
    alpha, beta = (end if abs(end) == INF else _sum(end, by) for end in (witness.window.alpha, witness.window.beta))
    return [(lifted_tree(witness.tree, by), Window(alpha, beta), witness.depth)]


def _just_lifted(witness: Witness, *, up: bool) -> list[Changed]:
    """Add a number to all leaf values so that they are just above zero or, if `up` is False, just below zero."""
    known = _known(witness)
    return _lifted(witness, by=floor(1 - known[0]) if up else ceil(-1 - known[-1])) if known else []


def _both(one: Change, other: Change) -> Change:
    """Combine two changes to a counterexample into one test: the search must be right after either change alone."""
    return lambda witness: first + second if (first := one(witness)) and (second := other(witness)) else []


def _ties_broken(witness: Witness) -> list[Changed]:
    """Break all ties between leaf values, in two ways: the later or the earlier of two equal values becomes greater."""
    tree = witness.tree
    leaves = tree.leaf_values
    if len(set(leaves)) == len(leaves) or witness.window != FULL:
        return []
    return [(_untied(tree, downwards=downwards), witness.window, witness.depth) for downwards in (False, True)]


def _players_exchanged(witness: Witness) -> list[Changed]:
    tree, window = witness.tree, witness.window
    mirrored = _revalued(tree, lambda value: -value).replaced(players=[not player for player in tree.players])
    return [(mirrored, Window(-window.beta, -window.alpha), witness.depth)]


def _known(witness: Witness) -> list[Number]:
    """All finite values that occur in the tree, each once, in ascending order."""
    return sorted({value for value in witness.tree.values if value is not None and abs(value) != INF})


def _ranked(witness: Witness) -> list[Changed]:
    """Replace the leaf values by the smallest integers that have the same order and signs.

    Returns an empty list if the leaf values already are the smallest integers, or if the window is not (-inf, inf).
    """
    known = _known(witness)
    signs = [(value > 0) - (value < 0) for value in known]
    above, below = signs.count(1), signs.count(-1)
    ranks = dict(zip(known, [*range(-below, 0), *([0] * signs.count(0)), *range(1, above + 1)], strict=True))
    if witness.window != FULL or all(value == rank for value, rank in ranks.items()):
        return []
    return [(_revalued(witness.tree, ranks.__getitem__), witness.window, witness.depth)]


def with_tiny_values(witness: Witness) -> list[Changed]:
    """Divide all leaf values by a large number, so that they fit into any aspiration window."""
    most = max((float(max(value, -value)) for value in _known(witness)), default=0.0)
    if witness.window != FULL or not most:
        return []
    return [(_revalued(witness.tree, lambda value: float(value) / (8 * most)), witness.window, witness.depth)]


def _sum(value: Number, by: int) -> Number:
    """Add `by` exactly, since rounding could make different values equal."""
    return simplest(Fraction(value) + by)


def lifted_tree(tree: Plain, by: int) -> Plain:
    """Add `by` to all finite leaf values and static values of a tree."""
    return _revalued(tree, partial(_sum, by=by))


def _unfolded(tree: Plain) -> Plain:
    return unfolded(tree, most_nodes=MOST_UNFOLDED, static_values=tree.has_static_values)


def _untied(tree: Plain, *, downwards: bool) -> Plain:
    """Make all leaf values of a tree different.

    The later of two equal values becomes greater or, if `downwards` is True, smaller.
    """
    values = tree.values
    turn = -1 if downwards else 1
    order = sorted(range(len(tree)), key=lambda node: (values[node] or 0, turn * node))
    spread = {node: nth for nth, node in enumerate(order)}
    ranks = [spread[nth] - len(tree) // 2 for nth in range(len(tree))]
    return tree.replaced(values=[v if v is None or abs(v) == INF else ranks[n] for n, v in enumerate(values)])


def _revalued(tree: Plain, becomes: Callable[[Number], Number]) -> Plain:
    return tree.with_values(lambda value: value if abs(value) == INF else becomes(value))


# (cause, change) pairs; the first change that makes the search right decides
CHANGES: Final[tuple[tuple[str, Change], ...]] = (
    ("large-values", _small_values),
    ("entry-depth", _both(_of_tree(_without_shared_positions), partial(_spare_depth, limited=True))),
    ("side", _of_tree(with_sides_in_keys)),  # before "turns": players who alternate may also separate the two sides
    ("turns", _of_tree(_alternating)),
    ("table", _of_tree(_without_shared_positions)),
    *(("keys", _of_tree(partial(with_other_keys, factor=factor, summand=more))) for factor, more in OTHER_KEYS),
    ("table", _of_tree(_UnknownPositions)),  # entries for the same position, such as from an earlier iteration
    ("depth", partial(_spare_depth, limited=True)),
    ("other-depth", _of_tree(_true_static_values)),
    ("depth", partial(_spare_depth, limited=False)),
    ("window", _full_window),
    ("large-values", _both(partial(_lifted, by=LIFT), _ranked)),  # the cause is the size of values, not their sign
    ("negative-values", partial(_lifted, by=LIFT)),
    ("large-values", _both(partial(_lifted, by=-LIFT), _ranked)),
    ("positive-values", partial(_lifted, by=-LIFT)),
    ("ties", _ties_broken),
    ("one-player", _players_exchanged),
    ("single-child", _of_tree(_only_children_doubled)),
    ("order", _of_tree(children_reversed)),
)
# these keep the shape of the tree, because a tree with another shape would be another position
CHANGES_OF_OWN_GAME: Final[tuple[tuple[str, Change], ...]] = (
    ("window", _full_window),
    ("large-values", _small_values),
    ("negative-values", partial(_just_lifted, up=True)),
    ("positive-values", partial(_just_lifted, up=False)),
)
