"""The table of the smallest trees that reveal each mutant: some rows are measured again in plain Python."""

import pytest

pytest.importorskip("numba", reason="the table is made with the optional extra `native`")

from benchmarks import scopes

import form_mutants
from mutant_registry import MUTANTS
from prunecheck.exhaustive.plain_judge import judge_plainly

ROWS = {row.mutant: row for row in scopes.committed()}


def test_the_table_has_all_mutants_of_forms() -> None:
    """The mutants are in the order of their file. Each has a wrong value or wrong leaves in some scope."""
    assert list(ROWS) == [name for name in MUTANTS if hasattr(form_mutants, name)]
    assert all(row.plain or row.signed or row.visits for row in ROWS.values())


@pytest.mark.parametrize("name", ["best_starts_at_zero", "values_below_alpha_forgotten", "leaf_not_seen_from_mover"])
def test_a_wrong_value_shows_first_in_the_case_of_the_table(name: str) -> None:
    """The case is the same in plain and in signed orders."""
    row, search = ROWS[name], MUTANTS[name].search
    assert scopes.smallest(judge_plainly, search, scopes.VALUES, 2, signed=False) == row.plain
    assert scopes.smallest(judge_plainly, search, scopes.VALUES, 2, signed=True) == row.signed


@pytest.mark.parametrize("name", ["strict_cutoff", "leaves_read_to_sort_them"])
def test_a_bug_that_changes_no_value_shows_in_the_leaves(name: str) -> None:
    """The contract `visits` finds a bug that changes no value."""
    row = ROWS[name]
    assert (row.plain, row.signed) == (None, None)
    assert scopes.smallest(judge_plainly, MUTANTS[name].search, scopes.VISITS, 2, signed=False) == row.visits
