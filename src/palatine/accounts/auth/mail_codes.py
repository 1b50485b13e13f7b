"""Sign-in and address verification by mail, with an eight-letter code or a link.

The code must be typed in the browser that requested it. Neither the answer nor its duration discloses whether an
address is known. Opening a link does not use it, because its page has a button.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from hmac import compare_digest
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

from palatine.accounts.auth import codes
from palatine.accounts.auth.known_devices import KnownDevices
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.times import after
from palatine.accounts.auth.wording import forbidden
from palatine.accounts.mail_addresses import folded, mailbox, readable
from palatine.matches.fairness import key_hash, new_key
from palatine.store.engine import Database
from palatine.store.schema_people import addresses

GOOD_FOR = timedelta(minutes=15)
SIGN_IN, PROVE = "signin", "prove"

Post = Callable[[Connection, str, dict[str, Any], str], None]
"""Callback that queues a mail within a transaction.

Its arguments are the kind (`SIGN_IN`, `PROVE`), the data and the time.
"""


class Proof(msgspec.Struct, frozen=True):
    """Proof that the user reads the mail of `address`."""

    address: str
    account: str
    """The account that owns the address; "" if none does."""
    asked_by: str = ""
    """The account that requested the verification."""
    then: str = "/"
    """The path to continue at after signing in."""
    asked_here: bool = False
    """True if the browser that shows the proof is the one that requested it."""


class MailCodeRequest(msgspec.Struct, frozen=True):
    """The context of a request for a mail: the browser's nonce, network, and base URL of links."""

    nonce: str
    network: str
    url: str
    then: str = "/"
    """The path on this server to continue at after signing in."""


class MailCodes:
    """Sign-in and address verification by mail."""

    def __init__(self, database: Database, tries: RateLimiter, post: Post) -> None:
        self.database = database
        self.tries = tries
        self.post = post
        self.known = KnownDevices(database)

    def ask_sign_in(self, address: str, asked: MailCodeRequest, now: str, *, admits: bool) -> None:
        """Send a sign-in code and link. `admits` allows new users.

        Raises `Refused` for an invalid address, and `RateLimited`.
        """
        self._ask(SIGN_IN, address, asked, now, lambda account: admits or bool(account))

    def ask_proof(self, address: str, account: str, asked: MailCodeRequest, now: str) -> None:
        """Send a code and link to verify an address. Raises `Refused` and `RateLimited`."""
        self._ask(PROVE, address, asked, now, lambda _: True, account)

    def by_code(self, purpose: str, code: str, nonce: str, network: str, now: str) -> Proof:
        """Return what a code proves in the browser that requested it.

        Raises `Forbidden` and `RateLimited`.
        """
        self.tries.spend("code from", network, now)

        def work(connection: Connection) -> Proof | None:
            rows = codes.of_nonce(connection, purpose, nonce, now)
            given = codes.bound(code, nonce)
            for row in rows:
                if compare_digest(row.data["code"], given) and codes.end(connection, row, now):
                    return _proof(connection, row, nonce)
            codes.miss(connection, rows)
            return None

        return _or_shut(self.database.write(work), "mail.wrong")

    def by_link(self, purpose: str, token: str, network: str, now: str, *, nonce: str = "") -> Proof:
        """Use a link and return what it proves, in the browser with `nonce`.

        Raises `Forbidden` and `RateLimited`.
        """
        self.tries.spend("code from", network, now)

        def work(connection: Connection) -> Proof | None:
            row = codes.use(connection, purpose, token, now)
            return _proof(connection, row, nonce) if row else None

        return _or_shut(self.database.write(work), "mail.used")

    def look(self, purpose: str, token: str, now: str, *, nonce: str = "") -> Proof | None:
        """Return what a link would prove without using it; None if it is used or expired."""
        with self.database.reading() as connection:
            row = codes.look(connection, purpose, token, now)
            return _proof(connection, row, nonce) if row else None

    def _ask(
        self,
        purpose: str,
        address: str,
        asked: MailCodeRequest,
        now: str,
        may_be_sent: Callable[[str], bool],
        account: str = "",
    ) -> None:
        address = readable(address)
        with self.database.reading() as connection:
            known = owner(connection, address)
        device = self.known.who(known, asked.nonce, now)
        self.tries.spend_of("mail", mailbox(address), asked.network, device, now)
        code, token = codes.new_code(), new_key()
        kept = {"address": address, "code": codes.bound(code, asked.nonce), "account": account, "then": asked.then}
        mail = {"address": address, "code": codes.spoken(code), "link": f"{asked.url}/signin/{token}"}

        def work(connection: Connection) -> None:
            goes = may_be_sent(owner(connection, address))
            _try_again(connection, address)
            # Store a row even if no mail is sent, so that neither result nor time differs.
            codes.put(
                connection, purpose, account or folded(address), token, after(now, GOOD_FOR), asked.nonce, kept
            )
            if goes:
                self.post(connection, purpose, mail, now)

        self.database.write(work)


def owner(connection: Connection, address: str) -> str:
    """Return the account that has verified an address; "" if none has."""
    mine = (addresses.c.folded == folded(address), addresses.c.proved != "")
    return connection.execute(select(addresses.c.account).where(*mine)).scalar() or ""


def _try_again(connection: Connection, address: str) -> None:
    """Retry a dead address, since a user claims to read it."""
    here = (addresses.c.folded == folded(address), addresses.c.state == "dead")
    connection.execute(update(addresses).where(*here).values(state="failing"))


def _proof(connection: Connection, row: codes.Code, nonce: str) -> Proof:
    address, asked_here = row.data["address"], row.nonce == key_hash(nonce)
    return Proof(address, owner(connection, address), row.data["account"], row.data["then"], asked_here)


def _or_shut(found: Proof | None, key: str) -> Proof:
    if found is None:
        raise forbidden(key)
    return found
