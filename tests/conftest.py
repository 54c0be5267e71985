"""Shared by all tests: the hypothesis profiles."""

import os

from hypothesis import HealthCheck, settings

# Time limits are pytest's affair: a deadline for each example fails on a busy machine and nowhere else.
# CI must give the same answer for the same commit, so examples there follow from the test alone.
settings.register_profile(
    "default",
    derandomize=True,
    max_examples=60,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long", settings.get_profile("default"), derandomize=False, max_examples=3000, print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
