"""The base classes of contracts and objections, and what contracts may know of a search before it runs."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from prunecheck.contracts.evidence import Evidence
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, Window


@dataclass(frozen=True, slots=True)
class SearchTraits:
    """What a search takes and returns, and what can be observed.

    `sees_leaves`: the leaves it evaluates are logged. `alternate`: the search only runs on trees whose players
    alternate. `takes_related`: the search can run on trees derived from others by negating, shifting and adding
    children. If not, `related_refusal` is the reason to report to a user who claims `relations` anyway.
    """

    takes_window: bool = True
    gives_value: bool = True
    gives_move: bool = False
    gives_line: bool = False
    gives_table: bool = False
    sees_leaves: bool = True
    alternate: bool = True
    takes_related: bool = True
    related_refusal: str = ""


@dataclass(frozen=True, slots=True)
class Objection:
    """A missing answer, or a violation that needs no message, since values and leaves show it.

    Other kinds are defined beside their contract; `str(objection)` is the message for a person.
    """

    @property
    def kind(self) -> str:
        """What is wrong, such as `wrong value`; empty if the returned and the expected value are enough."""
        return ""

    @property
    def details(self) -> str:
        """What the search did, and what was expected; empty if the returned and the expected value are enough."""
        return ""

    def __str__(self) -> str:
        """The kind and the details."""
        return in_words(self.kind, self.details)


def in_words(kind: str, details: str) -> str:
    """What is wrong, and the details, as one phrase; either may be empty.

    >>> in_words("wrong value", "got 0, expected 1")
    'wrong value: got 0, expected 1'
    """
    return ": ".join(filter(None, (kind, details)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract(ABC):
    """A statement about a search: its name, the statement as a formula or sentence, and its source.

    `owed`: every search to which the contract applies must satisfy it. `full_window`: the contract only judges calls in
    the full window. `in_sequences`: the contract also applies to the answers of a reused instance. `unless_it_applies`:
    what to report of a search to which it does not apply.
    """

    name: str
    says: str
    source: str
    aliases: tuple[str, ...] = ()
    owed: bool = False
    full_window: bool = False
    in_sequences: bool = False
    unless_it_applies: str = "it does not apply to this search"

    by_depth_rule: ClassVar[bool] = False  # True if allowing deeper table entries can change the judgement
    by_reduced_tree: ClassVar[bool] = False  # True if a lossy search is judged by its reduced tree
    needs_the_move: ClassVar[bool] = False  # True if an answer only counts as evidence when its move is known
    has_causes: ClassVar[bool] = True  # True if a diagnosis can name the likely cause of a violation
    by_one_call: ClassVar[bool] = True  # True if one call decides, without a related tree or a second call

    def judges_again(self, evidence: Evidence[Any]) -> bool:
        """True if the contract judges this answer of a reused instance, although earlier searches may influence it."""
        return self.in_sequences

    @abstractmethod
    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """The objection to an answer; None if the contract holds. Not called if the search gave no answer."""

    def applies_to(self, traits: SearchTraits) -> bool:
        """True if the contract can judge searches of this kind."""
        return True

    def refusal(self, traits: SearchTraits) -> str:
        """Why the contract cannot be claimed for a search of this kind, with a remedy; empty if it can be claimed."""
        return ""

    def decides_in(self, window: Window[Number]) -> bool:
        """True if an answer in this window can violate the contract."""
        return not self.full_window or window == FULL

    def judge(self, evidence: Evidence[Any]) -> Objection | None:
        """The objection to a call of a search in one window, or None. A call that was not made violates nothing."""
        run = evidence.run
        if run.found is None:
            return None if run.outside else Objection()
        return None if self.full_window and not evidence.in_full_window else self.objection(evidence)
