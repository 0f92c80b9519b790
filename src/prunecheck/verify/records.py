"""What verification found, as frozen records: all that a report is made from, and encoded as JSON by `report.data`."""

from enum import Enum

from msgspec import Struct, structs

from prunecheck.failures import Failure
from prunecheck.trees.call import CLEAR, Call, Clear, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.trees.window import FULL, Window


class LeafStatus(Enum):
    """How a leaf stands to what the contract allows to be read."""

    LAWFUL = "evaluated"
    UNNECESSARY = "unnecessary"
    REPEATED = "evaluated again"
    OUT_OF_ORDER = "out of order"
    MISSED = "missed"
    BEYOND = "below the depth limit"


class LeafVerdict(Struct, frozen=True):
    """One leaf that was read, or should have been: where it is, its value, and the law's comparison for it."""

    path: tuple[int, ...]
    value: Number
    status: LeafStatus
    law: str


class Step(Struct, frozen=True, rename={"truth": "true", "failure": "error"}):
    """One call of a scenario that was carried out; without a tree, the instance was asked to forget.

    The search starts at the node at the end of `path`, and goes `depth` plies deep, or as deep as the tree. What was
    `found` and what is true is there once it was carried out, and the failure, if it ended with one.
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
        """The call that was carried out."""
        return CLEAR if self.tree is None else Call(self.tree, self.window, self.depth, self.path)


class Witness(Struct, frozen=True, rename={"truth": "true", "failure": "error", "fewest": "fewest_leaves"}):
    """One call of a search on one tree: what it found, what is true, and each leaf it read or missed.

    With `depth`, it searched to so many plies, and the tree goes on below. `objection` says in words what is wrong,
    where value and leaves do not show it. With `steps`, it is the last of these searches, which one instance made.
    `explained` are the least and the greatest value that deeper searches of positions met again explain, where they
    do not explain the true one alone. It is `unshrunk` where time ended before it was as small as it goes; `among` says
    how many searches one instance had made when it was seen, where it does not come again by itself. There are no
    `leaves` where nobody sees what is read.
    """

    tree: ExplicitTree[Number]
    window: Window[Number]
    truth: Number
    found: Number | None
    failure: Failure | None
    leaves: tuple[LeafVerdict, ...]
    fewest: int
    objection: str = ""
    depth: int | None = None
    steps: tuple[Step, ...] = ()
    explained: tuple[Number, ...] = ()
    unshrunk: bool = False
    among: int | None = None

    @property
    def scenario(self) -> Scenario:
        """The calls of the steps."""
        return tuple(step.call for step in self.steps)

    @property
    def max_at_root(self) -> bool:
        """True where MAX is to move at the root."""
        return self.tree.is_max(self.tree.root)

    @property
    def read(self) -> int | None:
        """How many leaves were read, repetitions included; None where nobody sees it."""
        return sum(leaf.status is not LeafStatus.MISSED for leaf in self.leaves) if self.leaves else None


class Outcome(Enum):
    """How the trial of a claim ended."""

    HELD = "held"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


class StrictFailure(Struct, frozen=True):
    """On so many `trees` a contract holds because deeper searches explain the value: the smallest of them found."""

    trees: int
    witness: Witness


class ClaimVerdict(Struct, frozen=True):
    """A claim, and on how much evidence it held, or the witness against it.

    `trees` and `calls` count the drawn trees and the calls of the search on them. Of values to a depth, `depth_rule`
    says by which rule they are right: `exact`, or only if `deeper` table entries are allowed; or that by `either` they
    are wrong. `strict_failure` is there if deeper entries were needed.
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
    """Where a search stops being right: at `right` all is right, and at `wrong` the witness fails.

    The two are the largest value that occurs, or the smallest difference between two values.
    """

    values: UnusualValues
    right: Number
    wrong: Number
    witness: Witness

    @property
    def says(self) -> str:
        """The limit in words."""
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
    """A known break, replayed: `confirmed` if its witness still breaks the contract."""

    contract: str
    says: str
    why: str
    confirmed: bool
    witness: Witness


class GameVerdict(Struct, frozen=True, rename={"truth": "true", "failure": "error", "leaves": "leaves_read"}):
    """A search of a whole game: its value and its reads against the oracle's."""

    game: str
    window: Window[Number]
    truth: Number
    found: Number | None
    failure: Failure | None
    visited: int
    leaves: int
    broken: tuple[str, ...]


class Origin(Enum):
    """Where a search comes from, and so how it can be judged again."""

    CATALOGUE = "catalogue"
    NAMED = "named"  # the user's, and found by its name
    OBJECT = "object"  # the user's, and a Python object that no name leads to


class VariantVerdict(Struct, frozen=True, rename={"breaks": "known_breaks"}):
    """All that was found about one variant of the catalogue, or about a search of the user's own: `origin` says which.

    `outgrown` are the plies from which on trees take it too long, as it takes longer and longer with each. `reused`:
    one instance answered all calls.
    """

    name: str
    title: str
    source: str
    source_id: str = ""
    needs: tuple[str, ...] = ()
    claims: tuple[ClaimVerdict, ...] = ()
    breaks: tuple[BreakVerdict, ...] = ()
    games: tuple[GameVerdict, ...] = ()
    outgrown: int | None = None
    origin: Origin = Origin.CATALOGUE
    reused: bool = False

    def claim(self, contract: str) -> ClaimVerdict | None:
        """What came of a contract, if it was judged."""
        return next((claim for claim in self.claims if claim.contract == contract), None)

    def with_claim(self, claim: ClaimVerdict) -> "VariantVerdict":
        """The same with this claim in the place of the one about its contract, or after the others."""
        claims = [claim if each.contract == claim.contract else each for each in self.claims]
        return structs.replace(self, claims=tuple(claims if claim in claims else [*claims, claim]))

    @property
    def contracts(self) -> set[str]:
        """The contracts that a claim or a known break is about."""
        return {claim.contract for claim in self.claims} | {each.contract for each in self.breaks}

    @property
    def sound(self) -> bool:
        """True where no claim is refuted, each known break is confirmed, and each game came out right."""
        return (
            all(claim.outcome is not Outcome.REFUTED for claim in self.claims)
            and all(each.confirmed for each in self.breaks)
            and not any(game.broken for game in self.games)
        )


class Skipped(Struct, frozen=True):
    """A phase of the verification that was left out, and why; without it there may be less `evidence`."""

    phase: str
    reason: str
    evidence: bool


class Report(Struct, frozen=True):
    """The whole of a verification; `interrupted` where it was stopped before its end.

    `calls` of searches on drawn trees took `drawing_seconds`, the drawing and judging of the trees included.
    """

    seed: int
    examples: int
    interrupted: bool
    trees: int
    calls: int
    seconds: float
    drawing_seconds: float
    variants: tuple[VariantVerdict, ...] = ()
    skipped: tuple[Skipped, ...] = ()

    @property
    def sound(self) -> bool:
        """True where nothing was refuted."""
        return all(each.sound for each in self.variants)

    @property
    def complete(self) -> bool:
        """True where every claim was decided."""
        return all(claim.outcome is not Outcome.UNDECIDED for each in self.variants for claim in each.claims)

    @property
    def status(self) -> str:
        """The outcome in one word: held, refuted, inconclusive or interrupted."""
        if not self.sound:
            return "refuted"
        if self.interrupted:
            return "interrupted"
        return "held" if self.complete else "inconclusive"
