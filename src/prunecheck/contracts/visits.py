"""Contracts on the leaves that a search without a transposition table evaluates.

Each contract decides, from alpha and beta at a leaf, whether the leaf must be evaluated. All contracts except `within`
require one exact sequence: only the leaves that must be evaluated, each of them once, from left to right.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeAlias

from prunecheck.contracts.contract import Contract, Objection, SearchTraits
from prunecheck.contracts.evidence import Evidence
from prunecheck.oracle.law import PathBounds
from prunecheck.trees.protocol import Comparable
from prunecheck.trees.window import Window

Reads: TypeAlias = Callable[
    [PathBounds[Hashable, Comparable], Window[Comparable], bool], bool
]  # (leaf, window, True if MAX moves at the root)

EXTRA: Final = "extra leaves"
REPEATED: Final = "repeated work"


@dataclass(frozen=True, slots=True)
class WrongLeaves(Objection):
    """The violation that a search evaluates other leaves, or in another order, than the contract requires."""

    read: tuple[Hashable, ...]
    lawful: tuple[Hashable, ...]

    @property
    def kind(self) -> str:
        """The kind of violation: extra leaves, repeated work, or wrong leaves (missed, or in a wrong order).

        If there are several kinds of violation, the kind is extra leaves if there are any, or else repeated work.
        """
        if not set(self.read) <= set(self.lawful):
            return EXTRA
        return REPEATED if len(self.read) > len(set(self.read)) else "wrong leaves"

    @property
    def details(self) -> str:
        """How many leaves the search evaluated unnecessarily, evaluated again, or missed, as text.

        If only the order of the leaves is wrong, the text says so.
        """
        read, lawful = set(self.read), set(self.lawful)
        extra, missed, again = len(read - lawful), len(lawful - read), len(self.read) - len(read)
        words = [_leaves(extra, "unnecessary ")] if extra else []
        words += [_leaves(missed, "missed ")] if missed else []
        words += [f"{_leaves(again)} evaluated again"] if again else []
        return ", ".join(words) or "evaluated in another order"


def _leaves(number: int, which: str = "") -> str:
    return f"{number} {which}{'leaf' if number == 1 else 'leaves'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitContract(Contract):
    """A contract on leaves: a search must evaluate the leaves for which `reads(leaf, window, max_at_root)` is True.

    If `alternating` is True, the contract only applies to trees whose players alternate. `shows` describes the pruning
    of a search that satisfies the contract; it is empty if the contract does not determine how the search prunes.
    `deep_cutoffs` is True if a search that satisfies the contract makes deep cutoffs.
    """

    reads: Reads
    alternating: bool = False
    shows: str = ""
    deep_cutoffs: bool = True

    has_causes: ClassVar[bool] = False

    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """Report a violation if the search evaluates other leaves, or in another order, than the contract requires."""
        lawful, read = evidence.case.lawful(self, evidence.nth), evidence.run.leaves
        return None if read == lawful else WrongLeaves(tuple(read), tuple(lawful))

    def applies_to(self, traits: SearchTraits) -> bool:
        """True if prunecheck can observe the evaluated leaves, and players alternate if the contract requires that."""
        return traits.sees_leaves and (traits.alternate or not self.alternating)

    def refusal(self, traits: SearchTraits) -> str:
        """The reason why a user cannot claim the contract: leaves cannot be observed, or players need not alternate.

        Returns an empty text if the contract can be claimed.
        """
        if not traits.sees_leaves:
            return f"{self.name} is about the evaluated leaves, which cannot be observed in this search; drop the claim"
        if self.alternating and not traits.alternate:
            return f"{self.name} only applies if players alternate; add --turns alternate"
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithinContract(VisitContract):
    """A contract on leaves: a search may only evaluate leaves that alpha-beta evaluates.

    The order of the leaves does not matter, and a leaf can be evaluated several times.
    """

    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """Report a violation if the search evaluates a leaf that alpha-beta would not evaluate."""
        lawful = evidence.case.lawful(self, evidence.nth)
        allowed = set(lawful)
        extra = [leaf for leaf in evidence.run.leaves if leaf not in allowed]
        return WrongLeaves(tuple(dict.fromkeys(extra)), ()) if extra else None


def _shallow(leaf: PathBounds[Hashable, Comparable], window: Window[Comparable], max_at_root: bool) -> bool:
    if leaf.neighbours_cross:
        return False
    if leaf.at_root is None:
        return True
    return leaf.at_root.value < window.beta if max_at_root else leaf.at_root.value > window.alpha


VISITS = VisitContract(
    name="visits",
    says="evaluates exactly the leaves that alpha-beta evaluates, from left to right and once each",
    source="Knuth and Moore 1975, F2: it cuts off if alpha >= beta, and makes deep cutoffs",
    reads=lambda leaf, window, _: leaf.read(window),
    shows="evaluates exactly the leaves of alpha-beta",
    aliases=("alpha-beta",),
)
STRICT_VISITS = VisitContract(
    name="strict-visits",
    says=(
        "evaluates, from left to right and once each, exactly the leaves of an alpha-beta search that only cuts off "
        "if beta < alpha, not if they are equal"
    ),
    source="Snyder's lecture, which cuts off if beta < alpha",
    reads=lambda leaf, window, _: leaf.read_strictly(window),
    shows="evaluates the leaves of an alpha-beta search that only cuts off if beta < alpha, not if they are equal",
)
SHALLOW_VISITS = VisitContract(
    name="shallow-visits",
    says=(
        "evaluates, from left to right and once each, exactly the leaves of a search in which each node only knows "
        "its parent's bound"
    ),
    source="Knuth and Moore 1975, F1",
    reads=_shallow,
    alternating=True,
    shows="evaluates the leaves of alpha-beta without deep cutoffs",
    deep_cutoffs=False,
)
WINDOWLESS_VISITS = VisitContract(
    name="windowless-visits",
    says="in any window, evaluates the leaves that alpha-beta without deep cutoffs evaluates in the window (-inf, "
    "inf); a value of -inf or inf causes no cutoff",
    source="Hughes 1989",
    reads=lambda leaf, window, _: not leaf.siblings_cross,
    alternating=True,
    shows="evaluates the leaves of alpha-beta without deep cutoffs and without a window",
    deep_cutoffs=False,
)
EVERY_LEAF = VisitContract(
    name="every-leaf",
    says="evaluates every leaf, from left to right and once each",
    source="the definition of minimax",
    reads=lambda leaf, window, _: True,
    shows="evaluates every leaf",
)
WITHIN = WithinContract(
    name="within",
    says="only evaluates leaves that alpha-beta evaluates, in any order, perhaps several times",
    source="Stockman 1979; Reinefeld 1989; de Bruin, Pijls and Plaat 1994",
    reads=lambda leaf, window, _: leaf.read(window),
    aliases=("within-alpha-beta",),
)

VISIT_CONTRACTS = (VISITS, STRICT_VISITS, SHALLOW_VISITS, WINDOWLESS_VISITS, EVERY_LEAF, WITHIN)
LAWS: Final = {contract.name: contract for contract in VISIT_CONTRACTS}
PATTERNS: Final = tuple(
    contract for contract in VISIT_CONTRACTS if contract.shows
)  # these contracts show how a search prunes
