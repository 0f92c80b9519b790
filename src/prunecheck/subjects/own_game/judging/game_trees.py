"""Make trees from a recorded game, with random leaf values, or with the leaf values of the user's game."""

from collections.abc import Hashable, Iterator
from math import floor, log2
from operator import itemgetter
from random import Random
from typing import Final

from prunecheck.oracle.minimax import value
from prunecheck.subjects.own_game.learning.call_rules import NodeRule
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.subjects.sandbox.time_limits import ComputingTime
from prunecheck.subjects.source.reachable import reachable
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number

MOST_REAL_NODES: Final = 400  # a tree with real leaf values has at most this many nodes
MOST_REAL_TREES: Final = 200
FROM_THE_START: Final = 0.3  # share of the random trees that begin at the starting call
# share of the random trees that have at least two plies and, if possible, cutoffs
TWO_PLIES: Final = 0.8
SIZES: Final = (3, 5, 8, 12, 20, 40)  # possible numbers of leaves in a random tree
SLICE_SIZES: Final = (20, 60, 200, 600, 600)  # possible numbers of positions that are not leaves
WHOLE_SLICES: Final = 0.7  # share of the trees whose leaves are all at one ply, for a search that recognises positions
STEPS: Final = (1, 2, 4, 8)  # possible numbers of steps from 0 to the largest value
MANY: Final = 8  # no fractions are drawn if at least this many positive whole numbers are allowed
SIGNS: Final = (0, 0, 1, -1)  # the sign of all values in a tree; with 0, both signs occur, and some values are small
SMALL_VALUES: Final = 0.5  # share of small numbers among whole numbers
LARGE_SIZES: Final = (30, 60, 120)
COMPLETE: Final = 0.08  # share of the trees that are drawn ply by ply
COMPLETE_SIZES: Final = (60, 240, 480)
COMPLETE_STEPS: Final = 64  # steps for such trees: many, because ties would hide a wrong value
# share of the trees in which deep positions decide, if only the first moves of a position were recorded to all plies
DECIDED_BELOW: Final = 0.5
RARE_CALLS: Final = 0.15  # share of the trees that contain a call from a rare source line, if there is such a line
PLIES_ABOVE: Final = (1, 2, 3)  # number of plies between the root of such a tree and this call
BAD_DRAWS: Final = 8  # a bad move gets the worst of this many random values


def driver_starts(game: OwnGame) -> list[Node]:
    """List the recorded calls to a driver, a function that is not recursive but calls the search.

    The list is empty if the starting call calls the search directly, without a driver.
    """
    return [start for start in game.starts() if start.function == game.program.driver]


def drawn_tree(game: OwnGame, random: Random, *, large: bool = False, at_driver: bool = False) -> ExplicitTree[Number]:
    """Make a random tree with random leaf values from recorded calls; the root is the starting call or a later call.

    Some trees are made ply by ply, so that all leaves are at similar depths. Trees made ply by ply reveal a search that
    mistakes a bound for a value: this search is only wrong if few replies to a move are leaves. The recording may be
    deeper below early moves (the first few of each position) than below later moves. In some trees, a move to a leaf
    gets a bad value if other moves in the position lead to interior nodes, so that the tree's value depends on deeper
    positions. If `large` is True, the tree has more leaves, which reveals missing cutoffs. If `at_driver` is True, the
    root is a call to the driver, which calls the search but is not recursive. If `at_driver` is False, the root of a
    large tree is, if possible, a call to the search itself: a driver may search each move in the full window, so that
    nothing is cut off just below the root.
    """
    if game.limits.only_real and (real := real_trees(game)):
        return random.choice(real)
    starts = game.starts_above_others if not game.remembers and random.random() < TWO_PLIES else game.starts()
    if at_driver:
        starts = driver_starts(game)
    elif large:
        starts = [start for start in starts if start.function != game.program.driver] or starts
    others = game.starts_with_cutoffs if starts is game.starts_above_others and not large else starts
    in_slices = game.remembers and random.random() < WHOLE_SLICES
    complete = not (large or game.remembers) and random.random() < COMPLETE
    decided_below = not large and game.limits.plies is not None and random.random() < DECIDED_BELOW
    from_the_start = WHOLE_SLICES if in_slices or complete or decided_below else FROM_THE_START
    start = starts[0] if random.random() < from_the_start else random.choice(others)
    wanted = random.choice(LARGE_SIZES if large else COMPLETE_SIZES if complete or decided_below else SIZES)
    way: list[Node] = []
    if not (large or at_driver or in_slices) and (rare := game.rare_calls) and random.random() < RARE_CALLS:
        path = random.choice(random.choice(rare)).path()
        above = min(random.choice(PLIES_ABOVE), len(path) - 1)
        start, way = path[-1 - above], path[len(path) - above :]
    expanded = {game.position(node) for node in (start, *way)}
    leaves = len(game.children(start))
    open_nodes = [child for node in (start, *way) for child in game.children(node) if game.expandable(child)]
    while open_nodes and (leaves < wanted or len(expanded) == 1):
        node = open_nodes.pop(0 if complete else random.randrange(len(open_nodes)))
        if game.position(node) not in expanded:
            expanded.add(game.position(node))
            leaves += len(game.children(node)) - 1
            open_nodes += [child for child in game.children(node) if game.expandable(child)]
    if in_slices:
        expanded = _slice(game, start, random)
    draw = Draw(game, random, sign=random.choice(SIGNS), steps=COMPLETE_STEPS if complete or decided_below else None)
    by_position: dict[Hashable, Number] = {}
    shown: dict[Node, Number] = {}
    stack, seen = [start], {start}
    while stack:
        node = stack.pop()
        inner = {child for child in game.children(node) if game.position(child) in expanded and game.children(child)}
        for nth, child in enumerate(game.children(node)):
            if child in seen:
                continue
            seen.add(child)
            if child in inner:
                stack.append(child)
            else:
                drawn = draw.bad_move(game.rules[node], nth) if decided_below and inner else draw()
                shown[child] = by_position.setdefault(game.position(child), drawn)
    return game.tree(start, shown, frozenset(shown))


