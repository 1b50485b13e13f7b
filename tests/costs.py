"""A pytest plugin that measures processor time and prints where it is spent.

A test is charged for its own set-up, call and teardown. A fixture that several tests share (a browser, a server, a
database) is charged to itself, whichever test happens to start or end it. The summary shows the total, which includes
imports and collection, the cost of each directory and the slowest tests. No figure makes a test fail.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

SHOWN = 10
"""Number of slowest tests in the summary."""
COST = "processor seconds"
TICKS = os.sysconf("SC_CLK_TCK")


class Meter:
    """Processor seconds of this process and its descendants, living and ended."""

    def __init__(self) -> None:
        self.living = 0.0
        self.last = 0.0
        self.mark = 0.0
        self.shared = 0.0
        """Seconds charged to shared fixtures."""
        self.by_fixture: Counter[str] = Counter()
        self.starters: set[str] = set()
        """Shared fixtures that left a process running."""
        self.phases: dict[str, float] = {}

    def now(self, names: Iterable[str] = ()) -> float:
        """Return the seconds so far.

        Walking all descendants takes milliseconds when a browser runs. Therefore the living ones are read again only
        for tests and fixtures, here `names`, that use a process which outlives a test.
        """
        if not self.starters.isdisjoint(names):
            self.living = sum(_descendants(os.getpid()))
        self.last = max(
            self.last, sum(os.times()[:4]) + self.living
        )  # A descendant may end without being waited for.
        return self.last

    def charge(self, fixture: str, seconds: float) -> None:
        self.by_fixture[fixture] += seconds
        self.shared += seconds


def _children(pid: int) -> Iterator[int]:
    """Yield the living children of a process, or none if it ends in the meantime."""
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            yield from map(int, Path(f"/proc/{pid}/task/{thread}/children").read_text().split())


def _descendants(pid: int) -> Iterator[float]:
    """Yield the processor seconds of each living descendant, including its ended children."""
    for child in _children(pid):
        try:
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # The process has ended.
            continue
        yield sum(map(int, fields[11:15])) / TICKS
        yield from _descendants(child)


METER: pytest.StashKey[Meter] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", type=Path, help="write the processor seconds of each test file to this file")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[METER] = Meter()
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Summary(config), "costs-summary")


# In the processes that run tests


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any, request: pytest.FixtureRequest) -> Any:
    if fixturedef.scope == "function":
        return (yield)
    meter = request.config.stash[METER]
    shared, began, before = meter.shared, meter.now(meter.starters), set(_children(os.getpid()))
    try:
        return (yield)
    finally:
        if set(_children(os.getpid())) - before:
            meter.starters.add(fixturedef.argname)
        nested = meter.shared - shared
        meter.charge(_name(fixturedef), meter.now(meter.starters) - began - nested)


def pytest_fixture_post_finalizer(fixturedef: Any, request: pytest.FixtureRequest) -> None:
    meter = request.config.stash[METER]
    now = meter.now([fixturedef.argname])
    if fixturedef.scope != "function":
        meter.charge(_name(fixturedef), now - meter.mark)
    meter.mark = now


def _name(fixturedef: Any) -> str:
    return f"{fixturedef.baseid.removeprefix('tests/')}::{fixturedef.argname}"


def _begin(item: pytest.Item) -> None:
    meter = item.config.stash[METER]
    meter.mark = meter.now(getattr(item, "fixturenames", ()))
    meter.phases = {"began": meter.mark, "shared": meter.shared}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Any:
    _begin(item)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Any:
    meter = item.config.stash[METER]
    meter.mark = meter.now(getattr(item, "fixturenames", ()))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    if call.when == "teardown":
        meter = item.config.stash[METER]
        spent = meter.now(getattr(item, "fixturenames", ())) - meter.phases["began"]
        spent -= meter.shared - meter.phases["shared"]
        item.user_properties.append((COST, [spent, dict(meter.by_fixture)]))
        meter.by_fixture.clear()
    return (yield)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        meter = session.config.stash[METER]
        session.config.workeroutput[COST] = meter.now()


# In the process that reports the results


class Summary:
    """The costs of all tests and shared fixtures of a run."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.workers = 0.0
        self.tests: Counter[str] = Counter()
        self.fixtures: Counter[str] = Counter()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.workers += getattr(node, "workeroutput", {}).get(COST, 0.0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == COST and report.when == "teardown":
                spent, fixtures = value
                self.tests[report.nodeid.removeprefix("tests/")] += spent
                self.fixtures.update(fixtures)

    def total(self) -> float:
        """Return the seconds of the whole run: tests, fixtures, imports, collection and workers."""
        meter = self.config.stash[METER]
        own = sum(os.times()[:2]) if self.workers else meter.now()
        return own + self.workers

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        everything = self.tests + self.fixtures
        if not everything:
            return
        rest = self.total() - everything.total()
        write = terminalreporter.write_line
        terminalreporter.write_sep("=", f"{self.total():.0f} processor seconds")
        write(
            f"{self.tests.total():8.1f} in {len(self.tests)} tests, {self.fixtures.total():.1f} in shared fixtures, "
            f"{rest:.1f} in imports and collection"
        )
        for folder, seconds in _grouped(everything, _folder).most_common():
            write(f"{seconds:8.1f} {folder}")
        terminalreporter.write_sep("-", f"the {SHOWN} slowest tests and shared fixtures")
        for name, seconds in everything.most_common(SHOWN):
            write(f"{seconds:8.1f} {name}")
        if path := self.config.getoption("--costs"):
            rows = _grouped(everything, lambda name: name.partition("::")[0]).most_common()
            path.write_text("".join(f"{seconds:8.1f} {name}\n" for name, seconds in rows))


def _grouped(costs: Counter[str], key: Any) -> Counter[str]:
    groups: Counter[str] = Counter()
    for name, seconds in costs.items():
        groups[key(name)] += seconds
    return groups


def _folder(name: str) -> str:
    """Return the directory of a test, for example `web`, or `games/elric` for a game's tests."""
    parts = name.partition("::")[0].split("/")
    depth = 2 if parts[0] == "games" else 1
    return "/".join(parts[: min(depth, len(parts) - 1)]) or parts[0] or "plugins"
