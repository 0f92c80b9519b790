"""A callable of a known convention as the search that the judge calls: all in MAX's viewpoint, every failure told."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from dis import opmap
from itertools import count
from types import CoroutineType, GeneratorType
from typing import Any, Final, TypeAlias

from prunecheck.errors import BudgetError, Failure, SubjectError, told
from prunecheck.oracle.minimax import value as true_value
from prunecheck.subjects.alarm import in_time
from prunecheck.subjects.answers import alone, choice, number, parts, place, width
from prunecheck.subjects.asked import Asked, asked, asked_whole, quiet
from prunecheck.subjects.convention import Convention, Eyes, Flag, NodeKind, Returns, Role
from prunecheck.subjects.functions import FUNCTIONS, GameOfPositions
from prunecheck.subjects.game import Game, Values
from prunecheck.subjects.leaves import leaves_of
from prunecheck.subjects.limits import limits_of, set_to
from prunecheck.subjects.nested import nested_lists
from prunecheck.subjects.position import NOT_TAKEN_BACK, SIDES, Board, Position, position_class
from prunecheck.subjects.roles import WRITTEN
from prunecheck.subjects.tables import entries, shown_by
from prunecheck.subjects.vocabulary import ALL_WORDS, Vocabulary
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.search import AnySearch, Choice, Entry
from prunecheck.trees.views.mirrored import negated
from prunecheck.trees.views.recorded import Recorded
from prunecheck.trees.walk import heights

SECONDS: Final = 2.0
_NUMBERS: Final = count(1)  # of trees: a search that is judged twice may remember the first time
NO_VALUE: Final = 9_000  # from here on, a number may stand for an infinity
SECONDS_AFTER_A_HANG: Final = 0.25
QUESTIONS: Final = 5_000_000  # of one call: most searches have no time for as many
QUESTIONS_AFTER_A_HANG: Final = 200_000
QUESTIONS_TOLD: Final = 100_000  # of a call that failed: of one that asks for ever, all the others are the same
NESTED: Final = (NodeKind.NESTED, NodeKind.TUPLES, NodeKind.ARRAY)
DEEP: Final = 100  # plies, for a game too large to be measured
MOST_NODES: Final = 20_000  # of a game that is measured; what is written out has an end
RAISE: Final = opmap["RAISE_VARARGS"]
PLACES: Final = {role: nth for nth, role in enumerate(Role)}  # of what is given for each


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
        self._guessed = words.guessed
        self._inner_values = inner_values
        self.in_place = in_place
        self._sides: tuple[Any, Any] = SIDES if convention.flag in (Flag.BOOL, Flag.SIGN) else convention.flag.value
        self._flags = convention.flag.value if convention.flag is Flag.BOOL else self._sides
        # read for every call, and so worked out once
        self._nested, self._depth = convention.node in NESTED, convention.depth
        self._mover = convention.values is Eyes.MOVER
        self._limits = frozenset(convention.limits)
        self._own = not WRITTEN.isdisjoint(convention.takes)
        self._arguments = [PLACES[role] for role in convention.takes if role not in convention.by_name]
        self._keywords = [
            (name, PLACES[role])
            for role, name in zip(convention.takes, convention.names, strict=True)
            if role in convention.by_name
        ]
        self.make_window: Callable[[Number, Number], Any] | None = None  # of a class of the search's own
        self.seconds = seconds
        self.asks_again = False  # once, where there is no answer in all the seconds: the machine may have stood still
        self._overdue = False
        self.watch = watch
        self.questions = 0  # that a call may ask in any case, where the judge allows fewer
        self.widest = 0  # of the tuples that it gave back
        self.given_back: Any = None  # at the last call, as it was
        self.spare_plies = 0  # given beyond the height of a tree that is not cut
        self._known: Any = None  # the tree asked about last, its number and the heights of its nodes
        self._serial = 0
        self.without_value: Number | None = None  # what it last gave back for a position that was over
        self.audited = False  # its table is shown with each answer, if it has one to show
        self.number_of: Callable[[Any], int] | None = None  # of a tree, where one may come again; else it is a new one
        self._heights: dict[Any, int] = {}

    @property
    def seconds(self) -> float:
        """The time for one answer. Setting it forgets that a call has hung."""
        return self._seconds

    @seconds.setter
    def seconds(self, seconds: float) -> None:
        self._seconds = self._patience = seconds

    def __call__(self, tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number | Choice:
        """The answer of a fresh function for `node`."""
        before = len(tree.log) if isinstance(tree, Recorded) else 0
        self._overdue = False
        try:
            return self.answer(self.make(), tree, node, alpha, beta)
        except SubjectError:
            if not (self.asks_again and self._overdue):
                raise
        if isinstance(tree, Recorded):
            tree.shorten(before)
        self.seconds = self._seconds
        return self.answer(self.make(), tree, node, alpha, beta)

    def answer(
        self,
        function: Callable[..., Any],
        tree: Tree[Any, Number],
        node: Any,
        alpha: Number,
        beta: Number,
        *,
        table: bool = True,
    ) -> Number | Choice:
        """The answer of this very function, turned to MAX's viewpoint; with its `table`, if it shows one.

        Raises: SubjectError where it ends the program or gives back no value; what it raises itself passes through.
        """
        convention = self.convention
        judged = quiet(tree)
        if isinstance(tree, Recorded):
            tree.allow(self.questions)
        limited = self._depth and not self._nested  # lists are written as they are cut
        question = asked(tree, node) if limited else asked_whole(tree, node)
        if self._known is not question.tree:
            self._known, self._heights = question.tree, {}
            self._serial = next(_NUMBERS) if self.number_of is None else self.number_of(question.tree)
        if self.watch is not None:
            self.watch(question, alpha, beta)
        swapped = convention.max_at_root and not question.tree.is_max(question.node)
        as_judged, log, ends = question, tree, (alpha, beta)
        if swapped:  # the same game, seen by the opponent
            tree, question = negated(tree), replace(question, tree=negated(question.tree))
            alpha, beta = -beta, -alpha
        is_max = question.tree.is_max(question.node)
        turned = convention.answers is Eyes.MOVER and not is_max
        window = (-beta, -alpha) if turned else (alpha, beta)
        given = self._given(tree, question, window, is_max=is_max)
        try:
            if not self._limits or self._depth:
                result = self._called(function, given)
            else:
                with set_to(self._depth_for(question), limits_of(function, self._limits)):
                    result = self._called(function, given)
        except SubjectError:
            if isinstance(log, Recorded):
                log.shorten(QUESTIONS_TOLD)
            raise
        self._check_unchanged(given[PLACES[Role.NODE]], question)
        answer: Number | Choice
        if convention.returns is Returns.MOVE:
            answer = _worth(judged, node, place(result, question))
        else:
            answer = self._read(result, question)
            answer = _turned(answer) if swapped or turned else answer
            if isinstance(answer, Choice) and answer.move is None and judged.is_terminal(node):
                answer = self._at_an_end(answer, log, node, ends)
        kept = self._table(function, as_judged, swapped=swapped) if table and self.audited else None
        return answer if kept is None else _with_table(answer, kept)

    def _at_an_end(self, answer: Choice, log: Tree[Any, Number], node: Any, ends: tuple[Number, Number]) -> Choice:
        """The answer for a position that is over, where there is no move to find.

        What chooses among moves has chosen among none, and gives back what its best began with: that is no value.
        """
        value: Number = answer.value
        began = not -NO_VALUE < value < NO_VALUE or value in ends
        if not began or value == quiet(log).evaluate(node):
            return answer
        self.without_value = value
        return Choice(log.evaluate(node), None)

    def _table(self, function: Callable[..., Any], question: Asked, *, swapped: bool) -> tuple[Entry, ...] | None:
        shown = shown_by(function)
        if shown is None:
            return None
        listed = in_time(self.seconds, lambda: list(shown()))
        return entries(listed, question, self._serial, self.convention, swapped=swapped)

    def _given(
        self, tree: Tree[Any, Number], question: Asked, window: tuple[Number, Number], *, is_max: bool
    ) -> tuple[Any, ...]:
        """What stands for each role, in the order of roles, whether the function takes it or not."""
        game, start = self._start(tree, question)
        depth = self._depth_for(question) if self._depth else None
        values = Values(game, inner_values=self._inner_values) if isinstance(game, Game) else None
        both = window if self.make_window is None else self.make_window(*window)
        own: tuple[Any, ...] = ({}, defaultdict(int), defaultdict(list)) if self._own else ()
        return game, start, depth, 0, *window, both, self._flags[not is_max], *FUNCTIONS, values, 0, *own

    def _called(self, function: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        """What the function gives back, in its time. Raises: SubjectError where it does not come back."""
        arguments = [given[place] for place in self._arguments]
        keywords = {name: given[place] for name, place in self._keywords}
        try:
            return in_time(self._patience, _finished, function, *arguments, **keywords)
        except SystemExit as ended:
            raise SubjectError(Failure.CRASHED, f"it ended the program, with status {ended.code}") from None
        except BudgetError:
            asked, self.questions = self.questions, min(self.questions, QUESTIONS_AFTER_A_HANG)
            if not asked:
                raise
            raise SubjectError(Failure.HUNG, f"no end in sight after {asked:,} questions") from None
        except SubjectError as failed:
            if failed.failure is Failure.HUNG:
                raise SubjectError(Failure.HUNG, self._late()) from None
            raise
        except Exception:
            raise
        except BaseException as error:  # which passes through whatever a search catches, and would end us
            if isinstance(error, KeyboardInterrupt) and not _raised(error):
                raise
            raise SubjectError(Failure.CRASHED, told(error)) from None

    def _late(self) -> str:
        """What is told of a call that was stopped. One that hangs will again: the next are not given as long."""
        given, self._patience = self._patience, min(self._patience, SECONDS_AFTER_A_HANG)
        self._overdue = given == self._seconds
        seen = f"no answer within {self._seconds:g} s"
        return seen if given == self._seconds else f"{seen}; on this tree, after that, none within {given:g} s"

    def _start(self, tree: Tree[Any, Number], question: Asked) -> tuple[Any, Any]:
        if self.convention.node is NodeKind.ARRAY:
            plies = self._plies(question)
            return None, leaves_of(question.tree, question.node, plies, mover=self._mover)
        if self._nested:
            kind = list if self.convention.node is NodeKind.NESTED else tuple
            return None, nested_lists(question.tree, question.node, mover=self._mover, kind=kind)
        if self.convention.node is NodeKind.TREE:
            game = Game(tree, question, self._serial, mover=self._mover, inner_values=self._inner_values)
            return game, game.root
        board = Board(
            tree, question, self._serial, mover=self._mover, inner_values=self._inner_values, sides=self._sides
        )
        start = self._positions(board, question.node, question.depth or 0)
        return GameOfPositions(start, self._guessed) if self.convention.node is NodeKind.GAME else None, start

    def _check_unchanged(self, start: Any, question: Asked) -> None:
        """Raises: SubjectError where moves on the position were not taken back, or the lists are not as they were."""
        if isinstance(start, Position) and start._line:  # noqa: SLF001  # the search knows it by other names
            raise SubjectError(Failure.CHANGED, f"{len(start._line)} moves were {NOT_TAKEN_BACK}")  # noqa: SLF001
        if self._nested and not _same(start, self._start(question.tree, question)[1]):
            raise SubjectError(Failure.CHANGED, "the lists are others after the search")

    def _depth_for(self, question: Asked) -> int:
        if question.depth is not None:
            return question.depth
        if self.convention.node is NodeKind.ARRAY:
            return self._plies(question)
        return max(1, self._plies(question) + self.spare_plies)  # what deepens step by step has no answer to depth 0

    def _plies(self, question: Asked) -> int:
        """The height of the tree, or of all that the search takes."""
        if self.convention.plies:
            return self.convention.plies
        if question.node not in self._heights:
            self._heights[question.node] = _height(self._known, question.node)
        return self._heights[question.node]

    def _read(self, result: Any, question: Asked) -> Number | Choice:
        self.widest, self.given_back = max(self.widest, width(result)), result
        if self.convention.returns is Returns.VALUE:
            at = self.convention.at
            return number(alone(result, at and at[0]))
        over = question.tree.is_terminal(question.node)
        value, move, line = parts(result, self.convention.places, over=over)
        return choice(value, move, question, line)


def _same(found: Any, due: Any) -> bool:
    """True for equal lists or tuples, however deep: Python itself compares those within by recursion."""
    pairs, seen = [(found, due)], set[tuple[int, int]]()
    while pairs:
        one, other = pairs.pop()
        if not isinstance(other, list | tuple):
            if one != other:
                return False
        elif not isinstance(one, type(other)) or len(one) != len(other):
            return False
        elif (id(one), id(other)) not in seen:  # a list that is reached twice is looked at once
            seen.add((id(one), id(other)))
            pairs += zip(one, other, strict=True)
    return True


def _raised(error: BaseException) -> bool:
    """True where a search raised it by a statement; what Ctrl-C raises comes wherever the search is just then."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    if at is None or at.tb_frame.f_globals.get("__name__", "").startswith("asyncio."):  # which raises it for Ctrl-C
        return False
    return at.tb_frame.f_code.co_code[at.tb_lasti] == RAISE


