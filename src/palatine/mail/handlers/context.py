"""The context of an email being processed, and the parts of its reply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection

from palatine.mail.commands import Command
from palatine.mail.reading import ParsedMail
from palatine.mail.seat_mailboxes import SeatMailbox
from palatine.mail.settings import MailServiceSettings
from palatine.matches import MatchInfo, MatchServices

WIDTH = 72
"""Maximum width of a line that we write in an email."""


class ReplyPart(msgspec.Struct, frozen=True):
    """A part of the reply, for one command or the orders of an email."""

    text: str
    ok: bool = True
    title: str = ""
    """A few words for the subject."""
    asked: dict[str, Any] | None = None
    """The question that a YES to this reply confirms."""
    version: int = 0
    """The match version of the numbered answers in the text; 0 if it has none."""
    attached: tuple[str, ...] = ()
    """The names of attachments: “calendar”, or “report” and the turn.

    They are created when the reply is sent.
    """


@dataclass
class MailContext:
    """The context in which an email for a seat is processed."""

    services: MatchServices
    settings: MailServiceSettings
    mailbox: SeatMailbox
    letter: ParsedMail
    now: datetime
    forget: Callable[[Connection], object] = lambda connection: None
    """Closes the open questions of the seat."""
    mails: Callable[[Command], ReplyPart] = lambda command: ReplyPart("")
    """Handles STOP and START."""
    absent: Callable[[str], object] | None = None
    """Marks the seat's account as absent until a time, or as back ("").

    None if only the seat is marked.
    """
    effects: list[Callable[[Connection], object]] = field(default_factory=list)
    """Writes in the transaction that marks the email as processed."""

    @property
    def info(self) -> MatchInfo:
        return self.services.matches.info(self.mailbox.match)

    @property
    def names(self) -> dict[str, str]:
        """The names of the seats as this seat knows them."""
        return self.services.matches.names(self.mailbox.match, self.mailbox.seat)

    @property
    def titles(self) -> dict[str, str]:
        """The same names with those of the players."""
        return self.services.matches.titles(self.mailbox.match, self.mailbox.seat)
