"""Contracts that do not depend on the minimax value: a search ends, is repeatable, and does not catch errors."""

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
        """A few words that name the kind of violation."""
        return "not repeatable"

    @property
    def details(self) -> str:
        """The result of the second, identical call of the search, as text."""
        return f"a second, identical call {ended(self.again)}"


@dataclass(frozen=True, slots=True)
class OtherLeaves(Objection):
    """The violation that a second, identical call evaluates different leaves."""

    @property
    def kind(self) -> str:
        """A few words that name the kind of violation."""
        return "not repeatable"

    @property
    def details(self) -> str:
        """A fixed text: a repeated call of the search evaluates different leaves."""
        return "evaluates different leaves when the same call is repeated"


@dataclass(frozen=True, slots=True)
class SwallowedError(Objection):
    """The violation that a method of the tree raised an error, and the search caught it or raised another error."""

    instead: "Failure | None" = None

    @property
    def kind(self) -> str:
        """A few words that name the kind of violation."""
        return "swallowed error"

    @property
    def details(self) -> str:
        """What the search did with an error that the tree raised, as text."""
        instead = f"raised {self.instead} instead" if self.instead else "caught it"
        return f"the tree raised an exception, and the search {instead}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductContract(Contract):
    """The contract that a second, identical call of a search returns the same result.

    If `strict` is True, a second, identical call must also evaluate the same leaves, and the search must not catch
    errors that the tree raises.
    """

    strict: bool
    full_window: bool = True

    by_one_call: ClassVar[bool] = False

    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """Repeat a call of the search, and compare the two results.

        Report a violation if the repeated call returns a different result, or if the search catches an error that the
        tree raises. A timeout of the repeated call is only a violation if the first call took less than a tenth of the
        time limit, since the speed of a machine varies.
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
    """Describe how a call of a search ended, in words that can follow a subject, such as 'returns 3'."""
    return f"returns {show(run.found)}" if run.failure is None else f"ends with {run.failure}"


def _both_explained(evidence: Evidence[Any], again: CallResult[Any]) -> bool:
    """True if both results are allowed: the first call's and the repeated call's.

    The results can differ, since table entries from the first call can change the second result.
    """
    least, greatest = evidence.span
    return all(result.found is not None and least <= result.found <= greatest for result in (evidence.run, again))


def _swallowed(evidence: Evidence[Any]) -> Objection | None:
    """Let the tree raise an error in the middle of a search, and report a violation if the search catches the error."""
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
    """The error that a test tree raises on purpose. A search cannot name this private class in an `except` clause."""


class _Failing(Inner[N, Number]):
    """A tree that raises an error in one of its leaf evaluations; `reading` is the index of this evaluation."""

    def __init__(self, tree: Tree[N, Number], reading: int) -> None:
        super().__init__(tree)
        self.same_tree = tree  # for a log of calls
        self._left = reading

    def evaluate(self, node: N, /) -> Number:
        """Return the node's value in the wrapped tree, or raise the error if this evaluation must fail."""
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
