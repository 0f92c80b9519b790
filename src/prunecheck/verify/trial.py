"""Judge a user's search in phases, and return the verdict; for the command line and for tests."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from msgspec import Struct, structs

from prunecheck.contracts.order import contract, owed_by
from prunecheck.contracts.table_entries import TABLE
from prunecheck.contracts.visits import VISITS
from prunecheck.errors import printable, quantity
from prunecheck.exhaustive.results import Exposed
from prunecheck.subjects.convention import Flag, Role, Viewpoint
from prunecheck.subjects.own_game.judging.evaluation_notes import evaluation_notes
from prunecheck.subjects.own_game.judging.tree_notes import calls_not_made, searches_not_checked, tree_notes
from prunecheck.subjects.own_game.judging.unchanged_players import unchanged_players
from prunecheck.subjects.own_game.learning.faults import CHANGES, CUTS_OFF
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.subjects.subject import Subject
from prunecheck.trees.call import Call
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.search import AnySearch
from prunecheck.trees.values import show
from prunecheck.trees.window import FULL
from prunecheck.verify.budgets import FEW_POSITIONS, QUICK_EXAMPLES
from prunecheck.verify.checks import Check, checks
from prunecheck.verify.explain.diagnosis import likely_cause
from prunecheck.verify.explain.suspect_line import cause_and_line, strict_line, unmake_line, unseen_lines, wrong_line
from prunecheck.verify.explain.witness import unwatched
from prunecheck.verify.explain.witness_changes import with_sides_in_keys
from prunecheck.verify.findings import findings
from prunecheck.verify.hunt.suitable_trees import (
    check_values,
    suitable_bushy_trees,
    suitable_hard_trees,
    suitable_trees,
)
from prunecheck.verify.judge import broken_in
from prunecheck.verify.phases.own_game import POSITIONS, REAL_POSITIONS, RULES
from prunecheck.verify.phases.own_sequences import OWN_SEQUENCES
from prunecheck.verify.phases.sequences import GIVEN_CALLS, SEQUENCES, check_calls
from prunecheck.verify.phases.small_trees import ALL_SMALL_TREES, check_exhaustive
from prunecheck.verify.phases.trees import TREE_PHASES, due_of, report_of, verdict_on
from prunecheck.verify.phases.value_limits import VALUE_LIMITS
from prunecheck.verify.phases.visits import COUNTING_VISITS
from prunecheck.verify.plan import OnProgress, Plan, no_progress
from prunecheck.verify.records import ClaimVerdict, Finding, Outcome, Report, VariantVerdict, Witness
from prunecheck.verify.run import Phase, Row, Run, carry_out, check_turns, check_windows, subject_rows, traits_of
from prunecheck.verify.severity import FAIL_ON, USUAL, Severity
from prunecheck.verify.status import Status
from prunecheck.verify.value_limit import ValueLimit
from prunecheck.verify.visit_statistics import VisitCounts


def findings_of(run: Run, row: Row) -> list[Finding]:
    """Collect the findings about the search with fresh instances, or with a reused instance."""
    return findings(
        verdict_on(run, row),
        due=due_of(run, row),
        takes_window=run.subject.traits.takes_window,
        must_prune=run.subject.traits.must_prune,
        claimed=bool(run.plan.claims),
        watched=not row.about.reused and not run.plan.calls,
        reading=row.reading,
    )


def _diagnose(run: Run) -> Run:
    """Find the likely cause of each violation by changing the witness in one way at a time, and judging it again."""
    run.report(run.phase)
    for nth, row in enumerate(run.rows):
        bugs = ((name, _bug(run, row, name)) for name in _broken(run, row))
        run = run.with_row(nth, replace(row, bugs={name: bug for name, bug in bugs if bug}))
    return run


def _broken(run: Run, row: Row) -> list[str]:
    return [finding.contract for finding in findings_of(run, row) if finding.severity is Severity.WRONG]


def _bug(run: Run, row: Row, name: str) -> str:
    """The likely cause that a witness shows; empty if it is unknown, or if the call does not fail again."""
    claim = verdict_on(run, row).claim(name)
    if claim is None or claim.witness is None:
        return ""
    if claim.witness.among is not None:
        return "memory"
    if claim.witness.steps:
        if not _needs_others(run.subject, name, claim.witness):
            return ""
        return "side" if _lacks_side(run.subject, name, claim.witness) else "memory"
    if not contract(name).has_causes:
        return ""

    def from_scratch() -> AnySearch | None:
        """The same search without state from earlier calls: new instances, or loaded again."""
        again = run.subject if row.about.reused else run.subject.reload()
        return None if again is None else again.search

    takes_depth = row.depth_rule is not None
    forgetful = None if run.own_game is None else run.own_game.without_table()
    return likely_cause(
        row.judge.search,
        name,
        claim.witness,
        from_scratch=from_scratch,
        takes_depth=takes_depth,
        own_game=run.own_game is not None,
        without_table=None if forgetful is None else forgetful.search,
    )


def _needs_others(subject: Subject, name: str, witness: Witness) -> bool:
    """True if the last call of a sequence is only wrong after the others, and right on a new instance."""
    if len(witness.steps) < 2 or not subject.traits.keeps_state:
        return False
    last = witness.scenario[-1]
    return isinstance(last, Call) and not broken_in(subject, [last], [name])


def _lacks_side(subject: Subject, name: str, witness: Witness) -> bool:
    """True if the whole sequence is right when keys of positions include the side to move."""
    calls = [step for step in witness.scenario if isinstance(step, Call)]
    if all(with_sides_in_keys(call.tree) is None for call in calls):
        return False
    sided = {call.tree: with_sides_in_keys(call.tree) or call.tree for call in calls}
    again = [replace(step, tree=sided[step.tree]) if isinstance(step, Call) else step for step in witness.scenario]
    return not broken_in(subject, again, [name])


SUBJECT_PHASES: Final = (
    GIVEN_CALLS,
    REAL_POSITIONS,
    ALL_SMALL_TREES,
    *TREE_PHASES,
    RULES,
    COUNTING_VISITS,
    SEQUENCES,
    OWN_SEQUENCES,
    VALUE_LIMITS,
    Phase("diagnosis", lambda run: "" if any(_broken(run, row) for row in run.rows) else "nothing is wrong", _diagnose),
    POSITIONS,
)


class SubjectVerdict(Struct, frozen=True):
    """The result for fresh instances or a reused one: verdict, findings and, if visible, visit counts.

    `due` are the contracts that the search must satisfy and that were checked. `said` are the user's options that say
    how the search is called. `limits` say which values, beyond whole numbers to 30,000, make the search wrong.
    """

    verdict: VariantVerdict
    due: frozenset[str]
    findings: tuple[Finding, ...]
    reading: VisitCounts | None = None
    said: tuple[tuple[str, str], ...] = ()
    limits: tuple[ValueLimit, ...] = ()

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that make a search fail, unless `fail_on` says otherwise."""
        return tuple(finding for finding in self.findings if finding.severity in FAIL_ON[USUAL])

    def claim(self, contract: str) -> ClaimVerdict | None:
        """The claim about a contract, if it was checked."""
        return self.verdict.claim(contract)


