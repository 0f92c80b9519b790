"""Immutable records with the results of a check, from which all reports are made."""

from enum import Enum

from msgspec import Struct, structs

from prunecheck.catalog.records import Lossy
from prunecheck.errors import quantity
from prunecheck.failures import Failure
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.values import show
from prunecheck.trees.window import Window
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.outcomes import Outcome, Severity, Status


class StrictFailure(Struct, frozen=True):
    """A contract that is only satisfied if values from deeper table entries are allowed (depth rule `deeper`).

    - `trees`: on how many trees the search violates the contract by the depth rule `exact`.
    - `witness`: a call on a small tree in which the search violates the contract by the depth rule `exact`.
    """

    trees: int
    witness: Witness


class ClaimVerdict(Struct, frozen=True):
    """The claim that a search satisfies a contract, and the outcome of checking it.

    - `contract`: the name of the contract.
    - `says`: the formula of the contract.
    - `condition`: the condition under which the search must satisfy the contract, or empty.
    - `outcome`: whether the search satisfied the contract; `undecided` if too few trees tested it.
    - `trees`: on how many random trees the contract was tested.
    - `calls`: how many calls the search made on these trees.
    - `witness`: the counterexample, if the search violates the contract.
    - `depth_rule`: the rule by which the values of a depth-limited search are right: `exact`, or `deeper` if values
      from deeper table entries must be allowed; `either` if values are wrong by both rules. Empty if the search takes
      no depth, or if both rules always agree.
    - `strict_failure`: if `depth_rule` is `deeper`, how the search violates the contract by the rule `exact`.
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
    """A known break: a contract that a search of the catalogue is known to violate.

    - `contract`: the name of the contract.
    - `says`: the formula of the contract.
    - `why`: why the search violates the contract.
    - `confirmed`: true if the search still violates the contract on the recorded tree.
    - `witness`: a call on the smallest known tree on which the search violates the contract.
    """

    contract: str
    says: str
    why: str
    confirmed: bool
    witness: Witness


class GameVerdict(Struct, frozen=True, rename={"truth": "true", "failure": "error", "leaves": "leaves_read"}):
    """The result of one search of a whole game, compared with plain minimax.

    - `game`: the name of the game.
    - `window`: alpha and beta.
    - `truth`: the minimax value.
    - `found`: the returned value; null after an error.
    - `failure`: the error, if the call failed.
    - `visited`: how many nodes were visited, including the root and the leaves.
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


class Certainty(Enum):
    """Whether a check of all small trees proves that a search is right; see docs/verification.md."""

    PROVED = "proved"
    CHECKED = "checked"  # not proved, since the search may do more with values than compare and negate them
    INCOMPLETE = "incomplete"
    REFUTED = "refuted"


class ScopeVerdict(Struct, frozen=True):
    """The result of a check of a search on all small trees.

    - `leaves`: the largest number of leaves of a tree.
    - `signed`: true if all orders of the values and their negatives were judged.
    - `chains`: the greatest height of trees in which some node has exactly one child; 0 if there are no such trees.
    - `windowed`: false if only the window (-inf, inf) was judged, since the search takes no window.
    - `words`: a description of the trees.
    - `certainty`: whether the result proves that the search is right.
    - `cases`: how many cases (a tree with an order of values and a window) were judged.
    - `total`: how many cases there are.
    - `contracts`: the contracts that the search satisfied in all judged cases.
    - `unproved`: if the search is only `checked`, what it does with values besides comparing and negating them.
    - `infinite`: a tree with infinite leaves on which the search is wrong; only a note if the search need not accept
      infinite leaves.
    - `outside`: the cases in which the search was not called, since it does not accept their values.
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
        """Describe the result of the check in words."""
        right = f"right in all {self.total:,} cases"
        if self.outside:
            right = f"right in all {self.total - self.outside:,} cases that it accepts, of {self.total:,}"
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
    """The results for one search, from the catalogue or from a user.

    If a user's search stores state, a second record, with `reused` true, has the results of one instance that answered
    all calls. A lossy search skips parts of the tree on purpose. If prunecheck knows which parts a lossy search skips,
    claims are judged by the minimax value of the tree without these parts. The contracts in `breaks` are judged by the
    minimax value of the whole tree.

    - `name`: the name of the search.
    - `title`: what the search is.
    - `source`: where the search comes from.
    - `source_id`: `000` to `004` if it comes from one of the five texts in docs/sources.md, else empty.
    - `needs`: the preconditions of the search, as text.
    - `claims`: the contracts that the search claims or must satisfy, each with the outcome.
    - `breaks`: contracts that the search is known to violate.
    - `games`: the results on whole games.
    - `too_slow_from`: from this depth in plies on, the search is too slow to be checked.
    - `origin`: a search of the catalogue, a user's search found by its name, or a Python object.
    - `reused`: true if one instance answered all calls.
    - `scope`: the result on all small trees, if they were judged.
    - `lossy`: for a lossy search, why its value may be wrong; else null.
    - `error`: why the search could not be checked at all, if it is one of several searches; else empty.
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
    error: str = ""

    def claim(self, contract: str) -> ClaimVerdict | None:
        """The claim about the given contract, if the contract was judged."""
        return next((claim for claim in self.claims if claim.contract == contract), None)

    def witness(self, contract: str) -> Witness | None:
        """The counterexample to a contract, if there is one."""
        claim = self.claim(contract)
        return None if claim is None else claim.witness

    def with_claim(self, claim: ClaimVerdict) -> "VariantVerdict":
        """Copy the record, and replace or add a claim.

        The new claim replaces a claim about the same contract. If there is no claim about the same contract yet, the
        new claim is added at the end.
        """
        claims = [claim if other.contract == claim.contract else other for other in self.claims]
        return structs.replace(self, claims=tuple(claims if claim in claims else [*claims, claim]))

    @property
    def contracts(self) -> set[str]:
        """All contracts that the search claims or must satisfy, and all that it is known to violate."""
        return {claim.contract for claim in self.claims} | {known_break.contract for known_break in self.breaks}

    @property
    def sound(self) -> bool:
        """True if no claim is refuted, every known violation is confirmed, and the search is right on every game."""
        return (
            all(claim.outcome is not Outcome.REFUTED for claim in self.claims)
            and all(known_break.confirmed for known_break in self.breaks)
            and not any(game.broken for game in self.games)
        )


