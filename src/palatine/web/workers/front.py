"""The front: begins the workers, tells them who holds what, and puts another in the place of one that dies.

It answers no request itself. All workers accept from its one listening socket, and hand a connection to whoever
holds the match that is asked for (`protocol`). It has imported and loaded everything before it forks, so that a worker
is up in no time; one more is always kept ready.
"""

from __future__ import annotations

import logging
import os
import selectors
import shutil
import signal
import socket
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Literal

import msgspec

from palatine.core import Unreadable
from palatine.matches.fairness import new_id
from palatine.store import Store
from palatine.store.machines import Machine
from palatine.web.monitoring import watchdog
from palatine.web.monitoring.shutdown import LAST
from palatine.web.wording import say
from palatine.web.workers import keeper, links, registrar
from palatine.web.workers.inner import place_of
from palatine.web.workers.server import WAITING, ServeOptions, get_ready, listen, say_what_is_missing, say_where
from palatine.web.workers.shards import SHARDS
from palatine.web.workers.standing import BEAT, LEASE, NOBODY, Holdings, Roll
from palatine.web.workers.worker import POOL, Worker

log = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds to wait after a child that died before it was ready."""


Kind = Literal["worker", "keeper", "registrar"]


class Child:
    """A process that the front has begun."""

    def __init__(self, number: int, pid: int, link: socket.socket, kind: Kind) -> None:
        self.number = number
        self.pid = pid
        self.link = link
        self.kind = kind
        self.is_ready = False
        self.heard = monotonic()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)


class Front:
    """The front of `count` workers; `run` returns when it has been told to stop and all have ended."""

    def __init__(
        self,
        given: ServeOptions,
        count: int,
        listening: socket.socket,
        store: Store,
        inner: socket.socket | None = None,
    ) -> None:
        self.given = given
        self.listening = listening
        self.inner = inner
        self.machine = Machine(new_id(), given.config.server.inner, count)
        self.holdings: Holdings | None = None
        self.address = given.address(listening.getsockname()[1])
        self.folder = Path(tempfile.mkdtemp(prefix="palatine-"))
        self.errands = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.errands.bind(str(self.folder / POOL))
        self.errands.listen(WAITING)
        self.worker = Worker(given, store, listening, self.folder, inner)
        self.places = [0] * count
        self.children: dict[int, Child] = {}
        self.numbers = 0
        self.not_before = 0.0
        self.is_ending = False
        self.is_open = False
        self.selector = selectors.DefaultSelector()

    def run(self) -> None:
        """Until told to stop."""
        woken, waking = socket.socketpair()
        woken.setblocking(False)
        waking.setblocking(False)
        signal.set_wakeup_fd(waking.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        self.selector.register(woken, selectors.EVENT_READ)
        try:
            self._run(woken)
        finally:
            signal.set_wakeup_fd(-1)
            for child in self.children.values():
                child.kill()
            self._stop_listening()
            self.errands.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, woken: socket.socket) -> None:
        beat = monotonic()
        while not self.is_ending:
            self._fill()
            for key, _ in self.selector.select(max(0.0, beat - monotonic())):
                if isinstance(key.data, Child):
                    self._hear(key.data)
                else:
                    woken.recv(64)
            if monotonic() >= beat:
                self._forgive(monotonic() - beat)
                self._end_silent()
                self._tell()
                watchdog.notify(watchdog.ALIVE)
                beat = monotonic() + BEAT
        self._end()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.is_ending = True

    def _stop_listening(self) -> None:
        self.listening.close()
        if self.inner is not None:
            self.inner.close()

    # Children

    def _fill(self) -> None:
        """See to it that there are workers for all places and one more, a keeper of the pool, and a registrar where
        there are other machines."""
        if monotonic() < self.not_before:
            return
        there = [child.kind for child in self.children.values()]
        if "keeper" not in there:
            self._begin("keeper")
        if self.inner is not None and "registrar" not in there:
            self._begin("registrar")
        for _ in range(len(self.places) + 1 - there.count("worker")):
            self._begin("worker")

    def _begin(self, kind: Kind) -> None:
        self.numbers += 1
        ours, theirs = links.pair()
        pid = os.fork()
        if not pid:
            ours.close()
            self._become(theirs, kind)
        theirs.close()
        child = Child(self.numbers, pid, ours, kind)
        self.children[child.number] = child
        self.selector.register(ours, selectors.EVENT_READ, child)

    def _become(self, link: socket.socket, kind: Kind) -> None:
        """What the child does, and then ends. It keeps no end of anybody else's: who dies is to be missed at once."""
        code = 1
        try:
            os.setpgid(0, 0)  # a Ctrl-C is for the front, which then tells us
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            self.selector.close()
            for child in self.children.values():
                child.link.close()
            if kind == "worker":
                self.errands.close()
                self.worker.run(self.numbers, link)
            elif kind == "keeper":
                self._stop_listening()
                keeper.run(self.errands, link, self.given.config.bots.backend)
            else:
                self._stop_listening()
                self.errands.close()
                registrar.run(str(self.given.store_url), self.machine, link)
            code = 0
        except BaseException:
            log.exception("Worker %d has failed", self.numbers)
        finally:
            sys.stdout.flush()
            os._exit(code)

    def _hear(self, child: Child) -> None:
        said = links.heard(child.link)
        if said is None:
            self._bury(child)
            return
        child.heard = monotonic()
        if child.kind == "registrar":
            self._hold([each for each in said if each not in (links.READY, links.ALIVE)])
        if links.READY in said:
            child.is_ready = True
            self._give_places()

    def _hold(self, told: list[bytes]) -> None:
        """The registrar has said which machine holds what."""
        if told:
            before, self.holdings = self.holdings, links.holdings_of(told[-1])
            self.machine = msgspec.structs.replace(self.machine, id=self.holdings.machine)
            if before is None or before.shards != self.holdings.shards or before.others != self.holdings.others:
                self._tell()

    def _bury(self, child: Child) -> None:
        """Whoever has died loses its place at once."""
        self.selector.unregister(child.link)
        child.link.close()
        child.kill()
        _, status = os.waitpid(child.pid, 0)
        del self.children[child.number]
        if self.is_ending:
            return
        log.warning("Worker %d has died (%d)", child.number, os.waitstatus_to_exitcode(status))
        if not child.is_ready:
            self.not_before = monotonic() + AGAIN
        if child.number in self.places:
            self.places[self.places.index(child.number)] = 0
            self._give_places()

    def _give_places(self) -> None:
        """Put those who are ready where nobody is, and tell everybody."""
        spare = [child for child in self.children.values() if child.kind == "worker" and child.is_ready]
        spare = [child for child in spare if child.number not in self.places]
        for place, number in enumerate(self.places):
            if not number and spare:
                self.places[place] = spare.pop(0).number
        self._tell()

    def _tell(self) -> None:
        """Tell each worker who is at work; one that was not heard for too long is not told that it still is."""
        roll = self._roll()
        for child in self.children.values():
            if monotonic() - child.heard < LEASE:
                links.tell(child.link, roll)
        if not self.is_open and all(self.places) and (self.inner is None or self.holdings is not None):
            self.is_open = True
            say_where(self.given, self.address)

    def _roll(self) -> Roll:
        places, until = tuple(self.places), monotonic() + LEASE
        if self.inner is None:
            return Roll(places, until, not self.is_open)
        held = self.holdings or Holdings("", until, (), bytes([NOBODY]) * SHARDS)
        return Roll(places, min(until, held.until), not self.is_open, held.others, held.shards)

    def _forgive(self, late: float) -> None:
        """Nobody is blamed for the time in which the front itself did not run."""
        for child in self.children.values():
            child.heard += late

    def _end_silent(self) -> None:
        """Who says nothing for as long as its place lasted is ended, before anybody else gets that place."""
        for child in tuple(self.children.values()):
            if child.is_ready and monotonic() - child.heard >= LEASE + BEAT:
                log.warning("Worker %d says nothing, and is ended", child.number)
                child.kill()
                self._bury(child)

    def _end(self) -> None:
        """Tell all to stop, and end those who do not in time."""
        until = monotonic() + LAST + 1
        for child in self.children.values():
            with suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGTERM)
        while self.children and monotonic() < until:
            for key, _ in self.selector.select(max(0.0, until - monotonic())):
                if isinstance(key.data, Child) and links.heard(key.data.link) is None:
                    self._bury(key.data)


def _listening(host: str, port: int) -> socket.socket:
    listening = listen(host, port)
    listening.listen(WAITING)
    listening.setblocking(False)
    return listening


def serve_by_many(given: ServeOptions, count: int) -> None:
    """Serve a house by `count` processes until told to stop; see `palatine.web.serve`.

    Raises Unreadable for a database that one process alone, or one machine alone, can have.
    """
    if str(given.store_url) == ":memory:":
        raise Unreadable(say("serving.memory"))
    listening = _listening(given.host, given.port)
    inner = _listening(*place_of(given.config.server.inner)) if given.config.server.inner else None
    store = Store.open(given.store_url)
    if inner is not None and store.database.is_sqlite:
        raise Unreadable(say("serving.one-machine"))
    say_what_is_missing(given, store)
    front = Front(given, count, listening, store, inner)
    store.close()  # each child has connections of its own
    get_ready()
    front.run()
