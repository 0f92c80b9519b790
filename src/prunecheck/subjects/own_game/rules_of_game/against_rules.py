"""Compare a search that plays its own game with plain minimax on the user's rules of that game.

The comparison with the rules finds bugs that the calls of the search alone cannot show: a missing move, moves after the
end of the game, or the wrong player to move.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from prunecheck.errors import PreconditionError, PrunecheckError, brief, told
from prunecheck.failures import Hang
from prunecheck.oracle.minimax import values
from prunecheck.subject_errors import SubjectError
from prunecheck.subjects.own_game.hooks.answers import Place, is_number, value_at, value_or_none
from prunecheck.subjects.own_game.hooks.own_program import OwnProgram
from prunecheck.subjects.own_game.hooks.recorder import TooManyCallsError
from prunecheck.subjects.own_game.rules_of_game.given_rules import GivenRules, UnvaluedError, moves_of, position_of
from prunecheck.subjects.own_game.rules_of_game.rule_differences import CallsGuide, ObservedCall, RulesComparison
from prunecheck.subjects.sandbox.time_limits import clock, in_time, past
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.values import show
from prunecheck.trees.views.cut import cut

# names in a starting call: the position to compare, in the rules' representation, and whether MAX moves there
POSITION: Final = "position"
MAX_TO_MOVE: Final = "max_to_move"
GAMES: Final = 40  # number of games with random moves
MOST_POSITIONS: Final = 60  # at most this many positions from random games are compared
MOST_NODES: Final = 20_000  # most nodes below a position; each position counts once at each depth
MOST_MOVES: Final = 300  # most moves in a random game
RULES_SECONDS: Final = 4.0  # seconds to compute one position by the rules
MOST_ROWS: Final = 30  # most rows of a board that are printed
TOO_SLOW: Final = "the search takes too long in this position"
VALUES_NEEDED: Final = "let the rules return the evaluation that the search uses, or search to the end of the game"
MOST_LINES: Final = 2_000  # at most this many calls of the search are compared
MORE_POSITIONS: Final = f"to compare more positions, give a starting call that searches `{POSITION}`"
OTHER_VALUES: Final = (
    "the search gives finished games other values than the rules do, so no later position was compared"
)
LAST_DEPTH: Final = 1  # a depth that counts down ends at 0 or 1, unless the game ends earlier
T = TypeVar("T")
Path: TypeAlias = tuple[int, ...]  # indices of the moves from the root of the rules


class Difference(NamedTuple):
    """A text about a position in which the search fails, or returns a wrong value according to the rules."""

    words: str
    lines: tuple[str, ...]


class RulesVerdict(NamedTuple):
    """The number of positions in which search and rules were compared, and the first difference found.

    `root_left_out` says why the root was not compared. `only_root` says why only the root was compared, and what the
    user can do.
    """

    positions: int = 0
    root_left_out: str = ""
    difference: Difference | None = None
    only_root: str = ""


class _Valued:
    """The game tree according to the rules, with values from MAX's point of view, even for unfinished positions."""

    def __init__(self, tree: Tree[Any, Number], rules: GivenRules) -> None:
        self._tree, self._rules = tree, rules
        self.root, self.children, self.is_terminal = tree.root, tree.children, tree.is_terminal
        self.is_max, self.key = tree.is_max, tree.key

    def evaluate(self, node: Any, /) -> Number:
        if not self._tree.is_terminal(node):
            try:
                found: Any = self._tree.evaluate(node)
                why = "" if is_number(found) else f"it gives {brief(repr(found))}"
            except Exception as error:
                why = told(error)
            if why:
                raise UnvaluedError(why)
        return self._rules.value(self._tree, node)


