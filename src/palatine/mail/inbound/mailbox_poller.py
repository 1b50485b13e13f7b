"""A poller of an IMAP mailbox, for a server with one mailbox and no mail server."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.utils import getaddresses
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec

from palatine.core import Unreadable
from palatine.mail.addresses import AddressPurpose
from palatine.mail.inbound import check_modules
from palatine.mail.intake import AcceptedMail, Intake, RejectedMail
from palatine.mail.reading import headers
from palatine.mail.tls import tls_context
from palatine.mail.wording import say
from palatine.matches.clock import format_timestamp

log = logging.getLogger(__name__)

MAX_POLL_SECONDS = 15.0
"""Maximum seconds between two polls.

When the mail server announces mail (IDLE), the poller polls immediately.
"""
RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 30.0)
"""Seconds to wait after each successive connection failure; most last only a moment."""
STOP_CHECK_SECONDS = 0.5
"""Seconds between two checks for a stop while waiting for an announcement."""
STOP_SECONDS = 5.0
"""Seconds to wait for mail being received when the server stops."""
RESPONSE_SECONDS = 60
"""Timeout in seconds for responses of the mail server."""
BATCH_SIZE = 50
RECIPIENT_HEADERS = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
"""Headers that name the recipient, the most reliable first."""


class Mailbox(msgspec.Struct, frozen=True):
    """The address and credentials of the mailbox."""

    host: str
    port: int
    user: str
    password: str
    folder: str = "INBOX"
    is_tls: bool = True
    """True for TLS from the start; otherwise STARTTLS, which is optional only on this machine."""
    ca: str = ""
    """PEM file with authorities trusted in addition to those of the system."""


def parse_mailbox_url(address: str, ca_bundle: str = "") -> Mailbox:
    """Return the mailbox for a URL such as "imaps://user:password@host/INBOX".

    Raises Unreadable for an invalid URL and if the file `ca_bundle` has no certificates.
    """
    check_modules("imap_tools")
    tls_context(ca_bundle)
    try:
        url = urlsplit(address)
        port = url.port or {"imaps": 993, "imap": 143}[url.scheme]
    except (ValueError, KeyError) as error:
        raise Unreadable(say("config.receive")) from error
    if not url.hostname or not url.username:
        raise Unreadable(say("config.receive"))
    folder = unquote(url.path.strip("/")) or "INBOX"
    secret = unquote(url.password or "")
    return Mailbox(url.hostname, port, unquote(url.username), secret, folder, url.scheme == "imaps", ca_bundle)


class MailboxPoller:
    """A poller of a mailbox in its own thread.

    An email is marked as read only after it is stored on disk.
    """

    def __init__(
        self,
        intake: Intake,
        mailbox: Mailbox,
        on_stored: Callable[[], object] = lambda: None,
        *,
        seconds: float = MAX_POLL_SECONDS,
        can_wait: bool = True,
    ) -> None:
        """Create a poller with at most `seconds` between two polls.

        Without `can_wait`, it never waits for announcements.
        """
        self.taking = intake
        self.mailbox = mailbox
        self.on_stored = on_stored
        self.seconds = seconds
        self.can_wait = can_wait
        self.taken = ""
        """All mail from before this time has been received, ISO 8601; "" before the first poll."""
        self.trouble = ""
        """Reason why the mailbox cannot be read; "" if it can.

        A single failed connection does not count.
        """
        self._failures = 0
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="post-mailbox", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop polling. Mail being received is finished; an unresponsive server is not waited for."""
        self._end.set()
        if self._thread is not None:
            self._thread.join(STOP_SECONDS)

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                self._watch()
            except Exception as error:  # Network and server errors or a changed password: retry.
                log.warning("Mailbox unreachable: host=%s error=%s", self.mailbox.host, type(error).__name__)
                if self._failures or not self.taken:
                    self.trouble = f"{self.mailbox.host}: {type(error).__name__}"
                self._end.wait(RETRY_SECONDS[min(self._failures, len(RETRY_SECONDS) - 1)])
                self._failures += 1

    def _watch(self) -> None:
        """Poll after each announcement of the mail server or after the interval, until stopped."""
        with self.open_mailbox() as box:
            can_tell = self.can_wait and "IDLE" in box.client.capabilities
            while not self._end.is_set():
                kept = self.receive_unread(box)
                self._failures, self.trouble = 0, ""
                if kept == BATCH_SIZE:
                    continue  # there may be more
                if can_tell:
                    self._listen(box)
                else:
                    self._end.wait(self.seconds)

    def _listen(self, box: Any) -> None:
        """Wait until the mail server announces something or disconnects."""
        end = time.monotonic() + self.seconds
        with box.idle as telling:
            while not self._end.is_set() and (began := time.monotonic()) < end:
                told = telling.poll(timeout=STOP_CHECK_SECONDS)
                if (
                    told or time.monotonic() - began < STOP_CHECK_SECONDS / 2
                ):  # on a broken connection, poll returns nothing immediately
                    return

    def open_mailbox(self) -> Any:
        """Sign in to the mailbox and return it."""
        # Imported here because only a server with a mailbox needs it.
        from imap_tools import MailBox, MailBoxStartTls, MailBoxUnencrypted

        given = self.mailbox
        # Without an explicit context the library would accept any certificate.
        if given.is_tls:
            box: Any = MailBox(given.host, given.port, RESPONSE_SECONDS, ssl_context=tls_context(given.ca))
        elif _is_here(given.host):
            box = MailBoxUnencrypted(given.host, given.port, RESPONSE_SECONDS)
        else:
            box = MailBoxStartTls(given.host, given.port, RESPONSE_SECONDS, ssl_context=tls_context(given.ca))
        return box.login(given.user, given.password, initial_folder=given.folder)

    def receive_unread(self, mailbox: Any) -> int:
        """Receive all unread mail; return how many emails were stored."""
        kept, began = 0, format_timestamp(datetime.now(UTC))
        mailbox.client.noop()  # a search alone may not see mail that arrived since the last one
        unread = mailbox.uids("UNSEEN")
        is_all = len(unread) <= BATCH_SIZE
        for uid in unread[:BATCH_SIZE]:
            raw = next(_raw(mailbox, uid), None)
            if raw is None:
                is_all = False
                continue  # could not be read now, and stays unread
            found = self.store_mail(raw)
            if isinstance(found, RejectedMail) and not found.is_final:
                is_all = False
                break  # the database is busy: the email stays unread
            mailbox.flag(uid, "\\Seen", True)
            kept += isinstance(found, AcceptedMail)
        if kept:
            self.on_stored()
        self.taken = began if is_all else self.taken
        return kept

    def store_mail(self, raw: bytes) -> AcceptedMail | RejectedMail:
        """Store an email for its first address that is ours.

        The mailbox itself counts only if there is no other address.
        """
        now = datetime.now(UTC)
        found: AcceptedMail | RejectedMail = RejectedMail(550, say("smtp.unknown"))
        mail = headers.parse_headers(raw)
        back = headers.header_text(mail, "Return-Path")
        sender = back.strip("<> ") if back else headers.sender_address(mail)
        for address in sorted(_recipients(mail), key=self._is_referee):
            found = self.taking.receive(sender, address, raw, now, can_refuse=False)
            if isinstance(found, AcceptedMail) or not found.is_final:
                return found
        return found

    def _is_referee(self, address: str) -> bool:
        """Return whether this is our From address.

        Most servers name the mailbox first and the intended address later.
        """
        place = self.taking.purpose_of(address)
        return isinstance(place, AddressPurpose) and place.kind == "referee"


def _recipients(mail: Any) -> list[str]:
    given = [value for name in RECIPIENT_HEADERS for value in headers.header_texts(mail, name)]
    return list(dict.fromkeys(address for _, address in getaddresses(given) if "@" in address))


def _raw(box: Any, uid: str) -> Iterator[bytes]:
    status, data = box.client.uid("fetch", uid, "(BODY.PEEK[])")
    if status == "OK":
        yield from (bytes(each[1]) for each in data if isinstance(each, tuple))


def _is_here(host: str) -> bool:
    return host in ("localhost", "127.0.0.1", "::1")
