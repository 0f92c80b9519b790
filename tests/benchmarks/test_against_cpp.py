"""All contenders of `benchmarks.against_cpp` find the same value with the same number of nodes."""

import shutil
from dataclasses import replace
from functools import partial

import pytest
from benchmarks import against_cpp
from benchmarks.against_cpp import ALL, SHIPPED, contenders
from benchmarks.native_speed.comparison import DisagreementError, compare
from benchmarks.native_speed.contender import Answer, Contender
from benchmarks.native_speed.cpp import cpp_contenders
from benchmarks.native_speed.easyai_games import easyai_contenders
from benchmarks.native_speed.own_forms import plain_contenders
from benchmarks.native_speed.targets import Target
from benchmarks.native_speed.workloads import ConnectFourWorkload, FlatWorkload, Workload
from click.testing import CliRunner

WIN_IN_FOUR = ConnectFourWorkload(4, start="112233")
TINY = [WIN_IN_FOUR, FlatWorkload(3, 4)]


@pytest.mark.parametrize("workload", TINY, ids=lambda workload: workload.title)
def test_plain_forms_and_a_library_agree(workload: Workload) -> None:
    """The plain forms agree with each other, and with the library if it is installed."""
    found, _ = contenders(workload, [plain_contenders, easyai_contenders])
    assert {contender.kind for contender in found} >= {"plain"}
    assert len({contender.count() for contender in found}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("workload", TINY, ids=lambda workload: workload.title)
def test_all_contenders_agree(workload: Workload) -> None:
    """Compiled contenders are included, and the timed search runs as well."""
    found, _ = contenders(workload, ALL)
    comparison = compare(workload.title, found, 1)
    assert len(comparison.rows) == len(found) >= 3
    assert comparison.nodes > 50
    assert all(row.nanoseconds > 0 for row in comparison.rows)
    if workload is WIN_IN_FOUR:
        assert comparison.value == 1


@pytest.mark.slow
def test_libraries_with_their_own_games_agree() -> None:
    """The library and our forms visit the same nodes, from a position after some moves, and find the same value."""
    found, _ = contenders(WIN_IN_FOUR, SHIPPED)
    comparison = compare(WIN_IN_FOUR.title, found, 1)
    assert len(comparison.rows) == len(found)
    assert comparison.value == 1


def test_a_different_search_is_not_compared() -> None:
    """A search that visits one more node, or returns another value, is not timed."""
    plain = plain_contenders(WIN_IN_FOUR)[0]
    answer = plain.count()
    for other in (Answer(answer.value, answer.nodes + 1), Answer(answer.value - 1, answer.nodes)):
        wrong = Contender("other", "library", int, partial(replace, other))
        with pytest.raises(DisagreementError, match=f"not the same search of .*; other: value {other.value:g}"):
            compare(WIN_IN_FOUR.title, [plain, wrong], 1)


def test_without_a_compiler_the_others_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason says how to install a compiler."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    found, missing = contenders(WIN_IN_FOUR, [cpp_contenders, plain_contenders])
    assert {contender.kind for contender in found} == {"plain"}
    assert [reason for reason in missing if "g++ is not installed" in reason and "apt install g++" in reason] == missing


def test_a_target_is_judged_by_its_worst_number() -> None:
    """If the target is a lower bound, that is the least number."""
    assert Target("time", 1.3, "x", (1.1, 1.29)).cells() == ("time", "at most 1.3 x", "1.1 to 1.29 x", "yes")
    assert Target("time", 1.3, "x", (1.1, 1.31)).reached is False
    assert Target("others", 300, "x", (299.0, 400.0), least=True).cells()[1:] == (
        "at least 300 x",
        "299 to 400 x",
        "no",
    )
    assert Target("others", 300, "x", ()).cells()[2:] == ("not measured", "")


def test_figures_of_a_partial_run_are_not_written() -> None:
    """No figures are measured if only some of them were asked for."""
    done = CliRunner().invoke(against_cpp.main, ["--quick", "--write"])
    assert done.exit_code == 2
    assert "leave out --quick" in done.output
