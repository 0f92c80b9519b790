"""Turn the results of a check into the verdict on a user's search: bugs, notes, likely causes, suspect source lines."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from msgspec import structs

from prunecheck.contracts.table_entries import TABLE
from prunecheck.contracts.visits import VISITS
from prunecheck.errors import as_code, quantity, sentences
from prunecheck.exhaustive.results import Exposed
from prunecheck.failures import NotRestored
from prunecheck.subjects.convention import Flag, Role, Viewpoint
from prunecheck.subjects.own_game.faults.skipped_moves import EarlyCutoff
from prunecheck.subjects.own_game.faults.unrestored import Unrestored
from prunecheck.subjects.own_game.faults.wrong_entries import WrongEntry
from prunecheck.subjects.own_game.learning.game import OwnGame
from prunecheck.subjects.own_game.notes.code_not_run import lines_not_run
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.subjects.source.syntax import every, last_name
from prunecheck.subjects.source.vocabulary import BY_AGENTS
from prunecheck.subjects.subject import Subject
from prunecheck.trees.protocol import INF, Number
from prunecheck.trees.values import show
from prunecheck.trees.window import FULL
from prunecheck.verify.budgets import FEW_POSITIONS, MANY_TREES, SMALL_GAME
from prunecheck.verify.explain.executed_lines import lines_of_witness
from prunecheck.verify.explain.suspect_line import (
    COUNTS_ROUNDS,
    RARELY_SEEN,
    UNSEEN,
    cause_and_line,
    line_to_blame,
    strict_line,
    suspect_lines,
)
from prunecheck.verify.outcomes import FAIL_ON, USUAL, Outcome, Severity
from prunecheck.verify.phases.likely_causes import findings_of
from prunecheck.verify.phases.trees import due_of, verdict_on
from prunecheck.verify.records import Finding, ValueLimit, VariantVerdict
from prunecheck.verify.run import Row, Run
from prunecheck.verify.trial_result import SubjectVerdict

MORE_MOVES: Final = "give a starting call with more moves or a larger depth"
FEWER_MOVES: Final = "give a starting call from a position with fewer moves"
SMALLER_DEPTH: Final = "give a starting call with a smaller depth"


def subject_verdict(run: Run, row: Row, verdict: VariantVerdict) -> SubjectVerdict:
    """Make the verdict on a user's search, for calls on new instances or for calls on one reused instance."""
    found = [
        _explained(run, verdict, finding, row.causes.get(finding.contract, "")) for finding in findings_of(run, row)
    ]
    if run.own_game is not None:
        found = _with_faults(run.own_game, verdict, found)
    if row.failed_once is not None:
        found.append(Finding(Severity.WRONG, _seen_once(row.failed_once)))
    if run.by_rules is not None and run.by_rules.difference is not None:
        found.append(Finding(Severity.WRONG, run.by_rules.difference.words, lines=run.by_rules.difference.lines))
    if run.own_sequences is not None and run.own_sequences.difference is not None:
        wrong, place = run.own_sequences.difference, run.subject.definition
        line = None if place is None else line_to_blame(place, Severity.WRONG, "memory")
        found.append(Finding(Severity.WRONG, wrong.words, TABLE.name, code=line, lines=wrong.lines))
    sound = not any(finding.severity in FAIL_ON[USUAL] for finding in found)
    facts = (Finding(Severity.FACT, words) for words in _facts(run.subject, verdict))
    unseen = (*_unseen(run.subject), *_strict(run.subject, found)) if sound else ()
    notes = (Finding(Severity.NOTE, words) for words in (*_limits(run, row), *unseen))
    own = tuple(("start", start) for start in run.own_game.starts) if run.own_game is not None else ()
    games = [] if run.own_game is None or run.user_input else run.own_game.games
    small = bool(games) and all(map(_is_whole, games)) and sum(len(game.starts()) for game in games) < FEW_POSITIONS
    return SubjectVerdict(
        verdict,
        due_of(run, row),
        (*found, *facts, *notes),
        row.reading,
        said=own,
        limits=row.limits,
        too_small=_too_small(games) if small else "",
    )


def _too_small(games: Sequence[OwnGame]) -> str:
    """Say why a game has too few positions: the table answers all searches but the first, or there are few moves."""
    if any(map(_table_answers_later_searches, games)):
        return (
            "the table answers all searches of the starting call except the first; if these searches have larger "
            "depths, the table ignores the depth"
        )
    return "the starting call has too few moves; give one with more moves or a larger depth"


def _table_answers_later_searches(game: OwnGame) -> bool:
    made = game.watched.opened.families
    first, *later = made.get(-1, [-1])
    return game.remembers and first in made and bool(later) and made.keys().isdisjoint(later)


def _seen_once(seen: Exposed) -> str:
    return (
        f"not repeatable: violated {seen.contract} once, on the tree {seen.tree} in the window {seen.window}, but not "
        "when the call was repeated. The result depends on chance or on earlier searches"
    )


