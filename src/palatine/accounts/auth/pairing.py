"""A second device: one that is signed in shows a code, the new one types it and names itself, the first says yes."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from sqlalchemy import Connection

from palatine.accounts.auth import codes
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.times import after
from palatine.accounts.auth.wording import forbidden, refused
from palatine.matches.fairness import key_hash
from palatine.matches.text import one_line
from palatine.store.engine import Database

PURPOSE = "pair"
GOOD_FOR = timedelta(minutes=10)
NAME = 60


class PendingPairing(msgspec.Struct, frozen=True):
    """How it stands with a code that is shown: the device that asks to be let in, "" while none does."""

    device: str
    expires: str
    answer: str = ""
    """"yes" or "no", once it is given."""


class Pairing:
    """Codes for second devices. An account has one at a time."""

    def __init__(self, database: Database, tries: RateLimiter) -> None:
        self.database = database
        self.tries = tries

    def show(self, account: str, now: str) -> str:
        """A code to be typed on the new device. Raises RateLimited."""
        self.tries.spend("pair", account, now)
        code = codes.new_code()

        def work(connection: Connection) -> None:
            codes.drop(connection, PURPOSE, account)
            codes.put(connection, PURPOSE, account, code, after(now, GOOD_FOR))

        self.database.write(work)
        return codes.spoken(code)

    def ask(self, code: str, device: str, nonce: str, network: str, now: str) -> None:
        """The new device asks to be let in; a code serves the first that types it.

        Raises Forbidden for a wrong one, Refused for a device without a name, and RateLimited.
        """
        self.tries.spend("pair from", network, now)
        device = one_line(device)
        if not 1 <= len(device) <= NAME:
            raise refused("pair.device", most=NAME)

        def work(connection: Connection) -> bool:
            found = codes.look(connection, PURPOSE, codes.typed(code), now)
            if found is None or found.nonce not in ("", key_hash(nonce)):
                return False
            codes.change(connection, found, nonce=key_hash(nonce), data={"device": device})
            return True

        if not self.database.write(work):
            raise forbidden("pair.wrong")

    def waiting(self, account: str, now: str) -> PendingPairing | None:
        """How it stands with the code that an account has had shown; None when it is used or too old."""
        with self.database.reading() as connection:
            found = codes.of_subject(connection, PURPOSE, account, now)
        if not found:
            return None
        return PendingPairing(found[0].data.get("device", ""), found[0].expires, found[0].data.get("answer", ""))

    def answer(self, account: str, device: str, *, yes: bool, now: str) -> None:
        """Let the device of that name in, or not. Raises Refused when it is not that one which waits."""

        def work(connection: Connection) -> bool:
            for found in codes.of_subject(connection, PURPOSE, account, now):
                if found.data.get("device") == device and "answer" not in found.data:
                    codes.change(connection, found, data=found.data | {"answer": "yes" if yes else "no"})
                    return True
            return False

        if not self.database.write(work):
            raise refused("pair.none")

    def forget(self, account: str) -> None:
        """The code an account shows is worth nothing any more, whatever was answered: its devices are signed out."""
        self.database.write(lambda connection: codes.drop(connection, PURPOSE, account))

    def finish(self, nonce: str, now: str) -> tuple[str, str] | None:
        """The account the new device is let in to, and the name it gave itself; None while nobody has answered.

        Raises Forbidden when the answer was no, or none came in time.
        """

        def work(connection: Connection) -> codes.Code | None:
            found = next(iter(codes.of_nonce(connection, PURPOSE, nonce, now)), None)
            if found is not None and "answer" in found.data:
                codes.end(connection, found, now)
            return found

        found = self.database.write(work)
        if found is None:
            raise forbidden("pair.wrong")
        answer = found.data.get("answer", "")
        if answer == "no":
            raise forbidden("pair.refused")
        return (found.subject, found.data["device"]) if answer else None
