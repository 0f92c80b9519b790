"""Call a Python search with limits on its time and on its reads of positions.

Positions in different trees never have the same key.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, field
from dis import opmap
from itertools import count
from types import CoroutineType, GeneratorType
from typing import Any, Final

from prunecheck.errors import BudgetError
from prunecheck.failures import SystemExited, Timeout, TooManyQuestions
from prunecheck.oracle.minimax import value
from prunecheck.subject_errors import SubjectError, uncatchable
from prunecheck.subjects.convention import Returns
from prunecheck.subjects.known_trees import KnownTrees
from prunecheck.subjects.presenting.adapter import Adapter
from prunecheck.subjects.presenting.answers import TABLE_METHOD, entries
from prunecheck.subjects.presenting.same_positions import SamePositions
from prunecheck.subjects.sandbox.budget import ANSWER_SECONDS
from prunecheck.subjects.sandbox.time_limits import in_time
from prunecheck.subjects.source.parameters import accepts
from prunecheck.subjects.subject import Watch, quiet
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.search import Choice, Entry, value_of
from prunecheck.trees.views.recorded import Recorded, recorded
from prunecheck.trees.window import FULL

SECONDS_AFTER_A_HANG: Final = 0.25
QUESTIONS: Final = 5_000_000  # a search may make this many calls to positions; few searches have time for more
QUESTIONS_AFTER_A_HANG: Final = 200_000
TRIAL_QUESTIONS: Final = 2_000  # a trial call on a small tree may make this many calls to positions
# number of reads in the log that are kept after a failed search, since an endless search only repeats itself
QUESTIONS_TOLD: Final = 100_000
RAISE: Final = opmap["RAISE_VARARGS"]
NO_VALUE: Final = 9_000  # a program may use larger numbers as infinity
CLEAR_METHODS: Final = (  # names of methods that clear an instance, in lower case without underscores
    "clear reset forget clearall resetall cleartable resettable cleartt resettt clearcache resetcache cacheclear "
    "clearhash resethash clearmemory clearstate resetstate cleartranspositiontable resettranspositiontable "
    "newgame startnewgame ucinewgame"
)
_NUMBERS: Final = count(1)  # tree numbers are never reused, since a search may store results for earlier trees
# isolated instances use other tree numbers, because no older table entry may have the same key
_ISOLATED_NUMBERS: Final = count(1 << 20)


class Patience:
    """The time limits for calls of one search. After a call that hangs, the limits become shorter."""

    def __init__(self, seconds: float = ANSWER_SECONDS, questions: int = 0) -> None:
        """For each call, limit the time to `seconds`, and the number of reads of positions to `questions`."""
        self.seconds = self._left = seconds
        self.questions = questions
        self.overdue = 0  # number of calls that timed out

    def call(self, function: Callable[..., Any], arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
        """Call the function with a time limit.

        Raises: SubjectError if the function does not return in time, or ends the program. An ordinary exception that
        the function raises is passed on.
        """
        try:
            return in_time(self._left, _final_answer, function, *arguments, **keywords)
        except SystemExit as ended:
            raise SubjectError(SystemExited(str(ended.code))) from None
        except BudgetError:
            asked, self.questions = self.questions, min(self.questions, QUESTIONS_AFTER_A_HANG)
            if not asked:
                raise
            raise SubjectError(TooManyQuestions(asked)) from None
        except SubjectError as failed:
            if isinstance(failed.failure, Timeout):
                raise SubjectError(self._timeout()) from None
            raise
        except Exception:
            raise
        # searches do not catch this error, which would end this process
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and not _is_from_statement(error):
                raise
            raise SubjectError(uncatchable(error)) from None

    def restore(self) -> None:
        """Restore the full time limit for the next call."""
        self._left = self.seconds

    def _timeout(self) -> Timeout:
        given, self._left = self._left, min(self._left, SECONDS_AFTER_A_HANG)
        if given != self.seconds:
            return Timeout(self.seconds, again=given)
        self.overdue += 1
        return Timeout(self.seconds)


def _is_from_statement(error: BaseException) -> bool:
    """True if a `raise` statement raised the error.

    Unlike a statement, Ctrl-C can raise an error at any instruction of the search.
    """
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    # asyncio itself raises this error for Ctrl-C
    if at is None or at.tb_frame.f_globals.get("__name__", "").startswith("asyncio."):
        return False
    return at.tb_frame.f_code.co_code[at.tb_lasti] == RAISE


def _final_answer(function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """Call a function, and return its final result: the result of a coroutine, or the last item of a generator."""
    result = function(*arguments, **keywords)
    if isinstance(result, CoroutineType):
        return _run_coroutine(result)
    if isinstance(result, GeneratorType):
        answers = deque(result, maxlen=1)
        return answers[0] if answers else None
    return result


def _run_coroutine(result: Coroutine[Any, Any, Any]) -> Any:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(result)
    apart = ThreadPoolExecutor(1)  # a caller such as a notebook may already run an event loop in this thread
    try:
        return apart.submit(asyncio.run, result).result()
    finally:
        apart.shutdown(wait=False)  # a time limit ends the wait


def clear_method(function: Callable[..., Any]) -> Callable[[], object] | None:
    """Find the first method that needs no arguments and has a name for clearing a search's state, such as `reset`.

    Returns None if no method clears the search.
    """
    names = [*getattr(function, "__dict__", {}), *dir(type(_owner(function)))]
    usual = {name.replace("_", "").lower(): name for name in reversed(names)}
    for name in CLEAR_METHODS.split():
        method = _method_beside(function, usual[name]) if name in usual else None
        if method is not None and accepts(method, 0):
            return method
    return None


def table_method(function: Callable[..., Any]) -> Callable[[], Iterable[Any]] | None:
    """Return the method that returns a search's table entries, or None if the search does not have this method."""
    return _method_beside(function, TABLE_METHOD)


