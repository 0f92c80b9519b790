"""The results of a verification as frozen records. All reports are made from these records."""

from enum import Enum

from msgspec import Struct, structs

from prunecheck.catalog.records import Lossy
from prunecheck.contracts.contract import in_words
from prunecheck.errors import quantity
from prunecheck.failures import Failure
from prunecheck.trees.call import CLEAR, Call, Clear, Scenario
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import FULL, Window
from prunecheck.verify.outcomes import Outcome, Severity, Status
from prunecheck.verify.scope_verdict import ScopeVerdict


class LeafStatus(Enum):
    """Whether a contract requires or allows a leaf to be evaluated."""

    LAWFUL = "evaluated"
    UNNECESSARY = "unnecessary"
    REPEATED = "evaluated again"
    OUT_OF_ORDER = "out of order"
    MISSED = "missed"
    SAVED = "saved"  # not evaluated, unlike in alpha-beta, but the evaluated leaves prove the value without it
    BEYOND = "below the depth limit"

    @property
    def evaluated(self) -> bool:
        """False if the leaf was not evaluated, although alpha-beta evaluates it."""
        return self not in {LeafStatus.MISSED, LeafStatus.SAVED}


class LeafVerdict(Struct, frozen=True):
    """A leaf that was evaluated, or should have been evaluated.

    - `path`: the moves from the root to the leaf, as indices from 0.
    - `value`: the value of the leaf.
    - `status`: whether the leaf was evaluated as it should be. `missed`: not evaluated, although alpha-beta evaluates
      it; `saved`: not evaluated either, but the evaluated leaves prove the value without this leaf.
    - `law`: alpha and beta at the leaf, which nodes they come from, and how they compare.
    """

    path: tuple[int, ...]
    value: Number
    status: LeafStatus
    law: str


class Step(Struct, frozen=True, rename={"truth": "true", "failure": "error"}):
    """A call that was made in a sequence of calls on one instance; a step without a tree is a `clear`.

    - `tree`: the tree; null for a `clear`.
    - `window`: alpha and beta.
    - `depth`: the plies to search; null for the whole tree.
    - `path`: the moves from the root to the node that is searched, as indices from 0.
    - `found`: the returned value; null after an error.
    - `truth`: the minimax value.
    - `failure`: the error, if the call failed.
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
    """A counterexample: a call of a search on a tree, with everything that is known about it.

    - `tree`: the tree, as nested lists if possible, else in the flat form.
    - `window`: alpha and beta.
    - `truth`: the minimax value.
    - `found`: the returned value; null after an error.
    - `failure`: the error, if the call failed.
    - `leaves`: the evaluated leaves in order, then the leaves that were missed or saved. Empty if the evaluated leaves
      cannot be observed.
    - `fewest`: the minimum number of leaves for a search without memory.
    - `kind`: what is wrong, such as `wrong value`; empty after an error.
    - `details`: more on what is wrong, such as `got 0, expected -1`; may be empty.
    - `depth`: the depth limit; the tree continues below it. Null without a limit.
    - `steps`: if the failure needs a sequence of calls on one instance, all its calls; the last one is the call that
      fails.
    - `explained`: the least and the greatest value that deeper table entries allow, if they differ; else empty.
    - `unshrunk`: true if time ran out before the tree was as small as possible.
    - `among`: if the failure cannot be reproduced: in how many searches on one instance it occurred once.
    - `position`: for a search on its own game, the call and the board, as lines; else empty.
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
        """A phrase that says what is wrong.

        Returns an empty text if the value and the leaves already show what is wrong.
        """
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
        """True if the search evaluates only some of alpha-beta's leaves, in the same order, and no other leaves.

        False if the tree was not shrunk, because the search may then miss leaves for other reasons.
        """
        return {leaf.status for leaf in self.leaves} == {LeafStatus.LAWFUL, LeafStatus.MISSED} and not self.unshrunk

    @property
    def read(self) -> int | None:
        """The number of leaf evaluations, including repetitions. Returns None if evaluations cannot be observed."""
        return sum(leaf.status.evaluated for leaf in self.leaves) if self.leaves else None


class StrictFailure(Struct, frozen=True):
    """A contract that fails by the depth rule `exact`, although it passes by `deeper`.

    - `trees`: on how many trees the contract only holds with deeper table entries.
    - `witness`: a small tree on which the contract only holds with deeper table entries.
    """

    trees: int
    witness: Witness