def drawn_starts(
    game: OwnGame, random: Random, trees: int, time: ComputingTime, *, large_every: int = 0
) -> Iterator[tuple[Node, ExplicitTree[Number]]]:
    """Yield up to `trees` random trees until `time` is over, each with the recorded call at the root of the tree.

    One tree out of every `large_every` is large, to reveal missing cutoffs.
    """
    for nth in range(trees):
        if time.is_over:
            return
        tree = drawn_tree(game, random, large=bool(large_every) and nth % large_every == 0)
        if (start := game.start_of(tree)) is not None:
            yield start, tree


def _slice(game: OwnGame, start: Node, random: Random) -> set[Hashable]:
    """Choose the interior positions of a tree: all positions of the first plies, up to a random number of positions."""
    most = random.choice(SLICE_SIZES)
    expanded = {game.position(start)}
    level = [start]
    while level:
        below = list(dict.fromkeys(child for node in level for child in game.children(node)))
        level = [child for child in below if game.expandable(child) and game.position(child) not in expanded]
        if len(expanded) + len(level) > most:
            break
        expanded |= set(map(game.position, level))
    return expanded


class Draw:
    """Draws random leaf values that the game allows: sometimes many different ones, sometimes so few that ties occur.

    All values have the sign `sign`, or any sign if `sign` is 0. `steps` is the number of different positive values.
    """

    def __init__(self, game: OwnGame, random: Random, *, sign: int = 0, steps: int | None = None) -> None:
        self._random, self._among = random, game.limits.among
        most = game.limits.values
        self._most = most if most == int(most) else 2.0 ** floor(log2(most))  # so that sums are exact
        self._steps = steps or random.choice(STEPS)
        self._sign, self._whole = sign, game.limits.whole
        if game.limits.whole or self._most >= MANY:
            self._steps = min(self._steps, int(self._most))

    def __call__(self) -> Number:
        """Return a random leaf value."""
        if self._among:
            return self._random.choice(self._among)
        step = self._random.randint(1 if self._sign else -self._steps, self._steps) * (self._sign or 1)
        if self._most >= MANY and not self._sign and self._random.random() < SMALL_VALUES:
            return step
        value = step * self._most / self._steps
        return int(value) if self._whole or self._most >= MANY or value == int(value) else value

    def bad_move(self, rule: NodeRule, nth: int) -> Number:
        """Draw a value that makes child number `nth` a bad move for the side to move."""
        worst = min if rule.largest != rule.negated[nth] else max
        return worst(self() for _ in range(BAD_DRAWS))


def real_trees(game: OwnGame) -> list[ExplicitTree[Number]]:
    """List the trees below all recorded calls, with the leaf values of the user's game. Equal trees are listed once.

    The trees are sorted by size, but trees for which the search returned a wrong value come first.
    """
    if not game.real_trees:
        game.real_trees = [tree for tree, _ in sorted(_real_trees(game), key=itemgetter(1))]
    return game.real_trees


def whole_tree(game: OwnGame) -> ExplicitTree[Number]:
    """Make the whole tree below the starting call.

    A leaf gets a random value if its value in the user's game is unknown or not allowed.
    """
    draw = Draw(game, Random(0))  # noqa: S311  # not for security
    by_position: dict[Hashable, Number] = {}
    leaves: dict[Node, Number] = {}
    for node in reachable([game.root], game.children):
        if not game.children(node):
            real = None if node.cut else game.value_in(node, node.sample)
            shown = draw() if real is None or not game.limits.allows(real) else real
            leaves[node] = by_position.setdefault(game.position(node), shown)
    return game.tree(game.root, leaves)


def _real_trees(game: OwnGame) -> Iterator[tuple[ExplicitTree[Number], bool]]:
    """Yield the trees below recorded calls with the leaf values of the user's game, the smallest tree first.

    Yields pairs of a tree and a bool: True if the search returned the minimax value of the tree.
    """
    sized = sorted((len(_below(game, node)), nth, node) for nth, node in enumerate(game.starts()))
    seen: set[tuple[ExplicitTree[Number], tuple[Number | None, ...]]] = set()
    for size, _, node in sized:
        below = _below(game, node)
        if size > MOST_REAL_NODES or len(seen) >= MOST_REAL_TREES:
            return
        if any(node.cut or (node in game.opaque and any(child.cut for child in node.all())) for node in below):
            continue
        if game.limits.only_real and not game.opaque.isdisjoint(below):  # the search never evaluates these
            continue
        leaves = {node: game.value_in(node, node.sample) for node in below if not game.children(node)}
        if not all(map(game.limits.allows, leaves.values())):
            continue
        tree = game.tree(node, leaves)
        if (tree, tree.values) not in seen:
            seen.add((tree, tree.values))
            yield tree, game.value_in(node, node.sample) == value(tree, tree.root)


def _below(game: OwnGame, start: Node) -> list[Node]:
    """List a call and the calls below it that belong to the tree, each call once.

    If there are too many calls below the first one, the list is incomplete.
    """
    found, seen = [start], {start}
    for node in found:
        if len(found) > MOST_REAL_NODES:
            break
        for child in game.children(node):
            if child not in seen:
                seen.add(child)
                found.append(child)
    return found
