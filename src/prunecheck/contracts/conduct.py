"""The contracts on conduct, which do not depend on the value: a search ends, is repeatable, and passes on errors."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from prunecheck.contracts.contract import Contract, Objection
from prunecheck.contracts.evidence import CallResult, Evidence
from prunecheck.trees.protocol import N, Number, Tree
from prunecheck.trees.values import show
from prunecheck.trees.views.inner import Inner
from prunecheck.trees.window import FULL

if TYPE_CHECKING:
    from prunecheck.failures import Failure


@dataclass(frozen=True, slots=True)
class OtherAnswer(Objection):
    """The violation that a second, identical call returns a different result."""

    again: CallResult[Any]

    @property
    def kind(self) -> str:
        """The kind of violation, in a few words."""
        return "not repeatable"

    @property
    def details(self) -> str:
        """The result of the second call, as text."""
        return f"the same call, repeated, {ended(self.again)}"


@dataclass(frozen=True, slots=True)
class OtherLeaves(Objection):
    """The violation that a second, identical call evaluates different leaves."""

    @property
    def kind(self) -> str:
        """The kind of violation, in a few words."""
        return "not repeatable"

    @property
    def details(self) -> str:
        """A fixed text, which says that the second call evaluates different leaves."""
        return "evaluates different leaves when the same call is repeated"


@dataclass(frozen=True, slots=True)
class SwallowedError(Objection):
    """The violation that the tree raised an error, and the search lost this error or replaced it by a different one."""

    instead: "Failure | None" = None

    @property
    def kind(self) -> str:
        """The kind of violation, in a few words."""
        return "swallowed error"

    @property
    def details(self) -> str:
        """What the search did with the error."""
        instead = f"raised {self.instead} instead" if self.instead else "caught it"
        return f"the tree raised an exception, and the search {instead}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductContract(Contract):
    """The contract that a search is repeatable.

    If `strict` is True, a second, identical call must also evaluate the same leaves, and the tree's errors must be
    passed on.
    """

    strict: bool
    full_window: bool = True

    by_one_call: ClassVar[bool] = False

    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """Call the search again.

        Report a violation if the second result differs, or if the search loses an error that the tree raises. A timeout
        of the second call only counts if the first call took less than a tenth of the time limit, since the speed of a
        machine varies.
        """
        first, case = evidence.run, evidence.case
        again = evidence.ask(case.tree, FULL)
        limit = None if again.failure is None else again.failure.time_limit
        if limit is not None and first.seconds > limit / 10:
            return None
        if self.strict:
            alike = replace(again, leaves=first.leaves) == first
        else:  # a random choice between equally good moves is allowed
            alike = (again.found, again.failure) == (first.found, first.failure) or _both_explained(evidence, again)
        if not alike:
            return OtherAnswer(again)
        if not self.strict:
            return None
        if again.leaves != first.leaves:
            return OtherLeaves()
        return _swallowed(evidence) if first.leaves else None


def ended(run: CallResult[Any]) -> str:
    """The outcome of a call in words that can end a sentence."""
    return f"returns {show(run.found)}" if run.failure is None else f"ends with {run.failure}"


def _both_explained(evidence: Evidence[Any], again: CallResult[Any]) -> bool:
    """True if the depth rule allows both results. Table entries from the first call can change the second result."""
    least, greatest = evidence.span
    return all(result.found is not None and least <= result.found <= greatest for result in (evidence.run, again))


def _swallowed(evidence: Evidence[Any]) -> Objection | None:
    """Check that the search passes on an error that the tree raises in the middle of the search."""
    tree: Tree[Any, Number] = evidence.case.tree
    try:
        evidence.search(_Failing(tree, len(evidence.run.leaves) // 2), tree.root, FULL.alpha, FULL.beta)
    except _FailingError:
        return None
    except Exception as error:
        from prunecheck.subject_errors import failure_of  # noqa: PLC0415  # msgspec is not needed to name the contracts

        return SwallowedError(failure_of(error))
    return SwallowedError()


class _FailingError(Exception):
    """The error that a failing tree raises. A search cannot name its class in an `except` clause."""


class _Failing(Inner[N, Number]):
    """A tree that raises an error in one evaluation of a leaf: in evaluation number `reading`, counted from 0."""

    def __init__(self, tree: Tree[N, Number], reading: int) -> None:
        super().__init__(tree)
        self.same_tree = tree  # for a log of calls
        self._left = reading

    def evaluate(self, node: N, /) -> Number:
        """Return the value from the inner tree; at the evaluation that must fail, raise the error instead."""
        self._left -= self._tree.is_terminal(node)
        if self._left < 0:
            raise _FailingError
        return self._tree.evaluate(node)


REPEATABLE = ConductContract(
    name="repeatable",
    says="the search ends, and a repeated call returns the same result",
    source="the chess-programming literature: search instability",
    strict=False,
    owed=True,
)


CONDUCT = ConductContract(
    name="conduct",
    says=(
        "the search ends, and does not catch errors that the tree raises; a repeated call evaluates the same leaves "
        "and returns the same result"
    ),
    source="the chess-programming literature: search instability",
    strict=True,
)

CONDUCT_CONTRACTS = (REPEATABLE, CONDUCT)
