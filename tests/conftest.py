"""What all tests share: how hard hypothesis looks, and a second try for tests in a browser."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

BROWSER = Path(__file__).parent / "browser"

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine may once be slower than a test waits; what fails twice is broken.

    Everything else, the server and its databases included, gets no second try.
    """
    for item in items:
        if item.path.is_relative_to(BROWSER):
            item.add_marker(pytest.mark.flaky(reruns=1, reruns_delay=1))
