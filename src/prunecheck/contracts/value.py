"""Contracts on the value r that a search returns in the window (alpha, beta), compared with the minimax value v."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from prunecheck.contracts.contract import Contract, Objection, SearchTraits
from prunecheck.contracts.evidence import Evidence
from prunecheck.trees.protocol import Comparable, Number
from prunecheck.trees.values import show
from prunecheck.trees.window import FULL, Window

Allowed: TypeAlias = tuple[Comparable | None, Comparable | None]  # (least, greatest), both inclusive; None for no bound
Allows: TypeAlias = Callable[[Comparable, Window[Comparable]], Allowed]


@dataclass(frozen=True, slots=True)
class WrongValue(Objection):
    """The violation that a search returned a wrong value.

    `allowed` is the range of return values that would be right; the range includes its ends. `least` and `greatest` are
    the least and the greatest value that the root may have. If values from deeper table entries are not allowed,
    `least` and `greatest` are equal.
    """

    found: Number
    allowed: tuple[Number | None, Number | None]
    least: Number
    greatest: Number

    @property
    def kind(self) -> str:
        """The text 'wrong value' or 'wrong bound'."""
        low, high = self.allowed
        return "wrong value" if low == high else "wrong bound"

    @property
    def details(self) -> str:
        """The value that the search returned, and the values that would be right, as text."""
        low, high = self.allowed
        expected = span_words(low, high)
        if self.least < self.greatest:
            span = f"from {show(self.least)} to {show(self.greatest)}"
            expected = f"{expected} (or, with table entries from deeper searches, {span})"
        return f"got {show(self.found)}, expected {expected}"


def span_words(low: Number | None, high: Number | None) -> str:
    """Describe a range in words. The range includes its ends, and an end that is None is infinite.

    >>> span_words(1, 1), span_words(None, 1), span_words(0, 1)
    ('1', 'at most 1', 'from 0 to 1')
    """
    if low is None or high is None:
        return f"at most {show(high)}" if low is None else f"at least {show(low)}"
    return show(low) if low == high else f"from {show(low)} to {show(high)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueContract(Contract):
    """A contract on the value: `allows(v, window)` returns the least and the greatest correct return value.

    `says` is the contract as a formula. `outside_window` describes what a search that satisfies the contract returns if
    the minimax value lies outside the window.
    """

    allows: Allows
    outside_window: str = ""

    by_depth_rule: ClassVar[bool] = True
    by_reduced_tree: ClassVar[bool] = True

    def holds(self, found: Comparable, truth: Comparable, window: Window[Comparable]) -> bool:
        """True if `found` is a correct return value in `window` for the minimax value `truth`."""
        low, high = self.allows(truth, window)
        return (low is None or low <= found) and (high is None or found <= high)

    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """Report a violation if the result is wrong for every value that the root may have.

        The root may have several values if the search may use table entries from deeper searches; otherwise, it only
        has its minimax value.
        """
        found, window, case = evidence.run.found, evidence.window, evidence.case
        assert found is not None
        if self.holds(found, case.truth, window):
            return None
        least, greatest = evidence.span
        right = {least, greatest}
        if (
            least <= found <= greatest
        ):  # the result may combine bounds from searches to different depths, so it may lie anywhere between these two
            right.add(found)
        if any(self.holds(found, value, window) for value in right):
            return None
        allowed: Any = self.allows(case.truth, window)
        return WrongValue(found, allowed, least, greatest)

    def applies_to(self, traits: SearchTraits) -> bool:
        """True if the search returns a value and, if the contract needs a window, takes a window."""
        return traits.gives_value and (self.full_window or traits.takes_window)

    def refusal(self, traits: SearchTraits) -> str:
        """The reason why a user cannot claim the contract: it needs a window, but the search takes none.

        Returns an empty text if the contract can be claimed.
        """
        if self.full_window or traits.takes_window:
            return ""
        return f"{self.name} needs a window, but this search takes none; drop the claim"


def _exact(v: Comparable, window: Window[Comparable]) -> Allowed:
    return (v, v) if window == FULL else (None, None)


def _knuth(v: Comparable, window: Window[Comparable]) -> Allowed:
    if v <= window.alpha:
        return None, window.alpha
    return (window.beta, None) if v >= window.beta else (v, v)


def _fishburn(v: Comparable, window: Window[Comparable]) -> Allowed:
    return min(v, window.beta), max(v, window.alpha)


def _clamped(v: Comparable, window: Window[Comparable]) -> Allowed:
    right = max(window.alpha, min(v, window.beta))
    return right, right


EXACT = ValueContract(
    name="exact",
    says="in the window (-inf, inf), returns the minimax value v",
    source="the definition of minimax",
    allows=_exact,
    full_window=True,
    owed=True,
    in_sequences=True,
)
KNUTH = ValueContract(
    name="knuth",
    says="v <= alpha => r <= alpha;  alpha < v < beta => r = v;  v >= beta => r >= beta",
    source="Knuth and Moore 1975; `knuth` of Nipkow's Alpha_Beta_Pruning",
    allows=_knuth,
    outside_window="the search only shows whether the value is below or above the window",
    unless_it_applies="it takes no window",
    owed=True,
    in_sequences=True,
)
FISHBURN = ValueContract(
    name="fishburn",
    says="min(v, beta) <= r <= max(v, alpha)",
    source="Fishburn 1983; `fishburn` of Nipkow's Alpha_Beta_Pruning",
    allows=_fishburn,
    outside_window="the search returns a fail-soft bound",
    in_sequences=True,
    aliases=("fail-soft",),
)
CLAMPED = ValueContract(
    name="clamped",
    says="r = max(alpha, min(v, beta))",
    source="Bird and Hughes 1987",
    allows=_clamped,
    outside_window="the search returns alpha or beta (fail-hard), if the root is not a leaf",
    in_sequences=True,
    aliases=("fail-hard",),
)

VALUE_CONTRACTS = (EXACT, KNUTH, FISHBURN, CLAMPED)
