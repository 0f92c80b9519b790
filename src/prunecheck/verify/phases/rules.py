"""The phase that compares a search on its own game with the rules of that game, if the user gives them."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from prunecheck.subjects.own_game.rules_of_game.against_rules import Compared
from prunecheck.subjects.own_game.subject import OwnGameSubject
from prunecheck.subjects.subject import limited_question
from prunecheck.trees.protocol import INF
from prunecheck.verify.phases.trees import failure_found
from prunecheck.verify.run import Phase, Run

SECONDS: Final = 5.0  # seconds for the searches of one start, and again for the values of the rules


def _skip(run: Run) -> str:
    if run.own_game is None or run.own_game.rules is None:
        return "no rules are given"
    return run.user_input_or_claims or failure_found(run)


def _compare(run: Run) -> Run:
    subject = run.own_game
    assert subject is not None
    found = Compared()
    for check in subject.rules_checks():
        check.on_step = partial(_note_step, run, subject)
        compared = check.compare(seed=run.plan.seed, seconds=SECONDS)
        left_out = found.root_left_out or compared.root_left_out
        found = Compared(found.positions + compared.positions, left_out, compared.difference)
        if found.difference is not None:
            break
    return replace(run, by_rules=found)


def _note_step(run: Run, subject: OwnGameSubject) -> None:
    """Report progress, and log a call, since a process that logs no call for some seconds is ended."""
    run.report(run.phase)
    if subject.watch is not None:
        tree = subject.drawn_tree(Random(0))  # noqa: S311  # not for security
        subject.watch(limited_question(tree, tree.root), -INF, INF, subject.open())


RULES: Final = Phase("comparing with the rules", _skip, _compare)
