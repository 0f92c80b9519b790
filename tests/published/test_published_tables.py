"""The published tables: quick rows are measured again, others are checked for plausibility, and the page is checked."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from benchmarks import published as script
from click.testing import CliRunner

from documents import DOCUMENTS, section
from prunecheck import FULL, cli
from prunecheck.catalog import variant
from prunecheck.errors import UnknownNameError
from prunecheck.measure.counts import counted
from prunecheck.published.measuring import tallied
from prunecheck.published.row import COLUMNS, Mean, MeasuredFigure, PlannedFigure, PublishedTable
from prunecheck.published.tables import PUBLISHED, published
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.models.independent import RandomLeaves

COMMITTED: Final = script.committed()
ROWS: Final = [(name, row) for name, rows in COMMITTED.items() for row in rows]
PAGE: Final = "docs/published.md"
FAR: Final = 4.5  # standard errors, exceeded by chance once in 150,000 rows
WIDTH: Final = 200  # columns of a line in a pipe

Output = pytest.CaptureFixture[str]


def rows(name: str, reason: str = "", source: str = "") -> dict[str, MeasuredFigure]:
    """The committed rows of a table by name, with reasons and sources that begin like this."""
    found = [row for row in COMMITTED[name] if row.reason.startswith(reason) and row.source.startswith(source)]
    return {row.what: row for row in found}


@pytest.mark.slow
def test_the_file_has_a_line_for_each_row() -> None:
    """All tables are in order, as the script writes them."""
    assert list(COMMITTED) == list(PUBLISHED)
    for name, table in PUBLISHED.items():
        for line, row in zip(table.lines(), COMMITTED[name], strict=True):
            assert (line.what, line.source, line.reason) == (row.what, row.source, row.reason)
            theirs = line.theirs if isinstance(line.theirs, Mean) else Mean(line.theirs, 0)
            assert theirs == pytest.approx((row.theirs, row.theirs_error), rel=1e-9)
    assert script.FILE.read_text(encoding="utf-8") == script.text(COMMITTED)


@pytest.mark.slow_cases("forward-model", "expected-leaves", "pearl", "f1-and-f2", "knuth-moore-minimum")
@pytest.mark.parametrize("table", PUBLISHED.values(), ids=PUBLISHED)
def test_the_quick_rows_are_as_committed(table: PublishedTable) -> None:
    """Counts are exact, and means agree to nine digits."""
    assert sum(line.quick for line in table.lines()) >= 2
    assert script.moved(table, COMMITTED[table.name], quick=True) == []


@pytest.mark.parametrize(("name", "row"), ROWS, ids=lambda value: value if isinstance(value, str) else value.what)
def test_a_reason_agrees_with_the_figures(name: str, row: MeasuredFigure) -> None:
    """Exact figures are equal. If the reason is chance, the difference is a few standard errors.

    Every row has a reason.
    """
    assert row.reason
    assert row.difference == row.ours - row.theirs
    if row.reason.startswith("exact"):
        assert abs(row.difference) <= 1e-12 * row.theirs
    elif row.reason.startswith("due to chance"):
        assert abs(row.difference) <= 0.05 * row.theirs
        assert row.errors_away is None or abs(row.errors_away) < FAR
    else:
        assert row.difference


def test_chance_differences_have_the_right_size() -> None:
    """For means with known standard errors, the mean square of difference over standard error is near 1."""
    squares = [
        row.errors_away**2 for _, row in ROWS if row.reason.startswith("due to chance") and row.errors_away is not None
    ]
    assert len(squares) > 70
    assert 0.5 < sum(squares) / len(squares) < 1.5


def test_pearl_s_limit_is_approached_from_above() -> None:
    """At 40 plies, the growth of N is within 0.1 % of the limit, and within 0.0005 % for five or more children.

    At smaller depths, the growth is greater.
    """
    far, near = (rows("pearl", reason) for reason in ("d is finite; expected: ", "d is finite"))
    for what, row in near.items():
        if what not in far:
            children = int(what.split()[2].rstrip(","))
            assert 0 < row.difference < (5e-6 if children >= 5 else 1e-3) * row.theirs
    assert far
    for row in far.values():
        exact = float(row.reason.rpartition(" ")[2])
        assert row.theirs < exact
        assert abs(row.ours - exact) < FAR * row.ours_error
    words = " ".join(DOCUMENTS[PAGE].split())
    assert "With two children and 12 plies, the factor is 4% above the limit." in words
    at_12 = float(far["b = 2, counted leaves, d = 10 to 12"].reason.rpartition(" ")[2])
    assert f"{at_12 / far['b = 2, counted leaves, d = 10 to 12'].theirs - 1:.0%}" == "4%"


def test_deep_cutoffs_save_what_the_page_says() -> None:
    """The page says it for two children and eight plies; deeper trees save more."""
    share = {what: row.ours for what, row in rows("f1-and-f2").items() if "saved" in what}
    text = " ".join(section(PAGE, "Deep cutoffs").split())
    assert f"deep cutoffs save {share['b = 2, d = 8, random, saved by F2, %']:.0f}% of the leaves" in text
    assert all(
        less < more
        for less, more in pairwise(share[f"b = 2, d = {d}, random, saved by F2, %"] for d in (4, 5, 6, 7, 8))
    )


def test_f1_grows_between_its_bounds() -> None:
    """The growth of the last two depths is between the bounds, within the errors."""
    for row in rows("f1-and-f2", "theirs is a lower bound").values():
        assert row.ours > row.theirs - 2 * row.ours_error
    for row in rows("f1-and-f2", "theirs is an upper bound").values():
        assert row.ours < row.theirs


def test_a_search_with_extra_leaves_is_seen_in_the_quotient() -> None:
    """At even depths, the source 000 gives sqrt(b)^d, which is about half of the minimum."""
    for what, row in rows("knuth-moore-minimum", source="000").items():
        even = int(re.findall(r"d = (\d+)", what)[0]) % 2 == 0
        assert (row.ours == 2 * row.theirs - 1) == even
        assert row.ours > 1.9 * row.theirs


def test_minimax_visits_all_boards_except_those_after_a_win() -> None:
    """No column is full before the ninth ply, and no run of four is complete before the seventh."""
    boards = [8**depth for depth in range(1, 8)]
    ours = [rows("connect-four-lecture")[f"d = {depth}, without alpha-beta"].ours for depth in range(1, 8)]
    assert ours == [sum(boards[:depth]) for depth in range(1, 8)]


def test_boards_of_the_lecture_match_an_independent_program() -> None:
    """The independent program uses the strict test, stones in windows, and columns from left to right."""
    ours = [rows("connect-four-lecture")[f"d = {depth}, with alpha-beta"].ours for depth in range(1, 8)]
    assert ours == [8, 68, 344, 2_154, 8_775, 42_852, 210_056]


def test_the_lecture_s_shares_are_quotients_of_its_columns() -> None:
    """The published quotients and ours are checked; the factor is the fifth root of the quotient of two of them."""
    found = rows("connect-four-lecture")
    for depth in range(1, 8):
        without, with_ = found[f"d = {depth}, without alpha-beta"], found[f"d = {depth}, with alpha-beta"]
        share = found[f"d = {depth}, share examined"]
        assert (share.theirs, share.ours) == (with_.theirs / without.theirs, with_.ours / without.ours)
        assert found[f"d = {depth}, alpha-beta with cutoffs at alpha = beta"].theirs == with_.theirs
    first, last = found["d = 2, share examined"], found["d = 7, share examined"]
    theirs, ours = (last.theirs / first.theirs) ** 0.2, (last.ours / first.ours) ** 0.2
    assert f"by {theirs:.2f} on average in the lecture, and by {ours:.2f} in our measurement" in " ".join(
        DOCUMENTS[PAGE].split()
    )
    factors = [row for row in COMMITTED["connect-four-lecture"] if "mean factor per ply" in row.what]
    assert [round(row.theirs, 9) for row in factors] == [round(theirs, 9), round(2 / 3, 9)]
    assert all(round(row.ours, 9) == round(ours, 9) for row in factors)


def test_the_lecture_s_rows_are_not_one_position() -> None:
    """The sixth ply of the lecture's table has 221,867 boards, and the seventh more than eight times as many."""
    theirs = [rows("connect-four-lecture")[f"d = {depth}, without alpha-beta"].theirs for depth in range(1, 8)]
    assert theirs[5] - theirs[4] == 221_867
    assert theirs[6] - theirs[5] == 2_067_694 > 8 * 221_867
    assert (4_680 - theirs[3]) % 8


