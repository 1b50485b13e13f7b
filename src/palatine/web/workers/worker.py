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
from typing import Any

from palatine.core import PalatineError
from palatine.processes.shared import SharedPool
from palatine.store import Store
from palatine.table import House
from palatine.web.app import create_app
from palatine.web.background.bot_worker import BotWorker
from palatine.web.background.share import Share
from palatine.web.workers import links
from palatine.web.workers.announcing import HouseAnnouncer
from palatine.web.workers.gate import Gate
from palatine.web.workers.measuring import Measuring
from palatine.web.workers.protocol import RoutedProtocol
from palatine.web.workers.roads import Answer, News, Packet, Passed, Question, Roads, Wake
from palatine.web.workers.server import WAITING, Beside, Given, Server, server_for
from palatine.web.workers.standing import Roll, Standing

log = logging.getLogger(__name__)

POOL = "pool"
"""The name of the socket at which the pool of processes is kept."""
LOOK = 0.25
"""Seconds between two looks at whether a worker still holds what it holds."""


class Worker:
    """The parts of a worker, put together: by the front, once for all, so that a child of it is up in no time."""

    def __init__(self, given: Given, store: Store, listening: socket.socket, folder: Path) -> None:
        self.listening = listening
        self.standing = Standing()
        self.roads = Roads(folder)
        self.pool = SharedPool(folder / POOL)
        self.announcer = HouseAnnouncer(self.standing, self.roads)
        self.bots = BotWorker(self._step, lambda match: self.house.has_person(match))
        self.house = House(
            store, bots="background", announcer=self.announcer, wake=self.wake,
            wake_later=self.bots.wake_later, executor=self.pool,
        )  # fmt: skip
        self.post: Beside | None = given.beside(self.house, store) if given.beside else None
        senders, routes = (self.post.senders, self.post.routes) if self.post else (None, ())
        share = Share(self.standing.owns, self.standing.on_duty)
        app = create_app(self.house, store, given.names, given.config, senders, routes, share)
        self.hub = app.state.hub
        operation = app.state.operation
        operation.room.bots = self.bots
        self.measuring = Measuring(self.roads, operation.measures)
        operation.others = lambda: self.measuring.ask(self.standing.others())
        self.server: Server = server_for(
            Gate(app, self.standing.owns), partial(RoutedProtocol, routes=self), given.config
        )
        self.server.on_started = self._begin
        self.link: socket.socket | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self._has_post = self._has_begun = self._accepts = False
        self._places: tuple[int, ...] = ()
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
            self.bots.close()
            self.pool.close()
            self.roads.close()

    # The routes of its connections

    def owns(self, match: str) -> bool:
        return self.standing.owns(match)

    def hand_over(self, match: str, connection: int, first: bytes, hops: int) -> bool:
        holder = self.standing.holder(match)
        return bool(holder) and self.roads.send(holder, Passed(first, hops), connection)

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
            if roll.places != self._places:
                self._places = roll.places
                loop.call_soon_threadsafe(self._take_place, roll)

        assert self.link is not None
        links.follow(self.link, on_roll)
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
            self._start(self._accept())
        stuck_too, self._has_begun = roll.is_beginning and not self._has_begun, True
        threading.Thread(target=self._go_on, args=(stuck_too,), name="resume", daemon=True).start()

    async def _accept(self) -> None:
        try:
            server = await asyncio.get_running_loop().create_server(
                partial(self._protocol, b"", 0), sock=self.listening, backlog=WAITING
            )
        except RuntimeError:
            if not self.server.should_exit:  # told to stop meanwhile, it has been closed already
                raise
        else:
            self.server.servers.append(server)

    def _go_on(self, stuck_too: bool) -> None:
        """Play on where the house is to act in the matches that are held here."""
        try:
            self.house.resume(self.standing.owns, stuck_too=stuck_too)
        except PalatineError as error:
            log.warning("What is due cannot be found out: %s", error)

    async def _watch(self) -> None:
        """Let the listeners go when nobody says any more that their matches are held here, and see to the post."""
        while True:
            await asyncio.sleep(LOOK)
            if self._places and not self.standing.is_at_work:
                self.hub.close()
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

    async def _adopt(self, passed: Passed, connection: socket.socket) -> None:
        connection.setblocking(False)
        with suppress(OSError):  # the client has gone on the way
            await asyncio.get_running_loop().connect_accepted_socket(
                partial(self._protocol, passed.first, passed.hops), connection
            )

    def _protocol(self, first: bytes, hops: int) -> RoutedProtocol:
        return RoutedProtocol(
            config=self.server.config, server_state=self.server.server_state,
            app_state=self.server.lifespan.state, routes=self, first=first, hops=hops,
        )  # fmt: skip
