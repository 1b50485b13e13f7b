"""The mail service, which runs in the server process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from math import inf
from time import monotonic
from typing import Any, Protocol
from urllib.parse import urlsplit

from palatine.accounts.principals import AccountService
from palatine.config import Config
from palatine.core import PalatineError, Unreadable
from palatine.mail.inbound import check_modules
from palatine.mail.inbound.listener import create_listener
from palatine.mail.inbound.mailbox_poller import MailboxPoller, parse_mailbox_url
from palatine.mail.intake import Intake
from palatine.mail.processor import MailProcessor
from palatine.mail.relay import parse_relay_url
from palatine.mail.sending import MailSender
from palatine.mail.settings import MailServiceSettings
from palatine.mail.system_mail import SystemMailHandlers
from palatine.mail.unread_mail import UnreadMailCheck
from palatine.mail.wording import say
from palatine.matches import MatchServices
from palatine.matches.clock import format_timestamp
from palatine.notifications.mail_status import MailStatus, read_mail_status, write_mail_status
from palatine.notifications.sending.sender import Sender
from palatine.store import Store

log = logging.getLogger(__name__)

STATUS_SECONDS = 10.0
"""Seconds between two records of how far mail has been received."""
RETRY_WINDOW_SECONDS = 600.0
"""Seconds within which a mail server retries a failed delivery."""
CHECK_SECONDS = 1.0
"""Seconds between two checks for unread mail; the intake wakes the processor immediately."""


class InboundMail(Protocol):
    """An inbound protocol."""

    def start(self) -> Any: ...

    def stop(self) -> Any: ...


def mail_settings(config: Config) -> MailServiceSettings:
    """Return the settings of the mail service. Raises Unreadable without a domain."""
    mail = config.mail
    domain = mail.domain or (urlsplit(config.site.url).hostname or "")
    if not domain:
        raise Unreadable(say("config.domain"))
    url = config.site.url.rstrip("/")
    sender = mail.mailbox or mail.sender
    return MailServiceSettings(
        domain.casefold(), url, config.site.name, sender, mail.sender_policy, mail.authserv, mail.mailbox
    )


class MailService:
    """The mail service of a server: inbound protocol, processor thread and sender."""

    def __init__(self, services: MatchServices, store: Store, config: Config) -> None:
        """Create the service. Raises Unreadable for invalid settings."""
        check_modules("inscriptis", "lxml")
        database = store.database
        self.settings = mail_settings(config)
        self.taking = Intake(database, self.settings)
        people = AccountService(services, database, config)
        system_mail = SystemMailHandlers(database, self.settings, people.accounts, people.invitations)
        handlers: Any = {
            "bounce": system_mail.bounce,
            "stop": system_mail.stop,
            "invitation": system_mail.invitation,
            "test": system_mail.test,
        }
        self.processor = MailProcessor(services, database, self.settings, handlers, monotonic)
        self.sender: MailSender | None = None
        relay = parse_relay_url(config.mail.smtp_url, config.mail.ca_bundle) if config.mail.smtp_url else None
        if relay is not None and config.sends_mail:
            self.sender = MailSender(services, database, self.settings, relay)
        self._new_inbound = partial(self._inbound_mail, config.mail.inbound_url, config.mail.ca_bundle)
        self.inbound = self._new_inbound()
        self.arrivals = UnreadMailCheck(database, has_inbound=self.inbound is not None)
        services.runtime.is_awaited = self.arrivals.is_awaited
        self._opened = 0.0
        self._noted = (-inf, "")
        """Time of the last record on the monotonic clock, and the trouble recorded."""
        self._woken = threading.Event()
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def senders(self) -> dict[str, Sender]:
        """The sender of mail; empty without a relay or without a site URL."""
        return {} if self.sender is None else {"mail": self.sender}

    @property
    def routes(self) -> Sequence[Any]:
        """Empty, because the mail service has no pages."""
        return ()

    def _inbound_mail(self, receive: str, ca_bundle: str) -> InboundMail | None:
        """Return the inbound protocol named by the settings. Raises Unreadable."""
        if not receive:
            return None
        url = urlsplit(receive)
        if url.scheme in ("imap", "imaps"):
            return MailboxPoller(self.taking, parse_mailbox_url(receive, ca_bundle), self.wake)
        try:
            host, port = url.hostname or "", url.port or 0
        except ValueError as error:
            raise Unreadable(say("config.receive")) from error
        if url.scheme not in ("lmtp", "smtp") or not host or not port:
            raise Unreadable(say("config.receive"))
        inbound: InboundMail = create_listener(
            self.taking, host, port, is_lmtp=url.scheme == "lmtp", on_stored=self.wake
        )
        return inbound

    def start(self) -> None:
        """Start receiving and processing mail, also after a `stop`.

        Raises OSError if the port is taken.
        """
        self.inbound = self._new_inbound()  # A stopped or failed protocol cannot be started again.
        if self.inbound is not None:
            with self.processor.database.reading() as connection:
                is_first = read_mail_status(connection) is None
            self._opened = -inf if is_first else monotonic()
            self.inbound.start()
        self._end.clear()
        self._thread = threading.Thread(target=self._run, name="mail-processor", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop receiving, and let the processor finish the email it is working on."""
        if self._thread is None:
            return
        if self.inbound is not None:
            self.inbound.stop()
        self._end.set()
        self.wake()
        self._thread.join(30)
        self._thread = None

    def wake(self) -> None:
        """Wake the processor because mail has arrived."""
        self._woken.set()

    def _record_mail_status(self) -> None:
        """Record how far mail has been received, at intervals and when the trouble changes."""
        if self.inbound is None:
            return
        trouble = self.inbound.trouble if isinstance(self.inbound, MailboxPoller) else ""
        before, known = self._noted
        if monotonic() - before < STATUS_SECONDS and trouble == known:
            return
        now = format_timestamp(datetime.now(UTC))
        with self.processor.database.reading() as connection:
            was = read_mail_status(connection) or MailStatus()
        since = "" if not trouble else was.since if was.trouble and was.since else now
        write_mail_status(
            self.processor.database, MailStatus(now, self._received_until(now) or was.taken, trouble, since)
        )
        self._noted = monotonic(), trouble

    def _received_until(self, now: str) -> str:
        """Return the time before which all mail has been received, or "" if that is unknown.

        A mail server that found the port closed or the database busy retries within `RETRY_WINDOW_SECONDS` seconds.
        """
        if isinstance(self.inbound, MailboxPoller):
            return self.inbound.taken
        return now if monotonic() - max(self._opened, self.taking.put_off or -inf) > RETRY_WINDOW_SECONDS else ""

    def _run(self) -> None:
        while not self._end.is_set():
            self._woken.wait(CHECK_SECONDS)
            self._woken.clear()
            try:
                self.processor.process_unread(datetime.now(UTC))
                self._record_mail_status()
            except PalatineError as error:  # The database is unavailable; the next check may succeed.
                log.warning("Mail could not be processed: %s", error)
