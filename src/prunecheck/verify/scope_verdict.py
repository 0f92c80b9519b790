"""The result of judging all small trees, as a record."""

from enum import Enum

from msgspec import Struct

from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number


class Certainty(Enum):
    """The outcome of judging all small trees; see docs/verification.md."""

    PROVED = "proved"
    CHECKED = "checked"  # not proved, since the search may do more with values than compare and negate them
    INCOMPLETE = "incomplete"
    REFUTED = "refuted"


class ScopeVerdict(Struct, frozen=True):
    """The result on all small trees.

    - `leaves`: the largest number of leaves of a tree.
    - `signed`: true if all orders of the values and their negatives were judged.
    - `chains`: the largest number of plies of trees with single children; 0 if there are no such trees.
    - `windowed`: false if only the full window was judged, since the search takes no window.
    - `words`: the trees as text.
    - `certainty`: whether the result proves that the search is right.
    - `cases`: how many cases were judged.
    - `total`: how many cases there are.
    - `contracts`: the contracts that hold in all cases judged.
    - `unproved`: if the search is only `checked`, what it does with values besides comparing and negating them.
    - `infinite`: a tree with infinite leaves on which the search is wrong; only a note if the search need not accept
      infinite leaves.
    - `outside`: the cases in which the search was not called, since it does not accept their values.
    """

    leaves: int
    signed: bool
    chains: int
    windowed: bool
    words: str
    certainty: Certainty
    cases: int
    total: int
    contracts: tuple[str, ...] = ()
    unproved: tuple[str, ...] = ()
    infinite: ExplicitTree[Number] | None = None
    outside: int = 0

    @property
    def says(self) -> str:
        """The result as text."""
        right = f"right in all {self.total:,} cases"
        if self.outside:
            right = f"right in all {self.total - self.outside:,} cases that it accepts, of {self.total:,}"
        if self.certainty is Certainty.PROVED:
            return f"proved for all {self.words}: {right}"
        if self.certainty is Certainty.CHECKED:
            why = "; ".join(self.unproved)
            return f"checked for all {self.words}: {right}. Not proved: it {why}"
        if self.certainty is Certainty.REFUTED:
            return f"wrong on {self.words}"
        return f"{self.cases:,} of {self.total:,} cases of {self.words}; continue with --resume"