def _with_faults(own: OwnGameSubject, verdict: VariantVerdict, found: list[Finding]) -> list[Finding]:
    """Add findings on bugs in the search as a whole, such as moves that are not undone, to the findings in `found`.

    Most of the added bugs are listed before wrong values, which these bugs may have caused.

    Bugs of a driver (the function that calls the search) are listed after wrong values, which may have caused the bugs.
    Early cutoffs are listed after wrong values, since a tree with a wrong value shows the same bug. If a bug already
    has a finding in `found`, the two findings become one, with the text of the added finding. If the table confuses
    positions, wrong values are reported without a likely cause, since the table may have caused the wrong values.
    """
    faults = dict(_faults(own))
    if any(isinstance(words, WrongEntry) for words in faults):
        found = [structs.replace(finding, cause="", code=None) for finding in found]
    merged = []
    for finding in found:
        what = _not_restored(verdict, finding)
        shown = (words for words in faults if isinstance(words, Unrestored) and what in words.parts)
        fault = faults.pop(next(shown, ""), finding)
        merged.append(structs.replace(finding, words=fault.words, code=fault.code or finding.code))
    late = [
        fault for words, fault in faults.items() if words in own.faults_of_drivers or isinstance(words, EarlyCutoff)
    ]
    wrong = [finding for finding in merged if finding.severity is Severity.WRONG]
    others = [finding for finding in merged if finding.severity is not Severity.WRONG]
    return [*(fault for fault in faults.values() if fault not in late), *wrong, *late, *others]


def _not_restored(verdict: VariantVerdict, finding: Finding) -> str:
    """Name the state, such as a board, that the search does not restore after it has searched a finding's tree.

    Returns an empty text if the search restores all of its state.
    """
    witness = verdict.witness(finding.contract)
    failure = None if witness is None else witness.failure
    return failure.what if isinstance(failure, NotRestored) else ""


def _faults(own: OwnGameSubject) -> Iterator[tuple[str, Finding]]:
    """For a search that only accepts positions of its own game, yield bugs in the search as a whole.

    A bug in the search as a whole is, for example, a move that the search does not undo. Each bug is a pair: the
    description, and the finding to report.
    """
    alone = len(own.faults) == 1 and any(game.one_player for game in own.games)
    for words in own.faults:
        line = None
        if own.definition is not None and (alone or isinstance(words, EarlyCutoff)):
            line = line_to_blame(own.definition, Severity.WRONG)
        elif own.definition is not None and isinstance(words, Unrestored):
            line = line_to_blame(own.definition, Severity.WRONG, "unmake")
        if isinstance(words, WrongEntry):
            yield words, Finding(Severity.WRONG, str(words), cause="table", lines=words.lines)
        else:
            yield words, Finding(Severity.WRONG, str(words), code=line)


def _explained(run: Run, verdict: VariantVerdict, finding: Finding, cause: str) -> Finding:
    """Add the likely cause of a failure to the finding about it.

    If there is exactly one suspect source line in the user's file, it is added as well.
    """
    seen, place = verdict.witness(finding.contract), run.subject.definition
    failure = None if seen is None else seen.failure
    sizes: list[Number] = [] if seen is None else [max(value, -value) for value in seen.tree.leaf_values]
    largest = max(sizes, default=INF)
    executed = frozenset if seen is None else partial(lines_of_witness, run.subject, seen)
    cause, code = cause_and_line(place, finding.severity, cause, failure, largest=largest, executed=executed)
    return structs.replace(finding, cause=cause, code=code)


def _is_whole(game: OwnGame) -> bool:
    """True if the whole game was searched, and no depth limit ended the search early."""
    return game.limits.plies is None


