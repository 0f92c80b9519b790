"""The game that a search plays, learned from its calls: the tree, the side to move, and the allowed leaf values."""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from prunecheck.subjects.own_game.hooks.answers import Place, value_at, with_value
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.parts import Identity
from prunecheck.subjects.own_game.learning.call_rules import NodeRule
from prunecheck.subjects.own_game.learning.leaf_limits import Limits
from prunecheck.subjects.own_game.recording.call_tree import Node, Top
from prunecheck.subjects.own_game.recording.watching import Watched
from prunecheck.trees.explicit import ExplicitTree, build
from prunecheck.trees.nested import from_nested
from prunecheck.trees.protocol import Number

RARE: Final = 0.1  # a source line is rare if it makes a smaller share of the calls than this


def plain(value: Number) -> Number:
    """Convert a `Fraction` to a float, because few searches accept fractions. Other numbers stay unchanged."""
    return float(value) if type(value) is Fraction else value


@dataclass(eq=False)
class OwnGame:
    """A recorded game: the tree of calls below `root`.

    The starting call may make several searches; `top` describes which of these calls is the root.

    For each function, `places` says which item of its return value is the game value. `opaque` contains the calls that
    must be leaves in every tree, because they return a value that no child returned. `openings` contains, for each
    function with a single bound and each player, the value of the bound that causes no cutoffs. `steady` is True if the
    search only made recorded calls when it ran with random leaf values and full windows. `turns_windows` is True if the
    search negates and swaps alpha and beta at each ply. `unclear` contains the calls whose side to move is unknown,
    because their children had equal values in every run.
    """

    watched: Watched
    root: Node
    top: Top
    places: dict[str, Place]
    rules: dict[Node, NodeRule]
    limits: Limits
    identity: Identity | None = None
    opaque: frozenset[Node] = frozenset()
    unclear: frozenset[Node] = frozenset()
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()  # notes on limits that deeper positions may exceed
    faults: tuple[str, ...] = ()
    one_player: bool = False  # True if the same player seems to move in all positions
    openings: dict[tuple[str, bool], Number] = field(default_factory=dict)
    steady: bool = False
    turns_windows: bool = False
    start_names_move: bool = False  # True if the root returns a move, and only later calls return values
    real_trees: list[ExplicitTree[Number]] = field(default_factory=list)  # stored by `judging`
    _shapes: dict[Any, Node | None] = field(default_factory=dict)

    @property
    def program(self) -> OwnProgram:
        """The user's program, which contains the search."""
        return self.watched.program

    @cached_property
    def _ends(self) -> set[Hashable]:
        """The positions of all leaves in the recorded tree."""
        return {self.position(node) for node in self.root.all() if not self.children(node)}

    @cached_property
    def _starts(self) -> dict[tuple[int, bool], list[Node]]:
        """The calls that have children, grouped by their number of children and the side to move."""
        found: dict[tuple[int, bool], list[Node]] = {}
        for node in self.starts():
            found.setdefault((len(node.children), self.is_max(node)), []).append(node)
        return found

    @property
    def first_search(self) -> Node:
        """The first call that returns its position's value, not just a move; usually the root of the recorded tree."""
        if not self.start_names_move:
            return self.root
        return next((child for child in self.root.children if self.children(child)), self.starts()[0])

    def children(self, node: Node) -> Sequence[Node]:
        """Return the recursive calls that a call makes.

        The result is empty for a call in `opaque`, which can only be a leaf of a tree.
        """
        return () if node in self.opaque else node.children

    def is_max(self, node: Node, sign: int = 1) -> bool:
        """True if MAX moves at an interior node.

        `sign` is 1 if the call returns the value for MAX, and -1 if it returns the negative of this value.
        """
        return self.rules[node].largest == (sign == 1)

    def leaf_answer(self, node: Node, sign: int, value: Number) -> Any:
        """Return what a leaf call must return so that the leaf's value for MAX is `value`."""
        raw = sign * value
        return with_value(node.sample, self.places[node.function], plain(raw))

    def value_in(self, node: Node, answer: Any) -> Any:
        """Return the game value in a call's return value. Raises: LookupError if the game value is missing."""
        return value_at(answer, self.places[node.function])

    @property
    def cut_note(self) -> str:
        """A note that the game is too large to be recorded as a whole.

        The note is empty if the whole game was recorded.
        """
        if self.limits.plies is None:
            return ""
        return (
            f"the tree of `{self.program.start}` is too large, and is cut after {self.limits.plies} plies; to count "
            "all of it, give a starting call with less depth"
        )

    @property
    def remembers(self) -> bool:
        """True if the search may recognise a position that it has searched before, for example with a table."""
        return self.identity is not None and self.identity.across

    def position(self, node: Node) -> Hashable:
        """Return the key of a call's position. The key does not contain the depth.

        Positions with equal keys may share a table entry.
        """
        return node.position if self.remembers else node

    def expandable(self, node: Node) -> bool:
        """True if the position of `node` is never a leaf, because all calls that search this position have children."""
        return bool(self.children(node)) and self.position(node) not in self._ends

    def takes_window(self, node: Node) -> bool:
        """True if the function of a call takes a window."""
        return self.program.recorder.parameters(node.function).has_window

    def window_at(self, node: Node, window: tuple[Number, Number]) -> tuple[Number, Number]:
        """Convert a window from MAX's point of view to the window that the call at `node` must receive.

        If `turns_windows` is True, a call that takes the smallest child value gets the bounds negated and swapped.
        """
        low, high = window
        return (-high, -low) if self.turns_windows and not self.is_max(node) else window

    def opened(self, node: Node, call: HookedCall) -> HookedCall:
        """Copy a call with the full window or, if it takes a single bound, with a bound that causes no cutoffs."""
        known = (node.function, self.rules[node].largest) if node in self.rules else None
        return call.with_bound(self.openings[known]) if known in self.openings else call.opened()

    def starts(self) -> list[Node]:
        """List the calls that have children, in the order in which they were recorded.

        Calls below the root that only pass on another function's value are left out, since their window may be their
        caller's.
        """
        found = [node for node in self.root.all() if self.children(node)]
        return [node for node in found if node is self.root or node.function not in self._passing]

    @cached_property
    def _passing(self) -> set[str]:
        """The functions whose calls never make more than one call, and only to other functions."""
        found = [node for node in self.root.all() if self.children(node)]
        choosing = {
            node.function
            for node in found
            if len(self.children(node)) > 1 or any(child.function == node.function for child in self.children(node))
        }
        return {node.function for node in found} - choosing

    @cached_property
    def starts_above_others(self) -> list[Node]:
        """The calls that have grandchildren in the recorded tree.

        If no call has grandchildren, the result contains all calls with children.
        """
        starts = self.starts()
        whole = [node for node in starts if self.expandable(node)]
        return [node for node in whole if any(map(self.expandable, self.children(node)))] or starts

    @cached_property
    def starts_with_cutoffs(self) -> list[Node]:
        """The calls whose trees allow a cutoff, such as the cutoff of x in the tree [1, [0, x]].

        If no tree allows a cutoff, the result contains the same calls as `starts_above_others`.

        In a small game, most trees are too narrow for a cutoff, because the root has only one child, or its children
        have only one child.
        """
        above = self.starts_above_others
        return [
            node for node in above if any(len(self.children(child)) > 1 for child in self.children(node)[1:])
        ] or above

    @cached_property
    def rare_calls(self) -> list[list[Node]]:
        """For each source line that made few of the recorded calls, list the calls at interior nodes that it made.

        For example, the source line that calls the search after a pass may make few of the recorded calls.
        """
        by_line: dict[tuple[str, int], list[Node]] = {}
        calls = [(node.function, child) for node in self.starts() for child in self.children(node)]
        for function, child in calls:
            by_line.setdefault((function, child.line), []).append(child)
        rare = [made for made in by_line.values() if len(made) < RARE * len(calls)]
        deeper = [[child for child in made if self.expandable(child)] for made in rare]
        return [made for made in deeper if made]

    def tree(
        self, start: Node, values: dict[Node, Number], leaves: frozenset[Node] = frozenset()
    ) -> ExplicitTree[Number]:
        """Make the tree below a recorded call. The calls in `leaves` become leaves of the tree.

        `values` are the leaf values as the search returns them, so they can be the negatives of the values for MAX.
        """
        number: dict[tuple[Node, int], int] = {(start, 1): 0}
        order = [(start, 1)]
        children: list[list[int]] = []
        for node, sign in order:
            below: list[int] = []
            if node is start or node not in leaves:
                for nth, child in enumerate(self.children(node)):
                    state = child, -sign if self.rules[node].negated[nth] else sign
                    if state not in number:
                        number[state] = len(order)
                        order.append(state)
                    below.append(number[state])
            children.append(below)
        players = [
            self.is_max(node, sign) if below else None for (node, sign), below in zip(order, children, strict=True)
        ]
        worth = [None if below else sign * values[node] for (node, sign), below in zip(order, children, strict=True)]
        return build(children, worth, max_at_root=bool(players[0]), players=players)

    def with_best(self, start: Node, best: Collection[int]) -> ExplicitTree[Number]:
        """Make a tree of one ply with a leaf for each child of a call.

        The leaves with indices in `best` have the best value.
        """
        is_max = self.is_max(start)
        return from_nested(
            [1 if (nth in best) == is_max else -1 for nth in range(len(start.children))], max_at_root=is_max
        )

    def start_of(self, tree: ExplicitTree[Number]) -> Node | None:
        """Find the first recorded call whose subtree has the same structure and players as `tree`.

        Returns None if there is no such call.
        """
        shape = tuple(tree.children(node) for node in range(len(tree))), tree.players, tree.keys, tree.values
        if shape not in self._shapes:
            below = tree.children(tree.root)
            candidates = self._starts.get((len(below), tree.is_max(tree.root)), []) if below else []
            self._shapes[shape] = next((node for node in candidates if self._fits(node, tree)), None)
        return self._shapes[shape]

    def _fits(self, start: Node, tree: ExplicitTree[Number]) -> bool:
        """True if the recorded calls below `start` have the same structure and players as `tree`.

        If the search may recognise positions, equal positions must also have equal subtrees in `tree`. If two equal
        positions return values from different points of view, the leaf values below the first position must be the
        negatives of the leaf values below the second.
        """
        seen: dict[Hashable, tuple[int, int]] = {}
        stack = [(start, 1, tree.root)]
        while stack:
            node, sign, place = stack.pop()
            if self.remembers:
                known, known_sign = seen.setdefault(self.position(node), (place, sign))
                if known != place and not _same(tree, known, place, known_sign * sign):
                    return False
            below = tree.children(place)
            if not below:
                continue
            own = self.children(node)
            if len(own) != len(below) or self.is_max(node, sign) != tree.is_max(place):
                return False
            negated = self.rules[node].negated
            stack += [
                (child, -sign if turned else sign, at) for child, turned, at in zip(own, negated, below, strict=True)
            ]
        return True


def _same(tree: ExplicitTree[Number], first: int, second: int, sign: int) -> bool:
    """True if the trees below two nodes are equal after all values of one tree are multiplied by `sign`."""
    pairs = [(first, second)]
    while pairs:
        one, other = pairs.pop()
        below, beside = tree.children(one), tree.children(other)
        if len(below) != len(beside) or (not below and tree.evaluate(one) != sign * tree.evaluate(other)):
            return False
        pairs += zip(below, beside, strict=True)
    return True
