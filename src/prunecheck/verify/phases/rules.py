"""The phase that compares a search on its own game with the rules of that game, if the user gives them."""

from dataclasses import replace
from typing import Final

from prunecheck.subjects.own_game.rules_of_game.against_rules import Compared
from prunecheck.verify.phases.own_game import StepNotes
from prunecheck.verify.phases.trees import failure_found
from prunecheck.verify.run import Phase, Run

# time limit for the searches of one starting call; computing values by the rules gets the same time
SECONDS: Final = 5.0


def _skip(run: Run) -> str:
    if run.own_game is None or run.own_game.rules is None:
        return "no rules are given"
    return run.user_input_or_claims or failure_found(run)


def _compare(run: Run) -> Run:
    subject = run.own_game
    assert subject is not None
    found, note = Compared(), StepNotes(run, subject)
    for check in subject.rules_checks():
        check.on_step = note
        compared = check.compare(seed=run.plan.seed, seconds=SECONDS)
        left_out = found.root_left_out or compared.root_left_out
        found = Compared(found.positions + compared.positions, left_out, compared.difference)
        if found.difference is not None:
            break
    return replace(run, by_rules=found)


RULES: Final = Phase("comparing with the rules", _skip, _compare)
