"""A pool that gives its work to a cluster, and does it locally while there is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from threading import Event
from time import monotonic
from typing import Any

import pytest

from palatine.optional_imports import MissingExtra
from palatine.processes import ProcessPool, WorkFailed, WorkLimitExceeded
from palatine.processes.ray_pool import RayPool, check_cluster, pool_for


def until_lending(pool: RayPool, is_lending: bool, seconds: float = 120) -> None:
    until = monotonic() + seconds
    while pool.is_connected != is_lending and monotonic() < until:
        Event().wait(0.05)
    assert pool.is_connected == is_lending


@pytest.fixture
def away() -> Iterator[RayPool]:
    pool = RayPool("ray://127.0.0.1:1", 1)
    yield pool
    pool.close()


def test_while_the_cluster_is_away_work_is_done_here(away: RayPool) -> None:
    assert int(away.call("processes.work:pid", b"")) in away.process_ids()
    with pytest.raises(WorkFailed, match="ValueError: no"):
        away.call("processes.work:fail", b"no")


def test_without_ray_it_is_named(monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    check_cluster("")
    with pytest.raises(MissingExtra, match=r"ray, .*palatine\[ray\]"):
        check_cluster("ray")


def test_without_an_address_it_is_a_pool_of_this_machine() -> None:
    assert type(pool_for("")) is ProcessPool


def test_a_cluster_does_the_work_and_ends_what_runs_away_until_it_is_lost() -> None:
    pool = RayPool("ray", 1)
    try:
        until_lending(pool, True)
        there = pool.call("processes.work:pid", b"", subject="a")
        assert pool.process_ids() == (), "nothing is done here"
        assert pool.call("processes.work:pid", b"", subject="a") == there
        with pytest.raises(WorkFailed, match="ValueError: no such ford"):
            pool.call("processes.work:fail", b"no such ford")
        with pytest.raises(WorkLimitExceeded, match=r"more than 0.3 seconds"):
            pool.call("processes.work:hang", b"", seconds=0.3, subject="a")
        with pytest.raises(WorkLimitExceeded, match="more than 300 MB"):
            pool.call("processes.work:grow", b"1000000000", megabytes=300)
        with pytest.raises(WorkLimitExceeded, match="has died"):
            pool.call("processes.work:die", b"")
        assert pool._bridge is not None
        os.kill(pool._bridge.pid, 9)
        assert int(pool.call("processes.work:pid", b"")) in pool.process_ids()
        until_lending(pool, True)
    finally:
        pool.close()