@dataclass(eq=False)
class RulesCheck:
    """Compares the search that a starting call runs with the rules of the game.

    If `negated` is set, the search's values are from the point of view of the side to move. For each function, `places`
    says which item of its return value is the game value. `on_step` is called before each step that has a time limit.
    """

    program: OwnProgram
    rules: GivenRules
    places: dict[str, Place]
    negated: bool
    on_step: Callable[[], None] = lambda: None

    @property
    def tree(self) -> Tree[Any, Number]:
        """Return the game, as defined by the rules, as a tree."""
        return self.rules.tree(self.program.module())

    def compare(self, *, seed: int, seconds: float) -> RulesVerdict:
        """Compare the search with the rules at the root and after random moves, in positions with small trees first.

        Raises: PreconditionError, with the reason, if the rules fail, or if no position can be compared.
        """
        root: Path = ()
        end = clock() + seconds
        shallower = "give a starting call with a smaller depth"
        hint = shallower if uses_position(self.program) else f"{shallower}, or one that searches `{POSITION}`"
        asked = {root: self._ask(root)}
        plies = _plies(asked)(root)
        drawn = self._by_rules(self._drawn, Random(seed)) if uses_position(self.program) else []  # noqa: S311  # not for security
        sized = sorted((self._by_rules(self._size, path, plies), path) for path in [root, *drawn])
        places = [path for size, path in sized if size <= MOST_NODES]
        for path in places:
            if not past(end) and path not in asked:
                asked[path] = self._ask(path)
        cut_at = _plies(asked)
        reasons = {root: TOO_SLOW if root in places else self._too_large(plies)}
        compared: set[Path] = set()
        for path in places:
            if path not in asked or past(end + seconds):
                continue
            try:
                found = self._difference(path, asked[path], cut_at(path))
            except UnvaluedError as error:
                reasons[path] = f"the search stops after {cut_at(path)} plies, where the rules have no value ({error})"
                hint = VALUES_NEEDED
                continue
            if found is not None:
                return RulesVerdict(len(compared) + 1, "", found)
            if isinstance(asked[path], CallsGuide):
                compared.add(path)
        if not compared:
            raise PreconditionError(
                f"the starting call `{self.program.start}` cannot be compared with the game {self.rules.text}: "
                f"{list(reasons.values())[-1]}; {hint}"
            )
        if compared == {root} and not uses_position(self.program):
            return self._along_lines(plies)
        return RulesVerdict(len(compared), "" if root in compared else reasons[root], None)

    def _along_lines(self, plies: int | None) -> RulesVerdict:
        """Run the search in full windows, and compare each call whose arguments show its position with the rules."""
        opened = self._ask((), CallsGuide(opened=True, most_calls=MOST_NODES))
        if isinstance(opened, str):
            return RulesVerdict(1, only_root=MORE_POSITIONS)
        tree = self.tree
        compared = self._compared(opened.tops[0], (), plies)
        found = [
            (path, got, node)
            for path, call, node in islice(compared.matched(), MOST_LINES)
            if path and (got := self._value_of(call, node)) is not None
        ]
        if not found:
            return RulesVerdict(1, only_root=MORE_POSITIONS)
        known = self._by_rules(self._truths, tree.root, plies)
        ends = [(got, self.rules.value(tree, node)) for _, got, node in found if tree.is_terminal(node)]
        # for example values that depend on the remaining depth
        if 2 * sum(got != end for got, end in ends) > len(ends):
            return RulesVerdict(1, only_root=OTHER_VALUES)
        for path, got, node in reversed(found):  # the deepest position is the nearest to the bug
            expected = known[node] if plies is None else known[node, plies - len(path)]
            if not _agree(got, expected, None):
                words = f"wrong value by the rules: got {show(got)} for MAX, expected {show(expected)}"
                return RulesVerdict(1 + len(found), "", Difference(words, self._where(path)))
        return RulesVerdict(1 + len(found))

    def _too_large(self, plies: int | None) -> str:
        within = "" if plies is None else f" within {plies} plies"
        return f"below this position, the rules have more than {MOST_NODES:,} positions{within}"

    def _drawn(self, random: Random) -> list[Path]:
        """Choose different positions from random games.

        The root is left out, and so are positions of finished games.
        """
        tree = self.tree
        found: dict[Any, Path] = {}
        for _ in range(GAMES):
            node: Any = tree.root
            path: Path = ()
            while not tree.is_terminal(node) and len(path) < MOST_MOVES:
                found.setdefault(node, path)
                below = list(tree.children(node))
                if not below:
                    raise PreconditionError(
                        f"the game {self.rules.text} has no moves after {self._line(path) or 'none'}, "
                        "but is not over there; add the moves, or let is_over() return True"
                    )
                nth = random.randrange(len(below))
                node, path = below[nth], (*path, nth)
        places = [path for path in found.values() if path]
        return random.sample(places, min(len(places), MOST_POSITIONS))

    def _size(self, path: Path, plies: int | None) -> int:
        """Count the nodes in the tree below a position, each once at each depth. Counting stops beyond `MOST_NODES`."""
        tree = self.tree
        level, size = {_at(tree, path)}, 1
        while level and plies != 0 and size <= MOST_NODES:
            below: set[Any] = set()
            for place in level:
                if len(below) <= MOST_NODES and not tree.is_terminal(place):
                    below.update(tree.children(place))
            level = below
            size += len(level)
            plies = None if plies is None else plies - 1
        return size

    def _ask(self, path: Path, guide: CallsGuide | None = None) -> CallsGuide | str:
        """Run the search from a position.

        Returns the calls that the search made or, if the search fails, the reason ("" for a timeout).
        """
        self.on_step()
        guide = guide or CallsGuide()
        before = self.program.names
        self.program.names = lambda module: names_at(self.rules.tree(module), path)
        try:
            self.program.run(guide.call)
        except TooManyCallsError:
            return ""
        except PrunecheckError:
            raise
        except SubjectError as error:
            return "" if isinstance(error.failure, Hang) else str(error.failure)
        except Exception as error:
            return told(error)
        finally:
            self.program.names = before
        if len(guide.tops) != 1:
            raise PreconditionError(
                f"the starting call `{self.program.start}` calls the search {len(guide.tops)} times; "
                "with --game, give only the call whose value is to be compared"
            )
        return guide

    def _difference(self, path: Path, found: CallsGuide | str, plies: int | None) -> Difference | None:
        if isinstance(found, str):
            return Difference(found, self._where(path)) if found else None
        top, tree = found.tops[0], self.tree
        node = _at(tree, path)
        expected = self._by_rules(self._truths, node, plies)[node if plies is None else (node, plies)]
        try:
            got = value_at(top.answer, self.places[top.function])
        except LookupError:
            return Difference(f"invalid answer: returned {brief(repr(top.answer))}", self._where(path))
        if self.negated and not tree.is_max(node):
            expected = -expected
        if _agree(got, expected, top.window):
            return None
        words = f"wrong value by the rules: got {show(got)}, expected {show(expected)}"
        return Difference(words, (*self._where(path), *self._why(path, plies)))

    def _truths(self, node: Any, plies: int | None) -> Mapping[Any, Number]:
        """Compute the minimax values of a position and of all positions below it, according to the rules.

        If `plies` is given, compute the value of each position for each remaining depth.
        """
        valued: Any = _Valued(self.tree, self.rules)
        return values(valued, node) if plies is None else values(cut(valued, plies), (node, plies))

    def _why(self, path: Path, plies: int | None) -> Iterator[str]:
        """Describe the first difference between the rules and the recursive calls of the search in full windows."""
        opened = self._ask(path, CallsGuide(opened=True, most_calls=MOST_NODES))
        if isinstance(opened, str):
            return
        found = self._compared(opened.tops[0], path, plies).difference()
        if found is not None:
            more, words = found
            there = f"after {self._line((*path, *more))}: {words}" if more else words
            yield f"differs {there}"

    def _compared(self, top: ObservedCall, path: Path, plies: int | None) -> RulesComparison:
        tree = self.tree
        return RulesComparison(top, tree, _at(tree, path), plies, self._value_of, partial(self.rules.value, tree))

    def _value_of(self, call: ObservedCall, node: Any) -> Number | None:
        """Return the value of a call from MAX's point of view. Returns None if the call returned no value."""
        found: Number | None = value_or_none(call.answer, self.places[call.function])
        return -found if found is not None and self.negated and not self.tree.is_max(node) else found

    def _by_rules(self, question: Callable[..., T], *given: Any) -> T:
        """Call a function that uses the rules. Raises: PreconditionError if the rules fail, or take too long."""
        self.on_step()
        with self.rules.blamed():
            found: T = in_time(RULES_SECONDS, question, *given)
        return found

    def _line(self, path: Path) -> str:
        """Return the moves from the root as text, in the notation of the rules."""
        tree = self.tree
        said = [moves_of(tree, _at(tree, path[:ply]))[nth] for ply, nth in enumerate(path)]
        return brief(", ".join(map(str, said)))

    def _where(self, path: Path) -> tuple[str, ...]:
        """Describe a position in lines of text: the game, the moves from its root, and the position itself."""
        shown = position_of(_at(self.tree, path))
        text = repr(shown)
        if " object at 0x" in text:
            text = "" if str(shown) == text else str(shown)
        rows = text.strip("\n").splitlines()[:MOST_ROWS]
        lead = [f"{'' if nth else 'at':8}{brief(row)}" for nth, row in enumerate(rows)]
        return (
            f"game    {self.rules.text}",
            f"moves   {f'{self._line(path)} from the root' if path else 'none: the root'}",
            *lead,
        )


