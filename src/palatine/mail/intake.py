"""Intake of mail, shared by all inbound protocols. Refused mail is not stored."""

from __future__ import annotations

import secrets
from datetime import datetime
from time import monotonic

import msgspec

from palatine.mail.addresses import AddressPurpose, purpose_of
from palatine.mail.inbox import Inbox
from palatine.mail.reading.letters import MAX_MAIL_BYTES, fingerprint, has_too_many_parts, message_id_of
from palatine.mail.seat_mailboxes import mailbox_by_address
from palatine.mail.settings import MailServiceSettings
from palatine.mail.wording import say
from palatine.matches.errors import StorageError
from palatine.notifications.server_keys import get_or_create_key
from palatine.store.engine import Database, DuplicateKey

SIGNING_KEY_NAME = "post key"


class AcceptedMail(msgspec.Struct, frozen=True):
    """An email stored on disk. `again` is True if it was stored before."""

    again: bool = False


class RejectedMail(msgspec.Struct, frozen=True):
    """A refused email with an SMTP code and text (RFC 5321, RFC 3463)."""

    code: int
    text: str

    @property
    def reply(self) -> str:
        """The line of the SMTP reply."""
        return f"{self.code} {self.text}"

    @property
    def is_final(self) -> bool:
        """True if a retry would fail as well."""
        return self.code >= 500


class Intake:
    """The intake of a server."""

    def __init__(self, database: Database, settings: MailServiceSettings) -> None:
        self.database = database
        self.settings = settings
        self.inbox = Inbox(database)
        self.put_off = 0.0
        """Time of the last temporary refusal, on the monotonic clock; 0 if there was none."""
        self._key = b""

    @property
    def key(self) -> bytes:
        """The key that signs bounce addresses, created once and stored in the database."""
        if not self._key:
            self._key = get_or_create_key(self.database, SIGNING_KEY_NAME, lambda: secrets.token_bytes(32))
        return self._key

    def purpose_of(self, recipient: str) -> AddressPurpose | RejectedMail:
        """Return the purpose of an address.

        Returns `RejectedMail` if it is unknown or the database is busy.
        """
        try:
            found = purpose_of(recipient, self.settings.sender, self.key)
            if found is None or (found.kind == "seat" and not self._is_held(found.local)):
                return RejectedMail(550, say("smtp.unknown"))
            return found
        except StorageError:
            return self._reject_for_now()

    def _reject_for_now(self) -> RejectedMail:
        self.put_off = monotonic()
        return RejectedMail(451, say("smtp.busy"))

    def _is_held(self, local: str) -> bool:
        with self.database.reading() as connection:
            return mailbox_by_address(connection, local) is not None

    def receive(
        self, envelope_from: str, recipient: str, raw: bytes, now: datetime, *, can_refuse: bool = True
    ) -> AcceptedMail | RejectedMail:
        """Store an email for one of our addresses. If it is accepted, it will be processed.

        A protocol that cannot refuse (a polled mailbox) stores the start of an email that is too large, so that it can
        be answered.
        """
        place = self.purpose_of(recipient)
        if isinstance(place, RejectedMail):
            return place
        if can_refuse and len(raw) > MAX_MAIL_BYTES:
            return RejectedMail(552, say("smtp.large"))
        if can_refuse and has_too_many_parts(raw):
            return RejectedMail(554, say("smtp.parts"))
        sender = envelope_from.strip().strip("<>")[:254]
        same = (place.local, message_id_of(raw), fingerprint(raw))
        try:
            return AcceptedMail(again=not self.inbox.store(*same, sender, raw[: MAX_MAIL_BYTES + 1], now))
        except DuplicateKey:  # The same email arrived by another protocol at the same time.
            return AcceptedMail(again=True)
        except StorageError:
            return self._reject_for_now()
