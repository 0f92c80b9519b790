"""The suggestion for an unknown name is the nearest one if it is near, else the known names."""

import pytest

import prunecheck
from prunecheck.errors import UnknownNameError


@pytest.mark.parametrize(
    ("name", "known", "says"),
    [
        ("tiny", ["small", "whole", "any"], "known: any, small, whole"),
        ("fast", ["quick", "default", "thorough"], "known: default, quick, thorough"),
        ("quik", ["quick", "default"], "did you mean 'quick'?"),
        ("f3", ["minimax", "f2", "f2"], "did you mean 'f2'?"),
        ("nothing", ["b", "a", "b"], "known: a, b"),
        (
            "wxyz",
            [*(f"_part{nth}" for nth in range(60)), *(f"part{nth}" for nth in range(60)), *"wxyz"],
            "known: part58, part59, part6, part7, part8, part9, w, x, y, z and 114 more",
        ),
    ],
    ids=["like none", "hardly alike", "alike", "short", "twice", "very many"],
)
def test_suggestions_are_near_names_or_all_names(name: str, known: list[str], says: str) -> None:
    """Each name is suggested once. If there are very many, only the likeliest and the public ones are suggested."""
    assert str(UnknownNameError("word", name, known)) == f"unknown word {name!r}; {says}"


def test_completion_lists_names_that_are_imported_on_first_use() -> None:
    """`dir(prunecheck)` contains the names that are only imported when they are used."""
    assert {"check", "verify_search", "from_json"} <= set(dir(prunecheck))
