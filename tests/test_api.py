"""The Python API: one call judges a search, whatever kind of callable it is."""

import functools
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import prunecheck
from own_searches import FILE, Engine, Forgetful, right, without_window, wrong
from prunecheck import (
    PreconditionError,
    RefutedError,
    UndecidedError,
    UnknownNameError,
    Window,
    check,
    from_nested,
    verify_search,
)
from prunecheck.subjects.load_search import name_of
from prunecheck.verify.outcomes import Severity
from prunecheck.verify.plan import Plan
from prunecheck.verify.run import Run

SOUND: dict[str, Any] = {
    "a function": right,
    "a class": Engine,
    "a method": Engine().search,
    "a method of the class": Engine.search,
    "a partial function": functools.partial(right),
    "a function with a cache": functools.lru_cache(maxsize=None)(right),
    "a function without a name": lambda node, alpha, beta: right(node, alpha, beta) + 0,
    "a function without a window": without_window,
    "a factory": lambda: Engine().search,
}


@pytest.mark.fast_cases("a function")
@pytest.mark.parametrize("search", SOUND.values(), ids=SOUND)
def test_every_kind_of_callable_is_judged(search: Callable[..., Any]) -> None:
    """A correct search is sound in every form, and `check` returns silently."""
    verdict = verify_search(search, examples=15, effort="thorough")
    assert verdict.sound
    assert verdict.status == "held"
    assert {finding.severity for finding in verdict.findings} <= {Severity.NOTE, Severity.FACT}
    check(search, examples=15)


def test_a_wrong_search_raises_an_error_with_its_verdict() -> None:
    """The message of the error is the text of the verdict, with the witness."""
    verdict = verify_search(wrong, examples=60)
    assert not verdict.sound
    assert verdict.findings[0].contract == "exact"
    with pytest.raises(RefutedError) as raised:
        verdict.raise_if_refuted()
    assert str(raised.value) == str(verdict)
    assert isinstance(raised.value, AssertionError)
    lines = str(verdict).splitlines()
    assert any(line.startswith("  tree    ") for line in lines)
    assert lines[0].startswith("FAIL  tests/helpers/own_searches.py:wrong  wrong value: got ")


def test_a_usage_error_in_a_check_is_raised_without_our_frames() -> None:
    """Pytest shows the line of the test; `check` itself is hidden."""
    with pytest.raises(PreconditionError, match="there is no file") as caught:
        check("nix.py:search")
    assert [entry.name for entry in caught.traceback] == [
        "test_a_usage_error_in_a_check_is_raised_without_our_frames",
        "check",
    ]


def test_a_usage_error_names_keyword_arguments_instead_of_options() -> None:
    """The command line names `--takes` instead."""
    with pytest.raises(PreconditionError, match=r"\(takes=\.\.\., .*\), or give a starting call with start=\.\.\.$"):
        verify_search(lambda position: 3)


def test_a_check_without_evidence_fails() -> None:
    """A window that contains no value says nothing about the value."""
    with pytest.raises(UndecidedError, match="INCONCLUSIVE"):
        check("docs/examples/searches.py:right", claims=["exact"], tree=from_nested([3, 1]), window=Window(0, 1))


