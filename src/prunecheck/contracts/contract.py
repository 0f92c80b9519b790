"""The base classes of contracts and of their violations, and what contracts may know about a search in advance."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from prunecheck.contracts.evidence import Evidence
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, Window

SYMBOLS: Final = {  # symbol in the formula of a contract -> what it stands for
    "r": "r: returned value",
    "v": "v: minimax value",
    "A": "A and B: alpha-beta's bounds at the leaf",
}


@dataclass(frozen=True, slots=True)
class SearchTraits:
    """A search's inputs and outputs, and what can be observed when the search runs.

    `sees_leaves` is True if prunecheck can observe which leaves the search evaluates. `alternate` is True if the search
    only runs on trees whose players alternate. `takes_related` is True if the search also accepts a changed tree
    (values negated or shifted, children added). If `takes_related` is False, `related_refusal` is the reason, which is
    shown to users who claim `relations`.
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
    """A violation without a message. Either the call failed, or the values and leaves in the report show what is wrong.

    Other kinds of violations are subclasses, defined next to their contract. `str()` returns the message for the user.
    """

    @property
    def kind(self) -> str:
        """The kind of violation, such as `wrong value`.

        Returns an empty text if the returned and the expected value show what is wrong.
        """
        return ""

    @property
    def details(self) -> str:
        """The details: what the search did, and what was expected.

        Returns an empty text if the values in the report show what is wrong.
        """
        return ""

    def __str__(self) -> str:
        """The kind and the details."""
        return in_words(self.kind, self.details)


def in_words(kind: str, details: str) -> str:
    """Join the kind of a violation and its details into one phrase. The kind or the details can be empty.

    >>> in_words("wrong value", "got 0, expected 1")
    'wrong value: got 0, expected 1'
    """
    return ": ".join(filter(None, (kind, details)))


def with_symbols(formula: str) -> str:
    """Add to the formula of a contract what its symbols stand for.

    >>> with_symbols("r = max(alpha, min(v, beta))")
    'r = max(alpha, min(v, beta)) (r: returned value, v: minimax value)'
    """
    used = set(re.findall(r"\b\w+\b(?! is )", formula))
    meanings = ", ".join(meaning for symbol, meaning in SYMBOLS.items() if symbol in used)
    return f"{formula} ({meanings})" if meanings else formula


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract(ABC):
    """A contract: a statement that a search may satisfy or violate, with its name and source.

    `owed` is True if the contract must be satisfied by every search to which it applies. `full_window` is True if the
    contract only judges calls in the full window. `in_sequences` is True if the contract also judges the results of a
    reused instance. `unless_it_applies` is the text of the report if the contract does not apply to a search.
    """

    name: str
    says: str
    source: str
    aliases: tuple[str, ...] = ()
    owed: bool = False
    full_window: bool = False
    in_sequences: bool = False
    unless_it_applies: str = "the contract does not apply to this search"

    by_depth_rule: ClassVar[bool] = False  # True if the verdict may change when deeper table entries are allowed
    by_reduced_tree: ClassVar[bool] = False  # True if a lossy search must return the value of the reduced tree
    needs_the_move: ClassVar[bool] = False  # True if a call can only be judged when its move is known
    has_causes: ClassVar[bool] = True  # True if prunecheck can diagnose the likely cause of a violation
    by_one_call: ClassVar[bool] = True  # True if one call is enough, without a related tree or a second call

    def judges_again(self, evidence: Evidence[Any]) -> bool:
        """True if the contract judges this call of a reused instance, although earlier searches can affect it."""
        return self.in_sequences

    @abstractmethod
    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """The violation in a call, or None if the call satisfies the contract.

        This method is only called if the search returned a result.
        """

    def applies_to(self, traits: SearchTraits) -> bool:
        """True if the contract can judge searches of this kind."""
        return True

    def refusal(self, traits: SearchTraits) -> str:
        """Why the contract cannot be claimed for a search of this kind, and what to do.

        Returns an empty text if the contract can be claimed.
        """
        return ""

    def decides_in(self, window: Window[Number]) -> bool:
        """True if a call in this window can violate the contract."""
        return not self.full_window or window == FULL

    def judge(self, evidence: Evidence[Any]) -> Objection | None:
        """The violation in a call in one window, or None if the call satisfies the contract.

        A call that was skipped violates nothing.
        """
        run = evidence.run
        if run.found is None:
            return None if run.outside else Objection()
        return None if self.full_window and not evidence.in_full_window else self.objection(evidence)