def _plies(asked: dict[Path, CallsGuide | str]) -> Callable[[Path], int | None]:
    """Return a function that says how many plies the position at the end of a path is searched.

    The number of plies is the search's depth if it counts down, and otherwise comes from the calls that were made.
    """
    found = {path: guide for path, guide in asked.items() if isinstance(guide, CallsGuide)}
    down = all(guide.counts_down for guide in found.values())
    least = min((guide.least_depth for guide in found.values()), default=0) if down else 0
    most = max((guide.plies for guide in found.values()), default=None)

    def plies(path: Path) -> int | None:
        if down and path in found:
            return int(found[path].tops[0].depth - (least if least <= LAST_DEPTH else 0))
        return most

    return plies


def names_at(tree: Tree[Any, Number], path: Path) -> dict[str, Any]:
    """Return the names, with values, that a starting call can use for the position at the end of a path of moves."""
    node = _at(tree, path)
    return {POSITION: position_of(node), MAX_TO_MOVE: tree.is_max(node)}


def _at(tree: Tree[Any, Number], path: Path) -> Any:
    """Return the node at the end of a path of moves from the root."""
    node = tree.root
    for nth in path:
        node = list(tree.children(node))[nth]
    return node


def uses_position(program: OwnProgram) -> bool:
    """True if the starting call uses the name `position`."""
    return POSITION in program.names_in_start


def _agree(got: Any, expected: Any, window: tuple[Any, ...] | None) -> bool:
    """True if two values are equal, or lie on the same side of the call's window."""
    if window is not None and all(map(is_number, window)):
        low, high = window
        got, expected = (min(max(answer, low), high) for answer in (got, expected))
    return bool(got == expected or math.isclose(got, expected, rel_tol=1e-9))
