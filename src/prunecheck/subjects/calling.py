"""A callable of a known convention as the search that the judge calls: all in MAX's viewpoint, every failure told."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from types import GeneratorType
from typing import Any, Final, TypeAlias

from prunecheck.errors import Failure, SubjectError
from prunecheck.oracle.minimax import value as true_value
from prunecheck.subjects.alarm import in_time
from prunecheck.subjects.answers import choice, number, pair, place
from prunecheck.subjects.asked import Asked, asked, quiet
from prunecheck.subjects.convention import Convention, Eyes, Flag, NodeKind, Returns, Role
from prunecheck.subjects.game import Game
from prunecheck.subjects.nested import nested_lists
from prunecheck.subjects.position import SIDES, Board, Position, position_class
from prunecheck.subjects.vocabulary import ALL_WORDS, Vocabulary
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice
from prunecheck.trees.views.mirrored import negated
from prunecheck.trees.walk import postorder

SECONDS: Final = 2.0
SECONDS_AFTER_A_HANG: Final = 0.25
NESTED: Final = (NodeKind.NESTED, NodeKind.TUPLES)
DEEP: Final = 100  # plies, for a game too large to be measured


Watch: TypeAlias = Callable[[Asked, Number, Number], None]  # (what is asked, alpha, beta)


class Called:
    """A stranger's function as an `AnySearch`. `make` gives the function; for one that keeps state, a fresh one."""

    def __init__(
        self,
        make: Callable[[], Callable[..., Any]],
        convention: Convention,
        *,
        words: Vocabulary = ALL_WORDS,
        inner_values: bool = True,
        in_place: bool = False,
        seconds: float = SECONDS,
        watch: Watch | None = None,
    ) -> None:
        """How `make`'s functions are called, and how long one answer may take, in `seconds`.

        `inner_values`: interior positions have a value; `in_place`: making a move changes the position. `watch` is told
        of each call before it is made.
        """
        self.make = make
        self.convention = convention
        self._positions = position_class(words, in_place=in_place)
        self._inner_values = inner_values
        self._sides: tuple[Any, Any] = SIDES if convention.flag in (Flag.BOOL, Flag.SIGN) else convention.flag.value
        self.seconds = seconds
        self.watch = watch
        self.spare_plies = 0  # given beyond the height of a tree that is not cut
        self._known: object = None  # the tree asked about last, its number and its height
        self._serial = 0
        self._height: int | None = None

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """The answer of a fresh function for `node`."""
        return self.answer(self.make(), tree, node, alpha, beta)

    def answer(
        self, function: Callable[..., Any], tree: Tree[Any, Number], node: Any, alpha: Number, beta: Number
    ) -> Number | Choice:
        """The answer of this very function, turned to MAX's viewpoint.

        Raises: SubjectError where it ends the program or gives back no value; what it raises itself passes through.
        """
        convention = self.convention
        judged = quiet(tree)
        limited = convention.depth and convention.node not in NESTED  # lists are written as they are cut
        question = asked(tree, node) if limited else Asked(judged, node, None, lambda below, left: below)
        if self._known is not question.tree:
            self._known, self._height = question.tree, None
            self._serial += 1
        swapped = convention.max_at_root and not question.tree.is_max(question.node)
        if swapped:  # the same game, seen by the opponent
            tree, question = negated(tree), replace(question, tree=negated(question.tree))
            alpha, beta = -beta, -alpha
        is_max = question.tree.is_max(question.node)
        turned = convention.answers is Eyes.MOVER and not is_max
        window = (-beta, -alpha) if turned else (alpha, beta)
        given = self._given(tree, question, window, is_max=is_max)
        if self.watch is not None:
            self.watch(question, alpha, beta)
        result = self._called(function, given)
        self._check_unchanged(given[Role.NODE], question)
        if convention.returns is Returns.MOVE:
            return _worth(judged, node, place(result, question))
        answer = self._read(result, question)
        return _turned(answer) if swapped or turned else answer

    def _given(
        self, tree: Tree[Any, Number], question: Asked, window: tuple[Number, Number], *, is_max: bool
    ) -> dict[Role, Any]:
        """What stands for each role, whether the function takes it or not."""
        game, start = self._start(tree, question)
        return {
            Role.TREE: game,
            Role.NODE: start,
            Role.DEPTH: self._depth_for(question) if self.convention.depth else None,
            Role.ALPHA: window[0],
            Role.BETA: window[1],
            Role.WINDOW: window,
            Role.PLY: 0,
            Role.MAXIMISING: is_max if self.convention.flag is Flag.BOOL else self._sides[not is_max],
        }

    def _called(self, function: Callable[..., Any], given: dict[Role, Any]) -> Any:
        """What the function gives back, in its time. Raises: SubjectError where it does not come back."""
        convention = self.convention
        arguments = [given[role] for role in convention.takes if role not in convention.by_name]
        keywords = {
            name: given[role]
            for role, name in zip(convention.takes, convention.names, strict=True)
            if role in convention.by_name
        }
        try:
            return in_time(self.seconds, _finished, function, *arguments, **keywords)
        except SystemExit as ended:
            raise SubjectError(Failure.CRASHED, f"it ended the program, with status {ended.code}") from None
        except SubjectError as failed:
            if failed.failure is Failure.HUNG:  # it will again: that need not take as long
                self.seconds = min(self.seconds, SECONDS_AFTER_A_HANG)
            raise

    def _start(self, tree: Tree[Any, Number], question: Asked) -> tuple[Any, Any]:
        mover = self.convention.values is Eyes.MOVER
        if self.convention.node in NESTED:
            kind = list if self.convention.node is NodeKind.NESTED else tuple
            return None, nested_lists(question.tree, question.node, mover=mover, kind=kind)
        if self.convention.node is NodeKind.TREE:
            game = Game(tree, question, self._serial, mover=mover, inner_values=self._inner_values)
            return game, game.root
        board = Board(tree, question, self._serial, mover=mover, inner_values=self._inner_values, sides=self._sides)
        return None, self._positions(board, question.node, question.depth or 0)

    def _check_unchanged(self, start: Any, question: Asked) -> None:
        """Raises: SubjectError where moves on the position were not taken back, or the lists are not as they were."""
        if isinstance(start, Position) and start._line:  # noqa: SLF001  # the search knows it by other names
            raise SubjectError(Failure.CHANGED, f"{len(start._line)} moves were made and not taken back")  # noqa: SLF001
        if self.convention.node in NESTED and start != self._start(question.tree, question)[1]:
            raise SubjectError(Failure.CHANGED, "the lists are others after the search")

    def _depth_for(self, question: Asked) -> int:
        if question.depth is not None:
            return question.depth
        if self._height is None:
            self._height = _height(question.tree, question.node)
        return self._height + self.spare_plies

    def _read(self, result: Any, question: Asked) -> Number | Choice:
        if self.convention.returns is Returns.VALUE:
            return number(result)
        value, move = pair(result, move_first=self.convention.returns is Returns.MOVE_VALUE)
        return choice(value, move, question)


def _finished(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """What a function gives back; of one that yields an answer for each depth, the last."""
    result = function(*arguments, **keywords)
    if isinstance(result, GeneratorType):
        answers = deque(result, maxlen=1)
        return answers[0] if answers else None
    return result


def _worth(tree: Tree[Any, Number], node: Any, move: int | None) -> Choice:
    """The answer of a search that tells a move alone: what that move is worth, by the oracle."""
    child = node if move is None else list(tree.children(node))[move]
    return Choice(true_value(tree, child), move)


def _turned(answer: Number | Choice) -> Number | Choice:
    return Choice(-answer.value, answer.move, answer.line) if isinstance(answer, Choice) else -answer


def _height(tree: Tree[Any, Number], node: Any) -> int:
    heights: dict[Any, int] = {}
    for nth, (each, children) in enumerate(postorder(tree, node)):
        heights[each] = 1 + max((heights[child] for child in children), default=-1)
        if nth > 20_000:
            return DEEP
    return heights[node]


def as_search(called: Called) -> AnySearch:
    """`called` as what it is to the judge."""
    return called  # type: ignore[return-value]  # a union of answers is one or the other, by its convention
