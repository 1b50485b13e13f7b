"""The sender of the mail channel, which renders outbox messages and relays them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, func, select

from palatine.core import Unreadable
from palatine.mail.intake import Intake
from palatine.mail.receipts import KIND as RECEIPT
from palatine.mail.relay import Relay, open_connection
from palatine.mail.rendering.contents import render_content
from palatine.mail.rendering.envelopes import Envelope, OutgoingMail, build_mail
from palatine.mail.seat_mailboxes import SeatMailbox, mailbox_of
from palatine.mail.settings import MailServiceSettings
from palatine.mail.wording import say
from palatine.matches import MatchServices
from palatine.notifications.match_texts import display_names, names_for
from palatine.notifications.outbox import OutboxMessage
from palatine.notifications.sending.sender import Deliver, MessageRejected, Payload
from palatine.notifications.test_mail import KIND as TEST
from palatine.notifications.unsubscribe import UnsubscribeService
from palatine.store.engine import Database
from palatine.store.invitation_withdrawal import INVITATION_KIND as INVITATION
from palatine.store.schema_people import addresses, outbox

TURNS = ("turn", "asked")
"""The kinds of messages that announce a turn."""


class MailSender:
    """The sender for mail (see `notices.sending.sender.Sender`)."""

    def __init__(
        self, services: MatchServices, database: Database, settings: MailServiceSettings, relay: Relay
    ) -> None:
        self.services = services
        self.database = database
        self.settings = settings
        self.relay = relay
        self.taking = Intake(database, settings)
        self.stopping = UnsubscribeService(database)

    @contextmanager
    def open(self) -> Iterator[Deliver]:
        """Yield a function that sends messages over one connection."""
        with open_connection(self.relay) as link:
            yield lambda load: link.send(self.render(load))

    def render(self, payload: Payload) -> OutgoingMail:
        """Return the email for a message. Raises MessageRejected if it cannot be delivered."""
        message = payload.message
        mailbox = self._mailbox(payload)
        to = payload.target or str(message.data.get("to", ""))
        if not payload.target and not self._works(to):
            raise MessageRejected(say("relay.dead"))
        info = self.services.matches.info(message.match) if message.match else None
        envelope = Envelope(
            message.id,
            to,
            name=say("out.from", match=info.title, seat=self._seat_title(payload)) if info and message.seat else "",
            reply=mailbox.local_part if mailbox else _answered_to(message.kind, message.data),
            thread=f"{message.match}.{mailbox.place}" if mailbox else "",
            answer_to=message.answer_to,
            is_receipt=message.kind == RECEIPT,
            stop=self.stopping.token(message.channel, message.match) if message.channel else "",
            time=message.made,
        )
        content = render_content(payload, mailbox, self.services, self.settings)
        try:
            return build_mail(content, envelope, self.settings, self.taking.key)
        except Unreadable as error:
            raise MessageRejected(str(error)) from error

    def _mailbox(self, payload: Payload) -> SeatMailbox | None:
        """Return the mailbox of the seat that a message is about, if its account still holds it."""
        message = payload.message
        if not message.match or not message.seat:
            return None
        with self.database.reading() as connection:
            mailbox = mailbox_of(connection, message.match, message.seat)
            if mailbox is None or mailbox.account != message.account:
                return None
            return replace(mailbox, told=_announced_turns(connection, message))

    def _seat_title(self, payload: Payload) -> str:
        """Return the title of the seat that a message is about, as its reader knows it."""
        return display_names(names_for(self.services, payload.message, self.database).own, [payload.message.seat])[
            0
        ]

    def _works(self, address: str) -> bool:
        """Return whether an address, which has no channel, is not known to be dead."""
        with self.database.reading() as connection:
            state = connection.execute(
                select(addresses.c.state).where(addresses.c.folded == address.casefold())
            ).scalar()
        return state != "dead"


def _announced_turns(connection: Connection, message: OutboxMessage) -> int:
    """Return the number of turns announced to an account in a seat, by the channel of a message."""
    c = outbox.c
    mine = (
        c.account == message.account,
        c.match == message.match,
        c.seat == message.seat,
        c.channel == message.channel,
    )
    here = (*mine, c.kind.in_(TURNS), c.state.in_(("sent", "shown")), c.id < message.id)
    return connection.execute(select(func.count()).where(*here)).scalar() or 0


def _answered_to(kind: str, data: dict[str, Any]) -> str:
    """Return the local part for replies to mail that is not for a seat, such as an invitation."""
    letter = {INVITATION: "i", RECEIPT: "i", TEST: "t"}.get(kind)
    return f"{letter}-{data['token']}" if letter and data.get("token") else ""
