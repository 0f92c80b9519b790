"""Programs with whole numbers: adjacent values stay adjacent, and windows can still end between them."""

import sys
from pathlib import Path

import pytest

from prunecheck import INF, from_nested, verify_search
from prunecheck.subjects.external import ProgramSearch, open_program
from prunecheck.trees.protocol import Number

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "alpha_beta.py"


def program(folder: Path, *changes: tuple[str, str]) -> str:
    """The command of the example as a program for whole numbers, with `changes` to its text."""
    text = EXAMPLE.read_text(encoding="utf-8")
    whole = (
        ('"fraction"', '"int"'),
        ("str(-(10**400))", "-1_000_000"),
        ("str(10**400)", "1_000_000"),
        (', "turns", "infinities"', ""),
    )
    for old, new in (*whole, *changes):
        assert old in text
        text = text.replace(old, new)
    file = folder / "program.py"
    file.write_text(text, encoding="utf-8")
    return f"{sys.executable} {file}"


@pytest.mark.slow_cases("alpha + 1 >= beta")
@pytest.mark.parametrize("test", ["alpha + 1 >= beta", "alpha >= beta - 1"])
def test_a_cutoff_that_is_one_too_early_is_found(test: str, tmp_path: Path) -> None:
    """The bug only shows if values differ by one."""
    command = program(tmp_path, ("alpha >= beta", test))
    faults = verify_search(f"pipe:{command}", examples=30, effort="thorough").searches[0].faults
    assert [fault.contract for fault in faults] == ["knuth"]


@pytest.mark.slow
def test_a_right_search_passes_in_all_integer_windows(tmp_path: Path) -> None:
    """Some of the windows end between two whole numbers."""
    verdict = verify_search(f"pipe:{program(tmp_path)}", examples=30, effort="thorough", claims=["fishburn"])
    assert verdict.sound, str(verdict)


MEMORY = (
    ('"gives"', '"memory": True, "gives"'),
    (
        "        leaves = []\n",
        "        leaves = []\n        SEEN.append((request['tree']['value'], request['alpha'], request['beta']))\n",
    ),
    (
        '    if request["ask"] == "clear":\n        return {}',
        '    if request["ask"] == "clear":\n        SEEN.clear()\n        return {}',
    ),
    ("def main():", "SEEN = []\n\n\ndef main():"),
    ('"move": line[0] if line else None', '"move": len(SEEN) - 1 if line else None'),
)


def test_a_program_with_a_memory_is_cleared_before_the_scale_changes(tmp_path: Path) -> None:
    """The returned move shows the number of searches since `clear`.

    Once the scale of a tree has increased, it never decreases.
    """
    tree = from_nested([1, 2, 3, 4])
    windows: list[tuple[Number, Number]] = [(-INF, INF), (0, 3), (1.5, INF), (-INF, INF), (2, 3)]
    with open_program(program(tmp_path, *MEMORY)) as opened:
        search = ProgramSearch(opened.program, times=4)
        found = [search(tree, 0, *window) for window in windows]
    assert [choice.value for choice in found] == [4, 3, 4, 4, 3]
    assert [choice.move for choice in found] == [0, 1, 0, 1, 2]
