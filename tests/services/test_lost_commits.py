"""Connections lost at a COMMIT on PostgreSQL, which leave the outcome unknown to the writer.

Nothing is done twice when it retries.
"""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from databases import Cluster
from palatine import registry
from palatine.matches.clock import now
from palatine.matches.storage import Change
from palatine.notifications.maintenance import JOB_KIND
from palatine.store import Store
from palatine.store.transactions.writer import CommitUnknown
from palatine.testing.examples.ford import GAME
from services.statements import OPEN, Duel
from services.test_peers import Stream
from store.test_store import RECORD, SEATS, row
from waiting import until
from web.helpers import Served

When = Literal["before", "after"]
NAME = ".s.PGSQL.5432"


class Relay:
    """A relay between client and server that disconnects at the next COMMIT.

    It does so before the server has received it, or after the server has written and before the client knows.
    """

    def __init__(self, cluster: Cluster, url: str) -> None:
        self.cuts: When | None = None
        self.folder = Path(tempfile.mkdtemp(prefix="palatine-relay-", dir="/tmp"))
        self.url = url.replace(str(cluster.folder), str(self.folder))
        self._server = str(cluster.folder / NAME)
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(self.folder / NAME))
        self._listening.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):  # it was closed
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._server)
                swallows = threading.Event()
                for work in (self._send, self._return):
                    threading.Thread(target=work, args=(client, server, swallows), daemon=True).start()

    def _send(self, client: socket.socket, server: socket.socket, swallows: threading.Event) -> None:
        with suppress(OSError):
            while data := client.recv(1 << 16):
                if self.cuts and b"COMMIT" in data:
                    cuts, self.cuts = self.cuts, None
                    if cuts == "before":
                        break
                    swallows.set()
                server.sendall(data)
        hang_up(client, server)

    def _return(self, client: socket.socket, server: socket.socket, swallows: threading.Event) -> None:
        swallowed = b""
        with suppress(OSError):
            while data := server.recv(1 << 16):
                if not swallows.is_set():
                    client.sendall(data)
                    continue
                swallowed += data
                if b"COMMIT\0" in swallowed:
                    break
        hang_up(client, server)

    def close(self) -> None:
        self._listening.close()
        shutil.rmtree(self.folder)


def hang_up(*sockets: socket.socket) -> None:
    for each in sockets:
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def relay(cluster: Cluster) -> Iterator[Relay]:
    url = cluster.make(cluster.template)
    made = Relay(cluster, url)
    yield made
    made.close()
    cluster.drop(url)


@pytest.fixture
def store(relay: Relay) -> Iterator[Store]:
    opened = Store.open(relay.url)
    yield opened
    opened.close()


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("size", [10, 1 << 17], ids=["piped", "large"])
def test_a_move_that_may_have_been_written_is_written_once(
    relay: Relay, store: Store, when: When, size: int
) -> None:
    store.create(row(), SEATS)
    record = msgspec.structs.replace(RECORD, data={"x": os.urandom(size)})
    change = Change(row(version=1), (record,))
    relay.cuts = when
    with pytest.raises(CommitUnknown, match="check whether it was done"):
        store.append(change, 0)
    assert relay.cuts is None
    is_written = when == "after"
    assert store.version("m") == is_written
    assert store.append(change, 0) is not is_written
    assert store.version("m") == len(store.records("m")) == 1


@pytest.mark.parametrize("when", ["before", "after"])
def test_of_several_moves_in_one_transaction_none_is_said_to_be_written(
    relay: Relay, store: Store, when: When
) -> None:
    for match in "ab":
        store.create(row(id=match), SEATS)
    changes = [(Change(row(id=match, version=1), (RECORD,)), 0) for match in "ab"]
    relay.cuts = when
    assert [type(each) for each in store.append_all(changes)] == [CommitUnknown, CommitUnknown]
    is_written = when == "after"
    assert store.append_all(changes) == [not is_written] * 2
    assert [len(store.records(match)) for match in "ab"] == [1, 1]


def has_maintained(store: Store) -> bool:
    """Return whether a starting server has done its maintenance and scheduled the next."""
    job = store.jobs.find(JOB_KIND)
    return job is not None and job.due > now()


@pytest.mark.parametrize("when", ["before", "after"])
def test_an_action_without_an_answer_is_done_once_however_often_it_is_sent(relay: Relay, when: When) -> None:
    registry.register("ford", GAME)
    served = Served(relay.url, OPEN)  # type: ignore[arg-type]
    served.start()
    try:
        duel = Duel(served)
        stream = Stream(served, duel, "North")
        player = duel.players[duel.asked]
        sight = player.client.get(f"{duel.path}/view", params={"seat": player.seat}).json()
        choice = sight["view"]["choices"][0]
        move = {"verb": choice["verb"], "operand": choice["operand"]}
        body = {"seat": player.seat, "actions": [move], "version": sight["version"]}
        until(lambda: has_maintained(served.store))  # so that its COMMIT is not the one that is lost
        relay.cuts = when
        answer = player.client.post(f"{duel.path}/actions", json=body)
        assert (answer.status_code, relay.cuts) == (503, None), answer.text
        assert "check whether it was done" in answer.json()["detail"]
        again = [player.client.post(f"{duel.path}/actions", json=body).status_code for _ in range(2)]
        assert again == [200 if when == "before" else 409, 409]
        done = sight["version"] + 1
        assert player.client.get(f"{duel.path}/view", params={"seat": player.seat}).json()["version"] == done
        until(lambda: stream.has(done))
        assert len(served.store.records(duel.match)) == done
    finally:
        served.stop()
        served.store.close()