@pytest.mark.slow
def test_a_path_names_a_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is that of the command line, and so is the name in the verdict."""
    (tmp_path / "own_engine.py").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert verify_search("own_engine.py:right", examples=20).report.variants[0].name == "own_engine.py:right"
    with pytest.raises(RefutedError):
        check("own_engine.py:wrong", examples=20)


@pytest.mark.slow
def test_an_external_program_is_judged_and_ended() -> None:
    """The text is that of the command line; the verdict is that for a function."""
    assert verify_search(f"pipe:{sys.executable} docs/examples/alpha_beta.py", examples=5, claims=["exact"]).sound


@pytest.mark.slow
def test_a_reused_instance_is_judged_in_addition_to_fresh_ones() -> None:
    """A class with a wrong second search is right on new instances and wrong on a reused one."""
    fresh, kept = verify_search(Forgetful, examples=20).searches
    assert fresh.faults == ()
    assert [fault.contract for fault in kept.faults] == ["exact"]


def test_claims_must_be_satisfied() -> None:
    """A fail-soft search violates `clamped`, and is sound without that claim."""
    assert not verify_search(right, claims=["clamped"], examples=20).sound
    assert verify_search(right, claims=["fail_soft"], examples=20).sound


@pytest.mark.slow
def test_one_tree_in_one_window_can_be_judged() -> None:
    """A wrong search passes on trees that do not show its bug."""
    tree = from_nested([[-3, 5], [2, 9]])
    assert not verify_search(wrong, claims=["exact"], tree=from_nested([-3])).sound
    assert verify_search(wrong, claims=["knuth"], tree=tree, window=Window(0, 4)).report.calls == 1


@pytest.mark.slow
def test_the_seed_decides_the_trees() -> None:
    """The same seed gives the same text of the verdict."""
    first, second = (str(verify_search(wrong, examples=40, seed=5)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    "options, says",
    [
        ({"claims": ["fishburm"]}, "did you mean 'fishburn'"),
        ({"effort": "quik"}, "did you mean 'quick'"),
        ({"takes": "node,alhpa,beta"}, "did you mean 'alpha'"),
        ({"values": "mov"}, "did you mean 'mover'"),
        ({"returns": "valu"}, "did you mean 'value'"),
    ],
    ids=str,
)
def test_an_unknown_word_suggests_the_nearest(options: dict[str, Any], says: str) -> None:
    """The words are claims, effort, and those of the calling convention."""
    with pytest.raises(UnknownNameError, match=says):
        verify_search(right, **options)


def test_an_object_that_is_not_a_search_is_refused() -> None:
    """Examples are a number, and a function that is not a search."""
    number: Any = 3
    with pytest.raises(PreconditionError, match="not a search"):
        verify_search(number)
    with pytest.raises(PreconditionError, match="cannot tell what the parameter `mystery` is for"):
        verify_search(lambda node, mystery: 0)


TREE = from_nested([3])


@pytest.mark.parametrize(
    "options, says",
    [
        ({"tree": "[1]"}, r"tree is '\[1\]', of type str, not a tree; make one with prunecheck.from_nested"),
        ({"tree": [1, 2]}, "of type list, not a tree"),
        ({"tree": TREE, "window": "x"}, "window is 'x', of type str, not a window; write prunecheck.Window"),
        ({"tree": TREE, "window": (3, 3)}, "of type tuple, not a window"),
        ({"window": Window(0, 3)}, "window only applies to a given tree"),
        ({"examples": 0}, "examples is 0, not a whole number of at least 1"),
        ({"examples": -3}, "examples is -3, not a whole number of at least 1"),
        ({"examples": 2.5}, "examples is 2.5, not a whole number"),
        ({"seed": -1}, "seed is -1, not a whole number of at least 0"),
        ({"seed": "1"}, "seed is '1', not a whole number"),
        ({"seconds": float("nan")}, "seconds is nan, not a number of seconds above 0"),
        ({"seconds": float("inf")}, "seconds is inf, not a number of seconds above 0"),
        ({"seconds": 1e300}, r"at most 86400 \(a day\)"),
        ({"seconds": True}, "seconds is True, not a number"),
        ({"claims": "exact"}, "claims is 'exact', not a list of strings"),
        ({"claims": 3}, "claims is 3, not a list of strings"),
        ({"claims": [3]}, r"claims\[0\] is 3, not a string"),
        ({"effort": 3}, "effort is 3, not a string"),
        ({"values": 3}, "values is 3, not a string"),
    ],
    ids=str,
)
def test_an_argument_of_another_type_or_out_of_bounds_is_refused(options: dict[str, Any], says: str) -> None:
    """The error is one line with the argument and what is required, also from `check`."""
    with pytest.raises(PreconditionError, match=says) as raised:
        verify_search(right, **options)
    assert "\n" not in str(raised.value)
    with pytest.raises(PreconditionError):
        check(right, **options)


def test_claims_may_be_any_iterable() -> None:
    """A generator works like a list."""
    assert verify_search(right, claims=(name for name in ["exact"]), examples=5).sound


def test_an_interrupt_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends the run with the results so far; `check` raises it again, so that no test passes because of it."""

    def pressed(run: Run, _: object) -> Run:
        return replace(run, interrupted_in="random trees")

    monkeypatch.setattr("prunecheck.verify.trial.carry_out", pressed)
    verdict = verify_search(right, examples=5)
    assert (verdict.status, verdict.sound) == ("interrupted", True)
    assert str(verdict).startswith("INTERRUPTED  ")
    with pytest.raises(KeyboardInterrupt):
        check(right, examples=5)


