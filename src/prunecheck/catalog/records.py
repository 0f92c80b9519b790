"""The records of the catalogue: variants, their preconditions, their claims, and their known violations."""

from dataclasses import dataclass, field
from enum import Enum

from prunecheck.contracts.case import ReducedView
from prunecheck.contracts.order import CONTRACTS, implied
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.search import AnySearch, Search
from prunecheck.trees.window import Window


class Need(Enum):
    """A precondition of a variant. The variant is only tested on trees that satisfy the precondition."""

    ALTERNATION = "players alternate"
    INFINITY = "values have an infinity"
    NEGATION = "values can be negated"
    STATIC_VALUES = "interior nodes have static values"
    RECURSION = "the tree is no deeper than Python's recursion limit"


class Lossy(Enum):
    """How a lossy variant may deviate from the minimax value.

    A lossy variant is allowed to return a value that is not the tree's minimax value.
    """

    REDUCED_TREE = "reduced tree"  # it must return the minimax value of a reduced tree
    # there is no reduced tree, because the skipped moves depend on the window or the move order
    MEASURED_ONLY = "measured only"

    def words(self, variants: int = 1) -> str:
        """Say on which tree the values of a lossy variant are right: 'right on the tree without skipped moves'."""
        if self is Lossy.MEASURED_ONLY:
            return "measured only"
        return f"right on the {'tree' if variants == 1 else 'trees'} without skipped moves"


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim that a variant satisfies `contract`.

    If `inner_root` is True, the claim only covers trees whose root has children.
    """

    contract: str
    inner_root: bool = False

    @property
    def condition(self) -> str:
        """The condition of the claim as text, which is empty for an unconditional claim."""
        return "the root has children" if self.inner_root else ""


@dataclass(frozen=True, slots=True)
class Break:
    """A contract that a variant violates, with the smallest counterexample: tree, window, and an explanation."""

    contract: str
    tree: ExplicitTree[Number]
    window: Window[Number]
    why: str


@dataclass(frozen=True, slots=True)
class Variant:
    """One search in the catalogue: a search function, or a driver, which calls a search function (named in `calls`).

    `search` takes and returns values from MAX's point of view. `source_id` is the number of a text in
    `docs/sources.md`, if any. A variant is lossy if it returns the value of a smaller tree (made by `reduced`), or if
    its errors can only be measured (`measured_only`). If there is a reduced tree, claims on values are about this tree.
    Known violations are always about the whole tree, even if there is a reduced tree.
    """

    name: str
    title: str
    source: str
    search: AnySearch
    claims: tuple[Claim, ...]
    breaks: tuple[Break, ...]
    needs: frozenset[Need]
    source_id: str = ""
    calls: str = ""
    reduced: ReducedView | None = None
    measured_only: bool = False

    @property
    def lossy(self) -> Lossy | None:
        """How the variant may deviate from the minimax value. Returns None if the variant may not deviate."""
        if self.reduced is not None:
            return Lossy.REDUCED_TREE
        return Lossy.MEASURED_ONLY if self.measured_only else None

    @property
    def exact(self) -> bool:
        """True if the variant claims that, in the full window, it returns the minimax value of the whole tree."""
        return not self.lossy and any(claim.contract == "exact" for claim in self.claims)

    def fits(self, *, alternates: bool, static_values: bool) -> bool:
        """True if the variant can search trees with the given properties.

        `alternates` says whether the players alternate in the trees to search, and `static_values` whether interior
        nodes of the trees have static values.
        """
        return (alternates or Need.ALTERNATION not in self.needs) and (
            static_values or Need.STATIC_VALUES not in self.needs
        )

    @property
    def contracts(self) -> set[str]:
        """The names of all contracts that the variant claims or is known to violate."""
        return {claim.contract for claim in self.claims} | {known_break.contract for known_break in self.breaks}


@dataclass(frozen=True, slots=True)
class Form(Variant):
    """The catalogue entry of a form, a function that takes a node and a window, and returns a value.

    `form` and `search` are the same function. The type annotation of `form` only allows functions that return a value
    without a move.
    """

    form: Search = field(kw_only=True)


def claiming(*contracts: str) -> tuple[Claim, ...]:
    """Claims of the given contracts and of all contracts that they imply, in the order of the contract table."""
    names = {name for contract in contracts for name in implied(contract)}
    return tuple(Claim(name) for name in CONTRACTS if name in names)
