"""A pytest plugin for the pace of the tests: which run, in which order, and what each costs.

* `@pytest.mark.long`: heads the queue, dealt out evenly to the workers, so that none is left alone at the end.
* `@pytest.mark.soak`: runs only in `make soak` (PALATINE_SOAK=1 in the environment). Whatever comes in bulk (whole
  archives, all lessons, every pair of stores) is so marked, but for a sample: `make test` stays under six minutes
  on two cores.
* `@pytest.mark.services`: needs servers from Debian's packages, and runs only in `make test-services`: where it is
  asked for (`-m services`), or with PALATINE_SERVICES=1. Where a server is not there, it fails.
* `@pytest.mark.alone`: counts seconds among many processes; of the services, it runs beside nothing else.
* `--game NAME`: only the tests of one game, its folder and the tests of every game that are about it.
* A test that takes more than `LIMIT` seconds of processor and is not marked long fails. It is processor time of this
  process and of those it has waited for, as a wall clock tells more of the machine than of the test.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

LIMIT = 20.0
"""Seconds of processor that a test may take without a mark."""
SHOWN = 10
"""So many of the slowest tests are named at the end."""
COST = "processor seconds"
BEGUN: pytest.StashKey[float] = pytest.StashKey()
DEADLINE: pytest.StashKey[float] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", default="", help="only the tests of this game")
    parser.addoption("--costs", type=Path, help="write the processor seconds of every file of tests into this file")


def pytest_configure(config: pytest.Config) -> None:
    if minutes := os.environ.get("PALATINE_SOAK_MINUTES"):
        config.stash[DEADLINE] = time.monotonic() + 60 * float(minutes)


# Which, and in which order


def sampled(cases: Iterable[Any], daily: Iterable[Any]) -> list[Any]:
    """Cases of a test, for `parametrize`: those of `daily` run every day, the others in a soak."""
    every, today = list(cases), list(daily)
    assert all(each in every for each in today), "what is to run every day is not there"
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else [each]), marks=[] if each in today else pytest.mark.soak
        )
        for each in every
    ]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    soaking = bool(os.environ.get("PALATINE_SOAK"))
    serving = bool(os.environ.get("PALATINE_SERVICES")) or "services" in config.getoption("markexpr")
    game = config.getoption("--game")
    left_out = {name for name, asked in (("soak", soaking), ("services", serving)) if not asked}
    chosen = [item for item in items if is_wanted(item, left_out, game)]
    kept = set(chosen)
    if left := [item for item in items if item not in kept]:
        config.hook.pytest_deselected(items=left)
    if DEADLINE in config.stash:
        Random(os.environ.get("PALATINE_SOAK_SEED")).shuffle(chosen)
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    items[:] = dealt(chosen, workers)


def is_wanted(item: pytest.Item, left_out: Collection[str], game: str) -> bool:
    """Whether a test runs today: nothing with a mark that is left out, and of one game what is about it."""
    if any(item.get_closest_marker(mark) for mark in left_out):
        return False
    if not game:
        return True
    folder = f"tests/games/{game.replace('-', '_')}/"
    parameters = (
        item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    )
    return folder in item.nodeid or game in parameters


def dealt(items: Sequence[pytest.Item], workers: int) -> Iterator[pytest.Item]:
    """The tests in such an order that every worker, which is given an equal run of them, begins with its share of
    the long ones."""
    long = [item for item in items if item.get_closest_marker("long")]
    short = iter([item for item in items if not item.get_closest_marker("long")])
    left = len(items)
    for worker in range(workers):
        size = left // (workers - worker)
        left -= size
        head = long[worker::workers]
        yield from head
        yield from islice(short, max(0, size - len(head)))
    yield from short


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Time the test; past the deadline of a soak, stop."""
    item.stash[BEGUN] = processor()
    if time.monotonic() > item.config.stash.get(DEADLINE, float("inf")):
        item.session.shouldstop = "the minutes of this soak are over"
    return (yield)


# What each costs


def processor() -> float:
    """Seconds of processor of this process and of the ended ones that it started."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    spent = processor() - item.stash[BEGUN]
    if call.when == "teardown":
        item.user_properties.append((COST, spent))
    report = yield
    if call.when == "call" and report.passed and spent > LIMIT and not item.get_closest_marker("long"):
        report.outcome = "failed"
        report.longrepr = f"It took {spent:.0f} seconds of processor: make it shorter, or mark it long."
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """The slowest tests, and what all have cost."""
    reports = [
        each for some in terminalreporter.stats.values() for each in some if isinstance(each, pytest.TestReport)
    ]
    costs = {
        report.nodeid: dict(report.user_properties).get(COST, 0.0)
        for report in reports
        if report.when == "teardown"
    }
    slowest = sorted(costs, key=lambda each: -costs[each])[:SHOWN]
    if sum(costs.values()) > LIMIT:
        terminalreporter.write_sep("=", f"{sum(costs.values()):.0f} seconds of processor; the slowest")
        for name in slowest:
            terminalreporter.write_line(f"{costs[name]:6.1f} {name}")
    if path := config.getoption("--costs"):
        files: dict[str, float] = {}
        for name, cost in costs.items():
            file = name.partition("::")[0]
            files[file] = files.get(file, 0.0) + cost
        rows = sorted(files.items(), key=lambda row: -row[1])
        path.write_text("".join(f"{cost:8.1f} {name}\n" for name, cost in rows))