def _finished(function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """What a function gives back; of a coroutine, in the end; of one that yields an answer for each depth, the last."""
    result = function(*arguments, **keywords)
    if isinstance(result, CoroutineType):
        return _awaited(result)
    if isinstance(result, GeneratorType):
        answers = deque(result, maxlen=1)
        return answers[0] if answers else None
    return result


def _awaited(result: Coroutine[Any, Any, Any]) -> Any:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(result)
    apart = ThreadPoolExecutor(1)  # the caller's loop, a notebook's for instance, runs in this one
    try:
        return apart.submit(asyncio.run, result).result()
    finally:
        apart.shutdown(wait=False)  # a time limit ends the wait


def _worth(tree: Tree[Any, Number], node: Any, move: int | None) -> Choice:
    """The answer of a search that tells a move alone: what that move is worth, by the oracle."""
    child = node if move is None else list(tree.children(node))[move]
    return Choice(true_value(tree, child), move)


def _turned(answer: Number | Choice) -> Number | Choice:
    return Choice(-answer.value, answer.move, answer.line) if isinstance(answer, Choice) else -answer


def _with_table(answer: Number | Choice, table: tuple[Entry, ...]) -> Choice:
    return answer._replace(table=table) if isinstance(answer, Choice) else Choice(answer, None, table=table)


def _height(tree: Tree[Any, Number], node: Any) -> int:
    """The plies of the longest line from `node`, level by level; a large number for a game of too many nodes."""
    level, height, nodes = {node}, -1, 0
    while level:
        height += 1
        nodes += len(level)
        if nodes > MOST_NODES:
            return heights(tree, node)[node] if isinstance(tree, ExplicitTree) else DEEP
        level = {child for each in level if not tree.is_terminal(each) for child in tree.children(each)}
    return height


def as_search(called: Called) -> AnySearch:
    """`called` as what it is to the judge."""
    return called  # type: ignore[return-value]  # a union of answers is one or the other, by its convention
