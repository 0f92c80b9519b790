"""What kind of slip a witness speaks of: a slip of each kind is told by it, and each kind has its section."""

import re
from pathlib import Path

import pytest

import mutants
import mutants_of_depth
import mutants_of_drivers
import mutants_with_tables
from mutating import MUTANTS
from prunecheck import Number, Tree, from_nested
from prunecheck.catalog import variant
from prunecheck.contracts.order import contract
from prunecheck.trees.protocol import N
from prunecheck.verify.diagnosis import SLIPS, slip_of
from prunecheck.verify.hunt import Charge, Trial, first_violation, hunt, smallest_witness

PAGE = (Path(__file__).parent.parent / "docs" / "slips.md").read_text(encoding="utf-8")
HOMES = mutants, mutants_of_depth, mutants_of_drivers, mutants_with_tables  # each enters its slips in the table
KINDS = {  # a slip -> what it looks like
    "last_of_equal_moves": "ties",
    "bound_kept_as_exact": "table",
    "key_without_the_player": "table",
    "last_child_skipped": "order",
    "forced_move_keeps_the_player": "single-child",
    "root_taken_for_max": "one-player",
    "infinity_is_a_million": "large-values",
    "stops_a_ply_too_soon": "depth",
}


def test_every_kind_has_a_section_in_its_order() -> None:
    """With a label that reports link to."""
    assert re.findall(r"^\(slip-([a-z-]+)\)=\n## \1$", PAGE, re.MULTILINE) == list(SLIPS)


@pytest.mark.parametrize("name, kind", KINDS.items())
def test_a_slip_is_told_by_its_kind(name: str, kind: str) -> None:
    """From its smallest witness, of one seed."""
    slip = MUTANTS[name]
    trial = Trial(slip.search, (Charge(slip.caught_by),))
    hunt([trial], examples=slip.within, seed_number=0)
    first = trial.refuted[slip.caught_by.name]
    witness = smallest_witness(slip.search, Charge(slip.caught_by), first, examples=slip.within, seed_number=0)
    found = slip_of(slip.search, slip.caught_by.name, witness)
    assert found is not None
    assert found.name == kind, witness.tree


def best_of_max_starts_at_zero(tree: Tree[N, Number], node: N, alpha: Number, beta: Number, /) -> Number:
    """MAX's best starts at 0."""
    if tree.is_terminal(node):
        return tree.evaluate(node)
    below = [best_of_max_starts_at_zero(tree, child, alpha, beta) for child in tree.children(node)]
    return max([0, *below]) if tree.is_max(node) else min(below)


def test_a_best_that_starts_at_zero_is_told_by_negative_values() -> None:
    """Lifted above zero, the witness comes right."""
    charge = Charge(contract("exact"))
    witness = first_violation(best_of_max_starts_at_zero, charge, from_nested([-1, -2]))
    assert witness is not None
    assert slip_of(best_of_max_starts_at_zero, "exact", witness) is SLIPS["negative-values"]


def test_a_right_search_has_no_slip() -> None:
    """A witness that does not come again is not diagnosed."""
    slip = MUTANTS["last_of_equal_moves"]
    trial = Trial(slip.search, (Charge(slip.caught_by),))
    hunt([trial], examples=100, seed_number=0)
    witness = trial.refuted[slip.caught_by.name][1]
    assert slip_of(variant("carried_window").search, slip.caught_by.name, witness) is None
