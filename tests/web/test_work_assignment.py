"""Division of work between processes, and detection of what others write."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from loops import in_a_loop
from palatine.matches import MatchServices
from palatine.matches.clock import format_timestamp
from palatine.metrics import HEARTBEATS
from palatine.store import Store
from palatine.web.background import change_poller, job_runner, retention
from palatine.web.background.change_poller import ChangePoller
from palatine.web.background.deadlines import DeadlineRunner
from palatine.web.background.work_assignment import WorkAssignment
from palatine.web.live.hub import Hub, ThreadPools

LATER = "2126-01-01T00:00:00.000Z"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "p.db")


@pytest.fixture
def services(store: Store) -> MatchServices:
    return MatchServices(store)


def begun(services: MatchServices, **more: Any) -> tuple[str, dict[str, str]]:
    persons = {seat: {"kind": "person", "number": "1"} for seat in ("North", "South")}
    made = services.matches.create("ford", players=persons, **more)
    return made.match, made.keys


def test_only_the_matches_that_are_held_here_are_seen_to(services: MatchServices) -> None:
    mine, others = (begun(services, pace="steady")[0] for _ in range(2))
    keeping = DeadlineRunner(services.clocks, None, WorkAssignment(lambda match: nullcontext(match == mine)))
    assert keeping.run_due(LATER) == [mine]
    assert DeadlineRunner(services.clocks, None).run_due(LATER) == [others]


def test_jobs_are_done_by_whoever_is_on_duty(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, on_duty = [0], [False]
    monkeypatch.setattr(job_runner, "CHECK_SECONDS", 0.01)

    def is_on_duty() -> bool:
        asked[0] += 1
        return on_duty[0]

    async def looks() -> tuple[bool, bool]:
        """Return whether idle matches were checked before the duty came here, and after."""
        heartbeat = HEARTBEATS.begin("tried", 60)
        task = HEARTBEATS.watch(
            heartbeat, job_runner.run_forever(store, ThreadPools(), heartbeat, WorkAssignment(on_duty=is_on_duty))
        )
        while asked[0] < 3:
            await asyncio.sleep(0.01)
        before, on_duty[0] = has_looked(store), True
        while not has_looked(store):
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task])
        return before, has_looked(store)

    assert in_a_loop(asyncio.wait_for(looks(), 10)) == (False, True)  # type: ignore[arg-type]


def has_looked(store: Store) -> bool:
    """Return whether idle matches were checked, which schedules the next check."""
    job = store.jobs.find("sweep")
    return job is not None and job.due > format_timestamp(datetime.now(UTC) + retention.INTERVAL / 2)


def test_the_server_goes_on_in_the_matches_that_are_held_here(store: Store) -> None:
    woken: list[str] = []
    services = MatchServices(store, bots="background", wake=woken.append)
    bots = {seat: {"kind": "bot", "bot": "recruit"} for seat in ("North", "South")}
    mine, others = (services.matches.create("ford", players=bots).match for _ in range(2))
    for match in (mine, others):
        services.runtime.stop_bots(match)
    woken.clear()
    services.matches.resume(lambda match: match == mine)
    assert woken == [mine]


def test_what_another_server_writes_is_noticed(store: Store, services: MatchServices) -> None:
    match, keys = begun(services)
    services.matches.view(match, None)
    other = MatchServices(store)
    written = other.seats.lend_to_bot(match, keys["South"])

    async def look() -> int:
        hub = Hub(services.matches, ThreadPools())
        stream = await hub.listen(match, None, 0)
        listener = next(iter(hub.listeners()))
        listener.version = 1  # as if it had come before the other wrote
        await ChangePoller(services.runtime, hub, None, store.database, hub.workers).poll()
        while listener.version < written.version:
            await asyncio.sleep(0.01)
        await stream.aclose()  # type: ignore[attr-defined]
        hub.close()
        return listener.version

    assert in_a_loop(asyncio.wait_for(look(), 10)) == written.version  # type: ignore[arg-type]


def test_a_match_in_memory_is_read_again_when_it_is_older_than_what_is_kept(
    store: Store, services: MatchServices
) -> None:
    match, keys = begun(services)
    services.matches.view(match, None)
    assert services.runtime.cache.match_ids() == [match]
    version = MatchServices(store).seats.lend_to_bot(match, keys["South"]).version
    services.runtime.note_version(match, version - 1)
    assert services.runtime.cache.match_ids() == [match]
    services.runtime.note_version(match, version)
    assert services.runtime.cache.match_ids() == []


def test_a_listener_of_an_account_is_looked_at_once_at_least(store: Store, services: MatchServices) -> None:
    """Its session may have ended before the first check."""
    match, _ = begun(services)

    async def look() -> set[str]:
        hub = Hub(services.matches, ThreadPools())
        may = [True]
        for account in ("one", ""):
            await hub.listen(match, None, 0, can_listen=lambda: may[0], account=account)
        may[0] = False
        await ChangePoller(services.runtime, hub, None, store.database, hub.workers).poll()
        closed = {each.account for each in hub.listeners() if each.closed}
        hub.close()
        return closed

    assert in_a_loop(look()) == {"one"}


def test_a_look_that_is_hastened_does_not_wait(
    store: Store, services: MatchServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_poller, "POLL_SECONDS", 60)

    async def rest_twice() -> bool:
        """Return whether a second wait, with no known change, goes on."""
        poller = ChangePoller(
            services.runtime, Hub(services.matches, ThreadPools()), None, store.database, ThreadPools()
        )
        poller.poll_now()
        await asyncio.wait_for(poller.wait(), 10)
        again = asyncio.create_task(poller.wait())
        await asyncio.sleep(0)
        return not again.done() and again.cancel()

    assert in_a_loop(rest_twice())
