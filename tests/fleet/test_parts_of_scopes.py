"""Parts of an exhaustive scope: each search has its own process, and parts after the first failure are skipped."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace as replace_plan
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest
from msgspec.structs import replace

from own_searches import FILE
from prunecheck import catalog
from prunecheck.cli.parallel_scopes import judge_parts_of_searches, judge_parts_of_variants
from prunecheck.errors import PreconditionError
from prunecheck.exhaustive.store import Store
from prunecheck.fleet.run import Fleet, always
from prunecheck.fleet.task import Result, Task
from prunecheck.verify import parts_of_scopes
from prunecheck.verify.catalogue import verify
from prunecheck.verify.options import Options
from prunecheck.verify.parts_of_scopes import judge_part, work_on_search, work_on_variants
from prunecheck.verify.plan import Plan, no_progress
from prunecheck.verify.records import Certainty

CRASH: Final = """
import os

def crash(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    if len(node.children()) == 3 and type(alpha) not in (int, float):  # not while its calls are tried out
        os._exit(7)
    best = alpha
    for child in node.children():
        best = max(best, -crash(child, -beta, -best))
    return best
"""
PLAN: Final = Plan(exhaustive=3)


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with searches, whose scopes are divided into small parts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(parts_of_scopes.CASES, False, 200)
    monkeypatch.setattr("prunecheck.exhaustive.judge.find_spec", lambda _: None)  # Numba takes seconds to import
    (tmp_path / "engine.py").write_text(FILE + CRASH, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_a_search_that_ends_its_process_only_ends_its_own_parts() -> None:
    """Earlier parts are saved, so the next run soon reaches the crash; other searches are judged."""
    wanted = [Options(f"engine.py:{name}", claims=("exact",)) for name in ("crash", "wrong")]
    works = [work_on_search(options, PLAN) for options in wanted]
    judge_parts_of_searches(wanted, PLAN, Fleet())
    crash, wrong = (Store.resume(work.task).results for work in works)
    assert {shard.leaves for shard in crash} == {1, 2}
    assert len(crash) < len(works[0].shards)
    assert [result for result in wrong.values() if result.exposed] == list(wrong.values())[-1:]


class Shuffled(Fleet):
    """A fleet that returns the needed results in the given `order`; the numbers of their tasks are in `judged`."""

    order: ClassVar[slice] = slice(None)
    judged: ClassVar[list[int]] = []

    def run(
        self, tasks: Sequence[Task[Any]], *, needed: Callable[[int], bool] = always, **manner: Any
    ) -> Generator[Result[Any]]:
        """Yield the results."""
        for nth in filter(needed, range(len(tasks))[self.order]):
            self.judged.append(nth)
            yield Result(nth, tasks[nth].carry_out(no_progress))


@pytest.mark.parametrize(
    ("order", "judged"),
    [(slice(None, None, -1), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]), (slice(None), [0, 1, 2, 4, 5, 6, 8, 9, 10, 11])],
    ids=["backwards", "forwards"],
)
def test_parts_after_the_first_failing_one_are_skipped(
    order: slice, judged: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever order the results come in, the outcome is that of a single process.

    Other searches are judged in the same run.
    """
    monkeypatch.setitem(parts_of_scopes.CASES, False, 1)
    monkeypatch.setattr(Shuffled, "judged", [])
    monkeypatch.setattr(Shuffled, "order", order)
    variants = tuple(map(catalog.variant, ("minimax", "strict_test", "fail_soft")))
    plan = Plan(variants=variants, claims=("visits",), exhaustive=2, examples=1)
    judge_parts_of_variants(plan, Shuffled())
    assert Shuffled.judged == judged
    minimax, strict_test, fail_soft = (verdict.scope for verdict in verify(replace_plan(plan, resume=True)).variants)
    assert minimax is not None
    assert strict_test is not None
    assert fail_soft is not None
    assert minimax.certainty is strict_test.certainty is Certainty.REFUTED
    assert minimax.cases == strict_test.cases < minimax.total
    assert (fail_soft.certainty, fail_soft.cases) == (Certainty.PROVED, fail_soft.total)
    Shuffled.judged.clear()
    judge_parts_of_variants(replace_plan(plan, resume=True), Shuffled())
    assert not Shuffled.judged


@pytest.mark.parametrize("judge", [judge_parts_of_variants, partial(judge_parts_of_searches, [Options("a:b")])])
def test_ctrl_c_ends_the_run(judge: Callable[[Plan, Fleet], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """The interrupt may also come while searches are loaded."""
    monkeypatch.setattr(Shuffled, "order", slice(0))
    with pytest.raises(KeyboardInterrupt):
        judge(Plan(variants=(catalog.variant("f1"),), exhaustive=1, examples=1), Shuffled())


def test_claims_that_small_trees_do_not_decide_are_refused() -> None:
    """The error comes before anything is judged."""
    with pytest.raises(PreconditionError, match="repeatable cannot be judged by --exhaustive"):
        work_on_search(Options("engine.py:right", claims=("repeatable",)), PLAN)


def test_a_machine_without_numba_refuses_a_part_that_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Numba, the part would be slow without a message."""
    (work,) = work_on_variants(Plan(variants=(catalog.variant("f1"),), exhaustive=1))
    monkeypatch.setattr("prunecheck.verify.parts_of_scopes.find_spec", lambda _: None)
    with pytest.raises(PreconditionError, match=r"no Numba, .* pip install -e '\.\[native\]'"):
        judge_part(replace(work, compiled=True), [])
