"""Contracts on the value: how the result r of a search in the window (alpha, beta) relates to the minimax value v."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from prunecheck.trees.protocol import Comparable
from prunecheck.trees.window import FULL, Window

Holds: TypeAlias = Callable[[Comparable, Comparable, Window[Comparable]], bool]


@dataclass(frozen=True, slots=True)
class ValueContract:
    """A promise about the value: `holds(r, v, window)` decides, `says` states it as a formula."""

    name: str
    says: str
    source: str
    holds: Holds
    aliases: tuple[str, ...] = ()


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
)
KNUTH = ValueContract(
    name="knuth",
    says="v <= alpha => r <= alpha;  alpha < v < beta => r = v;  v >= beta => r >= beta",
    source="Knuth and Moore 1975; `knuth` of Nipkow's Alpha_Beta_Pruning",
    holds=_knuth,
)
FISHBURN = ValueContract(
    name="fishburn",
    says="min(v, beta) <= r <= max(v, alpha)",
    source="Fishburn 1983; `fishburn` of Nipkow's Alpha_Beta_Pruning",
    holds=_fishburn,
    aliases=("fail-soft",),
)
CLAMPED = ValueContract(
    name="clamped",
    says="r = max(alpha, min(v, beta))",
    source="Bird and Hughes 1987",
    holds=_clamped,
    aliases=("fail-hard",),
)

VALUE_CONTRACTS = (EXACT, KNUTH, FISHBURN, CLAMPED)
