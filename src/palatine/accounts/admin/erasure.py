"""Leaving for good: an account is erased fourteen days after its owner asked for it, unless they come back before.

What they did at a table stays, for it is the others' as well: "a former player" did it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, String, Table, bindparam, cast, delete, func, or_, select, update

from palatine.accounts.accounts import Account, Accounts, entomb
from palatine.accounts.wording import refused, say
from palatine.core import Entry
from palatine.matches import MatchServices, SeatOwner
from palatine.matches.clock import stamp
from palatine.store.compression import change_log, lock_match, log_rows
from palatine.store.engine import Database
from palatine.store.invited import forget_invited
from palatine.store.schema import matches, seats
from palatine.store.schema_people import (
    accounts,
    addresses,
    audit_log,
    channels,
    chat_messages,
    codes,
    credentials,
    inbox,
    invitations,
    match_terms,
    notes,
    outbox,
    pending_turns,
    ratings,
    relations,
    reports,
    sessions,
    tenures,
    tokens,
)

AFTER = timedelta(days=14)
NAMED = ("sit", "stand_up", "take_over", "take_back")
"""The kinds of records that say somebody's name."""
OWN: tuple[Table, ...] = (credentials, addresses, sessions, tokens, channels, notes, pending_turns, outbox)
"""What is nobody's business but theirs, and goes whole."""
_SEATS = select(seats.c.place, seats.c.seat).where(seats.c.match == bindparam("match"))
ENTRIES = msgspec.msgpack.Decoder(tuple[Entry, ...])


class Erasure:
    """Erases accounts."""

    def __init__(self, database: Database, services: MatchServices, people: Accounts) -> None:
        self.database = database
        self.services = services
        self.accounts = people

    def ask(self, account: Account, now: str) -> str:
        """Have an account erased after a fortnight: when that will be. Raises Refused to the last administrator."""
        self.check_may_go(account)
        time = stamp(datetime.fromisoformat(now) + AFTER)
        self.accounts.erase_at(account.id, time)
        return time

    def check_may_go(self, account: Account) -> None:
        """Raise Refused of the last administrator."""
        if account.role == "admin" and [each.id for each in self.accounts.admins()] == [account.id]:
            raise refused("last-admin")

    def would_take(self, account: str) -> dict[str, int]:
        """What an erasure would take: how much of each, by name, and in how many matches a name becomes another."""
        held = self.services.matches.find(account=account)
        counted = {table.name: table.c.account == account for table in OWN} | {
            "chat_messages": chat_messages.c.account == account
        }
        found = {"running": len([each for each in held if each.status != "over"])}
        found |= {"finished": len(held) - found["running"]}
        with self.database.reading() as connection:
            for name, mine in counted.items():
                count = select(func.count()).where(mine)
                found[name] = connection.execute(count).scalar() or 0
        return found

    def call_off(self, account: str) -> None:
        """They have come back: the account stays."""
        self.accounts.erase_at(account, "")

    def due(self, now: str) -> list[str]:
        """The accounts whose fortnight is over."""
        c = accounts.c
        with self.database.reading() as connection:
            return list(connection.execute(select(c.id).where(c.erase_at != "", c.erase_at <= now)).scalars())

    def erase_due(self, now: str) -> int:
        """Erase them; how many."""
        found = self.due(now)
        for account in found:
            self.erase(account)
        return len(found)

    def erase(self, account: str) -> None:
        """Erase an account now: names first, then its seats in matches under way are left to bots and are free to
        others, then all the rest. Done twice it does no more."""
        held = self.services.matches.find(account=account)
        self.database.write(lambda connection: _rename(connection, account))
        for table in held:
            self.services.runtime.cache.drop(table.match)
            for seat in table.yours if table.status != "over" else ():
                self.services.seats.leave(table.match, SeatOwner(account, seat), "erased")
        self.database.write(lambda connection: _erase(connection, account))


# Names at the table


def _rename(connection: Connection, account: str) -> None:
    """Who sat at these seats, at those times, is a former player in the seats, the log and its journal."""
    former = say("former")
    held = connection.execute(select(tenures).where(tenures.c.account == account)).all()
    for match in {each.match for each in held}:
        table = dict(connection.execute(_SEATS, {"match": match}).all())
        for tenure in [each for each in held if each.match == match]:
            _rename_records(connection, match, table[tenure.place], tenure, former)
            _rename_seat(connection, tenure, former)
    name = connection.execute(select(accounts.c.name).where(accounts.c.id == account)).scalar() or ""
    _rename_titles(connection, account, name, former)


