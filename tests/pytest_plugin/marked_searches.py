"""Test files and profiles of a user's repository, as text, and what pytest prints about their searches."""

import re

import pytest

PROFILE = """
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase
settings.register_profile("own", {})
settings.load_profile("own")
"""


def profile(folder: pytest.Pytester, words: str) -> None:
    """Code that sets the Hypothesis profile."""
    folder.makeconftest(PROFILE.format(words))


def marked(name: str, marker: str = "") -> str:
    """Code that marks a search of that name."""
    return f"""
import pytest
import plugged_engine

@pytest.mark.prunecheck{marker}
def test_search():
    return plugged_engine.{name}
"""


MARKED = """
import pytest

@pytest.mark.prunecheck{}
def test_search():
    return {}
"""


def closing(result: pytest.RunResult) -> list[str]:
    """The last lines of the verdicts."""
    return re.findall(r"^(?:E +)?(FAIL  .*)$", result.stdout.str(), re.MULTILINE)