def _owner(function: Callable[..., Any]) -> Any:
    """Return the instance of a bound method. For a plain function, return the function itself."""
    return getattr(function, "__self__", function)


def _method_beside(function: Callable[..., Any], name: str) -> Callable[..., Any] | None:
    """Return a method of a search's class, or a function that is stored as an attribute of the search.

    A dynamic `__getattr__` is ignored.
    """
    owner = _owner(function)
    if not hasattr(type(owner), name) and name not in getattr(function, "__dict__", {}):
        return None
    found: Callable[..., Any] | None = getattr(owner, name, None)
    return found if callable(found) else None


def last_tree(*, by_content: bool = False) -> KnownTrees:
    """Make a `KnownTrees` object, which numbers trees, that only remembers the tree of the last call."""
    return KnownTrees(_NUMBERS, remembered=1, by_content=by_content)


@dataclass(eq=False, slots=True)
class PythonSearch:
    """Everything that the instances of a Python search share. Only the function to call differs between instances.

    If `trees` is not given, only the last tree is stored. `over` is the last wrong result that the search returned for
    a finished game.
    """

    adapter: Adapter
    patience: Patience
    watch: Watch | None = None
    trees: KnownTrees = field(default_factory=last_tree)
    over: Number | None = field(default=None, init=False)

    def copy(self) -> "PythonSearch":
        """Make a copy of the search with its own time limits, which start as if no call had hung yet."""
        return PythonSearch(self.adapter, copy(self.patience), self.watch, last_tree(by_content=self.trees.by_content))

    def isolated(self) -> "PythonSearch":
        """Make a copy of the search whose tree numbers differ from the tree numbers of all other instances."""
        return PythonSearch(self.adapter, copy(self.patience), self.watch, KnownTrees(_ISOLATED_NUMBERS))

    def answer(
        self,
        function: Callable[..., Any],
        tree: Tree[Any, Number],
        node: Any,
        alpha: Number,
        beta: Number,
        same: SamePositions | None = None,
    ) -> Number | Choice:
        """Call the function, and return the result from MAX's point of view.

        If `same` is given, the function gets the same position objects as in earlier calls.

        Raises: SubjectError if the function ends the program or returns no value. An ordinary exception that the
        function raises is passed on.
        """
        if isinstance(tree, Recorded):
            tree.allow(self.patience.questions)
        question = self.adapter.question(tree, node)
        known = self.trees.of(question.tree)
        if self.watch is not None:
            self.watch(question, alpha, beta, _owner(function))
        try:
            answer = self.adapter.answer(function, tree, question, known, alpha, beta, self.patience.call, same)
        except SubjectError:
            if isinstance(tree, Recorded):
                tree.shorten(QUESTIONS_TOLD)
            raise
        if isinstance(answer, Choice) and answer.move is None and quiet(tree).is_terminal(node):
            return self._at_an_end(answer, tree, node, (alpha, beta))
        return answer

    def is_right(self, function: Callable[..., Any], tree: Tree[Any, Number]) -> bool:
        """True if the function returns the value of a small tree whose root has a move.

        Raises: the same errors as `answer`.
        """
        log = recorded(tree, most_questions=TRIAL_QUESTIONS)
        answer = self.answer(function, log, log.root, FULL.alpha, FULL.beta)
        no_move = (
            isinstance(answer, Choice) and answer.move is None
        )  # if the search only returns a move, the value here is the true one, even for an illegal move
        if no_move and self.adapter.convention.returns is Returns.MOVE:
            return False
        return value_of(answer) == value(tree, tree.root)

    def clear(self, function: Callable[..., Any], method: Callable[[], object]) -> object:
        """Clear the state of a function with its own method, within the time limit for one call."""
        if self.watch is not None:
            self.watch(None, 0, 0, _owner(function))
        return in_time(self.patience.seconds, method)

    def table(self, function: Callable[..., Any], tree: Tree[Any, Number], node: Any) -> tuple[Entry, ...] | None:
        """Return the transposition-table entries of the function for this tree. Each entry names its node in the tree.

        Returns None if the search does not expose its table.
        """
        method = table_method(function)
        if method is None:
            return None
        listed = in_time(self.patience.seconds, lambda: list(method()))
        question = self.adapter.question(tree, node)
        number, swapped = self.trees.of(question.tree).number, self.adapter.swaps(question)
        return entries(listed, question, number, self.adapter.convention, swapped=swapped)

    def _at_an_end(self, answer: Choice, log: Tree[Any, Number], node: Any, ends: tuple[Number, Number]) -> Choice:
        """Return the result for a finished game, without a move.

        A search that takes the best of all moves returns its initial best value for a finished game, since there are no
        moves. Returning the initial best value is not reported as an error.
        """
        value: Number = answer.value
        began = not -NO_VALUE < value < NO_VALUE or value in ends
        if not began or value == quiet(log).evaluate(node):
            return answer
        self.over = value
        return Choice(log.evaluate(node), None)
