"""The phase that counts the leaves that a user's search and alpha-beta evaluate on many trees."""

from dataclasses import replace
from functools import partial
from typing import Final

from msgspec import structs

from prunecheck.subjects.convention import Domain, NodeKind, Turns
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject
from prunecheck.verify.budgets import DRIVER_TREES, OWN_GAME_STATISTICS_SECONDS, STATISTICS_SECONDS, STATISTICS_TREES
from prunecheck.verify.hunt.suitable_trees import fit_values
from prunecheck.verify.phases.trees import failure_found
from prunecheck.verify.run import Phase, Run
from prunecheck.verify.table_savings import TreeSource
from prunecheck.verify.visit_statistics import count_visits


def _skip_counting(run: Run) -> str:
    if run.user_input_or_claims:
        return run.user_input_or_claims
    if not run.subject.traits.sees_leaves:
        return "the evaluated leaves cannot be observed"
    if run.own_game is not None and run.own_game.saves_leaves and not run.own_game.traits.takes_window:
        return "the search takes no window, and stores positions"
    return failure_found(run)


def _count_visits(run: Run) -> Run:
    """Count the leaves that the user's search and alpha-beta evaluate on many trees.

    Each call uses a new instance of the search, since values stored in earlier calls could change the counts. If a
    search only accepts positions of its own game, the search's tables are emptied before each call, so only cutoffs
    save leaves.
    """
    subject = run.subject
    forgetful = None if run.own_game is None else run.own_game.without_table()
    search = subject.search if forgetful is None else forgetful.search
    count = partial(count_visits, search, seed=run.plan.seed, on_tree=partial(run.report, run.phase))
    if isinstance(subject, OwnGameSubject):
        seconds = OWN_GAME_STATISTICS_SECONDS
        reading = count(
            in_windows=subject.traits.takes_window, draw=partial(subject.drawn_tree, large=True), seconds=seconds
        )
        if subject.has_driver:
            draw = partial(subject.drawn_tree, large=True, at_driver=True)
            share = DRIVER_TREES / STATISTICS_TREES
            reading = structs.replace(reading, at_driver=count(trees=DRIVER_TREES, draw=draw, seconds=seconds * share))
        return run.with_row(0, replace(run.rows[0], reading=reading))
    reading = count(
        source=TreeSource(
            turns=subject.traits.turns is Turns.ANY,
            small=subject.traits.domain is Domain.SMALL,
            within=partial(fit_values, subject),
        ),
        to_depth=subject.traits.takes_depth,
        keys_given=subject.traits.node is NodeKind.MESSAGE,
        in_windows=subject.traits.takes_window,
        seconds=STATISTICS_SECONDS,
    )
    return run.with_row(0, replace(run.rows[0], reading=reading))


COUNTING_VISITS: Final = Phase("counting visits", _skip_counting, _count_visits, gives_evidence=True)
