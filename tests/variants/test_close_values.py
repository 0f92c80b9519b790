"""SSS*, DUAL*, MTD and bisection end with the true value, however close or far apart the values are."""

from fractions import Fraction
from itertools import permutations
from math import nextafter
from typing import Final

import pytest

from prunecheck import FULL, INF, Number, Window, from_nested
from prunecheck.catalog.null_windows import MTD
from prunecheck.catalog.state_space import STATE_SPACE
from prunecheck.oracle.minimax import value
from prunecheck.trees.search import AnySearch, value_of
from prunecheck.trees.views.recorded import recorded

SEARCHES = {row.name: row.search for row in (*MTD, *STATE_SPACE)}
VALUES: Final[dict[str, tuple[Number, ...]]] = {
    "quarters": (-0.25, 0.0, 0.25, 0.5),
    "tiny": (-1e-300, 0.0, 1e-300, 2e-300),
    "subnormal": (-5e-324, 0, 5e-324, 1e-323),
    "adjacent floats": (nextafter(1, 0), 1.0, nextafter(1, 2), 2.0),
    "far apart": (-1.7e308, -5e-324, 1, 1.7e308),
    "fractions": (Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**30), Fraction(2, 3), Fraction(1)),
    "large integers": (10**400, 10**400 + 1, 10**400 + 2, -(10**400)),
    "mixed": (0.5, 10**400, Fraction(1, 3), -(10**400)),
    "infinities": (-INF, -INF, 0, INF),
    "infinity alone": (INF, INF, INF, INF),
}
MOST_QUESTIONS = 500  # null-window searches of a tree of seven nodes


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_a_search_ends_with_the_value_for_any_values(search: AnySearch) -> None:
    """Trees have all orders of four leaves and either player at the root; windows are the full and a narrower one."""
    for values in VALUES.values():
        for a, b, c, d in set(permutations(values)):
            for max_at_root in (True, False):
                tree = from_nested([[a, b], [c, d]], max_at_root=max_at_root)
                v = value(tree, tree.root)
                for window in (FULL, Window(-INF, values[1])) if values[1] > -INF else (FULL,):
                    log = recorded(tree, most_questions=MOST_QUESTIONS)
                    found = value_of(search(log, log.root, window.alpha, window.beta))
                    assert min(v, window.beta) <= found <= max(v, window.alpha), (tree, window)
