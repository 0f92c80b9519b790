"""What a contract is: a named statement that judges what a search did, and says which searches it is about."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from prunecheck.contracts.evidence import Evidence
from prunecheck.contracts.objection import Objection
from prunecheck.contracts.traits import SearchTraits
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, Window


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract(ABC):
    """A statement about a search: its name, the statement as a formula or sentence, its source.

    `owed`: every search it applies to must satisfy it. `full_window`: it says something of the full window alone.
    `in_sequences`: it also judges the answers of a reused instance.
    """

    name: str
    says: str
    source: str
    aliases: tuple[str, ...] = ()
    owed: bool = False
    full_window: bool = False
    in_sequences: bool = False

    by_depth_rule: ClassVar[bool] = False  # whether deeper table entries are allowed can change the judgement
    by_one_call: ClassVar[bool] = True  # the answer to one call decides; no related tree, no second call

    def judges_again(self, evidence: Evidence[Any]) -> bool:
        """True if it judges this answer of a reused instance, in which earlier searches may show."""
        return self.in_sequences

    @abstractmethod
    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """What is wrong with an answer; None if the contract holds. Never called for a search that gave no answer."""

    def applies_to(self, traits: SearchTraits) -> bool:
        """True if a search of this kind can be judged by it."""
        return True

    def refusal(self, traits: SearchTraits) -> str:
        """Why it cannot be claimed for a search of this kind, and what to do; empty if it can."""
        return ""

    def decides_in(self, window: Window[Number]) -> bool:
        """True if an answer in this window can violate it."""
        return not self.full_window or window == FULL

    def judge(self, evidence: Evidence[Any]) -> Objection | None:
        """The objection to what a search did in one window. A call that was never made violates nothing."""
        run = evidence.run
        if run.found is None:
            return None if run.outside else Objection()
        return None if self.full_window and not evidence.in_full_window else self.objection(evidence)
