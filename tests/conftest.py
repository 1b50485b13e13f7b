"""Fixtures and Hypothesis settings for all tests."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest

from palatine.testing import find_game

pytest_plugins = ("pace", "costs", "databases", "savings")

SALT = os.environ.get("PALATINE_TEST_SALT", "")
"""Salt of all random seeds. Another one reveals tests whose assertions depend on the dice."""

hypothesis.settings.register_profile("palatine", deadline=None)
hypothesis.settings.load_profile("palatine")
# Hypothesis' default deadline fails examples that take 200 ms. No test may depend on the load of the machine.


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Derive the values of `secrets`, such as a match's seed, from the test's name."""
    # Schemathesis gives all cases of a test one node id.
    name = item.nodeid if item.nodeid.endswith(item.name) else f"{item.nodeid} {item.name}"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(random, "_urandom", random.Random(name + SALT).randbytes)
        return (yield)


@pytest.fixture(scope="session")
def ford() -> Any:
    """Ford, the example game of single actions."""
    return find_game("palatine.testing.examples.ford:GAME")


@pytest.fixture(scope="session")
def tithe() -> Any:
    """Tithe, the example game of secret orders."""
    return find_game("palatine.testing.examples.tithe:GAME")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A running headless Chromium."""
    from playwright.sync_api import expect, sync_playwright

    from browser import launch

    expect.set_options(timeout=60_000)  # A busy machine is slow, and no test asserts a time.
    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()
