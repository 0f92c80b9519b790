"""Comparisons with compiled searches: the same values and visits as in plain Python, and the times."""

import sys
from functools import partial

import pytest
from msgspec.structs import replace

from prunecheck import FULL, cli, from_nested
from prunecheck.catalog import variant
from prunecheck.measure.native_calls import SpeedsDifferError, checked_call
from prunecheck.measure.plan import ComparisonPlan, named
from prunecheck.measure.session import compare
from prunecheck.workloads.catalog import workload

Output = pytest.CaptureFixture[str]


@pytest.mark.slow
def test_compiled_searches_are_timed_and_the_others_have_a_note() -> None:
    """Counts do not depend on the speed."""
    pytest.importorskip("numba")
    plan = partial(
        ComparisonPlan, tuple(map(named, map(variant, ("f1", "explicit_stack")))), (workload("deep-cutoff"),), rounds=2
    )
    native = compare(plan(speed="native"))
    assert {cost.search: len(cost.seconds) for cost in native.costs} == {
        "minimax": 2,
        "fail_soft": 2,
        "f1": 2,
        "explicit_stack": 0,
    }
    assert native.notes[0] == "times are those of compiled searches (--speed native)"
    assert native.notes[1].startswith("not timed: explicit_stack on deep-cutoff: explicit_stack cannot be compiled")
    assert [cost.counts for cost in native.costs] == [cost.counts for cost in compare(plan()).costs]


@pytest.mark.slow
def test_another_number_of_visits_is_reported() -> None:
    """Different numbers of visits would be a bug in compiling searches."""
    pytest.importorskip("numba")
    form, place = named(variant("f1")), workload("deep-cutoff")
    (*_, cost) = compare(ComparisonPlan((form,), (place,))).costs
    checked_call(form, place.build(), FULL, cost)
    other = replace(cost, counts=replace(cost.counts, leaves=cost.counts.leaves + 1))
    with pytest.raises(
        SpeedsDifferError, match="on deep-cutoff, f1 returns 12 after 11 visits if compiled, but 12 after 12"
    ):
        checked_call(form, place.build(), FULL, other)
    with pytest.raises(SpeedsDifferError, match="f1 returns 3 after"):
        checked_call(form, from_nested([[3, 5], [2, 9]]), FULL, cost)


def test_native_is_only_allowed_for_times(capsys: Output) -> None:
    """Counts do not depend on the speed."""
    assert cli.run(["compare", "--workload", "deep-cutoff", "--speed", "native"]) == 2
    assert capsys.readouterr().err == "prunecheck: error: --speed needs --time ROUNDS\n"


def test_without_numba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """The error comes before any measurement."""
    for module in [module for module in sys.modules if module.startswith("prunecheck.native")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert cli.run(["compare", "--workload", "deep-cutoff", "--time", "1", "--speed", "native"]) == 2
    assert (
        "native speed needs Numba, which is not installed; in your clone of prunecheck, run: pip install"
        in capsys.readouterr().err
    )
