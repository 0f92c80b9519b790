"""Extra leaves: a search with many fails, unless they are a known harmless deviation."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from prunecheck import INF, cli, verify_search
from prunecheck.verify.outcomes import Severity


def last_ply_at_once(node: Any, depth: int, alpha: float, beta: float) -> Any:
    """Evaluate all children of the last ply before searching any."""
    if depth == 0 or node.is_leaf():
        return node.value()
    if all(child.is_leaf() for child in node.children()):
        return max([-child.value() for child in node.children()])
    best = -INF
    for child in node.children():
        best = max(best, -last_ply_at_once(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def strictly(node: Any, depth: int, alpha: float, beta: float) -> Any:
    """Fail-soft negamax, with the test beta < alpha."""
    if depth == 0 or node.is_leaf():
        return node.value()
    best = -INF
    for child in node.children():
        best = max(best, -strictly(child, depth - 1, -beta, -max(alpha, best)))
        if beta < best:
            break
    return best


def ordered(node: Any, depth: int, alpha: float, beta: float) -> Any:
    """Evaluate all children first, and search the most promising ones first."""
    if depth == 0 or node.is_leaf():
        return node.value()
    best = -INF
    for child in sorted(node.children(), key=lambda position: position.value()):
        best = max(best, -ordered(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def from_right_to_left(node: Any, depth: int, alpha: float, beta: float) -> Any:
    """Alpha-beta in another order."""
    if depth == 0 or node.is_leaf():
        return node.value()
    best = -INF
    for child in reversed(node.children()):
        best = max(best, -from_right_to_left(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def items_in_a_list(node: Any, alpha: float, beta: float) -> Any:
    """Alpha-beta on nested lists, which reads all items of a list before it searches the first one."""
    if not isinstance(node, list):
        return node
    best = -INF
    for child in [*node]:
        best = max(best, -items_in_a_list(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def one_sided(node: Any, depth: int, alpha: float, beta: float, maximizing: bool) -> Any:
    """Alpha-beta in which only MAX cuts off."""
    if depth == 0 or node.is_leaf():
        return node.value()
    best = -INF if maximizing else INF
    for child in node.children():
        value = one_sided(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        else:
            best = min(best, value)
            beta = min(beta, best)
    return best


def window_not_passed_down(node: Any, depth: int, alpha: float, beta: float) -> Any:
    """A correct search that prunes nothing."""
    if depth == 0 or node.is_leaf():
        return node.value()
    return max(-window_not_passed_down(child, depth - 1, -INF, INF) for child in node.children())


@pytest.mark.fast_cases("strictly-*", "window_not_passed_down-*")
@pytest.mark.parametrize(
    ("search", "severity", "words"),
    [
        (last_ply_at_once, Severity.NOTE, "it evaluates all leaves below a position at once"),
        (items_in_a_list, Severity.NOTE, "it evaluates all leaves below a position at once"),
        (strictly, Severity.NOTE, "because it only cuts off if beta < alpha"),
        (ordered, Severity.FACT, "evaluates leaves in a different order from alpha-beta"),
        (from_right_to_left, Severity.FACT, "evaluates leaves in a different order from alpha-beta"),
        (one_sided, Severity.PRUNING, "extra leaves: "),
        (window_not_passed_down, Severity.PRUNING, "no pruning: evaluates every leaf ("),
    ],
)
def test_only_many_extra_leaves_without_a_known_reason_fail(
    search: Callable[..., Any], severity: Severity, words: str
) -> None:
    """Many means at least a tenth more distinct leaves than alpha-beta, over the sample."""
    verdict = verify_search(search, examples=20)
    found = next(finding for finding in verdict.findings if finding.contract == "visits")
    assert (found.severity, words in found.words) == (severity, True), found.words
    assert verdict.sound == (severity is not Severity.PRUNING)
    assert not (verdict.sound and "extra leaves" in str(verdict))  # words of a failure


@pytest.mark.fast_cases("window_not_passed_down-pruning-False")
@pytest.mark.parametrize(
    ("name", "fail_on", "sound"),
    [
        ("window_not_passed_down", "wrong", True),
        ("window_not_passed_down", "pruning", False),
        ("strictly", "pruning", True),
        ("strictly", "notes", False),
    ],
)
def test_the_severity_that_fails_can_be_chosen(name: str, fail_on: str, sound: bool) -> None:
    """The severity can be chosen in Python and on the command line."""
    assert verify_search(globals()[name], examples=20, fail_on=fail_on).sound == sound
    words = ["verify", f"tests/verify/test_pruning.py:{name}", "--examples", "20", "--fail-on", fail_on]
    assert cli.run(words) == (0 if sound else 1)


@pytest.mark.slow
def test_each_rerun_line_of_notes_that_fail_fails_again(capsys: pytest.CaptureFixture[str]) -> None:
    """A note only fails with `--fail-on notes`, which the line repeats if the claim alone would not fail."""
    words = ["verify", "tests/verify/test_pruning.py:strictly", "--examples", "20", "--fail-on", "notes", "--no-cache"]
    assert cli.run(words) == 1
    lines = [line.strip() for line in capsys.readouterr().out.splitlines() if "  rerun  " in line]
    assert len(lines) > 1
    for line in lines:
        assert cli.run(shlex.split(line)[2:]) == 1, line


INNER: Final = """
def search(heaps, depth, alpha, beta, mine):
    if depth == 0:
        return sum(nth * heap for nth, heap in enumerate(heaps)) % 7 - 3
    best = -inf if mine else inf
    for nth in range(len(heaps)):
        for taken in range(1, heaps[nth] + 1):
            heaps[nth] -= taken
            value = search(heaps, depth - 1, alpha, beta, not mine)
            heaps[nth] += taken
            best = max(best, value) if mine else min(best, value)
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            if alpha >= beta:
                break
    return best
