"""Check a search with a few lines of Python: in a test, a notebook, or a script."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from prunecheck.errors import PreconditionError, PrunecheckError, brief
from prunecheck.report.subject_text import subject_text
from prunecheck.trees.call import Call, Clear, Scenario
from prunecheck.trees.protocol import Number, Tree
from prunecheck.trees.window import Window
from prunecheck.trees.written_out import is_tree, written_out
from prunecheck.verify.isolated import judge_search
from prunecheck.verify.options import ARGUMENTS, Start, keywords_in_errors, read_options
from prunecheck.verify.outcomes import Status
from prunecheck.verify.plan import Plan
from prunecheck.verify.records import Finding, Report
from prunecheck.verify.trial_result import SubjectVerdict, TrialResult


class RefutedError(AssertionError):
    """Raised if a search fails the check. The message is the verdict, with the smallest counterexample found."""


class UndecidedError(AssertionError):
    """Raised if too few trees tested the search to reach a verdict. The message lists the results so far."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking a search. `str()` returns the text that `prunecheck verify` prints."""

    tried: TrialResult

    @property
    def sound(self) -> bool:
        """True if no finding makes the search fail."""
        return self.tried.sound

    @property
    def status(self) -> str:
        """The status of the verdict: `held`, `refuted`, `inconclusive` or `interrupted`."""
        return self.tried.status.value

    @property
    def searches(self) -> tuple[SubjectVerdict, ...]:
        """The results with a new search object for each call.

        If the search stores state, a second item has the results of calls that all reuse one search object.
        """
        return self.tried.searches

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, most severe first: findings that make the search fail, then notes."""
        return tuple(finding for _, finding in (*self.tried.failures, *self.tried.notes))

    @property
    def report(self) -> Report:
        """The complete report: every contract that was checked, with a counterexample if the contract was refuted."""
        return self.tried.report

    def __str__(self) -> str:
        """The verdict as the text that `prunecheck verify` prints."""
        return subject_text(self.tried)

    def raise_if_refuted(self) -> None:
        """Raise RefutedError if the search fails, or KeyboardInterrupt if Ctrl-C interrupted the check."""
        __tracebackhide__ = True
        if not self.sound:
            raise RefutedError(str(self))
        if self.tried.status is Status.INTERRUPTED:
            raise KeyboardInterrupt


def verify_search(
    search: Callable[..., Any] | str,
    *,
    claims: Iterable[str] = (),
    effort: str = "default",
    examples: int | None = None,
    seed: int = 0,
    seconds: float = 2.0,
    takes: str | None = None,
    values: str | None = None,
    answers: str | None = None,
    returns: str | None = None,
    give: str | None = None,
    domain: str | None = None,
    turns: str | None = None,
    start: Start | Iterable[Start] | None = None,
    game: str | None = None,
    depth_rule: str | None = None,
    fail_on: str = "pruning",
    tree: Tree[Any, Number] | type[Tree[Any, Number]] | None = None,
    window: Window[Number] | None = None,
    depth: int | None = None,
    calls: Iterable[Call | Clear] | None = None,
) -> Verdict:
    """Check the search `search`: a function, a class, a method, or a string that names one of these.

    The string is "path/file.py:name", "module:name", "pipe:command", or the name of a search in the catalogue.

    The search is checked for the contracts in `claims` and all contracts that these contracts imply. Without `claims`,
    the search is checked for the contracts that every search must satisfy. `effort` is `quick`, `default` or
    `thorough`. `examples` is the maximum number of random trees. `seconds` is the time limit for each call of the
    search.

    Prunecheck detects how the search is called. `takes`, `values`, `answers` and `returns` declare how the search is
    called; they accept the same words as the options of `prunecheck verify` with these names. `give` lists arguments
    that are the same in every call, such as "player='X'". `domain` says which leaf values and bounds the search
    accepts. `turns` says whether a player may move twice in a row. `depth_rule` says how the results of depth-limited
    searches are judged: they must be `exact`, or may come from `deeper` table entries. If the search plays its own
    game, `start` is a starting call, or a list of starting calls: expressions that are evaluated in the search's
    module. `game` names a class or object with the rules of the search's own game, as "path/file.py:name"; the search
    is compared with these rules. `fail_on` says which findings fail the search: with `wrong`, only wrong results; with
    `pruning`, also missing pruning; with `notes`, any deviation.

    If you give a `tree`, the search is checked on this tree alone, down to `depth` plies. `tree` may be any object with
    the methods of `Tree`. The search is checked in `window`. Without `window`, the search is checked in the full window
    (-inf, inf) and in windows whose ends are at, between or beyond the leaf values. If you give `calls`, these are the
    only calls made, in order, on one instance of the search; each item is a `Call` or `CLEAR`.
    Raises: PreconditionError or UnknownNameError if a search or contract is not found, if the search cannot be called,
    or if an argument has an unknown value, a wrong type or a value out of range.

    >>> def my_search(node, alpha, beta):
    ...     if node.is_leaf():
    ...         return node.value()
    ...     for child in node.children():
    ...         alpha = max(alpha, -my_search(child, -beta, -alpha))
    ...         if alpha > beta:
    ...             break
    ...     return alpha
    >>> verdict = verify_search(my_search, effort="quick", claims=["visits"])
    >>> verdict.sound, verdict.findings[0].words
    (False, 'extra leaves: 1 unnecessary leaf')
    """
    arguments = locals()
    said = {name: arguments[name] for name in ARGUMENTS if arguments[name] is not None}
    wanted = read_options(said)
    _check_tree(tree, window, depth)
    explicit = None if tree is None else written_out(tree)
    scenario = () if calls is None else _scenario(calls)
    if scenario and tree is not None:
        raise PreconditionError("calls already contain their trees; drop either calls or tree")
    most, time = wanted.budget
    windows = () if window is None else (window,)
    plan = Plan(
        examples=most, seconds=time, seed=wanted.seed, tree=explicit, depth=depth, windows=windows, calls=scenario
    )
    with keywords_in_errors():
        return Verdict(judge_search(search, wanted, plan))


def _check_tree(tree: Any, window: Any, depth: Any) -> None:
    """Check the types of a tree, a window and a depth. A window or a depth without a tree is an error, too.

    Raises: PreconditionError if an argument is not accepted.
    """
    if tree is not None and not is_tree(tree):
        raise PreconditionError(
            f"tree is {brief(repr(tree))}, of type {type(tree).__name__}, not a tree; make one with "
            "prunecheck.from_nested([[3, 5], [2, 9]]) or prunecheck.from_json"
        )
    if window is not None and not isinstance(window, Window):
        raise PreconditionError(
            f"window is {brief(repr(window))}, of type {type(window).__name__}, not a window; "
            "write prunecheck.Window(alpha, beta)"
        )
    if window is not None and tree is None:
        raise PreconditionError("window only applies to a given tree, not to random trees; give tree, or drop window")
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 0):
        raise PreconditionError(f"depth is {brief(repr(depth))}, not a whole number of at least 0")
    if depth is not None and tree is None:
        raise PreconditionError("depth only applies to a given tree, not to random trees; give tree, or drop depth")


def _scenario(calls: Any) -> Scenario:
    """Return `calls` as a tuple. Raises: PreconditionError if an item is not a call, or if no call is a search."""
    scenario = tuple(calls) if isinstance(calls, Iterable) else (calls,)
    for nth, call in enumerate(scenario, 1):
        if not isinstance(call, Call | Clear):
            raise PreconditionError(
                f"call {nth} is {brief(repr(call))}, of type {type(call).__name__}; "
                "write prunecheck.Call(tree), or prunecheck.CLEAR"
            )
        if isinstance(call, Call):
            _check_tree(call.tree, call.window, call.depth)
    if not any(isinstance(call, Call) for call in scenario):
        raise PreconditionError("calls contains no Call; give at least one, as in calls=[prunecheck.Call(tree)]")
    return scenario


def check(search: Callable[..., Any] | str, **options: Any) -> None:
    """Check a search in a test: the test fails if the search is wrong, or if the result is inconclusive.

    `check` takes the same options as `verify_search`.
    Raises: RefutedError or UndecidedError, with the verdict as the message.
    """
    __tracebackhide__ = True
    try:
        verdict = verify_search(search, **options)
    except PrunecheckError as error:
        raise error.with_traceback(None) from None  # otherwise, pytest would show prunecheck's own frames
    verdict.raise_if_refuted()
    if verdict.tried.status is Status.INCONCLUSIVE:
        raise UndecidedError(str(verdict))
