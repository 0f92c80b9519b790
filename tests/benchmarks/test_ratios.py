"""The ratios to alpha-beta on random trees agree with the committed ones, another program's, and the page's."""

from math import hypot
from typing import Final

import pytest
from benchmarks import ratios
from click.testing import CliRunner

from documents import DOCUMENTS

COMMITTED: Final = {(row.branching, row.depth): row for row in ratios.committed()}
PAGE: Final = "docs/null-windows.md"
FAR: Final = 4.0  # standard errors of the difference, with the errors of both programs
ROUNDED: Final = 0.0005  # the other program prints ratios with three places
TITLES: Final = tuple((column.search, column.distinct) for column in ratios.COLUMNS)

# b, d, trees, leaves of alpha-beta and their standard error; then f1, negascout, negascout_last_plies, negascout
# distinct, scout, scout distinct, sss_star, dual_star, mtd_f from the value, negascout_with_memory
OTHERS: Final = """
 2  2 200000    3.6661  0.0011 1.000 1.341 1.000 1.000 1.478 1.000 0.908 1.000 0.908 1.068
 2  3 200000    6.8432  0.0022 1.000 1.365 1.137 0.985 1.552 0.985 0.929 0.914 0.854 1.021
 2  4 100000   12.0556  0.0069 1.058 1.393 1.231 0.979 1.671 0.989 0.833 0.929 0.781 1.019
 2  5  60000   21.6392  0.0166 1.097 1.380 1.266 0.956 1.693 0.973 0.861 0.837 0.731 0.975
 2  6  40000   37.1248  0.0375 1.190 1.390 1.307 0.946 1.767 0.981 0.776 0.860 0.682 0.960
 2  8  10000  110.0182  0.2252 1.395 1.375 1.332 0.911 1.824 0.978 0.738 0.800 0.612 0.906
 2 10   3000  315.0977  1.1514 1.685 1.365 1.343 0.879 1.871 0.983 0.707 0.754 0.558 0.860
 3  2 100000    7.4443  0.0040 1.000 1.354 1.000 1.000 1.540 1.000 0.844 1.000 0.844 1.075
 3  3  50000   19.4536  0.0151 1.000 1.325 1.120 0.956 1.539 0.956 0.886 0.852 0.762 0.985
 3  4  20000   45.2445  0.0653 1.112 1.348 1.220 0.947 1.649 0.970 0.755 0.883 0.680 0.971
 3  5   6000  110.6577  0.2782 1.180 1.293 1.219 0.896 1.598 0.928 0.802 0.756 0.622 0.898
 3  6   2500  246.1772  1.0181 1.357 1.308 1.261 0.888 1.666 0.948 0.706 0.792 0.583 0.885
 4  2  50000   12.1516  0.0102 1.000 1.342 1.000 1.000 1.543 1.000 0.805 1.000 0.805 1.067
 4  3  20000   40.2228  0.0513 1.000 1.272 1.095 0.929 1.476 0.929 0.863 0.813 0.710 0.949
 4  4   6000  112.9348  0.3001 1.150 1.296 1.196 0.919 1.572 0.947 0.721 0.853 0.632 0.932
 4  5   1500  339.1993  1.6494 1.240 1.215 1.165 0.853 1.482 0.891 0.777 0.719 0.575 0.848
 5  2  30000   17.6843  0.0201 1.000 1.327 1.000 1.000 1.532 1.000 0.781 1.000 0.781 1.058
 5  3  10000   70.0500  0.1264 1.000 1.227 1.071 0.907 1.414 0.907 0.851 0.788 0.678 0.921
 5  4   2500  225.6284  0.9309 1.179 1.246 1.165 0.897 1.489 0.926 0.708 0.833 0.608 0.906
 8  2  20000   38.8242  0.0563 1.000 1.283 1.000 1.000 1.479 1.000 0.745 1.000 0.745 1.039
 8  3   4000  222.0877  0.6159 1.000 1.127 1.016 0.858 1.270 0.858 0.832 0.748 0.628 0.865
 8  4    500  974.4600  8.5798 1.232 1.137 1.092 0.850 1.313 0.878 0.701 0.797 0.581 0.853
10  4    200 1984.9500 28.1830 1.249 1.114 1.078 0.838 1.263 0.863 0.694 0.785 0.571 0.839
"""
SEARCHES: Final = (
    ("f1", False),
    ("negascout", False),
    ("negascout_last_plies", False),
    ("negascout", True),
    ("scout", False),
    ("scout", True),
    ("sss_star", False),
    ("dual_star", False),
    (ratios.FROM_THE_VALUE, False),
    ("negascout_with_memory", False),
)


