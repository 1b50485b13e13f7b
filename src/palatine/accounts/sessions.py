"""Sessions: signed-in devices. The browser stores the secret, the server its hash."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from palatine.accounts.wording import say
from palatine.matches.clock import format_timestamp
from palatine.matches.fairness import key_hash, new_id, new_key
from palatine.store.engine import Database
from palatine.store.schema_people import sessions

SESSION_LIFETIME = timedelta(days=400)
"""Time after which an unused session expires: as long as browsers keep a cookie."""
LAST_USE_PRECISION = timedelta(minutes=5)
"""Precision of the stored time of last use."""
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)  # fmt: skip


class Session(msgspec.Struct, frozen=True):
    """A signed-in device. `id` identifies it and is no secret."""

    id: str
    account: str
    device: str
    made: str
    seen: str
    expires: str


class Sessions:
    """The table of sessions."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, account: str, device: str, now: str) -> tuple[str, Session]:
        """Open a session and return the secret for the browser with the stored data."""
        secret = new_key()
        made = Session(new_id(), account, device[:200], now, now, _time_after(now, SESSION_LIFETIME))
        row = {**msgspec.structs.asdict(made), "hash": key_hash(secret)}
        self.database.write(lambda connection: connection.execute(insert(sessions), row), exclusive=False)
        return secret, made

    def find(self, secret: str, now: str) -> Session | None:
        """Return the session of a secret; None if it does not exist or has ended."""
        here = sessions.c.hash == key_hash(secret)
        with self.database.reading() as connection:
            row = connection.execute(select(sessions).where(here, sessions.c.expires > now)).first()
        if row is None:
            return None
        if row.seen < _time_after(now, -LAST_USE_PRECISION):
            change = update(sessions).where(here).values(seen=now, expires=_time_after(now, SESSION_LIFETIME))
            self.database.write(lambda connection: connection.execute(change).rowcount, exclusive=False)
        return session_from_row(row)

    def of_account(self, account: str, now: str) -> list[Session]:
        """Return the sessions of an account, last used first."""
        wanted = select(sessions).where(sessions.c.account == account, sessions.c.expires > now)
        with self.database.reading() as connection:
            return [session_from_row(row) for row in connection.execute(wanted.order_by(sessions.c.seen.desc()))]

    def end(self, account: str, session: str) -> bool:
        """End a session of an account; return whether it existed."""
        mine = (sessions.c.account == account, sessions.c.id == session)
        gone = delete(sessions).where(*mine)
        return bool(self.database.write(lambda c: c.execute(gone).rowcount, exclusive=False))

    def end_all(self, account: str, except_session: str = "") -> int:
        """End all sessions of an account except one; return their number."""
        return self.database.write(
            lambda connection: end_sessions(connection, account, except_session), exclusive=False
        )

    def delete_expired(self, now: str) -> None:
        """Delete expired sessions."""
        gone = delete(sessions).where(sessions.c.expires <= now)
        self.database.write(lambda c: c.execute(gone).rowcount, exclusive=False)


def end_sessions(connection: Connection, account: str, except_session: str = "") -> int:
    gone = delete(sessions).where(sessions.c.account == account, sessions.c.id != except_session)
    return connection.execute(gone).rowcount


def session_from_row(row: Row[Any]) -> Session:
    return Session(row.id, row.account, row.device, row.made, row.seen, row.expires)


def device_name(agent: str) -> str:
    """Return a name for a device from its User-Agent header, such as "Firefox on Linux"."""
    if agent.startswith("palatine"):
        return say("device.terminal")
    browser = next((name for word, name in BROWSERS if re.search(rf"{word}\w*/", agent)), "")
    system = next((name for word, name in SYSTEMS if word in agent), "")
    return say("device.of", browser=browser, system=system) if browser and system else say("device.unknown")


def _time_after(time: str, span: timedelta) -> str:
    return format_timestamp(datetime.fromisoformat(time) + span)
