"""Comparisons and lists of many searches on a narrow terminal: families, distinct leaves, and a brief form."""

from collections.abc import Callable

import pytest
from rich.console import Console

from prunecheck.catalog import FAMILIES, VARIANTS, family
from prunecheck.cli.listing import print_families
from prunecheck.measure.comparison import Comparison
from prunecheck.measure.plan import ComparisonPlan, named
from prunecheck.measure.session import compare
from prunecheck.report.compare_text import LONG, print_comparison
from prunecheck.workloads.catalog import workload
from screens import Screen

SEARCHES = ("f1", "strict_test", "scout", "negascout", "choose_move", "aspiration", "deepening", "best_half")


def on_80_columns(show: Callable[[Console], None]) -> list[str]:
    """The lines on a terminal of 80 columns, without trailing spaces."""
    text = Screen()
    show(Console(file=text, force_terminal=True, width=80, color_system=None))
    lines = [line.rstrip() for line in text.getvalue().splitlines()]
    assert max(map(len, lines)) <= 80
    return lines


@pytest.fixture(scope="module")
def compared() -> Comparison:
    """Searches of several families on three workloads; two searches need static values, which one workload lacks."""
    searches = tuple(named(VARIANTS[name]) for name in SEARCHES)
    return compare(ComparisonPlan(searches, tuple(map(workload, ("blog", "forward-4x5", "connect-three-3x4")))))


def block(lines: list[str], start: str) -> list[str]:
    """The lines of the table whose title starts like this."""
    first = next(nth for nth, line in enumerate(lines) if line.startswith(start))
    return lines[first : lines.index("", first)]


@pytest.mark.slow
def test_distinct_leaves_are_shown_if_a_search_evaluates_leaves_again(compared: Comparison) -> None:
    """With short names, a narrow terminal only lacks the ratios of interior nodes."""
    lines = on_80_columns(lambda shown: print_comparison(shown, compared))
    table = [line.split() for line in block(lines, "forward-4x5:")]
    assert ["search", "leaves", "/minimax", "beta", "/fewest", "distinct", "interior", "cutoffs", "searches"] in table
    (negascout,) = [row for row in table if row[0] == "negascout"]
    cost = next(row for row in compared.costs if (row.search, row.workload) == ("negascout", "forward-4x5"))
    assert negascout[1] == str(cost.counts.leaves)
    assert negascout[5] == str(cost.counts.distinct_leaves) != negascout[1]
    assert "Not shown: interior /minimax, interior" in " ".join(lines)


def test_a_long_table_has_a_heading_for_each_family(compared: Comparison) -> None:
    """Families and rows are in the order of the catalogue."""
    table = block(on_80_columns(lambda shown: print_comparison(shown, compared)), "forward-4x5:")
    assert len(table) > LONG
    heading = ""
    for line in table:
        if line.rstrip(":") in FAMILIES:
            heading = line.rstrip(":")
        elif family(line.split()[0]):
            assert heading == family(line.split()[0])
    assert [line for line in table if line.endswith(":")] == [
        *(f"{prefix}:" for prefix in FAMILIES if any(family(name) == prefix for name in SEARCHES))
    ]


def test_the_whole_family_is_compared_in_brief(compared: Comparison) -> None:
    """The report has means over all workloads and over those that fit only some searches, wrong values, and a hint."""
    lines = on_80_columns(lambda shown: print_comparison(shown, compared, brief=True))
    everywhere, some = block(lines, "over all 3 workloads"), block(lines, "over the 2 workloads")
    assert {"f1", "scout", "negascout", "aspiration"} <= {line.split()[0] for line in everywhere}
    assert [line.split()[0] for line in some if line.split()[0] in VARIANTS] == ["minimax", "fail_soft", "deepening"]
    assert "best_half on connect-three-3x4 got 2, expected 0" in lines
    assert any(line.startswith("For the counts on each workload, name workloads") for line in lines)
    assert not any(line.startswith(("blog:", "forward-4x5:", "cutoffs by")) for line in lines)


def test_the_means_of_distinct_leaves_refer_to_the_leaves_of_alpha_beta(compared: Comparison) -> None:
    """NegaScout's distinct leaves are a part of them, so its ratio is below 1 although it evaluates more often."""
    lines = on_80_columns(lambda shown: print_comparison(shown, compared))
    rows = {line.split()[0]: line.split() for line in block(lines, "over all 3 workloads") if line}
    leaves, ratio, distinct, distinct_ratio = (rows["negascout"][nth].replace(",", "") for nth in (1, 3, 5, 6))
    assert int(distinct) < int(leaves)
    assert float(distinct_ratio) < 1 < float(ratio)
    assert rows["fail_soft"][6] == "1.00"


def test_variants_are_listed_by_family() -> None:
    """Every variant is in one family, with what it is and its source."""
    lines = on_80_columns(print_families)
    assert [line for line in lines if line in FAMILIES] == list(FAMILIES)
    assert [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "] == list(VARIANTS)
    text = " ".join(" ".join(lines).split())
    assert all(f"{variant.title} (" in text and variant.source in text for variant in VARIANTS.values())
    assert sum(map(len, FAMILIES.values())) == len(VARIANTS)
