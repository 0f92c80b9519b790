"""Counts of every variant on the workloads, recomputed and compared exactly with the committed table.

Every change of counts fails here until the table is rewritten, and then shows in its diff. The whole game of
tic-tac-toe takes most of the time; `prunecheck bench --against benchmarks/counts.json` counts it, too.
"""

from pathlib import Path

import pytest

from prunecheck.catalog import VARIANTS
from prunecheck.catalog.forms import FORMS
from prunecheck.contracts.visits import VISIT_CONTRACTS, WITHIN
from prunecheck.measure.count_table import moved, part, read, silently_changed, text
from prunecheck.measure.signature import suite
from prunecheck.oracle.law import path_bounds
from prunecheck.workloads.catalog import WORKLOADS
from prunecheck.workloads.harvest import written_out

FILE = Path(__file__).parents[2] / "benchmarks" / "counts.json"
COMMITTED = read(FILE)
ROWS = {(row.workload, row.variant): row for row in COMMITTED.rows}
KEEP_VISITS = [
    row.name for row in VARIANTS.values() if not row.calls and any(claim.contract == "visits" for claim in row.claims)
]
IN_CI = {"tic-tac-toe", "tic-tac-toe-narrow"}  # counted in CI by `prunecheck bench --against`
B, D = 4, 5  # branching factor and depth of the uniform workloads


@pytest.mark.slow
def test_every_count_is_as_committed() -> None:
    """The table has exactly the entries that are counted now; CI counts those of the whole game of tic-tac-toe."""
    committed = part(
        COMMITTED, {row.variant for row in COMMITTED.rows}, {row.workload for row in COMMITTED.rows} - IN_CI
    )
    counted = suite(VARIANTS.values(), [workload for name, workload in WORKLOADS.items() if name not in IN_CI])
    assert moved(committed, counted) == [], f"prunecheck bench --against {FILE} says more"


@pytest.mark.slow
def test_no_tree_changes_without_a_new_version() -> None:
    """Trees and windows have the committed checksums of their versions."""
    assert silently_changed(COMMITTED, suite([], WORKLOADS.values())) == []
    assert [(workload.workload, workload.version) for workload in COMMITTED.workloads] == [
        (workload.name, workload.version) for workload in WORKLOADS.values()
    ]


def test_the_table_is_written_as_the_command_writes_it() -> None:
    """The bytes are equal, so that a diff only shows real changes."""
    assert FILE.read_bytes().decode() == text(COMMITTED)


@pytest.mark.slow
def test_the_table_has_a_row_for_each_variant_on_each_workload_that_it_takes() -> None:
    """Rows are in the order of workloads and variants.

    Only variants that do not need alternating players search Kalah.
    """
    assert list(ROWS) == [
        (name, variant.name)
        for name, workload in WORKLOADS.items()
        for static_values in [written_out(workload.build()).has_static_values]
        for variant in VARIANTS.values()
        if variant.fits(alternates=workload.alternates, static_values=static_values)
    ]
    assert {variant for workload, variant in ROWS if workload == "kalah-3-2"} < set(VARIANTS)


def test_the_signature_is_the_sum_of_all_visits() -> None:
    """The signature is the sum over leaves and interior nodes of all rows."""
    assert COMMITTED.signature == sum(row.leaves + row.interior for row in COMMITTED.rows)


@pytest.mark.slow_cases("tic-tac-toe*", "othello*", "nim*", "connect*")
@pytest.mark.parametrize("name", WORKLOADS)
def test_the_law_gives_the_number_of_leaves(name: str) -> None:
    """The oracle computes the number of leaves from the visits that each variant claims, without a search."""
    workload = WORKLOADS[name]
    tree = workload.build()
    leaves = list(path_bounds(tree, tree.root))
    lawful = {
        contract.name: sum(contract.reads(leaf, workload.window, tree.is_max(tree.root)) for leaf in leaves)
        for contract in VISIT_CONTRACTS
        if contract is not WITHIN  # WITHIN is the only claim without an exact sequence
    }
    for row in (row for row in COMMITTED.rows if row.workload == name):
        variant = VARIANTS[row.variant]
        claimed = {lawful[claim.contract] for claim in variant.claims if claim.contract in lawful}
        assert claimed <= {row.leaves}, variant.name
        assert claimed or variant not in FORMS, "each form claims its visits; others search again, or in another order"


def least(branching: int, depth: int) -> int:
    """The number of leaves of a minimal tree (Knuth and Moore 1975)."""
    rounded_up: int = branching ** ((depth + 1) // 2)
    rounded_down: int = branching ** (depth // 2)
    return rounded_up + rounded_down - 1


@pytest.mark.parametrize(
    ("workload", "variant", "leaves", "visited"),
    [
        ("best-first-4x5", "f2", least(B, D), sum(least(B, k) for k in range(D + 1))),
        ("nothing-pruned-4x5", "f2", B**D, sum(B**k for k in range(D + 1))),
        ("tic-tac-toe", "minimax", 255_168, 549_946),
        ("tic-tac-toe", "f2", 7_330, 18_297),
        ("tic-tac-toe-narrow", "f2", 2_477, 6_323),
    ],
)
def test_the_table_has_the_known_counts(workload: str, variant: str, leaves: int, visited: int) -> None:
    """The counts are published leaves and visits, and counts that follow from a formula."""
    row = ROWS[workload, variant]
    assert (row.leaves, row.visited) == (leaves, visited)


def test_no_node_is_counted_twice_by_a_search_without_repetition() -> None:
    """Forms of alpha-beta visit each path once: all their leaves are distinct, and nothing is re-searched."""
    names = {form.name for form in FORMS}
    forms = [row for row in COMMITTED.rows if row.variant in names]
    assert all(row.leaves == row.distinct_leaves and not row.researches for row in forms)


@pytest.mark.parametrize("name", KEEP_VISITS)
def test_forms_with_the_same_visits_cut_off_at_the_same_places(name: str) -> None:
    """Forms that satisfy `visits` visit the same nodes."""
    for row in (row for row in COMMITTED.rows if row.variant == name):
        alike = ROWS[row.workload, "explicit_stack"]  # this form takes every workload
        assert (row.interior, row.cut_offs) == (alike.interior, alike.cut_offs), row.workload


def test_plain_minimax_cuts_off_nothing() -> None:
    """Both forms of plain minimax are measured."""
    assert not any(row.cut_offs for row in COMMITTED.rows if row.variant in {"minimax", "negamax"})