def others() -> list[tuple[int, int, int, float, float, dict[tuple[str, bool], float]]]:
    """The rows of the other program."""
    rows = [line.split() for line in OTHERS.strip().splitlines()]
    return [
        (int(b), int(d), int(trees), float(mean), float(error), dict(zip(SEARCHES, map(float, cells), strict=True)))
        for b, d, trees, mean, error, *cells in rows
    ]


def far_off(row: ratios.Row) -> list[str]:
    """The figures of a row that differ too much from the other program's, whose errors are estimated from ours."""
    (theirs,) = [other for other in others() if other[:2] == (row.branching, row.depth)]
    _, _, trees, mean, error, cells = theirs
    found = []
    if abs(row.leaves[0] - mean) > FAR * hypot(row.leaves[1], error):
        found.append(f"alpha-beta: {row.leaves}, {mean}")
    for column, (ratio, ours) in zip(TITLES, row.ratios, strict=True):
        both = ours * hypot(1, (row.trees / trees) ** 0.5)
        if abs(ratio - cells[column]) > FAR * both + ROUNDED:
            found.append(f"{column}: {ratio} +- {ours}, {cells[column]}")
    return found


@pytest.mark.parametrize("shape", ratios.SHAPES)
def test_the_committed_ratios_agree_with_another_program(shape: tuple[int, int]) -> None:
    """Each search at each shape agrees within four standard errors."""
    assert far_off(COMMITTED[shape]) == []


def test_a_small_cell_measured_now_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a few trees are searched, in plain Python, so errors are larger; but every search runs."""
    monkeypatch.setattr(ratios, "COMPILED", set())
    row = ratios.measured(2, 3, trees=200)
    assert far_off(row) == []
    assert row.trees == 200
    assert 0 < row.leaves[1] < 0.2


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 6), (3, 4), (5, 3)])
def test_the_rows_are_as_committed(shape: tuple[int, int]) -> None:
    """Rows for compiled searches and for plain Python are compared with the committed ones."""
    assert ratios.same(ratios.measured(*shape), COMMITTED[shape])


@pytest.mark.slow
def test_both_speeds_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Numba, both run in plain Python."""
    before = ratios.counted("scout", 2, 4, 50)
    monkeypatch.setattr(ratios, "COMPILED", set())
    assert ratios.counted("scout", 2, 4, 50) == before


def test_the_command_reports_rows_that_differ_from_the_committed_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row is printed with its new figures, and the exit status is 1."""
    row = COMMITTED[2, 2]
    monkeypatch.setattr(ratios, "SHAPES", ((2, 2),))
    monkeypatch.setattr(ratios, "measured", lambda *_: row)
    same = CliRunner().invoke(ratios.main)
    assert (same.exit_code, same.output) == (0, "")
    monkeypatch.setattr(ratios, "measured", lambda *_: ratios.Row(2, 2, row.trees, (3.0, 0.1), row.ratios))
    other = CliRunner().invoke(ratios.main)
    assert other.exit_code == 1
    assert other.output.startswith("not as committed: | 2 | 2 |")


def test_the_file_is_as_the_command_writes_it() -> None:
    """Each shape has one line, in order."""
    assert list(COMMITTED) == list(ratios.SHAPES)
    assert ratios.FILE.read_text(encoding="utf-8") == ratios.text(ratios.committed())


def test_the_page_shows_the_table() -> None:
    """Each shape has a row, and the text before the table explains each column."""
    assert "<!-- table: ratios -->" in DOCUMENTS[PAGE]
    table = ratios.table(ratios.committed())
    assert table.count("\n") == len(COMMITTED) + 2
