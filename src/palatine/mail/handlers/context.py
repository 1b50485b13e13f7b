"""What all commands share: the desk at which a mail is dealt with, and the part of an answer that each gives."""

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
"""No line of a mail is wider, but for what its reader writes themselves."""


class ReplyPart(msgspec.Struct, frozen=True):
    """What is answered to one thing that was asked."""

    text: str
    ok: bool = True
    title: str = ""
    """For the subject, in a few words."""
    asked: dict[str, Any] | None = None
    """What a YES to this would do."""
    version: int = 0
    """The version of the match whose numbered answers stand in it; 0 where none do."""


@dataclass
class MailContext:
    """A mail for a seat, and all that is needed to deal with it."""

    services: MatchServices
    settings: MailServiceSettings
    mailbox: SeatMailbox
    letter: ParsedMail
    now: datetime
    forget: Callable[[Connection], object] = lambda connection: None
    """Writes that nothing is asked any more."""
    mails: Callable[[Command], ReplyPart] = lambda command: ReplyPart("")
    """Stops mail, or begins it again."""
    absent: Callable[[str], object] | None = None
    """Has the account of the seat be away until a time, or ("") back; None: the seat alone is."""
    effects: list[Callable[[Connection], object]] = field(default_factory=list)
    """What is written in the transaction that says the mail has been dealt with."""

    @property
    def info(self) -> MatchInfo:
        return self.services.matches.info(self.mailbox.match)

    @property
    def names(self) -> dict[str, str]:
        """What each seat is called at this table."""
        return seat_names(self.services, self.mailbox.match, self.mailbox.seat)


def seat_names(services: MatchServices, match: str, seat: str) -> dict[str, str]:
    """What each seat is called: by its nation or King where it has one."""
    view = services.matches.look(match, seat, services.matches.info(match).version).view
    return {each.seat: view.names.get(each.seat) or each.seat for each in services.matches.info(match).seats}
