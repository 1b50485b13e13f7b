"""The SMTP client for the relay, the mail server that accepts outgoing mail."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

import msgspec

from palatine.core import Unreadable
from palatine.mail.rendering.envelopes import OutgoingMail
from palatine.mail.tls import tls_context
from palatine.mail.wording import say
from palatine.notifications.sending.sender import ChannelDead, DeliveryFailed, MessageRejected

TIMEOUT_SECONDS = 30
MAX_MAILS_PER_CONNECTION = 50
"""Maximum number of emails per connection."""
UNKNOWN_ADDRESS_CODES = ("5.1.1", "5.1.10", "5.4.4")
"""Status codes for addresses that do not exist."""


class Relay(msgspec.Struct, frozen=True):
    """The address, credentials and encryption of the relay."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    is_tls: bool = False
    """True for TLS from the start; otherwise STARTTLS, which is optional only on this machine."""
    ca: str = ""
    """PEM file with authorities trusted in addition to those of the system."""

    @property
    def is_local(self) -> bool:
        """True if the relay is on this machine."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


def parse_relay_url(address: str, ca_bundle: str = "") -> Relay:
    """Return the relay for a URL such as "smtp://user:password@host:587" or "smtps://host".

    Raises Unreadable for an invalid URL and if the file `ca_bundle` has no certificates.
    """
    tls_context(ca_bundle)
    try:
        url = urlsplit(address)
        port = url.port or {"smtp": 25, "smtps": 465}[url.scheme]
    except (ValueError, KeyError) as error:
        raise Unreadable(say("config.relay")) from error
    if not url.hostname:
        raise Unreadable(say("config.relay"))
    user, password = unquote(url.username or ""), unquote(url.password or "")
    return Relay(url.hostname, port, user, password, url.scheme == "smtps", ca_bundle)


class RelayConnection:
    """A connection for several emails.

    It connects for the first one, and again if the relay has disconnected.
    """

    def __init__(self, relay: Relay) -> None:
        self.relay = relay
        self._smtp: smtplib.SMTP | None = None
        self._sent = 0

    def send(self, mail: OutgoingMail) -> None:
        """Send an email.

        Raises DeliveryFailed if it should be retried, ChannelDead if the address does not exist, and MessageRejected
        if the relay refuses this email.
        """
        try:
            smtp = self._connected()
            smtp.sendmail(mail.sender, [mail.to], mail.data)
            self._sent += 1
        except smtplib.SMTPRecipientsRefused as error:
            self._raise_refusal(error.recipients[mail.to], of_recipient=True)
        except smtplib.SMTPResponseException as error:
            self._raise_refusal((error.smtp_code, error.smtp_error), of_recipient=False)
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise DeliveryFailed(say("relay.away", why=type(error).__name__)) from error

    def _raise_refusal(self, answer: tuple[int, bytes | str], *, of_recipient: bool) -> None:
        code, said = answer
        text = said.decode(errors="replace") if isinstance(said, bytes) else said
        told = say("relay.said", code=code, text=" ".join(text.split())[:200])
        with suppress(smtplib.SMTPException, OSError):
            if self._smtp is not None:
                self._smtp.rset()
        if code < 500 or code in (530, 535):  # a temporary error, or our own credentials are wrong
            self.close()
            raise DeliveryFailed(told)
        if of_recipient and text.split()[:1] and text.split()[0] in UNKNOWN_ADDRESS_CODES:
            raise ChannelDead(told)
        raise DeliveryFailed(told) if of_recipient else MessageRejected(told)

    def _connected(self) -> smtplib.SMTP:
        if self._smtp is not None and self._sent < MAX_MAILS_PER_CONNECTION:
            return self._smtp
        self.close()
        relay = self.relay
        safe = tls_context(relay.ca)
        if relay.is_tls:
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(relay.host, relay.port, timeout=TIMEOUT_SECONDS, context=safe)
        else:
            smtp = smtplib.SMTP(relay.host, relay.port, timeout=TIMEOUT_SECONDS)
        self._smtp, self._sent = smtp, 0
        if not relay.is_tls:
            self._start_tls(smtp, safe)
        if relay.user:
            smtp.login(relay.user, relay.password)
        return smtp

    def _start_tls(self, smtp: smtplib.SMTP, safe: ssl.SSLContext) -> None:
        """Start TLS, which is required for every relay on another machine."""
        smtp.ehlo_or_helo_if_needed()
        if self.relay.is_local and not smtp.has_extn("starttls"):
            return
        if not smtp.has_extn("starttls"):
            self.close()
            raise DeliveryFailed(say("relay.no-tls"))
        smtp.starttls(context=_local_tls_context() if self.relay.is_local else safe)
        smtp.ehlo()

    def close(self) -> None:
        if self._smtp is not None:
            with suppress(smtplib.SMTPException, OSError):
                self._smtp.quit()
            self._smtp = None


def _local_tls_context() -> ssl.SSLContext:
    """Return a TLS context for a server on this machine, whose certificate has another name."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@contextmanager
def open_connection(relay: Relay) -> Iterator[RelayConnection]:
    """Yield a connection to the relay, and close it at the end."""
    made = RelayConnection(relay)
    try:
        yield made
    finally:
        made.close()
