"""Trees of a recorded game: cut short in any way, with drawn values, or whole, with the values of its own leaves."""

from collections.abc import Iterator
from random import Random
from typing import Final

from prunecheck.subjects.own_game.answers import value_at
from prunecheck.subjects.own_game.game import OwnGame
from prunecheck.subjects.own_game.recording import Node
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number

MOST_DRAWN_LEAVES: Final = 40
MOST_REAL_NODES: Final = 400  # of a position that is checked with its real values
MOST_REAL_TREES: Final = 200


def drawn_tree(game: OwnGame, random: Random) -> ExplicitTree[Number]:
    """A random tree of a game: below the start or a later call, cut short, with drawn values."""
    starts = game.starts()
    start = starts[0] if random.random() < 0.3 else random.choice(starts)
    wanted = random.choice((3, 5, 8, 12, 20, MOST_DRAWN_LEAVES))
    open_nodes, expanded, leaves = [start], set[Node](), 0
    while open_nodes and leaves < wanted:
        node = open_nodes.pop(random.randrange(len(open_nodes)))
        if node in expanded:
            continue
        expanded.add(node)
        below = game.children(node)
        leaves += len(below) - 1
        open_nodes += [child for child in below if game.children(child)]
    values = _values(game, random)
    shown: dict[Node, Number] = {}
    for node in expanded:
        for child in game.children(node):
            if child not in expanded:
                shown[child] = values()
    return game.tree(start, shown, frozenset(shown))


def _values(game: OwnGame, random: Random) -> "_Draw":
    most = game.limits.values
    scales = [scale for scale in (1, 3, 10, 100, most) if scale <= most]
    return _Draw(random, random.choice(scales), whole=game.limits.whole)


class _Draw:
    """Draws values from -scale to scale; whole numbers, or quarters of the scale."""

    def __init__(self, random: Random, scale: Number, *, whole: bool) -> None:
        self._random, self._scale, self._whole = random, scale, whole

    def __call__(self) -> Number:
        """A value."""
        if self._whole:
            return self._random.randint(-int(self._scale), int(self._scale))
        return self._random.randint(-4, 4) * self._scale / 4


def real_trees(game: OwnGame) -> Iterator[ExplicitTree[Number]]:
    """The trees below all calls with real values, the smallest first; each shape with its values once."""
    sized = sorted((len(_below(game, node)), nth, node) for nth, node in enumerate(game.starts()))
    seen: set[tuple[ExplicitTree[Number], tuple[Number | None, ...]]] = set()
    for size, _, node in sized:
        below = _below(game, node)
        if size > MOST_REAL_NODES or len(seen) >= MOST_REAL_TREES:
            return
        if any(each.cut or each in game.opaque for each in below):
            continue
        values = {each: value_at(each.sample, game.place) for each in below if not game.children(each)}
        if any(not -game.limits.values <= value <= game.limits.values for value in values.values()):
            continue
        tree = game.tree(node, values)
        if (tree, tree.values) not in seen:
            seen.add((tree, tree.values))
            yield tree


def _below(game: OwnGame, start: Node) -> list[Node]:
    """A call and all below it that are shown, each once; at most one more than are checked."""
    found, seen = [start], {start}
    for node in found:
        if len(found) > MOST_REAL_NODES:
            break
        for child in game.children(node):
            if child not in seen:
                seen.add(child)
                found.append(child)
    return found
