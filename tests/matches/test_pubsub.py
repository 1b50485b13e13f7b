"""Announcements of matches in threads and event loops."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from loops import in_a_loop
from matches.helpers import Table
from palatine.matches import LocalAnnouncer, MatchServices


def test_a_thread_hears_of_every_new_version(services: MatchServices, table: Table) -> None:
    with services.matches.subscribe(table.match) as news:
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
    news.notify(7)
    news.notify(6)
    assert news.wait(0) == 7


def test_whose_letters_came_is_told_once() -> None:
    announcer = LocalAnnouncer()
    news = announcer.subscribe("one")
    announcer.publish("one", 7, {"North"})
    announcer.publish("one", 7, {"South"})
    assert (news.wait(0), news.letters(), news.letters()) == (7, {"North", "South"}, frozenset())


def test_an_event_loop_hears_what_threads_do(services: MatchServices, table: Table) -> None:
    heard: list[int] = []

    async def listen() -> None:
        news = services.matches.subscribe(table.match)
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


def test_who_is_held_hears_when_let_go_of_what_is_not_known_by_then() -> None:
    async def listen() -> list[int | None]:
        news = LocalAnnouncer().subscribe("one")
        heard: list[int | None] = []
        hearing = asyncio.create_task(news.next())
        await asyncio.sleep(0)
        for told, known in ((3, 3), (4, 3), (5, -1)):
            news.hold()
            news.notify(told)
            await asyncio.sleep(0)
            assert not hearing.done(), "nobody is woken while it is held"
            news.release(known)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            if hearing.done():
                heard.append(hearing.result())
                hearing = asyncio.create_task(news.next())
                await asyncio.sleep(0)
        news.hold()
        news.notify(5, letters=["North"])
        news.release(5)
        heard.append(await asyncio.wait_for(hearing, 5))
        assert news.letters() == {"North"}
        return heard

    assert in_a_loop(listen()) == [4, 5, 5], "a version that is known is no news, but a letter is"
