"""The results of a verification as frozen records, the source of all reports; `report.data` encodes them as JSON."""

from enum import Enum

from msgspec import Struct, structs

from prunecheck.catalog.records import Lossy
from prunecheck.contracts.contract import in_words
from prunecheck.errors import quantity
from prunecheck.failures import Failure
from prunecheck.trees.call import CLEAR, Call, Clear, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.severity import Severity
from prunecheck.verify.status import Status


class LeafStatus(Enum):
    """Whether a contract requires or allows a leaf to be evaluated."""

    LAWFUL = "evaluated"
    UNNECESSARY = "unnecessary"
    REPEATED = "evaluated again"
    OUT_OF_ORDER = "out of order"
    MISSED = "missed"
    SAVED = "saved"  # not evaluated, unlike in alpha-beta; the evaluated leaves prove the value without this leaf
    BEYOND = "below the depth limit"

    @property
    def evaluated(self) -> bool:
        """False if the leaf was not evaluated, but alpha-beta evaluates it."""
        return self not in {LeafStatus.MISSED, LeafStatus.SAVED}


class LeafVerdict(Struct, frozen=True):
    """A leaf that was evaluated, or should have been: its path and value, and the comparison that decides this."""

    path: tuple[int, ...]
    value: Number
    status: LeafStatus
    law: str


class Step(Struct, frozen=True, rename={"truth": "true", "failure": "error"}):
    """A call that was made in a scenario; a step without a tree is a `clear`.

    The search starts at the node at the end of `path`, and goes `depth` plies deep, or as deep as the tree. `found` is
    the returned value, and `truth` is the true value. `failure` is set if the call failed.
    """

    tree: ExplicitTree[Number] | None
    window: Window[Number] = FULL
    depth: int | None = None
    path: tuple[int, ...] = ()
    found: Number | None = None
    truth: Number | None = None
    failure: Failure | None = None

    @property
    def call(self) -> Call | Clear:
        """The call of this step."""
        return CLEAR if self.tree is None else Call(self.tree, self.window, self.depth, self.path)


class Witness(Struct, frozen=True, rename={"truth": "true", "failure": "error", "fewest": "fewest_leaves"}):
    """A call of a search on a tree: the returned value, the true value, and all leaves evaluated, missed or saved.

    With `depth`, the search goes to that many plies, and the tree continues below. `kind` and `details` say what is
    wrong, if the value and the leaves do not show it. With `steps`, the call is the last of these steps, made on one
    instance. If deeper table entries allow several values, `explained` has the least and the greatest of these values.
    `unshrunk`: time ran out before the witness was as small as possible. `among`: the failure occurred once in that
    many searches on one instance, and cannot be reproduced. `leaves` is empty if the evaluated leaves cannot be seen.
    `position` is set for a search on its own game: lines with the call in the game and the board of this position.
    """

    tree: ExplicitTree[Number]
    window: Window[Number]
    truth: Number
    found: Number | None
    failure: Failure | None
    leaves: tuple[LeafVerdict, ...]
    fewest: int
    kind: str = ""
    details: str = ""
    depth: int | None = None
    steps: tuple[Step, ...] = ()
    explained: tuple[Number, ...] = ()
    unshrunk: bool = False
    among: int | None = None
    position: tuple[str, ...] = ()

    @property
    def objection(self) -> str:
        """What is wrong, in a phrase; empty if the value and the leaves show it."""
        return in_words(self.kind, self.details)

    @property
    def scenario(self) -> Scenario:
        """The calls of the steps."""
        return tuple(step.call for step in self.steps)

    @property
    def max_at_root(self) -> bool:
        """True if MAX is to move at the root."""
        return self.tree.is_max(self.tree.root)

    @property
    def only_misses_leaves(self) -> bool:
        """True if, of the leaves that alpha-beta evaluates, the search evaluates only some, in the same order.

        A tree that was not shrunk may have such leaves for other reasons.
        """
        return {leaf.status for leaf in self.leaves} == {LeafStatus.LAWFUL, LeafStatus.MISSED} and not self.unshrunk

    @property
    def read(self) -> int | None:
        """The number of evaluations of leaves, repetitions included; None if they cannot be seen."""
        return sum(leaf.status.evaluated for leaf in self.leaves) if self.leaves else None


