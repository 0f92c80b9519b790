"""Contracts on the value: how the result r of a search in the window (alpha, beta) relates to the minimax value v."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from prunecheck.contracts.contract import Contract
from prunecheck.contracts.evidence import Evidence
from prunecheck.contracts.objection import Objection
from prunecheck.contracts.traits import SearchTraits
from prunecheck.trees.protocol import Comparable, Number
from prunecheck.trees.window import FULL, Window

Holds: TypeAlias = Callable[[Comparable, Comparable, Window[Comparable]], bool]


@dataclass(frozen=True, slots=True)
class WrongValue(Objection):
    """A value that violates the contract; the true value lies between `least` and `greatest`, which may be equal."""

    least: Number
    greatest: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueContract(Contract):
    """A contract on the value: `holds(r, v, window)` decides, `says` states it as a formula."""

    holds: Holds

    by_depth_rule: ClassVar[bool] = True

    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """The value is wrong for every true value that the depth rule allows."""
        found, window, case = evidence.run.found, evidence.window, evidence.case
        assert found is not None
        if self.holds(found, case.truth, window):
            return None
        least, greatest = evidence.span
        right = {least, greatest}
        if least <= found <= greatest:  # bounds from searches to different depths may meet anywhere between
            right.add(found)
        return None if any(self.holds(found, each, window) for each in right) else WrongValue(least, greatest)

    def applies_to(self, traits: SearchTraits) -> bool:
        """True for a search that returns a value; one that only returns a move is judged by the move."""
        return traits.gives_value and (self.full_window or traits.takes_window)

    def refusal(self, traits: SearchTraits) -> str:
        """The reason if the search takes no window, and the contract is about windows."""
        if self.full_window or traits.takes_window:
            return ""
        return f"{self.name} is about windows, and this search takes none; leave the claim out"


def _exact(r: Comparable, v: Comparable, window: Window[Comparable]) -> bool:
    return r == v or window != FULL


def _knuth(r: Comparable, v: Comparable, window: Window[Comparable]) -> bool:
    if v <= window.alpha:
        return r <= window.alpha
    if v >= window.beta:
        return r >= window.beta
    return r == v


def _fishburn(r: Comparable, v: Comparable, window: Window[Comparable]) -> bool:
    return min(v, window.beta) <= r <= max(v, window.alpha)


def _clamped(r: Comparable, v: Comparable, window: Window[Comparable]) -> bool:
    return r == max(window.alpha, min(v, window.beta))


EXACT = ValueContract(
    name="exact",
    says="with the window (-inf, inf): r = v",
    source="the definition of minimax",
    holds=_exact,
    full_window=True,
    owed=True,
    in_sequences=True,
)
KNUTH = ValueContract(
    name="knuth",
    says="v <= alpha => r <= alpha;  alpha < v < beta => r = v;  v >= beta => r >= beta",
    source="Knuth and Moore 1975; `knuth` of Nipkow's Alpha_Beta_Pruning",
    holds=_knuth,
    owed=True,
    in_sequences=True,
)
FISHBURN = ValueContract(
    name="fishburn",
    says="min(v, beta) <= r <= max(v, alpha)",
    source="Fishburn 1983; `fishburn` of Nipkow's Alpha_Beta_Pruning",
    holds=_fishburn,
    in_sequences=True,
    aliases=("fail-soft",),
)
CLAMPED = ValueContract(
    name="clamped",
    says="r = max(alpha, min(v, beta))",
    source="Bird and Hughes 1987",
    holds=_clamped,
    in_sequences=True,
    aliases=("fail-hard",),
)

VALUE_CONTRACTS = (EXACT, KNUTH, FISHBURN, CLAMPED)
