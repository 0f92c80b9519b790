"""A user's repository with an engine and its tests, for the tests of our pytest plugin."""

from collections.abc import Iterator

import pytest
from hypothesis import core, settings

from own_searches import FILE


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Iterator[pytest.Pytester]:
    """The repository. Hypothesis settings made in it are restored afterwards."""
    name, seed = settings.get_current_profile_name(), core.global_force_seed
    pytester.makepyfile(plugged_engine=FILE)
    pytester.makeini("[pytest]\naddopts = --strict-markers -p no:cacheprovider\nmarkers = slow: takes long\n")
    yield pytester
    settings.load_profile(name)
    core.global_force_seed = seed
