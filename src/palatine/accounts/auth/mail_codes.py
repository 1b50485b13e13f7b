"""Signing in, and proving an address, by mail: eight letters to be typed where they were asked for, or a link.

Whether an address is known is never told: the answer is the same, and so is the work. A link that is merely opened
uses nothing up; its page has a button.
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
"""Puts a mail into the outbox, within a transaction: its kind (`SIGN_IN`, `PROVE`), its data, the time."""


class Proof(msgspec.Struct, frozen=True):
    """Somebody reads the mail of `address`."""

    address: str
    account: str
    """Whose address it is; "" of nobody's."""
    asked_by: str = ""
    """The account that asked to have it proved."""
    then: str = "/"
    """The path to continue at after signing in."""
    asked_here: bool = False
    """True if the browser that shows the proof is the one that asked for it."""


class MailCodeRequest(msgspec.Struct, frozen=True):
    """A request for a mail: from which browser (its nonce) and network, and where links lead."""

    nonce: str
    network: str
    url: str
    then: str = "/"
    """The path on this server to continue at after signing in."""


class MailCodes:
    """Codes by mail."""

    def __init__(self, database: Database, tries: RateLimiter, post: Post) -> None:
        self.database = database
        self.tries = tries
        self.post = post
        self.known = KnownDevices(database)

    def ask_sign_in(self, address: str, asked: MailCodeRequest, now: str, *, admits: bool) -> None:
        """Send a code and a link by which to sign in. `admits`: whether somebody new may come.

        Raises Refused for what is no address, and RateLimited.
        """
        self._ask(SIGN_IN, address, asked, now, lambda account: admits or bool(account))

    def ask_proof(self, address: str, account: str, asked: MailCodeRequest, now: str) -> None:
        """Send a code and a link by which an account proves an address. Raises Refused, and RateLimited."""
        self._ask(PROVE, address, asked, now, lambda _: True, account)

    def by_code(self, purpose: str, code: str, nonce: str, network: str, now: str) -> Proof:
        """What a code proves that was typed where it was asked for. Raises Forbidden, and RateLimited."""
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
        """What the link in a mail proves, in the browser with that nonce. Raises Forbidden, and RateLimited."""
        self.tries.spend("code from", network, now)

        def work(connection: Connection) -> Proof | None:
            row = codes.use(connection, purpose, token, now)
            return _proof(connection, row, nonce) if row else None

        return _or_shut(self.database.write(work), "mail.used")

    def look(self, purpose: str, token: str, now: str, *, nonce: str = "") -> Proof | None:
        """What a link would prove; None of one that is used or too old. Nothing is used up."""
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
            # A row for an address that gets no mail, too: to be told from others by neither its answer nor its time.
            codes.put(
                connection, purpose, account or folded(address), token, after(now, GOOD_FOR), asked.nonce, kept
            )
            if goes:
                self.post(connection, purpose, mail, now)

        self.database.write(work)


def owner(connection: Connection, address: str) -> str:
    """The account that has proved an address; "" when none has."""
    mine = (addresses.c.folded == folded(address), addresses.c.proved != "")
    return connection.execute(select(addresses.c.account).where(*mine)).scalar() or ""


def _try_again(connection: Connection, address: str) -> None:
    """An address that was given up is tried once more, since somebody says that they read it."""
    here = (addresses.c.folded == folded(address), addresses.c.state == "dead")
    connection.execute(update(addresses).where(*here).values(state="failing"))


def _proof(connection: Connection, row: codes.Code, nonce: str) -> Proof:
    address, asked_here = row.data["address"], row.nonce == key_hash(nonce)
    return Proof(address, owner(connection, address), row.data["account"], row.data["then"], asked_here)


def _or_shut(found: Proof | None, key: str) -> Proof:
    if found is None:
        raise forbidden(key)
    return found
