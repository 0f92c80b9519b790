"""Alpha-beta's and SCOUT's means in the forward model: an independent table, limits, and the crossover."""

from fractions import Fraction
from itertools import product
from math import isclose
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prunecheck.errors import TreeError
from prunecheck.theory.forward import (
    Searched,
    expected_leaves_forward,
    leaves_by_depth_forward,
    scout_wins_from,
)
from prunecheck.theory.uniform import fewest_leaves, most_leaves

SHAPES: Final = [*product((1, 2, 3, 4), range(5)), (2, 9), (3, 6), (7, 3)]
DEPTHS: Final = (2, 3, 4, 6, 8, 10, 12)


def cells(*means: float | Fraction, **deeper: float) -> dict[int, float | Fraction]:
    """A row of the table: means at all these depths, then at single deeper ones."""
    return {**dict(zip(DEPTHS, means, strict=True)), **{int(name[1:]): mean for name, mean in deeper.items()}}


# (b, number of values, search) -> means, from another program
TABLE: Final[dict[tuple[int, int, Searched], dict[int, float | Fraction]]] = {
    (2, 2, "alpha-beta"): cells(
        Fraction(13, 4), Fraction(181, 32), Fraction(139, 16), 21.5342, 51.4679, 120.661, 279.969, d20=7916.69
    ),
    (2, 2, "scout"): cells(
        Fraction(117, 32), Fraction(813, 128), Fraction(5141, 512), 25.0123, 59.7514, 140.087, 325.908, d20=9546.7
    ),
    (2, 3, "alpha-beta"): cells(
        Fraction(121, 36), Fraction(143, 24), Fraction(16421, 1728), 24.9924, 63.3103, 156.935, 383.871, d20=12958.5
    ),
    (2, 3, "scout"): cells(
        Fraction(865, 216), Fraction(9217, 1296), Fraction(45731, 3888), 30.9659, 77.4876, 188.924, 454.357, d20=14591.3
    ),
    (2, 10, "alpha-beta"): cells(
        3.5509, 6.48632, 10.9895, 31.7719, 88.2854, 239.153, 636.574, d24=187_861, d30=3.03648e6
    ),
    (2, 10, "scout"): cells(4.7629, 8.86939, 15.8142, 46.0367, 125.356, 328.217, 838.25, d24=187_833, d30=2.68957e6),
    (3, 5, "alpha-beta"): cells(
        6.55253, 16.0155, 32.8749, 149.545, 647.498, 2723.93, 11251.6, d16=185_734, d24=4.74208e7
    ),
    (3, 5, "scout"): cells(8.36379, 19.3719, 41.4484, 178.32, 724.697, 2870.62, 11238.6, d16=170_239, d24=3.90652e7),
}
EXACT: Final = [
    (*row, depth, mean) for row, cells in TABLE.items() for depth, mean in cells.items() if isinstance(mean, Fraction)
]


@pytest.mark.parametrize(("branching", "values", "search"), TABLE)
def test_the_means_agree_with_those_of_another_program(branching: int, values: int, search: Searched) -> None:
    """The means agree to the six digits that are known, at every depth of the table."""
    found = leaves_by_depth_forward(branching, max(TABLE[branching, values, search]), values, search)
    for depth, expected in TABLE[branching, values, search].items():
        assert isclose(found[depth], expected, rel_tol=5e-6)


@pytest.mark.parametrize(("branching", "values", "search", "depth", "expected"), EXACT)
def test_shallow_means_are_the_exact_fractions_of_another_program(
    branching: int, values: int, search: Searched, depth: int, expected: Fraction
) -> None:
    """The means are compared as fractions."""
    assert expected_leaves_forward(branching, depth, values, search) == expected


@pytest.mark.parametrize("search", ["alpha-beta", "scout"])
def test_floats_and_fractions_agree(search: Searched) -> None:
    """The means agree to twelve digits, at every depth up to 12."""
    floats = leaves_by_depth_forward(2, 12, 3, search)
    assert all(isclose(floats[d], expected_leaves_forward(2, d, 3, search), rel_tol=1e-12) for d in range(13))


@pytest.mark.parametrize(("branching", "depth"), SHAPES)
def test_trees_with_a_single_value_cost_the_minimum(branching: int, depth: int) -> None:
    """If all leaves are equal, every order is the best one, and no null window of SCOUT leads to a re-search."""
    assert expected_leaves_forward(branching, depth, 1) == fewest_leaves(branching, depth)
    assert expected_leaves_forward(branching, depth, 1, "scout") == fewest_leaves(branching, depth)


@pytest.mark.slow
@given(branching=st.integers(1, 3), depth=st.integers(0, 5), values=st.integers(1, 4))
def test_the_mean_of_the_forward_model_lies_between_the_fewest_and_the_most(
    branching: int, depth: int, values: int
) -> None:
    """With more values, more leaves are evaluated, since there are fewer ties."""
    found = expected_leaves_forward(branching, depth, values)
    assert fewest_leaves(branching, depth) <= found <= most_leaves(branching, depth)
    assert found <= expected_leaves_forward(branching, depth, values + 1)
    scout = expected_leaves_forward(branching, depth, values, "scout")
    assert fewest_leaves(branching, depth) <= scout <= expected_leaves_forward(branching, depth, values + 1, "scout")


@pytest.mark.slow_cases("2-10-24")
@pytest.mark.parametrize(
    ("branching", "values", "depth"), [(2, 2, None), (2, 3, None), (2, 4, 31), (2, 10, 24), (3, 5, 11)]
)
def test_scout_is_better_from_the_crossover_on(branching: int, values: int, depth: int | None) -> None:
    """Depths up to 40 plies are checked; with four values, SCOUT is also better at depth 29, but not at depth 30."""
    assert scout_wins_from(branching, 40, values) == depth
    assert scout_wins_from(branching, 1, values) is None


def test_trees_without_values_are_refused() -> None:
    """The message names the parameter."""
    with pytest.raises(TreeError, match="number of values is 0"):
        expected_leaves_forward(2, 2, 0)
