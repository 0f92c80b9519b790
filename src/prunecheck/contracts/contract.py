"""The base classes of contracts and of violations, and the facts about a search that decide which contracts apply."""

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
}


@dataclass(frozen=True, slots=True)
class SearchTraits:
    """What a search takes and returns, and what prunecheck can observe when the search runs.

    `sees_leaves` is True if prunecheck can observe which leaves the search evaluates. `alternate` is True if the search
    only runs on trees whose players alternate. `takes_related` is True if the search also accepts a changed copy of a
    tree (values negated or shifted, children added). If `takes_related` is False, `related_refusal` says why.
    prunecheck shows the text `related_refusal` to users who claim the contract `relations`.
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
    """A violation without a message of its own: the call failed, or the report already shows what is wrong.

    Each kind of violation with its own message is a subclass of `Objection`, defined next to its contract. `str()`
    returns the message for the user.
    """

    @property
    def kind(self) -> str:
        """The kind of violation, such as `wrong value`.

        The text is empty if the returned value and the expected value already show what is wrong.
        """
        return ""

    @property
    def details(self) -> str:
        """What the search did, and what it should have done, as text.

        The text is empty if the values in the report already show what is wrong.
        """
        return ""

    def __str__(self) -> str:
        """The kind of the violation and its details, as one phrase."""
        return in_words(self.kind, self.details)


def in_words(kind: str, details: str) -> str:
    """Join the kind of a violation and its details into one phrase. The kind or the details can be empty.

    >>> in_words("wrong value", "got 0, expected 1")
    'wrong value: got 0, expected 1'
    """
    return ": ".join(filter(None, (kind, details)))


def with_symbols(formula: str) -> str:
    """Add the meaning of each symbol to a formula.

    >>> with_symbols("r = max(alpha, min(v, beta))")
    'r = max(alpha, min(v, beta)) (r: returned value, v: minimax value)'
    """
    used = set(re.findall(r"\b\w+\b(?! is )", formula))
    meanings = ", ".join(meaning for symbol, meaning in SYMBOLS.items() if symbol in used)
    return f"{formula} ({meanings})" if meanings else formula


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract(ABC):
    """A contract: a property that a search should have.

    A contract has a name, and names the literature that states the property. `owed` is True if every search to which
    the contract applies must satisfy the contract. `full_window` is True if the contract only judges calls in the
    window (-inf, inf). `in_sequences` is True if the contract also judges later calls of a search object that may store
    state between calls. `unless_it_applies` is the text that the report shows if the contract does not apply to a
    search.
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
        """True if the contract judges a call of a search that was called before and may have stored state."""
        return self.in_sequences

    def is_tested_by(self, evidence: Evidence[Any]) -> bool:
        """True if the result of the call has what the contract judges, such as table entries."""
        return True

    @abstractmethod
    def objection(self, evidence: Evidence[Any]) -> Objection | None:
        """Check the contract for one call of a search. Returns the violation, or None if there is none.

        `objection` is not called for a search that failed, since only results are checked.
        """

    def applies_to(self, traits: SearchTraits) -> bool:
        """True if the contract can judge a search with the inputs and outputs that `traits` describes."""
        return True

    def refusal(self, traits: SearchTraits) -> str:
        """The reason why a user cannot claim the contract for a search with the given `traits`, and what to do.

        Returns an empty text if the contract can be claimed.
        """
        return ""

    def decides_in(self, window: Window[Number]) -> bool:
        """True if a search in this window can violate the contract."""
        return not self.full_window or window == FULL

    def judge(self, evidence: Evidence[Any]) -> Objection | None:
        """Check one call of a search, which may also have failed. Returns the violation, or None if there is none.

        A call that was skipped, because the search does not accept its values, violates no contract.
        """
        run = evidence.run
        if run.found is None:
            return None if run.outside else Objection()
        return None if self.full_window and not evidence.in_full_window else self.objection(evidence)