class Outcome(Enum):
    """The outcome of a claim."""

    HELD = "held"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


class StrictFailure(Struct, frozen=True):
    """On how many trees a contract only holds with deeper table entries, with a witness on a small tree."""

    trees: int
    witness: Witness


class ClaimVerdict(Struct, frozen=True):
    """A claim with its evidence, or with the witness against the claim.

    `trees` and `calls` count the random trees and the calls of the search on them. For depth-limited searches,
    `depth_rule` is the rule by which values are right: `exact`, or `deeper` if deeper table entries must be allowed. It
    is `either` if values are wrong by both rules. `strict_failure` is set if deeper entries were needed.
    """

    contract: str
    says: str
    condition: str
    outcome: Outcome
    trees: int
    calls: int
    witness: Witness | None = None
    depth_rule: str = ""
    strict_failure: StrictFailure | None = None


class UnusualValues(Enum):
    """Kinds of values beyond whole numbers to 30,000."""

    LARGE = "large"
    INFINITE = "infinite"
    CLOSE = "close"
    FRACTIONS = "fractions"


class ValueLimit(Struct, frozen=True):
    """The values up to which a search is right (`right`), and the value at which the witness fails (`wrong`).

    For close values, `right` and `wrong` are the smallest difference between two values in a tree. For the other kinds,
    they are the largest value in a tree.
    """

    values: UnusualValues
    right: Number
    wrong: Number
    witness: Witness

    @property
    def says(self) -> str:
        """The limit as text."""
        if self.values is UnusualValues.INFINITE:
            return "wrong for infinite values"
        if self.values is UnusualValues.FRACTIONS:
            return "wrong for fractions.Fraction values such as 1/3"
        if self.values is UnusualValues.CLOSE:
            size = "less than 1" if self.wrong == 0.5 else f"{show(self.wrong)} or less"
            return f"wrong for values that differ by {size}"
        wrong = "" if self.wrong == self.right + 1 else f", wrong for {self.wrong:,}"
        return f"right for whole numbers up to {self.right:,}{wrong}"


class BreakVerdict(Struct, frozen=True):
    """The replay of a known break; `confirmed` is True if the witness still violates the contract."""

    contract: str
    says: str
    why: str
    confirmed: bool
    witness: Witness


class GameVerdict(Struct, frozen=True, rename={"truth": "true", "failure": "error", "leaves": "leaves_read"}):
    """A search of a whole game: its value and the evaluated leaves, compared with those of the oracle."""

    game: str
    window: Window[Number]
    truth: Number
    found: Number | None
    failure: Failure | None
    visited: int
    leaves: int
    broken: tuple[str, ...]


class Certainty(Enum):
    """The outcome of judging all small trees; see docs/verification.md."""

    PROVED = "proved"
    CHECKED = "checked"  # not proved, because the search may do more with values than compare and negate them
    INCOMPLETE = "incomplete"
    REFUTED = "refuted"


