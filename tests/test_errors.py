"""The suggestion for an unknown name is the nearest one if it is near, else the known names; and texts of sentences."""

import pytest

import prunecheck
from prunecheck.errors import PreconditionError, UnknownNameError, refuse_address, sentences


@pytest.mark.parametrize(
    ("name", "known", "says"),
    [
        ("tiny", ["small", "whole", "any"], "known: any, small, whole"),
        ("fast", ["quick", "default", "thorough"], "known: default, quick, thorough"),
        ("quik", ["quick", "default"], "did you mean 'quick'?"),
        ("QUIK", ["Quick", "default"], "did you mean 'Quick'?"),
        ("f3", ["minimax", "f2", "f2"], "did you mean 'f2'?"),
        ("nothing", ["b", "a", "b"], "known: a, b"),
        (
            "wxyz",
            [*(f"_part{nth}" for nth in range(60)), *(f"part{nth}" for nth in range(60)), *"wxyz"],
            "known: part58, part59, part6, part7, part8, part9, w, x, y, z and 114 more",
        ),
    ],
    ids=["like none", "hardly alike", "alike", "upper case", "short", "twice", "very many"],
)
def test_suggestions_are_near_names_or_all_names(name: str, known: list[str], says: str) -> None:
    """Each name is suggested once. If there are very many, only the likeliest and the public ones are suggested."""
    assert str(UnknownNameError("word", name, known)) == f"unknown word {name!r}; {says}"


def test_completion_lists_names_that_are_imported_on_first_use() -> None:
    """`dir(prunecheck)` contains the names that are only imported when they are used."""
    assert {"check", "verify_search", "from_json"} <= set(dir(prunecheck))


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([], ""),
        (["right"], "right"),
        (["", "right", "", "then the run was interrupted"], "right. Then the run was interrupted"),
        (["right", "`board` is kept"], "right. `board` is kept"),
    ],
)
def test_empty_parts_add_nothing_to_a_text_of_sentences(parts: list[str], text: str) -> None:
    """Only the first part of a text of several sentences begins with a small letter."""
    assert sentences(*parts) == text


@pytest.mark.parametrize(
    "text", ["https://github.com/a/b/engine.py:search", "HTTP://a.b/tree.json", "git@github.com:a/b"]
)
def test_an_address_on_the_web_is_refused_with_what_to_do(text: str) -> None:
    """Prunecheck only reads files."""
    with pytest.raises(PreconditionError, match="is on the web, but prunecheck needs a file on this machine; download"):
        refuse_address(text)


@pytest.mark.parametrize("text", ["pipe:./engine https://a.b", "engine.py:search", "redis://host", "gitlog.py:search"])
def test_other_names_are_no_addresses(text: str) -> None:
    """A name that only contains an address, or begins like one, is accepted."""
    refuse_address(text)
