"""Account recovery with eight printed codes, or a link from an administrator.

Either the person who recovers an account or the one who used it before may be an intruder. Therefore all sessions,
tokens and device pairings end, and all channels of the account are notified.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select

from palatine.accounts.auth import codes, known_devices, pairing
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.wording import forbidden_error
from palatine.matches.clock import expiry_time
from palatine.matches.fairness import key_hash, new_key
from palatine.store.engine import Database
from palatine.store.schema_people import credentials, sessions, tokens

KIND = "recovery"
PURPOSE = "recover"
CODE_COUNT = 8
CODE_LETTERS = 12
LINK_VALIDITY = timedelta(days=3)


class NotifyAccount(Protocol):
    """Callback that notifies all channels of an account, within a transaction."""

    def __call__(self, connection: Connection, account: str, event: str, now: str, what: str = "key") -> None: ...


class RecoveryService:
    """Recovery codes and links."""

    def __init__(self, database: Database, rate_limiter: RateLimiter, notify: NotifyAccount) -> None:
        self.database = database
        self.tries = rate_limiter
        self.tell = notify

    def new_codes(self, account: str, now: str) -> list[str]:
        """Replace an account's recovery codes and return the eight new ones, which are shown once."""
        made = [codes.new_code(CODE_LETTERS) for _ in range(CODE_COUNT)]
        row = {"account": account, "kind": KIND, "public": b"", "made": now}

        def work(connection: Connection) -> None:
            connection.execute(delete(credentials).where(*_conditions_of(account)))
            connection.execute(insert(credentials), [row | {"id": _id(code)} for code in made])

        self.database.write(work)
        return [codes.format_code(code) for code in made]

    def codes_left(self, account: str) -> int:
        """Return the number of an account's remaining codes."""
        with self.database.reading() as connection:
            count = select(func.count()).select_from(credentials).where(*_conditions_of(account))
            return connection.execute(count).scalar() or 0

    def use_code(self, code: str, network: str, now: str) -> str:
        """Use a recovery code and return its account. Raises `Forbidden` and `RateLimited`."""
        self.tries.spend("recover from", network, now)

        def work(connection: Connection) -> str:
            mine = delete(credentials).where(credentials.c.id == _id(code), credentials.c.kind == KIND)
            account = connection.execute(mine.returning(credentials.c.account)).scalar() or ""
            return self._begin_session(connection, account, now)

        return _or_shut(self.database.write(work))

    def create_link(self, account: str, now: str) -> str:
        """Return the secret of a one-time link, valid for three days; older links become void."""
        token = new_key()

        def work(connection: Connection) -> None:
            codes.delete_codes(connection, PURPOSE, account)
            codes.store_code(connection, PURPOSE, account, token, expiry_time(now, LINK_VALIDITY))

        self.database.write(work)
        return token

    def peek_link(self, token: str, now: str) -> str:
        """Return the account of a valid link without using it, or ""."""
        with self.database.reading() as connection:
            found = codes.find_code(connection, PURPOSE, token, now)
        return found.subject if found else ""

    def use_link(self, token: str, network: str, now: str) -> str:
        """Use a link and return its account. Raises `Forbidden` and `RateLimited`."""
        self.tries.spend("recover from", network, now)

        def work(connection: Connection) -> str:
            found = codes.use_code(connection, PURPOSE, token, now)
            return self._begin_session(connection, found.subject if found else "", now)

        return _or_shut(self.database.write(work))

    def _begin_session(self, connection: Connection, account: str, now: str) -> str:
        if account:
            for table in (sessions, tokens):
                connection.execute(delete(table).where(table.c.account == account))
            for purpose in (pairing.PURPOSE, known_devices.PURPOSE):
                codes.delete_codes(connection, purpose, account)
            self.tell(connection, account, "recovered", now)
        return account


def _conditions_of(account: str) -> tuple[ColumnElement[bool], ...]:
    return credentials.c.account == account, credentials.c.kind == KIND


def _id(code: str) -> str:
    return f"{KIND} {key_hash(codes.normalize_code(code))}"


def _or_shut(account: str) -> str:
    if not account:
        raise forbidden_error("recovery.wrong")
    return account