class UnusualValues(Enum):
    """Kinds of leaf values other than whole numbers up to 30,000."""

    LARGE = "large"
    INFINITE = "infinite"
    CLOSE = "close"
    FRACTIONS = "fractions"


class ValueLimit(Struct, frozen=True):
    """The limit up to which a search is right for one kind of leaf values.

    - `values`: the kind of leaf values that were tried, such as large or close ones.
    - `right`: the largest value for which the search is right; for close values, the smallest difference between two
      values.
    - `wrong`: a larger value, or a smaller difference, for which the search is wrong.
    - `witness`: a small tree with a value or difference `wrong`, on which the search is wrong.
    """

    values: UnusualValues
    right: Number
    wrong: Number
    witness: Witness

    @property
    def says(self) -> str:
        """Describe the limit in words."""
        wrong = "wrong" if self.witness.failure is None else "fails"
        if self.values is UnusualValues.INFINITE:
            return f"{wrong} for infinite values"
        if self.values is UnusualValues.FRACTIONS:
            return f"{wrong} for fractions.Fraction values such as 1/3"
        if self.values is UnusualValues.CLOSE:
            if self.wrong == 0.5:
                return f"{wrong} for some values that are not whole numbers"
            return f"{wrong} for values that differ by {show(self.wrong)} or less"
        right = f"right for whole numbers up to {self.right:,}"
        return right if self.wrong == self.right + 1 else f"{right}, but {wrong} for {self.wrong:,}"


class CodeLine(Struct, frozen=True):
    """A source line of the user's file that probably has the bug.

    - `file`: the path of the file.
    - `line`: the number of the line.
    - `says`: what the code in the line does.
    """

    file: str
    line: int
    says: str


class Finding(Struct, frozen=True):
    """A finding about a search: something that is wrong, or a note.

    - `severity`: how bad the finding is; `--fail-on` says which severities fail the search.
    - `words`: what was found, as text.
    - `contract`: the violated contract, or empty. The counterexample is in the claim about this contract.
    - `cause`: the name of the likely cause, or empty.
    - `lines`: for a search that differs from the given rules of its game, the position and the difference; for a
      table that confuses positions, the positions.
    - `code`: the line that probably has the bug, if it is known.
    """

    severity: Severity
    words: str
    contract: str = ""
    cause: str = ""
    lines: tuple[str, ...] = ()
    code: CodeLine | None = None


class Skipped(Struct, frozen=True):
    """A phase of the check that was skipped.

    - `phase`: the name of the phase.
    - `reason`: why the phase was skipped.
    - `evidence`: true if the verdict is less certain because the phase was skipped.
    """

    phase: str
    reason: str
    evidence: bool


class Report(Struct, frozen=True):
    """The report of a whole run of `prunecheck verify`.

    - `seed`: the seed of the random trees.
    - `examples`: how many random trees to draw.
    - `interrupted`: true if Ctrl-C or a signal ended the run.
    - `trees`: how many random trees were drawn.
    - `calls`: how many calls were made on these trees, without the additional calls that some contracts need.
    - `seconds`: how many seconds the whole run took.
    - `drawing_seconds`: how many seconds it took to draw random trees, and to call and judge searches on them.
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
        """True if all searches in the report passed."""
        return all(variant.sound for variant in self.variants)

    @property
    def evidence(self) -> str:
        """Say how much was tested: the number of cases, or the numbers of trees and calls and the seed."""
        if self.exhaustive:
            cases = sum(
                variant.scope.cases - variant.scope.outside for variant in self.variants if variant.scope is not None
            )
            return f"{cases:,} cases"
        return f"{quantity(self.trees, 'tree')}, {quantity(self.calls, 'call')}; seed {self.seed}"

    @property
    def complete(self) -> bool:
        """True if no claim is undecided."""
        return all(claim.outcome is not Outcome.UNDECIDED for variant in self.variants for claim in variant.claims)

    @property
    def status(self) -> Status:
        """The status of the run."""
        return self.status_if(sound=self.sound)

    def status_if(self, *, sound: bool) -> Status:
        """The status of the run, if all searches passed (`sound` is True) or if a search failed (`sound` is False)."""
        if not sound:
            return Status.REFUTED
        return Status.INTERRUPTED if self.interrupted else Status.HELD if self.complete else Status.INCONCLUSIVE