def test_the_claimed_savings_for_thirty_moves_fit_no_measured_order() -> None:
    """Eight lies between the numbers for the best order and for a random order: moves, leaves and savings."""
    found = {row.what: row for row in COMMITTED["thirty-moves"] if row.source == "001"}
    best, random = found["leaves, best order"], found["leaves, random order, 10 trees"]
    assert best.ours == 1_799 < best.theirs == 8**4 < random.ours
    for moves, leaves in (("best order", best.ours), ("random order, 10 trees", random.ours)):
        row = found[f"moves per position, {moves}"]
        assert row.ours == pytest.approx(leaves**0.25)
        saved = found[f"saved, {moves}, %"]
        assert saved.ours == pytest.approx(100 - leaves / 8_100)
    assert round(found["moves per position, random order, 10 trees"].ours) == 16  # as the page says


def test_the_web_page_shows_the_tables_as_committed() -> None:
    """Each table has its section, with source, theirs, ours, difference and reason."""
    assert re.findall(r"^<!-- table: (\S+) -->$", DOCUMENTS[PAGE], re.MULTILINE) == list(COMMITTED)
    shown = script.markdown(COMMITTED["pearl"])
    assert shown.startswith(f"| {' | '.join(COLUMNS)} |\n")
    assert shown.count("\n") == len(COMMITTED["pearl"]) + 2


def test_a_row_of_each_table_fits_a_line() -> None:
    """In a pipe, no cell is wrapped."""
    for table in COMMITTED.values():
        widths = [max(len(row.cells()[column]) for row in table) for column in COLUMNS]
        assert sum(widths) + 2 * len(widths) <= WIDTH


