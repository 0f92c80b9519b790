"""SCOUT in the forward model: the recursion, its figures, and where SCOUT overtakes alpha-beta.

Figures: by an independent recursion, which agrees with samples of the model.
"""

from fractions import Fraction
from math import isclose, sqrt
from statistics import fmean, stdev
from typing import Final

import pytest
from docs.drawn import crossover

from documents import DOCUMENTS, table
from prunecheck import FULL, TreeError
from prunecheck.theory.forward import expected_evaluations_scout, expected_leaves_forward
from prunecheck.theory.uniform import fewest_leaves
from prunecheck.trees.models.forward import ForwardModel
from prunecheck.trees.views.counted import counted
from searches import SCOUTS

SCOUT: Final[dict[tuple[int, int, int], float | Fraction]] = {  # branching, number of values, depth -> mean evaluations
    (2, 2, 2): Fraction(117, 32),
    (2, 2, 3): Fraction(813, 128),
    (2, 2, 4): Fraction(5141, 512),
    (2, 2, 6): 25.0123,
    (2, 2, 8): 59.7514,
    (2, 2, 10): 140.087,
    (2, 2, 12): 325.908,
    (2, 2, 20): 9546.7,
    (2, 3, 2): Fraction(865, 216),
    (2, 3, 3): Fraction(9217, 1296),
    (2, 3, 4): Fraction(45731, 3888),
    (2, 3, 6): 30.9659,
    (2, 3, 8): 77.4876,
    (2, 3, 10): 188.924,
    (2, 3, 12): 454.357,
    (2, 3, 20): 14591.3,
    (2, 10, 2): 4.7629,
    (2, 10, 3): 8.86939,
    (2, 10, 4): 15.8142,
    (2, 10, 6): 46.0367,
    (2, 10, 8): 125.356,
    (2, 10, 10): 328.217,
    (2, 10, 12): 838.25,
    (2, 10, 24): 187_833,
    (2, 10, 30): 2.68957e6,
    (3, 5, 2): 8.36379,
    (3, 5, 3): 19.3719,
    (3, 5, 4): 41.4484,
    (3, 5, 6): 178.32,
    (3, 5, 8): 724.697,
    (3, 5, 10): 2870.62,
    (3, 5, 12): 11238.6,
    (3, 5, 16): 170_239,
    (3, 5, 24): 3.90652e7,
}
TREES: Final = 2_000


@pytest.mark.slow_cases("2-10-24", "2-10-30", "3-5-24")
@pytest.mark.parametrize(("branching", "values", "depth"), SCOUT)
def test_scout_costs_what_another_recursion_says(branching: int, values: int, depth: int) -> None:
    """Fractions exactly, others to six digits."""
    found, expected = expected_evaluations_scout(branching, depth, values), SCOUT[branching, values, depth]
    assert found == expected if isinstance(expected, Fraction) else isclose(found, expected, rel_tol=5e-6)


@pytest.mark.slow
@pytest.mark.parametrize(("branching", "depth", "values"), [(2, 5, 3), (3, 3, 5), (2, 6, 10)])
def test_scout_on_trees_of_the_model_costs_what_the_recursion_says(branching: int, depth: int, values: int) -> None:
    """Within four standard errors, with either player at the root."""
    counts = []
    for seed in range(TREES):
        tree = counted(ForwardModel(branching, depth, values=values, seed=seed, max_at_root=seed % 2 == 0))
        SCOUTS["scout"](tree, tree.root, FULL.alpha, FULL.beta)
        counts.append(tree.leaves)
    expected = float(expected_evaluations_scout(branching, depth, values))
    assert abs(fmean(counts) - expected) < 4 * stdev(counts) / sqrt(TREES)


def test_scout_costs_the_minimum_if_all_leaves_are_equal() -> None:
    """Every order is the best one then."""
    assert expected_evaluations_scout(3, 4, 1) == fewest_leaves(3, 4)
    with pytest.raises(TreeError, match="number of values is 0"):
        expected_evaluations_scout(2, 2, 0)


@pytest.mark.slow
def test_the_table_shows_where_scout_overtakes_alpha_beta() -> None:
    """With three children and five values at depth 11, with two children and ten values at depth 24."""
    for branching, values, first in ((3, 5, 11), (2, 10, 24)):
        before, after = (
            expected_evaluations_scout(branching, depth, values) / expected_leaves_forward(branching, depth, values)
            for depth in (first - 1, first)
        )
        assert before > 1 > after
    for row in table("docs/published.md", "b", "values", "d = 24"):
        for column in row.keys() - {"b", "values"}:
            model = int(row["b"]), int(column.removeprefix("d = ")), int(row["values"])
            ratio = expected_evaluations_scout(*model) / expected_leaves_forward(*model)
            assert row[column] == f"{float(ratio):.4f}"


@pytest.mark.slow
def test_the_plot_has_a_line_for_each_row_of_the_table() -> None:
    """Each with its name."""
    pytest.importorskip("matplotlib", reason="the optional extra `plot` is not installed")
    drawn = crossover(DOCUMENTS["docs/published.md"])
    for row in table("docs/published.md", "b", "values", "d = 24"):
        assert f">b = {row['b']}, {row['values']} values</text>" in drawn