class TrialResult(Struct, frozen=True):
    """The verdict on a search: the results for fresh instances and for a reused one, and what was `checked`.

    `fail_on` is the lowest severity with which the search fails.
    """

    name: str
    report: Report
    searches: tuple[SubjectVerdict, ...]
    checked: tuple[Check, ...] = ()
    fail_on: str = USUAL

    def failed(self, finding: Finding) -> bool:
        """True if this finding makes the search fail."""
        return finding.severity in FAIL_ON[self.fail_on]

    @property
    def failures(self) -> tuple[tuple[SubjectVerdict, Finding], ...]:
        """The findings that make the search fail, one for each contract, with evidence; fresh instances come first."""
        found: dict[str, tuple[SubjectVerdict, Finding]] = {}
        for searched in self.searches:
            for finding in filter(self.failed, searched.findings):
                found.setdefault(finding.contract or finding.words, (searched, finding))
        return tuple(found.values())

    @property
    def notes(self) -> tuple[tuple[SubjectVerdict, Finding], ...]:
        """All other findings without repetitions, the most severe first."""
        found: dict[str, tuple[SubjectVerdict, Finding]] = {}
        for severity in Severity:
            for searched in self.searches:
                for finding in searched.findings:
                    if finding.severity is severity and not self.failed(finding):
                        found.setdefault(finding.words, (searched, finding))
        return tuple(found.values())

    @property
    def sound(self) -> bool:
        """True if there are no failures."""
        return not self.failures

    @property
    def status(self) -> Status:
        """The status of the run."""
        return self.report.status_if(sound=self.sound)


