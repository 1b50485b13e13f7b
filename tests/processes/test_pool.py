"""A pool of processes that do the requested work and are killed when they hang."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from palatine.processes import PoolClosed, ProcessPool, SerialExecutor, WorkerDied, WorkFailed, WorkLimitExceeded
from processes import work


def named(function: Callable[[bytes], bytes]) -> str:
    """Return the name of a kind of work."""
    return f"processes.work:{function.__name__}"


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    made = ProcessPool(2)
    yield made
    made.close()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_process_is_begun_when_it_is_needed_and_used_again(pool: ProcessPool) -> None:
    assert pool.process_ids() == ()
    first, second = pool.call(named(work.pid), b""), pool.call(named(work.pid), b"")
    assert first == second
    assert int(first) != os.getpid()
    assert pool.process_ids() == (int(first),)


def test_an_error_is_told_and_the_process_lives_on(pool: ProcessPool) -> None:
    pid = pool.call(named(work.pid), b"")
    with pytest.raises(WorkFailed, match="ValueError: no such ford") as told:
        pool.call(named(work.fail), b"no such ford")
    assert not isinstance(told.value, WorkLimitExceeded)
    assert pool.call(named(work.pid), b"") == pid


@pytest.mark.parametrize(
    ("runs", "data", "limits", "says"),
    [
        (work.hang, b"", {"seconds": 0.3}, "more than 0.3 seconds"),
        (work.grow, b"1000000000", {"megabytes": 300}, "more than 300 MB"),
        (work.die, b"", {}, "has died"),
    ],
)
def test_what_runs_away_is_ended_and_replaced(
    pool: ProcessPool, runs: Callable[[bytes], bytes], data: bytes, limits: dict[str, float], says: str
) -> None:
    pid = int(pool.call(named(work.pid), b""))
    with pytest.raises(WorkLimitExceeded, match=says):
        pool.call(named(runs), data, **limits)  # type: ignore[arg-type]
    assert not is_running(pid)
    assert int(pool.call(named(work.pid), b"")) != pid


def test_work_whose_process_dies_is_done_once_more(pool: ProcessPool, tmp_path: Path) -> None:
    assert pool.call(named(work.die_once), str(tmp_path / "been").encode())
    with pytest.raises(WorkerDied):
        pool.call(named(work.die), b"")


def test_memory_is_limited_for_one_piece_of_work_only(pool: ProcessPool) -> None:
    pid = pool.call(named(work.pid), b"", megabytes=200)
    assert pool.call(named(work.grow), b"300000000") == b"300000000"
    assert pool.call(named(work.pid), b"") == pid


def test_a_process_that_was_killed_while_idle_is_replaced(pool: ProcessPool) -> None:
    pid = int(pool.call(named(work.pid), b""))
    os.kill(pid, 9)
    assert int(pool.call(named(work.pid), b"")) != pid


def test_work_that_nobody_waits_for_leaves_a_process_free(pool: ProcessPool) -> None:
    """However much of it is queued, work that somebody waits for starts immediately."""
    with ThreadPoolExecutor(8) as threads:
        others = [threads.submit(pool.call, named(work.wait), b"0.4", reserve=1) for _ in range(6)]
        pool.call(named(work.pid), b"")
        pool.call(named(work.pid), b"")
        assert not all([other.done() for other in others])
        assert [other.result() for other in others] == [b"0.4"] * 6


def test_what_a_process_knows_it_is_asked_again(pool: ProcessPool) -> None:
    with ThreadPoolExecutor(2) as threads:
        both = list(threads.map(lambda about: pool.call(named(work.wait), b"0.3", subject=about), ["a", "b"]))
    assert both == [b"0.3"] * 2
    assert len(pool.process_ids()) == 2
    of_a = pool.call(named(work.pid), b"", subject="a")
    of_b = pool.call(named(work.pid), b"", subject="b")
    assert of_a != of_b
    assert pool.call(named(work.pid), b"", subject="a") == of_a


def test_closing_ends_what_is_going_on(pool: ProcessPool) -> None:
    pids: list[int] = []
    with ThreadPoolExecutor(3) as threads:
        going = [threads.submit(pool.call, named(work.hang), b"") for _ in range(3)]
        until = time.monotonic() + 20
        while len(pool.process_ids()) < 2 and time.monotonic() < until:
            threading.Event().wait(0.01)
        pids = list(pool.process_ids())
        pool.close()
        for each in going:
            with pytest.raises(PoolClosed):
                each.result(20)
    assert len(pids) == 2
    assert not any([is_running(pid) for pid in pids])
    with pytest.raises(PoolClosed):
        pool.call(named(work.pid), b"")


@pytest.mark.parametrize("seconds", [0.5])
def test_a_process_that_hangs_ends_though_whoever_asked_was_killed(seconds: float) -> None:
    path = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, str(Path(__file__).parent / "orphan.py"), str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=path) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()
    until = time.monotonic() + 30
    while is_running(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_running(pid)


def test_the_same_work_in_this_process() -> None:
    assert int(SerialExecutor().call(named(work.pid), b"")) == os.getpid()
    with pytest.raises(WorkFailed, match="ValueError: no"):
        SerialExecutor().call(named(work.fail), b"no")


def test_several_processes_are_begun_beforehand(pool: ProcessPool) -> None:
    pool.start_workers(5)
    assert len(pool.process_ids()) == 2, "there are no more than the pool has"
