"""The action queue: joint writes in order, and failures that affect no other action."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator, Sequence
from typing import Any

import pytest

from loops import in_a_loop
from palatine.matches import action_queue
from palatine.matches.action_queue import ActionQueue, VersionedChange


class Disk:
    """A storage that records combined writes; the first write waits for `go`."""

    def __init__(self) -> None:
        self.batches: list[list[Any]] = []
        self.begun, self.go = threading.Event(), threading.Event()

    def write(self, changes: Sequence[VersionedChange]) -> list[bool | Exception]:
        self.batches.append([change for change, _ in changes])
        self.begun.set()
        assert self.go.wait(10)
        return [OSError("full") if was < 0 else was > 0 for _, was in changes]


def work(name: Any, was: int = 1) -> Callable[[], Generator[VersionedChange, bool, str]]:
    def do() -> Generator[VersionedChange, bool, str]:
        is_written = yield name, was
        return f"{name} {is_written}"

    return do


def fail(error: Exception) -> None:
    raise error


async def after_first(queue: ActionQueue, disk: Disk, *jobs: tuple[str, Any]) -> list[Any]:
    """Return the results of jobs that arrive during the first write."""
    first = asyncio.create_task(queue.run("first", work("first")))
    await asyncio.to_thread(disk.begun.wait, 10)
    others = [asyncio.create_task(queue.run(match, do)) for match, do in jobs]
    await asyncio.sleep(0)
    disk.go.set()
    return await asyncio.gather(first, *others, return_exceptions=True)


def test_what_came_meanwhile_is_written_together() -> None:
    disk, announced = Disk(), []
    queue = ActionQueue(disk.write, lambda match: lambda: announced.append(match))
    found = in_a_loop(after_first(queue, disk, ("a", work("a")), ("b", work("b", 0)), ("a", work("a2"))))
    assert found == ["first True", "a True", "b False", "a2 True"]
    assert disk.batches == [["first"], ["a", "b"], ["a2"]], "of one match one after the other"
    assert announced == ["first", "a", "a"], "what was not written is not announced"


def test_an_error_reaches_its_own_caller_alone() -> None:
    disk, announced = Disk(), []
    queue = ActionQueue(disk.write, lambda match: lambda: announced.append(match))

    def broken() -> Generator[VersionedChange, bool, str]:
        fail(KeyError("rules"))
        yield "never", 0

    found = in_a_loop(after_first(queue, disk, ("a", work("a", -1)), ("b", broken), ("c", work("c"))))
    assert isinstance(found[1], OSError)
    assert isinstance(found[2], KeyError)
    assert found[3] == "c True"
    assert announced == ["first", "c"]


def test_another_thread_takes_over_from_one_that_is_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(action_queue, "SLOW_SECONDS", 0.05)
    go = threading.Event()

    def slow() -> Generator[VersionedChange, bool, str]:
        assert go.wait(10)
        yield from ()
        return "slow"

    async def play() -> list[str]:
        queue = ActionQueue(lambda changes: [True for _ in changes], lambda match: None)
        held = asyncio.create_task(queue.run("a", slow))
        await asyncio.sleep(0.2)
        other = await queue.run("b", work("b"))
        go.set()
        return [other, await held]

    assert in_a_loop(play()) == ["b True", "slow"]


def test_a_closed_queue_goes_on_with_later_work() -> None:
    """This happens if a process restarts over the same database.

    One case closes the queue before anything has arrived.
    """
    disk, announced = Disk(), []
    disk.go.set()
    queue = ActionQueue(disk.write, lambda match: lambda: announced.append(match))

    async def use() -> list[str]:
        found = []
        for name in "abc":
            queue.close()
            found += [await asyncio.wait_for(queue.run(each, work(each)), 10) for each in (name, name + "2")]
        return found

    assert in_a_loop(use()) == [f"{each} True" for each in ("a", "a2", "b", "b2", "c", "c2")]


def test_an_error_of_the_storage_is_raised_and_later_work_goes_on() -> None:
    disk, broken = Disk(), [KeyError("storage")]
    disk.go.set()

    def write(changes: Sequence[VersionedChange]) -> list[bool | Exception]:
        return disk.write(changes) if not broken else fail(broken.pop())  # type: ignore[func-returns-value]

    queue = ActionQueue(write, lambda match: None)

    async def use() -> str:
        with pytest.raises(KeyError, match="storage"):
            await asyncio.wait_for(queue.run("a", work("a")), 10)
        return await asyncio.wait_for(queue.run("b", work("b")), 10)

    assert in_a_loop(use()) == "b True"
