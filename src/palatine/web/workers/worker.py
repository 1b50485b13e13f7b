"""A worker: a process that holds the matches of its place, and answers whatever else it is asked."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from palatine.core import PalatineError
from palatine.matches import MatchService
from palatine.processes.shared import SharedPool
from palatine.store import Store
from palatine.web.app import create_app
from palatine.web.background.bot_worker import BotWorker
from palatine.web.background.share import Share, claims_if
from palatine.web.workers import links
from palatine.web.workers.announcing import HouseAnnouncer
from palatine.web.workers.gate import Gate
from palatine.web.workers.herald import Herald, Word
from palatine.web.workers.measuring import Measuring
from palatine.web.workers.protocol import RoutedProtocol
from palatine.web.workers.roads import Answer, News, Packet, Passed, Question, Roads, Wake
from palatine.web.workers.server import WAITING, Beside, ServeOptions, Server, server_for
from palatine.web.workers.standing import Roll, Standing

log = logging.getLogger(__name__)

POOL = "pool"
"""The name of the socket at which the pool of processes is kept."""
LOOK = 0.25
"""Seconds between two looks at whether a worker still holds what it holds."""
LOOK_AGAIN = 3.0
"""Seconds between two looks for matches in which the house is to act. Who wrote what a bot is to answer may have died
before it told anybody; and PostgreSQL may still be about to commit what a dead worker has sent."""
FROM_OUTSIDE, FROM_A_MACHINE = Passed(b"", 0), Passed(b"", 0, is_inner=True)
"""Connections that have just been accepted."""


class Worker:
    """The parts of a worker, put together: by the front, once for all, so that a child of it is up in no time."""

    def __init__(
        self,
        given: ServeOptions,
        store: Store,
        listening: socket.socket,
        folder: Path,
        inner: socket.socket | None = None,
    ) -> None:
        self.listening = listening
        self.inner = inner
        self.standing = Standing()
        self.roads = Roads(folder)
        self.pool = SharedPool(folder / POOL)
        self.herald = Herald(store.database, self._hear, self._look_at_rights) if inner is not None else None
        self.announcer = HouseAnnouncer(self.standing, self.roads, self.herald)
        self.bots = BotWorker(self._step, lambda match: self.house.has_person(match))
        self.house = MatchService(
            store, bots="background", announcer=self.announcer, wake=self.wake,
            wake_later=self.bots.wake_later, executor=self.pool,
        )  # fmt: skip
        self.post: Beside | None = given.beside(self.house, store) if given.beside else None
        senders, routes = (self.post.senders, self.post.routes) if self.post else (None, ())
        share = Share(claims_if(self.standing.owns), self.standing.on_duty)
        app = create_app(self.house, store, given.names, given.config, senders, routes, share)
        self.hub = app.state.hub
        operation = app.state.operation
        operation.room.bots, operation.room.pool = self.bots, self.pool
        self.measuring = Measuring(self.roads, operation.measures)
        operation.all_measures = lambda: self.measuring.all_of(self.standing.others())
        self.watch = app.state.watch
        self.gate = Gate(app, self.standing, given.config.server.secret)
        self.server: Server = server_for(self.gate, partial(RoutedProtocol, routes=self), given.config)
        self.server.on_started = self._begin
        self.link: socket.socket | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self._has_post = self._has_begun = self._accepts = False
        self._known: tuple[tuple[int, ...], bytes] = ((), b"")
        """The places and what other machines hold, as it was told last."""
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, number: int, link: socket.socket) -> None:
        """In a process of its own: serve as the worker of that number, until told to stop or the front has died."""
        self.standing.number = self.roads.number = number
        self.link = link
        self.bots.start()
        try:
            self.server.run(sockets=[])
        finally:
            if self.post is not None and self._has_post:
                self.post.stop()
            if self.herald is not None:
                self.herald.close()
            self.bots.close()
            self.pool.close()
            self.roads.close()

    # The routes of its connections

    def is_for_us(self, match: str) -> bool:
        return self.standing.owns(match) or bool(self.standing.elsewhere(match))

    def hand_over(self, match: str, connection: int, passed: Passed) -> bool:
        holder = self.standing.holder(match)
        return bool(holder) and self.roads.send(holder, passed, connection)

    def when_told(self, go_on: Callable[[], object]) -> None:
        self.standing.when_told(go_on)

    # The house's own play

    def wake(self, match: str) -> None:
        """Let the bots of a match play, where it is held."""
        if self.standing.owns(match):
            self.bots.wake(match)
        else:
            self.house.let_sleep(match)
            self._call_from_elsewhere(self._wake_elsewhere, match)

    def _wake_elsewhere(self, match: str) -> None:
        """Have whoever holds a match let its bots play; again when it is told anew who that is, if nobody does."""
        holder = self.standing.holder(match)
        if holder == self.standing.number:
            self.house.wake(match)
        elif self.herald is not None and self.standing.elsewhere(match):
            self.herald.tell(Wake(match))
        elif not holder or not self.roads.send(holder, Wake(match)):
            self.standing.when_told(lambda: self._call_from_elsewhere(self._wake_elsewhere, match))

    def _step(self, match: str) -> bool:
        if self.standing.owns(match):
            return self.house.step_bots(match)
        self.wake(match)
        return False

    def _call_from_elsewhere(self, work: Callable[..., object], *given: object) -> None:
        """Call something in the loop, from any thread."""
        with suppress(RuntimeError):  # it has ended
            if self.loop is not None:
                self.loop.call_soon_threadsafe(work, *given)

    # Its standing

    def _begin(self) -> None:
        """The server runs, and takes its place as soon as there is one for it."""
        loop = self.loop = asyncio.get_running_loop()
        self.roads.open(self._take)

        def on_roll(roll: Roll) -> None:
            self.standing.tell(roll)
            if (roll.places, roll.shards) != self._known:
                self._known = roll.places, roll.shards
                loop.call_soon_threadsafe(self._take_place, roll)

        assert self.link is not None
        links.follow(self.link, on_roll)
        if self.herald is not None:
            self.herald.start()
        self._start(self._watch())
        self.link.send(links.READY)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _take_place(self, roll: Roll) -> None:
        number = self.standing.number
        if number not in roll.places or self.server.should_exit:
            return
        if not self._accepts:  # once, however soon it is told again
            self._accepts = True
            self._start(self._accept(self.listening, FROM_OUTSIDE))
            if self.inner is not None:
                self._start(self._accept(self.inner, FROM_A_MACHINE))
        stuck_too, self._has_begun = roll.is_beginning and not self._has_begun, True
        threading.Thread(target=self._go_on, kwargs={"stuck_too": stuck_too}, name="resume", daemon=True).start()

    async def _accept(self, listening: socket.socket, passed: Passed) -> None:
        try:
            server = await asyncio.get_running_loop().create_server(
                partial(self._protocol, passed), sock=listening, backlog=WAITING
            )
        except RuntimeError:
            if not self.server.should_exit:  # told to stop meanwhile, it has been closed already
                raise
        else:
            self.server.servers.append(server)

    def _go_on(self, *, stuck_too: bool) -> None:
        """Play on where the house is to act in the matches that are held here."""
        try:
            self.house.resume(self.standing.owns, stuck_too=stuck_too)
        except PalatineError as error:
            log.warning("What is due cannot be found out: %s", error)

    async def _watch(self) -> None:
        """Let the listeners go when nobody says any more that their matches are held here, look again where the house
        is to act, and see to the post."""
        looked = monotonic()
        while True:
            await asyncio.sleep(LOOK)
            self.hub.keep(self.standing.owns)
            self.gate.let_go()
            if monotonic() - looked > LOOK_AGAIN and self.standing.is_at_work:
                looked = monotonic()
                await asyncio.to_thread(self._go_on, stuck_too=False)
            if self.post is not None and not self._has_post and self.standing.on_duty():
                self._has_post = True
                await asyncio.to_thread(self.post.start)

    # What other workers send

    def _take(self, packet: Packet, connection: socket.socket | None) -> None:
        if isinstance(packet, Passed):
            if connection is not None:
                self._start(self._adopt(packet, connection))
        elif isinstance(packet, News):
            self.announcer.publish_here(packet.match, packet.version, packet.letters)
        elif isinstance(packet, Wake):
            self.house.wake(packet.match)
        elif isinstance(packet, Question):
            self._start(self.measuring.answer(packet))
        elif isinstance(packet, Answer):
            self.measuring.hear(packet)

    # What the workers of other machines say

    def _hear(self, word: Word) -> None:
        """In a thread: it concerns whoever holds the match."""
        if self.standing.owns(word.match):
            self._call_from_elsewhere(self._take, word, None)

    def _look_at_rights(self) -> None:
        self._call_from_elsewhere(self.watch.hasten)

    async def _adopt(self, passed: Passed, connection: socket.socket) -> None:
        connection.setblocking(False)
        with suppress(OSError):  # the client has gone on the way
            await asyncio.get_running_loop().connect_accepted_socket(partial(self._protocol, passed), connection)

    def _protocol(self, passed: Passed) -> RoutedProtocol:
        return RoutedProtocol(
            config=self.server.config, server_state=self.server.server_state,
            app_state=self.server.lifespan.state, routes=self, passed=passed,
        )  # fmt: skip
