"""Chat of a match: messages of players to all or some players, and of spectators."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from palatine.accounts.accounts import LAST_READ_SETTING, Account
from palatine.accounts.match_terms import MatchTerms
from palatine.accounts.relations import Relations
from palatine.accounts.wording import refused_error, say
from palatine.core import Refused, Unknown
from palatine.matches import MatchServices
from palatine.matches.clock import format_timestamp
from palatine.matches.text import clean_text
from palatine.store.engine import Database
from palatine.store.schema_people import accounts, chat_messages

MAX_MESSAGE_LENGTH = 1000
"""Maximum characters of a message."""
MAX_MESSAGES, RATE_WINDOW = 20, timedelta(minutes=5)
"""Maximum messages of an account in a match, and the time in which they are counted."""
QUERY_LIMIT = 300
"""Maximum messages returned by one query, latest first."""
MAX_LAST_READ = 200
"""Matches for which an account's last read message is stored."""
HIDDEN_STATE = "hidden"


class ChatMessage(msgspec.Struct, frozen=True):
    """A chat message; `audience` are the seats that it is for, () for everyone in the match."""

    n: int
    account: str
    name: str
    seat: str
    """The author's seat; "" for a spectator."""
    audience: tuple[str, ...]
    text: str
    """Text as typed, which clients must escape; "" if a moderator has hidden it."""
    time: str
    hidden: bool = False


