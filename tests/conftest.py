"""What all tests share: Hypothesis without a clock, and without a database in continuous integration."""

import gc

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("prunecheck", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("prunecheck")


def pytest_collection_finish() -> None:
    """What thousands of tests consist of stays until the end; not to look through it at each collection saves time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _kept_apart() -> None:
    """What the tests before have left behind, caches above all, is not looked through either."""
    gc.freeze()
