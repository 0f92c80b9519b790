"""Printed tests use only the public API, fail with the bug, and pass with the fix."""

import ast
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

import prunecheck
from claims import refutation
from prunecheck import FULL, Window, from_nested, verify_search
from prunecheck.cli.program import run
from prunecheck.report.snippet import command, pasted_test
from prunecheck.report.subject_text import subject_text
from prunecheck.trees.json import loads
from prunecheck.verify.counterexamples import Step, Witness

VALUED: Final = loads(
    '{"prunecheck":"tree","version":1,"nodes":[{"id":0,"children":[1,2],"value":1},'
    '{"id":1,"children":[3],"value":5},{"id":2,"value":2},{"id":3,"value":0}]}'
)
AGAIN: Final = loads(
    '{"prunecheck":"tree","version":1,"nodes":[{"id":0,"children":[1,2],"player":"MAX"},'
    '{"id":1,"value":2,"player":"MAX"},{"id":2,"value":3,"player":"MIN"}]}'
)


def nested(plies: int) -> Any:
    """A chain of nested lists."""
    return 1 if plies == 0 else [nested(plies - 1)]


def witness(tree: Any = None, **fields: Any) -> Witness:
    """A witness of one call."""
    tree = from_nested([[1]]) if tree is None else tree
    return msgspec.structs.replace(Witness(tree, FULL, 1, 2, None, (), 1), **fields)


def check_public(text: str) -> None:
    """Raise AssertionError for an import of anything but public names and fractions."""
    for node in ast.walk(ast.parse(text)):
        assert not isinstance(node, ast.Import)
        if isinstance(node, ast.ImportFrom):
            assert node.module in {"prunecheck", "fractions"}
            names = {alias.name for alias in node.names}
            assert node.module == "fractions" or names <= set(prunecheck.__all__)
            used = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
            assert names <= used
    assert not any(package in text for package in ("prunecheck.verify", "prunecheck.subjects", "prunecheck.catalog"))


def function(text: str) -> Any:
    """The test function defined in a text."""
    check_public(text)
    names: dict[str, Any] = {}
    exec(text, names)  # noqa: S102  # it is our own text
    return next(test for name, test in names.items() if name.startswith("test_"))


@pytest.mark.parametrize(
    "tree", [nested(100), nested(210), [1 << 16_000, Fraction(1, 1 << 16_000)]], ids=["100", "210", "huge"]
)
def test_python_can_read_a_pasted_test_however_deep_or_large_the_tree(tree: Any) -> None:
    """Python reads lists nested 200 deep, and integers of 4,300 digits."""
    seen = witness(from_nested(tree), window=Window(0, 1 << 16_000))
    function(pasted_test(*refutation("f1", "clamped", seen)))()


@pytest.mark.parametrize(
    "name, seen, said, strict",
    [
        ("f1", witness(), (), False),
        ("a.py:b", witness(from_nested([1], max_at_root=False)), (), False),
        ("a.py:b", witness(from_nested([Fraction(1, 3)]), window=Window(0, Fraction(1, 2))), (), False),
        ("a.py:b", witness(VALUED, depth=1), (("takes", "node,alpha,beta"), ("seconds", "0.2")), True),
        ("a.py:b", witness(VALUED, depth=1, explained=(1, 2)), (("domain", "small"),), False),
        ("a.py:b", witness(AGAIN), (("values", "max"), ("answers", "mover"), ("returns", "value-move")), False),
        ("a.py:B", witness(steps=(Step(VALUED, depth=1), Step(None), Step(AGAIN, path=(0,)))), (), True),
        ('pipe:./engine --book "a b"', witness(steps=(Step(VALUED, Window(0, 1)), Step(VALUED))), (), False),
    ],
    ids=["variant", "MIN", "fractions", "declared", "explained", "turns", "sequence", "program"],
)
def test_a_pasted_test_uses_the_public_api_alone(
    name: str, seen: Witness, said: tuple[tuple[str, str], ...], strict: bool
) -> None:
    """All kinds of witnesses are tested, with all options for the call."""
    seen_so = refutation(name, "exact", seen, depth_rule="exact" if strict else "")
    text = pasted_test(*seen_so, said)
    check_public(text)
    assert all(f"{option}=" in text for option, _ in said)
    assert ('turns="any"' in text) == (":" in name and AGAIN in (seen.tree, *(step.tree for step in seen.steps)))
    assert ('depth_rule="exact"' in text) == strict
    assert ("calls=" in text) == bool(seen.steps)
    words = shlex.split(command(*seen_so, said))
    assert words[:2] == ["prunecheck", "verify"]
    assert ("--calls" in words) == bool(seen.steps)


SEARCH: Final = """
def search(node, depth, alpha, beta):
    if depth == 0 or node.is_leaf():
        return node.value()
    best = WORST
    for child in node.children():
        best = max(best, -search(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


class Reused:
    def __init__(self):
        self.calls = []

    def search(self, node, depth, alpha, beta):
        self.calls.append(node)
        return search(node, depth, alpha, beta) + (len(self.calls) == SECOND)


def crashing(node, depth, alpha, beta):
    if depth == 0 or node.is_leaf():
        return node.value()
    best = WORST
    for child in node.children():
        best = max(best, -crashing(child, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            return CUTOFF
    return best


class Crashing(Reused):
    def search(self, node, depth, alpha, beta):
        self.calls.append(node)
        found = search(node, depth, alpha, beta)
        if found >= beta and len(self.calls) == SECOND:
            raise IndexError
        return found


def of_no_names(it, x, y):
    if it.is_leaf():
        return it.value()
    return max([WORST, x, *(-of_no_names(child, -y, -x) for child in it.children())])
"""
BUG: Final = {"WORST": "0", "SECOND": "2", "CUTOFF": "best[0]"}
FIX: Final = {"WORST": "float('-inf')", "SECOND": "-1", "CUTOFF": "best"}


@pytest.mark.fast_cases("search-*", "crashing-*")
@pytest.mark.parametrize(
    "name, fixed, options, says",
    [
        ("search", "WORST", {}, "tree=tree"),
        ("Reused", "SECOND", {}, "calls=calls"),
        ("of_no_names", "WORST", {"takes": "node,alpha,beta"}, 'takes="node,alpha,beta"'),
        ("crashing", "CUTOFF", {}, "tree=tree"),
        ("Crashing", "SECOND", {}, "calls=calls"),
    ],
)
def test_a_pasted_test_fails_with_the_bug_and_passes_with_the_fix(
    name: str, fixed: str, options: dict[str, Any], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The texts are those of the verdict, and the printed command has the same outcome."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "an_engine.py"

    def write(values: dict[str, str]) -> None:
        text = SEARCH
        for word, value in values.items():
            text = text.replace(word, value)
        file.write_text(text, encoding="utf-8")

    bug = {**FIX, fixed: BUG[fixed]}
    write(bug)
    verdict = subject_text(verify_search(f"an_engine.py:{name}", examples=30, **options).tried, verbose=True)
    text = verdict.partition("  paste\n")[2]
    lines = []
    for line in text.splitlines():
        if line and not line.startswith(" " * 4):
            break
        lines.append(line[4:])
    test = function("\n".join(lines))
    assert says in verdict
    rerun = verdict.partition("  rerun   ")[2].partition("\n")[0]
    with pytest.raises(AssertionError, match=r"wrong value|crash"):
        test()
    assert run(shlex.split(rerun)[1:]) == 1
    write(FIX)
    test()
    assert run(shlex.split(rerun)[1:]) == 0
