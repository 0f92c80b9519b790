"""Run several searches on one object or module, without emptying its tables between searches."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, starmap
from random import Random
from typing import Any, Final, NamedTuple

from prunecheck.subjects.convention import Role
from prunecheck.subjects.own_game.hooks.answers import is_number
from prunecheck.subjects.own_game.hooks.call_text import part_in_words
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.parts import changed_parts
from prunecheck.subjects.own_game.judging.describing import call_at_position
from prunecheck.subjects.own_game.judging.shown_tree import StrayCallError
from prunecheck.subjects.own_game.learning.game import plain
from prunecheck.subjects.own_game.recording.call_tree import Node
from prunecheck.subjects.own_game.tables.example import Example
from prunecheck.subjects.own_game.tables.positions import Positions, depth_of, key_of
from prunecheck.subjects.source.parameters import is_named
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.window import FULL, Window

STEPS: Final = (1, 2, 2, 3, 4)  # the number of searches in a random sequence is one of these
FULL_WINDOWS: Final = 0.4  # share of the sequences with only full windows, and of full windows in the others
OTHER_DEPTHS: Final = 0.5  # share of the sequences that search a position at several depths, if that is possible
OWN_CALLS: Final = 0.3  # share of the sequences that consist of the starting call's own searches


class PlannedSearch(NamedTuple):
    """A planned search of `node`, which is a position with a depth, in a given window."""

    node: Node
    window: Window[Number]


class Searched(NamedTuple):
    """A search that was made, and its result. If texts were requested, `call` is the text of the call."""

    node: Node
    window: Window[Number]
    found: Number
    call: str


@dataclass(slots=True)
class Played:
    """The searches that were made when a sequence was run, in order.

    `mixes` describes which positions the table may confuse. `mixes` is empty if the search of each new position made at
    least one call. `leaves` contains the text of each leaf call, if texts were requested.
    """

    searched: list[Searched] = field(default_factory=list)
    mixes: str = ""
    leaves: dict[Hashable, str] = field(default_factory=dict)


class SequenceGuide:
    """Runs the searches in `steps` at the root of a tree or, if `steps` is empty, the searches of the starting call.

    If `forgetful` is set, tables are emptied before each call.
    """

    def __init__(self, example: Example, steps: Sequence[PlannedSearch], *, forgetful: bool, in_words: bool) -> None:
        self.played = Played()
        self._example, self._steps, self._in_words = example, steps, in_words
        self._game = example.positions.game
        self._way = example.root[0].path() if steps else []
        self._top = next((nth for nth, top in enumerate(example.positions.tops) if self._way[:1] == [top]), -1)
        self._tops = 0
        self._outside: list[Node] = []
        self._inside: list[int] = []  # for each running call, the number of calls that it made
        self._begun: set[Hashable] = set()
        self._memory = self._game.watched.search_tables() if forgetful else None

    def call(self, call: HookedCall, /) -> Any:
        """Run a call or, if the call is a leaf of the tree, return the value of this leaf."""
        node = self._node(call)
        if self._inside:
            self._inside[-1] += 1
            return self._live(node, call)
        if self._steps:
            return self._on_the_way(node, call)
        window = FULL
        if call.takes.has_window:
            low, high = call.window
            if not (is_number(low) and is_number(high) and low < high):
                raise StrayCallError
            window = Window(low, high)
        return self._judged(PlannedSearch(node, window), call)

    def _node(self, call: HookedCall) -> Node:
        node = self._example.positions.nodes.get(key_of(self._game, call))
        if node is None:
            raise StrayCallError
        return node

    def _on_the_way(self, node: Node, call: HookedCall) -> Any:
        if not self._outside:
            self._tops += 1
        wanted = bool(self._outside) or self._tops - 1 == self._top
        if self.played.searched or not wanted or node is not self._way[len(self._outside)]:
            return node.sample
        self._outside.append(node)
        try:
            if len(self._outside) < len(self._way):
                return call.opened().make()
            answer: Any = node.sample
            for step in self._steps:
                asked = call
                if step.node is not node:
                    asked = asked.with_argument(call.takes.depth, depth_of(step.node))
                if call.takes.has_window:
                    asked = asked.with_window((plain(step.window.alpha), plain(step.window.beta)))
                answer = self._judged(step, asked)
            return answer
        finally:
            self._outside.pop()

    def _judged(self, step: PlannedSearch, call: HookedCall) -> Any:
        before = self._game.watched.parts.marks(call)
        words = call_at_position(self._game, call) if self._in_words else ""
        self._inside.append(0)
        try:
            answer = self._live(step.node, call)
        finally:
            self._inside.pop()
        if changed_parts(before, self._game.watched.parts.marks(call)):
            raise StrayCallError  # the next search would start from another position
        found = self._game.value_in(step.node, answer)
        self.played.searched.append(Searched(step.node, step.window, found, words))
        return answer

    def _live(self, node: Node, call: HookedCall) -> Any:
        if self._example.is_leaf(node):
            if self._in_words:
                self.played.leaves[node.position] = call_at_position(self._game, call)
            return self._game.leaf_answer(node, 1, self._example.values[node.position])
        if self._memory is not None:
            self._memory.forget(call)
        same = "" if node.position in self._begun else _mixed(node.position, self._begun)
        self._begun.add(node.position)
        low, high = call.window if call.takes.has_window else (-INF, INF)
        self._inside.append(0)
        try:
            return call.make()
        finally:
            if self._inside.pop() == 0 and same and low < high:
                self.played.mixes = same


def _mixed(position: Any, begun: Iterable[Any]) -> str:
    """Describe which positions a table confuses if it has an entry for a `position` that was never searched before.

    If a position searched earlier only differs in the side to move, the entry probably comes from the earlier position.
    """
    others = (dict(position[1] ^ parts) for function, parts in begun if function == position[0])
    for part in (next(iter(differs)) for differs in others if len(differs) == 1):
        if isinstance(dict(position[1])[part], bool) or is_named(part.rpartition(".")[2], Role.MAXIMISING):
            said = part_in_words(part)
            return (
                f"the table treats positions that only differ in {said} as the same; if {said} matters, add it to the "
                "key"
            )
    return "the table treats different positions, such as symmetric ones, as the same"


def play(
    example: Example, steps: Sequence[PlannedSearch], *, forgetful: bool = False, in_words: bool = False
) -> Played | None:
    """Run a sequence of searches in one run of the program.

    Returns None if the run of the program fails, or makes calls that were not recorded.
    """
    guide = SequenceGuide(example, steps, forgetful=forgetful, in_words=in_words)
    if example.positions.game.program.attempt(guide.call):
        return guide.played
    example.positions.game.program.forget()  # failures are found on other trees
    return None


def drawn_steps(positions: Positions, random: Random) -> list[PlannedSearch]:
    """Choose at random several searches of one position in the full window, possibly to different depths.

    Sometimes, the result is empty: then, no searches are planned, and the starting call makes its usual searches.
    """
    if random.random() < OWN_CALLS:
        return []
    shallower: dict[Hashable, list[Node]] = {}
    for node in sorted(positions.nodes.values(), key=positions.left):
        if node.children:
            shallower.setdefault(node.position, []).append(node)
    shown = positions.shown()
    deep = [node for node in shown if shallower[node.position][0] is not node]
    start = random.choice(deep if deep and random.random() < OTHER_DEPTHS else shown)
    same = [node for node in shallower[start.position] if positions.left(node) <= positions.left(start)]
    if not positions.game.program.recorder.has_depth:  # the program counts plies itself
        same = [start]
    return [PlannedSearch(random.choice(same), FULL) for _ in range(random.choice(STEPS) - 1)] + [
        PlannedSearch(start, FULL)
    ]


def with_windows(example: Example, steps: Sequence[PlannedSearch], random: Random) -> list[PlannedSearch]:
    """If the search takes a window, choose random windows for the planned searches.

    Sometimes, all planned searches get the full window.

    If the program only searches in null windows, each planned search gets a null window.
    """
    if example.positions.game.watched.null_windows:
        return [PlannedSearch(step.node, random.choice(_null_windows_of(example))) for step in steps]
    ends = sorted({*example.values.values(), -INF, INF})
    takes = example.positions.game.takes_window
    if random.random() < FULL_WINDOWS:
        return list(steps)
    return [
        PlannedSearch(step.node, Window(*sorted(random.sample(ends, 2))))
        if takes(step.node) and random.random() >= FULL_WINDOWS
        else step
        for step in steps
    ]


def bound_first(example: Example, steps: Sequence[PlannedSearch], random: Random) -> list[PlannedSearch]:
    """Plan two searches of the last position in `steps`, to see if a table returns a stored bound as an exact value.

    The first search has a window below or above all leaf values, so that the table stores a bound; the second search
    has the full window. If `steps` is empty, or if the search takes no window, the result is `steps`.
    """
    if not steps or not example.positions.game.takes_window(steps[-1].node):
        return list(steps)
    least, most = min(example.values.values()), max(example.values.values())
    narrow = random.choice([Window(-INF, least), Window(most, INF)])
    return [PlannedSearch(steps[-1].node, narrow), PlannedSearch(steps[-1].node, FULL)]


def null_windows(example: Example, steps: Sequence[PlannedSearch], random: Random) -> list[PlannedSearch]:
    """Plan searches of the last position in `steps` in all null windows between possible values.

    The windows are in ascending or descending order. Each search stores bounds that later searches use. If the table
    returns the wrong one of two bounds, a later search returns a wrong value. If `steps` is empty, or if the search
    takes no window, the result is `steps`.
    """
    if not steps or not example.positions.game.takes_window(steps[-1].node):
        return list(steps)
    windows = _null_windows_of(example)[:: random.choice((1, -1))]
    return [PlannedSearch(steps[-1].node, window) for window in windows]


def _null_windows_of(example: Example) -> list[Window[Number]]:
    """List the windows between each possible value and the next larger one, from the lowest to the highest."""
    values = sorted({sign * value for value in example.values.values() for sign in (1, -1)})
    return list(starmap(Window, pairwise([-INF, *values, INF])))
