"""The ways in which a witness is changed to learn its kind of slip: each change takes away one reason to fail."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Final, TypeAlias

from prunecheck.oracle.minimax import values as minimax_values
from prunecheck.trees.explicit import ExplicitTree, without_keys
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.values import simplest
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.budgets import LARGE_VALUES, MOST_DOUBLED, MOST_UNFOLDED
from prunecheck.verify.records import Witness

LIFT: Final = 1_000
OTHER_KEYS: Final = (
    (7_919, 104_729),
    (1_299_709, 15_485_863),
    (31, 17),
    (65_537, 3),
)  # times, and added: some collide again

Plain: TypeAlias = ExplicitTree[Number]
Changed: TypeAlias = tuple[Plain, Window[Number], int | None]  # a tree, the window and the depth to search it in
Change: TypeAlias = Callable[[Witness], list[Changed]]  # all of which have to come right; none: nothing to change
Become: TypeAlias = Callable[[Number], Number]


def lifted(tree: Plain, by: int = LIFT) -> Plain:
    """The same with all values so much greater, but for infinities."""
    return _revalued(tree, partial(_lifted, by=by))


def _turns(witness: Witness) -> list[Changed]:
    """With players who alternate."""
    tree = witness.tree
    return [] if tree.alternates else [(_alternating(tree), witness.window, witness.depth)]


def _large_values(witness: Witness) -> list[Changed]:
    """With small values in the same order; a witness is shrunk to such where they do."""
    return _small(witness) if any(max(value, -value) > LARGE_VALUES for value in _known(witness)) else []


def _depth(witness: Witness) -> list[Changed]:
    """With depth to spare, where it is limited."""
    return [] if witness.depth is None else _spare(witness)


def _more_depth(witness: Witness) -> list[Changed]:
    """With a limit to the depth that is none, where there was no limit."""
    return _spare(witness) if witness.depth is None and len(witness.tree) <= MOST_DOUBLED else []


def _other_depth(witness: Witness) -> list[Changed]:
    """With the true values for static ones."""
    tree = witness.tree
    worth = minimax_values(tree, tree.root)
    return [(tree.replaced(values=[worth.get(node) for node in range(len(tree))]), witness.window, witness.depth)]


def _table(witness: Witness) -> list[Changed]:
    """With a position of its own for each path."""
    tree = witness.tree
    return [(without_keys(tree), witness.window, witness.depth)] if tree.shared else []


def _other_keys(witness: Witness, times: int, more: int) -> list[Changed]:
    """With each key so many times itself, and more."""
    tree = witness.tree
    return [(tree.replaced(keys=[times * key + more for key in tree.keys]), witness.window, witness.depth)]


def _window(witness: Witness) -> list[Changed]:
    """In the full window."""
    return [] if witness.window == FULL else [(witness.tree, FULL, witness.depth)]


def _negative_values(witness: Witness) -> list[Changed]:
    """With all values lifted, where one is below zero."""
    known = _known(witness)
    return _moved(witness, LIFT) if known and known[0] < 0 else []


def _positive_values(witness: Witness) -> list[Changed]:
    """With all values lowered, where one is above zero."""
    known = _known(witness)
    return _moved(witness, -LIFT) if known and known[-1] > 0 else []


def _not_the_sign(witness: Witness, moved: Change) -> list[Changed]:
    """As `moved`, and with smaller values of the same signs: where both come right, it lies in the size."""
    other, small = moved(witness), _small(witness)
    return other + small if other and small else []


def _ties(witness: Witness) -> list[Changed]:
    """With no two values equal, whichever of equal ones is made the greater."""
    tree = witness.tree
    leaves = tree.leaf_values
    if len(set(leaves)) == len(leaves) or witness.window != FULL:
        return []
    return [(_untied(tree, downwards=each), witness.window, witness.depth) for each in (False, True)]


def _one_player(witness: Witness) -> list[Changed]:
    """With the players exchanged and all values negated."""
    tree, window = witness.tree, witness.window
    mirrored = _revalued(tree, lambda value: -value).replaced(players=[not player for player in tree.players])
    return [(mirrored, Window(-window.beta, -window.alpha), witness.depth)]


def _single_child(witness: Witness) -> list[Changed]:
    """With each only child twice."""
    tree, nodes = witness.tree, range(len(witness.tree))
    if len(tree) > MOST_DOUBLED or all(len(tree.children(node)) != 1 for node in nodes):
        return []
    below = [tree.children(node) * (2 if len(tree.children(node)) == 1 else 1) for node in nodes]
    return [(_unfolded(tree.replaced(children=below)), witness.window, witness.depth)]


def _order(witness: Witness) -> list[Changed]:
    """With the children the other way round."""
    tree = witness.tree
    children = [tuple(reversed(tree.children(node))) for node in range(len(tree))]
    return [(tree.replaced(children=children), witness.window, witness.depth)]


CHANGES: Final[tuple[tuple[str, Change], ...]] = (  # the kind of slip that each tells; the first that does has its way
    ("turns", _turns),
    ("large-values", _large_values),
    ("depth", _depth),
    ("other-depth", _other_depth),
    ("depth", _more_depth),
    ("table", _table),
    *(("keys", partial(_other_keys, times=times, more=more)) for times, more in OTHER_KEYS),
    ("window", _window),
    ("large-values", partial(_not_the_sign, moved=_negative_values)),
    ("negative-values", _negative_values),
    ("large-values", partial(_not_the_sign, moved=_positive_values)),
    ("positive-values", _positive_values),
    ("ties", _ties),
    ("one-player", _one_player),
    ("single-child", _single_child),
    ("order", _order),
)


def _known(witness: Witness) -> list[Number]:
    """The finite values of the tree, each once, in order."""
    return sorted({value for value in witness.tree.values if value is not None and abs(value) != INF})


def _small(witness: Witness) -> list[Changed]:
    """With the smallest integers in the same order and of the same signs; none where they are that, or in a window."""
    known = _known(witness)
    signs = [(value > 0) - (value < 0) for value in known]
    above, below = signs.count(1), signs.count(-1)
    ranks = dict(zip(known, [*range(-below, 0), *([0] * signs.count(0)), *range(1, above + 1)], strict=True))
    if witness.window != FULL or all(value == rank for value, rank in ranks.items()):
        return []
    return [(_revalued(witness.tree, ranks.__getitem__), witness.window, witness.depth)]


def _spare(witness: Witness) -> list[Changed]:
    return [(witness.tree, witness.window, len(witness.tree) + 1)]


def _moved(witness: Witness, by: int) -> list[Changed]:
    """With all values and the window so much greater."""
    alpha, beta = (end if abs(end) == INF else _lifted(end, by) for end in (witness.window.alpha, witness.window.beta))
    return [(lifted(witness.tree, by), Window(alpha, beta), witness.depth)]


def _lifted(value: Number, by: int) -> Number:
    """Exactly: rounding would make equal what was not."""
    return simplest(Fraction(value) + by)


def _unfolded(tree: Plain) -> Plain:
    return unfolded(tree, most_nodes=MOST_UNFOLDED, static_values=tree.has_static_values)


def _alternating(tree: Plain) -> Plain:
    """The same with the other player to move after every move; each path has nodes of its own."""
    plain = _unfolded(tree)
    players = [plain.is_max(plain.root)] * len(plain)
    for node in range(len(plain)):  # a node has a smaller number than its children
        for child in plain.children(node):
            players[child] = not players[node]
    return plain.replaced(players=players)


def _untied(tree: Plain, *, downwards: bool) -> Plain:
    """The same with no two values equal; of equal ones, the later is the greater, or `downwards` the smaller."""
    values = tree.values
    turn = -1 if downwards else 1
    order = sorted(range(len(tree)), key=lambda node: (values[node] or 0, turn * node))
    spread = {node: nth for nth, node in enumerate(order)}
    ranks = [spread[nth] - len(tree) // 2 for nth in range(len(tree))]
    return tree.replaced(values=[v if v is None or abs(v) == INF else ranks[n] for n, v in enumerate(values)])


def _revalued(tree: Plain, becomes: Become) -> Plain:
    return tree.with_values(lambda value: value if abs(value) == INF else becomes(value))
