"""Pairing of a second device: it enters a code from a signed-in device, which confirms it."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from sqlalchemy import Connection

from palatine.accounts.auth import codes
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.wording import forbidden_error, refused_error
from palatine.matches.clock import expiry_time
from palatine.matches.fairness import key_hash
from palatine.matches.text import clean_line
from palatine.store.engine import Database

PURPOSE = "pair"
VALIDITY = timedelta(minutes=10)
MAX_NAME_LENGTH = 60


class PendingPairing(msgspec.Struct, frozen=True):
    """The state of a pairing code: the requesting device ("" if none) and the answer."""

    device: str
    expires: str
    answer: str = ""
    """"yes" or "no", after the answer."""


class PairingService:
    """Pairing codes, one at a time for each account."""

    def __init__(self, database: Database, rate_limiter: RateLimiter) -> None:
        self.database = database
        self.tries = rate_limiter

    def new_code(self, account: str, now: str) -> str:
        """Return a new code to be typed on the new device. Raises `RateLimited`."""
        self.tries.spend("pair", account, now)
        code = codes.new_code()

        def work(connection: Connection) -> None:
            codes.delete_codes(connection, PURPOSE, account)
            codes.store_code(connection, PURPOSE, account, code, expiry_time(now, VALIDITY))

        self.database.write(work)
        return codes.format_code(code)

    def request(self, code: str, device: str, nonce: str, network: str, now: str) -> None:
        """Request pairing from a new device. A code serves the first device that enters it.

        Raises `Forbidden` for a wrong code, `Refused` for a missing device name, and `RateLimited`.
        """
        self.tries.spend("pair from", network, now)
        device = clean_line(device)
        if not 1 <= len(device) <= MAX_NAME_LENGTH:
            raise refused_error("pair.device", most=MAX_NAME_LENGTH)

        def work(connection: Connection) -> bool:
            found = codes.find_code(connection, PURPOSE, codes.normalize_code(code), now)
            if found is None or found.nonce not in ("", key_hash(nonce)):
                return False
            codes.update_code(connection, found, nonce=key_hash(nonce), data={"device": device})
            return True

        if not self.database.write(work):
            raise forbidden_error("pair.wrong")

    def pending(self, account: str, now: str) -> PendingPairing | None:
        """Return the state of an account's code; None if it is used or expired."""
        with self.database.reading() as connection:
            found = codes.codes_of_subject(connection, PURPOSE, account, now)
        if not found:
            return None
        return PendingPairing(found[0].data.get("device", ""), found[0].expires, found[0].data.get("answer", ""))

    def answer(self, account: str, device: str, *, accept: bool, now: str) -> None:
        """Accept or decline the device of that name. Raises `Refused` if it is not waiting."""

        def work(connection: Connection) -> bool:
            for found in codes.codes_of_subject(connection, PURPOSE, account, now):
                if found.data.get("device") == device and "answer" not in found.data:
                    codes.update_code(connection, found, data=found.data | {"answer": "yes" if accept else "no"})
                    return True
            return False

        if not self.database.write(work):
            raise refused_error("pair.none")

    def invalidate(self, account: str) -> None:
        """Invalidate the account's pairing code, whatever was answered.

        Called when the account's devices are signed out.
        """
        self.database.write(lambda connection: codes.delete_codes(connection, PURPOSE, account))

    def finish(self, nonce: str, now: str) -> tuple[str, str] | None:
        """Return the account and device name after confirmation; None while there is no answer.

        Raises `Forbidden` if the answer was no or did not come in time.
        """

        def work(connection: Connection) -> codes.Code | None:
            found = next(iter(codes.codes_of_nonce(connection, PURPOSE, nonce, now)), None)
            if found is not None and "answer" in found.data:
                codes.mark_used(connection, found, now)
            return found

        found = self.database.write(work)
        if found is None:
            raise forbidden_error("pair.wrong")
        answer = found.data.get("answer", "")
        if answer == "no":
            raise forbidden_error("pair.refused")
        return (found.subject, found.data["device"]) if answer else None