def _rename_seat(connection: Connection, tenure: Any, former: str) -> None:
    """The seat has the name of its last player."""
    c = tenures.c
    later = select(c.n).where(c.match == tenure.match, c.place == tenure.place, c.n > tenure.n)
    if connection.execute(later).first() is None:
        here = (seats.c.match == tenure.match, seats.c.place == tenure.place, seats.c.name != "")
        connection.execute(update(seats).where(*here).values(name=former))


def _rename_records(connection: Connection, match: str, seat: str, tenure: Any, former: str) -> None:
    changed = {}
    lock_match(connection, match)
    for row in log_rows(connection, match, NAMED):
        data = msgspec.msgpack.decode(row.data)
        was_held = row.seat == seat and row.time >= tenure.since and (not tenure.until or row.time <= tenure.until)
        if "name" not in data or not was_held:
            continue
        told = msgspec.msgpack.encode(tuple([_renamed(entry, former) for entry in ENTRIES.decode(row.entries)]))
        changed[row.n] = {"data": msgspec.msgpack.encode({**data, "name": former}), "entries": told}
    change_log(connection, match, changed)


def _renamed(entry: Entry, former: str) -> Entry:
    if "name" not in entry.data:
        return entry
    return msgspec.structs.replace(entry, data={**entry.data, "name": former})


def _rename_titles(connection: Connection, account: str, name: str, former: str) -> None:
    """Titles of their own matches in which they named themselves."""
    mine = select(match_terms.c.match).where(match_terms.c.by == account)
    found = select(matches.c.id, matches.c.title).where(matches.c.id.in_(mine), matches.c.title.contains(name))
    for match, title in connection.execute(found).all():
        connection.execute(update(matches).where(matches.c.id == match).values(title=title.replace(name, former)))


# All the rest


def _erase(connection: Connection, account: str) -> None:
    own = select(addresses.c.folded, addresses.c.address).where(addresses.c.account == account)
    known = {text for row in connection.execute(own).all() for text in row}
    _forget_addresses(connection, known, account)
    for table in OWN:
        connection.execute(delete(table).where(table.c.account == account))
    connection.execute(delete(relations).where(or_(relations.c.account == account, relations.c.other == account)))
    sent = or_(invitations.c.by == account, invitations.c.account == account)
    forget_invited(connection, sent)
    connection.execute(delete(ratings).where(ratings.c.player == account))
    connection.execute(update(match_terms).where(match_terms.c.by == account).values(text=""))
    connection.execute(delete(chat_messages).where(chat_messages.c.account == account))
    connection.execute(delete(reports).where(or_(reports.c.by == account, reports.c.about == account)))
    connection.execute(update(audit_log).where(audit_log.c.account == account).values(reason=""))
    connection.execute(update(tenures).where(tenures.c.account == account).values(mailbox=None))
    entomb(connection, account)


def _forget_addresses(connection: Connection, known: Iterable[str], account: str) -> None:
    """Nothing of their addresses is left in codes, invitations, and the mail that came and went."""
    posts = select(tenures.c.mailbox).where(tenures.c.account == account, tenures.c.mailbox.is_not(None))
    seats_of = [post for post in connection.execute(posts).scalars() if post]
    for address in known:
        connection.execute(delete(codes).where(codes.c.subject == address))
        forget_invited(connection, invitations.c.address == address)
        connection.execute(delete(inbox).where(inbox.c.sender == address))
        _forget_mail(connection, address)
    for post in seats_of:
        connection.execute(delete(inbox).where(inbox.c.recipient.startswith(post, autoescape=True)))
    connection.execute(delete(codes).where(codes.c.subject == account))


def _forget_mail(connection: Connection, address: str) -> None:
    """Delete the rows of the outbox that name an address; one that merely contains it is somebody else's."""
    whole = re.compile(rf"(?<![\w.+-]){re.escape(address)}(?!\.?[\w-])", re.IGNORECASE)
    written = func.lower(cast(outbox.c.data, String)).contains(json.dumps(address.lower())[1:-1], autoescape=True)
    for row in connection.execute(select(outbox.c.id, outbox.c.data).where(written)).all():
        if any(whole.search(str(value)) for value in row.data.values()):
            connection.execute(delete(outbox).where(outbox.c.id == row.id))
