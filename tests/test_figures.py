"""The sources' figures, measured: the cheap ones again, the others as far as another count of them is known."""

import pytest
from benchmarks import figures
from benchmarks.figures import Figure, best_case, committed
from click.testing import CliRunner

from documents import DOCUMENTS, Row, table

FIGURES = list(figures.figures())
TABLE = committed()
BOARDS = [8**depth for depth in range(1, 8)]


def test_the_table_has_a_line_for_each_figure() -> None:
    """In the order of the texts, as the script writes them."""
    assert list(TABLE) == [each.name for each in FIGURES]
    assert figures.FILE.read_text(encoding="utf-8") == figures.text(TABLE)


@pytest.mark.parametrize("figure", [each for each in FIGURES if each.cheap], ids=lambda figure: figure.name)
def test_a_cheap_figure_is_as_committed(figure: Figure) -> None:
    """Measured again, to the last node."""
    assert figure.measure() == TABLE[figure.name]


def test_minimax_sees_all_boards_but_those_after_a_win() -> None:
    """No column is full before the ninth ply, and no four is complete before the seventh, whose games are leaves."""
    found = [TABLE[f"002 minimax {depth}"] for depth in range(1, 8)]
    assert found == [sum(BOARDS[:depth]) for depth in range(1, 8)]


def test_boards_of_the_lecture_are_those_of_another_program() -> None:
    """Counted by one that shares nothing with this; strict test, stones in windows, columns from left to right."""
    found = [TABLE[f"002 strict_test {depth}"] for depth in range(1, 8)]
    assert found == [8, 68, 344, 2_154, 8_775, 42_852, 210_056]


@pytest.mark.parametrize("branching", [2, 5])
@pytest.mark.parametrize("depth", range(6))
def test_the_best_case_is_the_minimal_tree(branching: int, depth: int) -> None:
    """Leaves by Knuth and Moore: b^(d/2), rounded up and down, less the one that is in both."""
    assert best_case(branching, depth) == branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1


def number(cell: str) -> int:
    return int(cell.replace(",", ""))


def document(*columns: str) -> list[Row]:
    return table("docs/figures.md", *columns)


def test_the_lecture_s_table_is_shown_with_what_was_measured() -> None:
    """Ours from the committed table, the share of the boards as a quotient of two of them."""
    rows = document("depth", "ours: minimax")
    assert [number(row["depth"]) for row in rows] == list(range(1, 8))
    for row in rows:
        depth = row["depth"]
        ours = {name: TABLE[f"002 {name} {depth}"] for name in ("minimax", "strict_test", "fail_soft")}
        assert {name: number(row[f"ours: {name}"]) for name in ours} == ours
        assert row["share, ours"] == f"{ours['strict_test'] / ours['minimax']:.3f}"
        assert row["share, 002"] == f"{number(row['002: with']) / number(row['002: without']):.3f}"


def test_the_trend_is_the_mean_factor_from_depth_2_to_7() -> None:
    """The fifth root of the quotient of two shares, the lecture's and ours."""
    rows = {row["depth"]: row for row in document("depth", "share, ours")}
    lecture, ours = (
        (float(rows["7"][f"share, {each}"]) / float(rows["2"][f"share, {each}"])) ** 0.2 for each in ("002", "ours")
    )
    assert f"the mean factor is {lecture:.2f} in its table and {ours:.2f} in ours" in DOCUMENTS["docs/figures.md"]


def test_the_best_cases_are_shown_as_measured() -> None:
    """For 000 and 003, beside the power of b that the texts name."""
    for row in document("b", "d", "leaves read"):
        b, d = number(row["b"]), number(row["d"])
        assert number(row["leaves read"]) == TABLE[f"000 best {b} {d}"]
        assert row["sqrt(b)^d"] == f"{b ** (d / 2):,.0f}"
        assert row["quotient"] == f"{TABLE[f'000 best {b} {d}'] / b ** (d / 2):.2f}"
    for row in document("b", "2b - 1"):
        b = number(row["b"])
        assert (number(row["best order"]), number(row["nothing pruned"])) == (
            TABLE[f"003 best {b}"],
            TABLE[f"003 worst {b}"],
        )
        assert (number(row["2b - 1"]), number(row["b^2"])) == (2 * b - 1, b * b)


def test_the_leaves_of_30_moves_and_4_plies_are_shown_as_measured() -> None:
    """The best, the mean and the extremes of ten random trees, and the worst; and the fourth root of each."""
    random = [TABLE[f"001 random 30 4 seed {seed}"] for seed in range(10)]
    ours = [TABLE["001 best 30 4"], min(random), sum(random) // 10, max(random), TABLE["001 worst 30 4"]]
    rows = document("leaves of 30^4", "moves a position")
    assert [number(row["read"]) for row in rows] == [4_096, *ours]
    for row in rows:
        assert row["moves a position"] == f"{number(row['read']) ** 0.25:.1f}"
        assert row["saved"] == f"{100 - number(row['read']) / 8_100:.1f} %"


def test_the_script_notices_a_figure_that_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """It names it and ends with status 1; where nothing has moved it says so."""
    cheap = Figure("000 best 2 8", lambda: best_case(2, 8), cheap=True)
    monkeypatch.setattr(figures, "figures", lambda: iter([cheap]))
    assert CliRunner().invoke(figures.main).output == "1 of 1 figures are as committed\n"
    monkeypatch.setattr(figures, "figures", lambda: iter([Figure(cheap.name, lambda: 30, cheap=True)]))
    moved = CliRunner().invoke(figures.main)
    assert moved.output == "000 best 2 8: 31, now 30\n0 of 1 figures are as committed\n"
    assert moved.exit_code == 1
