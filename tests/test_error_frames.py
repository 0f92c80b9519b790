"""Which files are libraries, and which line of the user's code is named for an error."""

import json

import pytest

from prunecheck.error_frames import is_library, place_of


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (json.__file__, True),
        ("/usr/lib/python3/dist-packages/numpy/linalg/__init__.py", True),
        ("/home/me/.local/lib/python3.11/site-packages/chess/__init__.py", True),
        ("<frozen importlib._bootstrap>", True),
        ("/home/me/engine/search.py", False),
        ("search.py", False),
        ("/home/me/my-site-packages-notes/search.py", False),
    ],
)
def test_a_package_of_any_environment_is_a_library(file: str, expected: bool) -> None:
    """A package may be installed for all environments, such as Debian's, or for one user."""
    assert is_library(file) is expected


def test_an_error_is_placed_at_the_last_line_outside_of_libraries() -> None:
    """A line in a package of another environment is not the user's."""
    own, package = ("/home/me/search.py", 7, "search"), ("/usr/lib/python3/dist-packages/numpy/core.py", 99, "take")
    assert place_of([own, package]) == ("/home/me/search.py", 7)
