"""The possible outcomes of a claim, severities of a finding, and statuses of a run, each named by one word."""

from collections.abc import Collection, Iterable
from enum import Enum, StrEnum
from typing import Final


class Outcome(Enum):
    """The outcome of checking whether a search satisfies a contract."""

    HELD = "held"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


class Severity(Enum):
    """The severity of a finding. The worst severity is listed first.

    `NOTE` is for a deviation that does little or no harm. `FACT` is for a fact that is worth knowing, if nothing is
    wrong.
    """

    WRONG = "wrong"
    PRUNING = "pruning"
    NOTE = "note"
    FACT = "fact"


FAIL_ON: Final = {  # word for `--fail-on` -> the severities that make a search fail
    "wrong": frozenset({Severity.WRONG}),
    "pruning": frozenset({Severity.WRONG, Severity.PRUNING}),
    "notes": frozenset({Severity.WRONG, Severity.PRUNING, Severity.NOTE}),
}
USUAL: Final = "pruning"


# what a user can give in place of random trees, and what a report says about it
GIVEN: Final = {"tree": "a tree is given", "calls": "calls are given"}


def given_instead(skipped_for: Collection[str]) -> str:
    """What the user wants to be checked instead of random trees: "tree", "calls", or an empty text for neither.

    `skipped_for` contains the reasons why phases of the check were skipped.
    """
    return next((what for what, reason in GIVEN.items() if reason in skipped_for), "")


def why_undecided(skipped_for: Collection[str]) -> str:
    """Say why a claim is undecided: the user's tree or calls cannot decide it, or too few trees tested it.

    >>> why_undecided(["a tree is given"])
    'inconclusive: the tree that you gave cannot decide it'
    """
    given = given_instead(skipped_for)
    why = f"the {given} that you gave cannot decide it" if given else "too few trees exercised it"
    return f"inconclusive: {why}"


class Status(StrEnum):
    """The statuses of a run, from worst to best. If a search cannot be checked at all, the status is `error`."""

    ERROR = "error"
    REFUTED = "refuted"
    INTERRUPTED = "interrupted"
    INCONCLUSIVE = "inconclusive"
    HELD = "held"


def worst(statuses: Iterable[Status]) -> Status:
    """The worst of the statuses of several runs, or `held` if there are no runs.

    >>> worst([Status.HELD, Status.INTERRUPTED])
    <Status.INTERRUPTED: 'interrupted'>
    """
    return min(statuses, key=list(Status).index, default=Status.HELD)
