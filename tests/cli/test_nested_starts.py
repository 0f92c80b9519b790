"""The starts proposed for a search inside another function: each was tried, or shows which arguments are missing."""

from pathlib import Path
from textwrap import dedent

import pytest

from prunecheck import cli

Output = pytest.CaptureFixture[str]
CLOSURE = """
    def solver({parameters}):
        def play(pile=4):
            def search(pile, mine):
                if pile == 0:
                    return -1 if mine else 1
                values = [search(pile - taken, not mine) for taken in (1, 2, 3) if taken <= pile]
                return max(values) if mine else min(values)
            return search(pile, True)
        return {returned}
"""
METHOD = """
    class Solver:
        def __init__({init}):
            self.pile = 4

        def play(self):
            def search(pile, mine):
                if pile == 0:
                    return -1 if mine else 1
                values = [search(pile - taken, not mine) for taken in (1, 2, 3) if taken <= pile]
                return max(values) if mine else min(values)
            return search(self.pile, True)
"""


@pytest.mark.fast_cases("called")
@pytest.mark.parametrize(
    "text, used",
    [
        (CLOSURE.format(parameters="", returned="play()"), "solver()"),
        (METHOD.format(init="self"), "Solver().play()"),
    ],
    ids=["called", "method"],
)
def test_a_call_without_arguments_is_tried(
    text: str, used: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """A function is not taken for a class."""
    monkeypatch.chdir(tmp_path)
    Path("closure.py").write_text(dedent(text), encoding="utf-8")
    assert cli.run(["verify", "closure.py:search", "--examples", "5"]) in (0, 3)
    assert f"the tree of the recursive calls that `{used}` makes." in capsys.readouterr().out


@pytest.mark.parametrize(
    "text, said",
    [
        (
            CLOSURE.format(parameters="", returned="{'play': play}"),
            "prunecheck tried the starting call `solver()`, but it does not call",
        ),
        (CLOSURE.format(parameters="rules", returned="play"), "such as --start 'solver(RULES)' with your own RULES"),
        (METHOD.format(init="self, rules"), "such as --start 'Solver(RULES).play()' with your own RULES"),
    ],
    ids=["fails", "parameter", "constructor"],
)
def test_a_call_that_cannot_be_tried_shows_what_is_missing(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """A call that was tried and failed is not proposed."""
    monkeypatch.chdir(tmp_path)
    Path("closure.py").write_text(dedent(text), encoding="utf-8")
    assert cli.run(["verify", "closure.py:search"]) == 2
    assert said in capsys.readouterr().err
