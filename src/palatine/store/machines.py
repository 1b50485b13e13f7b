"""The machines that serve a house, and which of its shards each holds, as they tell each other in the database.

Each statement is a transaction of its own: whoever stands still between two of them holds up nobody. Who writes names
the machine it writes for, and a machine has another name each time it joins; so what comes late from one that was
taken for dead changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, delete, select, text, update
from sqlalchemy.dialects.postgresql import insert

from palatine.matches.errors import StorageError
from palatine.store.engine import told_politely
from palatine.store.schema_serving import machines, shards

CHANGED = "palatine_machines"
"""The channel on which is told that a shard may be had, or has another holder."""
RIGHTS = "palatine_rights"
"""The channel on which the database itself tells that a session or token is gone."""
NEWS = "palatine_news"
"""The channel on which workers tell those of other machines."""


class Machine(msgspec.Struct, frozen=True):
    """A machine, under the name of this joining."""

    id: str
    address: str
    """Where other machines reach it, as "10.0.0.1:8090"."""
    workers: int
    beat: int = 0
    """Another number each time it has renewed."""


class Found(NamedTuple):
    """How things stand: the machines in the order of their names, and the holder of each shard that was taken."""

    machines: tuple[Machine, ...]
    shards: dict[int, str]


class Machines:
    """The tables, over a connection of one's own; all raise Unsaved when the database is away."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def join(self, machine: Machine) -> None:
        """Be one of the machines. It holds nothing yet."""
        self._do(insert(machines).values(msgspec.structs.asdict(machine)))

    def renew(self, machine: str) -> bool:
        """Say that a machine is at work; False when the others have taken it for dead."""
        again = update(machines).where(machines.c.id == machine).values(beat=machines.c.beat + 1)
        return bool(self._do(again).rowcount)

    def read(self) -> Found:
        """How things stand."""
        known = [Machine(**row) for row in self._do(select(machines).order_by(machines.c.id)).mappings()]
        return Found(tuple(known), {row.shard: row.machine for row in self._do(select(shards))})

    def end(self, machine: Machine) -> bool:
        """A machine is dead, which has not renewed since it was read; False when it has."""
        here = (machines.c.id == machine.id, machines.c.beat == machine.beat)
        return bool(self._do(delete(machines).where(*here)).rowcount)

    def take(self, machine: str, wanted: Iterable[int]) -> list[int]:
        """Take shards that nobody holds, or one that is no more; those that were to be had."""
        rows = [{"shard": shard, "machine": machine} for shard in wanted]
        lives = select(machines.c.id)
        taken = insert(shards).values(rows).on_conflict_do_update(
            index_elements=[shards.c.shard], set_={"machine": machine}, where=shards.c.machine.not_in(lives)
        )  # fmt: skip
        return sorted(self._do(taken.returning(shards.c.shard)).scalars()) if rows else []

    def give(self, machine: str, given: Collection[int]) -> None:
        """Let whoever wants them have shards of this machine."""
        self._do(delete(shards).where(shards.c.machine == machine, shards.c.shard.in_(given)))
        self.tell()

    def leave(self, machine: str) -> None:
        """Give everything back."""
        self._do(delete(machines).where(machines.c.id == machine))
        self._do(delete(shards).where(shards.c.machine == machine))
        self.tell()

    def tell(self) -> None:
        """Have all machines look at once."""
        self._do(text(f"NOTIFY {CHANGED}"))

    def _do(self, statement: Any) -> Any:
        with told_politely():
            return self.connection.execute(statement)


@contextmanager
def own_connection(engine: Engine, *channels: str) -> Iterator[Connection]:
    """A connection outside transactions, which listens on these channels. Raises Unsaved."""
    with told_politely():
        connection = engine.connect()
    with connection:
        with told_politely():
            connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            for channel in channels:
                connection.exec_driver_sql(f"LISTEN {channel}")
        yield connection


def heard(connection: Connection, seconds: float) -> list[tuple[str, str]]:
    """What was told on the channels of a connection, each with what was told there; [] when nothing was for so long.

    Raises Unsaved when the database is away.
    """
    from psycopg import Error  # as only a house on PostgreSQL has it

    driver: Any = connection.connection.driver_connection
    try:
        return [(each.channel, each.payload) for each in driver.notifies(timeout=max(0.0, seconds), stop_after=1)]
    except Error as error:
        raise StorageError(f"The database has gone away ({str(error).strip()}).") from error