class ClaimVerdict(Struct, frozen=True):
    """The claim that a search satisfies a contract.

    - `contract`: the name of the contract.
    - `says`: the formula of the contract.
    - `condition`: the condition of the claim, or empty.
    - `outcome`: whether the claim held; `undecided` if too few trees exercised the contract.
    - `trees`: how many random trees exercised the contract.
    - `calls`: how many calls the search made on these trees.
    - `witness`: the witness against the claim, if it is refuted.
    - `depth_rule`: with a depth limit, the rule by which values are right: `exact`, or `deeper` if deeper table entries
      must be allowed; `either` if values are wrong by both rules. Empty without a depth limit.
    - `strict_failure`: what fails by the rule `exact`, if deeper entries were needed.
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


class BreakVerdict(Struct, frozen=True):
    """A known break: a contract that a variant of the catalogue violates.

    - `contract`: the name of the contract.
    - `says`: the formula of the contract.
    - `why`: what the witness shows.
    - `confirmed`: true if the witness still violates the contract.
    - `witness`: the smallest known tree on which the variant violates the contract.
    """

    contract: str
    says: str
    why: str
    confirmed: bool
    witness: Witness


class GameVerdict(Struct, frozen=True, rename={"truth": "true", "failure": "error", "leaves": "leaves_read"}):
    """A search of a whole game, compared with the oracle.

    - `game`: the name of the game.
    - `window`: alpha and beta.
    - `truth`: the minimax value.
    - `found`: the returned value; null after an error.
    - `failure`: the error, if the call failed.
    - `visited`: the nodes visited, with the root and the leaves.
    - `leaves`: how many leaves were evaluated.
    - `broken`: the claimed contracts that were violated.
    """

    game: str
    window: Window[Number]
    truth: Number
    found: Number | None
    failure: Failure | None
    visited: int
    leaves: int
    broken: tuple[str, ...]


class Origin(Enum):
    """Where a search comes from, which decides how to run it again."""

    CATALOGUE = "catalogue"
    NAMED = "named"  # the user's, found by its name
    OBJECT = "object"  # a Python object of the user, which cannot be run again by name


class VariantVerdict(Struct, frozen=True, rename={"breaks": "known_breaks"}):
    """The results for one variant of the catalogue, or for a user's search.

    A reused instance of a user's search has a second record, with `reused` true. If a variant is lossy, claims on
    values are about its reduced tree, if it has one; known breaks are always about the whole tree.

    - `name`: the name of the search.
    - `title`: what the search is.
    - `source`: where the search comes from.
    - `source_id`: `000` to `004` if it comes from one of the five texts, else empty.
    - `needs`: the preconditions of the search, as text.
    - `claims`: what was claimed or required of the search.
    - `breaks`: contracts that the search is known to violate.
    - `games`: the games that the search played through.
    - `too_slow_from`: the depth in plies from which the search is too slow.
    - `origin`: a variant of the catalogue, a user's search found by its name, or a Python object.
    - `reused`: true if one instance answered all calls.
    - `scope`: the result on all small trees, if they were judged.
    - `lossy`: for a lossy search, why its value may be wrong; else null.
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
        """The claim about this contract, if the contract was judged."""
        return next((claim for claim in self.claims if claim.contract == contract), None)

    def witness(self, contract: str) -> Witness | None:
        """The witness against a contract, if there is one."""
        claim = self.claim(contract)
        return None if claim is None else claim.witness

    def with_claim(self, claim: ClaimVerdict) -> "VariantVerdict":
        """A copy of the record with this claim.

        The new claim replaces a claim about the same contract, or is added at the end.
        """
        claims = [claim if other.contract == claim.contract else other for other in self.claims]
        return structs.replace(self, claims=tuple(claims if claim in claims else [*claims, claim]))

    @property
    def contracts(self) -> set[str]:
        """The contracts that have a claim or a known break."""
        return {claim.contract for claim in self.claims} | {known_break.contract for known_break in self.breaks}

    @property
    def sound(self) -> bool:
        """True if no claim is refuted, every known violation is confirmed, and the search is right on every game."""
        return (
            all(claim.outcome is not Outcome.REFUTED for claim in self.claims)
            and all(known_break.confirmed for known_break in self.breaks)
            and not any(game.broken for game in self.games)
        )


class CodeLine(Struct, frozen=True):
    """A line of the user's file that probably has the bug.

    - `file`: the path of the file.
    - `line`: the number of the line.
    - `says`: what the line does.
    """

    file: str
    line: int
    says: str


class Finding(Struct, frozen=True):
    """A finding about a search: something wrong, or a note.

    - `severity`: how bad the finding is; `--fail-on` says which severities fail the search.
    - `words`: the finding as text.
    - `contract`: the violated contract, whose claim has the witness; or empty.
    - `cause`: the name of the likely cause, or empty.
    - `lines`: for a value that differs from the rules of a game, the position and what differs.
    - `code`: the line that probably has the bug, if it is known.
    """

    severity: Severity
    words: str
    contract: str = ""
    cause: str = ""
    lines: tuple[str, ...] = ()
    code: CodeLine | None = None


class Skipped(Struct, frozen=True):
    """A skipped phase of the verification.

    - `phase`: the name of the phase.
    - `reason`: why the phase was skipped.
    - `evidence`: true if there is less evidence because the phase was skipped.
    """

    phase: str
    reason: str
    evidence: bool


class Report(Struct, frozen=True):
    """The report on a whole verification.

    - `seed`: the seed of the random trees.
    - `examples`: how many random trees to draw.
    - `interrupted`: true if Ctrl-C or a signal ended the run.
    - `trees`: how many random trees were drawn.
    - `calls`: the calls on these trees, one for each window; the repeated calls of some contracts do not count.
    - `seconds`: the time of the whole run.
    - `drawing_seconds`: the time for drawing random trees, calling searches on them, and judging the calls.
    - `variants`: the results for each search.
    - `skipped`: the phases that were skipped.
    - `exhaustive`: true if all small trees were judged in place of random ones.
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
        """The evidence in numbers: the number of cases, or the numbers of trees and calls and the seed."""
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
