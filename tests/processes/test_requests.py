"""A pool shared by many processes."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from palatine.processes import PoolClosed, ProcessPool, SerialExecutor, WorkFailed, WorkLimitExceeded
from palatine.processes.pool import Executor
from palatine.processes.requests import SharedPool, serve_requests

ECHO = "palatine.processes.pool:noop"


def kept(pool: Executor, place: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(str(place))
    listening.listen()
    threading.Thread(target=serve_requests, args=(pool, listening), daemon=True).start()
    return listening


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    opened = ProcessPool(2)
    yield opened
    opened.close()


@pytest.fixture
def shared(pool: ProcessPool, tmp_path: Path) -> Iterator[SharedPool]:
    listening = kept(pool, tmp_path / "pool")
    opened = SharedPool(tmp_path / "pool")
    yield opened
    opened.close()
    listening.close()


def test_work_is_done_in_a_process_of_the_pool(shared: SharedPool, pool: ProcessPool) -> None:
    assert shared.call(ECHO, b"x") == b"x"
    pid = shared.call("processes.work:pid", b"")
    assert int(pid) in pool.process_ids()


def test_many_at_once_never_have_more_processes_than_the_pool(shared: SharedPool, pool: ProcessPool) -> None:
    asking = [threading.Thread(target=shared.call, args=(ECHO, b"x")) for _ in range(12)]
    for each in asking:
        each.start()
    for each in asking:
        each.join()
    assert len(pool.process_ids()) <= 2


class Thinking(SerialExecutor):
    """An executor that blocks until it is released."""

    def __init__(self) -> None:
        self.begun, self.over = threading.Event(), threading.Event()

    def call(self, kind: str, data: bytes, **how: Any) -> bytes:
        self.begun.set()
        self.over.wait(20)
        return data


def test_who_asks_knows_what_is_being_done_for_him(tmp_path: Path) -> None:
    thinking = Thinking()
    listening, shared = kept(thinking, tmp_path / "pool"), SharedPool(tmp_path / "pool")
    asking = threading.Thread(target=shared.call, args=(ECHO, b"x"))
    asking.start()
    assert thinking.begun.wait(20)
    assert shared.busy == 1
    thinking.over.set()
    asking.join(20)
    with pytest.raises(PoolClosed):
        SharedPool(tmp_path / "nobody").call(ECHO, b"x")
    assert shared.busy == 0
    shared.close()
    listening.close()


def test_what_fails_is_told_as_the_pool_tells_it(shared: SharedPool) -> None:
    with pytest.raises(WorkFailed, match="ModuleNotFoundError"):
        shared.call("nowhere:nothing", b"")
    with pytest.raises(WorkLimitExceeded):
        shared.call("processes.work:hang", b"", seconds=0.3)
    assert shared.call(ECHO, b"y") == b"y"


def test_whoever_keeps_it_dies_and_another_goes_on(tmp_path: Path) -> None:
    listening = kept(SerialExecutor(), tmp_path / "pool")
    shared = SharedPool(tmp_path / "pool")
    assert shared.call(ECHO, b"x") == b"x"
    for each in shared._idle:  # as the end of the keeper does
        each.shutdown(socket.SHUT_RDWR)
    assert shared.call(ECHO, b"y") == b"y"
    shared.close()
    listening.close()


def test_without_a_keeper_the_pool_is_closed(tmp_path: Path) -> None:
    with pytest.raises(PoolClosed):
        SharedPool(tmp_path / "nobody").call(ECHO, b"x")
    shared = SharedPool(tmp_path / "nobody")
    shared.close()
    with pytest.raises(PoolClosed):
        shared.call(ECHO, b"x")