"""


@pytest.mark.slow
def test_a_break_that_leaves_the_inner_loop_is_no_evaluation_of_the_last_ply_at_once(tmp_path: Path) -> None:
    """From a start of depth 2, all extra leaves have siblings that alpha-beta evaluates, but some are passed over."""
    file = tmp_path / "heaps.py"
    file.write_text(f"from math import inf\n{INNER}", encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="search([3, 3, 3], 2, -inf, inf, True)", examples=20)
    found = next(finding for finding in verdict.findings if finding.contract == "visits")
    assert (found.severity, found.words.partition(":")[0]) == (Severity.PRUNING, "extra leaves")


def one_sided_from_right_to_left(node: Any, depth: int, alpha: float, beta: float) -> Any:
    """Alpha-beta that never cuts off at even depths; its smallest failure only shows another order of leaves."""
    if depth == 0 or node.is_leaf():
        return node.value()
    best = -INF
    for child in reversed(node.children()):
        best = max(best, -one_sided_from_right_to_left(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta and depth % 2:
            break
    return best


REMEMBERED: Final[dict[tuple[int, int], Any]] = {}


def with_memory(position: Any, depth: int, alpha: float, beta: float) -> Any:
    """A search that prunes nothing, and remembers positions from call to call, so that it also misses leaves."""
    if depth == 0 or position.is_terminal():
        return position.evaluate()
    key = hash(position), depth
    if key not in REMEMBERED:
        REMEMBERED[key] = max(-with_memory(child, depth - 1, -beta, -alpha) for child in position.children())
    return REMEMBERED[key]


@pytest.mark.fast_cases("one_sided-*")
@pytest.mark.parametrize(
    ("name", "first", "again"),
    [
        ("with_memory", "no pruning: evaluates every leaf", "extra leaves: 1 unnecessary leaf"),
        ("one_sided", "extra leaves: evaluates leaves", "extra leaves: 1 unnecessary leaf"),
        ("window_not_passed_down", "no pruning: evaluates every leaf", "extra leaves: 1 unnecessary leaf"),
        ("one_sided_from_right_to_left", "extra leaves: evaluates leaves", "extra leaves: evaluates leaves"),
    ],
)
def test_a_rerun_shows_what_the_headline_says(
    name: str, first: str, again: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rerun is one tree with an unnecessary leaf, or all trees if the smallest failure has no such leaf."""
    words = ["verify", f"tests/verify/test_pruning.py:{name}", "--examples", "20", "--no-cache"]
    for expected in (first, again):
        assert cli.run(words) == 1
        headline, *lines = capsys.readouterr().out.splitlines()
        assert f"  {expected}" in headline
        assert not any("evaluated in another order" in line or "out of order" in line for line in lines)
        (line,) = (line for line in lines if line.startswith("  rerun   prunecheck "))
        words = shlex.split(line)[2:]
