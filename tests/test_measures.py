"""Heartbeats of background tasks: a failed task is noticed, a stopped one is not reported."""

from __future__ import annotations

import asyncio

import pytest

from loops import in_a_loop
from palatine.metrics import BUCKET_BOUNDS, Histogram, TaskHeartbeats


def test_a_task_that_fails_is_dead_and_one_that_is_told_to_stop_is_not(caplog: pytest.LogCaptureFixture) -> None:
    heartbeats = TaskHeartbeats()

    async def fail() -> None:
        raise KeyError("gone")

    async def go_on() -> None:
        await asyncio.sleep(60)

    async def live() -> None:
        failing, stopped = (heartbeats.begin(name, 900.0) for name in ("jobs", "mail"))
        tasks = heartbeats.watch(failing, fail()), heartbeats.watch(stopped, go_on())
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.wait(tasks)
        await asyncio.sleep(0)

    in_a_loop(live())
    (left,) = heartbeats.read()
    assert (left.name, left.trouble, left.is_alive) == ("jobs", "KeyError", False)
    assert "Background task has stopped: jobs" in caplog.text


def test_a_time_counts_in_the_first_bound_it_does_not_pass() -> None:
    times = Histogram()
    for seconds in (0.0, BUCKET_BOUNDS[0], BUCKET_BOUNDS[-1], BUCKET_BOUNDS[-1] + 1):
        times.add(seconds)
    row = times.read()[()]
    assert (row[0], row[len(BUCKET_BOUNDS) - 1], row[len(BUCKET_BOUNDS)]) == (2, 1, 1)
    assert row[-1] == pytest.approx(BUCKET_BOUNDS[0] + 2 * BUCKET_BOUNDS[-1] + 1)
