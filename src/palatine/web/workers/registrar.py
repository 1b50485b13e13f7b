"""The registrar: a process that holds a machine's shards, where several machines serve one house.

It renews the machine's lease, gives up what is beyond its part, takes what others have left, and tells the front who
holds what. A lease is renewed by writing another number; a machine whose number has stood still for the length of a
lease is dead, by the monotonic clock of whoever looked all that time. So no clock on the wall counts, and a lease has
ended for its holder, who counts from before it was renewed, before it has for anybody else.
"""

from __future__ import annotations

import logging
import signal
import socket
from contextlib import suppress
from math import inf
from time import monotonic, sleep
from types import FrameType

import msgspec

from palatine.matches.errors import StorageError
from palatine.matches.fairness import new_id
from palatine.store.engine import connect
from palatine.store.machines import CHANGED, Found, Machine, Machines, heard, own_connection
from palatine.web.workers import links
from palatine.web.workers.shards import SHARDS
from palatine.web.workers.sharing import to_give, to_take
from palatine.web.workers.standing import BEAT, HERE, LEASE, NOBODY, Holdings

log = logging.getLogger(__name__)


class Leaving(BaseException):
    """The process has been told to stop, whatever it was about."""


class Dead:
    """Which machines have stood still for the length of a lease, while this one looked."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[int, float]] = {}
        self._looked = 0.0

    def among(self, machines: tuple[Machine, ...], asked: float) -> list[Machine]:
        """Of machines as they were read, asked for at that moment of the monotonic clock."""
        now = monotonic()
        if asked - self._looked > LEASE:  # the database may have been away for all of us
            self._seen.clear()
        self._looked = now
        before, self._seen = self._seen, {}
        dead = []
        for each in machines:
            beat, since = before.get(each.id, (-1, now))
            self._seen[each.id] = (each.beat, since if beat == each.beat else now)
            if beat == each.beat and asked - since > LEASE:
                dead.append(each)
        return dead

    @property
    def next(self) -> float:
        """The moment at which the next will be, if it does not move before."""
        return min([since + LEASE for _, since in self._seen.values()], default=inf)


class Registrar:
    """Holds the shards of one machine. `tell` is told each time how things stand."""

    def __init__(self, machine: Machine, link: socket.socket) -> None:
        self.machine = machine
        self._link = link
        self.dead = Dead()
        self._renewed = 0.0
        self._giving: list[int] = []
        self._told_of_giving = 0.0

    def beat(self, machines: Machines) -> None:
        """Renew, look, give and take, and tell the front. Raises Unsaved."""
        asked = monotonic()
        if asked - self._renewed > LEASE and self._renewed:
            log.warning("What this machine holds was not renewed for %.1f seconds", asked - self._renewed)
        if self._giving and asked - self._told_of_giving >= BEAT:  # our workers have long let go
            machines.give(self.machine.id, self._giving)
            self._giving = []
        if not machines.renew(self.machine.id):
            self.machine = msgspec.structs.replace(self.machine, id=new_id())
            self._giving = []
            machines.join(self.machine)
        self._renewed = asked
        found = machines.read()
        ended = [each.id for each in self.dead.among(found.machines, asked) if machines.end(each)]
        for each in ended:
            log.warning("The machine %s of this house is dead", each)
        found = Found(tuple(each for each in found.machines if each.id not in ended), found.shards)
        taken = machines.take(self.machine.id, to_take(self.machine.id, found))
        found.shards.update(dict.fromkeys(taken, self.machine.id))
        if not self._giving and (more := to_give(self.machine.id, found)):
            self._giving, self._told_of_giving = more, asked
        self._tell(found, asked + LEASE)
        if taken or ended:
            machines.tell()

    def _tell(self, found: Found, until: float) -> None:
        others = [each for each in found.machines if each.id != self.machine.id]
        places = {self.machine.id: HERE} | {each.id: n for n, each in enumerate(others, 1) if n < NOBODY}
        held = bytearray(places.get(found.shards.get(shard, ""), NOBODY) for shard in range(SHARDS))
        for shard in self._giving:
            held[shard] = NOBODY
        told = Holdings(self.machine.id, until, tuple(each.address for each in others), bytes(held))
        self._link.send(msgspec.msgpack.encode(told))


def run(url: str, machine: Machine, link: socket.socket) -> None:
    """In a process of its own: hold the shards of a machine until told to stop or the front has died, and then give
    them back."""

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Leaving

    registrar = Registrar(machine, link)
    database = connect(url)
    try:
        signal.signal(signal.SIGTERM, stop)
        links.follow(link, lambda roll: None)
        link.send(links.READY)
        while True:
            try:
                with own_connection(database.engine, CHANGED) as connection:
                    # If the database loses the last of this with its power, the machines only take a little longer.
                    connection.exec_driver_sql("SET synchronous_commit = off")
                    _keep(registrar, Machines(connection))
            except StorageError as error:
                log.warning("This machine cannot renew what it holds: %s", error)
                sleep(BEAT)
    except (Leaving, OSError):  # the front has died, or told us to stop
        with suppress(StorageError), own_connection(database.engine) as connection:
            Machines(connection).leave(registrar.machine.id)


def _keep(registrar: Registrar, machines: Machines) -> None:
    """Beat after beat, and at once when somebody else has given or taken."""
    while True:
        begun = monotonic()
        registrar.beat(machines)
        heard(machines.connection, min(begun + BEAT, registrar.dead.next) - monotonic())
