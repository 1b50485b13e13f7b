"""The mail processor, which parses incoming mail, runs its commands and queues the receipt."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from palatine.accounts.absences import AbsenceService
from palatine.accounts.accounts import Accounts
from palatine.accounts.match_terms import MatchTerms
from palatine.mail.addresses import AddressPurpose, Kind, purpose_of
from palatine.mail.commands import kinds
from palatine.mail.handlers.confirmation import carry_out_confirmed, no_question_reply
from palatine.mail.handlers.context import MailContext, ReplyPart
from palatine.mail.handlers.mails import answer_mail, first_own_lines
from palatine.mail.handlers.proposals import consent, unanswered_proposals
from palatine.mail.inbox import MAX_TRIES, Inbox, InboxMail, MailState
from palatine.mail.intake import Intake
from palatine.mail.reading import ParsedMail, parse_mail
from palatine.mail.receipts import Receipt, build_receipt, queue_receipt
from palatine.mail.seat_mailboxes import SeatMailbox, mailbox_by_address
from palatine.mail.settings import MailServiceSettings
from palatine.mail.subscription import handle_stop_or_start
from palatine.mail.wording import say
from palatine.matches import MatchServices, StorageError
from palatine.matches.clock import format_timestamp
from palatine.matches.fairness import ID_ALPHABET
from palatine.store.engine import Database
from palatine.store.rate_limits import RateLimits
from palatine.store.schema_people import addresses

log = logging.getLogger(__name__)

MAX_MAILS_PER_HOUR = 100
"""Maximum number of emails from one seat that are processed per hour."""
MAX_SHOWN_LINES = 12
"""Maximum number of lines of an unknown sender's email that the player is shown."""
CODE_LENGTH = 6
_OURS = re.compile(r"<o\.(\d{1,12})(?:\.(\d{1,9}))?@[^>]*>")


@dataclass
class ProcessingOutcome:
    """The result of an email, to be written in one transaction."""

    state: MailState = "done"
    receipt: Receipt | None = None
    asked: dict[str, Any] | None = None
    mailbox: SeatMailbox | None = None
    effects: list[Callable[[Connection], object]] = field(default_factory=list)


SystemMailHandler = Callable[[AddressPurpose, ParsedMail, InboxMail, datetime], ProcessingOutcome]
"""Processes an email that is not for a seat."""