def _limits(run: Run, row: Row) -> Iterator[str]:
    """Yield notes on unusual leaf values for which the search is wrong, such as very large numbers."""
    own = run.own_game
    if own is not None and own.copied_from:
        yield f"without --start, prunecheck used the starting call `{own.starts[0]}`, based on {own.copied_from}"
    if own is not None and own.given_up:
        yield own.given_up
    if run.plan.outside_values and not row.about.reused:
        yield f"right for whole numbers up to 30,000. With other values, the process ended: {run.plan.outside_values}"
    undecided = any(claim.outcome is Outcome.UNDECIDED for claim in verdict_on(run, row).claims)
    slow = undecided and not run.interrupted
    positions = 0 if own is None else sum(len(game.starts()) for game in own.games)
    if own is not None and slow and not run.user_input:
        why, remedy = "", MORE_MOVES
        if not all(map(_is_whole, own.games)):
            why, remedy = "the search makes too many calls, or is too slow", FEWER_MOVES
        elif any(map(_table_answers_later_searches, own.games)):
            remedy = "the table answers all other searches of the starting call"
        few = sentences(f"only {quantity(positions, 'position')} of its game could be checked", why, remedy)
        long = f"the searches are slow; {SMALLER_DEPTH}, or more time with --effort thorough"
        yield few if positions < FEW_POSITIONS else long
    elif row.judge.out_of_time and row.judge.trees < MANY_TREES and not run.user_input:
        time = "give more time with --effort thorough"
        yield (
            f"only {quantity(row.judge.trees, 'tree')} could be searched in the time limit, so rare bugs may have been "
            f"missed; {time if own is None else f'{SMALLER_DEPTH}, or {time}'}"
        )
    elif own is not None and positions < SMALL_GAME and not run.user_input and all(map(_is_whole, own.games)):
        yield f"the starting call searches the moves of only {quantity(positions, 'position')}; {MORE_MOVES}"
    scope = verdict_on(run, row).scope
    if scope is not None and scope.infinite is not None:
        yield f"wrong for infinite leaf values, such as in the tree {scope.infinite}"
    if own is not None:
        yield from filter(None, (driver.note for driver in own.from_drivers))
        if any(game.program.only_first is not None for game in own.games):
            yield "prunecheck only checked the last search of the starting call, not what the call does with the result"
    yield from map(_limit_in_words, row.limits)
    yield from () if row.about.reused else run.subject.assumptions
    if (fails := run.subject.traits.fails_when_over) and not row.about.reused:
        yield f"raises an error if the game is over at the root, which is allowed: {fails}"
    if (stored := run.subject.traits.stored_in_positions) and not row.about.reused:
        names = " and ".join(map(as_code, stored))
        yield f"changes {names} of the positions, so it was checked with the same position objects in several searches"
    for limit in (run.subject.traits.limit, run.subject.traits.size) if not row.about.reused else ():
        if limit is not None:
            yield limit.says


def _unseen(subject: Subject) -> Iterator[str]:
    """Yield notes on mistakes in the search's source code that led to no wrong result."""
    if subject.definition is not None:
        for line in suspect_lines(subject.definition, UNSEEN) if isinstance(subject, OwnGameSubject) else ():
            yield sentences(f"line {line.line} {line.says}", "this made no difference in the search's own game")
        for line in suspect_lines(subject.definition, COUNTS_ROUNDS) if _may_count_plies(subject) else ():
            what = f"line {line.line} {line.says.partition(';')[0]}, but another function reduces it"
            yield sentences(what, "this is right if the depth counts rounds, but not if it counts plies")
        programs = [game.program for game in subject.games] if isinstance(subject, OwnGameSubject) else []
        not_run = lines_not_run(programs) if programs else []
        for line in suspect_lines(subject.definition, RARELY_SEEN):
            more = "no tree showed a failure, but --effort thorough tries more trees"
            if any(first <= line.line <= last for first, last in not_run):
                more = "no starting call reached this line"
            yield sentences(f"line {line.line} {line.says}", more)
    if isinstance(subject, OwnGameSubject):
        yield from subject.doubts


def _may_count_plies(subject: Subject) -> bool:
    """True if the search only accepts positions of its own game, and its depth limit may count plies.

    If the game numbers its players (its agents), as in Pac-Man programs, depth counts rounds, in which each agent moves
    once.
    """
    if not isinstance(subject, OwnGameSubject):
        return False
    syntax = subject.games[0].program.syntax
    return BY_AGENTS.isdisjoint(last_name(call.func) for call in every(ast.Call, syntax))


def _strict(subject: Subject, found: Iterable[Finding]) -> Iterator[str]:
    """Yield a note on a cutoff test that makes the search evaluate extra leaves."""
    if subject.definition is not None and any(finding.contract == VISITS.name for finding in found):
        line = strict_line(subject.definition)
        if line is not None:
            yield f"line {line.line} {line.says}"


def _facts(subject: Subject, verdict: VariantVerdict) -> Iterator[str]:
    """Yield facts about a search that users may want to know, although nothing is wrong."""
    yield from subject.notes
    if verdict.too_slow_from is not None:
        yield f"prunecheck used no trees of {verdict.too_slow_from} or more plies, since the search is too slow on them"
    if isinstance(subject, OwnGameSubject):
        yield from subject.facts
    if (over := subject.value_when_over) is not None:
        yield f"returns {show(over)} and no move if the game is over at the root"
    said = subject.traits.convention
    names_a_player = Role.MAXIMISING in said.takes and said.flag in (Flag.BOOL, Flag.MIN_TO_MOVE)
    # this combination may be a bug
    if names_a_player and (said.values, said.answers) == (Viewpoint.MAX, Viewpoint.MOVER):
        yield (
            "evaluates leaves from MAX's point of view, but returns values from the point of view of the side to "
            "move. If it should return values from MAX's point of view, check it with --answers max"
        )


def _limit_in_words(limit: ValueLimit) -> str:
    """Describe up to which leaf values a search is right, with the smallest tree on which it is wrong."""
    seen = limit.witness
    call = f"the tree {seen.tree}" if seen.window == FULL else f"the tree {seen.tree} in the window {seen.window}"
    return sentences(limit.says, f"on {call}: {seen.failure or seen.details}")
