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
from palatine.accounts.auth.wording import forbidden_error
from palatine.accounts.mail_addresses import checked_address, mailbox_key, normalize_address
from palatine.matches.clock import expiry_time
from palatine.matches.fairness import key_hash, new_key
from palatine.store.engine import Database
from palatine.store.schema_people import addresses

VALIDITY = timedelta(minutes=15)
SIGN_IN, VERIFY_ADDRESS = "signin", "prove"

MailQueuer = Callable[[Connection, str, dict[str, Any], str], None]
"""Callback that queues a mail within a transaction.

Its arguments are the kind (`SIGN_IN`, `VERIFY_ADDRESS`), the data and the time.
"""


class MailProof(msgspec.Struct, frozen=True):
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

    def __init__(self, database: Database, rate_limiter: RateLimiter, queue_mail: MailQueuer) -> None:
        self.database = database
        self.tries = rate_limiter
        self.post = queue_mail
        self.known = KnownDevices(database)

    def send_sign_in(self, address: str, request: MailCodeRequest, now: str, *, admits_new_users: bool) -> None:
        """Send a sign-in code and link. `admits_new_users` allows new users.

        Raises `Refused` for an invalid address, and `RateLimited`.
        """
        self._ask(SIGN_IN, address, request, now, lambda account: admits_new_users or bool(account))

    def send_verification(self, address: str, account: str, request: MailCodeRequest, now: str) -> None:
        """Send a code and link to verify an address. Raises `Refused` and `RateLimited`."""
        self._ask(VERIFY_ADDRESS, address, request, now, lambda _: True, account)

    def verify_code(self, purpose: str, code: str, nonce: str, network: str, now: str) -> MailProof:
        """Return what a code proves in the browser that requested it.

        Raises `Forbidden` and `RateLimited`.
        """
        self.tries.spend("code from", network, now)

        def work(connection: Connection) -> MailProof | None:
            rows = codes.codes_of_nonce(connection, purpose, nonce, now)
            given = codes.code_hash(code, nonce)
            for row in rows:
                if compare_digest(row.data["code"], given) and codes.mark_used(connection, row, now):
                    return _proof(connection, row, nonce)
            codes.count_wrong_code(connection, rows)
            return None

        return _or_shut(self.database.write(work), "mail.wrong")

    def verify_link(self, purpose: str, token: str, network: str, now: str, *, nonce: str = "") -> MailProof:
        """Use a link and return what it proves, in the browser with `nonce`.

        Raises `Forbidden` and `RateLimited`.
        """
        self.tries.spend("code from", network, now)

        def work(connection: Connection) -> MailProof | None:
            row = codes.use_code(connection, purpose, token, now)
            return _proof(connection, row, nonce) if row else None

        return _or_shut(self.database.write(work), "mail.used")

    def pending_address(self, account: str, nonce: str, now: str) -> str:
        """Return the address of the account's newest valid code that a browser requested, or ""."""
        with self.database.reading() as connection:
            rows = codes.codes_of_nonce(connection, VERIFY_ADDRESS, nonce, now)
        return next((row.data["address"] for row in rows if row.data["account"] == account), "")

    def peek_link(self, purpose: str, token: str, now: str, *, nonce: str = "") -> MailProof | None:
        """Return what a link would prove without using it; None if it is used or expired."""
        with self.database.reading() as connection:
            row = codes.find_code(connection, purpose, token, now)
            return _proof(connection, row, nonce) if row else None

    def _ask(
        self,
        purpose: str,
        address: str,
        request: MailCodeRequest,
        now: str,
        may_be_sent: Callable[[str], bool],
        account: str = "",
    ) -> None:
        address = checked_address(address)
        with self.database.reading() as connection:
            known = address_owner(connection, address)
        device = self.known.limiter_key(known, request.nonce, now)
        self.tries.spend_for_target("mail", mailbox_key(address), request.network, device, now)
        code, token = codes.new_code(), new_key()
        kept = {
            "address": address,
            "code": codes.code_hash(code, request.nonce),
            "account": account,
            "then": request.then,
        }
        mail = {"address": address, "code": codes.format_code(code), "link": f"{request.url}/signin/{token}"}

        def work(connection: Connection) -> None:
            goes = may_be_sent(address_owner(connection, address))
            _try_again(connection, address)
            # Store a row even if no mail is sent, so that neither result nor time differs.
            codes.store_code(
                connection,
                purpose,
                account or normalize_address(address),
                token,
                expiry_time(now, VALIDITY),
                request.nonce,
                kept,
            )
            if goes:
                self.post(connection, purpose, mail, now)

        self.database.write(work)


def address_owner(connection: Connection, address: str) -> str:
    """Return the account that has verified an address; "" if none has."""
    mine = (addresses.c.folded == normalize_address(address), addresses.c.proved != "")
    return connection.execute(select(addresses.c.account).where(*mine)).scalar() or ""


def _try_again(connection: Connection, address: str) -> None:
    """Retry a dead address, since a user claims to read it."""
    here = (addresses.c.folded == normalize_address(address), addresses.c.state == "dead")
    connection.execute(update(addresses).where(*here).values(state="failing"))


def _proof(connection: Connection, row: codes.Code, nonce: str) -> MailProof:
    address, asked_here = row.data["address"], row.nonce == key_hash(nonce)
    return MailProof(address, address_owner(connection, address), row.data["account"], row.data["then"], asked_here)


def _or_shut(found: MailProof | None, key: str) -> MailProof:
    if found is None:
        raise forbidden_error(key)
    return found
