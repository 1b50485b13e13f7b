"""When every other way in is lost: eight codes kept on paper, or a link that an administrator hands over.

The person who recovers an account may not be the one who used it, or the other way round: all sessions, tokens and
pairings of devices end, and every channel of the account is notified.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select

from palatine.accounts.auth import codes, known_devices, pairing
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.times import after
from palatine.accounts.auth.wording import forbidden
from palatine.matches.fairness import key_hash, new_key
from palatine.store.engine import Database
from palatine.store.schema_people import credentials, sessions, tokens

KIND = "recovery"
PURPOSE = "recover"
COUNT = 8
LETTERS = 12
LINK_GOOD_FOR = timedelta(days=3)

Tell = Callable[[Connection, str, str, str], None]
"""Tells every channel of an account that something has happened to it, within a transaction: the account, the
event, the time."""


class Recovery:
    """Codes on paper, and the administrator's link."""

    def __init__(self, database: Database, tries: RateLimiter, tell: Tell) -> None:
        self.database = database
        self.tries = tries
        self.tell = tell

    def new_codes(self, account: str, now: str) -> list[str]:
        """Eight new codes, shown this once; the old ones are worth nothing any more."""
        made = [codes.new_code(LETTERS) for _ in range(COUNT)]
        row = {"account": account, "kind": KIND, "public": b"", "made": now}

        def work(connection: Connection) -> None:
            connection.execute(delete(credentials).where(*_mine(account)))
            connection.execute(insert(credentials), [row | {"id": _id(code)} for code in made])

        self.database.write(work)
        return [codes.spoken(code) for code in made]

    def left(self, account: str) -> int:
        """How many codes an account has left."""
        with self.database.reading() as connection:
            count = select(func.count()).select_from(credentials).where(*_mine(account))
            return connection.execute(count).scalar() or 0

    def by_code(self, code: str, network: str, now: str) -> str:
        """The account of a code, which is used up. Raises Forbidden, and RateLimited."""
        self.tries.spend("recover from", network, now)

        def work(connection: Connection) -> str:
            mine = delete(credentials).where(credentials.c.id == _id(code), credentials.c.kind == KIND)
            account = connection.execute(mine.returning(credentials.c.account)).scalar() or ""
            return self._let_in(connection, account, now)

        return _or_shut(self.database.write(work))

    def link(self, account: str, now: str) -> str:
        """The secret of a one-time link to an account, good for three days; older ones are worth nothing any more."""
        token = new_key()

        def work(connection: Connection) -> None:
            codes.drop(connection, PURPOSE, account)
            codes.put(connection, PURPOSE, account, token, after(now, LINK_GOOD_FOR))

        self.database.write(work)
        return token

    def look(self, token: str, now: str) -> str:
        """The account a link opens, "" for none; nothing is used up."""
        with self.database.reading() as connection:
            found = codes.look(connection, PURPOSE, token, now)
        return found.subject if found else ""

    def by_link(self, token: str, network: str, now: str) -> str:
        """The account of a link, which is used up. Raises Forbidden, and RateLimited."""
        self.tries.spend("recover from", network, now)

        def work(connection: Connection) -> str:
            found = codes.use(connection, PURPOSE, token, now)
            return self._let_in(connection, found.subject if found else "", now)

        return _or_shut(self.database.write(work))

    def _let_in(self, connection: Connection, account: str, now: str) -> str:
        if account:
            for table in (sessions, tokens):
                connection.execute(delete(table).where(table.c.account == account))
            for purpose in (pairing.PURPOSE, known_devices.PURPOSE):
                codes.drop(connection, purpose, account)
            self.tell(connection, account, "recovered", now)
        return account


def _mine(account: str) -> tuple[ColumnElement[bool], ...]:
    return credentials.c.account == account, credentials.c.kind == KIND


def _id(code: str) -> str:
    return f"{KIND} {key_hash(codes.typed(code))}"


def _or_shut(account: str) -> str:
    if not account:
        raise forbidden("recovery.wrong")
    return account
