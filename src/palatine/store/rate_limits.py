"""Rate limits: attempts counted per time window, under hashes that change daily."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from sqlalchemy import Connection, delete, select

from palatine.store.engine import Database
from palatine.store.schema import rate_limits, server_keys
from palatine.store.transactions.conflicts import insert_new, insert_or_update

RETENTION = timedelta(days=14)
SALT_KEY_PREFIX = "attempts "


class RateLimits:
    """The table of attempts. Times are aware datetimes."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._salts: dict[str, bytes] = {}

    def count(self, action: str, subject: str, now: datetime, seconds: int) -> int:
        """Count an attempt of `subject` at `action`, and return the number in the window of `now`.

        The number includes this attempt.
        """
        window = _stamp(_start(now, seconds))
        key = f"{action} {self._name(subject, now)}"
        row, raised = {"key": key, "window": window, "n": 1}, {"n": rate_limits.c.n + 1}

        def work(connection: Connection) -> int:
            found: int = insert_or_update(connection, rate_limits, row, raised, [rate_limits.c.n]).scalar_one()
            return found

        return self.database.write(work, exclusive=False)

    def delete_expired(self, now: datetime) -> None:
        """Delete attempts older than `RETENTION`, with their hash keys."""
        oldest = now.astimezone(UTC) - RETENTION

        def work(connection: Connection) -> None:
            connection.execute(delete(rate_limits).where(rate_limits.c.window < _stamp(oldest)))
            old = (
                server_keys.c.name.startswith(SALT_KEY_PREFIX),
                server_keys.c.name < SALT_KEY_PREFIX + oldest.date().isoformat(),
            )
            connection.execute(delete(server_keys).where(*old))

        self.database.write(work, exclusive=False)

    def _name(self, who: str, now: datetime) -> str:
        """Return today's hash of `who`, which cannot be reversed once the key of the day is deleted."""
        return blake2b(who.encode(errors="replace"), key=self._salt(now), digest_size=16).hexdigest()

    def _salt(self, now: datetime) -> bytes:
        day = SALT_KEY_PREFIX + now.astimezone(UTC).date().isoformat()
        if day not in self._salts:
            self._salts = {day: self.database.write(lambda c: _get_or_create_salt(c, day), exclusive=False)}
        return self._salts[day]


def seconds_left(now: datetime, seconds: int) -> int:
    """Return the seconds until the window of `now` ends."""
    return max(1, int((_start(now, seconds) + timedelta(seconds=seconds) - now).total_seconds()))


def _get_or_create_salt(connection: Connection, name: str) -> bytes:
    insert_new(connection, server_keys, {"name": name, "value": secrets.token_bytes(32)})
    found: bytes = connection.execute(select(server_keys.c.value).where(server_keys.c.name == name)).scalar_one()
    return found


def _start(now: datetime, seconds: int) -> datetime:
    return datetime.fromtimestamp(now.timestamp() // seconds * seconds, UTC)


def _stamp(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
