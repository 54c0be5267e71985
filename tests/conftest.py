"""Shared by all tests: the hypothesis profiles, and notes about what a test could not check."""

import os

import pytest
from hypothesis import HealthCheck, settings

# No deadline per example, since it would fail on a busy machine; pytest has a time limit per test.
# CI must give the same result for the same commit, so its examples depend on the test alone.
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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests could not check on this machine, as they have recorded it."""
    for report in terminalreporter.stats.get("passed", []):
        for name, text in report.user_properties:
            if name == "note":
                terminalreporter.write_line(f"note: {text}", yellow=True)