def test_trees_that_come_first_are_judged_first() -> None:
    """A plan's first trees are judged before any is drawn, and can refute alone."""
    from prunecheck.verify.isolated import judge_search  # noqa: PLC0415
    from prunecheck.verify.options import Options  # noqa: PLC0415

    plan = Plan(examples=1, first=(from_nested([-3]),))
    done = judge_search(wrong, Options(claims=("exact",)), plan)
    assert done.report.trees == 1
    assert not done.sound


def test_a_search_in_another_folder_is_reported_by_name_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the file is not below the working directory, no path is reported."""
    assert name_of(right) == ("tests/helpers/own_searches.py:right", True)
    monkeypatch.chdir(tmp_path)
    assert name_of(right) == ("right", False)
    assert "rerun" not in str(verify_search(wrong, examples=60))


@pytest.mark.slow
def test_the_package_loads_the_judge_when_it_is_asked_for() -> None:
    """`import prunecheck` does not import Hypothesis, `prunecheck.check` does; other names raise AttributeError."""
    code = (
        "import sys, prunecheck; before = 'hypothesis' in sys.modules; prunecheck.check;"
        "print(before, 'hypothesis' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.split() == ["False", "True"]
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        _ = prunecheck.chekc


@pytest.mark.fast_cases("os._exit*")
@pytest.mark.parametrize("ending", ["os.kill(os.getpid(), 11)", "os._exit(7)"])
def test_a_search_given_by_name_cannot_crash_the_caller(ending: str, tmp_path: Path) -> None:
    """A search that ends its process is refuted, and the caller's process continues."""
    engine = f"import os\n\n\ndef search(node, alpha, beta):\n    {ending}\n"
    (tmp_path / "engine.py").write_text(engine, encoding="utf-8")
    code = "from prunecheck import verify_search as v; found = v('engine.py:search', examples=5); print(found.status)"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout == "refuted\n"


def finite(node: Any, alpha: float, beta: float) -> float:
    """Alpha-beta whose infinity is 100."""
    if node.is_leaf():
        return float(node.value())
    best: float = -100
    for child in node.children():
        best = max(best, -finite(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def of_integers(node: Any, alpha: Any, beta: Any) -> Any:
    """Alpha-beta for whole numbers only."""
    if node.is_leaf():
        if not isinstance(node.value(), int):
            raise TypeError(node.value())
        return node.value()
    for child in node.children():
        alpha = max(alpha, -of_integers(child, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


@pytest.mark.slow
@pytest.mark.parametrize("search, sound", [(finite, ("small",)), (of_integers, ("small", "whole", "bigint"))])
def test_a_declared_domain_is_respected(search: Callable[..., Any], sound: tuple[str, ...]) -> None:
    """A search that declares a domain is not blamed for other values; without a domain, it gets any number."""
    for domain in ("small", "whole", "bigint", "any"):
        assert verify_search(search, examples=150, effort="thorough", domain=domain).sound == (domain in sound)


def test_declared_arguments_need_no_known_names() -> None:
    """`takes` names the role of an uninformative parameter, such as the one bound of F1."""
    found = verify_search(
        "prunecheck.variants.forms.f1:f1", takes="tree,node,beta", claims=["shallow-visits"], examples=20
    )
    assert found.sound