class ChatService:
    """The table of chat messages.

    During a match, players and spectators each read only their own messages. After it, everyone reads messages that
    were not for specific seats.
    """

    def __init__(
        self, database: Database, services: MatchServices, match_terms: MatchTerms, relations: Relations
    ) -> None:
        self.database = database
        self.services = services
        self.match_terms = match_terms
        self.relations = relations

    def check_may_talk(self, account: Account, match: str, now: str) -> None:
        """Raise `Refused` with a reason if an account may not write in a match's chat."""
        sits = bool(self.services.seats.seats_of(match, account.id))
        if self.services.matches.info(match).lesson or not (sits or self.match_terms.may_watch(account.id, match)):
            raise refused_error("no-talk")
        if account.is_restricted("talk", now):
            raise _restrictions(account)
        offer = self.match_terms.find_offer(match)
        is_private = offer is None or offer.terms.visibility == "private"
        if not account.is_member and not (is_private and sits):
            raise refused_error("guest-talk")

    def send(self, account: Account, match: str, text: str, recipients: Sequence[str], now: str) -> ChatMessage:
        """Send a message to the seats `recipients`, () for all. Raises `Refused` and `NotFound`."""
        self.check_may_talk(account, match, now)
        said = clean_text(text)
        if not said:
            raise refused_error("empty-message")
        if len(said) > MAX_MESSAGE_LENGTH:
            raise refused_error("long-message", most=MAX_MESSAGE_LENGTH)
        seats = self.services.seats.seats_of(match, account.id)
        audience = self._audience(match, seats, recipients)
        row = {
            "match": match, "account": account.id, "seat": seats[0] if seats else "", "audience": list(audience),
            "text": said, "time": now,
        }  # fmt: skip

        def work(connection: Connection) -> int:
            _check_pace(connection, match, account.id, now)
            last = connection.execute(
                select(func.max(chat_messages.c.n)).where(chat_messages.c.match == match)
            ).scalar()
            connection.execute(insert(chat_messages), {**row, "n": (last or 0) + 1})
            return (last or 0) + 1

        n = self.database.write(work, exclusive=False)
        return ChatMessage(n, account.id, account.name, seats[0] if seats else "", audience, said, now)

    def _audience(self, match: str, seats: Sequence[str], to: Sequence[str]) -> tuple[str, ...]:
        """Return the seats that a message is for.

        Games of secret orders have letters in place of messages to some players.
        """
        if not to:
            return ()
        table = self.services.matches.info(match)
        others = [each.seat for each in table.seats if each.seat not in seats]
        if table.orders:
            raise refused_error("letters-instead")
        if not seats or len(table.seats) < 3 or not set(to) <= set(others):
            titles = self.services.matches.titles(match, seats[0] if seats else None)
            raise refused_error("talk-to", seats=[titles[other] for other in others])
        return tuple([seat for seat in others if seat in to])

    def messages(self, account: str, match: str, after: int = 0) -> list[ChatMessage]:
        """Return messages that an account may read, except from muted and blocked accounts.

        The account "" is any visitor.
        """
        seats = set(self.services.seats.seats_of(match, account)) if account else set()
        is_over = self.services.matches.info(match).status == "over"
        relations = self.relations.of_account(account) if account else {}
        unread = {other for other, kinds in relations.items() if kinds & {"mute", "block"}}
        found = self._messages_after(match, after)
        return [each for each in found if each.account not in unread and _is_for(each, account, seats, is_over)]

    def unread_count(self, account: Account, match: str) -> int:
        """Return the number of unread messages of others; 0 if the user has switched off chat."""
        if account.settings.get("talk-off"):
            return 0
        last = account.settings.get(LAST_READ_SETTING, {}).get(match, 0)
        return len([each for each in self.messages(account.id, match, last) if each.account != account.id])

    def mark_read(self, account: str, match: str, n: int) -> None:
        """Record that an account has read messages up to `n`.

        It is stored for the most recent `MAX_LAST_READ` matches.
        """
        here = accounts.c.id == account
        locked = select(accounts.c.settings).where(here).with_for_update()

        def work(connection: Connection) -> None:
            settings = dict(connection.execute(locked).scalar() or {})
            heard = settings.get(LAST_READ_SETTING, {})
            later = {match: max(n, heard.pop(match, 0))}
            settings[LAST_READ_SETTING] = dict([*heard.items(), *later.items()][-MAX_LAST_READ:])
            connection.execute(update(accounts).where(here).values(settings=settings))

        self.database.write(work, exclusive=False)

    def _messages_after(self, match: str, after: int) -> list[ChatMessage]:
        c = chat_messages.c
        wanted = select(c.n, c.account, accounts.c.name, c.seat, c.audience, c.text, c.time, c.hidden_by)
        joined = wanted.join_from(chat_messages, accounts, accounts.c.id == c.account)
        latest = joined.where(c.match == match, c.n > after).order_by(c.n.desc()).limit(QUERY_LIMIT)
        with self.database.reading() as connection:
            rows = connection.execute(latest).all()
        return [
            ChatMessage(n, who, name, seat, tuple(to), "" if hidden else text, time, bool(hidden))
            for n, who, name, seat, to, text, time, hidden in reversed(rows)
        ]

    def original_message(self, reader: str, match: str, n: int) -> ChatMessage:
        """Return a message as it was written, for an account that may read it. Raises `Unknown`."""
        found = next((each for each in self.messages(reader, match) if each.n == n), None)
        if found is None:
            raise Unknown(say("refused.no-report"))
        return found

    def hide(self, match: str, n: int, by: str) -> None:
        here = (chat_messages.c.match == match, chat_messages.c.n == n)
        change = update(chat_messages).where(*here).values(hidden_by=by or HIDDEN_STATE)
        self.database.write(lambda connection: connection.execute(change).rowcount)


def _is_for(message: ChatMessage, account: str, seats: set[str], is_over: bool) -> bool:
    if message.account == account and account:
        return True
    if message.audience:
        return bool(seats & set(message.audience))
    return is_over or bool(message.seat) == bool(seats)


def _check_pace(connection: Connection, match: str, account: str, now: str) -> None:
    c, since = chat_messages.c, format_timestamp(datetime.fromisoformat(now) - RATE_WINDOW)
    lately = select(func.count()).where(c.match == match, c.account == account, c.time > since)
    if (connection.execute(lately).scalar() or 0) >= MAX_MESSAGES:
        raise refused_error("many-messages")


def _restrictions(account: Account) -> Refused:
    restrictions = account.restrictions.get("talk") or account.restrictions.get("all") or {}
    return refused_error("barred", until=restrictions.get("until", "")[:10], reason=restrictions.get("reason", ""))
