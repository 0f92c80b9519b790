"""Run a search on its own game, but with leaf calls that return the leaf values of a given tree."""

from collections.abc import Callable
from typing import Any, TypeAlias

from prunecheck.errors import OutsideError
from prunecheck.failures import BadAnswer, NotRestored
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.own_game.hooks.answers import snapshot
from prunecheck.subjects.own_game.hooks.hooked_call import HookedCall
from prunecheck.subjects.own_game.hooks.parts import changed_parts
from prunecheck.subjects.own_game.hooks.recorder import ControlError
from prunecheck.subjects.own_game.learning.game import OwnGame, plain
from prunecheck.subjects.own_game.recording.call_tree import UNKNOWN, Node
from prunecheck.trees.protocol import INF, Number, Tree

OnArrival: TypeAlias = Callable[[HookedCall], None]


class StrayCallError(ControlError):
    """Raised if the search makes a call that was not recorded."""


class ShownFrame:
    """A running call of the search, with its nodes in the recording and in the given tree.

    `node` is the call's node in the recording, and `place` is its node in the given tree. `count` is the number of
    recursive calls that the call has made so far.

    The value from MAX's point of view is `sign` times the value that the call returns.
    """

    __slots__ = ("count", "node", "place", "sign")

    def __init__(self, node: Node, place: Any, sign: int) -> None:
        self.node, self.place, self.sign, self.count = node, place, sign, 0


class JudgingGuide:
    """Runs the search until the recorded call `start` is made, and sets the window of this call.

    Below the call `start`, leaf calls return the leaf values of a given tree.
    """

    def __init__(
        self,
        game: OwnGame,
        start: Node,
        log: Tree[Any, Number],
        *,
        root: Any = None,
        window: tuple[Number, Number] = (-INF, INF),
        on_arrival: OnArrival | None = None,
        forgetful: bool = False,
    ) -> None:
        """Prepare a run in which the recorded call `start` searches the given tree `log` from the node `root`.

        By default, `root` is the root of `log`.

        The bounds of `window` are from MAX's point of view. If `forgetful` is set, tables are emptied before each call.
        """
        self._tables = game.watched.search_tables() if forgetful or game.watched.null_windows else None
        self.game, self.log, self.window, self._on_arrival = game, log, window, on_arrival
        self.answer: Any = UNKNOWN
        self._root = log.root if root is None else root
        self._way = start.path()
        self._stack: list[ShownFrame] = []
        self.tops = 0  # calls made by the starting call itself
        self.inside = False  # True while the judged call runs
        self._children: dict[Any, list[Any]] = {}
        self.changed = ""

    def call(self, call: HookedCall, /) -> Any:
        """Run a call or, if the call is a leaf of the tree, return the value of this leaf."""
        if not self.inside:
            return self._outside(call)
        frame = self._stack[-1]
        nth, node = self._next(call)
        below = self._children.get(frame.place)
        if below is None:
            below = self._children[frame.place] = list(self.log.children(frame.place))
        place = below[nth]
        sign = -frame.sign if self.game.rules[frame.node].negated[nth] else frame.sign
        if self.log.is_terminal(place):
            return self.game.leaf_answer(node, sign, self.log.evaluate(place))
        if self._tables is not None:
            self._tables.forget(call)
        self._stack.append(ShownFrame(node, place, sign))
        try:
            return call.make()
        finally:
            self._stack.pop()

    def _outside(self, call: HookedCall) -> Any:
        """Run a call if it leads to the call `start`.

        For a call that does not lead to `start`, return its recorded result.
        """
        if not self._stack:
            nth, self.tops = self.tops, self.tops + 1
            node = self._way[0]
            if self.answer is not UNKNOWN or not self.game.top.is_made_by(call, nth):
                return snapshot(node.sample)
        else:
            _, node = self._next(call)
            if self.answer is not UNKNOWN or node is not self._way[len(self._stack)]:
                return snapshot(node.sample)
        arrived = len(self._stack) == len(self._way) - 1
        if call.takes.has_window:
            call = call.with_window(self.game.window_at(node, self.window) if arrived else (-INF, INF))
        elif call.takes.bound:
            call = self.game.opened(node, call)
        self._stack.append(ShownFrame(node, self._root, 1))
        if arrived:
            if self._on_arrival is not None:
                self._on_arrival(call)
            self.inside = True
            self.log.is_terminal(self._root)
            if self._tables is not None:
                self._tables.forget(call)
        before = self.game.watched.parts.marks(call) if arrived else {}
        try:
            answer = call.make()
        finally:
            self._stack.pop()
            if arrived:
                self.inside = False
        if arrived:
            self.answer = snapshot(answer)  # the caller may change it, for example to negate the value
            self.changed = ", ".join(changed_parts(before, self.game.watched.parts.marks(call)))
        return answer

    def _next(self, call: HookedCall) -> tuple[int, Node]:
        """Count a new call that the innermost running call makes.

        Returns the index of the new call among the recorded children of the running call, and the new call's node.
        """
        frame = self._stack[-1]
        nth = self._nth(frame, call)
        frame.count += 1
        return nth, frame.node.children[nth]

    def _nth(self, frame: ShownFrame, call: HookedCall) -> int:
        identity = self.game.identity
        if identity is None:
            if frame.count >= len(frame.node.children):
                raise StrayCallError
            return frame.count
        found = frame.node.by_key.get(identity.keys(call)[0])
        if found is None:
            raise StrayCallError
        return frame.node.children.index(found)


def answer_of(
    game: OwnGame,
    start: Node,
    log: Tree[Any, Number],
    root: Any,
    alpha: Number,
    beta: Number,
    *,
    forgetful: bool = False,
) -> Any:
    """Run the search so that the call `start` searches the tree below `root`, and return what this call returns.

    `alpha` and `beta` are from MAX's point of view. If `forgetful` is set, tables are emptied before each call.
    Raises: OutsideError if the search makes a call below `start` that was not recorded. Errors that the search raises
    are not caught.
    """
    window = plain(alpha), plain(beta)
    guide = JudgingGuide(game, start, log, root=root, window=window, forgetful=forgetful)
    try:
        game.program.run(guide.call)
    except StrayCallError:
        raise OutsideError("the search makes calls in this position that it did not make before") from None
    if guide.changed:
        game.program.forget()
        raise SubjectError(NotRestored(guide.changed))
    if guide.answer is UNKNOWN:
        raise OutsideError("the search does not reach this position again")
    return guide.answer


def value_in(game: OwnGame, start: Node, answer: Any) -> Number:
    """Return the game value in a call's return value. Raises: SubjectError if the game value is missing."""
    try:
        found: Number = game.value_in(start, answer)
    except LookupError:
        raise SubjectError(BadAnswer(repr(answer), "a value")) from None
    return found