class MailProcessor:
    """The processor of a server's mail.

    Any number of them may run, in any number of processes.
    """

    def __init__(
        self,
        services: MatchServices,
        database: Database,
        settings: MailServiceSettings,
        handlers: Mapping[Kind, SystemMailHandler] | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.services = services
        self.database = database
        self.settings = settings
        self.inbox = Inbox(database, clock)
        self.taking = Intake(database, settings)
        self.absences = AbsenceService(Accounts(database), services.clocks)
        self.match_terms = MatchTerms(database, services)  # a rematch agreed by mail has the same terms
        self.attempts = RateLimits(database)
        self.handlers = dict(handlers or {})

    def process_unread(self, now: datetime) -> int:
        """Process all unread mail; return how many emails were processed."""
        done = 0
        while claimed := self.inbox.claim(now):
            for mail in claimed:
                self._deal(mail, now)
            done += len(claimed)
        return done

    def _deal(self, mail: InboxMail, now: datetime) -> None:
        """Process an email. A failure is retried and does not affect other emails."""
        try:
            letter = parse_mail(mail.raw or b"", self.settings.authserv)
            self._write(mail, letter, self._outcome(mail, letter, now), now)
        except StorageError as error:
            log.warning("Mail processing deferred: id=%d error=%s", mail.id, error)
        except Exception:
            log.exception("Mail processing failed: id=%d attempt=%d", mail.id, mail.tries)
            if mail.tries >= MAX_TRIES:
                self._give_up(mail, now)

    def _write(self, mail: InboxMail, letter: ParsedMail, found: ProcessingOutcome, now: datetime) -> None:
        def work(connection: Connection) -> None:
            if found.asked is not None and found.state == "done":
                self.inbox.close_other_questions(connection, mail)
            for effect in found.effects:
                effect(connection)
            if found.receipt is not None and found.receipt.to:
                queue_receipt(
                    connection, mail.id, found.receipt, now, mailbox=found.mailbox, answer_to=letter.message_id
                )

        self.inbox.settle(mail, found.state, found.asked, work)

    def _give_up(self, mail: InboxMail, now: datetime) -> None:
        """Set aside an email that cannot be processed, and notify the player of the seat."""
        with self.database.reading() as connection:
            mailbox = mailbox_by_address(connection, mail.recipient)
        letter = ParsedMail("")
        if mailbox is None:
            self._write(mail, letter, ProcessingOutcome("dropped"), now)
            return
        part = ReplyPart(say("trouble.failed"), ok=False, title=say("title.failed"))
        self._write(
            mail,
            letter,
            ProcessingOutcome("dropped", self._receipt([part], mailbox, mailbox.reach), mailbox=mailbox),
            now,
        )

    # Routing by purpose

    def _outcome(self, mail: InboxMail, letter: ParsedMail, now: datetime) -> ProcessingOutcome:
        place = purpose_of(f"{mail.recipient}@", self.settings.sender, self.taking.key)
        if place is None:
            return ProcessingOutcome("dropped")
        if place.kind != "bounce" and self._is_automatic_mail(mail, letter):
            return ProcessingOutcome("dropped")
        if place.kind == "seat":
            return self._for_seat(mail, letter, now)
        handler = self.handlers.get(place.kind)
        if handler is not None:
            return handler(place, letter, mail, now)
        return self._for_referee(letter, now) if place.kind == "referee" else ProcessingOutcome("dropped")

    def _is_automatic_mail(self, mail: InboxMail, letter: ParsedMail) -> bool:
        """Return whether an email must not be answered, because a machine or this server sent it."""
        is_ours = self.settings.is_ours
        return letter.automatic or not mail.sender or is_ours(letter.sender) or is_ours(mail.sender)

    def _for_referee(self, letter: ParsedMail, now: datetime) -> ProcessingOutcome:
        """Answer an email to the referee without a seat's address: a known sender gets instructions."""
        wanted = select(addresses.c.address).where(addresses.c.folded == letter.sender, addresses.c.proved != "")
        with self.database.reading() as connection:
            known = connection.execute(wanted).scalar()
        if not known or self.attempts.count("mail-referee", letter.sender, now, 86400) > 1:
            return ProcessingOutcome("dropped")
        subject = say("subject.referee", site=self.settings.name)
        return ProcessingOutcome(receipt=Receipt(subject, say("referee").strip(), known))

    # Mail for a seat

    def _for_seat(self, mail: InboxMail, letter: ParsedMail, now: datetime) -> ProcessingOutcome:
        with self.database.reading() as connection:
            mailbox = mailbox_by_address(connection, mail.recipient)
        if mailbox is None:
            return ProcessingOutcome("dropped")
        count = self.attempts.count("mail", mailbox.tenure, now, 3600)
        if count > MAX_MAILS_PER_HOUR:
            return self._too_many(mailbox, now)
        if not self._is_trusted(letter, mailbox):
            return self._hold_mail(mail, letter, mailbox, now)
        to = letter.sender if letter.sender in mailbox.addresses else mailbox.reach
        ctx = MailContext(self.services, self.settings, mailbox, letter, now)
        ctx.forget = lambda connection: self.inbox.close_other_questions(connection, mail)
        ctx.mails = lambda command: handle_stop_or_start(self.database, mailbox, command, now)
        ctx.absent = lambda until: self.absences.set_vacation(
            self.absences.accounts.get(mailbox.account), until, format_timestamp(now)
        )
        return self._answered(mail, ctx, to)

    def _is_trusted(self, letter: ParsedMail, mailbox: SeatMailbox) -> bool:
        """Return whether an email counts as one from the player of the seat."""
        if self.settings.trust == "token":
            return True
        is_known = letter.sender in mailbox.addresses
        return is_known and (self.settings.trust == "known" or letter.vouched)

    def _too_many(self, mailbox: SeatMailbox, now: datetime) -> ProcessingOutcome:
        """Drop an email above the hourly limit, and report that once a day."""
        if self.attempts.count("mail-many", mailbox.tenure, now, 86400) > 1:
            return ProcessingOutcome("dropped")
        part = ReplyPart(say("trouble.many", n=MAX_MAILS_PER_HOUR), ok=False, title=say("title.many"))
        return ProcessingOutcome("dropped", self._receipt([part], mailbox, mailbox.reach), mailbox=mailbox)

    def _hold_mail(
        self, mail: InboxMail, letter: ParsedMail, mailbox: SeatMailbox, now: datetime
    ) -> ProcessingOutcome:
        """Hold an email from an unknown sender until the player decides.

        The sender is not answered.
        """
        code = "".join(secrets.choice(ID_ALPHABET) for _ in range(CODE_LENGTH))
        ctx = MailContext(self.services, self.settings, mailbox, letter, now)
        sender = letter.sender or say("held-nobody")
        told = say("held", sender=sender, text=first_own_lines(ctx, MAX_SHOWN_LINES), code=code.upper())
        part = ReplyPart(told, ok=False, title=say("title.held"))
        asked = {"do": "read", "code": code}
        return ProcessingOutcome("held", self._receipt([part], mailbox, mailbox.reach), asked, mailbox)

    def _answered(self, mail: InboxMail, ctx: MailContext, to: str) -> ProcessingOutcome:
        """Carry out everything in an email, and return the receipt with the results."""
        ours = [found for found in map(_OURS.fullmatch, ctx.letter.answers) if found]
        numbers = tuple(int(found[1]) for found in ours)
        seen = next((int(found[2]) for found in ours if found[2]), 0)
        parts = answer_mail(ctx, seen, lambda at, command: self._confirm(mail, at, command, numbers))
        asked = next((part.asked for part in parts if part.asked), None)
        return ProcessingOutcome("done", self._receipt(parts, ctx.mailbox, to), asked, ctx.mailbox, ctx.effects)

    def _receipt(self, parts: list[ReplyPart], mailbox: SeatMailbox, to: str) -> Receipt:
        return build_receipt(parts, self.services.matches.info(mailbox.match).title, to)

    # Answers to questions

    def _confirm(
        self,
        mail: InboxMail,
        ctx: MailContext,
        command: kinds.YesCommand | kinds.NoCommand,
        numbers: tuple[int, ...],
    ) -> ReplyPart:
        """Answer the proposal or the question of the answered email, otherwise the last question.

        An email that replies to none and meets no question answers the only proposal that waits for the seat.
        """
        is_yes, code = isinstance(command, kinds.YesCommand), getattr(command, "code", "")
        if code:
            meant = self.inbox.find_by_code(mail, code, ctx.now)
        else:
            with self.database.reading() as connection:
                meant = self.inbox.find_question(connection, mail, numbers, ctx.now)
                is_of_proposal = self.inbox.is_of_kind(connection, numbers[:1], "proposal")
            is_new = not numbers and meant is None
            if is_of_proposal or (is_new and unanswered_proposals(ctx.info, ctx.mailbox.seat)):
                return consent(ctx, kinds.ConsentCommand(0, is_yes))
        if not is_yes:
            ctx.effects.append(ctx.forget)
            return ReplyPart(say("no"), title=say("title.no"))
        if meant is None or not meant.asked:
            return no_question_reply(code)
        found = meant.asked
        ctx.effects.append(lambda connection: self.inbox.close_question(connection, meant.id))
        return self._read_held(meant, ctx) if found["do"] == "read" else carry_out_confirmed(ctx, found)

    def _read_held(self, held: InboxMail, ctx: MailContext) -> ReplyPart:
        """Process a held email as if the player of the seat had sent it."""
        letter = parse_mail(held.raw or b"")
        inner = replace(ctx, letter=letter)
        parts = answer_mail(inner, 0, lambda at, command: no_question_reply())
        text = "\n\n".join(part.text for part in parts)
        return ReplyPart(text, all(part.ok for part in parts), parts[0].title)
