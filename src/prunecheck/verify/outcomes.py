"""One-word names for the outcome of a claim, the severity of a finding, and the status of a run."""

from collections.abc import Collection, Iterable
from enum import Enum, StrEnum
from typing import Final


class Outcome(Enum):
    """The outcome of a claim."""

    HELD = "held"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


class Severity(Enum):
    """The severity of a finding. The worst severity is listed first.

    `NOTE` means a deviation that does little or no harm. `FACT` means that nothing is wrong, but the fact is worth
    knowing.
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
    """What the user gave in place of random trees: "tree", "calls" or an empty text.

    `skipped_for` contains the reasons for which phases were skipped.
    """
    return next((what for what, reason in GIVEN.items() if reason in skipped_for), "")


def why_undecided(skipped_for: Collection[str]) -> str:
    """Why a claim is undecided: the user's tree or calls cannot decide it, or too few trees exercised it.

    >>> why_undecided(["a tree is given"])
    'inconclusive: the tree that you gave cannot decide it'
    """
    given = given_instead(skipped_for)
    why = f"the {given} that you gave cannot decide it" if given else "too few trees exercised it"
    return f"inconclusive: {why}"


class Status(StrEnum):
    """The possible statuses of a run, from worst to best. A refuted claim is worse than an interrupt."""

    REFUTED = "refuted"
    INTERRUPTED = "interrupted"
    INCONCLUSIVE = "inconclusive"
    HELD = "held"


def worst(statuses: Iterable[Status]) -> Status:
    """The worst status of several runs. If there are no runs, the status is `held`.

    >>> worst([Status.HELD, Status.INTERRUPTED])
    <Status.INTERRUPTED: 'interrupted'>
    """
    return min(statuses, key=list(Status).index, default=Status.HELD)
