"""Judge a search in a few lines of Python: in a test, a notebook, or a script."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from prunecheck.config import FIELDS, texts
from prunecheck.contracts.order import contract
from prunecheck.errors import PreconditionError, brief
from prunecheck.report.subject_text import subject_text
from prunecheck.subjects.wanted import Wanted
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import Window
from prunecheck.verify.findings import Finding
from prunecheck.verify.judged import judged
from prunecheck.verify.session import Plan
from prunecheck.verify.stranger import Searched, Tried
from prunecheck.verify.verdict import Report


class RefutedError(AssertionError):
    """A search does not keep what it owes or claims; the message is the verdict, with the witness."""


class UndecidedError(AssertionError):
    """Hardly a tree said anything of what a search owes or claims; the message is the verdict."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found about a search. As a string, it is the text that `prunecheck verify` prints."""

    tried: Tried

    @property
    def sound(self) -> bool:
        """True where nothing that the search owes or claims is refuted, and it reads nothing in vain."""
        return self.tried.sound

    @property
    def status(self) -> str:
        """`held`, `refuted`, `inconclusive` or `interrupted`."""
        return self.tried.status

    @property
    def searches(self) -> tuple[Searched, ...]:
        """What was found about it made afresh for each call and, if that is another thing, about one instance kept."""
        return self.tried.searches

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, those of a fresh search first."""
        return tuple(finding for each in self.tried.searches for finding in each.findings)

    @property
    def report(self) -> Report:
        """The trial itself: every contract that was tried, with its witness if it is refuted."""
        return self.tried.report

    def __str__(self) -> str:
        """The verdict for a person."""
        return subject_text(self.tried)

    def raise_if_refuted(self) -> None:
        """Raises: RefutedError if the search is refuted, KeyboardInterrupt if the trial was interrupted before."""
        __tracebackhide__ = True
        if not self.sound:
            raise RefutedError(str(self))
        if self.status == "interrupted":
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
    domain: str | None = None,
    turns: str | None = None,
    reading: str | None = None,
    tree: ExplicitTree[Number] | None = None,
    window: Window[Number] | None = None,
) -> Verdict:
    """Judge `search`: a function, a class, a method, or a text: "path/file.py:name", "module:name", "pipe:command".

    It is tried for `claims` and what follows from them, or else for all that any search owes. `effort` is `quick`,
    `default` or `thorough`; `examples` is the most trees to draw, `seconds` the time for one answer. How it is called
    is found out, as far as `takes`, `values`, `answers` and `returns` do not say it, in the words of the options of
    `prunecheck verify`; `domain` says which values it takes, `turns` whether a player may move twice running, and
    `reading` how its values to a depth are read: `witness`, or `strict`. With `tree`, it is judged on that alone, in
    `window` or in all that differ.
    Raises: PreconditionError or UnknownNameError where there is no such search, contract or word, or no way to call it,
    and for an argument that is of another type, or out of bounds.

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
    (False, 'breaks visits: reads exactly the leaves with A < B, left to right, each once')
    """
    said: dict[str, Any] = {
        "effort": effort,
        "seed": seed,
        "seconds": seconds,
        "examples": examples,
        "takes": takes,
        "values": values,
        "answers": answers,
        "returns": returns,
        "domain": domain,
        "turns": turns,
        "reading": reading,
    }
    read = {key: FIELDS[key](value, key) for key, value in said.items() if value is not None}
    wanted = Wanted(claims=_contracts(claims), **read)
    _check_tree(tree, window)
    most, time = wanted.budget
    windows = () if window is None else (window,)
    plan = Plan(examples=most, seconds=time, seed=wanted.seed, tree=tree, windows=windows)
    return Verdict(judged(search, wanted, plan))


def _contracts(claims: Any) -> tuple[str, ...]:
    """The contracts of these names, each once. Raises: PreconditionError for what are no names."""
    names = claims if isinstance(claims, str) or not isinstance(claims, Iterable) else list(claims)
    return tuple(dict.fromkeys(contract(name).name for name in texts(names, "claims")))


def _check_tree(tree: Any, window: Any) -> None:
    """Refuse what is no tree or no window, and a window without a tree. Raises: PreconditionError."""
    if tree is not None and not isinstance(tree, ExplicitTree):
        raise PreconditionError(
            f"tree is {brief(repr(tree))}, of type {type(tree).__name__}, not a tree; make one with "
            "prunecheck.from_nested([[3, 5], [2, 9]]), or of JSON with prunecheck.trees.json.loads"
        )
    if window is not None and not isinstance(window, Window):
        raise PreconditionError(
            f"window is {brief(repr(window))}, of type {type(window).__name__}, not a window; "
            "write prunecheck.Window(alpha, beta)"
        )
    if window is not None and tree is None:
        raise PreconditionError("window goes with tree: drawn trees bring their own; give a tree, or leave it out")


def check(search: Callable[..., Any] | str, **options: Any) -> None:
    """Fail where `search` is refuted, or nothing is decided; for a test. The options are those of `verify_search`.

    Raises: RefutedError and UndecidedError, whose message is the verdict.
    """
    __tracebackhide__ = True
    verdict = verify_search(search, **options)
    verdict.raise_if_refuted()
    if verdict.status == "inconclusive":
        raise UndecidedError(str(verdict))
