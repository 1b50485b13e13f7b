"""Handlers of mail that is not for a seat: bounces, unsubscribing and invitations."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, func, select, update

from palatine.accounts.accounts import Account, Accounts
from palatine.accounts.invitations import Invitation, Invitations
from palatine.core import PalatineError
from palatine.mail.addresses import AddressPurpose
from palatine.mail.commands import find_yes_or_no
from palatine.mail.inbox import InboxMail
from palatine.mail.mail_accounts import account_by_address, create_member_by_mail
from palatine.mail.processor import ProcessingOutcome
from palatine.mail.reading import ParsedMail
from palatine.mail.receipts import Receipt, wrap_text
from palatine.mail.relay import UNKNOWN_ADDRESS_CODES
from palatine.mail.rendering.contents import invited_to
from palatine.mail.seat_mailboxes import SeatMailbox, mailbox_of
from palatine.mail.settings import MailServiceSettings
from palatine.mail.wording import say
from palatine.matches import MatchInfo, MatchStuck, StorageError
from palatine.matches.clock import format_timestamp
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.invitation_bounces import record_bounce
from palatine.notifications.test_mail import record_reply
from palatine.notifications.unsubscribe import UnsubscribeService
from palatine.notifications.wording import say as notice
from palatine.store.engine import Database
from palatine.store.schema_people import addresses, channels, outbox


class SystemMailHandlers:
    """The handlers of such mail."""

    def __init__(
        self, database: Database, settings: MailServiceSettings, accounts: Accounts, invitations: Invitations
    ) -> None:
        self.database = database
        self.settings = settings
        self.accounts = accounts
        self.invitations = invitations
        self.delivery = DeliveryService(database, {}, settings.url)
        self.stopping = UnsubscribeService(database)

    def bounce(
        self, purpose: AddressPurpose, message: ParsedMail, mail: InboxMail, now: datetime
    ) -> ProcessingOutcome:
        """Process a bounce: stop using the address, immediately if it does not exist."""
        if message.bounce is None or not message.bounce.final:
            return ProcessingOutcome("dropped")
        with self.database.reading() as connection:
            sent = connection.execute(select(outbox).where(outbox.c.id == int(purpose.token))).one_or_none()
            target = None if sent is None else _target(connection, sent.channel, sent.data)
        if sent is None:
            return ProcessingOutcome("dropped")
        is_none = message.bounce.status in UNKNOWN_ADDRESS_CODES
        why = notice("trouble.bounced")
        if sent.channel and (is_none or self.delivery.channels.record_failure(sent.channel, why, now)):
            self.delivery.mark_dead(sent.channel, why, now)
        state, said = "dead" if is_none else "failing", message.bounce.text

        def write(connection: Connection) -> None:
            _mark_address(connection, target or "", state)
            if not sent.channel:
                record_bounce(connection, sent.key, now, said)

        return ProcessingOutcome(effects=[write])

    def stop(
        self, purpose: AddressPurpose, message: ParsedMail, mail: InboxMail, now: datetime
    ) -> ProcessingOutcome:
        """Process an unsubscribe email. It is not answered, because a program wrote it."""
        self.stopping.unsubscribe(purpose.token)
        return ProcessingOutcome()

    def test(
        self, purpose: AddressPurpose, message: ParsedMail, mail: InboxMail, now: datetime
    ) -> ProcessingOutcome:
        """Process a reply to the admin's test mail, which proves that mail leaves and arrives."""
        return ProcessingOutcome(
            effects=[
                lambda connection: record_reply(connection, purpose.token, message.sender, format_timestamp(now))
            ]
        )

    def invitation(
        self, purpose: AddressPurpose, message: ParsedMail, mail: InboxMail, now: datetime
    ) -> ProcessingOutcome:
        """Process a reply to an invitation.

        YES from the invited address verifies it and seats the player.
        """
        time, token, mailbox = format_timestamp(now), "", None
        try:
            if mail.tries > 1 and (sits := self._sits_already(purpose.token, message.sender)):
                text, mailbox = sits
                subject = say("subject.invited", site=self.settings.name)
                return ProcessingOutcome(receipt=Receipt(subject, wrap_text(text), message.sender), mailbox=mailbox)
            found = self.invitations.find_open(purpose.token, time)
            if not found.address or message.sender != found.address:
                return ProcessingOutcome("dropped")
            answer = find_yes_or_no(message.lines, now)
            if answer == "yes":
                text, mailbox = self._seat_sender(purpose.token, found, time)
            elif answer == "no":
                self.invitations.decline(purpose.token, None, time)
                text = say("invited.declined")
            else:
                text, token = self._answer_help(found), purpose.token
        except (MatchStuck, StorageError):
            raise
        except PalatineError as error:
            text = str(error)
        subject = say("subject.invited", site=self.settings.name)
        return ProcessingOutcome(
            receipt=Receipt(subject, wrap_text(text), message.sender, token=token), mailbox=mailbox
        )

    def _answer_help(self, found: Invitation) -> str:
        table = self.invitations.services.matches.info(found.match)
        account = self.accounts.find(found.by)
        told = [say("invited.how", what=invited_to(table, account.name if account else self.settings.name))]
        told += [
            self.invitations.terms(found.id).text,
            say("invited.of-orders" if table.orders else "invited.board"),
        ]
        return "\n\n".join(told)

    def _seat_sender(self, token: str, found: Invitation, time: str) -> tuple[str, SeatMailbox | None]:
        """Seat the account of an address, creating it if necessary.

        Returns the text of the reply, and the mailbox to which answers go.
        """
        account = account_by_address(self.database, self.accounts, found.address) or create_member_by_mail(
            self.database, self.accounts, found.address, time
        )
        seat, table = self.invitations.accept(token, account, None, now=time)
        return self._seat_reply(table, seat, account)

    def _sits_already(self, token: str, sender: str) -> tuple[str, SeatMailbox | None] | None:
        """Return the reply to a player seated earlier whose email is processed again, else None."""
        found = self.invitations.find_used(token)
        account = account_by_address(self.database, self.accounts, sender) if found else None
        if found is None or account is None or sender != found.address or found.taken_by != account.id:
            return None
        table = self.invitations.services.matches.info(found.match)
        with self.database.reading() as connection:
            mailboxes = [mailbox_of(connection, found.match, each.seat) for each in table.seats]
        mine = [each.seat for each in mailboxes if each is not None and each.account == account.id]
        return self._seat_reply(table, mine[0], account) if mine else None

    def _seat_reply(self, table: MatchInfo, seat: str, account: Account) -> tuple[str, SeatMailbox | None]:
        """Return the reply to a player who has taken a seat, and its mailbox."""
        key = "invited.sits" if table.status == "open" else "invited.plays"
        name = self.invitations.services.matches.names(table.match, seat)[seat]
        with self.database.reading() as connection:
            mailbox = mailbox_of(connection, table.match, seat)
        return say(key, seat=name, match=table.title, name=account.name), mailbox


def _target(connection: Connection, channel: str, data: dict[str, object]) -> str:
    """Return the address to which a message was sent."""
    if not channel:
        return str(data.get("to", ""))
    return str(connection.execute(select(channels.c.target).where(channels.c.id == channel)).scalar() or "")


def _mark_address(connection: Connection, address: str, state: str) -> None:
    here = (addresses.c.folded == func.lower(address), addresses.c.state != "dead")
    connection.execute(update(addresses).where(*here).values(state=state))
