"""The leases of machines, in the database: whatever comes late from one that was taken for dead changes nothing."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from databases import Cluster
from palatine.matches import StorageError
from palatine.store.engine import Database, connect
from palatine.store.machines import CHANGED, RIGHTS, Machine, Machines, heard, own_connection
from palatine.store.schema import HEAD
from palatine.store.transfer.copying import fill, reading_whole
from palatine.web.workers.links import holdings_of
from palatine.web.workers.registrar import Registrar
from palatine.web.workers.shards import SHARDS
from palatine.web.workers.standing import BEAT, HERE, LEASE, NOBODY, Holdings
from web.workers.clocks import Clock

ONE, OTHER = Machine("one", "10.0.0.1:1", 1), Machine("other", "10.0.0.2:1", 1)


@pytest.fixture
def database(cluster: Cluster) -> Iterator[Database]:
    url = cluster.make(cluster.template)
    opened = connect(url)
    yield opened
    opened.close()
    cluster.drop(url)


@pytest.fixture
def machines(database: Database) -> Iterator[Machines]:
    with own_connection(database.engine) as connection:
        yield Machines(connection)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


class Front:
    """A registrar, and what it has told its front."""

    def __init__(self, machine: Machine) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.registrar = Registrar(machine, theirs)

    def beat(self, machines: Machines) -> Holdings:
        self.registrar.beat(machines)
        return holdings_of(self._ours.recv(64 * 1024))


def test_what_nobody_holds_is_taken_once_and_given_back(machines: Machines) -> None:
    machines.join(ONE)
    machines.join(OTHER)
    assert machines.take("one", [3, 1, 2]) == [1, 2, 3]
    assert machines.take("other", [2, 3, 4]) == [4]
    machines.give("other", [1, 4])
    assert machines.read().shards == dict.fromkeys((1, 2, 3), "one")
    machines.leave("one")
    assert machines.read() == ((OTHER,), {})


def test_what_a_dead_machine_held_is_to_be_had_and_its_late_words_count_for_nothing(machines: Machines) -> None:
    machines.join(ONE)
    machines.join(OTHER)
    machines.take("one", [1, 2])
    assert machines.take("other", [1]) == []
    assert machines.renew("one")
    assert not machines.end(ONE), "it has moved since it was looked at"
    (one,) = [each for each in machines.read().machines if each.id == "one"]
    assert machines.end(one)
    assert machines.take("other", [1]) == [1]
    assert not machines.renew("one")
    machines.give("one", [1, 2])
    assert machines.take("one", [1, 3]) == [3]
    assert machines.take("other", [3]) == [3], "what one took that is no machine is nobody's"


def test_a_machine_that_comes_waits_until_the_other_has_let_go(machines: Machines, clock: Clock) -> None:
    one, other = Front(ONE), Front(OTHER)
    assert set(one.beat(machines).shards) == {HERE}
    assert set(other.beat(machines).shards) == {1}
    assert one.beat(machines).shards.count(NOBODY) == SHARDS // 2, "its workers are told first"
    assert other.beat(machines).shards.count(HERE) == 0
    clock.now += BEAT
    one.beat(machines)
    told = other.beat(machines), one.beat(machines)
    assert [each.shards.count(HERE) for each in told] == [SHARDS // 2, SHARDS // 2]
    assert told[0].until == clock.now + LEASE
    assert told[0].others == ("10.0.0.1:1",)


def test_a_lease_has_ended_for_its_holder_before_it_has_for_others(machines: Machines, clock: Clock) -> None:
    one, other = Front(ONE), Front(OTHER)
    until = one.beat(machines).until
    while other.beat(machines).shards.count(HERE) == 0:
        clock.now += BEAT / 5
    assert clock.now > until
    again = one.beat(machines)
    assert again.machine not in ("one", "other"), "it comes under another name"
    assert again.shards.count(HERE) == 0


def test_whoever_listens_is_told_that_there_is_something_to_be_had(machines: Machines, database: Database) -> None:
    with own_connection(database.engine, CHANGED, RIGHTS) as listening:
        assert heard(listening, 0) == []
        machines.tell()
        assert heard(listening, 10) == [(CHANGED, "")]
        for table in ("sessions", "tokens"):
            database.write(lambda c, table=table: c.execute(text(f"DELETE FROM {table}")))  # type: ignore[misc]
            assert heard(listening, 10) == [(RIGHTS, "")]


def test_a_database_that_goes_away_is_told_politely(database: Database) -> None:
    with (
        own_connection(database.engine, CHANGED) as listening,
        own_connection(database.engine) as other,
    ):
        mine = listening.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        other.exec_driver_sql(f"SELECT pg_terminate_backend({mine})")
        with pytest.raises(StorageError, match="gone away"):
            heard(listening, 10)
        with pytest.raises(StorageError):
            Machines(listening).read()


def test_who_serves_is_no_part_of_a_house(machines: Machines, database: Database, cluster: Cluster) -> None:
    """It is neither lost with the newer tables, nor copied, nor in the way of a house that comes in."""
    machines.join(ONE)
    machines.take("one", range(SHARDS))
    target = connect(cluster.make(cluster.template))
    with own_connection(target.engine) as connection, reading_whole(database) as source:
        Machines(connection).join(OTHER)
        fill(target, source, lambda done, wanted: None)
        assert Machines(connection).read() == ((OTHER,), {})
    target.close()
    database.migrate("0008")
    database.migrate(HEAD)
    assert machines.read() == ((), {})
