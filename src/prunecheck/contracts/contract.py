"""The base classes of contracts and objections, and what contracts may know about a search before it runs."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from prunecheck.contracts.evidence import Evidence
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, Window


@dataclass(frozen=True, slots=True)
class SearchTraits:
    """What a search takes and returns, and what can be observed.

    `sees_leaves` is True if the leaves that it evaluates are logged. `alternate` is True if it only runs on trees whose
    players alternate. `takes_related` is True if it can run on trees made from others by negating or shifting values,
    or adding children. If not, `related_refusal` is the reason to give to a user who claims `relations`.
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
    """An objection to a missing answer, or to a violation that needs no message, since values and leaves show it.

    Other kinds of objections are defined next to their contract. `str(objection)` is the message for a person.
    """

    @property
    def kind(self) -> str:
        """What is wrong, such as `wrong value`. Empty if the returned and the expected value say enough."""
        return ""

    @property
    def details(self) -> str:
        """What the search did, and what was expected. Empty if the returned and the expected value say enough."""
        return ""

    def __str__(self) -> str:
        """The kind and the details."""
        return in_words(self.kind, self.details)


def in_words(kind: str, details: str) -> str:
    """Join what is wrong and the details to one phrase. Either may be empty.

    >>> in_words("wrong value", "got 0, expected 1")
    'wrong value: got 0, expected 1'
    """
    return ": ".join(filter(None, (kind, details)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract(ABC):
    """A statement about a search: its name, the statement as a formula or sentence, and its source.

    `owed` is True if every search to which the contract applies must satisfy it. `full_window` is True if it only
    judges calls in the full window. `in_sequences` is True if it also applies to answers of a reused instance.
    `unless_it_applies` is what to report about a search to which it does not apply.
    """

    name: str
    says: str
    source: str
    aliases: tuple[str, ...] = ()
    owed: bool = False
    full_window: bool = False
    in_sequences: bool = False
    unless_it_applies: str = "it does not apply to this search"

    by_depth_rule: ClassVar[bool] = False  # True if the judgement may change when deeper table entries are allowed
    by_reduced_tree: ClassVar[bool] = False  # True if a lossy search is judged by its reduced tree
    needs_the_move: ClassVar[bool] = False  # True if an answer is only evidence when its move is known
    has_causes: ClassVar[bool] = True  # True if a diagnosis can name the likely cause of a violation
    by_one_call: ClassVar[bool] = True  # True if one call is enough, without a related tree or a second call

    def judges_again(self, evidence: Evidence[Any]) -> bool:
        """True if the contract judges this answer of a reused instance, even though earlier searches may affect it."""
        return self.in_sequences

    @abstractmethod
    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """The objection to an answer. None if the contract holds. Not called if the search gave no answer."""

    def applies_to(self, traits: SearchTraits) -> bool:
        """True if the contract can judge searches of this kind."""
        return True

    def refusal(self, traits: SearchTraits) -> str:
        """Why the contract cannot be claimed for a search of this kind, with a remedy. Empty if it can be claimed."""
        return ""

    def decides_in(self, window: Window[Number]) -> bool:
        """True if an answer in this window can violate the contract."""
        return not self.full_window or window == FULL

    def judge(self, evidence: Evidence[Any]) -> Objection | None:
        """The objection to a search's call in one window, or None. A call that was not made violates nothing."""
        run = evidence.run
        if run.found is None:
            return None if run.outside else Objection()
        return None if self.full_window and not evidence.in_full_window else self.objection(evidence)