def verify_subject(subject: Subject, plan: Plan, *, on_progress: OnProgress = no_progress) -> TrialResult:
    """Judge `subject` by the claims of `plan` and what they imply; without claims, by what every search must satisfy.

    The variants and games of the plan are ignored. After an interrupt, the verdict is on the results so far.
    Raises: PreconditionError for a tree, windows, calls or values of the plan that the subject does not take, and for a
    claim that cannot be judged for this subject.
    """
    check_turns(subject.traits.turns, plan.tree)
    check_windows(subject, plan.windows)
    check_values(subject, plan)
    check_calls(subject, plan)
    check_exhaustive(subject, plan)
    subject = replace(subject, name=printable_name(subject.name))
    plan = replace(
        plan,
        drawn_from=suitable_trees(subject),
        first=suitable_hard_trees(subject, plan.first),
        last=suitable_bushy_trees(subject) if plan.examples >= QUICK_EXAMPLES else (),
        enough=frozenset(plan.claims) or owed_by(traits_of(subject)),
    )
    ways = subject_rows(subject, plan)
    run = Run(plan, ways[-1:] if plan.calls else ways[:1] if plan.exhaustive else ways, subject, on_progress)
    run = carry_out(run, SUBJECT_PHASES)
    report = report_of(run)
    if not subject.traits.sees_leaves:
        report = structs.replace(report, variants=tuple(map(unwatched, report.variants)))
    searches = (_subject_verdict(run, row, verdict) for row, verdict in zip(run.rows, report.variants, strict=True))
    return TrialResult(subject.name, report, tuple(searches), checks(run))


def _subject_verdict(run: Run, row: Row, verdict: VariantVerdict) -> SubjectVerdict:
    """Make the result for one way of using the search: with new instances, or with a reused one."""
    found = [_explained(run, verdict, finding, row.bugs.get(finding.contract, "")) for finding in findings_of(run, row)]
    if run.own_game is not None:
        found = _with_faults(run.own_game, found)
    if row.failed_once is not None:
        found.append(Finding(Severity.WRONG, _seen_once(row.failed_once)))
    if run.by_rules is not None and run.by_rules.difference is not None:
        found.append(Finding(Severity.WRONG, run.by_rules.difference.words, lines=run.by_rules.difference.lines))
    if run.own_sequences is not None and run.own_sequences.difference is not None:
        wrong = run.own_sequences.difference
        found.append(Finding(Severity.WRONG, wrong.words, TABLE.name, lines=wrong.lines))
    sound = not any(finding.severity in FAIL_ON[USUAL] for finding in found)
    facts = (Finding(Severity.FACT, words) for words in _facts(run.subject, verdict))
    unseen = (*_unseen(run.subject), *_strict(run.subject, found)) if sound else ()
    notes = (Finding(Severity.NOTE, words) for words in (*_limits(run, row), *unseen))
    own = tuple(("start", start) for start in run.own_game.starts) if run.own_game is not None else ()
    return SubjectVerdict(verdict, due_of(run, row), (*found, *facts, *notes), row.reading, said=own, limits=row.limits)


def _seen_once(seen: Exposed) -> str:
    return (
        f"not repeatable: violated {seen.contract} once, on {seen.tree} in {seen.window}, but not in the same call "
        "again; the answer depends on chance or on earlier searches"
    )


def _with_faults(own: OwnGameSubject, found: list[Finding]) -> list[Finding]:
    """Add the bugs that no single tree shows. A driver's bugs come after wrong values, which may have caused them."""
    faults = list(_faults(own))
    late = [fault for fault in faults if fault.words in own.faults_of_drivers]
    wrong = [finding for finding in found if finding.severity is Severity.WRONG]
    others = [finding for finding in found if finding.severity is not Severity.WRONG]
    return [*(fault for fault in faults if fault not in late), *wrong, *late, *others]


def _faults(own: OwnGameSubject) -> Iterator[Finding]:
    """The findings on bugs of a search on its own game that no single tree shows."""
    alone = len(own.faults) == 1 and any(game.one_player for game in own.games)
    for words in own.faults:
        line = None
        if own.definition is not None and (alone or words.startswith(CUTS_OFF)):
            line = wrong_line(own.definition)
        elif own.definition is not None and words.startswith(CHANGES):
            line = unmake_line(own.definition)
        yield Finding(Severity.WRONG, words, code=line)


