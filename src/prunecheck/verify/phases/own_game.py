"""Phases for a search that only accepts positions of its own game.

The phases judge positions of the game, compare the search with rules that the user gives, and show counterexamples.
"""

from dataclasses import replace
from random import Random
from time import perf_counter
from typing import Final

from msgspec import structs

from prunecheck.contracts.case import case_of
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.subjects.own_game.rules_of_game.against_rules import RulesVerdict
from prunecheck.subjects.sandbox.time_limits import clock, past
from prunecheck.subjects.subject import limited_question
from prunecheck.trees.protocol import INF
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.window import FULL
from prunecheck.verify.budgets import MOST_NODES_IN_ALL_WINDOWS, OWN_POSITIONS_SHARE, RULES_SEARCH_SECONDS
from prunecheck.verify.phases.trees import failure_found, verdict_on
from prunecheck.verify.run import Phase, Run

BETWEEN_NOTES: Final = 0.2  # seconds between two progress notes


class StepNotes:
    """Reports progress and logs calls from time to time, because a process that logs no call for a while is killed."""

    def __init__(self, run: Run, subject: OwnGameSubject) -> None:
        """Prepare to report the progress of the current phase of the check."""
        self._run, self._watch, self._asked = run, subject.watch, subject.open()
        tree = subject.drawn_tree(Random(0))  # noqa: S311  # not for security
        self._question, self._last = limited_question(tree, tree.root), -INF

    def __call__(self, done: int = 0, total: int = 0) -> None:
        """Report that `done` of `total` steps are finished, unless there was a report a moment ago."""
        if perf_counter() > self._last + BETWEEN_NOTES:
            self._last = perf_counter()
            self._run.report(self._run.phase, done, total)
            if self._watch is not None:
                self._watch(self._question, -INF, INF, self._asked)


def _judge_real_positions(run: Run) -> Run:
    """Judge a search on positions of its own game with the program's own evaluation function, smallest positions first.

    All positions are searched in the window (-inf, inf) first, and then in other windows.
    """
    subject, (row,) = run.own_game, run.rows
    assert subject is not None
    trees = list(subject.real_trees())
    small = [tree for tree in trees if len(tree) <= MOST_NODES_IN_ALL_WINDOWS]
    asked = [*(([FULL], tree) for tree in trees), *((None, tree) for tree in small)]
    end = clock() + (row.judge.end - clock()) / OWN_POSITIONS_SHARE
    try:
        for nth, (windows, tree) in enumerate(asked):
            run.report(run.phase, nth, len(asked))
            if not row.judge.open or past(end):
                break
            before = row.judge.trees, row.judge.unnamed
            row.judge.judge(case_of(unfolded(tree), None, windows), tree)
            if windows is None:
                row.judge.trees, row.judge.unnamed = before  # each position counts once
            due = row.judge.enough.intersection(row.judge.refuted)
            row.witnesses.update((name, row.judge.refuted[name][1]) for name in due)
    except KeyboardInterrupt:
        run = replace(run, interrupted_in=run.phase)
    return replace(run, trees=row.judge.trees)


def _skip_real_positions(run: Run) -> str:
    return run.user_input if run.own_game else "the search is checked on random trees"


def _describe_positions(run: Run) -> Run:
    """For a search that only accepts positions of its own game, add the call and the board to each counterexample."""
    subject = run.own_game
    assert subject is not None
    run.report(run.phase)
    for nth, row in enumerate(run.rows):
        verdict = verdict_on(run, row)
        for claim in verdict.claims:
            if claim.witness is not None and not claim.witness.position:
                lines = subject.position_of(claim.witness.tree)
                verdict = verdict.with_claim(
                    structs.replace(claim, witness=structs.replace(claim.witness, position=lines))
                )
        run = run.with_row(nth, replace(row, verdict=verdict))
    return run


REAL_POSITIONS: Final = Phase("its own positions", _skip_real_positions, _judge_real_positions)
POSITIONS: Final = Phase(
    "finding its positions",
    lambda run: "the search is checked on random trees" if run.own_game is None else "",
    _describe_positions,
)


def _skip_rules(run: Run) -> str:
    if run.own_game is None or run.own_game.rules is None:
        return "no rules are given"
    return run.user_input_or_claims or failure_found(run)


def _compare_with_rules(run: Run) -> Run:
    """If the user gives rules of the search's own game, compare the search with these rules."""
    subject = run.own_game
    assert subject is not None
    found, note = RulesVerdict(), StepNotes(run, subject)
    for check in subject.rules_checks():
        check.on_step = note
        compared = check.compare(seed=run.plan.seed, seconds=RULES_SEARCH_SECONDS)
        left_out = found.root_left_out or compared.root_left_out
        found = RulesVerdict(
            found.positions + compared.positions, left_out, compared.difference, found.only_root or compared.only_root
        )
        if found.difference is not None:
            break
    return replace(run, by_rules=found)


RULES: Final = Phase("comparing with the rules", _skip_rules, _compare_with_rules)
