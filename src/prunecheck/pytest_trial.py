"""Check a search for the pytest plugin, with the settings of the active Hypothesis profile."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from random import SystemRandom
from typing import Any, Final
from zlib import crc32

import pytest
from hypothesis import Phase, settings

from prunecheck.api import RefutedError
from prunecheck.contracts.move import BEST_MOVE
from prunecheck.contracts.order import contract
from prunecheck.contracts.visits import VISITS
from prunecheck.report.sheet import READS, ReportRow, Standing, sheet_of_subjects
from prunecheck.verify.earlier_failures import FailureStore, counterexamples, with_earlier
from prunecheck.verify.isolated import judge_search
from prunecheck.verify.options import Options, Use, having, keywords_in_errors
from prunecheck.verify.outcomes import given_instead
from prunecheck.verify.plan import Plan
from prunecheck.verify.process_crash import BROKEN
from prunecheck.verify.trial_result import TrialResult

# Hypothesis's default: a profile with this value has not set a deadline, so our limit applies
USUAL_DEADLINE: Final = timedelta(milliseconds=200)
USUAL_EXAMPLES: Final = 100  # Hypothesis's default as well
WRONG_MOVE: Final = "wrong move"
UNSEEN: Final = "the evaluated leaves cannot be observed"


@keywords_in_errors()
def trial(search: Callable[..., Any] | str, wanted: Options, config: pytest.Config, place: str) -> TrialResult:
    """Check `search` with the options in `wanted`, and return the verdict.

    The number of trees, the seed, the time limit and the database come from the Hypothesis profile, unless the marker
    or `pyproject.toml` sets them.

    Calls that showed the search to be wrong are saved in the database under the key `place`, and the next run tries
    these calls first.
    """
    profile = settings()
    if "examples" not in wanted.said and not ("effort" in wanted.said and profile.max_examples == USUAL_EXAMPLES):
        wanted = replace(wanted, examples=profile.max_examples)
    if "seed" not in wanted.said:
        wanted = replace(wanted, seed=_seed(profile, config))
    if "seconds" not in wanted.said and profile.deadline not in {None, USUAL_DEADLINE}:
        assert profile.deadline is not None
        wanted = replace(wanted, seconds=profile.deadline.total_seconds())
    place = " ".join([place, *(str(getattr(wanted, name)) for name in having(Use.TREES))])
    most, seconds = wanted.budget
    database = profile.database if Phase.reuse in profile.phases else None
    plan = Plan(examples=most, seconds=seconds, seed=wanted.seed)
    if database is None:
        return judge_search(search, wanted, plan)
    store, key = FailureStore(database=database), replace(wanted, search=place)
    done = judge_search(search, wanted, with_earlier(plan, store.counterexamples(key)))
    if not done.report.interrupted:
        store.replace(key, counterexamples(done), failed=False)
    return done


def _seed(profile: settings, config: pytest.Config) -> int:
    """The seed that the user asked for; otherwise 0 if Hypothesis is derandomized, or a random seed."""
    given = config.getoption("--hypothesis-seed", None)
    if given is not None:
        return int(given) if str(given).isdecimal() else crc32(str(given).encode())
    return 0 if profile.derandomize else SystemRandom().randrange(2**32)


def _test_of(row: ReportRow, tests: Sequence[str]) -> str:
    """Find the contract whose test must fail because of a failure in the report."""
    if row.contract in tests:
        return row.contract
    return BEST_MOVE.name if BEST_MOVE.name in tests and row.words.startswith(WRONG_MOVE) else tests[0]


def outcome(done: TrialResult, name: str, tests: Sequence[str]) -> None:
    """Pass, fail or skip the test of the contract `name`; `tests` are all contracts that have a test.

    If a search returns a wrong move on its own game, the test of the best move fails. If the search violates a contract
    that has no test, for example by a crash, the first test fails.

    Raises: RefutedError if the contract `name` is refuted; KeyboardInterrupt if the run was interrupted. Pytest's
    Skipped is raised if the contract was not checked, if its result is inconclusive, or if the run ended early because
    of another failure.
    """
    sheet = sheet_of_subjects([done])
    rows = [row for row in sheet.rows if row.contract == name and row.standing is not Standing.NOTE]
    against = [row for row in sheet.refuted if _test_of(row, tests) == name]
    if against:
        told: list[str] = []
        for row in against:
            told += [f"{row.search} {row.words}", *(f"  {line}".rstrip() for line in row.lines)]
        raise RefutedError("\n".join([*told, *sheet.closing]))
    if done.report.interrupted:
        raise KeyboardInterrupt
    if name == READS and not done.sound:
        pytest.skip("pruning was not checked, because values or moves are wrong")
    if not done.sound and done.report.trees < done.report.examples:
        pytest.skip("this contract was not fully checked, because another failure ended the run")
    if rows and all(row.standing is Standing.FOLLOWS for row in rows):
        pytest.skip(rows[0].words)
    if rows and all(row.standing is Standing.UNDECIDED for row in rows):
        given = given_instead({skipped.reason for skipped in done.report.skipped})
        pytest.skip(rows[0].words if given else f"{rows[0].words}; allow more time or trees")
    if not rows and {row.contract for row in sheet.rows} == {BROKEN}:
        pytest.skip("this contract was not checked, because the search crashed")
    seen = name == READS and any(search.reading or search.claim(VISITS.name) for search in done.searches)
    if not rows and not seen:
        pytest.skip(UNSEEN if name == READS else contract(name).unless_it_applies)
