"""News of matches, in threads and in event loops."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from palatine.table import House, LocalAnnouncer
from table.helpers import Table


def test_a_thread_hears_of_every_new_version(house: House, table: Table) -> None:
    with house.subscribe(table.match) as news:
        assert news.wait(0) is None
        version = table.act("North", "piece", 1).version
        assert news.wait(5) == version
        assert news.wait(0) is None
        table.undo("North")
        latest = table.act("North", "rest", 0).version
        assert news.wait(5) == latest, "what was slept through is told once"
    assert news.wait() is None, "closed"


def test_listeners_hear_of_their_own_match_only() -> None:
    announcer = LocalAnnouncer()
    one, two = announcer.subscribe("one"), announcer.subscribe("two")
    announcer.publish("one", 3)
    announcer.publish("nobody", 1)
    assert (one.wait(0), two.wait(0)) == (3, None)
    one.close()
    two.close()
    one.close()
    announcer.publish("one", 4)
    assert announcer._listeners == {}


def test_versions_never_go_back() -> None:
    news = LocalAnnouncer().subscribe("one")
    news.tell(7)
    news.tell(6)
    assert news.wait(0) == 7


def test_whose_letters_came_is_told_once() -> None:
    announcer = LocalAnnouncer()
    news = announcer.subscribe("one")
    announcer.publish("one", 7, {"North"})
    announcer.publish("one", 7, {"South"})
    assert (news.wait(0), news.letters(), news.letters()) == (7, {"North", "South"}, frozenset())


def test_an_event_loop_hears_what_threads_do(house: House, table: Table) -> None:
    heard: list[int] = []

    async def listen() -> None:
        news = house.subscribe(table.match)
        ready.set()
        async for version in news:
            heard.append(version)
            if len(heard) == 3:
                news.close()

    ready, done = threading.Event(), threading.Event()

    def run() -> None:
        asyncio.run(asyncio.wait_for(listen(), 20))
        done.set()

    threading.Thread(target=run).start()
    assert ready.wait(5)
    while not done.wait(0.02):
        table.act("North", "piece", 1)
        table.undo("North")
    assert heard == sorted(set(heard))
    assert len(heard) == 3


def test_a_listener_that_waits_is_let_go_on_close() -> None:
    news = LocalAnnouncer().subscribe("one")
    closer = threading.Timer(0.05, news.close)
    closer.start()
    assert news.wait(20) is None

    async def listen() -> int | None:
        other = LocalAnnouncer().subscribe("one")
        asyncio.get_running_loop().call_later(0.05, other.close)
        return await other.next()

    with ThreadPoolExecutor(1) as thread:  # a browser of other tests may keep a loop in this one
        assert thread.submit(asyncio.run, asyncio.wait_for(listen(), 20)).result() is None