def _explained(run: Run, verdict: VariantVerdict, finding: Finding, cause: str) -> Finding:
    """Add its likely cause to a finding and, if there is only one, the line of the user's file to look at."""
    claim, place = verdict.claim(finding.contract), run.subject.definition
    seen = None if claim is None else claim.witness
    failure = None if seen is None else seen.failure
    sizes: list[Number] = [] if seen is None else [max(value, -value) for value in seen.tree.leaf_values]
    largest = max(sizes, default=INF)
    cause, code = cause_and_line(place, finding.severity, cause, failure, largest=largest)
    return structs.replace(finding, cause=cause, code=code)


def _limits(run: Run, row: Row) -> Iterator[str]:
    """Notes on unusual values for which the search is wrong."""
    own = run.own_game
    if own is not None and own.copied_from:
        yield f"no --start was given; used {own.starts[0]}, from {own.copied_from}"
    if run.plan.outside_values and not row.about.reused:
        yield f"right for whole numbers up to 30,000; other values end its process: {run.plan.outside_values}"
    slow = any(claim.outcome is Outcome.UNDECIDED for claim in verdict_on(run, row).claims)
    if own is not None and slow and not run.user_input:
        positions = sum(len(game.starts()) for game in own.games)
        shown = f"only {quantity(positions, 'position')} of its game can be shown"
        few = f"{shown}; give a starting call with more moves or a larger depth"
        long = "its searches take long; give a starting call with a smaller depth, or more time with --effort thorough"
        yield few if positions < FEW_POSITIONS else long
    scope = verdict_on(run, row).scope
    if scope is not None and scope.infinite is not None:
        yield f"wrong for infinite leaf values, as in {scope.infinite}"
    if own is not None:
        yield from filter(None, (driver.note for driver in own.from_drivers))
        if any(game.program.only_first is not None for game in own.games):
            yield "only the last search of the starting call was checked, not what the call does with its result"
    yield from map(_limit_in_words, row.limits)
    yield from () if row.about.reused else run.subject.assumptions
    if (fails := run.subject.traits.fails_when_over) and not row.about.reused:
        yield f"fails on finished games, which is allowed: {fails}"
    if run.subject.traits.limit is not None and not row.about.reused:
        yield run.subject.traits.limit.says


def _unseen(subject: Subject) -> Iterator[str]:
    """Notes on mistakes in a search on its own game that only change the game's tree."""
    if isinstance(subject, OwnGameSubject):
        for line in () if subject.definition is None else unseen_lines(subject.definition):
            yield f"line {line.line} {line.says}; this does not show on the search's own game"
        for game, moves in zip(subject.games, subject.moves, strict=True):
            yield from tree_notes(game)
            yield from evaluation_notes(game)
            yield from unchanged_players(game)
            yield from moves.notes()
        yield from calls_not_made([game.program for game in subject.games])
        yield from searches_not_checked(subject.games[0].program)


def _strict(subject: Subject, found: Iterable[Finding]) -> Iterator[str]:
    """A note on the cutoff test that explains the extra leaves, if the extra leaves do not make the search fail."""
    if subject.definition is not None and any(finding.contract == VISITS.name for finding in found):
        line = strict_line(subject.definition)
        if line is not None:
            yield f"line {line.line} {line.says}"


def _facts(subject: Subject, verdict: VariantVerdict) -> Iterator[str]:
    """Facts about a search that are worth knowing, although nothing is wrong."""
    yield from subject.notes
    if verdict.too_slow_from is not None:
        yield f"too slow for trees of {verdict.too_slow_from} or more plies, so none were used"
    if isinstance(subject, OwnGameSubject):
        yield from subject.facts
    if (over := subject.value_when_over) is not None:
        yield f"returns {show(over)} and no move if the game is over"
    said = subject.traits.convention
    names_a_player = Role.MAXIMISING in said.takes and said.flag in (Flag.BOOL, Flag.MIN_TO_MOVE)
    # this combination may be a bug
    if names_a_player and (said.values, said.answers) == (Viewpoint.MAX, Viewpoint.MOVER):
        yield (
            "takes scores from MAX's point of view, but returns them from the point of view of the side to move; "
            "if it should return MAX's scores, check it with --answers max"
        )


def _limit_in_words(limit: ValueLimit) -> str:
    """A limit of values as text, with the smallest tree on which the search is wrong."""
    seen = limit.witness
    window = "" if seen.window == FULL else f" in the window {seen.window}"
    wrong = seen.failure or seen.details
    return f"{limit.says}: on the tree {seen.tree}{window}: {wrong}"


def printable_name(name: str) -> str:
    """Make a name safe for the start of a line, where GitHub would take two colons for a command."""
    return printable(name.replace("::", r"\x3a:", 1) if name.lstrip().startswith("::") else name)
