"""A mailbox that is looked into: for a house that has one mailbox somewhere, and no mail server."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.utils import getaddresses
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec

from palatine.core import Unreadable
from palatine.post.reading import headers
from palatine.post.taking import Kept, Rejected, Taking
from palatine.post.wording import say

log = logging.getLogger(__name__)

SECONDS = 15.0
"""Between two looks, where the server does not tell of new mail itself."""
AGAIN = 30.0
"""After the server could not be reached."""
BATCH = 50
WHERE = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
"""The headers that say to whom a mail came, the surest first."""


class Mailbox(msgspec.Struct, frozen=True):
    """Where the mailbox is, and how it is opened."""

    host: str
    port: int
    user: str
    password: str
    folder: str = "INBOX"
    is_tls: bool = True


def mailbox_of(address: str) -> Mailbox:
    """The mailbox at "imaps://user:password@host/INBOX". Raises Unreadable for what is no such address."""
    try:
        url = urlsplit(address)
        port = url.port or {"imaps": 993, "imap": 143}[url.scheme]
    except (ValueError, KeyError) as error:
        raise Unreadable(say("config.receive")) from error
    if not url.hostname or not url.username:
        raise Unreadable(say("config.receive"))
    folder = unquote(url.path.strip("/")) or "INBOX"
    secret = unquote(url.password or "")
    return Mailbox(url.hostname, port, unquote(url.username), secret, folder, url.scheme == "imaps")


class Poller:
    """Looks into a mailbox in a thread of its own. What was taken is marked as read once it is safe on the disk."""

    def __init__(self, taking: Taking, mailbox: Mailbox, on_kept: Callable[[], object] = lambda: None) -> None:
        self.taking = taking
        self.mailbox = mailbox
        self.on_kept = on_kept
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="post-mailbox", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._end.set()
        if self._thread is not None:
            self._thread.join(SECONDS + 5)

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                self._watch()
            except Exception as error:  # the network, the server, a password that was changed: tried again
                log.warning("The mailbox at %s cannot be read: %s", self.mailbox.host, type(error).__name__)
                self._end.wait(AGAIN)

    def _watch(self) -> None:
        """Look whenever the server tells of something, or every 15 seconds, until stopped."""
        with self.opened() as box:
            can_tell = "IDLE" in box.client.capabilities
            while not self._end.is_set():
                if self.look(box) == BATCH:
                    continue  # there may be more
                if can_tell:
                    box.idle.wait(timeout=SECONDS)
                else:
                    self._end.wait(SECONDS)

    def opened(self) -> Any:
        """The mailbox, signed in to."""
        # Imported here: only a house with a mailbox needs it.
        from imap_tools import MailBox, MailBoxStartTls, MailBoxUnencrypted

        given = self.mailbox
        kind = MailBox if given.is_tls else MailBoxUnencrypted if _is_here(given.host) else MailBoxStartTls
        box = kind(given.host, given.port, timeout=60)
        return box.login(given.user, given.password, initial_folder=given.folder)

    def look(self, box: Any) -> int:
        """Take all that is unread; how many mails were kept."""
        kept = 0
        for uid in box.uids("UNSEEN")[:BATCH]:
            raw = next(_raw(box, uid), None)
            if raw is None:
                continue  # it could not be read just now, and stays unread
            found = self.take(raw)
            if isinstance(found, Rejected) and not found.is_final:
                break  # the database is busy: the mail stays unread
            box.flag(uid, "\\Seen", True)
            kept += isinstance(found, Kept)
        if kept:
            self.on_kept()
        return kept

    def take(self, raw: bytes) -> Kept | Rejected:
        """Keep a mail for the first address in it that is ours."""
        now = datetime.now(UTC)
        found: Kept | Rejected = Rejected(550, say("smtp.unknown"))
        mail = headers.head_of(raw)
        back = headers.text(mail, "Return-Path")
        sender = back.strip("<> ") if back else headers.sender(mail)
        for address in _recipients(mail):
            found = self.taking.take(sender, address, raw, now, can_refuse=False)
            if isinstance(found, Kept) or not found.is_final:
                return found
        return found


def _recipients(mail: Any) -> list[str]:
    given = [value for name in WHERE for value in headers.texts(mail, name)]
    return list(dict.fromkeys(address for _, address in getaddresses(given) if "@" in address))


def _raw(box: Any, uid: str) -> Iterator[bytes]:
    """The bytes of a mail as they lie there."""
    status, data = box.client.uid("fetch", uid, "(BODY.PEEK[])")
    if status == "OK":
        yield from (bytes(each[1]) for each in data if isinstance(each, tuple))


def _is_here(host: str) -> bool:
    return host in ("localhost", "127.0.0.1", "::1")
