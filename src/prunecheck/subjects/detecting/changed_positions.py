"""Find out, with trial calls, whether a search stores something in the positions that it searches."""

from collections.abc import Callable
from typing import Any

from prunecheck.subjects.detecting.attempts import FEW_PROBES, PROBE_SECONDS
from prunecheck.subjects.detecting.probes import probes
from prunecheck.subjects.presenting.adapter import PLAIN_DATA, Adapter
from prunecheck.subjects.presenting.python_search import TRIAL_QUESTIONS, Patience, PythonSearch
from prunecheck.subjects.presenting.same_positions import SamePositions
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL


def changed_attributes(
    adapter: Adapter, make: Callable[[], Callable[..., Any]], *, small: bool = False
) -> tuple[str, ...]:
    """Return the names of the attributes that a search sets on positions, or changes in them.

    If `small` is True, the trial calls use values from -3 to 3.
    """
    if adapter.convention.node in PLAIN_DATA:
        return ()
    python, positions = PythonSearch(adapter, Patience(PROBE_SECONDS)), SamePositions()
    for nth in FEW_PROBES:
        log = recorded(probes(small=small)[nth][0], most_questions=TRIAL_QUESTIONS)
        try:
            python.answer(make(), log, log.root, FULL.alpha, FULL.beta, positions)
        except Exception:  # the search fails for another reason
            break
    return tuple(sorted(positions.changed))
