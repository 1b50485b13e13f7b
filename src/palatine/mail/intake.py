"""Intake of a mail, common to all inbound protocols. Accepted mail is stored; refused mail leaves no trace."""

from __future__ import annotations

import secrets
from datetime import datetime
from time import monotonic

import msgspec

from palatine.mail.addresses import AddressPurpose, place_of
from palatine.mail.inbox import Inbox
from palatine.mail.reading.letters import LARGEST, fingerprint, id_of, too_many_parts
from palatine.mail.seat_mailboxes import mailbox_by_address
from palatine.mail.settings import MailServiceSettings
from palatine.mail.wording import say
from palatine.matches.errors import StorageError
from palatine.notifications.server_keys import kept
from palatine.store.engine import Database, DuplicateKey

KEY = "post key"


class AcceptedMail(msgspec.Struct, frozen=True):
    """The mail is safe on the disk. `again` of one that came before."""

    again: bool = False


class RejectedMail(msgspec.Struct, frozen=True):
    """The mail is not taken, and why, as mail servers say it (RFC 5321, RFC 3463)."""

    code: int
    text: str

    @property
    def reply(self) -> str:
        """The line of an SMTP answer."""
        return f"{self.code} {self.text}"

    @property
    def is_final(self) -> bool:
        """Whether there is no use in trying again."""
        return self.code >= 500


class Intake:
    """Takes mail for a server."""

    def __init__(self, database: Database, settings: MailServiceSettings) -> None:
        self.database = database
        self.settings = settings
        self.inbox = Inbox(database)
        self.put_off = 0.0
        """When a mail server was last told to try again, by the monotonic clock; 0 for never."""
        self._key = b""

    @property
    def key(self) -> bytes:
        """What signs the addresses to which bounces come; made once, kept in the database."""
        if not self._key:
            self._key = kept(self.database, KEY, lambda: secrets.token_bytes(32))
        return self._key

    def place(self, recipient: str) -> AddressPurpose | RejectedMail:
        """What an address is for; Rejected for an unknown one, or when the database is busy."""
        try:
            found = place_of(recipient, self.settings.sender, self.key)
            if found is None or (found.kind == "seat" and not self._is_held(found.local)):
                return RejectedMail(550, say("smtp.unknown"))
            return found
        except StorageError:
            return self._busy()

    def _busy(self) -> RejectedMail:
        self.put_off = monotonic()
        return RejectedMail(451, say("smtp.busy"))

    def _is_held(self, local: str) -> bool:
        with self.database.reading() as connection:
            return mailbox_by_address(connection, local) is not None

    def take(
        self, envelope_from: str, recipient: str, raw: bytes, now: datetime, *, can_refuse: bool = True
    ) -> AcceptedMail | RejectedMail:
        """Keep a mail for one of our addresses. When this is back with Kept it will be read, whatever happens.

        A protocol that cannot refuse (a polled mailbox) keeps the head of a mail that is too large, to answer it.
        """
        place = self.place(recipient)
        if isinstance(place, RejectedMail):
            return place
        if can_refuse and len(raw) > LARGEST:
            return RejectedMail(552, say("smtp.large"))
        if can_refuse and too_many_parts(raw):
            return RejectedMail(554, say("smtp.parts"))
        sender = envelope_from.strip().strip("<>")[:254]
        same = (place.local, id_of(raw), fingerprint(raw))
        try:
            return AcceptedMail(again=not self.inbox.keep(*same, sender, raw[: LARGEST + 1], now))
        except DuplicateKey:  # the same came by another protocol at the same time
            return AcceptedMail(again=True)
        except StorageError:
            return self._busy()
