"""What tests share."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import hypothesis
import pytest
from litestar.utils.signature import ParsedSignature

from palatine import registry
from palatine.core.data import PackageData
from palatine.testing import find_game

pytest_plugins = ("pace", "costs", "databases")

hypothesis.settings.register_profile("palatine", deadline=None)
hypothesis.settings.load_profile("palatine")
# Hypothesis' own would fail an example that takes 200 ms: no test is timed, on however busy a machine.


@pytest.fixture(scope="session", autouse=True)
def _data_parsed_once() -> Iterator[None]:
    """Parse each text of TOML once; whoever reads it gets a copy of their own, to change."""

    @cache
    def parsed(text: str) -> bytes:
        return pickle.dumps(tomllib.loads(text))

    def read_toml(data: PackageData, name: str) -> Any:
        return pickle.loads(parsed(data.read_text(name)))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(PackageData, "read_toml", read_toml)
        yield


@pytest.fixture(scope="session", autouse=True)
def _signatures_parsed_once() -> Iterator[None]:
    """Parse the signature of each handler once, which is half of the time it takes to make an app."""
    parse = ParsedSignature.from_fn

    @cache
    def parsed(function: Any) -> ParsedSignature:
        return parse(function, namespaces[function])

    def from_fn(function: Any, namespace: dict[str, Any]) -> ParsedSignature:
        namespaces.setdefault(function, namespace)
        return parsed(function)

    namespaces: dict[Any, dict[str, Any]] = {}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ParsedSignature, "from_fn", from_fn)
        yield


@pytest.fixture(autouse=True)
def _registered_apart() -> Iterator[None]:
    """What one test registers no other test sees; by a patch of its own, since tests may undo theirs."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(registry, "_registered", dict(registry._registered))
        yield


@pytest.fixture(scope="session")
def ford() -> Any:
    """Ford, the example of single actions."""
    return find_game("palatine.testing.examples.ford:GAME")


@pytest.fixture(scope="session")
def tithe() -> Any:
    """Tithe, the example of secret orders."""
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
