"""What all tests share: Hypothesis without a clock, and without a database in continuous integration."""

from hypothesis import HealthCheck, settings

settings.register_profile("prunecheck", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("prunecheck")
