"""The lane: what comes together is written together, in order, and what fails touches nobody else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator, Sequence
from typing import Any

import pytest

from loops import in_a_loop
from palatine.matches import action_queue
from palatine.matches.action_queue import ActionQueue
from palatine.matches.storage import Change

Asked = tuple[Change, int]


class Disk:
    """A storage that notes what is written together; the first writing waits until it is let go."""

    def __init__(self) -> None:
        self.batches: list[list[Any]] = []
        self.begun, self.go = threading.Event(), threading.Event()

    def write(self, changes: Sequence[Asked]) -> list[bool | Exception]:
        self.batches.append([change for change, _ in changes])
        self.begun.set()
        assert self.go.wait(10)
        return [OSError("full") if was < 0 else was > 0 for _, was in changes]


def work(name: Any, was: int = 1) -> Callable[[], Generator[Asked, bool, str]]:
    def do() -> Generator[Asked, bool, str]:
        is_written = yield name, was
        return f"{name} {is_written}"

    return do


def fail(error: Exception) -> None:
    raise error


async def after_first(lane_of: ActionQueue, disk: Disk, *jobs: tuple[str, Any]) -> list[Any]:
    """What becomes of jobs that come while the first is being written."""
    first = asyncio.create_task(lane_of.write("first", work("first")))
    await asyncio.to_thread(disk.begun.wait, 10)
    others = [asyncio.create_task(lane_of.write(match, do)) for match, do in jobs]
    await asyncio.sleep(0)
    disk.go.set()
    return await asyncio.gather(first, *others, return_exceptions=True)


def test_what_came_meanwhile_is_written_together() -> None:
    disk, told = Disk(), []
    lane_of = ActionQueue(disk.write, lambda match: lambda: told.append(match))
    found = in_a_loop(after_first(lane_of, disk, ("a", work("a")), ("b", work("b", 0)), ("a", work("a2"))))
    assert found == ["first True", "a True", "b False", "a2 True"]
    assert disk.batches == [["first"], ["a", "b"], ["a2"]], "of one match one after the other"
    assert told == ["first", "a", "a"], "nobody is told of what was not written"


def test_what_fails_is_told_to_whom_it_concerns_alone() -> None:
    disk, told = Disk(), []
    lane_of = ActionQueue(disk.write, lambda match: lambda: told.append(match))

    def broken() -> Generator[Asked, bool, str]:
        fail(KeyError("rules"))
        yield "never", 0

    found = in_a_loop(after_first(lane_of, disk, ("a", work("a", -1)), ("b", broken), ("c", work("c"))))
    assert isinstance(found[1], OSError)
    assert isinstance(found[2], KeyError)
    assert found[3] == "c True"
    assert told == ["first", "c"]


def test_who_holds_the_lane_up_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(action_queue, "SLOW", 0.05)
    go = threading.Event()

    def slow() -> Generator[Asked, bool, str]:
        assert go.wait(10)
        yield from ()
        return "slow"

    async def play() -> list[str]:
        lane_of = ActionQueue(lambda changes: [True for _ in changes], lambda match: None)
        held = asyncio.create_task(lane_of.write("a", slow))
        await asyncio.sleep(0.2)
        other = await lane_of.write("b", work("b"))
        go.set()
        return [other, await held]

    assert in_a_loop(play()) == ["b True", "slow"]


def test_a_lane_that_was_closed_goes_on_when_somebody_comes() -> None:
    """As when a process is restarted over the same database; once it was closed before anybody had come."""
    disk, told = Disk(), []
    disk.go.set()
    lane_of = ActionQueue(disk.write, lambda match: lambda: told.append(match))

    async def use() -> list[str]:
        found = []
        for name in "abc":
            lane_of.close()
            found += [await asyncio.wait_for(lane_of.write(each, work(each)), 10) for each in (name, name + "2")]
        return found

    assert in_a_loop(use()) == [f"{each} True" for each in ("a", "a2", "b", "b2", "c", "c2")]


def test_an_error_of_the_storage_is_told_and_holds_up_nobody_who_comes_after() -> None:
    disk, broken = Disk(), [KeyError("storage")]
    disk.go.set()

    def write(changes: Sequence[Asked]) -> list[bool | Exception]:
        return disk.write(changes) if not broken else fail(broken.pop())  # type: ignore[func-returns-value]

    lane_of = ActionQueue(write, lambda match: None)

    async def use() -> str:
        with pytest.raises(KeyError, match="storage"):
            await asyncio.wait_for(lane_of.write("a", work("a")), 10)
        return await asyncio.wait_for(lane_of.write("b", work("b")), 10)

    assert in_a_loop(use()) == "b True"
