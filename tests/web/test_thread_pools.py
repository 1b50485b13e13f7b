"""The order of work in thread pools: clients take turns, and an analysis delays nobody else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import httpx
import pytest

from loops import in_a_loop
from palatine.core import Analysis
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.web import create_app
from palatine.web.thread_pools import CURRENT_CLIENT, FairPool, ThreadPools

SOON = 20.0


class Works:
    """Jobs that wait until they are released, in the order in which they started."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.turn = threading.Condition()
        self.free: set[str] = set()

    def job(self, name: str) -> Any:
        def work() -> str:
            with self.turn:
                self.begun.append(name)
                self.turn.notify_all()
                assert self.turn.wait_for(lambda: name in self.free or "all" in self.free, SOON)
            return name

        return work

    def let_go(self, name: str = "all") -> None:
        with self.turn:
            self.free.add(name)
            self.turn.notify_all()

    def wait_for_any(self) -> None:
        with self.turn:
            assert self.turn.wait_for(lambda: bool(self.begun), SOON)

    def wait_for(self, *names: str) -> None:
        with self.turn:
            assert self.turn.wait_for(lambda: set(names) <= set(self.begun), SOON), self.begun


@pytest.fixture
def works() -> Iterator[Works]:
    made = Works()
    yield made
    made.let_go()


def submit(pool: FairPool, works: Works, client: str, *names: str) -> list[Future[str]]:
    return [pool.submit(client, works.job(name)) for name in names]


def test_clients_take_turns_however_much_one_of_them_asks_for(works: Works) -> None:
    pool = FairPool(1, "test")
    futures = submit(pool, works, "ann", "a1", "a2", "a3")
    works.wait_for("a1")
    futures += submit(pool, works, "bea", "b1", "b2") + submit(pool, works, "cid", "c1")
    assert pool.waiting_count == 5
    works.let_go()
    assert [future.result(SOON) for future in futures] == ["a1", "a2", "a3", "b1", "b2", "c1"]
    assert works.begun == ["a1", "b1", "c1", "a2", "b2", "a3"]
    assert pool.waiting_count == 0


def test_a_client_with_work_under_way_waits_for_one_that_has_none(works: Works) -> None:
    pool = FairPool(2, "test")
    submit(pool, works, "ann", "a1", "a2", "a3", "a4")
    works.wait_for("a1", "a2")
    submit(pool, works, "bea", "b1")
    works.let_go("a2")
    works.wait_for("b1")
    assert works.begun == ["a1", "a2", "b1"]


def test_each_client_runs_no_more_than_its_share_and_leaves_the_rest_to_others(works: Works) -> None:
    pool = FairPool(2, "test", each=1)
    ann = submit(pool, works, "ann", "a1", "a2", "a3")
    works.wait_for("a1")
    submit(pool, works, "bea", "b1")
    works.wait_for("b1")
    assert works.begun == ["a1", "b1"]
    works.let_go("a1")
    works.wait_for("a2")
    works.let_go()
    assert [future.result(SOON) for future in ann] == ["a1", "a2", "a3"]


def test_what_fails_or_is_called_off_holds_nobody_up(works: Works) -> None:
    pool = FairPool(1, "test", each=1)
    submit(pool, works, "ann", "a1")
    works.wait_for("a1")
    [called_off] = submit(pool, works, "ann", "a2")
    failing: Future[float] = pool.submit("ann", lambda: 1 / 0)
    [last] = submit(pool, works, "ann", "a3")
    assert called_off.cancel()
    works.let_go()
    assert isinstance(failing.exception(SOON), ZeroDivisionError)
    assert last.result(SOON) == "a3"
    assert works.begun == ["a1", "a3"]


def test_analyses_of_one_player_do_not_hold_up_what_another_asks(
    works: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(":memory:")
    services = MatchServices(store)
    app = create_app(services, store)
    match = services.matches.create("ford", forced=False).match

    def analyse(match: str, before: int, seat: str) -> Analysis:
        works.job(f"{seat} {before}")()
        raise ZeroDivisionError

    monkeypatch.setattr(services.guidance, "analyse", analyse)

    async def ask(address: str, path: str) -> httpx.Response:
        way = httpx.ASGITransport(app=app, client=(address, 5), raise_app_exceptions=False)  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=way, base_url="http://localhost", timeout=SOON) as client:
            return await client.get(f"/api/matches/{match}/{path}")

    async def play() -> None:
        many = [asyncio.create_task(ask("203.0.113.5", f"analysis?before={n}&seat=North")) for n in range(8)]
        await asyncio.to_thread(works.wait_for_any)
        async with asyncio.timeout(SOON):
            for address in ("198.51.100.7", "203.0.113.5"):  # it is answered, though the match is not over
                assert (await ask(address, "decisions")).status_code == 422
        other = asyncio.create_task(ask("198.51.100.7", "analysis?before=0&seat=South"))
        await asyncio.to_thread(works.wait_for, "South 0")
        assert len(works.begun) == 2
        works.let_go()
        await asyncio.gather(*many, other)

    in_a_loop(play())
    store.close()
    assert len(works.begun) == 9


def test_actions_of_one_client_wait_for_each_other_and_not_those_of_others() -> None:
    async def play() -> None:
        workers, gate, begun = ThreadPools(), asyncio.Event(), list[str]()

        async def act(client: str) -> None:
            CURRENT_CLIENT.set(client)

            async def work() -> None:
                begun.append(client)
                if client == "ann":
                    await gate.wait()

            await workers.act(work)

        many = [asyncio.create_task(act("ann")) for _ in range(300)]
        await asyncio.create_task(act("bea"))
        assert begun.count("ann") == 16
        gate.set()
        await asyncio.gather(*many)
        assert begun.count("ann") == 300

    in_a_loop(play())