@pytest.mark.parametrize("name", ["minimax", "fail_soft", "f1"])
def test_the_tally_agrees_with_the_counts(name: str) -> None:
    """The tally has leaves and visits, on a model and on a game."""
    for tree in (RandomLeaves(3, 5, seed=1), ConnectFour(3, 3, run=3)):
        tally = tallied(name, tree)
        _, counts = counted(variant(name).search, tree, FULL)
        assert (tally.leaves, tally.visited) == (counts.leaves, counts.visited)


def cells_of(theirs: float | Mean, ours: float | Mean) -> dict[str, str]:
    return PlannedFigure("what", "source", theirs, lambda: ours, "reason").row().cells()


@pytest.mark.parametrize(
    ("theirs", "ours", "shown"),
    [
        (1_000, 1_000, ("1,000", "1,000", "equal")),
        (1_000, 1_004, ("1,000", "1,004", "4 (0.40 %) above")),
        (8, 6.5, ("8", "6.5", "18.8 % below")),
        (2.0, 2.000001, ("2", "2", "equal")),
        (2.0, 2.000006, ("2", "2.00001", "less than 0.0005 %")),
        (2.0, Mean(2.1, 0.05), ("2", "measured 2.100 ± 0.050", "5.00 % above, z +2.0")),
        (Mean(50.0, 3.0), Mean(45.0, 4.0), ("50.0 ± 3.0", "measured 45.0 ± 4.0", "10.0 % below, z -1.0")),
    ],
)
def test_a_row_is_shown_in_readable_numbers(theirs: float | Mean, ours: float | Mean, shown: tuple[str, ...]) -> None:
    """Counts are complete, means have two digits of their error, differences are a share and in standard errors."""
    cells = cells_of(theirs, ours)
    assert tuple(cells) == COLUMNS
    assert (cells["theirs"], cells["ours"], cells["difference"]) == shown


def test_a_name_may_be_spelled_in_any_way() -> None:
    """Case does not matter, and '_' counts as '-'; an unknown name suggests the nearest."""
    assert published("F1_and_F2") is PUBLISHED["f1-and-f2"]
    with pytest.raises(UnknownNameError, match="did you mean 'pearl'"):
        published("perl")


def test_the_tables_are_listed(capsys: Output) -> None:
    """Without a name, each table is listed with its source and what it shows, as text and as JSON."""
    assert cli.run(["table"]) == 0
    printed = capsys.readouterr().out
    assert cli.run(["table", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [row["table"] for row in listed] == list(PUBLISHED)
    for row in listed:
        assert re.search(
            rf"^{row['table']} +{re.escape(row['source'])} +{re.escape(row['shows'])}", printed, re.MULTILINE
        )


@pytest.mark.slow
def test_a_table_is_printed_with_all_its_columns(capsys: Output) -> None:
    """Each measured row has a line, and JSON has the same rows."""
    quick = [line.what for line in PUBLISHED["thirty-moves"].lines() if line.quick]
    assert cli.run(["table", "thirty-moves", "--quick"]) == 0
    title, head, *lines = capsys.readouterr().out.splitlines()
    assert title == PUBLISHED["thirty-moves"].title
    assert tuple(head.split()) == COLUMNS
    assert [re.split(" {2,}", line)[0] for line in lines] == quick
    assert cli.run(["table", "thirty-moves", "--quick", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["name"], data["quick"]) == ("thirty-moves", True)
    assert [row["what"] for row in data["rows"]] == quick
    assert all(set(row) == set(MeasuredFigure.__struct_fields__) for row in data["rows"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["tables"], "unknown command"),
        (["table", "perl"], "did you mean 'pearl'?"),
        (["table", "--quick"], "--quick needs"),
    ],
)
def test_a_usage_error_is_one_line(arguments: list[str], says: str, capsys: Output) -> None:
    """The exit status is 2."""
    assert cli.run(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert says in printed.err
    assert printed.err.count("\n") == 1


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[float]:
    """The script with one table of one row, whose figure is the committed one, and its own file."""
    figure = [31.0]
    table = PublishedTable(
        "pearl", "one row", "a source", lambda: iter([PlannedFigure("a row", "a source", 30, lambda: figure[0], "why")])
    )
    monkeypatch.setattr(script, "PUBLISHED", {"pearl": table})
    monkeypatch.setattr(script, "FILE", tmp_path / "published.json")
    return figure


def test_the_script_notices_a_changed_figure(small: list[float]) -> None:
    """The script names the row and both figures, and the exit status is 1; without a change it says so."""
    assert CliRunner().invoke(script.main, ["--write"]).output == "1 rows written\n"
    assert CliRunner().invoke(script.main).output == "all rows are as committed\n"
    small[0] = 32.0
    moved = CliRunner().invoke(script.main)
    assert (moved.output, moved.exit_code) == ("pearl: a row: 31, now 32\n", 1)


def test_rows_that_differ_from_the_committed_ones_are_reported() -> None:
    """A removed or new row is reported, whatever its figure."""
    assert script.moved(PUBLISHED["pearl"], COMMITTED["pearl"][1:]) == ["pearl: other rows than those committed"]