class ScopeVerdict(Struct, frozen=True):
    """The result on all trees with at most `leaves` leaves: the outcome, and how many of the cases were judged.

    `signed`, `chains` and `windowed` are as in `Scope`; `contracts` hold in all cases. `unproved` are the reasons why
    the outcome is only checked, not proved. `infinite` is a tree with infinite leaf values on which the search is
    wrong; this is only a note if the search need not accept such values. `outside` counts the cases in which the search
    was not called, since it does not accept their values.
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
            right = f"right in all {self.total - self.outside:,} cases that it takes, of {self.total:,}"
        if self.certainty is Certainty.PROVED:
            return f"proved for all {self.words}: {right}"
        if self.certainty is Certainty.CHECKED:
            why = "; ".join(self.unproved)
            return f"checked for all {self.words}: {right}. Not proved: it {why}"
        if self.certainty is Certainty.REFUTED:
            return f"wrong on {self.words}"
        return f"{self.cases:,} of {self.total:,} cases of {self.words}; continue with --resume"


class Origin(Enum):
    """Where a search comes from, which decides how to run it again."""

    CATALOGUE = "catalogue"
    NAMED = "named"  # the user's, found by its name
    OBJECT = "object"  # a Python object of the user, which cannot be run again by name


class VariantVerdict(Struct, frozen=True, rename={"breaks": "known_breaks"}):
    """The results for one variant of the catalogue or for a user's search, as `origin` says.

    Trees of `too_slow_from` or more plies take the search too long. `reused`: one instance answered all calls. `scope`
    is the result on all small trees, if they were judged. `lossy`: the value may be wrong by design. Then claims on
    values are about the tree without the nodes that the variant skips, if there are any. Known breaks are always about
    the whole tree.
    """

    name: str
    title: str
    source: str
    source_id: str = ""
    needs: tuple[str, ...] = ()
    claims: tuple[ClaimVerdict, ...] = ()
    breaks: tuple[BreakVerdict, ...] = ()
    games: tuple[GameVerdict, ...] = ()
    too_slow_from: int | None = None
    origin: Origin = Origin.CATALOGUE
    reused: bool = False
    scope: ScopeVerdict | None = None
    lossy: Lossy | None = None

    def claim(self, contract: str) -> ClaimVerdict | None:
        """The claim about a contract, if it was judged."""
        return next((claim for claim in self.claims if claim.contract == contract), None)

    def with_claim(self, claim: ClaimVerdict) -> "VariantVerdict":
        """The verdict with this claim, which replaces a claim about the same contract, or is added at the end."""
        claims = [claim if other.contract == claim.contract else other for other in self.claims]
        return structs.replace(self, claims=tuple(claims if claim in claims else [*claims, claim]))

    @property
    def contracts(self) -> set[str]:
        """The contracts that a claim or a known break is about."""
        return {claim.contract for claim in self.claims} | {known_break.contract for known_break in self.breaks}

    @property
    def sound(self) -> bool:
        """True if no claim is refuted, every known break is confirmed, and every game has the right value."""
        return (
            all(claim.outcome is not Outcome.REFUTED for claim in self.claims)
            and all(known_break.confirmed for known_break in self.breaks)
            and not any(game.broken for game in self.games)
        )


class CodeLine(Struct, frozen=True):
    """A line of the user's file that probably has the bug, and what is wrong with it."""

    file: str
    line: int
    says: str


class Finding(Struct, frozen=True):
    """A finding as text, with its contract and, if known, its likely cause and the line to look at.

    `lines` have details of a finding without a contract.
    """

    severity: Severity
    words: str
    contract: str = ""
    cause: str = ""
    lines: tuple[str, ...] = ()
    code: CodeLine | None = None


class Skipped(Struct, frozen=True):
    """A skipped phase of the verification, and why; `evidence` is True if skipping the phase reduces the evidence."""

    phase: str
    reason: str
    evidence: bool


class Report(Struct, frozen=True):
    """The report on a whole verification; `interrupted` is True if it was stopped before its end.

    `exhaustive`: all small trees were judged in place of drawn ones.
    `drawing_seconds` is the time for drawing trees, calling searches on them, and judging the calls.
    """

    seed: int = 0
    examples: int = 0
    interrupted: bool = False
    trees: int = 0
    calls: int = 0
    seconds: float = 0.0
    drawing_seconds: float = 0.0
    variants: tuple[VariantVerdict, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    exhaustive: bool = False

    @property
    def sound(self) -> bool:
        """True if nothing is refuted."""
        return all(variant.sound for variant in self.variants)

    @property
    def evidence(self) -> str:
        """The evidence in numbers: cases, or trees, calls and seed."""
        if self.exhaustive:
            cases = sum(
                variant.scope.cases - variant.scope.outside for variant in self.variants if variant.scope is not None
            )
            return f"{cases:,} cases"
        return f"{quantity(self.trees, 'tree')}, {quantity(self.calls, 'call')}; seed {self.seed}"

    @property
    def complete(self) -> bool:
        """True if every claim is decided."""
        return all(claim.outcome is not Outcome.UNDECIDED for variant in self.variants for claim in variant.claims)

    @property
    def status(self) -> Status:
        """The status of the run."""
        return self.status_if(sound=self.sound)

    def status_if(self, *, sound: bool) -> Status:
        """Choose the status of the run, given whether anything is refuted."""
        if not sound:
            return Status.REFUTED
        return Status.INTERRUPTED if self.interrupted else Status.HELD if self.complete else Status.INCONCLUSIVE
